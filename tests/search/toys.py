"""Small games written for one purpose each."""

import random
from functools import cache
from typing import Any, ClassVar

from reineke.game import OVER, Dice, Game


class Regression(Game):
    """The seed's example of its unsound cut: A = (5, −5, 0, 0); B leads to B1 = (3, 2, −3, −2) or B2 = (9, 4, −6, −7).

    The four values are evaluations two plies deep; nothing is ever over.
    """

    seats = 4
    actions = 2
    low, high = -9.0, 9.0
    values: ClassVar = {"A1": (5.0, -5.0, 0.0, 0.0), "B1": (3.0, 2.0, -3.0, -2.0), "B2": (9.0, 4.0, -6.0, -7.0)}
    moves: ClassVar = {"": ("A", "B"), "A": ("A1",), "B": ("B1", "B2")}

    def start(self, dice: Dice) -> str:
        return ""

    def turn(self, state: str) -> int:
        return len(state) % 4

    def legal(self, state: str, seat: int) -> range:
        return range(len(self.moves.get(state, "?")))

    def play(self, state: str, action: int, dice: Dice) -> str:
        return self.moves.get(state, (state + "+",))[action]

    def evaluate(self, state: str) -> tuple[float, ...]:
        return self.values.get(state, (0.0,) * 4)

    def outcome(self, state: str) -> tuple[float, ...]:
        raise AssertionError("never over")


class Ended(Regression):
    """The same values as results of finished games."""

    evaluate = Game.evaluate

    def turn(self, state: str) -> int:
        return OVER if state in self.values else len(state) % 4

    def outcome(self, state: str) -> tuple[float, ...]:
        return self.values[state]


class Dag(Game):
    """Random values on a board so narrow that most positions are reached on several ways.

    A position is how many moves were made and where on the board that led; who moves there, whether the game is over
    and what it is worth are drawn once, by seed. Values are whole sixteenths that add up to 1, so that sums and means
    of two are exact and ties are common.
    """

    actions = 3
    low, high = 0.0, 1.0
    sum = 1.0

    def __init__(self, seed: int, seats: int = 3, width: int = 5, length: int = 7) -> None:
        self.seed, self.seats, self.width, self.length = seed, seats, width, length
        self.drawn = cache(self._draw)

    def _draw(self, state: tuple[int, int]) -> tuple[int, int, tuple[float, ...]]:
        rng = random.Random(f"{self.seed}/{state}")
        cuts = sorted(rng.randrange(0, 17, 2) for _ in range(self.seats - 1))
        values = tuple((b - a) / 16 for a, b in zip([0, *cuts], [*cuts, 16], strict=True))
        over = state[0] == self.length or (state[0] > 1 and rng.random() < 0.1)
        return OVER if over else rng.randrange(self.seats), rng.randrange(1, 4), values

    def start(self, dice: Dice) -> tuple[int, int]:
        return (0, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return self.drawn(state)[0]

    def legal(self, state: tuple[int, int], seat: int) -> range:
        return range(self.drawn(state)[1])

    def play(self, state: tuple[int, int], action: int, dice: Dice) -> tuple[int, int]:
        return (state[0] + 1, (2 * state[1] + action) % self.width)

    def evaluate(self, state: tuple[int, int]) -> tuple[float, ...]:
        return self.drawn(state)[2]

    def outcome(self, state: tuple[int, int]) -> tuple[float, ...]:
        return self.drawn(state)[2]

    def skip(self, state: tuple[int, int]) -> Any:
        return None


class Bait(Game):
    """One's own choice: `safe` is 0.6 at once; `bait` lets the other seat choose, who has one action that leaves 0.1
    and nine that leave 0.9.
    """

    actions = 10
    low, high = 0.0, 1.0
    sum = 1.0

    def start(self, dice: Dice) -> str:
        return ""

    def turn(self, state: str) -> int:
        return {"": 0, "bait": 1}.get(state, OVER)

    def legal(self, state: str, seat: int) -> range:
        return range(2 if state == "" else 10)

    def play(self, state: str, action: int, dice: Dice) -> str:
        return ("bait", "safe")[action] if state == "" else f"bait {action}"

    def outcome(self, state: str) -> tuple[float, ...]:
        first = {"safe": 0.6, "bait 9": 0.1}.get(state, 0.9)
        return (first, 1 - first)
