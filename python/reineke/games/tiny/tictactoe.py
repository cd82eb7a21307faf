"""Tic-tac-toe: the smallest game without chance or secrets."""

from __future__ import annotations

from typing import NamedTuple

from reineke.game import OVER, Dice, Game, GameError

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = "xo"


class State(NamedTuple):
    """A position; the cells are one string of `x`, `o` and `.`, indexed by action."""

    cells: str
    mover: int

    def has_line(self, seat: int) -> bool:
        """Whether the seat has three in a row."""
        return any(all(self.cells[cell] == MARKS[seat] for cell in line) for line in LINES)


class TicTacToe(Game):
    """Actions are cells, `a1` to `c3`: the column's letter, then the row's number; action = row × 3 + column.

    A position reads `x.o/.../... x`: the rows from row 1 on, then who moves.
    """

    name = "tictactoe"
    actions = 9
    opening = 2

    def start(self, dice: Dice) -> State:
        return State("." * 9, 0)

    def turn(self, state: State) -> int:
        return OVER if "." not in state.cells or state.has_line(0) or state.has_line(1) else state.mover

    def legal(self, state: State, seat: int) -> list[int]:
        return [cell for cell in range(9) if state.cells[cell] == "."]

    def play(self, state: State, action: int, dice: Dice) -> State:
        cells = state.cells[:action] + MARKS[state.mover] + state.cells[action + 1 :]
        return State(cells, 1 - state.mover)

    def outcome(self, state: State) -> tuple[float, ...]:
        if state.has_line(0):
            return (1.0, -1.0)
        return (-1.0, 1.0) if state.has_line(1) else (0.0, 0.0)

    def skip(self, state: State) -> State | None:
        return None if self.turn(state) == OVER else state._replace(mover=1 - state.mover)

    def text(self, state: State) -> str:
        return f"{state.cells[:3]}/{state.cells[3:6]}/{state.cells[6:]} {MARKS[state.mover]}"

    def parse(self, text: str) -> State:
        text = text.strip()
        rows, _, mover = text.partition(" ")
        state = State(rows.replace("/", ""), int(mover == "o"))
        if len(state.cells) != 9 or set(state.cells) - set("xo.") or self.text(state) != text:
            raise GameError("not a position of tictactoe, such as x.o/.../... x")
        x, o = state.cells.count("x"), state.cells.count("o")
        if x != o + state.mover:
            raise GameError(f"tictactoe: {mover} cannot be to move after {x} x and {o} o")
        if state.has_line(state.mover):
            raise GameError(f"tictactoe: {mover} has a line, yet the game went on")
        return state

    def action_text(self, action: int) -> str:
        return f"{'abc'[action % 3]}{action // 3 + 1}"

    def board(self, state: State) -> str:
        rows = [f"{row + 1} {state.cells[3 * row : 3 * row + 3]}" for row in range(3)]
        return "\n".join([*rows, "  abc"])

    def features(self, state: State, seat: int) -> list[float]:
        """0–8 own marks, 9–17 the other's marks, 18 whether the seat is the next to move."""
        marks = [float(mark == MARKS[who]) for who in (seat, 1 - seat) for mark in state.cells]
        return [*marks, float(state.mover == seat)]
