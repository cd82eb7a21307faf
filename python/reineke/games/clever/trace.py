"""What a step did, told from the positions before and after: boxes marked, bonuses earned and their results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from reineke.games.clever.reference import BOXES, Events

DICE = "ybgopw"

_COLUMNS = ((10, (0, 4, 8, 12)), (14, (1, 5, 9, 13)), (16, (2, 6, 10, 14)), (20, (3, 7, 11, 15)))
_BLUE = (0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)

_GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    # source: kind of bonus, boxes that earn it
    "yellow:row0": ("bX", ("yellow 0,0", "yellow 0,1", "yellow 0,2")),
    "yellow:row1": ("o4", ("yellow 1,0", "yellow 1,1", "yellow 1,3")),
    "yellow:row2": ("gX", ("yellow 2,0", "yellow 2,2", "yellow 2,3")),
    "yellow:row3": ("FOX", ("yellow 3,1", "yellow 3,2", "yellow 3,3")),
    "yellow:diag": ("+1", ("yellow 0,0", "yellow 1,1", "yellow 2,2", "yellow 3,3")),
    "blue:row0": ("o5", ("blue 2", "blue 3", "blue 4")),
    "blue:row1": ("yX", ("blue 5", "blue 6", "blue 7", "blue 8")),
    "blue:row2": ("FOX", ("blue 9", "blue 10", "blue 11", "blue 12")),
    "blue:col0": ("RR", ("blue 5", "blue 9")),
    "blue:col1": ("gX", ("blue 2", "blue 6", "blue 10")),
    "blue:col2": ("p6", ("blue 3", "blue 7", "blue 11")),
    "blue:col3": ("+1", ("blue 4", "blue 8", "blue 12")),
}
_TRACKS = {
    "green": {4: "+1", 6: "bX", 7: "FOX", 9: "p6", 10: "RR"},
    "orange": {3: "RR", 5: "yX", 6: "+1", 8: "FOX", 10: "p6"},
    "purple": {3: "RR", 4: "bX", 5: "+1", 6: "yX", 7: "FOX", 8: "RR", 9: "gX", 10: "o6", 11: "+1"},
}
_ROUNDS = {2: "+1", 3: "RR", 4: "round4"}


@dataclass(frozen=True)
class Position:
    """The text of a position, taken apart."""

    round: int
    phase: str
    """As the recorded games say it; `roll`, `tray` and `over` where they have no word."""
    roll: int | None
    dice: dict[str, str]
    sheet: str
    reroll: int
    plus1: int
    foxes: int
    waiting: str
    used: str

    @classmethod
    def read(cls, text: str) -> Position:
        """From the text of a position of one seat."""
        head, faces, sheet = text.split(" ")
        round_number, _, name = head.split(".")
        *areas, held, waiting, used = sheet.split("|")
        reroll, plus1, foxes = map(int, held.split("+"))
        dice = dict(zip(DICE, faces.split("/"), strict=True))
        at_rest = any(die.endswith("r") for die in dice.values())
        roll = int(name[4]) if name.startswith("roll") else None
        phases = {"plus": "passive+1" if at_rest else "active+1", "pass": "passive", "four": "round4", "roll": "active"}
        phase = "bonus" if waiting else phases.get(name[:4], name)
        if waiting:
            roll = None
        return cls(int(round_number), phase, roll, dice, "|".join(areas), reroll, plus1, foxes, waiting, used)

    @property
    def marks(self) -> list[str]:
        """All marked boxes with what is written in them."""
        yellow, blue, green, orange, purple = self.sheet.split("|")
        boxes = [f"yellow {index // 4},{index % 4}" for index, mark in zip(BOXES, yellow, strict=True) if mark == "1"]
        boxes += [f"blue {value}" for value, mark in enumerate(blue, 2) if mark == "1"]
        boxes += [f"green {position}" for position in range(1, int(green) + 1)]
        for area, numbers in (("orange", orange), ("purple", purple)):
            written = [number for number in numbers.split(".") if number]
            boxes += [f"{area} {position}={number}" for position, number in enumerate(written, 1)]
        return boxes

    @property
    def areas(self) -> list[int]:
        """The points of the five areas."""
        yellow, blue, green, orange, purple = self.sheet.split("|")
        crossed = {index for index, mark in zip(BOXES, yellow, strict=True) if mark == "1"} | (
            set(range(16)) - set(BOXES)
        )
        columns = sum(points for points, boxes in _COLUMNS if crossed.issuperset(boxes))
        crosses = int(green)
        written = (sum(int(number) for number in numbers.split(".") if number) for numbers in (orange, purple))
        return [columns, _BLUE[blue.count("1")], crosses * (crosses + 1) // 2, *written]


def new_marks(before: Position, after: Position) -> list[str]:
    """The boxes that were marked, and those that lost a mark, which none should."""
    earlier, later = before.marks, after.marks
    return [box for box in later if box not in earlier] + [f"lost {box}" for box in earlier if box not in later]


def earned_bonuses(before: Position, after: Position) -> list[str]:
    """The bonuses whose boxes were completed, and those of a new round, with their sources."""

    def sources(position: Position) -> dict[str, str]:
        marks = {mark.split("=")[0] for mark in position.marks}
        complete = {source: kind for source, (kind, boxes) in _GROUPS.items() if marks.issuperset(boxes)}
        for area, track in _TRACKS.items():
            complete |= {f"{area}:{n}": kind for n, kind in track.items() if f"{area} {n}" in marks}
        return complete

    done = sources(before)
    earned = [f"{kind} {source}" for source, kind in sources(after).items() if source not in done]
    if after.round != before.round and after.round in _ROUNDS:
        earned.append(f"{_ROUNDS[after.round]} round{after.round}")
    return earned


def recorded_results(*recorded: Events) -> dict[str, int]:
    """How often each kind of bonus had which result; the numbers of orange are one kind, and what was dropped while it
    waited counts as lost."""
    counted = Counter(f"{_sort(one.kind)} {one.result}" for events in recorded for one in events.bonuses)
    for kind in [kind for events in recorded for kind in events.drops]:
        counted.update({f"{_sort(kind)} pending": -1, f"{_sort(kind)} lost": 1})
    return {name: number for name, number in sorted(counted.items()) if number}


def found_results(choice: str, before: Position, after: Position, made: list[str], earned: list[str]) -> dict[str, int]:
    """The same, told from what changed."""
    kinds = Counter(_sort(bonus.split(" ")[0]) for bonus in earned)
    found: Counter[str] = Counter()
    found["RR gained"] = after.reroll - before.reroll + (choice == "reroll")
    found["+1 gained"] = after.plus1 - before.plus1 + (before.phase.endswith("+1") and choice != "pass")
    found["FOX gained"] = after.foxes - before.foxes
    found["round4 pending"] = kinds["round4"]
    chosen = (
        "" if choice in ("reroll", "pass") else choice[1] if choice.startswith("x") else choice.partition(":")[2][0]
    )
    for area in "gop":
        applied = sum(box.startswith(area) for box in made) - (area == chosen)
        found[f"{area} applied"] = applied
        found[f"{area} lost"] = kinds[area] - applied
    for area in "yb":
        # One that was asked for has left the queue.
        asked = before.waiting[:1] == area
        waits = after.waiting.count(area) - before.waiting.count(area) + asked
        found[f"{area} pending"] = waits
        found[f"{area} lost"] = kinds[area] - waits
    return {name: number for name, number in sorted(found.items()) if number}


def _sort(kind: str) -> str:
    return kind if kind in ("RR", "+1", "FOX", "round4") else kind[0]
