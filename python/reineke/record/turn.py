"""One turn of a record: to JSON, back from it, and with the dice that were rolled inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reineke.game import CHANCE, NO_ACTION, OVER, Dice, Game, GameError
from reineke.record.text import short


class RecordingDice:
    """Dice that remember what they rolled. `source` makes the dice behind them, at the first roll."""

    def __init__(self, source: Callable[[], Dice]) -> None:
        self.rolled: list[int] = []
        self._source = source
        self._dice: Dice | None = None

    def roll(self, sides: int) -> int:
        """A number from 0 to sides - 1, each equally likely."""
        if self._dice is None:
            self._dice = self._source()
        number = self._dice.roll(sides)
        self.rolled.append(number)
        return number


class ForcedDice:
    """Dice that roll what they are told."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = list(numbers)
        self._next = 0
        self._fault: str | None = None

    def roll(self, sides: int) -> int:
        """The next number, if dice of so many sides can show it."""
        if self._next >= len(self._numbers):
            self._fail("more dice are rolled than the record holds")
        number = self._numbers[self._next]
        if not 0 <= number < sides:
            self._fail(f"dice with {sides} sides cannot roll {number} (they count from 0)")
        self._next += 1
        return number

    def finish(self) -> None:
        """Complains unless every number was rolled; repeats a complaint that the game has swallowed."""
        if self._fault is None and self._next < len(self._numbers):
            self._fault = f"the record holds {len(self._numbers)} dice, but {self._next} were rolled"
        if self._fault is not None:
            raise GameError(self._fault)

    def _fail(self, fault: str) -> None:
        self._fault = fault
        raise GameError(fault)


@dataclass(frozen=True)
class Played:
    """One turn as it was played: actions of seats or an outcome of chance, and the dice rolled inside."""

    actions: tuple[tuple[int, int], ...] = ()
    """(seat, action), ascending by seat."""
    joint: bool = False
    """The seats chose at once."""
    chance: int | None = None
    dice: tuple[int, ...] = ()

    def move(self, seats: int) -> Any:
        """What `Game.play` takes."""
        if self.chance is not None:
            return self.chance
        if not self.joint:
            return self.actions[0][1]
        joint = [NO_ACTION] * seats
        for seat, action in self.actions:
            joint[seat] = action
        return tuple(joint)

    def json(self, game: Game) -> list[Any]:
        """The turn as a record holds it."""
        turn: list[Any]
        if self.chance is not None:
            turn = ["chance", game.chance_text(self.chance)]
        else:
            turn = [[seat, game.action_text(action)] for seat, action in self.actions]
            if not self.joint:
                turn = turn[0]
        if self.dice:
            turn.append({"dice": list(self.dice)})
        return turn

    @classmethod
    def parse(cls, game: Game, state: Any, turn: Sequence[Any]) -> Played:
        """The turn of a record, which must be possible in the state."""
        parts = list(turn)
        dice: tuple[int, ...] = ()
        if parts and isinstance(parts[-1], dict):
            dice = _dice(parts.pop())
        whose = game.turn(state)
        if whose == OVER:
            raise GameError("the game is over before it")
        if whose == CHANCE:
            if len(parts) != 2 or parts[0] != "chance" or not isinstance(parts[1], str):
                raise GameError(f"it is nature's turn, not {short(turn)}")
            outcome = game.parse_chance(parts[1])
            if not any(possible == outcome and odds > 0 for possible, odds in game.odds(state)):
                raise GameError(f"{parts[1]!r} cannot happen")
            return cls(chance=outcome, dice=dice)
        joint = isinstance(whose, tuple)
        seats = whose if isinstance(whose, tuple) else (whose,)
        pairs = parts if joint else [parts]
        if any(not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], str) for pair in pairs):
            raise GameError(f"it is the turn of {_seats(seats)}, not {short(turn)}")
        if [pair[0] for pair in pairs] != list(seats):
            raise GameError(f"it is the turn of {_seats(seats)}, not {short(turn)}")
        actions = tuple((seat, game.parse_action(text)) for seat, text in pairs)
        for seat, action in actions:
            if not game.allowed(state, seat, action):
                raise GameError(f"{game.action_text(action)!r} is not legal for seat {seat}")
        return cls(actions=actions, joint=joint, dice=dice)


def seen(game: Game, turn: list[Any], seat: int) -> list[Any] | None:
    """A turn as a seat saw it. Where seats know different things that is its own part of it, or None: what else it
    learned is in its View."""
    if not game.hidden:
        return turn
    if isinstance(turn[0], int):
        return turn[:2] if turn[0] == seat else None
    return [part for part in turn if isinstance(part, list) and part[0] == seat] or None


def is_count(value: Any) -> bool:
    """Whether a value is a whole number, not negative."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _seats(seats: Sequence[int]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else "seats " + ", ".join(map(str, seats))


def _dice(part: dict[str, Any]) -> tuple[int, ...]:
    numbers = part.get("dice")
    if len(part) != 1 or not isinstance(numbers, list) or not all(map(is_count, numbers)):
        raise GameError(f"no dice: {short(part)}")
    return tuple(numbers)
