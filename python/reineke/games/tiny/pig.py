"""Pig: roll for as long as you dare; a 1 loses what the turn has brought, `hold` banks it."""

from __future__ import annotations

from typing import NamedTuple

from reineke.game import CHANCE, OVER, Dice, Game, GameError
from reineke.games.tiny.options import count, number, scale, spec, word

ROLL, HOLD = 0, 1
FACES = 6


class State(NamedTuple):
    """A position. Only the mover's points reach the goal, and then the game is over."""

    points: tuple[int, ...]
    rolls: tuple[int, ...]
    total: int
    """What the turn has brought so far."""
    mover: int
    rolling: bool
    """The die is in the air: chance moves next."""

    @property
    def reach(self) -> int:
        """What the mover would have after a hold."""
        return self.points[self.mover] + self.total


class Pig(Game):
    """A turn begins with a roll (there is nothing to hold yet) and ends with a hold once the goal is in reach.

    Options: `seats=2` to 6, `goal=100`, `chance=explicit` (the die is a chance turn after `roll`) or `inside` (it is
    drawn from the dice passed to `play`). The rolls of each seat are counted, because `event` names a roll by who
    rolls and how often that seat has rolled before.

    A position reads `23,17 0+7 5,4`: banked points, mover + turn total, rolls so far; `0+7?` while the die is in the
    air.
    """

    name = "pig"
    low = 0.0
    sum = 1.0

    def __init__(self, seats: int | str = 2, goal: int | str = 100, chance: str = "explicit") -> None:
        self.seats = number("seats", seats, 2, 6)
        self.goal = number("goal", goal, 2, 1000)
        self.inside = word("chance", chance, ("explicit", "inside")) == "inside"
        # The faces of an explicit die count too: chance outcomes lie inside the action space.
        self.actions = 2 if self.inside else FACES

    @property
    def spec(self) -> str:
        chance = "inside" if self.inside else "explicit"
        return spec("pig", {"seats": (self.seats, 2), "goal": (self.goal, 100), "chance": (chance, "explicit")})

    def start(self, dice: Dice) -> State:
        return State((0,) * self.seats, (0,) * self.seats, 0, 0, False)

    def turn(self, state: State) -> int:
        if state.points[state.mover] >= self.goal:
            return OVER
        return CHANCE if state.rolling else state.mover

    def legal(self, state: State, seat: int) -> list[int]:
        return [ROLL] * (state.reach < self.goal) + [HOLD] * (state.total > 0)

    def odds(self, state: State) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(FACES)]

    def play(self, state: State, action: int, dice: Dice) -> State:
        if state.rolling:
            return self._land(state, action + 1)
        if action == HOLD:
            return self._hold(state)
        if self.inside:
            return self._land(state, dice.roll(FACES) + 1)
        return state._replace(rolling=True)

    def _land(self, state: State, pips: int) -> State:
        state = state._replace(rolls=_add(state.rolls, state.mover, 1), rolling=False)
        return self._end_turn(state) if pips == 1 else state._replace(total=state.total + pips)

    def _hold(self, state: State) -> State:
        state = state._replace(points=_add(state.points, state.mover, state.total), total=0)
        return state if state.points[state.mover] >= self.goal else self._end_turn(state)

    def _end_turn(self, state: State) -> State:
        return state._replace(total=0, mover=(state.mover + 1) % self.seats)

    def outcome(self, state: State) -> tuple[float, ...]:
        return tuple(float(seat == state.mover) for seat in range(self.seats))

    def points(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, state.points))

    def evaluate(self, state: State) -> list[float]:
        """A seat's share of all points, the mover's turn total counted as banked; everybody has one point to begin
        with.
        """
        worth = [points + 1 for points in _add(state.points, state.mover, state.total)]
        everything = sum(worth)
        return [each / everything for each in worth]

    def event(self, state: State) -> int:
        return state.mover << 32 | state.rolls[state.mover]

    def text(self, state: State) -> str:
        points, rolls = ",".join(map(str, state.points)), ",".join(map(str, state.rolls))
        return f"{points} {state.mover}+{state.total}{'?' * state.rolling} {rolls}"

    def parse(self, text: str) -> State:
        text = text.strip()
        try:
            state = self._read(text)
        except ValueError:
            state = None
        if state is None or self.text(state) != text:
            zeros = ",".join("0" * self.seats)
            raise GameError(f"not a position of {self.spec}, such as {zeros} 0+0 {zeros}")
        self._validate(state)
        return state

    def _read(self, text: str) -> State | None:
        points, turn, rolls = text.split(" ")
        mover, total = turn.split("+")
        state = State(
            points=tuple(map(count, points.split(","))),
            rolls=tuple(map(count, rolls.split(","))),
            total=count(total.rstrip("?")),
            mover=count(mover),
            rolling=total.endswith("?"),
        )
        fits = len(state.points) == len(state.rolls) == self.seats > state.mover
        return state if fits else None

    def _validate(self, state: State) -> None:
        for seat, (points, rolls) in enumerate(zip(state.points, state.rolls, strict=True)):
            total = state.total if seat == state.mover else 0
            if points == 1 or total == 1 or points + total > 6 * rolls:
                raise GameError(f"pig: seat {seat} cannot have {points}+{total} points after {rolls} rolls")
            if (points >= self.goal and seat != state.mover) or points + total >= self.goal + 6:
                raise GameError(f"pig: seat {seat} has {points}+{total} points, but the goal is {self.goal}")
        if state.points[state.mover] >= self.goal and state.total > 0:
            raise GameError(f"pig: seat {state.mover} has won, yet has a turn total")
        if state.rolling and (self.inside or state.reach >= self.goal):
            raise GameError("pig: the die cannot be in the air here")

    def action_text(self, action: int) -> str:
        return {ROLL: "roll", HOLD: "hold"}.get(action, str(action))

    def chance_text(self, outcome: int) -> str:
        return str(outcome + 1)

    def parse_chance(self, text: str) -> int:
        wanted = text.strip()
        for face in range(FACES):
            if self.chance_text(face) == wanted:
                return face
        raise GameError(f'a die shows 1 to 6, not "{wanted}"')

    def features(self, state: State, seat: int) -> list[float]:
        """With n seats, the own seat first and the others in order of play: 0 to n−1 banked points, n to 2n−1 who
        moves, 2n the turn total, 2n+1 whether the die is in the air. Points are divided by the least power of two that
        is not below the goal, which is exact.
        """
        unit = scale(self.goal)
        order = [(seat + place) % self.seats for place in range(self.seats)]
        points = [state.points[other] / unit for other in order]
        moves = [float(state.mover == other) for other in order]
        return [*points, *moves, state.total / unit, float(state.rolling)]


def _add(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :])
