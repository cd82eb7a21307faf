"""Battles that can be changed in what a player does not see, and played again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from reineke import _core
from reineke.game import OVER, GameError
from reineke.games import load

GAME: Any = load("gen1")
Action = int | tuple[int, ...]


class Misfit(Exception):
    """Other numbers are asked for than were drawn."""


class Again:
    """Numbers that were drawn before."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.left = list(numbers)

    def roll(self, sides: int) -> int:
        if not self.left or self.left[0] >= sides:
            raise Misfit
        return self.left.pop(0)


@dataclass(frozen=True)
class Course:
    """Two teams as Showdown packs them, and every turn's actions, by identity, with the numbers drawn."""

    teams: tuple[tuple[str, ...], tuple[str, ...]]
    start: tuple[int, ...]
    turns: tuple[tuple[Action, tuple[int, ...]], ...]

    def play(self) -> Any | None:
        """The position at its end; None if these teams and numbers do not lead along it."""
        numbers = ".".join(map(str, self.start))
        try:
            state = GAME.parse("&".join("]".join(team) for team in self.teams) + f" --:{numbers}")
            for action, drawn in self.turns:
                dice = Again(drawn)
                state = GAME.play(state, action, dice)
                if dice.left:
                    return None
        except (GameError, Misfit):
            return None
        return state

    def with_set(self, side: int, index: int, packed: str) -> Course:
        teams = [list(team) for team in self.teams]
        teams[side][index] = packed
        return replace(self, teams=(tuple(teams[0]), tuple(teams[1])))

    def with_number(self, turn: int, place: int, number: int) -> Course:
        action, drawn = self.turns[turn]
        changed = (action, (*drawn[:place], number, *drawn[place + 1 :]))
        return replace(self, turns=(*self.turns[:turn], changed, *self.turns[turn + 1 :]))


def numbers_of(turn: str) -> tuple[int, ...]:
    _, _, numbers = turn.partition(":")
    return tuple(int(number) for number in numbers.split(".") if number)


def walk(seed: int) -> Iterator[tuple[Course, Any]]:
    """A battle of random play: the course so far and the position, at every decision."""
    rng, dice = random.Random(seed), _core.Dice(seed)
    state = GAME.start(dice)
    teams, _, start = str(state).rpartition("| ")
    first, second = (f"{teams}|").split("&")
    course = Course((tuple(first.split("]")), tuple(second.split("]"))), numbers_of(start), ())
    while (turn := GAME.turn(state)) != OVER:
        yield course, state
        if isinstance(turn, tuple):
            action: Action = tuple(rng.choice(GAME.legal(state, seat)) for seat in (0, 1))
        else:
            action = rng.choice(GAME.legal(state, turn))
        state = GAME.play(state, action, dice)
        played = (action, numbers_of(str(state).rpartition(" ")[2]))
        course = replace(course, turns=(*course.turns, played))
    yield course, state


def random_course(seed: int, turns: int) -> tuple[Course, Any]:
    """A battle of random play after so many turns, or at its end."""
    return list(islice(walk(seed), turns + 1))[-1]


def told(state: Any, seat: int) -> list[list[str]]:
    """What Showdown would have told a seat: lockstep compares these lines with its own."""
    return _core.gen1_log(state, seat)


def asked(state: Any, seat: int) -> tuple[Any, list[str]]:
    """What the seat is asked."""
    turn = GAME.turn(state)
    acts = turn == seat or (isinstance(turn, tuple) and seat in turn)
    return turn, [GAME.action_text(action) for action in GAME.legal(state, seat)] if acts else []


def may_be_hidden(state: Any, seat: int) -> set[str]:
    """What may be otherwise at a position without the seat's knowing, in words."""
    found = {"member", "set", "slots"}
    scene = json.loads(_core.gen1_whole(state))
    for side, one in enumerate(scene["sides"]):
        whose = "own" if side == seat else "other"
        active = one["active"]
        conditions = {
            "substitute": active["substitute"],
            "confusion": active["confused"],
            "sleep": any(member["status"] == "slp" for member in one["members"]),
        }
        found |= {f"{word} {whose}" for word, holds in conditions.items() if holds}
        if whose == "other" and 0 < one["members"][0]["percent"] < 100:
            found.add("HP other")
    return found


def other_teams(course: Course, seat: int, state: Any, packs: dict[str, list[str]]) -> Iterator[Course]:
    """Courses with other members, sets or slots of the other side."""
    foe = 1 - seat
    lines = "\n".join(line for turn in told(state, seat) for line in turn)
    names = [one.partition("|")[0] for one in course.teams[foe]]
    unseen = [index for index, name in enumerate(names) if f"p{foe + 1}a: {name}" not in lines]
    if len(unseen) > 1:
        one, two = unseen[0], unseen[-1]
        yield course.with_set(foe, one, course.teams[foe][two]).with_set(foe, two, course.teams[foe][one])
    strangers = [name for name in packs if name not in names]
    for index in unseen[:2]:
        yield course.with_set(foe, index, packs[strangers[(index * 31 + len(course.turns)) % len(strangers)]][0])
    for index, name in enumerate(names):
        for other in packs.get(name, [])[:6]:
            if other != course.teams[foe][index]:
                yield course.with_set(foe, index, other)
        parts = course.teams[foe][index].split("|")
        moves = parts[4].split(",")
        yield course.with_set(foe, index, "|".join([*parts[:4], ",".join(moves[1:] + moves[:1]), *parts[5:]]))


def other_numbers(course: Course) -> Iterator[Course]:
    """Courses in which a number of the last turns was a little higher or lower."""
    for turn in range(max(0, len(course.turns) - 6), len(course.turns)):
        for place, number in enumerate(course.turns[turn][1]):
            for other in (number - 1, number + 1):
                if other >= 0:
                    yield course.with_number(turn, place, other)


def differences(one: Any, two: Any, seat: int) -> set[str]:
    """What is otherwise in two battles, in words."""
    found = set()
    trees = [GAME.json(state)["battle"] for state in (one, two)]
    for side in (0, 1):
        whose = "own" if side == seat else "other"
        first, second = (tree[f"p{side + 1}"] for tree in trees)
        for key in "123456":
            old, new = first["m"][key], second["m"][key]
            if old["sp"] != new["sp"]:
                found.add("member")
            elif set(old["mv"]) != set(new["mv"]):
                found.add("set")
            elif old["mv"] != new["mv"]:
                found.add("slots")
            if old["sp"] == new["sp"] and old["h"] != new["h"]:
                found.add(f"HP {whose}")
            if old.get("st") != new.get("st"):
                found.add(f"sleep {whose}")
        for word, key in (("substitute", "hp"), ("confusion", "time")):
            values = [tree["a"]["v"].get(word, {}).get(key) for tree in (first, second)]
            if values[0] != values[1]:
                found.add(f"{word} {whose}")
    return found
