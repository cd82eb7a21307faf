"""Reference games of Ganz schön clever (see tests/data/clever): a line is read in full before it is replayed, so that
what is broken is told apart from what differs. Everything is translated into the words of the game: dice and places by
their letters, actions by their names, the sheet as it stands in the text of a position."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from reineke.game import GameError
from reineke.games.entries import a_list, a_whole, an_object
from reineke.record.text import short

COLOURS = {"yellow": "y", "blue": "b", "green": "g", "orange": "o", "purple": "p", "white": "w"}
AREAS = ("yellow", "blue", "green", "orange", "purple")
PLACES = {"pool": "p", "field": "f", "tray": "t", "rest": "r"}
PHASES = ("active", "active+1", "passive", "passive+1", "bonus", "round4")
KINDS = ("yX", "bX", "gX", "o4", "o5", "o6", "p6", "RR", "+1", "FOX", "round4")
RESULTS = ("gained", "applied", "pending", "lost")
WORDS = {"reroll": "reroll", "skip": "pass", "end": "pass", "decline": "pass"}
LENGTH = 11
"""Boxes of every area but yellow."""
PRINTED = (3, 6, 9, 12)
"""Yellow boxes of the sixteen that are crossed from the start."""
BOXES = [index for index in range(16) if index not in PRINTED]

Dice = dict[str, str]
"""Letter of a die to its face and place as a position's text has them: `3p`."""


@dataclass(frozen=True)
class Option:
    """An action by its name, and the box that it marks, if any: `yellow 0,1`, `blue 12`, `green 4`, `orange 4=12`."""

    name: str
    target: str | None


@dataclass(frozen=True)
class Bonus:
    """A bonus that was earned."""

    kind: str
    source: str
    result: str


@dataclass(frozen=True)
class Events:
    """What followed from a choice, or from the start of a round."""

    marks: list[str] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    drops: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class After:
    """What was held and worth after a choice."""

    reroll: int
    plus1: int
    areas: list[int]
    foxes: int
    total: int


@dataclass(frozen=True)
class Decision:
    """A position in which something was chosen."""

    phase: str
    round: int
    roll: int | None
    dice: Dice | None
    """None before the first roll of a round."""
    rolled: str
    reroll: int
    plus1: int
    used: str
    sheet: str
    waiting: str
    options: list[Option]
    choice: int
    unusable: str
    events: Events
    after: After

    @property
    def lone_end(self) -> bool:
        """Whether nothing but the end of a +1 phase could be chosen: the game passes over such a phase."""
        return self.phase in ("active+1", "passive+1") and len(self.options) == 1


@dataclass(frozen=True)
class Recorded:
    """A recorded game that holds together."""

    name: str
    start: Events
    decisions: list[Decision]
    sheet: str
    areas: list[int]
    foxes: int
    fox_points: int
    total: int


def read(entry: Any) -> Recorded:
    """A line of a file of games; raises `GameError` with what is wrong about it."""
    game = an_object(entry, "a game", ("start", "decisions", "final"), ("id", "policy", "eps", "group", "seed"))
    name = game.get("id", "game")
    if not isinstance(name, str):
        raise GameError(f"id is a text, not {short(name)}")
    decisions = [_decision(one, f"decision {n}") for n, one in enumerate(a_list(game["decisions"], "decisions"), 1)]
    if not decisions:
        raise GameError("decisions: there are none")
    if decisions[0].lone_end:
        raise GameError("decision 1: a game does not start with the end of a +1 phase")
    final = an_object(game["final"], "final", ("sheet", "areas", "foxes", "fox_points", "total"))
    areas = an_object(final["areas"], "final, areas", AREAS)
    return Recorded(
        name,
        _events(game["start"], "start"),
        decisions,
        _sheet(final["sheet"], "final"),
        [a_whole(areas[area], f"final, {area}", 0, 999) for area in AREAS],
        a_whole(final["foxes"], "final, foxes", 0, 5),
        a_whole(final["fox_points"], "final, fox_points", 0, 999),
        a_whole(final["total"], "final, total", 0, 999),
    )


_NEEDED = ("phase", "round", "dice", "reroll", "plus1", "sheet", "options", "choice", "events", "after")
_ALLOWED = ("roll", "rolled", "plus1_used", "bonus", "from", "queue", "unusable", "simultaneous")


def _decision(value: Any, where: str) -> Decision:
    made = an_object(value, where, _NEEDED, _ALLOWED)
    phase = made["phase"]
    if phase not in PHASES:
        raise GameError(f"{where}: no phase is called {short(phase)}")
    if ("roll" in made) != (phase == "active"):
        raise GameError(f"{where}: phase active has a roll, the others have none")
    if ("bonus" in made) != (phase == "bonus"):
        raise GameError(f"{where}: phase bonus has a bonus, the others have none")
    queue = [made["bonus"], *a_list(made.get("queue", []), f"{where}, queue")] if phase == "bonus" else []
    waiting = [_kind(kind, f"{where}, queue") for kind in queue]
    if any(kind not in ("yX", "bX") for kind in waiting):
        raise GameError(f"{where}: only yX and bX wait, not {short(queue)}")
    dice = None if made["dice"] is None else _dice(made["dice"], f"{where}, dice")
    options = [_option(one, f"{where}, options") for one in a_list(made["options"], f"{where}, options")]
    if not options:
        raise GameError(f"{where}: no options")
    return Decision(
        phase,
        a_whole(made["round"], f"{where}, round", 1, 6),
        a_whole(made["roll"], f"{where}, roll", 1, 3) if phase == "active" else None,
        dice,
        _letters(made.get("rolled", []), f"{where}, rolled"),
        a_whole(made["reroll"], f"{where}, reroll", 0, 7),
        a_whole(made["plus1"], f"{where}, plus1", 0, 7),
        _letters(made.get("plus1_used", []), f"{where}, plus1_used"),
        _sheet(made["sheet"], where),
        "".join(kind[0] for kind in waiting),
        options,
        a_whole(made["choice"], f"{where}, choice", 0, len(options) - 1),
        _letters(made.get("unusable", []), f"{where}, unusable"),
        _events(made["events"], where),
        _after(made["after"], f"{where}, after"),
    )


def _dice(value: Any, where: str) -> Dice:
    dice = {}
    for colour, lies in an_object(value, where, COLOURS).items():
        if not isinstance(lies, list) or len(lies) != 2:
            raise GameError(f"{where}: a die is [face, place], not {short(lies)}")
        face = a_whole(lies[0], f"{where}, {colour}", 1, 6)
        if not isinstance(lies[1], str) or lies[1] not in PLACES:
            raise GameError(f"{where}, {colour}: no place is called {short(lies[1])}")
        dice[COLOURS[colour]] = f"{face}{PLACES[lies[1]]}"
    return dice


def _letters(value: Any, where: str) -> str:
    """Dice by their letters, in the game's order."""
    colours = a_list(value, where)
    for colour in colours:
        if not isinstance(colour, str) or colour not in COLOURS:
            raise GameError(f"{where}: no die is called {short(colour)}")
    return "".join(letter for colour, letter in COLOURS.items() if colour in colours)


def _sheet(value: Any, where: str) -> str:
    sheet = an_object(value, f"{where}, sheet", AREAS)
    yellow = _crosses(sheet["yellow"], f"{where}, yellow", 16)
    if any(yellow[index] != "1" for index in PRINTED):
        raise GameError(f"{where}, yellow: the printed crosses are missing in {short(yellow)}")
    blue = _crosses(sheet["blue"], f"{where}, blue", LENGTH)
    green = a_whole(sheet["green"], f"{where}, green", 0, LENGTH)
    orange, purple = (_numbers(sheet[area], f"{where}, {area}") for area in ("orange", "purple"))
    return "|".join(["".join(yellow[index] for index in BOXES), blue, str(green), orange, purple])


def _crosses(value: Any, where: str, length: int) -> str:
    if not isinstance(value, str) or len(value) != length or not set(value) <= {"0", "1"}:
        raise GameError(f"{where}: {length} characters 0 or 1, not {short(value)}")
    return value


def _numbers(value: Any, where: str) -> str:
    numbers = [a_whole(number, where, 1, 18) for number in a_list(value, where)]
    if len(numbers) > LENGTH:
        raise GameError(f"{where}: {LENGTH} numbers at most, not {len(numbers)}")
    return ".".join(map(str, numbers))


def _option(value: Any, where: str) -> Option:
    if isinstance(value, str):
        if value not in WORDS:
            raise GameError(f"{where}: no option is called {short(value)}")
        return Option(WORDS[value], None)
    target = _target(value, where, ("die",))
    area, die = value["area"], value.get("die")
    if "die" in value and die not in (area, "white"):
        raise GameError(f"{where}: {short(die)} is no die for {area}")
    box = area[0]
    if area == "yellow":
        row, column = value["box"]
        box += str(BOXES.index(4 * row + column))
    if die is None:
        return Option(f"x{box}{value['value'] if area == 'blue' else ''}", target)
    return Option(f"{COLOURS[die]}:{box}", target)


def _target(value: Any, where: str, allowed: Collection[str] = ()) -> str:
    """A box and what is written into it."""
    area = an_object(value, where, ("area",), ("box", "value", "pos", "write", *allowed))["area"]
    keys = {"yellow": ("box",), "blue": ("value",), "green": ("pos",)}.get(str(area), ("pos", "write"))
    if area not in AREAS:
        raise GameError(f"{where}: no area is called {short(area)}")
    target = an_object(value, f"{where}, {area}", ("area", *keys), allowed)
    if area == "yellow":
        box = target["box"]
        if not isinstance(box, list) or len(box) != 2:
            raise GameError(f"{where}: a yellow box is [row, column], not {short(box)}")
        row, column = (a_whole(number, f"{where}, yellow", 0, 3) for number in box)
        if 4 * row + column in PRINTED:
            raise GameError(f"{where}: the cross of {short(box)} is printed")
        return f"yellow {row},{column}"
    if area == "blue":
        return f"blue {a_whole(target['value'], f'{where}, blue', 2, 12)}"
    position = a_whole(target["pos"], f"{where}, {area}", 1, LENGTH)
    if area == "green":
        return f"green {position}"
    return f"{area} {position}={a_whole(target['write'], f'{where}, {area}', 1, 18)}"


def _events(value: Any, where: str) -> Events:
    events, where = Events(), f"{where}, events"
    for one in a_list(value, where):
        if isinstance(one, Mapping) and "mark" in one:
            events.marks.append(_target(an_object(one, where, ("mark", "via"))["mark"], where))
        elif isinstance(one, Mapping) and "drop" in one:
            events.drops.append(_kind(an_object(one, where, ("drop",))["drop"], where))
        else:
            bonus = an_object(one, where, ("bonus", "from", "result"))
            if bonus["result"] not in RESULTS or not isinstance(bonus["from"], str):
                raise GameError(f"{where}: a broken bonus, {short(one)}")
            events.bonuses.append(Bonus(_kind(bonus["bonus"], where), bonus["from"], bonus["result"]))
    return events


def _kind(value: Any, where: str) -> str:
    """The kind of a bonus, without the source that may stand behind it."""
    kind = value.split(" ")[0] if isinstance(value, str) else ""
    if kind not in KINDS:
        raise GameError(f"{where}: no bonus is called {short(value)}")
    return kind


def _after(value: Any, where: str) -> After:
    after = an_object(value, where, ("reroll", "plus1", "areas", "foxes", "total"))
    areas = a_list(after["areas"], f"{where}, areas")
    if len(areas) != len(AREAS):
        raise GameError(f"{where}, areas: {len(AREAS)} numbers, not {short(areas)}")
    return After(
        a_whole(after["reroll"], f"{where}, reroll", 0, 7),
        a_whole(after["plus1"], f"{where}, plus1", 0, 7),
        [a_whole(points, f"{where}, areas", 0, 999) for points in areas],
        a_whole(after["foxes"], f"{where}, foxes", 0, 5),
        a_whole(after["total"], f"{where}, total", 0, 999),
    )
