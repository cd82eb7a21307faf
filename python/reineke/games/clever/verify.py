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
from reineke.games.clever.reference import Decision, Recorded, read
from reineke.games.clever.trace import DICE, Position, earned_bonuses, found_results, new_marks, recorded_results
from reineke.record.text import short

Check = str | None
"""None: as it should be; else what differs."""


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
        yield from _differences(("bonuses", recorded_results(self.recorded.start), given), ("marks", [], first.marks))

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
                onto_the_tray = [n for n, die in enumerate(DICE) if decision.dice[die].endswith("t")]
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
            made = new_marks(before, Position.read(self.game.text(self.play(option.name))))
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
    made, earned = new_marks(before, after), earned_bonuses(before, after)
    yield from _differences(
        ("marks", sorted(marks), sorted(made)),
        ("bonuses", sorted(bonuses), sorted(earned)),
        ("results", recorded_results(*recorded), found_results(choice, before, after, made, earned)),
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


def _differences(*compared: tuple[str, Any, Any]) -> Iterator[str]:
    for what, expected, found in compared:
        if expected != found:
            yield f"{what}: expected {short(expected)}, found {short(found)}"
