"""What an agent is: something that is shown a View and answers with a Decision."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reineke.game import Game, View


@dataclass(frozen=True)
class Budget:
    """How much thought a decision may take. With both limits, the first to be reached ends it."""

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds <= 86_400:
            raise ValueError(f"a time budget is a number of seconds above 0 and up to 86400, not {self.seconds}")
        if self.nodes is not None and not 0 < self.nodes <= 10**15:
            raise ValueError(f"a node budget is a number above 0, not {self.nodes}")


@dataclass(frozen=True)
class Choice:
    """What a search thinks of one action."""

    action: int
    value: float
    """For the deciding seat."""
    values: tuple[float, ...] | None = None
    """For every seat, where the search knows it."""
    visits: int = 0
    share: float = 0.0
    """How often a mixed strategy plays it; 1 for the move of a pure one."""
    proven: bool = False


@dataclass(frozen=True)
class Decision:
    """An action and why."""

    action: int
    value: float | None = None
    choices: tuple[Choice, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[str, ...] = ()
    """The expected course of play, as text, one entry a turn."""
    proven: bool = False
    beliefs: tuple[tuple[str, float], ...] = ()
    """Hidden information: full positions in text form that the decision rests on, with their weights."""
    note: str = ""

    def json(self, game: Game, *, times: bool = True) -> dict[str, Any]:
        """The Decision as JSON, with actions in text form."""
        data: dict[str, Any] = {
            "action": game.action_text(self.action),
            "value": self.value,
            "choices": [
                {
                    "action": game.action_text(choice.action),
                    "value": choice.value,
                    **({"values": list(choice.values)} if choice.values is not None else {}),
                    "visits": choice.visits,
                    "share": choice.share,
                    "proven": choice.proven,
                }
                for choice in self.choices
            ],
            "depth": self.depth,
            "nodes": self.nodes,
            "line": list(self.line),
            "proven": self.proven,
        }
        if times:
            data["seconds"] = self.seconds
        if self.beliefs:
            data["beliefs"] = [{"position": text, "weight": weight} for text, weight in self.beliefs]
        if self.note:
            data["note"] = self.note
        return data

    @classmethod
    def read(cls, data: Mapping[str, Any], game: Game) -> Decision:
        """A Decision from its JSON."""
        return cls(
            action=game.parse_action(data["action"]),
            value=data.get("value"),
            choices=tuple(_choice(one, game) for one in data.get("choices", ())),
            depth=data.get("depth", 0),
            nodes=data.get("nodes", 0),
            seconds=data.get("seconds", 0.0),
            line=tuple(data.get("line", ())),
            proven=data.get("proven", False),
            beliefs=tuple((one["position"], one["weight"]) for one in data.get("beliefs", ())),
            note=data.get("note", ""),
        )


def _choice(data: Mapping[str, Any], game: Game) -> Choice:
    values = data.get("values")
    return Choice(
        action=game.parse_action(data["action"]),
        value=math.nan if data["value"] is None else data["value"],
        values=None if values is None else tuple(values),
        visits=data.get("visits", 0),
        share=data.get("share", 0.0),
        proven=data.get("proven", False),
    )


@dataclass
class Stop:
    """A flag that ends a search early: `set()` it, and the search returns its best move so far within 5 ms."""

    _flag: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self._flag is None:
            from reineke._core import StopFlag

            self._flag = StopFlag()

    def set(self) -> None:
        self._flag.set()

    def is_set(self) -> bool:
        return bool(self._flag.is_set())

    def clear(self) -> None:
        self._flag.clear()


Progress = Callable[[Decision], None]


class Unfit(Exception):
    """Raised by an agent of which no game can be judged: what it needs outside this package is broken. The match ends
    with this as its one line, and the game does not count."""


class Agent:
    """A player. Only `decide` must be written:

    >>> class First(Agent):
    ...     def decide(self, view, budget, stop=None, progress=None):
    ...         return Decision(view.legal[0])
    """

    spec: str = ""
    """The text that names this agent; set by the registry."""
    budget: Budget | None = None
    """A budget of its own, which overrides the match's."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. The seed is the agent's own; it never derives from the deal."""

    def observe(self, view: View, event: Any) -> None:
        """Something happened: the seat's new View, and the turn as the seat saw it."""

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        """The seat has to act."""
        raise NotImplementedError

    def ponder(self, view: View, stop: Stop) -> None:
        """Others are thinking; use the time until `stop` is set."""

    def finish(self, outcome: tuple[float, ...]) -> None:
        """The game is over."""
