"""Ganz schön clever against recorded games (see tests/data/clever), decision by decision.

Compared before each decision: phase, round, roll, the faces and places of all dice and which of them were rolled, what
is held and which dice +1 has taken, the whole sheet, the queue of waiting crosses, every option, and the box that each
option marks when it is played. After the choice: the boxes marked, the groups of boxes completed, how many bonuses of
each kind were gained, applied, kept waiting or lost, what is held, the points of each area, foxes, total. At the end:
the sheet and the score.

Events are told from the sheets before and after a step, so marks are compared as a set; their order shows where it
matters, in the positions and numbers written and in the queue. +1 phases that offer nothing but their end are recorded,
but no decision of the game: they count as part of the step before, and of their position only what is held and the
sheet is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from reineke.game import CHANCE, OVER, Dice, GameError, Turn
from reineke.games.clever.reference import BOXES, Decision, Events, Recorded, read
from reineke.record.text import short

Check = str | None
"""None: as it should be; else what differs."""

_DIE_ORDER = "ybgopw"

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


class Table(Protocol):
    """What a replay needs of a game."""

    @property
    def spec(self) -> str:
        """The game's name and options."""
        ...

    def start(self, dice: Dice) -> Any:
        """The first position."""
        ...

    def turn(self, state: Any) -> Turn:
        """Whose move it is."""
        ...

    def legal(self, state: Any, seat: int) -> Any:
        """The legal actions."""
        ...

    def odds(self, state: Any) -> Any:
        """The chance outcomes with their odds."""
        ...

    def play(self, state: Any, action: Any, dice: Dice) -> Any:
        """The position after an action."""
        ...

    def points(self, state: Any) -> Any:
        """The score."""
        ...

    def text(self, state: Any) -> str:
        """The position."""
        ...

    def action_text(self, action: int) -> str:
        """The name of an action."""
        ...

    def parse_action(self, text: str) -> int:
        """The action of that name."""
        ...


class NoDice:
    """All chance is in turns of its own."""

    def roll(self, sides: int) -> int:
        """Is never called."""
        raise GameError("clever rolls no dice inside a turn")


class Differs(Exception):
    """The replay cannot go on."""


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
        dice = dict(zip(_DIE_ORDER, faces.split("/"), strict=True))
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


@dataclass(frozen=True)
class Step:
    """A decision that the game asks for, with the number it is recorded under."""

    number: int
    decision: Decision
    passed: list[Decision]
    """Ends of +1 phases behind it that the game passes over."""


# Replay.


def check(game: Table, entry: Mapping[str, Any]) -> Iterator[Check]:
    """Replays a recorded game: one check for the start, one per decision that the game asks for, one for the end.
    Raises `GameError` if the entry is broken."""
    if game.spec != "clever":
        raise GameError(f"recorded games are of clever, not of {game.spec}")
    recorded = read(entry)
    replay = Replay(game, recorded)
    yield _told(f"{recorded.name}, start", list(replay.begin()))
    for step in _steps(recorded):
        where = f"{recorded.name}, decision {step.number}"
        try:
            differences = list(replay.step(step))
        except Differs as error:
            yield f"{where}: {error}"
            return
        yield _told(where, differences)
    yield _told(f"{recorded.name}, end", list(replay.end()))


def _told(where: str, differences: list[str]) -> Check:
    more = f", and {len(differences) - 1} more" if len(differences) > 1 else ""
    return f"{where}: {differences[0]}{more}" if differences else None


class Replay:
    """A recorded game on its way over the table."""

    def __init__(self, game: Table, recorded: Recorded) -> None:
        self.game, self.recorded, self.dice = game, recorded, NoDice()
        self.state = game.start(self.dice)

    def position(self) -> Position:
        """Where the game is."""
        return Position.read(self.game.text(self.state))

    def begin(self) -> Iterator[str]:
        """What differs at the start."""
        first = self.position()
        held = {"+1 gained": first.plus1, "FOX gained": first.foxes, "RR gained": first.reroll}
        given = {name: number for name, number in held.items() if number}
        yield from _differences(("bonuses", _recorded_results(self.recorded.start), given), ("marks", [], first.marks))

    def step(self, step: Step) -> Iterator[str]:
        """What differs before, in and after a decision; raises `Differs` where the game cannot follow."""
        decision = step.decision
        rolled = self.roll(decision)
        turn = self.game.turn(self.state)
        if turn != 0:
            raise Differs(f"expected phase {decision.phase}, found that the game is over")
        before = self.position()
        yield from _differences(
            ("phase", decision.phase, before.phase),
            ("round", decision.round, before.round),
            ("roll", decision.roll, before.roll),
            ("dice", decision.dice, before.dice if decision.dice is not None else None),
            ("rolled", decision.rolled, rolled),
            ("re-rolls held", decision.reroll, before.reroll),
            ("+1 held", decision.plus1, before.plus1),
            ("dice taken by +1", decision.used, before.used if before.phase.endswith("+1") else ""),
            ("sheet", decision.sheet, before.sheet),
            ("waiting", decision.waiting, before.waiting),
        )
        legal = [self.game.action_text(action) for action in self.game.legal(self.state, 0)]
        yield from self.options(decision, before, legal)
        choice = decision.options[decision.choice].name
        if choice not in legal:
            raise Differs(f"expected that {choice} is legal, found {short(sorted(legal))}")
        self.state = self.play(choice)
        after = self.position()
        yield from _events(step, choice, before, after)
        yield from _held(step, after, round(self.game.points(self.state)[0]))

    def roll(self, decision: Decision) -> str:
        """Lets the recorded dice fall; the letters of those that were rolled."""
        rolled = ""
        while self.game.turn(self.state) == CHANCE:
            dice = self.position().dice
            air = [die for die in dice if dice[die].startswith("?")]
            outcomes = [outcome for outcome, _ in self.game.odds(self.state)]
            if decision.dice is None:
                raise Differs(f"expected no roll in phase {decision.phase}, found one")
            if air:
                rolled += air[0]
                outcome = int(decision.dice[air[0]][0]) - 1
            else:
                onto_the_tray = [n for n, die in enumerate(_DIE_ORDER) if decision.dice[die].endswith("t")]
                outcome = next((n for n in outcomes if n in onto_the_tray), -1)
            if outcome not in outcomes:
                raise Differs(f"expected the dice {short(decision.dice)}, found that they cannot fall so")
            self.state = self.game.play(self.state, outcome, self.dice)
        return rolled

    def options(self, decision: Decision, before: Position, legal: list[str]) -> Iterator[str]:
        """The options, what each of them marks, and the dice without any."""
        expected = [option.name for option in decision.options]
        yield from _differences(("options", sorted(expected), sorted(legal)))
        for option in decision.options:
            if option.target is None or option.name not in legal:
                continue
            made = _made(before, Position.read(self.game.text(self.play(option.name))))
            if option.target not in made:
                yield f"{option.name}: expected a mark in {option.target}, found {short(made)}"
        if decision.phase == "active":
            pool = [die for die, lies in before.dice.items() if lies.endswith("p")]
            idle = "".join(die for die in pool if not any(name.startswith(f"{die}:") for name in legal))
            yield from _differences(("unusable dice", decision.unusable, idle))

    def play(self, name: str) -> Any:
        """The state after an action."""
        return self.game.play(self.state, self.game.parse_action(name), self.dice)

    def end(self) -> Iterator[str]:
        """What differs once all decisions are played."""
        if self.game.turn(self.state) != OVER:
            yield "expected that the game is over, found that it goes on"
        last, recorded = self.position(), self.recorded
        total = round(self.game.points(self.state)[0])
        yield from _differences(
            ("sheet", recorded.sheet, last.sheet),
            ("areas", recorded.areas, last.areas),
            ("foxes", recorded.foxes, last.foxes),
            ("fox points", recorded.fox_points, total - sum(last.areas)),
            ("total", recorded.total, total),
        )


def _steps(recorded: Recorded) -> list[Step]:
    """The decisions that the game asks for, each with those behind it that the game passes over."""
    steps: list[Step] = []
    for number, decision in enumerate(recorded.decisions, 1):
        if decision.lone_end:
            steps[-1].passed.append(decision)
        else:
            steps.append(Step(number, decision, []))
    return steps


# What follows from a choice.


def _events(step: Step, choice: str, before: Position, after: Position) -> Iterator[str]:
    """Marks and bonuses."""
    recorded = [step.decision.events, *(one.events for one in step.passed)]
    marks = [mark for events in recorded for mark in events.marks]
    bonuses = [f"{one.kind} {one.source}" for events in recorded for one in events.bonuses]
    made, earned = _made(before, after), _earned(before, after)
    yield from _differences(
        ("marks", sorted(marks), sorted(made)),
        ("bonuses", sorted(bonuses), sorted(earned)),
        ("results", _recorded_results(*recorded), _found_results(choice, before, after, made, earned)),
    )


def _held(step: Step, after: Position, total: int) -> Iterator[str]:
    """What is held and worth. A new round may begin with the last decision that is passed over: what it brings is not
    there yet in those before."""
    come: Counter[str] = Counter()
    for decision in reversed([step.decision, *step.passed]):
        then = decision.after
        reroll, plus1 = after.reroll - come["RR"], after.plus1 - come["+1"]
        yield from _differences(
            ("re-rolls after it", then.reroll, reroll),
            ("+1 after it", then.plus1, plus1),
            ("areas after it", then.areas, after.areas),
            ("foxes after it", then.foxes, after.foxes),
            ("total after it", then.total, total),
        )
        if decision is not step.decision:
            come.update(bonus.kind for bonus in decision.events.bonuses)
            yield from _differences(
                ("re-rolls held at the end of +1", decision.reroll, after.reroll - come["RR"]),
                ("+1 held at the end of +1", decision.plus1, after.plus1 - come["+1"]),
                ("sheet at the end of +1", decision.sheet, after.sheet),
            )


def _made(before: Position, after: Position) -> list[str]:
    """The boxes that were marked, and those that lost a mark, which none should."""
    earlier, later = before.marks, after.marks
    return [box for box in later if box not in earlier] + [f"lost {box}" for box in earlier if box not in later]


def _earned(before: Position, after: Position) -> list[str]:
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


def _recorded_results(*recorded: Events) -> dict[str, int]:
    """How often each kind of bonus had which result; the numbers of orange are one kind, and what was dropped while it
    waited counts as lost."""
    counted = Counter(f"{_sort(one.kind)} {one.result}" for events in recorded for one in events.bonuses)
    for kind in [kind for events in recorded for kind in events.drops]:
        counted.update({f"{_sort(kind)} pending": -1, f"{_sort(kind)} lost": 1})
    return {name: number for name, number in sorted(counted.items()) if number}


def _found_results(
    choice: str, before: Position, after: Position, made: list[str], earned: list[str]
) -> dict[str, int]:
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


def _differences(*compared: tuple[str, Any, Any]) -> Iterator[str]:
    for what, expected, found in compared:
        if expected != found:
            yield f"{what}: expected {short(expected)}, found {short(found)}"
