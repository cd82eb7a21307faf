"""What is printed on the sheet of Ganz schön clever, and the words for it: boxes, points, bonuses, dice, options."""

from __future__ import annotations

from dataclasses import dataclass

from reineke.game import GameError
from reineke.spec import parse

AREAS = ("yellow", "blue", "green", "orange", "purple")
COLOURS = (*AREAS, "white")
LETTERS = "ybgopw"
"""Dice by their letters; the first five are also the areas."""
TRACK = 11
"""Boxes of blue, green, orange and purple."""

YELLOW = (3, 6, 5, 2, 1, 5, 1, 2, 4, 3, 4, 6)
"""The numbers of the yellow boxes, row by row, without the four printed crosses."""
YELLOW_CELLS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 3), (2, 0), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3))
"""Row and column of each."""
YELLOW_ROWS = (((0, 1, 2), "bX"), ((3, 4, 5), "o4"), ((6, 7, 8), "gX"), ((9, 10, 11), "FOX"))
YELLOW_DIAGONAL = ((0, 4, 7, 11), "+1")
YELLOW_COLUMNS = (((0, 3, 6), 10), ((1, 4, 9), 14), ((2, 7, 10), 16), ((5, 8, 11), 20))

BLUE_CELLS = tuple(((value - 1) // 4, (value - 1) % 4) for value in range(2, 13))
"""Row and column of the boxes 2 to 12; the upper left corner is empty."""
BLUE_ROWS = (((2, 3, 4), "o5"), ((5, 6, 7, 8), "yX"), ((9, 10, 11, 12), "FOX"))
BLUE_COLUMNS = (((5, 9), "RR"), ((2, 6, 10), "gX"), ((3, 7, 11), "p6"), ((4, 8, 12), "+1"))
BLUE_POINTS = (0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)

GREEN_LIMITS = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6)
GREEN_POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66)
ORANGE_TIMES = (1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3)
TRACK_BONUSES: dict[str, tuple[str, ...]] = {
    "green": ("", "", "", "+1", "", "bX", "FOX", "", "p6", "RR", ""),
    "orange": ("", "", "RR", "", "yX", "+1", "", "FOX", "", "p6", ""),
    "purple": ("", "", "RR", "bX", "+1", "yX", "FOX", "RR", "gX", "o6", "+1"),
}
ROUND_BONUSES = ("RR", "+1", "RR", "X6", "", "")
"""What the rounds bring; X6 is a cross or a six of the player's choice."""
ROUNDS = {1: 6, 2: 6, 3: 5, 4: 4}
"""Rounds by the number of seats."""
LOTS = ("yX", "bX", "gX", "o6", "p6")
"""What chance gives in round 4 of the thesis' game."""

BONUS_WORDS = {
    "RR": "a re-roll",
    "+1": "an extra die (+1)",
    "FOX": "a fox",
    "yX": "a yellow cross",
    "bX": "a blue cross",
    "gX": "a green cross",
    "o4": "an orange 4",
    "o5": "an orange 5",
    "o6": "an orange 6",
    "p6": "a purple 6",
    "X6": "a cross or a six of your choice",
}

REROLL, PASS = 58, 59
CROSS_YELLOW, CROSS_BLUE, CROSS_GREEN, SIX_ORANGE, SIX_PURPLE = 32, 44, 55, 56, 57


@dataclass(frozen=True)
class Options:
    """What stands in the brackets of a spec."""

    seats: int = 1
    mode: str = "official"
    masks: str = "strict"
    areas: str = "ybgop"
    dice: str = "ybgopw"
    bonuses: bool = True

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return ROUNDS[self.seats]

    def has(self, area: str) -> bool:
        """Whether an area exists."""
        return area[0] in self.areas

    @classmethod
    def parse(cls, spec: str) -> Options:
        """The options of a game's spec, `clever(seats=2)`; what they may be is checked where the game is loaded."""
        parsed = parse(spec)
        if parsed.name != "clever":
            raise GameError(f"a game of clever is wanted, not {spec}")
        given = dict(parsed.options)
        seats = given.pop("seats", "1")
        if seats not in ("1", "2", "3", "4"):
            raise GameError(f"clever has 1 to 4 seats, not {seats}")
        bonuses = given.pop("bonuses", "on") == "on"
        words = {key: value for key, value in given.items() if key in ("mode", "masks", "areas", "dice")}
        return cls(int(seats), bonuses=bonuses, **words)
