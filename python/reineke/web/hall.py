"""All rooms of a server: opening them, finding them again, and what a page needs to know to open one."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from reineke.arena.chance import Nature
from reineke.game import Game, GameError
from reineke.games import load, names
from reineke.games.native import NativeGame, is_family
from reineke.spec import parse
from reineke.web.analyses import Analyses
from reineke.web.levels import LEVELS, checked, levels
from reineke.web.room import Room
from reineke.web.sight import Sight, Window
from reineke.web.store import Chair, Kept, Store
from reineke.web.workers import Workers

ROOMS = 60
"""Rooms that are kept in memory; those that nobody looks at go first, and come back from disk."""
SOME = 10
"""Onlookers that are told of a change at once."""
BUSY = 24
"""Games that agents play alone at once."""
LISTED = 200
SIDES = (8, 80)
"""Shortest and longest side of a board of spe_ed that the page offers."""
CLOCKS = (0.15, 10.0)
SEATS = {"speed": (2, 6), "clever": (1, 4), "pig": (2, 6)}
TITLES = {
    "sawhian": "Sawhian",
    "speed": "spe_ed",
    "clever": "Ganz schön clever",
    "gen1": "Pokémon, generation 1",
    "tictactoe": "Tic-tac-toe",
    "rps": "Rock, paper, scissors",
    "kuhn": "Kuhn poker",
}


class TooMany(GameError):
    """The server has enough to do."""


class Place:
    """A room with the windows that look into it."""

    def __init__(self, kept: Kept, game: Game, store: Store, workers: Workers) -> None:
        self.windows: dict[Window, Any] = {}
        """Every window with what wakes its writer."""
        self.room = Room(kept, game, store, workers, self.tell)
        self.sight = Sight(self.room)
        self._later: list[Any] = []

    def tell(self) -> None:
        """Something has changed: every window is to be told, those who play first. Onlookers follow a few at a time,
        so that a click in between is not kept waiting."""
        self.sight.fresh()
        idle, self._later = not self._later, []
        for window, wake in self.windows.items():
            if window.visitor in self.room.kept.visitors:
                wake()
            else:
                self._later.append(wake)
        if self._later and idle:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_some(self) -> None:
        some, self._later = self._later[:SOME], self._later[SOME:]
        for wake in some:
            wake()
        if self._later:
            asyncio.get_running_loop().call_soon(self._tell_some)


@dataclass(frozen=True)
class Wish:
    """A game that somebody asks for, checked."""

    game: Game
    chairs: list[Chair]
    seed: int
    clock: float | None
    deal: Any = None


class Hall:
    """The rooms. `games` are specs of games that are offered beside the package's own, such as Python files."""

    def __init__(self, store: Store, games: Sequence[str] = (), workers: Workers | None = None) -> None:
        self.store, self.workers = store, workers or Workers()
        self.offered = {name: load(name) for name in names()}
        for spec in games:
            if parse(spec).name not in self.offered:
                self.offered[spec] = load(spec)
        self.analyses = Analyses(store)
        self._places: dict[str, Place] = {}

    # What there is.

    def catalogue(self) -> list[dict[str, Any]]:
        """Every game that may be opened: seats, options, levels."""
        return [self._about(name, game) for name, game in self.offered.items()]

    def _about(self, name: str, game: Game) -> dict[str, Any]:
        family = game.family if isinstance(game, NativeGame) else ""
        low, high = SEATS.get(family, (game.seats, game.seats))
        doc = (inspect.getdoc(type(game)) or "").partition("\n")[0]
        return {
            "name": name,
            "title": self._title(name),
            "about": names().get(name, doc),
            "family": family,
            "seats": list(range(low, high + 1)),
            "usual": game.seats,
            "sides": list(SIDES) if family == "speed" else None,
            "clocks": list(CLOCKS) if family == "speed" else None,
            "secret": game.hidden,
            "levels": levels(game),
        }

    # Opening a room.

    def wish(self, asked: Any, visitor: str) -> Wish:
        """What somebody asks for, as JSON; raises `GameError` with one line if it cannot be."""
        if not isinstance(asked, Mapping):
            raise GameError("a game is asked for with an object")
        unknown = set(asked) - {"game", "options", "seats", "seed", "clock", "name"}
        if unknown:
            raise GameError(f"{sorted(unknown)[0]!r} is unknown")
        game = self._game(asked.get("game"), asked.get("options", {}))
        chairs = self._chairs(asked.get("seats"), game, visitor, clean_name(asked.get("name", "")))
        people = [chair for chair in chairs if chair.spec is None]
        seed = asked.get("seed")
        if seed is not None and (not _whole(seed) or not 0 <= seed < 2**64):
            raise GameError("a seed is a number from 0 to 2^64 - 1")
        if seed is not None and len({chair.owner for chair in people}) > 1:
            raise GameError("where several people play nobody chooses the seed")
        return Wish(game, chairs, secrets.randbits(32) if seed is None else seed, _clock(asked.get("clock"), game))

    def plain_wish(self, game: Game, chairs: list[Chair], seed: int | None = None) -> Wish:
        """A game for chairs that are known to fit."""
        _distinguish(chairs)
        return Wish(game, chairs, secrets.randbits(32) if seed is None else seed, None)

    def _game(self, name: Any, options: Any) -> Game:
        if not isinstance(name, str) or name not in self.offered:
            raise GameError(f"no game is called {str(name)[:40]!r}")
        if not isinstance(options, Mapping) or not all(_whole(value) or _word(value) for value in options.values()):
            raise GameError("options are numbers and words")
        if not options:
            return self.offered[name]
        if not isinstance(self.offered[name], NativeGame):
            raise GameError(f"{name} takes no options here")
        text = ",".join(f"{key}={value}" for key, value in options.items())
        game = load(f"{name}({text})")
        for side in ("width", "height"):
            if side in options and not (_whole(options[side]) and SIDES[0] <= options[side] <= SIDES[1]):
                raise GameError(f"a board has sides of {SIDES[0]} to {SIDES[1]} cells here")
        return game

    def _chairs(self, asked: Any, game: Game, visitor: str, name: str) -> list[Chair]:
        if not isinstance(asked, list) or len(asked) != game.seats:
            raise GameError(f"{game.spec} has {game.seats} seats")
        chairs = [self._chair(one, game, visitor, name) for one in asked]
        if game.hidden and sum(chair.owner is not None for chair in chairs) > 1:
            raise GameError("a game with secrets has one seat for each person")
        for number, chair in enumerate(chairs):
            chair.name = chair.name or f"Seat {number + 1}"
        _distinguish(chairs)
        return chairs

    def _chair(self, asked: Any, game: Game, visitor: str, name: str) -> Chair:
        kind = asked.get("kind") if isinstance(asked, Mapping) else None
        if kind == "you":
            return Chair(owner=visitor, name=name)
        if kind == "open":
            return Chair()
        if kind == "level" and asked.get("level") in LEVELS:
            called = clean_name(asked.get("name", "")) or str(asked["level"]).capitalize()
            return Chair(levels(game)[asked["level"]], asked["level"], name=called)
        if kind == "agent" and isinstance(asked.get("spec"), str):
            spec = checked(asked["spec"], game)
            return Chair(spec, name=spec[:24])
        raise GameError("a seat is you, open, a level or an agent")

    def open(self, wish: Wish, visitor: str) -> str:
        """Opens a room; returns the secret of its link."""
        agents_alone = all(chair.spec is not None for chair in wish.chairs)
        if agents_alone and sum(place.room.running for place in self._places.values()) >= BUSY:
            raise TooMany("agents are playing enough games already: wait for one to end")
        deal = Nature(wish.game, wish.seed, 0).deal() if wish.deal is None else wish.deal
        kept = Kept(
            id=secrets.token_urlsafe(16),
            spec=wish.game.spec,
            deal=wish.game.text(deal),
            seed=wish.seed,
            clock=wish.clock,
            creator=visitor,
            chairs=wish.chairs,
        )
        self.store.add(kept)
        self._enter(kept)
        return kept.id

    def _enter(self, kept: Kept) -> Place:
        game = self.offered.get(kept.spec) or load(kept.spec)
        place = self._places[kept.id] = Place(kept, game, self.store, self.workers)
        place.room.begin()
        self._tidy()
        return place

    def _tidy(self) -> None:
        """Forgets rooms that nobody looks at, the oldest first."""
        idle = [key for key, place in self._places.items() if not place.windows and not place.room.running]
        for key in idle[: max(0, len(self._places) - ROOMS)]:
            self._places.pop(key).room.close()

    # Finding it again.

    def place(self, identity: str) -> Place | None:
        """The room of a link; None if there is none. One that is not in memory comes back from disk."""
        found = self._places.get(identity)
        if found is None:
            kept = self.store.find(identity)
            return None if kept is None else self._enter(kept)
        self._places[identity] = self._places.pop(identity)  # the latest is the last
        return found

    def wake(self) -> None:
        """After a restart: games that agents play alone go on, and analyses that were asked for are made."""
        for kept in list(self.store.games()):
            resigned = {forfeit["seat"] for forfeit in kept.forfeits if forfeit["kind"] == "disconnect"}
            people = [seat for seat, chair in enumerate(kept.chairs) if chair.spec is None]
            if kept.result is None and resigned >= set(people):
                self.place(kept.id)
        for identity, strength in self.store.wanted():
            with contextlib.suppress(GameError):  # a game that this version cannot play any more
                place = self.place(identity)
                if place is not None and place.room.over:
                    self.analyses.start(identity, strength, place.room.record())

    def listed(self, visitor: str) -> Iterator[dict[str, Any]]:
        """The games of a visitor, the latest first."""
        for kept in self.store.games_of(visitor, LISTED):
            yield {
                "id": kept.id,
                "game": kept.spec,
                "title": self._title(kept.spec),
                "created": kept.created,
                "changed": kept.changed,
                "turns": self.store.length(kept.id),
                "over": kept.result is not None,
                "result": kept.result,
                "clock": kept.clock,
                "seats": [
                    {"name": chair.name, "agent": chair.spec, "mine": chair.owner == visitor} for chair in kept.chairs
                ],
            }

    def _title(self, spec: str) -> str:
        name, game = parse(spec).name, self.offered.get(spec)
        if name in names():
            return TITLES.get(name, name.capitalize())
        return PurePath(name).stem.capitalize() if game is None else type(game).__name__

    def title(self, kept: Kept) -> str:
        """What a game is called."""
        return self._title(kept.spec)

    def close(self) -> None:
        """Ends all rooms and analyses."""
        self.analyses.close()
        for place in self._places.values():
            place.room.close()
        self.store.close()


def _distinguish(chairs: Sequence[Chair]) -> None:
    """Numbers players of the same name."""
    for name in {chair.name for chair in chairs}:
        same = [chair for chair in chairs if chair.name == name]
        for number, chair in enumerate(same, 1):
            if len(same) > 1:
                chair.name = f"{name} {number}"


def clean_name(value: Any) -> str:
    """A person's name as it may be shown."""
    if not isinstance(value, str):
        raise GameError("a name is a text")
    return "".join(letter for letter in value if letter.isprintable()).strip()[:24]


def _clock(value: Any, game: Game) -> float | None:
    if value is None:
        return None
    low, high = CLOCKS
    if not is_family(game, "speed"):
        raise GameError("only spe_ed is played in real time")
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise GameError(f"a turn in real time takes {low:g} to {high:g} seconds")
    return float(value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _word(value: Any) -> bool:
    return isinstance(value, str) and value.isalnum() and len(value) <= 20
