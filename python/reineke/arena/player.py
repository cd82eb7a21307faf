"""One seat's agent at the table: called under watch, timed, and what it does wrong turned into a forfeit.

- `late`: over its seconds by more than 50 ms. The move stands; it is counted.
- `illegal`: an answer that is no legal action.
- `crash`: it raised something, or its process died. `disconnect`: it raised a ConnectionError.
- `hang`: it did not answer within the hang limit.

All but `late` end the game for the seat: its agent is not called again. An agent that raises `Unfit` ends the match.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from time import perf_counter
from typing import Any, Protocol, TypeVar

from reineke.agent import Agent, Budget, Decision, Stop, Unfit
from reineke.game import Game, View
from reineke.record import one_line

LATE_SECONDS = 0.05

Answer = TypeVar("Answer")
Maker = Callable[[str, Game], Agent]
"""`reineke.agents.make` or a stand-in: the agent of a spec."""


class Watch(Protocol):
    """Is told which seat is being asked, so that somebody else can see that it does not answer."""

    def enter(self, seat: int, call: int, limit: float) -> None:
        """A seat's agent is called, for the so-manieth time; it has `limit` seconds."""

    def leave(self) -> None:
        """It has answered."""


class NoWatch:
    """Nobody watches."""

    def enter(self, seat: int, call: int, limit: float) -> None:
        """Nothing to note."""

    def leave(self) -> None:
        """Nothing to note."""


@dataclass(frozen=True)
class Known:
    """A forfeit that an earlier attempt at the same game did not survive: it comes at this call of the seat's agent, or
    when the game ends before."""

    call: int
    kind: str
    message: str


def hang_limit(budget: Budget, hang_seconds: float | None) -> float:
    """How long a decision may take before it counts as none: as told, else 20 times the seconds, at least 10; 600 where
    only nodes are limited."""
    if hang_seconds is not None:
        return hang_seconds
    return max(10.0, 20 * budget.seconds) if budget.seconds is not None else 600.0


def merge(own: Budget | None, match: Budget) -> Budget:
    """The budget of an agent: what it sets itself overrides the match's."""
    if own is None:
        return match
    seconds = own.seconds if own.seconds is not None else match.seconds
    return Budget(seconds, own.nodes if own.nodes is not None else match.nodes)


class Player:
    """An agent in its seat for one game."""

    def __init__(
        self, seat: int, budget: Budget, known: Known | None, watch: Watch, hang_seconds: float | None = None
    ) -> None:
        self.seat = seat
        self.budget = budget
        self.out = False
        """It has forfeited."""
        self.forfeits: list[dict[str, Any]] = []
        self.seconds = 0.0
        """What the last call took."""
        self._agent = Agent()
        self._known = known
        self._calls = 0
        self._watch = watch
        self._hang_seconds = hang_seconds

    def start(self, make: Maker, spec: str, game: Game, seed: int) -> None:
        """Makes the agent and tells it that a game begins."""
        agent = self._call(0, lambda: make(spec, game))
        if agent is not None:
            self._agent = agent
            self.budget = merge(agent.budget, self.budget)
            self._call(0, lambda: agent.start(game, self.seat, seed))

    @property
    def observes(self) -> bool:
        """Whether the agent wants to be told what happens."""
        return not self.out and type(self._agent).observe is not Agent.observe

    def observe(self, view: View, event: Any, turn: int) -> None:
        """Tells the agent what happened."""
        self._call(turn, lambda: self._agent.observe(view, event))

    def decide(self, view: View, turn: int, stop: Stop | None = None) -> Decision | None:
        """The agent's decision, checked; None if it has forfeited."""
        limit = hang_limit(self.budget, self._hang_seconds)
        # Without a budget, a search that can be stopped would not end by itself.
        stops = () if stop is None or self.budget == Budget() else (stop,)
        decision = self._call(turn, lambda: self._agent.decide(view, self.budget, *stops), limit)
        if self.out:
            return None
        if not isinstance(decision, Decision) or not _is_legal(decision.action, view):
            wanted = decision.action if isinstance(decision, Decision) else decision
            self._forfeit("illegal", turn, f"answered {wanted!r}")
            return None
        allowed = self.budget.seconds
        if allowed is not None and self.seconds > allowed + LATE_SECONDS:
            self._note("late", turn, f"{self.seconds:.3f} s of {allowed:g} s")
        return decision

    def finish(self, outcome: tuple[float, ...], turn: int) -> None:
        """Tells the agent that the game is over."""
        if self._known is not None and not self.out:
            self._forfeit(self._known.kind, turn, self._known.message)
        self._call(turn, lambda: self._agent.finish(outcome))

    def _call(self, turn: int, ask: Callable[[], Answer], limit: float | None = None) -> Answer | None:
        """The agent's answer; None if it has forfeited."""
        if self.out:
            return None
        if self._known is not None and self._known.call == self._calls:
            self._forfeit(self._known.kind, turn, self._known.message)
            return None
        if limit is None:
            limit = self._hang_seconds or max(60.0, hang_limit(self.budget, None))
        answer, fault = None, None
        self._watch.enter(self.seat, self._calls, limit)
        begin = perf_counter()
        try:
            answer = ask()
        except (KeyboardInterrupt, Unfit):
            raise
        except ConnectionError as error:
            fault = ("disconnect", describe(error))
        # A panic of native code and sys.exit() are no Exceptions.
        except BaseException as error:
            fault = ("crash", describe(error))
        self.seconds = perf_counter() - begin
        self._watch.leave()
        self._calls += 1
        if fault is None and self.seconds > limit:
            fault = ("hang", hang_message(limit))
        if fault is None:
            return answer
        kind, message = fault
        self._forfeit(kind, turn, message)
        return None

    def _forfeit(self, kind: str, turn: int, message: str) -> None:
        self.out = True
        self._note(kind, turn, message)

    def _note(self, kind: str, turn: int, message: str) -> None:
        self.forfeits.append({"seat": self.seat, "kind": kind, "turn": turn, "message": one_line(message)})


def hang_message(limit: float) -> str:
    """What is said of a seat that did not answer in time."""
    return f"no answer within {limit:g} s"


def describe(error: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    text = one_line(traceback.format_exception_only(error)[-1])
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text} ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else text


def _is_legal(action: Any, view: View) -> bool:
    try:
        return operator.index(action) in view.legal
    except TypeError:
        return False
