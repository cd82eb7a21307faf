"""Training runs as somebody watches them: which there are, how far they are, and their curves. From their logs alone,
with nothing but the standard library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reineke.game import GameError
from reineke.learn.run import Entry, read_log, read_run

DEEP = 2
"""Folders below the first in which runs are looked for: those of a study lie in its folder."""
WEIGHTS = ("progress", "hand", "points", "crowding")
"""What the weights of an evaluation of Sawhian are called."""

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Curves:
    """One diagram: its lines by what they are called, over what was learnt from."""

    title: str
    across: str
    lines: dict[str, Points]


@dataclass(frozen=True)
class Watched:
    """A run."""

    name: str
    """Its folder, below that of all runs."""
    folder: Path
    game: str
    recipe: str
    learner: str
    total: int | None
    """Steps that it takes, where that is known."""

    @property
    def log(self) -> Path:
        """One line per step."""
        return self.folder / "log.jsonl"

    @property
    def changed(self) -> float:
        """When something was last learnt, in seconds since 1970."""
        return (self.log if self.log.exists() else self.folder / "run.json").stat().st_mtime

    @property
    def finished(self) -> bool:
        """Whether it is done."""
        return (self.folder / "result.json").exists()


def runs(folder: Path) -> list[Watched]:
    """Every run below a folder, the latest first; what is no run is passed over."""
    return sorted(_below(folder, folder, DEEP), key=lambda run: -run.changed)


def _below(root: Path, folder: Path, deep: int) -> Iterator[Watched]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not path.is_dir() or path.is_symlink():
            continue
        try:
            data = read_run(path)
            yield Watched(
                path.relative_to(root).as_posix(), path, data["game"], data["recipe"], data["learner"], _total(data)
            )
        except (GameError, OSError):
            pass
        if deep > 1:
            yield from _below(root, path, deep - 1)


def _total(data: dict[str, Any]) -> int | None:
    found = data["options"].get("rounds", data["options"].get("generations"))
    return found if isinstance(found, int) else None


def lines(run: Watched) -> list[Entry]:
    """The log so far; empty before the first step."""
    return list(read_log(run.log)) if run.log.exists() else []


def curves(log: Sequence[Entry]) -> list[Curves]:
    """The diagrams of a log."""
    across = "decisions learnt from" if any("steps" in entry for entry in log) else _unit(log)
    found = []
    for title, named in _diagrams(log).items():
        drawn = {name: points for name, value in named.items() if (points := list(_points(log, value)))}
        if drawn:
            found.append(Curves(title, across, drawn))
    return found


Value = Callable[[Entry], Any]


def _diagrams(log: Sequence[Entry]) -> dict[str, dict[str, Value]]:
    opponents = dict.fromkeys(
        name for entry in log if isinstance(entry.get("scores"), dict) for name in entry["scores"]
    )
    return {
        "Score": {"while learning": _key("score"), "examined": _exam},
        "Score in matches": {name: _inside("scores", name) for name in opponents},
        "Loss": {"new games": _key("surprise"), "after fitting": _key("loss")},
        "Entropy of the policy": {"entropy": _key("entropy")},
        "Variance that the value explains": {"explained": _key("explained")},
        "Weights of the best": {name: _item("best", index) for index, name in enumerate(WEIGHTS)},
        "Draws": {"draws": _key("draws")},
    }


def _key(key: str) -> Value:
    return lambda entry: entry.get(key)


def _inside(key: str, name: str) -> Value:
    return lambda entry: (entry.get(key) or {}).get(name)


def _item(key: str, index: int) -> Value:
    def value(entry: Entry) -> Any:
        found = entry.get(key)
        return found[index] if isinstance(found, list) and len(found) == len(WEIGHTS) else None

    return value


def _exam(entry: Entry) -> Any:
    found = entry.get("exam")
    return found.get("mean") if isinstance(found, dict) else found


def _unit(log: Sequence[Entry]) -> str:
    return "generation" if log and "generation" in log[0] else "round"


def _points(log: Sequence[Entry], value: Value) -> Iterator[tuple[float, float]]:
    for number, entry in enumerate(log, 1):
        found = value(entry)
        if isinstance(found, int | float) and not isinstance(found, bool) and abs(found) < 1e12:
            yield float(entry.get("steps", number)), float(found)
