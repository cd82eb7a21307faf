"""Games in SQLite, in a folder that can be seen and moved: every turn is on disk before anybody is told of it."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from reineke.game import GameError

FILE = "games.sqlite"
OWNER = "owner"
LOCK = "server"
VERSION = 1
_APPLICATION = 0x52656977  # "Reiw"
_SCHEMA = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE game (
    id TEXT PRIMARY KEY,            -- the secret of its link
    created REAL NOT NULL,          -- seconds since 1970, as changed
    changed REAL NOT NULL,
    spec TEXT NOT NULL,
    deal TEXT NOT NULL,
    seed TEXT NOT NULL,             -- up to 64 bits, more than a signed number holds
    clock REAL,                     -- seconds a turn where the game is played in real time
    creator TEXT NOT NULL,          -- a visitor, hashed
    chairs TEXT NOT NULL,           -- who sits where, as JSON
    forfeits TEXT NOT NULL DEFAULT '[]',
    result TEXT                     -- once it is over
);
CREATE TABLE turn (
    game TEXT NOT NULL REFERENCES game,
    number INTEGER NOT NULL,
    played TEXT NOT NULL,           -- as a record has it
    seconds TEXT NOT NULL,          -- by seat
    thoughts TEXT NOT NULL,         -- by seat, the Decisions of agents
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE choice (               -- of somebody who waits for the others of a simultaneous turn
    game TEXT NOT NULL REFERENCES game,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action INTEGER NOT NULL,
    PRIMARY KEY (game, number, seat)
) WITHOUT ROWID;
COMMIT;
"""
_LATER = """
CREATE TABLE IF NOT EXISTS analysis (
    game TEXT NOT NULL REFERENCES game,
    strength TEXT NOT NULL,
    made REAL NOT NULL,
    data BLOB NOT NULL,             -- its JSON, compressed; empty while it is asked for
    PRIMARY KEY (game, strength)
) WITHOUT ROWID;
"""
"""What folders of earlier versions do not have yet."""


class Full(Exception):
    """Nothing can be written: the disk is full or gone. What was to be kept has not happened."""


@dataclass
class Chair:
    """A seat and who has it."""

    spec: str | None = None
    """The agent; None: a person."""
    level: str | None = None
    """The named strength that the agent was chosen by."""
    owner: str | None = None
    """The person, hashed; None while the seat is free."""
    name: str = ""
    agrees: bool = False
    """The person agrees that all may see thoughts while the game goes on."""


@dataclass
class Kept:
    """A game as it is kept."""

    id: str
    spec: str
    deal: str
    seed: int
    clock: float | None
    creator: str
    chairs: list[Chair]
    created: float = field(default_factory=time.time)
    changed: float = field(default_factory=time.time)
    forfeits: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None

    @property
    def visitors(self) -> set[str]:
        """Everybody who has to do with the game."""
        return {self.creator} | {chair.owner for chair in self.chairs if chair.owner is not None}


@dataclass(frozen=True)
class Turn:
    """A turn as it is kept."""

    played: list[Any]
    seconds: dict[int, float | None]
    thoughts: dict[int, dict[str, Any]]


def default_folder() -> Path:
    """Where games are kept unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "reineke"


def hashed(visitor: str) -> str:
    """What is kept of a visitor's secret."""
    return hashlib.blake2b(visitor.encode(), digest_size=16, person=b"visitor").hexdigest()


class Store:
    """The folder. One server at a time uses it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.fdopen(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+")
        except OSError as error:
            raise GameError(f"{folder}: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._base = _open(folder / FILE)
        except BlockingIOError:
            address = self._lock.read().strip()
            self._lock.close()
            raise Taken(folder, address) from None
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        """Leaves one plain file."""
        self._base.close()
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.close()

    def announce(self, address: str) -> None:
        """Writes down where the server is, for whoever finds the folder taken."""
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.write(address)
        self._lock.flush()

    def owner(self) -> str:
        """The secret of the folder's owner, made when it is first asked for."""
        path = self.folder / OWNER
        if not path.exists():
            with self._writing(), os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(16))
        return path.read_text("utf-8").strip()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            raise Full(str(error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._writing():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    # Games.

    def add(self, game: Kept) -> None:
        """Keeps a new game."""
        with self._transaction() as base:
            columns = (game.id, game.created, game.changed, game.spec, game.deal, str(game.seed), game.clock)
            chairs = json.dumps([asdict(chair) for chair in game.chairs])
            base.execute(
                "INSERT INTO game (id, created, changed, spec, deal, seed, clock, creator, chairs) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*columns, game.creator, chairs),
            )

    def find(self, identity: str) -> Kept | None:
        """The game of a link."""
        row = self._base.execute("SELECT * FROM game WHERE id = ?", (identity,)).fetchone()
        return None if row is None else _kept(row)

    def games(self) -> Iterator[Kept]:
        """Every game, the latest first."""
        for row in self._base.execute("SELECT * FROM game ORDER BY changed DESC").fetchall():
            yield _kept(row)

    def games_of(self, visitor: str, most: int) -> list[Kept]:
        """The games that a visitor has to do with, the latest first."""
        query = "SELECT * FROM game WHERE creator = ?1 OR instr(chairs, ?1) ORDER BY changed DESC LIMIT ?2"
        found = map(_kept, self._base.execute(query, (visitor, most)))
        return [game for game in found if visitor in game.visitors]

    def sit(self, game: Kept) -> None:
        """Keeps who sits where."""
        with self._transaction() as base:
            chairs = json.dumps([asdict(chair) for chair in game.chairs])
            base.execute("UPDATE game SET chairs = ?, changed = ? WHERE id = ?", (chairs, time.time(), game.id))

    def length(self, identity: str) -> int:
        """How many turns of a game were played."""
        found = self._base.execute("SELECT count(*) FROM turn WHERE game = ?", (identity,)).fetchone()
        return int(found[0])

    def turns(self, identity: str) -> list[Turn]:
        """The turns of a game."""
        rows = self._base.execute(
            "SELECT played, seconds, thoughts FROM turn WHERE game = ? ORDER BY number", (identity,)
        )
        return [Turn(json.loads(played), _seats(seconds), _seats(thoughts)) for played, seconds, thoughts in rows]

    def append(
        self,
        identity: str,
        number: int,
        turn: Turn,
        forfeits: list[dict[str, Any]],
        result: dict[str, Any] | None = None,
    ) -> None:
        """Keeps a turn, and with the last one the result."""
        with self._transaction() as base:
            parts = (json.dumps(part) for part in (turn.played, turn.seconds, turn.thoughts))
            base.execute("INSERT INTO turn VALUES (?, ?, ?, ?, ?)", (identity, number, *parts))
            base.execute("DELETE FROM choice WHERE game = ?", (identity,))
            told = None if result is None else json.dumps(result)
            base.execute(
                "UPDATE game SET changed = ?, forfeits = ?, result = ? WHERE id = ?",
                (time.time(), json.dumps(forfeits), told, identity),
            )

    def rewind(self, identity: str, turns: int) -> None:
        """Takes back all but the first turns."""
        with self._transaction() as base:
            base.execute("DELETE FROM turn WHERE game = ? AND number >= ?", (identity, turns))
            base.execute("DELETE FROM choice WHERE game = ?", (identity,))
            base.execute(
                "UPDATE game SET changed = ?, forfeits = '[]', result = NULL WHERE id = ?", (time.time(), identity)
            )

    def forfeit(self, identity: str, forfeits: list[dict[str, Any]]) -> None:
        """Keeps who has given up."""
        with self._transaction() as base:
            base.execute("UPDATE game SET forfeits = ? WHERE id = ?", (json.dumps(forfeits), identity))

    def choose(self, identity: str, number: int, seat: int, action: int) -> None:
        """Keeps a choice until the others have chosen."""
        with self._transaction() as base:
            base.execute("INSERT OR REPLACE INTO choice VALUES (?, ?, ?, ?)", (identity, number, seat, action))

    def choices(self, identity: str, number: int) -> dict[int, int]:
        """What has been chosen in a turn so far, by seat."""
        query = "SELECT seat, action FROM choice WHERE game = ? AND number = ?"
        return dict(self._base.execute(query, (identity, number)).fetchall())

    # Analyses.

    def keep_analysis(self, identity: str, strength: str, data: bytes = b"") -> None:
        """Keeps what was found out about a finished game; without data, that somebody asks for it."""
        with self._transaction() as base:
            row = identity, strength, time.time(), data
            base.execute("INSERT OR REPLACE INTO analysis VALUES (?, ?, ?, ?)", row)

    def drop_analysis(self, identity: str, strength: str) -> None:
        """Nobody asks for an analysis any more."""
        with self._transaction() as base:
            base.execute("DELETE FROM analysis WHERE game = ? AND strength = ?", (identity, strength))

    def wanted(self) -> list[tuple[str, str]]:
        """Games and strengths of analyses that are asked for and not made yet, the first first."""
        found = self._base.execute("SELECT game, strength FROM analysis WHERE length(data) = 0 ORDER BY made")
        return list(found.fetchall())

    def analyses(self, identity: str) -> list[str]:
        """The strengths of the analyses that are kept of a game."""
        found = self._base.execute("SELECT strength FROM analysis WHERE game = ? AND length(data) > 0", (identity,))
        return [strength for (strength,) in found]

    def analysis(self, identity: str, strength: str) -> bytes | None:
        """A kept analysis."""
        query = "SELECT data FROM analysis WHERE game = ? AND strength = ? AND length(data) > 0"
        found = self._base.execute(query, (identity, strength)).fetchone()
        return None if found is None else bytes(found[0])


class Taken(GameError):
    """Another server uses the folder."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(f"{folder} is in use by another server{f': {address}' if address else ''}")
        self.address = address


def _open(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        kind, version = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            base.executescript(_SCHEMA)
        elif (kind, version) != (_APPLICATION, VERSION):
            raise GameError(f"{path}: no games of this version's")
        base.executescript(_LATER)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")  # a commit outlives the process
    except sqlite3.Error as error:
        base.close()
        raise GameError(f"{path}: {error}") from error
    except GameError:
        base.close()
        raise
    return base


def _seats(text: str) -> dict[int, Any]:
    return {int(seat): value for seat, value in json.loads(text).items()}


def _kept(row: tuple[Any, ...]) -> Kept:
    identity, created, changed, spec, deal, seed, clock, creator, chairs, forfeits, result = row
    return Kept(
        id=identity,
        spec=spec,
        deal=deal,
        seed=int(seed),
        clock=clock,
        creator=creator,
        chairs=[Chair(**chair) for chair in json.loads(chairs)],
        created=created,
        changed=changed,
        forfeits=json.loads(forfeits),
        result=None if result is None else json.loads(result),
    )
