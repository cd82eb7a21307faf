"""The short-sighted player: takes what counts most at once, points, bonuses and dice alike."""

from __future__ import annotations

from dataclasses import replace

from reineke.agents.clever.rules import Weighing, left_in_pool
from reineke.games.clever.paper import CROSS_BLUE, CROSS_YELLOW
from reineke.games.clever.position import Position, effects
from reineke.games.clever.sheet import Sheet

REROLL, PLUS, FOX = 2.0, 6.0, 10.0
"""What a re-roll, an extra die and a fox count, in points."""
YELLOW = 5.0
"""What a yellow box counts, where else nothing would count before a column is full."""
DIE = 3.0
"""What a die counts that may be rolled again. A search for points alone takes a six first, and so loses the other dice
to the tray, and a third of its picks."""


class Greedy(Weighing):
    """Counts points, and a fixed worth for all else; crosses that wait are placed in mind first. It knows no groups
    that are nearly full, no weak areas and no end of the game."""

    def value(self, place: Position, action: int) -> float:
        """What counts after an action and the crosses that it brings."""
        kept = len(left_in_pool(place, action)) if place.phase == "roll" and place.roll < 3 else 0
        return self._placed(place, effects(place, action)[0]) + DIE * kept

    def _placed(self, place: Position, sheet: Sheet) -> float:
        """What a sheet counts once its crosses are placed."""
        free = free_boxes(sheet)
        if free:
            sheets = tuple(sheet if seat == place.seat else one for seat, one in enumerate(place.sheets))
            after = replace(place, sheets=sheets)
            return max(self._placed(after, effects(after, cross)[0]) for cross in free)
        held = REROLL * sheet.rerolls + PLUS * sheet.pluses + FOX * sheet.foxes
        return sum(sheet.areas.values()) + held + YELLOW * len(sheet.yellow)


def free_boxes(sheet: Sheet) -> list[int]:
    """The actions that place the first cross that waits."""
    if sheet.pending.startswith("y"):
        return [CROSS_YELLOW + box for box in range(12) if box not in sheet.yellow]
    if sheet.pending.startswith("b"):
        return [CROSS_BLUE + value - 2 for value in range(2, 13) if value not in sheet.blue]
    return []
