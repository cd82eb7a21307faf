"""Stored runs, and how pages show them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from reineke import _core, models

ROOT = Path(__file__).resolve().parent.parent

Match = dict[str, Any]
"""What `reineke match … --json` prints."""


@dataclass(frozen=True)
class Runs:
    """A folder of runs, one JSON file each."""

    folder: Path

    def load(self, name: str) -> Match:
        """A stored run."""
        data: Match = json.loads((self.folder / f"{name}.json").read_text("utf-8"))
        return data

    def find(self, name: str) -> Match | None:
        """A stored run, or None where there is none."""
        return self.load(name) if (self.folder / f"{name}.json").is_file() else None


@contextmanager
def mapper(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Maps in this process, or in several that begin afresh; in these, results come as they are done."""
    if jobs == 1:
        yield map
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield pool.imap_unordered


def command(match: Match) -> str:
    """What a person types to repeat a match."""
    options = ",".join(f"{key}={value}" for key, value in match["options"].items())
    specs = [f"{match['game']}({options})" if options else match["game"], *(a["spec"] for a in match["agents"])]
    typed = " ".join(f'"{spec}"' if "(" in spec else spec for spec in specs)
    seconds, nodes = match["budget"]["seconds"], match["budget"]["nodes"]
    budget = (f" --time {seconds}" if seconds is not None else "") + (f" --nodes {nodes}" if nodes is not None else "")
    return f"reineke match {typed} -n {match['blocks']}{budget} --seed {match['seed']}"


def played(match: Match) -> str:
    """The command of a match and how many games it was."""
    return f"`{command(match)}`, {match['games']} games, {match['distinct_games']} distinct."


def span(ends: list[float]) -> str:
    """An interval."""
    low, high = ends
    return f"{low:.3f} to {high:.3f}"


def aborts(match: Match) -> int:
    """Games that a side did not play to the end; late decisions stand."""
    return sum(count for agent in match["agents"] for kind, count in agent["forfeits"].items() if kind != "late")


def core() -> str:
    """A digest of the core and of the networks of the package: what others played are other games."""
    files = [Path(_core.__file__), *(models.path(name) for name in sorted(models.shipped()))]
    return blake2b(b"".join(map(Path.read_bytes, files)), digest_size=4).hexdigest()


def store_of(name: str, folder: Path) -> Path:
    """Where a match that is being played is kept; games of another core are set apart."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}-{core()}.sqlite"


def write(path: Path, data: Any) -> Path:
    """Writes a run, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return new.replace(path)
