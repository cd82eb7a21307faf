"""A spe_ed position as bots and drawings read it: checked JSON, a board of numbers, and what a move would do to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reineke.game import GameError

STAY, LEFT, RIGHT, FASTER, SLOWER = range(5)
"""The five actions, numbered as the game numbers them."""
WORDS = ("change_nothing", "turn_left", "turn_right", "speed_up", "slow_down")
DIRECTIONS = ("up", "right", "down", "left")
"""Clockwise, so that turning right adds one."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Per direction, the step (x, y); y grows downward."""
FASTEST = 10
GAP_EVERY = 6
GAP_SPEED = 3
SEATS = 6
"""The most there are."""
SIDE = 128
"""The longest side of a board."""

Cell = tuple[int, int]
Board = NDArray[np.int8]


@dataclass(frozen=True)
class Player:
    """One player's head. That of a dead one may lie one cell outside the board."""

    x: int
    y: int
    direction: int
    """Index in `DIRECTIONS`."""
    speed: int
    active: bool = True


@dataclass(frozen=True)
class Move:
    """What an action does on the present board, nobody else moving."""

    action: int
    head: Cell
    direction: int
    speed: int
    marks: tuple[Cell, ...]
    """The cells it marks, from the first to the last; cells jumped over are not among them."""
    survives: bool
    """Speed in range, never off the board, every marked cell free. Others may still crash into it."""


@dataclass(frozen=True, eq=False)
class Position:
    """What `game.json(state)` says. Seats count from 0; in `cells`, seat 0 leaves a 1."""

    width: int
    height: int
    cells: Board
    """[height, width]: 0 free, n the trail of seat n - 1, -1 entered more than once."""
    players: tuple[Player, ...]
    round: int
    """Rounds already played."""
    died: tuple[int, ...]
    """Per seat the round in which it was eliminated, 0 while it is active."""

    @property
    def to_gap(self) -> int:
        """How many rounds are played before the next gap round; 0: the next round is one."""
        return -(self.round + 1) % GAP_EVERY

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat, player in enumerate(self.players) if player.active)

    def inside(self, x: int, y: int) -> bool:
        """Whether (x, y) is a cell of the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def free(self, x: int, y: int) -> bool:
        """Whether (x, y) is a cell of the board that nobody has entered."""
        return 0 <= x < self.width and 0 <= y < self.height and not self.flat[y * self.width + x]

    @cached_property
    def flat(self) -> bytes:
        """The cells row by row; a single byte is read faster here than in an array."""
        return self.cells.tobytes()


def read(data: Mapping[str, Any], played: int | None = None) -> Position:
    """The position behind `game.json(state)` or a contest's message. Such a message does not say how many rounds were
    played; who has counted them tells it as `played`."""
    try:
        width, height, rows = data["width"], data["height"], data["cells"]
        players = tuple(_player(data["players"], seat) for seat in range(len(data["players"])))
        done = data["round"] if played is None else played
    except (KeyError, TypeError, AttributeError) as error:
        raise GameError("a position needs width, height, cells, players and round") from error
    if not (_whole(width, 1, SIDE) and _whole(height, 1, SIDE)):
        raise GameError(f"a board has sides of 1 to {SIDE} cells, not {width!r} x {height!r}")
    if not _whole(done, 0, 2**31):
        raise GameError(f"round is the number of rounds played, not {done!r}")
    if not 1 <= len(players) <= SEATS:
        raise GameError(f"a game has 1 to {SEATS} players, not {len(players)}")
    died = data.get("died")
    if died is None:
        died = [0 if player.active else max(done, 1) for player in players]
    if not (isinstance(died, list) and len(died) == len(players) and all(_whole(one, 0, 2**31) for one in died)):
        raise GameError("died is a list with one round per player")
    return Position(width, height, _cells(rows, width, height, len(players)), players, done, tuple(died))


def _cells(rows: Any, width: int, height: int, seats: int) -> Board:
    try:
        cells = np.array(rows)
    except ValueError:
        cells = np.empty(0)
    if cells.dtype.kind != "i" or cells.shape != (height, width):
        raise GameError(f"cells are {height} rows of {width} whole numbers")
    if cells.min() < -1 or cells.max() > seats:
        raise GameError(f"a cell holds -1, 0 or a player from 1 to {seats}")
    return cells.astype(np.int8)


def _player(players: Any, seat: int) -> Player:
    try:
        one = players[str(seat + 1)]
        x, y, direction, speed, active = (one[key] for key in ("x", "y", "direction", "speed", "active"))
    except (KeyError, TypeError) as error:
        raise GameError(f"player {seat + 1} needs x, y, direction, speed and active") from error
    if direction not in DIRECTIONS or not isinstance(active, bool):
        raise GameError(f"player {seat + 1}: active is true or false, direction up, right, down or left")
    if not (_whole(x, -1, SIDE) and _whole(y, -1, SIDE) and _whole(speed, 0, FASTEST + 1)):
        raise GameError(f"player {seat + 1}: x, y and speed are whole numbers in range")
    return Player(x, y, DIRECTIONS.index(direction), speed, active)


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


# What a move does.


def after(position: Position, seat: int, action: int) -> Move:
    """What an action of a seat would do if nobody else moved."""
    player = position.players[seat]
    move = advance(player.x, player.y, player.direction, player.speed, action, gap=position.to_gap == 0)
    survives = 1 <= move.speed <= FASTEST and position.inside(*move.head)
    return move if survives and all(position.free(x, y) for x, y in move.marks) else _fatal(position, move)


def advance(x: int, y: int, direction: int, speed: int, action: int, *, gap: bool) -> Move:
    """The move itself, on a board without edges or trails."""
    if action == LEFT:
        direction = (direction - 1) % 4
    elif action == RIGHT:
        direction = (direction + 1) % 4
    elif action == FASTER:
        speed += 1
    elif action == SLOWER:
        speed -= 1
    dx, dy = STEPS[direction]
    if not 1 <= speed <= FASTEST:
        return Move(action, (x, y), direction, speed, (), survives=False)
    jumps = gap and speed >= GAP_SPEED
    marks = tuple((x + i * dx, y + i * dy) for i in ((1, speed) if jumps else range(1, speed + 1)))
    return Move(action, marks[-1], direction, speed, marks, survives=True)


def _fatal(position: Position, move: Move) -> Move:
    """A move that kills: off the board it stops, through a trail it goes on."""
    marks = tuple(cell for cell in move.marks if position.inside(*cell))
    return Move(move.action, move.head, move.direction, move.speed, marks, survives=False)


def survivable(position: Position, seat: int, actions: Iterable[int] = range(5)) -> dict[int, Move]:
    """The moves among these actions that do not kill at once, by action."""
    moves = {action: after(position, seat, action) for action in actions}
    return {action: move for action, move in moves.items() if move.survives}


# Room.


def free_run(position: Position, x: int, y: int, direction: int) -> int:
    """How many free cells lie in a row from (x, y), that cell not counted."""
    dx, dy = STEPS[direction]
    length = 0
    while position.free(x + dx, y + dy):
        x, y, length = x + dx, y + dy, length + 1
    return length


def walls_beside(position: Position, x: int, y: int) -> int:
    """How many of the four neighbours of a cell are not free."""
    return sum(not position.free(x + dx, y + dy) for dx, dy in STEPS)
