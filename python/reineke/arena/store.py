"""Results in SQLite: many runs in one file, one transaction per finished game, so that kill -9 loses none.

A store is written in WAL mode and left as one plain file when it is closed.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from reineke.arena.play import GameResult
from reineke.arena.schedule import Job, Run
from reineke.game import GameError

VERSION = 1
_APPLICATION = 0x5265696E  # "Rein"
_SCHEMA = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,           -- game, specs, budget, seed, seatings, version as one JSON list
    seconds REAL NOT NULL DEFAULT 0     -- time spent on it, summed over all sessions
);
CREATE TABLE game (
    run INTEGER NOT NULL REFERENCES run,
    block INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    seating TEXT NOT NULL,              -- for each seat the player, a position in the run's specs
    outcome TEXT NOT NULL,              -- per seat, as are points and micros
    points TEXT NOT NULL,
    forfeits TEXT NOT NULL,
    micros TEXT NOT NULL,               -- microseconds of each decision
    digest TEXT NOT NULL,               -- equal for games with equal deal and turns
    record TEXT,
    PRIMARY KEY (run, block, rotation)
) WITHOUT ROWID;
COMMIT;
"""


@dataclass(frozen=True)
class StoredRun:
    """A run in a store."""

    number: int
    run: Run
    seconds: float


class Store:
    """A file of results. `Store(None)` keeps results in memory, without the records."""

    def __init__(self, path: str | Path | None, *, create: bool = True) -> None:
        self.path = None if path is None else Path(path)
        self._writes = create and path is not None
        if self.path is None:
            self._base = sqlite3.connect(":memory:", isolation_level=None)
            self._base.executescript(_SCHEMA)
            return
        if not self.path.exists() and not create:
            raise GameError(f"{self.path}: there is no such file")
        with self._errors():
            if create and (not self.path.exists() or self.path.stat().st_size == 0):
                _create(self.path)
            _check(self.path)
            self._base = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            if create:
                self._base.execute("PRAGMA journal_mode = WAL")
                # A commit outlives the process; only a power cut may take the last ones, which a resumed run replays.
                self._base.execute("PRAGMA synchronous = NORMAL")

    def begin(self, run: Run) -> int:
        """The number of a run, which is added if it is new."""
        with self._errors():
            self._base.execute("INSERT OR IGNORE INTO run (key) VALUES (?)", (run.key,))
            number: int = self._base.execute("SELECT id FROM run WHERE key = ?", (run.key,)).fetchone()[0]
        return number

    def runs(self) -> list[StoredRun]:
        """All runs, in the order in which they were begun."""
        with self._errors():
            rows = self._base.execute("SELECT id, key, seconds FROM run ORDER BY id").fetchall()
            return [StoredRun(number, Run.parse(key), seconds) for number, key, seconds in rows]

    def seconds(self, number: int) -> float:
        """The time spent on a run."""
        with self._errors():
            return float(self._base.execute("SELECT seconds FROM run WHERE id = ?", (number,)).fetchone()[0])

    def done(self, number: int) -> set[tuple[int, int]]:
        """Block and rotation of every finished game of a run."""
        with self._errors():
            return set(self._base.execute("SELECT block, rotation FROM game WHERE run = ?", (number,)))

    def add(self, number: int, game: GameResult, seconds: float) -> None:
        """Keeps a finished game, and that so much more time has been spent on the run."""
        job = game.job
        row = (
            number,
            job.block,
            job.rotation,
            *map(_dump, (job.seating, game.outcome, game.points, game.forfeits, game.micros)),
            game.digest,
            None if self.path is None else game.record,
        )
        with self._errors():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                self._base.execute(f"INSERT OR IGNORE INTO game VALUES ({','.join('?' * len(row))})", row)
                self._base.execute("UPDATE run SET seconds = seconds + ? WHERE id = ?", (seconds, number))
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def games(self, number: int, blocks: int | None = None) -> list[GameResult]:
        """The finished games of a run (of its first blocks), by block and rotation; without their records."""
        with self._errors():
            rows = self._base.execute(
                "SELECT block, rotation, seating, outcome, points, forfeits, micros, digest FROM game"
                " WHERE run = ? AND (? IS NULL OR block < ?) ORDER BY block, rotation",
                (number, blocks, blocks),
            )
            return [_game(*row) for row in rows]

    def records(self, number: int) -> Iterator[tuple[int, int, str]]:
        """Block, rotation and record of every finished game of a run, in that order."""
        with self._errors():
            yield from self._base.execute(
                "SELECT block, rotation, record FROM game WHERE run = ? ORDER BY block, rotation", (number,)
            )

    def close(self) -> None:
        """Leaves one plain file, unless somebody else still has it open."""
        try:
            if self._writes:
                self._base.execute("PRAGMA busy_timeout = 0")
                self._base.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error:
            pass
        finally:
            self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except GameError:
            raise
        except (OSError, sqlite3.Error, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise GameError(f"{self.path}: {reason}") from error


def _create(path: Path) -> None:
    """Makes an empty store; it appears under its name only when it is complete."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        new = Path(folder) / "store"
        with closing(sqlite3.connect(new)) as base:
            base.executescript(_SCHEMA)
        new.replace(path)


def _check(path: Path) -> None:
    """Refuses what is not a store of this version, by the first bytes alone: nothing is opened that is not ours."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        raise GameError(f"{path}: not a store of results (not an SQLite file)")
    if int.from_bytes(head[68:72], "big") != _APPLICATION:
        raise GameError(f"{path}: not a store of results (an SQLite file of another program)")
    version = int.from_bytes(head[60:64], "big")
    if version != VERSION:
        raise GameError(f"{path}: a store of version {version}; this version reads {VERSION}")


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _game(
    block: int, rotation: int, seating: str, outcome: str, points: str, forfeits: str, micros: str, digest: str
) -> GameResult:
    job = Job(block, rotation, tuple(json.loads(seating)))
    times = tuple(map(tuple, json.loads(micros)))
    return GameResult(
        job, tuple(json.loads(outcome)), tuple(json.loads(points)), json.loads(forfeits), times, digest, record=""
    )
