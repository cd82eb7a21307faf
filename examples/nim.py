"""Nim as a Python game: one class, no compiler, and every search, match, page and learner takes it as it is.

reineke play examples/nim.py
reineke match examples/nim.py:Nim mcts random
"""

from itertools import product

from reineke.game import OVER, Dice, Game, GameError

ROWS = (1, 3, 5, 7)
State = tuple[tuple[int, ...], int]  # the matches left in each row, who moves


class Nim(Game):
    """Take as many matches as you like from one row; who takes the last match loses.

    `c2` takes two matches from row c. Features: for each row how many matches are left, as one 1 among eight numbers,
    then whether the seat moves next.
    """

    actions = len(ROWS) * max(ROWS)
    opening = 2  # a match starts each block from two random moves: the game itself has no chance

    def start(self, dice: Dice) -> State:
        return ROWS, 0

    def turn(self, state: State) -> int:
        return state[1] if any(state[0]) else OVER

    def legal(self, state: State, seat: int) -> list[int]:
        return [row * max(ROWS) + taken for row, left in enumerate(state[0]) for taken in range(left)]

    def play(self, state: State, action: int, dice: Dice) -> State:
        (rows, mover), (row, taken) = state, divmod(action, max(ROWS))
        return (*rows[:row], rows[row] - taken - 1, *rows[row + 1 :]), 1 - mover

    def outcome(self, state: State) -> tuple[float, ...]:
        return (1.0, -1.0) if state[1] == 0 else (-1.0, 1.0)

    def parse(self, text: str) -> State:
        for state in product(product(*(range(full + 1) for full in ROWS)), (0, 1)):
            if self.text(state) == text.strip():
                return state
        raise GameError(f"not a position of nim, such as {self.text((ROWS, 0))}")

    def action_text(self, action: int) -> str:
        return f"{'abcd'[action // max(ROWS)]}{action % max(ROWS) + 1}"

    def board(self, state: State) -> str:
        return "\n".join(f"{name} {'|' * left}" for name, left in zip("abcd", state[0], strict=True))

    def features(self, state: State, seat: int) -> list[float]:
        rows = [float(left == number) for left in state[0] for number in range(max(ROWS) + 1)]
        return [*rows, float(state[1] == seat)]
