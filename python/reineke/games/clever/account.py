"""Where the points of a solo game came from: what was to be expected, luck, and what the decisions cost.

A judge says of every decision what the best action is worth and what the played one is, in points at the end of the
game. Between two decisions only dice fall, so the difference between what the played action was worth and what the next
decision offers is luck. Together they add up: score = start + luck - cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from reineke.game import GameError
from reineke.games.clever.position import meaning, name, read


@dataclass(frozen=True)
class Entry:
    """One decision in the account."""

    turn: int
    round: int
    phase: str
    action: str
    """As people say it."""
    luck: float
    """What the dice since the last decision brought, in expected points."""
    value: float
    """What the best action is worth."""
    cost: float
    """How much less the played one is worth."""
    points: int
    """On the sheet before the decision."""


@dataclass(frozen=True)
class Account:
    """A whole solo game."""

    start: float
    """What the game was worth before the first roll."""
    entries: tuple[Entry, ...]
    last: float
    """The luck after the last decision."""
    score: float

    @property
    def luck(self) -> float:
        """All luck together."""
        return sum(entry.luck for entry in self.entries) + self.last

    @property
    def cost(self) -> float:
        """What all decisions cost together."""
        return sum(entry.cost for entry in self.entries)

    def json(self) -> dict[str, Any]:
        """The account as JSON."""
        sums = {"start": self.start, "luck": self.luck, "cost": self.cost, "score": self.score}
        return {**sums, "last": self.last, "entries": [vars(entry) for entry in self.entries]}

    def by_round(self) -> list[tuple[int, float, float]]:
        """Round, luck and cost; what came after the last decision belongs to the last round."""
        rounds: dict[int, list[float]] = {}
        for entry in self.entries:
            found = rounds.setdefault(entry.round, [0.0, 0.0])
            found[0] += entry.luck
            found[1] += entry.cost
        if rounds:
            rounds[max(rounds)][0] += self.last
        return [(round_, luck, cost) for round_, (luck, cost) in sorted(rounds.items())]


@dataclass(frozen=True)
class Judgement:
    """What a judge says of one decision."""

    turn: int
    position: str
    action: int
    played: float
    """What the played action is worth."""
    cost: float


def account(start: float, judgements: Iterable[Judgement], score: float, spec: str = "clever") -> Account:
    """The account of a solo game, its decisions in order."""
    expected, entries = start, []
    for one in judgements:
        place = read(one.position, spec)
        if len(place.sheets) != 1:
            raise GameError("only a solo game has an account of luck: in others opponents decide between the dice")
        best = one.played + one.cost
        points = place.sheet.score(place.options)
        words = name(meaning(place, one.action))
        entries.append(Entry(one.turn, place.round, place.phase, words, best - expected, best, one.cost, points))
        expected = one.played
    return Account(start, tuple(entries), score - expected, score)
