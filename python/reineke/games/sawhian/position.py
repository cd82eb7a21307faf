"""A Sawhian position as the drawings read it: checked JSON, cells, and the way a stone has gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reineke.game import GameError

SIZE = 7
STONES = 7
SEATS = 4
FORWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Per player, the step (x, y) of his stones."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """What `game.json(state)` says, checked for shape only: any board can be drawn."""

    stones: Mapping[Cell, int]
    """The owner of every stone."""
    hand: tuple[int, ...]
    points: tuple[int, ...]
    alive: tuple[bool, ...]
    mover: int | None


def read(data: Mapping[str, Any]) -> Position:
    """The position behind `game.json(state)`."""
    try:
        rows = data["board"].split("/")
        hand, points, alive, mover = data["hand"], data["points"], data["alive"], data["mover"]
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows) or set("".join(rows)) - set(".0123"):
            raise GameError(f"a board has 7 rows of 7 cells, each . or 0 to 3, not {data['board']!r}")
        if any(len(row) != SEATS for row in (hand, points, alive)) or mover not in (None, 0, 1, 2, 3):
            raise GameError("a position has hand, points and alive for four players, and a mover from 0 to 3 or null")
        stones = {(x, y): int(rows[y][x]) for x in range(SIZE) for y in range(SIZE) if rows[y][x] != "."}
        return Position(stones, tuple(map(int, hand)), tuple(map(int, points)), tuple(map(bool, alive)), mover)
    except (KeyError, TypeError, AttributeError) as error:
        raise GameError("a position needs board, hand, points, alive and mover") from error


def cell_of(action: int | str) -> Cell:
    """The cell (x, y) of an action number or name."""
    if isinstance(action, str):
        name = action.strip().lower()
        x, y = (ord(name[0]) - ord("a"), ord(name[1]) - ord("1")) if len(name) == 2 else (-1, -1)
    else:
        x, y = divmod(action, SIZE)
    if not (0 <= x < SIZE and 0 <= y < SIZE):
        raise GameError(f"no cell of the board is called {action!r}")
    return x, y


def cell_text(cell: Cell) -> str:
    """The name of a cell, a1 to g7."""
    return "abcdefg"[cell[0]] + str(cell[1] + 1)


def on_board(cell: Cell) -> bool:
    """Whether it is one of the 49 cells."""
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


def way(position: Position, seat: int, start: Cell) -> Sequence[Cell] | None:
    """The cells a stone has touched with the move that led to this position: where it began (one cell off the board if
    it entered), every landing, the last one off the board if it left. None if no such move can have been the last.

    The destination need not be told: a landing cell that is empty now was left by a further jump.
    """
    dx, dy = FORWARD[seat]

    def ahead(cell: Cell) -> Cell:
        return cell[0] + dx, cell[1] + dy

    before = (start[0] - dx, start[1] - dy)
    if position.stones.get(start) == seat:
        return None if on_board(before) else [before, start]
    if start in position.stones:
        return None
    path = [start]
    here = ahead(start)
    if not on_board(here) or position.stones.get(here) == seat:
        return [start, here]
    while here in position.stones and position.stones[here] != seat:
        landing = ahead(here)
        path.append(landing)
        if not on_board(landing) or position.stones.get(landing) == seat:
            return path
        if landing in position.stones:
            return None
        here = ahead(landing)
    return None
