"""What a game is, as Python sees it.

A game is an object with options; a position is a *state*, any immutable value. Native games (Rust) and games written
as a Python class offer the same methods, and every search, match, record and page works on both.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Protocol

OVER = -1
"""The turn of a finished game."""

CHANCE = -2
"""The turn of nature: `Game.odds` lists what may happen."""

NO_ACTION = 65535
"""Stands in a joint action for a seat that does not act."""

Turn = int | tuple[int, ...]
"""`OVER`, `CHANCE`, one seat, or a tuple of the seats that choose at once."""

Ranking = Literal["outcome", "points"]
"""How the seats of a finished game are placed: by outcome alone, those who tie sharing the mean of their places; or by
outcome, then by points, those who tie sharing the better place."""


def acting(turn: Turn) -> tuple[int, ...]:
    """The seats that act in a turn."""
    if isinstance(turn, tuple):
        return turn
    return () if turn in (OVER, CHANCE) else (turn,)


class GameError(ValueError):
    """A user's mistake: an unknown name, a broken file, an impossible position. Its text is one clear line."""


class Dice(Protocol):
    """A source of chance. `reineke.Dice(seed)` is one; searches pass their own."""

    def roll(self, sides: int) -> int:
        """A number from 0 to sides - 1, each equally likely."""
        ...


@dataclass(frozen=True)
class View:
    """What one seat is told when it has to decide: what it knows and what it may do. Never the full state."""

    game: Game
    seat: int
    info: Any
    """What the seat knows; in a game without secrets this is the state itself."""
    turn: Turn
    legal: tuple[int, ...]
    """The seat's legal actions, ascending; empty when it does not act."""
    open: Any = None
    """The position itself, for those who judge finished games (`Game.open_view`). None in play."""

    @property
    def text(self) -> str:
        """What the seat knows, as one line."""
        return self.game.info_text(self.info, self.seat)


class Game(ABC):
    """The rules of a game. Subclass it to write a game in Python: the abstract methods suffice for a game without
    secrets; the others have defaults that fit most games.

    States must be immutable; nested tuples of numbers, strings and None need no `text` and `parse` of their own.
    """

    name: ClassVar[str] = ""
    """The name people type; a class may leave it empty and take its own name in lower case."""
    seats: int = 2
    actions: int = 0
    """The size of the action space: actions and chance outcomes are numbers below it."""
    low: float = -1.0
    high: float = 1.0
    """Lowest and highest outcome of a seat."""
    sum: float | None = 0.0
    """What all outcomes add up to, or None if that varies."""
    opening: int = 0
    """How many random plies open a block of a match, where the game itself has no chance."""
    ranking: Ranking = "outcome"
    """How a match places the seats."""
    hidden: bool = False
    """Whether seats know different things."""
    inside: bool = False
    """Whether `play` rolls dice."""

    @property
    def informed(self) -> bool:
        """Whether `evaluate` knows anything."""
        return type(self).evaluate is not Game.evaluate

    @property
    def spec(self) -> str:
        """The name with every option that is not the default: `sawhian(blocked=pass)`."""
        return self.name or type(self).__name__.lower()

    # The rules.

    @abstractmethod
    def start(self, dice: Dice) -> Any:
        """Deals a game."""

    @abstractmethod
    def turn(self, state: Any) -> Turn:
        """Whose move it is."""

    @abstractmethod
    def legal(self, state: Any, seat: int) -> Sequence[int]:
        """The legal actions of an acting seat, ascending, at least one."""

    @abstractmethod
    def play(self, state: Any, action: Any, dice: Dice) -> Any:
        """The state after an action of the one acting seat or a chance outcome (a number), or after a simultaneous turn
        (a tuple with one entry per seat, `NO_ACTION` for those who do not act). Never None."""

    @abstractmethod
    def outcome(self, state: Any) -> Sequence[float]:
        """The result per seat of a finished game."""

    def allowed(self, state: Any, seat: int, action: int) -> bool:
        """Whether a record may hold an action of an acting seat: a legal one, or what a referee enters for a player who
        broke a rule, where `play` takes such a thing."""
        return action in self.legal(state, seat)

    def odds(self, state: Any) -> Sequence[tuple[int, float]]:
        """The outcomes of a chance turn with their odds, ascending by outcome."""
        raise NotImplementedError(f"{self.spec} has a chance turn but no odds()")

    def points(self, state: Any) -> Sequence[float]:
        """The game's own score per seat, at any time."""
        return self.outcome(state) if self.turn(state) == OVER else (0.0,) * self.seats

    def skip(self, state: Any) -> Any | None:
        """The state with the mover's turn left out, or None where the game cannot (used by best-reply search)."""
        return None

    def evaluate(self, state: Any) -> Sequence[float] | None:
        """A judgement of an unfinished position, one number per seat; None: nothing is known."""
        return None

    # What seats know.

    def info(self, state: Any, seat: int) -> Any:
        """What a seat knows of a position."""
        return state

    def sample(self, info: Any, seat: int, dice: Dice) -> Any:
        """A full state that fits what the seat knows, each as likely as it is."""
        return info

    def sample_public(self, info: Any, seat: int, dice: Dice) -> Any:
        """A full state that fits what everybody knows: the seat's own secrets are redrawn too."""
        return self.sample(info, seat, dice)

    def view(self, state: Any, seat: int) -> View:
        """What a seat is told at this position."""
        turn = self.turn(state)
        acts = seat in turn if isinstance(turn, tuple) else turn == seat
        legal = tuple(self.legal(state, seat)) if acts else ()
        return View(self, seat, self.info(state, seat), turn, legal)

    def open_view(self, state: Any, seat: int) -> View:
        """What a seat would be told if nothing were hidden: for judging finished games, never for playing."""
        view = self.view(state, seat)
        return replace(view, open=state) if self.hidden else view

    def event(self, state: Any) -> int | None:
        """Names the next chance event, so that a deal gives the same dice after different choices; None: the number of
        turns played names it."""
        return None

    # Text.

    def text(self, state: Any) -> str:
        """One line that `parse` reads back."""
        return json.dumps(state, separators=(",", ":"))

    def parse(self, text: str) -> Any:
        """The state behind a line of `text`; raises `GameError` for anything else."""
        try:
            return _tuples(json.loads(text))
        except ValueError as error:
            raise GameError(f"not a position of {self.spec}: {text!r}") from error

    def info_text(self, info: Any, seat: int) -> str:
        """What a seat knows, as one line."""
        return self.text(info) if not self.hidden else json.dumps(info, separators=(",", ":"))

    def action_text(self, action: int) -> str:
        """The name of an action."""
        return str(action)

    def parse_action(self, text: str) -> int:
        """The action of that name; raises `GameError` if there is none."""
        wanted = text.strip().lower()
        for action in range(self.actions):
            if self.action_text(action).lower() == wanted:
                return action
        raise GameError(f"no action of {self.spec} is called {text!r}")

    def chance_text(self, outcome: int) -> str:
        """The name of a chance outcome."""
        return str(outcome)

    def parse_chance(self, text: str) -> int:
        """The chance outcome of that name."""
        try:
            return int(text)
        except ValueError as error:
            raise GameError(f"no chance outcome of {self.spec} is called {text!r}") from error

    def json(self, state: Any) -> dict[str, Any]:
        """The position as JSON."""
        return {"text": self.text(state)}

    def parse_json(self, value: Any) -> Any:
        """The state behind `json`."""
        if not isinstance(value, dict) or not isinstance(value.get("text"), str):
            raise GameError('a position needs a string "text"')
        return self.parse(value["text"])

    def board(self, state: Any) -> str:
        """A drawing for terminals; several lines are welcome."""
        return self.text(state)

    def draw(self, state: Any) -> str | None:
        """A drawing as SVG, or None."""
        return None

    # Learning.

    def features(self, state: Any, seat: int) -> Sequence[float]:
        """The position as a seat sees it, for networks; empty where a game has none."""
        return ()


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
