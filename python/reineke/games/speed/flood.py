"""Free room, flooded: how much of the board can be reached, and who is there first.

A set of cells is one Python integer, a bit per cell, so that a step of the flood in all directions is four shifts:
about a microsecond on 60 x 60. Each row has one bit more than the board has columns, never free, so that a shift does
not leak from the end of a row into the next.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from reineke.games.speed.position import Board, Cell, Position

Mask = NDArray[np.bool]
FRONT = -1
"""In `regions`: two or more players are there at the same time."""
NOBODY = -2
"""In `regions`: no player comes there, or the cell is not free."""


class Flood:
    """The free cells of a position, ready to be flooded."""

    def __init__(self, position: Position) -> None:
        self.width, self.height = position.width, position.height
        self.stride = position.width + 1
        self.open = self._pack(position.cells == 0)

    def _pack(self, cells: Mask) -> int:
        padded = np.zeros((self.height, self.stride), bool)
        padded[:, : self.width] = cells
        return int.from_bytes(np.packbits(padded, bitorder="little").tobytes(), "little")

    def mask(self, cells: int) -> Mask:
        """A set as an array [height, width]."""
        size = self.height * self.stride
        raw = np.frombuffer(cells.to_bytes((size + 7) // 8, "little"), np.uint8)
        bits = np.unpackbits(raw, count=size, bitorder="little").reshape(self.height, self.stride)
        return bits[:, : self.width].astype(bool)

    def bits(self, cells: Iterable[Cell]) -> int:
        """These cells as a set; those off the board are left out."""
        found = 0
        for x, y in cells:
            if 0 <= x < self.width and 0 <= y < self.height:
                found |= 1 << (y * self.stride + x)
        return found

    def spread(self, cells: int) -> int:
        """The cells and their neighbours, free or not."""
        return cells | cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride

    def reach(self, start: Cell, closed: Iterable[Cell] = ()) -> int:
        """The free cells that can be reached step by step from a cell, as a set; a free start is among them. `closed`
        ones are not free."""
        room = self.open & ~self.bits(closed)
        found, before = self.spread(self.bits([start])) & room, 0
        while found != before:
            before = found
            found = self.spread(found) & room
        return found

    def area(self, start: Cell, closed: Iterable[Cell] = ()) -> int:
        """How many cells `reach` finds."""
        return self.reach(start, closed).bit_count()


def regions(position: Position) -> Board:
    """Who reaches each free cell first, one cell a step, speeds and gaps left aside: [height, width] of seats, `FRONT`
    where the first arrive together, `NOBODY` elsewhere. Every player floods on his own, through the cells of others."""
    flood = Flood(position)
    seats = position.active
    reached = {seat: flood.bits([(position.players[seat].x, position.players[seat].y)]) for seat in seats}
    owned = dict.fromkeys(seats, 0)
    fronts, taken = 0, 0
    growing = bool(seats)
    while growing:
        growing, once, twice = False, 0, 0
        fresh = {}
        for seat in seats:
            grown = reached[seat] | flood.spread(reached[seat]) & flood.open
            growing |= grown != reached[seat]
            fresh[seat] = grown & ~reached[seat] & ~taken
            reached[seat] = grown
            twice |= once & fresh[seat]
            once |= fresh[seat]
        for seat in seats:
            owned[seat] |= fresh[seat]
        fronts |= twice
        taken |= once
    result = np.full((position.height, position.width), NOBODY, np.int8)
    for seat in seats:
        result[flood.mask(owned[seat])] = seat
    result[flood.mask(fronts)] = FRONT  # over what each of those who arrived together has claimed
    return result
