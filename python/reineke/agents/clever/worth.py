"""What a sheet may become, in points: what stands there, and what its boxes promise in the time that is left.

Read as advice: a box is worth what it counts, plus a share of what it brings nearer. The share shrinks with the boxes
still missing, with how rarely their numbers come, and with the end of the game. Only the weights below are fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from reineke.agents.clever.later import Later
from reineke.games.clever.paper import (
    BLUE_COLUMNS,
    BLUE_POINTS,
    BLUE_ROWS,
    GREEN_POINTS,
    ORANGE_TIMES,
    TRACK,
    TRACK_BONUSES,
    YELLOW_COLUMNS,
    YELLOW_DIAGONAL,
    YELLOW_ROWS,
    Options,
)
from reineke.games.clever.sheet import Sheet

OFFICIAL = Options()


@dataclass(frozen=True)
class Weights:
    """What things are worth, in points, and how long hopes last."""

    reroll: float = 2.1
    plus: float = 8.3
    fox: float = 6.5
    """One to come; one that is there counts what the weakest area may reach."""
    yellow_cross: float = 6.9
    blue_cross: float = 15.1
    green_cross: float = 7.1
    orange: float = 7.4
    """A 5 for the next orange box; a 4 counts one less, a 6 one more."""
    purple: float = 8.8
    """A 6 for the next purple box."""

    yellow_odds: float = 0.07
    """How likely a pick fills a certain yellow box."""
    blue_odds: float = 0.60
    """How likely a pick fills a certain blue box, as a part of the odds of its sum."""
    blue_pace: float = 1.1
    """The rounds that must be left for an even chance of one more box; the more, the less later boxes count now."""
    green_pace: float = 1.2
    orange_pace: float = 0.97
    purple_pace: float = 1.6
    die: float = 2.5
    """What a later box of orange, before it is multiplied, and of purple is thought to count."""
    closed: float = 0.37
    """The part of purple's prospects that a 5 takes away; lower numbers take less, a 6 none."""

    roll: float = 16.2
    """What one more roll brings with a great many dice."""
    few: float = 0.97
    """With so many dice a roll brings half of that."""
    white: float = 0.47
    """How many dice more the white one counts there."""

    @property
    def bonuses(self) -> dict[str, float]:
        """Bonuses by name."""
        cross = {"yX": self.yellow_cross, "bX": self.blue_cross, "gX": self.green_cross}
        numbers = {"o4": self.orange - 1, "o5": self.orange, "o6": self.orange + 1, "p6": self.purple}
        return {"": 0.0, "RR": self.reroll, "+1": self.plus, "FOX": self.fox, **cross, **numbers}


class Worth:
    """Judges sheets. Every area is judged by itself: the points it may reach, and what the bonuses are worth that it
    may still bring."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._bonus = weights.bonuses
        self.yellow = cache(self._yellow)
        self.blue = cache(self._blue)
        self.green = cache(self._green)
        self.orange = cache(self._orange)
        self.purple = cache(self._purple)

    def __call__(self, sheet: Sheet, later: Later, options: Options = OFFICIAL) -> float:
        """The score to hope for."""
        left = later.rounds
        parts = {
            "yellow": self.yellow(sheet.yellow, left),
            "blue": self.blue(sheet.blue, left),
            "green": self.green(sheet.green, left),
            "orange": self.orange(len(sheet.orange), sum(sheet.orange), left),
            "purple": self.purple(len(sheet.purple), sum(sheet.purple), sheet.purple[-1] if sheet.purple else 0, left),
        }
        there = [part for area, part in parts.items() if options.has(area)]
        total = sum(points for points, _ in there)
        if not options.bonuses:
            return total
        # A fox makes the weakest area count once more.
        total += sum(promise for _, promise in there) + sheet.foxes * min(points for points, _ in there)
        total += sum(self._bonus[letter + "X"] for letter in sheet.pending)
        total += self.weights.reroll * sheet.rerolls * later.rolls
        return total + self.weights.plus * sheet.pluses * later.pluses

    def _yellow(self, marked: frozenset[int], left: float) -> tuple[float, float]:
        hope = 1 - (1 - self.weights.yellow_odds) ** (4 * left)
        points = promise = 0.0
        for boxes, count in YELLOW_COLUMNS:
            points += count * hope ** len(set(boxes) - marked)
        for group, bonus in (*YELLOW_ROWS, YELLOW_DIAGONAL):
            missing = len(set(group) - marked)
            promise += self._bonus[bonus] * hope**missing if missing else 0.0
        return points, promise

    def _blue(self, marked: frozenset[int], left: float) -> tuple[float, float]:
        promise = 0.0
        for boxes, bonus in (*BLUE_ROWS, *BLUE_COLUMNS):
            missing = set(boxes) - marked
            if missing:
                hope = self._bonus[bonus]
                for box in missing:
                    ways = 6 - abs(7 - box)
                    hope *= 1 - (1 - self.weights.blue_odds * ways / 36) ** (4 * left)
                promise += hope
        steps = [after - before for before, after in pairwise(BLUE_POINTS)]
        return BLUE_POINTS[len(marked)] + self._later(steps[len(marked) :], left, self.weights.blue_pace), promise

    def _later(self, steps: Sequence[float], left: float, pace: float) -> float:
        """What the next boxes bring, each less likely than the one before."""
        share = hope = left / (left + pace) if left > 0 else 0.0
        found = 0.0
        for step in steps:
            found += hope * step
            hope *= share
        return found

    def _green(self, marked: int, left: float) -> tuple[float, float]:
        steps = [GREEN_POINTS[box + 1] - GREEN_POINTS[box] for box in range(marked, TRACK)]
        bonuses = [self._bonus[bonus] for bonus in TRACK_BONUSES["green"][marked:]]
        pace = self.weights.green_pace
        return GREEN_POINTS[marked] + self._later(steps, left, pace), self._later(bonuses, left, pace)

    def _orange(self, marked: int, points: int, left: float) -> tuple[float, float]:
        steps = [times * self.weights.die for times in ORANGE_TIMES[marked:]]
        bonuses = [self._bonus[bonus] for bonus in TRACK_BONUSES["orange"][marked:]]
        pace = self.weights.orange_pace
        return points + self._later(steps, left, pace), self._later(bonuses, left, pace)

    def _purple(self, marked: int, points: int, last: int, left: float) -> tuple[float, float]:
        open_ = 1 - self.weights.closed * (last / 5) ** 2 if last < 6 else 1.0
        steps = [self.weights.die * open_] * (TRACK - marked)
        bonuses = [self._bonus[bonus] * open_ for bonus in TRACK_BONUSES["purple"][marked:]]
        pace = self.weights.purple_pace
        return points + self._later(steps, left, pace), self._later(bonuses, left, pace)
