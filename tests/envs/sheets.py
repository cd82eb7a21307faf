"""Positions of Ganz schön clever read from their text, and what the rules say about them: straight from the rules page,
box by box, with no line of the engine or of its twin."""

from dataclasses import dataclass

YELLOW = (3, 6, 5, 0, 2, 1, 0, 5, 1, 0, 2, 4, 0, 3, 4, 6)  # row by row, 0 a printed cross
CELLS = [cell for cell, value in enumerate(YELLOW) if value]
COLUMNS = {0: 10, 1: 14, 2: 16, 3: 20}
BLUE_POINTS = (0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)
GREEN_POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66)
LIMITS = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6)
DICE = "ybgopw"
SOURCE_BARS = {(2, 2), (2, 3), (3, 4), (4, 5), (5, 6)}  # face and limit of the source's green mask


@dataclass
class Sheet:
    yellow: set[int]  # crossed cells of the sixteen, printed ones left out
    blue: set[int]  # crossed values
    green: int
    orange: list[int]
    purple: list[int]
    rerolls: int
    pluses: int
    foxes: int
    waiting: str
    used: str

    @property
    def last(self) -> int:
        return self.purple[-1] if self.purple else 0

    @property
    def areas(self) -> list[int]:
        filled = self.yellow | {cell for cell, value in enumerate(YELLOW) if not value}
        columns = [points for column, points in COLUMNS.items() if {column + 4 * row for row in range(4)} <= filled]
        counts = [BLUE_POINTS[len(self.blue)], GREEN_POINTS[self.green]]
        return [sum(columns), *counts, sum(self.orange), sum(self.purple)]

    @property
    def score(self) -> int:
        return sum(self.areas) + self.foxes * min(self.areas)


@dataclass
class Position:
    round: int
    active: int
    phase: str
    number: str  # of the roll or the seat that the phase is of
    faces: list[int]
    places: str
    sheets: list[Sheet]

    @property
    def seat(self) -> int:
        return self.active if self.phase in ("roll", "over") else int(self.number or 0)

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.seat]

    @property
    def roll(self) -> int:
        return int(self.number.split("+")[0]) if self.phase == "roll" else 0


def read(text: str) -> Position:
    head, dice, *sheets = text.split(" ")
    round_, active, phase = head.split(".")
    tokens = dice.split("/")
    faces = [int(token[0]) if token[0].isdigit() else 0 for token in tokens]
    places = "".join(token[1] for token in tokens)
    return Position(int(round_), int(active), phase[:4], phase[4:], faces, places, [read_sheet(one) for one in sheets])


def read_sheet(text: str) -> Sheet:
    yellow, blue, green, orange, purple, held, waiting, used = text.split("|")
    rerolls, pluses, foxes = map(int, held.split("+"))
    return Sheet(
        {CELLS[index] for index, mark in enumerate(yellow) if mark == "1"},
        {value for value, mark in zip(range(2, 13), blue, strict=True) if mark == "1"},
        int(green),
        [int(number) for number in orange.split(".") if number],
        [int(number) for number in purple.split(".") if number],
        rerolls,
        pluses,
        foxes,
        waiting,
        used,
    )


def thesis_legal(text: str, source: bool = False) -> set[int]:
    """The legal ones of the 247 actions."""
    position = read(text)
    sheet = position.sheet
    if sheet.waiting.startswith("y"):
        return set(CELLS) - sheet.yellow
    if sheet.waiting.startswith("b"):
        return {16 + value - 1 for value in range(2, 13) if value not in sheet.blue}
    if position.phase == "roll":
        dice = [die for die in range(6) if position.places[die] == "p"]
        found = marks(position, dice, source) | ({244} if sheet.rerolls else set())
        return found or {246}
    if position.phase == "pass":
        dice = [die for die in range(6) if position.places[die] == "t"]
        found = {122 + mark for mark in marks(position, dice, source)}
        return found | {245} if found else {246}
    assert position.phase == "plus"
    dice = [die for die in range(6) if DICE[die] not in sheet.used]
    return {122 + mark for mark in marks(position, dice, source)} | {245}


def marks(position: Position, dice: list[int], source: bool) -> set[int]:
    """What these dice may be entered as: the coloured die from 0, the white one from 61."""
    sheet, found = position.sheet, set()
    for die in dice:
        face, white = position.faces[die], 61 if die == 5 else 0
        if die in (0, 5):
            found |= {white + cell for cell in CELLS if YELLOW[cell] == face and cell not in sheet.yellow}
        if die in (1, 5):
            total = position.faces[1] + position.faces[5]
            if total not in sheet.blue:
                found.add(white + 16 + total - 1)
        if die in (2, 5) and sheet.green < 11:
            limit = LIMITS[sheet.green]
            if (face, limit) not in SOURCE_BARS if source else face >= limit:
                found.add(white + 28 + sheet.green)
        if die in (3, 5) and len(sheet.orange) < 11:
            found.add(white + 39 + len(sheet.orange))
        if die in (4, 5) and len(sheet.purple) < 11:
            asked = [position.faces[other] for other in dice if other in (4, 5)] if source else [face]
            if sheet.last == 6 or max(asked) > sheet.last:
                found.add(white + 50 + len(sheet.purple))
    return found
