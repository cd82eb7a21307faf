"""Positions of Ganz schön clever: the line of text read into a typed structure, and what an action means in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from reineke.game import GameError
from reineke.games.clever.paper import (
    AREAS,
    COLOURS,
    CROSS_BLUE,
    CROSS_GREEN,
    CROSS_YELLOW,
    LETTERS,
    PASS,
    REROLL,
    SIX_ORANGE,
    YELLOW,
    YELLOW_CELLS,
    Options,
)
from reineke.games.clever.sheet import Event, Marking, Sheet
from reineke.record.text import short

Place = Literal["pool", "field", "tray", "rest"]
PLACES: dict[str, Place] = {"p": "pool", "f": "field", "t": "tray", "r": "rest"}


@dataclass(frozen=True)
class Die:
    """A die: its face, None while it is in the air or was never rolled, and where it lies."""

    colour: str
    face: int | None
    place: Place
    air: bool


@dataclass(frozen=True)
class Position:
    """A position, read."""

    options: Options
    round: int
    active: int
    """Whose turn of the round it is."""
    phase: str
    """`roll`, `plus` (+1 phase), `tray` (solo passive roll), `pass` (passive pick), `four`, `over`."""
    seat: int
    """Who decides, or who the phase is about."""
    roll: int
    """1 to 3 in the phase `roll`, otherwise 0."""
    rerolls: int
    """Re-rolls of this roll so far."""
    dice: tuple[Die, ...]
    sheets: tuple[Sheet, ...]

    @property
    def sheet(self) -> Sheet:
        """The sheet of the seat of the phase."""
        return self.sheets[self.seat]

    def die(self, colour: str) -> Die:
        """The die of a colour."""
        return self.dice[COLOURS.index(colour)]

    def lying(self, place: Place) -> list[Die]:
        """The dice of a place that exist."""
        return [die for die in self.dice if die.place == place and die.colour[0] in self.options.dice]


def read(position: Mapping[str, Any] | str, spec: str = "clever") -> Position:
    """A position (its text, or `game.json(state)`) of the game behind a spec."""
    line = position if isinstance(position, str) else position.get("text")
    if not isinstance(line, str):
        raise GameError(f"a position of clever is a line of text, not {short(line)}")
    head, dice, *sheets = line.split(" ") if line.count(" ") > 1 else (line, "")
    found = re.fullmatch(
        r"([1-6])\.([0-3])\.(?:roll([1-3])(?:\+(\d+))?|(plus|pass|four)([0-3])|(four|tray|over))", head
    )
    faces = re.fullmatch("/".join([r"([1-6?-])([pftr])"] * 6), dice)
    options = Options.parse(spec)
    if found is None or faces is None or len(sheets) != options.seats:
        raise GameError(f"not a position of {spec}: {short(line)}")
    number, active, roll, rerolls, asked, seat, word = found.groups()
    pairs = zip(COLOURS, faces.groups()[::2], faces.groups()[1::2], strict=True)
    return Position(
        options,
        int(number),
        int(active),
        "roll" if roll else asked or word,
        int(seat if seat is not None else active),
        int(roll or 0),
        int(rerolls or 0),
        tuple(Die(colour, int(f) if f.isdigit() else None, PLACES[p], f == "?") for colour, f, p in pairs),
        tuple(_sheet(one) for one in sheets),
    )


def _sheet(text: str) -> Sheet:
    shape = r"([01]{12})\|([01]{11})\|(\d+)\|([\d.]*)\|([\d.]*)\|(\d+)\+(\d+)\+(\d+)\|([yb]*)\|([ybgopw]*)"
    found = re.fullmatch(shape, text)
    if found is None:
        raise GameError(f"not a sheet: {short(text)}")
    yellow, blue, green, orange, purple, rerolls, pluses, foxes, pending, used = found.groups()
    oranges, purples = (tuple(int(one) for one in part.split(".") if one) for part in (orange, purple))
    return Sheet(
        frozenset(box for box, mark in enumerate(yellow) if mark == "1"),
        frozenset(value for value, mark in enumerate(blue, 2) if mark == "1"),
        int(green),
        oranges,
        purples,
        int(rerolls),
        int(pluses),
        int(foxes),
        pending,
        used,
    )


@dataclass(frozen=True)
class Meaning:
    """What an action is in a position."""

    kind: Literal["pick", "cross", "reroll", "pass"]
    die: str = ""
    """The colour of the die that is taken."""
    area: str = ""
    box: int = 0
    """As in `Event`."""
    number: int = 0
    """What is entered before any multiplication; 0 is a cross."""


def meaning(place: Position, action: int) -> Meaning:
    """An action in a position in which it is legal."""
    if action in (REROLL, PASS):
        return Meaning("reroll" if action == REROLL else "pass")
    sheet = place.sheet
    if CROSS_YELLOW <= action < CROSS_BLUE:
        return Meaning("cross", area="yellow", box=action - CROSS_YELLOW)
    if CROSS_BLUE <= action < CROSS_GREEN:
        return Meaning("cross", area="blue", box=action - CROSS_BLUE + 2)
    if CROSS_GREEN <= action < REROLL:
        area = AREAS[2 + action - CROSS_GREEN]
        return Meaning("cross", area=area, box=sheet.counts[area], number=6 * (action >= SIX_ORANGE))
    if not 0 <= action < CROSS_YELLOW:
        raise GameError(f"clever has no action {action}")
    target = action % 16
    area = AREAS[max(0, target - 11)]
    die = place.die("white" if action >= 16 else area)
    if die.face is None:
        raise GameError(f"the {die.colour} die has not been rolled")
    if area == "yellow":
        return Meaning("pick", die.colour, area, target)
    if area == "blue":
        other = place.die("blue" if die.colour == "white" else "white").face
        return Meaning("pick", die.colour, area, die.face + (other or 0))
    return Meaning("pick", die.colour, area, sheet.counts[area], 0 if area == "green" else die.face)


def effects(place: Position, action: int) -> tuple[Sheet, list[Event]]:
    """The sheet after an action, and what happened on it: marks and bonuses, up to the next choice."""
    what, sheet = meaning(place, action), place.sheet
    if what.kind == "reroll":
        return replace(sheet, rerolls=sheet.rerolls - 1), []
    if what.kind == "pass":
        return sheet, []
    if what.kind == "cross" and sheet.pending:
        sheet = replace(sheet, pending=sheet.pending[1:])
    if what.kind == "pick" and place.phase == "plus":
        used = "".join(letter for letter in LETTERS if letter in sheet.used + what.die[0])
        sheet = replace(sheet, pluses=sheet.pluses - 1, used=used)
    marking = Marking(sheet, place.options)
    marking.mark(what.area, what.box, what.number)
    return marking.sheet, marking.events


def name(what: Meaning) -> str:
    """An action as people say it: `white yellow 5 upper`, `blue`, `cross blue 7`, `six orange`."""
    if what.kind in ("reroll", "pass"):
        return what.kind
    words = [what.die] if what.kind == "pick" else ["six" if what.number else "cross"]
    words += [what.area] if words != [what.area] else []
    if what.area == "yellow":
        words += [str(YELLOW[what.box]), half(what.box)]
    if what.area == "blue" and what.kind == "cross":
        words.append(str(what.box))
    return " ".join(words)


def half(box: int) -> str:
    """Which of the two yellow boxes of a number: they never lie in the same row."""
    twin = next(other for other in range(12) if other != box and YELLOW[other] == YELLOW[box])
    return "upper" if YELLOW_CELLS[box] < YELLOW_CELLS[twin] else "lower"
