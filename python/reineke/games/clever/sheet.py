"""A sheet: what is entered, what it is worth, and what a mark sets off. The engine's rules once more, to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from reineke.games.clever.paper import (
    AREAS,
    BLUE_COLUMNS,
    BLUE_POINTS,
    BLUE_ROWS,
    GREEN_POINTS,
    ORANGE_TIMES,
    ROUND_BONUSES,
    TRACK,
    TRACK_BONUSES,
    YELLOW_COLUMNS,
    YELLOW_DIAGONAL,
    YELLOW_ROWS,
    Options,
)


@dataclass(frozen=True)
class Event:
    """One thing that follows from a choice: a box is marked, or a bonus comes."""

    kind: Literal["mark", "bonus"]
    area: str = ""
    box: int = 0
    """Yellow: 0 to 11; blue: the number 2 to 12; tracks: 0 to 10."""
    number: int = 0
    """What is written; 0 is a cross."""
    bonus: str = ""
    lost: bool = False
    """The bonus finds no box."""
    free: bool = False
    """The mark came by a bonus, not by a die or a choice."""


@dataclass(frozen=True)
class Sheet:
    """What one seat has entered and holds."""

    yellow: frozenset[int] = frozenset()
    blue: frozenset[int] = frozenset()
    green: int = 0
    orange: tuple[int, ...] = ()
    purple: tuple[int, ...] = ()
    rerolls: int = 0
    pluses: int = 0
    foxes: int = 0
    pending: str = ""
    """Crosses that wait for a choice, `y` or `b` each."""
    used: str = ""
    """Dice taken in the present +1 phase."""

    @property
    def counts(self) -> dict[str, int]:
        """Marked boxes by area."""
        found = (len(self.yellow), len(self.blue), self.green, len(self.orange), len(self.purple))
        return dict(zip(AREAS, found, strict=True))

    @property
    def areas(self) -> dict[str, int]:
        """Points by area."""
        yellow = sum(points for boxes, points in YELLOW_COLUMNS if self.yellow.issuperset(boxes))
        blue, green = BLUE_POINTS[len(self.blue)], GREEN_POINTS[self.green]
        return dict(zip(AREAS, (yellow, blue, green, sum(self.orange), sum(self.purple)), strict=True))

    def lowest(self, options: Options) -> int:
        """What a fox is worth."""
        return min(points for area, points in self.areas.items() if options.has(area))

    def score(self, options: Options) -> int:
        """The areas, and every fox the lowest of them."""
        return sum(self.areas.values()) + self.foxes * self.lowest(options)

    def earned(self, action: str, options: Options, round_: int) -> int:
        """How many re-rolls (`RR`) or extra dice (`+1`) there have been so far."""
        if not options.bonuses:
            return 0
        return list(self.bonuses()).count(action) + ROUND_BONUSES[:round_].count(action)

    def bonuses(self) -> Iterator[str]:
        """Everything that the marked boxes have set off."""
        for boxes, bonus in (*YELLOW_ROWS, YELLOW_DIAGONAL):
            if self.yellow.issuperset(boxes):
                yield bonus
        for values, bonus in (*BLUE_ROWS, *BLUE_COLUMNS):
            if self.blue.issuperset(values):
                yield bonus
        for area, count in (("green", self.green), ("orange", len(self.orange)), ("purple", len(self.purple))):
            yield from (bonus for bonus in TRACK_BONUSES[area][:count] if bonus)


@dataclass
class Marking:
    """A sheet on which something is being marked, and what has followed from it."""

    sheet: Sheet
    options: Options
    events: list[Event] = field(default_factory=list)

    def mark(self, area: str, box: int, number: int = 0, *, free: bool = False) -> None:
        """Enters a mark and everything that follows from it, rows before columns, each bonus to its end."""
        sheet = self.sheet
        written = number * ORANGE_TIMES[box] if area == "orange" else number
        self.events.append(Event("mark", area, box, written, free=free))
        if area == "yellow":
            self.sheet = replace(sheet, yellow=sheet.yellow | {box})
        elif area == "blue":
            self.sheet = replace(sheet, blue=sheet.blue | {box})
        elif area == "green":
            self.sheet = replace(sheet, green=box + 1)
        elif area == "orange":
            self.sheet = replace(sheet, orange=(*sheet.orange, written))
        else:
            self.sheet = replace(sheet, purple=(*sheet.purple, written))
        for bonus in self._completed(area, box):
            self.gain(bonus)

    def _completed(self, area: str, box: int) -> list[str]:
        """The bonuses of a box that has just been marked."""
        if not self.options.bonuses:
            return []
        if area in TRACK_BONUSES:
            return [bonus for bonus in (TRACK_BONUSES[area][box],) if bonus]
        marked = self.sheet.yellow if area == "yellow" else self.sheet.blue
        groups = (*YELLOW_ROWS, YELLOW_DIAGONAL) if area == "yellow" else (*BLUE_ROWS, *BLUE_COLUMNS)
        return [bonus for boxes, bonus in groups if box in boxes and marked.issuperset(boxes)]

    def gain(self, bonus: str) -> None:
        """Takes a bonus: an action is held, a next box is filled at once, a cross of choice waits, the rest is lost."""
        sheet, area = self.sheet, {"y": "yellow", "b": "blue", "g": "green", "o": "orange", "p": "purple"}.get(bonus[0])
        size = 12 if area == "yellow" else TRACK
        lost = area is not None and (not self.options.has(area) or sheet.counts[area] >= size)
        self.events.append(Event("bonus", bonus=bonus, lost=lost))
        if lost:
            return
        if area is None:
            held = {"RR": "rerolls", "+1": "pluses", "FOX": "foxes"}[bonus]
            self.sheet = replace(sheet, **{held: getattr(sheet, held) + 1})
        elif bonus in ("yX", "bX"):
            self.sheet = replace(sheet, pending=sheet.pending + bonus[0])
        else:
            self.mark(area, sheet.counts[area], 0 if bonus == "gX" else int(bonus[1]), free=True)
