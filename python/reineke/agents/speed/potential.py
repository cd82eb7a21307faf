"""The artificial potential field: what is in the way repels, open space attracts, and the agent goes downhill.

    U(c) = wall · W(c) + opponent · O(c) − area · A(c)

    W(c) = Σ over cells o that are not free, the edge included, with |c − o| ≤ range, of 1/|c − o|² − 1/range²
    O(c) = Σ over active opponents at h with |c − h| ≤ sight, of 1/|c − h| − 1/sight
    A(c) = Σ over free cells f that can be reached from c, of 1/|c − f|, over 2 √(π · width · height)

Distances are Euclidean, in cells. The last divisor is what a disc as large as the board would sum up to at its centre,
so that A lies between 0 and 1. The field is computed at the end of each move, the cells of the move counted as trail,
and the agent takes the move that ends lowest.

The method knows no goal. With its usual strengths it keeps off every wall, its own trail too, and so leaves the room
beside walls unused, which is what decides a game of filling space; `python -m reineke.agents.speed.walls` measures it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reineke.agents.speed.bots import Bot, Moves
from reineke.game import GameError
from reineke.games.speed.flood import Flood
from reineke.games.speed.position import Move, Position


@dataclass(frozen=True)
class Field:
    """The strengths and ranges of the field."""

    wall: float = 1.0
    """How strongly walls and trails repel."""
    range: float = 6.0
    """How many cells far."""
    opponent: float = 4.0
    """How strongly the heads of opponents repel."""
    sight: float = 15.0
    """How many cells far."""
    area: float = 10.0
    """How strongly free cells attract."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not (math.isfinite(value) and abs(value) <= 1e6):
                raise GameError(f"potential-field: {name} is a number up to a million, not {value}")
        if not (1 <= self.range <= 64 and self.sight >= 1):
            raise GameError("potential-field: range is 1 to 64 cells, sight 1 or more")


class PotentialField(Bot):
    """Follows the steepest descent of an artificial potential field."""

    def __init__(self, field: Field | None = None) -> None:
        super().__init__()
        self.field = field or Field()
        self._kernel = kernel(self.field.range)

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        potential = Potential(position, seat, self.field, self._kernel)
        return min(moves, key=lambda action: (potential(moves[action]), action))


def kernel(reach: float) -> NDArray[np.float64]:
    """What an obstacle adds to W around it, [2r + 1, 2r + 1] with the obstacle in the middle."""
    radius = math.floor(reach)
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    squared = np.maximum(x * x + y * y, 1)
    falling: NDArray[np.float64] = np.maximum(1 / squared - 1 / reach**2, 0.0)
    return falling


class Potential:
    """The field of a position, as a seat feels it."""

    def __init__(self, position: Position, seat: int, field: Field, near: NDArray[np.float64]) -> None:
        self.field, self._kernel = field, near
        self._radius = near.shape[0] // 2
        self._flood = Flood(position)
        self._blocked = np.pad(position.cells != 0, self._radius, constant_values=True)
        self._size = 2 * math.sqrt(math.pi * position.width * position.height)
        self._grid = np.mgrid[: position.height, : position.width]
        others = [position.players[other] for other in position.active if other != seat]
        self._heads = [(other.x, other.y) for other in others]

    def __call__(self, move: Move) -> float:
        """U at the end of a move."""
        walls, opponents, area = self.terms(move)
        return self.field.wall * walls + self.field.opponent * opponents - self.field.area * area

    def terms(self, move: Move) -> tuple[float, float, float]:
        """W, O and A at the end of a move."""
        x, y = move.head
        return self._walls(move), self._opponents(x, y), self._area(move)

    def _walls(self, move: Move) -> float:
        x, y = move.head
        size = 2 * self._radius + 1
        window = self._blocked[y : y + size, x : x + size]
        total = float(self._kernel[window].sum())
        for mark_x, mark_y in move.marks[:-1]:
            dx, dy = mark_x - x + self._radius, mark_y - y + self._radius
            if 0 <= dx < size and 0 <= dy < size:
                total += float(self._kernel[dy, dx])
        return total

    def _opponents(self, x: int, y: int) -> float:
        distances = (max(1.0, math.hypot(x - head_x, y - head_y)) for head_x, head_y in self._heads)
        return sum(max(0.0, 1 / one - 1 / self.field.sight) for one in distances)

    def _area(self, move: Move) -> float:
        reached = self._flood.mask(self._flood.reach(move.head, move.marks))
        rows, columns = self._grid
        squared = (columns[reached] - move.head[0]) ** 2 + (rows[reached] - move.head[1]) ** 2
        return float((1 / np.sqrt(squared)).sum()) / self._size
