"""What an analysis says: for every step of a game where its values went, for every seat the sums and worst mistakes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reineke.agent import Budget, Decision
from reineke.analysis.judge import Scale
from reineke.game import Game

Span = tuple[float, float]

NAMED = 3
"""How many mistakes are named."""


@dataclass(frozen=True)
class Judged:
    """One seat's choice beside what the judge would have done."""

    turn: int
    seat: int
    action: int
    decision: Decision
    """By what the seat knew."""
    value: float | None
    """What the played action is worth to the seat, on the scale of the analysis; None if the judge does not say."""
    best: float | None
    """What the best is worth; of a mixed strategy, what that brings."""
    cost: float | None
    """The error: how much less the played action is worth; None if that is unknown."""

    @property
    def agreed(self) -> bool:
        """Whether the judge would have done the same."""
        return self.action == self.decision.action

    def json(self, game: Game) -> dict[str, Any]:
        """The judgement as JSON, with actions in text form."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "action": game.action_text(self.action),
            "value": self.value,
            "best": game.action_text(self.decision.action),
            "best_value": self.best,
            "cost": self.cost,
            "decision": self.decision.json(game, times=False),
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], game: Game) -> Judged:
        """A judgement from its JSON."""
        decision = Decision.read(data["decision"], game)
        action = game.parse_action(data["action"])
        return cls(data["turn"], data["seat"], action, decision, data["value"], data["best_value"], data["cost"])


@dataclass(frozen=True)
class Step:
    """From one position to the next that matters: choices, or chance, or what an arbiter did. All tuples have one
    number per seat, and `luck + own + others + rest` is `after - before`."""

    turn: int
    """The number of its first turn in the record, from 1."""
    position: str
    """Before it, in text form."""
    judged: tuple[Judged, ...]
    """The choices made, ascending by seat; empty where chance moved."""
    chance: tuple[str, ...]
    """The outcomes of chance turns, in text form."""
    before: tuple[float, ...]
    after: tuple[float, ...]
    luck: tuple[float, ...]
    """What chance brought, less what it would bring on the average."""
    own: tuple[float, ...]
    """The seat's own error, never above 0."""
    others: tuple[float, ...]
    """What the errors of others brought or took."""
    beaten: tuple[float | None, ...]
    """The odds that chance had brought less than it did, equals counting half; None where it did nothing."""
    rest: tuple[float, ...]
    """How choices met that were made at once, what nobody could know, and what the judge had seen otherwise before."""
    spread: tuple[Span | None, ...] = ()
    """The luck between which eight of ten outcomes lie, a tenth left out at either end; None where chance did
    nothing."""

    def json(self, game: Game) -> dict[str, Any]:
        """The step as JSON."""
        parts = {key: list(getattr(self, key)) for key in ("before", "after", "luck", "own", "others", "rest")}
        chance: dict[str, Any] = {"chance": list(self.chance)} if self.chance else {}
        if any(odds is not None for odds in self.beaten):
            chance["beaten"] = list(self.beaten)
        if any(span is not None for span in self.spread):
            chance["spread"] = [None if span is None else list(span) for span in self.spread]
        choices = [one.json(game) for one in self.judged]
        return {"turn": self.turn, "position": self.position, **chance, **parts, "choices": choices}

    @classmethod
    def read(cls, data: Mapping[str, Any], game: Game) -> Step:
        """A step from its JSON."""
        return cls(
            turn=data["turn"],
            position=data["position"],
            judged=tuple(Judged.read(one, game) for one in data["choices"]),
            chance=tuple(data.get("chance", ())),
            before=tuple(data["before"]),
            after=tuple(data["after"]),
            luck=tuple(data["luck"]),
            own=tuple(data["own"]),
            others=tuple(data["others"]),
            beaten=tuple(data.get("beaten", (None,) * game.seats)),
            rest=tuple(data["rest"]),
            spread=tuple(None if span is None else (span[0], span[1]) for span in data.get("spread", ())),
        )


@dataclass(frozen=True)
class SeatSum:
    """A seat's game: `start + luck + own + others + rest` is `end`."""

    seat: int
    agent: str
    start: float
    end: float
    luck: float
    own: float
    others: float
    rest: float
    decisions: int
    agreed: int
    mistakes: tuple[Judged, ...]
    """The worst, dearest first."""


@dataclass(frozen=True)
class Analysis:
    """A whole game, or as much of it as was judged."""

    game: Game
    agents: tuple[str, ...]
    analyst: str
    budget: Budget
    scale: Scale
    steps: tuple[Step, ...]
    turns: int
    """Of the whole game."""
    complete: bool
    """Whether all of it is judged."""

    @property
    def judged(self) -> list[Judged]:
        """All choices in order."""
        return [one for step in self.steps for one in step.judged]

    def mistakes(self, seat: int | None = None, count: int = NAMED) -> tuple[Judged, ...]:
        """The dearest errors of the game, or of a seat; the earlier first where two cost the same."""
        dear = [one for one in self.judged if one.cost and seat in (None, one.seat)]
        return tuple(sorted(dear, key=lambda one: (-(one.cost or 0.0), one.turn, one.seat))[:count])

    def named(self) -> list[int]:
        """The turns of all named mistakes, of the game and of its seats."""
        lists = [self.mistakes(), *(self.mistakes(seat) for seat in range(self.game.seats))]
        return sorted({one.turn for mistakes in lists for one in mistakes})

    def step(self, one: Judged) -> Step:
        """Where a choice was made."""
        return next(step for step in self.steps if step.turn == one.turn and step.judged)

    def series(self, seat: int) -> list[tuple[int, float]]:
        """A seat's value over the game: (turn, value before it), last the turn after the last."""
        points = [(step.turn, step.before[seat]) for step in self.steps]
        last = self.turns + 1 if self.complete else self.steps[-1].turn + 1 if self.steps else 1
        return [*points, (last, self.steps[-1].after[seat])] if self.steps else points

    def seats(self) -> list[SeatSum]:
        """The sums of every seat."""
        return [self._seat(seat) for seat in range(self.game.seats)]

    def _seat(self, seat: int) -> SeatSum:
        own = [one for one in self.judged if one.seat == seat]
        sums = {
            part: math.fsum(getattr(step, part)[seat] for step in self.steps)
            for part in ("luck", "own", "others", "rest")
        }
        ends = (self.steps[0].before[seat], self.steps[-1].after[seat]) if self.steps else (0.0, 0.0)
        agreed = sum(one.agreed for one in own)
        return SeatSum(
            seat, self.agents[seat], *ends, **sums, decisions=len(own), agreed=agreed, mistakes=self.mistakes(seat)
        )

    def json(self) -> dict[str, Any]:
        """The analysis as JSON."""
        places = [[one.turn, one.seat] for one in self.mistakes()]
        return {
            "game": self.game.spec,
            "agent": self.analyst,
            "budget": {"seconds": self.budget.seconds, "nodes": self.budget.nodes},
            "scale": self.scale,
            "complete": self.complete,
            "turns": self.turns,
            "seats": [_seat_json(seat) for seat in self.seats()],
            "worst": places,
            "steps": [step.json(self.game) for step in self.steps],
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], game: Game) -> Analysis:
        """An analysis from its JSON. Only the times of the judge's decisions are lost on the way."""
        return cls(
            game=game,
            agents=tuple(seat["agent"] for seat in data["seats"]),
            analyst=data["agent"],
            budget=Budget(**data["budget"]),
            scale=data["scale"],
            steps=tuple(Step.read(step, game) for step in data["steps"]),
            turns=data["turns"],
            complete=data["complete"],
        )


def _seat_json(seat: SeatSum) -> dict[str, Any]:
    return {**vars(seat), "mistakes": [one.turn for one in seat.mistakes]}
