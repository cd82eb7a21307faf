"""Where the values of a game went. What the judge said of each position becomes steps, each split into luck, errors and
the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reineke.agent import Choice, Decision
from reineke.analysis.judge import Scale, Values
from reineke.analysis.result import Judged, Span, Step
from reineke.game import Game
from reineke.record import Played

SQUASH = 8.0
"""Divisor that brings evaluations on a scale of their own onto the outcome's range, as in the tree search."""
ROUNDING = 1e-6

Known = tuple[float, ...]


@dataclass(frozen=True)
class Place:
    """A position in which somebody decides, or the last one, as the judge sees it."""

    turn: int
    state: Any
    played: Played | None
    values: Values
    decisions: dict[int, Decision]


@dataclass(frozen=True)
class Passage:
    """The way to a place: what chance did, and what else it might have done."""

    turn: int
    """The number of its first chance turn."""
    state: Any
    """Before the chance turns."""
    chance: tuple[str, ...]
    inside: bool
    """Dice were rolled inside the turn before."""
    here: Values
    """At a glance: what chance brought."""
    might: tuple[tuple[float, Values], ...]
    """Weights and values of what it might have brought."""


class Account:
    """The steps of a game. `passages` has one entry per place, of the way to it; None where chance did nothing."""

    def __init__(self, game: Game, scale: Scale, places: Sequence[Place], passages: Sequence[Passage | None]) -> None:
        self.game, self.places, self.passages, self._scale = game, places, passages, scale
        self._squashed = scale == "outcome" and any(map(self._outside, self._said()))
        self._values = self._filled()

    def steps(self) -> Iterator[Step]:
        """All steps in order."""
        if self.places and (first := self.passages[0]) is not None:
            yield self._chance(first, self._values[0])
        for index in range(len(self.places) - 1):
            after, passage = self._values[index + 1], self.passages[index + 1]
            luck = self._none if passage is None else self._luck(passage)
            apart = passage is not None and not passage.inside
            yield self._choice(index, less(after, luck) if apart else after, self._none if apart else luck)
            if passage is not None and apart:
                yield self._chance(passage, after)

    @property
    def _none(self) -> Known:
        return (0.0,) * self.game.seats

    def _chance(self, passage: Passage, after: Known) -> Step:
        luck = self._luck(passage)
        text, none = self.game.text(passage.state), self._none
        beaten, spread = self._beaten(passage), self._spread(passage)
        before = less(after, luck)
        return Step(passage.turn, text, (), passage.chance, before, after, luck, none, none, beaten, none, spread)

    def _choice(self, index: int, after: Known, luck: Known) -> Step:
        place, before, passage = self.places[index], self._values[index], self.passages[index + 1]
        judged = tuple(self._judged(place, less(after, luck)))
        own, others = [0.0] * self.game.seats, [0.0] * self.game.seats
        for one in judged:
            for seat, change in enumerate(self._effects(one)):
                (own if seat == one.seat else others)[seat] += change
        rest = less(less(less(less(after, before), luck), own), others)
        inside = passage is not None and passage.inside
        chance = passage.chance if passage is not None and inside else ()
        beaten = self._beaten(passage) if passage is not None and inside else (None,) * self.game.seats
        spread = self._spread(passage) if passage is not None and inside else ()
        text, mine, theirs = self.game.text(place.state), tuple(own), tuple(others)
        return Step(place.turn, text, judged, chance, before, after, luck, mine, theirs, beaten, rest, spread)

    # What choices cost.

    def _judged(self, place: Place, came: Known) -> Iterator[Judged]:
        """`came` is what the choices led to, luck aside. That is what an action is worth which the search did not try,
        where nobody else chose and nothing is hidden."""
        for seat, action in () if place.played is None else place.played.actions:
            decision = place.decisions[seat]
            value, best = self._value(decision, action), self._best(decision)
            alone = not (place.played is None or place.played.joint or self.game.hidden)
            if value is None and decision.choices and alone and place.values[seat] is not None:
                value = came[seat]
            cost = None
            if action == decision.action:
                cost = 0.0
            elif value is not None and best is not None:
                cost = max(0.0, best - value)
            yield Judged(place.turn, seat, action, decision, value, best, cost)

    def _value(self, decision: Decision, action: int) -> float | None:
        found = choice_of(decision, action)
        return None if found is None else self._fit(found.value)

    def _best(self, decision: Decision) -> float | None:
        # A mixed strategy is worth what it brings, not what its luckiest action would.
        mixed = sum(choice.share > 0 for choice in decision.choices) > 1
        found = None if mixed else choice_of(decision, decision.action)
        value = decision.value if found is None else found.value
        return None if value is None else self._fit(value)

    def _effects(self, one: Judged) -> Known:
        """What an error changed for every seat. Where the judge does not say it of the others, they share in a game of
        constant sum what the seat lost."""
        if not one.cost:
            return self._none
        played, best = choice_of(one.decision, one.action), choice_of(one.decision, one.decision.action)
        if played is not None and best is not None and played.values is not None and best.values is not None:
            found = [self._fit(now) - self._fit(then) for now, then in zip(played.values, best.values, strict=True)]
        else:
            shared = self._scale == "outcome" and self.game.sum is not None
            found = [one.cost / max(1, self.game.seats - 1) if shared else 0.0] * self.game.seats
        found[one.seat] = -one.cost
        return tuple(found)

    # Luck.

    def _luck(self, passage: Passage) -> Known:
        return tuple(self._luck_of(passage, seat) for seat in range(self.game.seats))

    def _luck_of(self, passage: Passage, seat: int) -> float:
        here, might = passage.here[seat], [(weight, values[seat]) for weight, values in passage.might]
        known = [weight * self._fit(value) for weight, value in might if value is not None]
        return 0.0 if here is None or len(known) < len(might) else self._fit(here) - math.fsum(known)

    def _beaten(self, passage: Passage) -> Values:
        return tuple(self._odds_below(passage, seat) for seat in range(self.game.seats))

    def _odds_below(self, passage: Passage, seat: int) -> float | None:
        here = passage.here[seat]
        known = [(weight, values[seat]) for weight, values in passage.might]
        if here is None or any(value is None for _, value in known):
            return None
        return math.fsum(weight * (0.5 if value == here else float((value or 0.0) < here)) for weight, value in known)

    def _spread(self, passage: Passage) -> tuple[Span | None, ...]:
        return tuple(self._span(passage, seat) for seat in range(self.game.seats))

    def _span(self, passage: Passage, seat: int) -> Span | None:
        """The luck that a tenth of the outcomes reaches at most, and that of the other end."""
        known = [(self._fit(value), weight) for weight, values in passage.might if (value := values[seat]) is not None]
        if passage.here[seat] is None or not known or len(known) < len(passage.might):
            return None
        mean = math.fsum(value * weight for value, weight in known)
        return _reached(sorted(known), 0.1) - mean, _reached(sorted(known), 0.9) - mean

    # One scale for all.

    def _filled(self) -> list[Known]:
        """The values of every place; what the judge does not say of a seat is as it was when it last did."""
        last: list[float | None] = [None] * self.game.seats
        for place in reversed(self.places):
            last = [old if new is None else new for old, new in zip(last, place.values, strict=True)]
        found = []
        for place in self.places:
            last = [old if new is None else new for old, new in zip(last, place.values, strict=True)]
            found.append(tuple(0.0 if value is None else self._fit(value) for value in last))
        return found

    def _said(self) -> Iterator[float]:
        for place in self.places:
            yield from (value for value in place.values if value is not None)
            for decision in place.decisions.values():
                yield from (choice.value for choice in decision.choices)

    def _outside(self, value: float) -> bool:
        return not self.game.low - ROUNDING <= value <= self.game.high + ROUNDING

    def _fit(self, value: float) -> float:
        if not self._squashed:
            return value
        low, high = self.game.low, self.game.high
        return low + (high - low) / (1 + math.exp(min(700.0, max(-700.0, -value / SQUASH))))


def _reached(ascending: Sequence[tuple[float, float]], part: float) -> float:
    """The value below or at which so large a part of the weight lies."""
    total = 0.0
    for value, weight in ascending:
        total += weight
        if total >= part - ROUNDING:
            return value
    return ascending[-1][0]


def choice_of(decision: Decision, action: int) -> Choice | None:
    """What a decision says of an action; None if it says nothing, or a tree search has not tried it."""
    tried = any(choice.visits for choice in decision.choices)
    found = next((choice for choice in decision.choices if choice.action == action), None)
    return found if found is not None and (found.visits or found.proven or not tried) else None


def less(these: Sequence[float], those: Sequence[float]) -> Known:
    """The difference, seat by seat."""
    return tuple(one - other for one, other in zip(these, those, strict=True))
