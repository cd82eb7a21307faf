"""How the games of the lockstep walk are drawn: options, openings, and seats and dice with a temper, since random play
alone fills too little of a sheet."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.clever import twin
from tests.games.clever.twin import Options, State


def draw_options(rng: random.Random) -> Options:
    """Mostly whole games, by one to four seats and under the rules of the thesis; some rungs of the ladder."""
    seats = rng.choice((1, 1, 2, 3, 4))
    mode = "thesis" if seats == 1 and rng.random() < 0.5 else "official"
    masks = "source" if mode == "thesis" and rng.random() < 0.5 else "strict"
    if rng.random() < 0.65:
        return Options(seats, mode, masks)
    return Options(seats, mode, masks, some(rng, "ybgop"), some(rng, "ybgopw"), "off" if rng.random() < 0.3 else "on")


def some(rng: random.Random, letters: str) -> str:
    """Some of the letters, in their order; often all."""
    if rng.random() < 0.4:
        return letters
    chosen = rng.sample(letters, rng.randint(1, len(letters)))
    return "".join(letter for letter in letters if letter in chosen)


@dataclass(frozen=True)
class Temper:
    """How the seats of a game choose and how the dice fall: random play alone fills too little of a sheet."""

    greed: float  # odds of looking one step ahead for marks and bonuses
    areas: str  # those looked for
    thrift: float  # odds of leaving a re-roll or a pass where there is something else
    luck: float  # odds of a face that the die can be used with
    faces: tuple[int, ...]  # weights of the others

    @classmethod
    def draw(cls, rng: random.Random) -> "Temper":
        faces = rng.choice(((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), (1, 1, 1, 2, 4, 8), (8, 4, 2, 1, 1, 1)))
        greed, thrift, luck = rng.choice((0, 0, 0.5, 0.95)), rng.choice((0, 0.7, 0.95)), rng.choice((0, 0, 0.5, 1))
        return cls(greed, some(rng, "ybgop"), thrift, luck, faces)

    def choose(self, rng: random.Random, state: State, legal: list[int]) -> int:
        if rng.random() < self.thrift:
            legal = [action for action in legal if twin.ACTIONS[action] not in ("reroll", "pass")] or legal
        if len(legal) > 1 and rng.random() < self.greed:
            return max(legal, key=lambda action: (self.worth_of_action(state, action), rng.random()))
        return rng.choice(legal)

    def worth_of_action(self, state: State, action: int) -> float:
        """Of the sheet after it and of dice that stay in the pool."""
        picks = state.phase == "roll" and not state.sheet.waiting
        kept = -0.2 * (state.faces.get(twin.ACTIONS[action][0]) or 0) if picks else 0
        return self.worth(twin.play(state, action).sheets[state.seat]) + kept

    def worth(self, sheet: twin.Sheet) -> float:
        """Of marks in the areas that are looked for, of bonuses and of groups that are nearly complete."""
        filled = {
            "y": len(sheet.yellow) + sum(full(boxes, sheet.yellow) for _, boxes, _ in twin.YELLOW_GROUPS),
            "b": len(sheet.blue) + sum(full(boxes, sheet.blue) for _, boxes, _ in twin.BLUE_GROUPS),
            "g": sheet.green,
            "o": len(sheet.orange),
            "p": len(sheet.purple) - 0.1 * (sheet.purple[-1] % 6 if sheet.purple else 0),
        }
        earned = 2 * len(sheet.waiting) + sheet.foxes + sheet.rerolls + sheet.plus_ones
        return sum(filled[area] for area in self.areas) + earned

    def fall(self, rng: random.Random, state: State, outcomes: list[int]) -> int:
        air = twin.in_the_air(state)
        if not air or state.phase == "four":
            return rng.choice(outcomes)
        if rng.random() < self.luck and (lucky := [face for face in range(1, 7) if useful(state, air[0], face)]):
            return rng.choice(lucky[:2] if rng.random() < 0.5 else lucky) - 1
        return rng.choices(range(6), self.faces)[0]


def full(boxes: Sequence[Any], crossed: Sequence[Any]) -> float:
    """How close a group of boxes is to its bonus, the last boxes counting most."""
    return (sum(box in crossed for box in boxes) / len(boxes)) ** 2


def useful(state: State, die: str, face: int) -> bool:
    """Whether the die, if it shows this, can be used; a blue sum only once both dice lie."""
    state = state.copy()
    state.faces[die] = face
    if die == "b" and state.faces.get("w") is None:
        return True
    if die == "w" and state.faces.get("b") is None:
        return bool(twin.free_yellow(state, state.sheet))
    return bool(twin.uses(state, state.sheet, [die]))


def opening(rng: random.Random, options: Options, temper: Temper) -> State:
    """The start, or the first roll of a later round after turns in which everybody made every mark that one can: often
    such that most groups of boxes lack one, so that much comes at once."""
    state = twin.start(options)
    marks = 3 + max(1, options.seats - 1)  # a round
    patience, haste = rng.choice((0, 0.5, 0.8, 0.95)), rng.choice((0, 0.5, 1))
    for _ in range(rng.choice((0, 0, *range(1, twin.ROUNDS[options.seats])))):
        for seat in [seat for seat in range(options.seats) for _ in range(marks)]:
            state.seat = seat
            mark_anything(rng, state, temper, patience)
            if state.sheet.plus_ones and rng.random() < haste:
                state.sheet.plus_ones -= mark_anything(rng, state, temper, patience)
        state.round += 1
        for seat in range(options.seats):
            state.seat = seat
            if state.round == twin.FREE_CHOICE_ROUND:
                twin.give(state, seat, rng.choice(twin.LOTS), "round4")
            elif state.round in twin.ROUND_BONUS:
                twin.give(state, seat, twin.ROUND_BONUS[state.round], "a new round")
            settle(rng, state)
            if rng.random() < 0.5:
                state.sheet.rerolls = rng.randint(0, state.sheet.rerolls)
        twin.begin_turn(state)
    return state


def brink(rng: random.Random, options: Options) -> State:
    """The last round, with sheets on which a blue 6 or 7 sets off a yX and more, which is rare by chance."""
    state = twin.start(options)
    state.round, state.active = twin.ROUNDS[options.seats], rng.randrange(options.seats)
    marks = (3 + max(1, options.seats - 1)) * (state.round - 1)  # by dice, at most
    for seat in range(options.seats):
        needed = marks + 1
        while needed > marks:
            state.sheets[seat], needed = brink_sheet(rng)
    twin.begin_turn(state)
    return state


def brink_sheet(rng: random.Random) -> tuple[twin.Sheet, int]:
    """With how many marks by dice it needs at least."""
    missing = rng.choice((6, 7))
    column = {6: (2, 10), 7: (3, 11)}[missing]
    blue = {5, 6, 7, 8, *column, *rng.sample(twin.BLUE_BOXES, rng.randint(0, 5))} - {missing}
    yellow = rng.sample(twin.YELLOW_BOXES, rng.choice((0, 6, 9, 10, 11, 12)))
    numbers = [rng.randint(1, 6) * times for times in twin.ORANGE_TIMES[: rng.choice((2, 4, 5, 9, 11))]]
    purple = rng.choice(([1, 2, 3], [1, 2, 3, 4, 5], [3, 6, 2, 4, 5], [1, 2, 3, 4, 5, 6, 1, 2, 3]))
    sheet = twin.Sheet(list(yellow), sorted(blue), rng.choice((3, 5, 8, 10)), numbers, list(purple))
    earned = Counter(twin.ROUND_BONUS.values())
    earned.update(kind for _, boxes, kind in twin.YELLOW_GROUPS if all(twin.crossed(sheet, box) for box in boxes))
    earned.update(kind for _, boxes, kind in twin.BLUE_GROUPS if blue.issuperset(boxes))
    for count, bonus in (
        (sheet.green, twin.GREEN_BONUS),
        (len(numbers), twin.ORANGE_BONUS),
        (len(purple), twin.PURPLE_BONUS),
    ):
        earned.update(kind for position, kind in bonus.items() if position <= count)
    sheet.foxes, sheet.rerolls, sheet.plus_ones = earned["FOX"], rng.randint(0, earned["RR"]), rng.randint(0, 1)
    marks = len(yellow) + len(blue) + sheet.green + len(numbers) + len(purple)
    given = earned.total() - earned["FOX"] - earned["RR"] - sheet.plus_ones + 1  # with that of round 4
    return sheet, marks - given


def mark_anything(rng: random.Random, state: State, temper: Temper, patience: float) -> bool:
    """One mark with any faces, if there is one; patient players leave bonuses for later."""
    state.faces = {die: rng.randint(1, 6) for die in state.options.dice}
    after = {}
    for name in twin.uses(state, state.sheet, list(state.options.dice)):
        after[name] = state.copy()
        twin.use(after[name], state.seat, name)
    if not after:
        return False
    names = list(after)
    if rng.random() < patience:
        names = [name for name in names if not any("bonus" in event for event in after[name].events)] or names
    greedy = rng.random() < max(patience, temper.greed)
    twin.use(state, state.seat, max(names, key=lambda name: (greedy * temper.worth(after[name].sheet), rng.random())))
    settle(rng, state)
    return True


def settle(rng: random.Random, state: State) -> None:
    """Chooses for everything that waits."""
    while state.sheet.waiting:
        kind, source = state.sheet.waiting.pop(0)
        names = twin.crosses(state, kind)
        if names:
            twin.cross(state, state.seat, rng.choice(names), source)
