"""A training run: a folder with its parameters, its log and its checkpoint.

    run.json          game, recipe, every option, seed and version
    log.jsonl         one line per step
    checkpoint.json   the state behind the last step, and how long the log was then
    result.json       the weights that came out, or the file that holds them, once the run is finished

A step is a pure function of the options, its number and the state before it, and JSON keeps every bit of a float: a run
that is killed and resumed writes what an uninterrupted one would have written. Files appear whole or not at all.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from reineke import _core
from reineke.game import GameError
from reineke.learn.bar import Bar

FORMAT = 1
Entry = dict[str, Any]
"""A line of the log."""
O = TypeVar("O")  # noqa: E741


class Learner(Protocol):
    """A learner that goes in steps."""

    unit: str
    """What a step is called."""
    total: int

    def start(self) -> Any:
        """The state before the first step, as JSON."""

    def valid(self, state: Any, done: int) -> bool:
        """Whether a state read back can stand behind so many steps; may raise ValueError or TypeError for no."""

    def step(self, number: int, state: Any) -> tuple[Any, Entry]:
        """The state after a step, and its line in the log."""

    def result(self, last: Entry) -> list[float] | dict[str, Any]:
        """The weights that came out, from the last line of the log; or what result.json should say instead."""


@dataclass(frozen=True)
class Run(Generic[O]):
    """A folder and what is done in it."""

    folder: Path
    game: str
    recipe: str
    learner: str
    options: O
    quiet: bool = False
    title: str = ""
    """Stands before the progress bar."""

    @property
    def log(self) -> Path:
        """One line per step."""
        return self.folder / "log.jsonl"

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.json"

    @property
    def result(self) -> Path:
        """What came out."""
        return self.folder / "result.json"

    def save(self) -> None:
        """Writes run.json, and with it makes the folder a run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data = {
            "format": FORMAT,
            "game": self.game,
            "recipe": self.recipe,
            "learner": self.learner,
            "options": asdict(self.options),  # type: ignore[call-overload]
            "version": _core.__version__,
        }
        write_json(self.folder / "run.json", data)

    def steps(self, learner: Learner) -> None:
        """Does the steps that are still missing."""
        done, state = self._restore(learner)
        with (
            Bar(f"{self.title} {learner.unit}".strip(), learner.total, done, self.quiet) as bar,
            self.log.open("ab") as log,
        ):
            for number in range(done, learner.total):
                started = time.perf_counter()
                state, entry = learner.step(number, state)
                entry["seconds"] = round(time.perf_counter() - started, 3)
                log.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
                log.flush()
                os.fsync(log.fileno())
                write_json(self._checkpoint, {"done": number + 1, "log_bytes": log.tell(), "state": state})
                bar.show(number + 1, entry)
        last = list(read_log(self.log))[-1]
        result = learner.result(last)
        write_json(self.result, result if isinstance(result, dict) else {"weights": result})

    def _restore(self, learner: Learner) -> tuple[int, Any]:
        """Steps done and the state behind them; cuts off what the log has beyond the checkpoint."""
        path = self._checkpoint
        if not path.exists():
            self.log.write_bytes(b"")
            return 0, learner.start()
        try:
            data = json.loads(path.read_bytes())
            done, size, state = data["done"], data["log_bytes"], data["state"]
            if not (type(done) is type(size) is int and done > 0 and size > 0 and learner.valid(state, done)):
                raise ValueError
        except (ValueError, TypeError, KeyError):
            raise GameError(f"{path}: not a checkpoint of this run") from None
        if not self.log.exists() or self.log.stat().st_size < size:
            raise GameError(f"{self.log}: shorter than the checkpoint says; the run cannot go on")
        kept = self.log.read_bytes()[:size]
        if sum(1 for _ in read_log(self.log, kept)) != done:
            raise GameError(f"{self.log}: does not fit the checkpoint; the run cannot go on")
        os.truncate(self.log, size)
        return done, state


def read_run(folder: Path) -> dict[str, Any]:
    """What run.json says."""
    path = folder / "run.json"
    if not path.is_file():
        raise GameError(f"{folder}: there is no training run")
    try:
        data = json.loads(path.read_bytes())
        if data["format"] != FORMAT or not isinstance(data["options"], dict):
            raise ValueError
        for key in ("game", "recipe", "learner"):
            if not isinstance(data[key], str):
                raise ValueError
    except (ValueError, TypeError, KeyError):
        raise GameError(f"{path}: not the parameters of a training run") from None
    return dict(data)


def read_log(path: Path, content: bytes | None = None) -> Iterator[Entry]:
    """The lines of a log; a last line without an end was never finished and is left out."""
    if content is None:
        if not path.is_file():
            raise GameError(f"{path}: there is no log")
        content = path.read_bytes()
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            raise GameError(f"{path}: line {number} is not a line of a training log")
        yield entry


def write_json(path: Path, data: Any) -> None:
    """Writes a file whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(data, file, separators=(",", ":"))
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
