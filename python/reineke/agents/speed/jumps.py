"""Planning a jump: the own moves up to the next gap round that land in the largest room."""

from __future__ import annotations

from dataclasses import dataclass

from reineke.games.speed.flood import Flood
from reineke.games.speed.position import (
    FASTER,
    FASTEST,
    GAP_SPEED,
    LEFT,
    RIGHT,
    SLOWER,
    STAY,
    Cell,
    Player,
    Position,
    advance,
)

AHEAD = 3
"""A jump is planned once so many rounds lie before the gap round: two suffice to reach speed 3, one more to turn."""
TRIES = 600
"""Moves looked at before the best plan so far is taken."""


@dataclass(frozen=True)
class Plan:
    """A way to jump in the next gap round."""

    action: int
    """What to do now."""
    room: int
    """Free cells that can be reached from where it lands."""
    cells: int
    """Cells marked on the way."""
    landing: Cell


def plan_jump(position: Position, seat: int, flood: Flood | None = None) -> Plan | None:
    """The jump into the largest room, with the shortest way among equals; None if there is none, or not yet."""
    if position.to_gap > AHEAD or not position.players[seat].active:
        return None
    return _Planner(position, flood or Flood(position)).best(position.players[seat])


class _Planner:
    """Tries the moves of one player, everybody else standing still."""

    def __init__(self, position: Position, flood: Flood) -> None:
        self.position, self.flood = position, flood
        self.tries = 0
        self.rooms: list[tuple[int, int]] = []  # sets of cells and their sizes, flooded when first landed in
        self.marked: set[Cell] = set()
        self.found: Plan | None = None

    def best(self, player: Player) -> Plan | None:
        self._try(player.x, player.y, player.direction, player.speed, self.position.to_gap, None)
        return self.found

    def _try(self, x: int, y: int, direction: int, speed: int, rounds: int, first: int | None) -> None:
        for action in (STAY, FASTER, LEFT, RIGHT, SLOWER):
            if self.tries >= TRIES or speed + rounds + 1 < GAP_SPEED:
                return
            self.tries += 1
            move = advance(x, y, direction, speed, action, gap=rounds == 0)
            if not 1 <= move.speed <= FASTEST or not all(map(self._free, move.marks)):
                continue
            begun = action if first is None else first
            if rounds == 0:
                if move.speed >= GAP_SPEED:
                    self._land(begun, move.head, len(self.marked) + 2)
                continue
            self.marked.update(move.marks)
            self._try(*move.head, move.direction, move.speed, rounds - 1, begun)
            self.marked.difference_update(move.marks)

    def _free(self, cell: Cell) -> bool:
        return self.position.free(*cell) and cell not in self.marked

    def _land(self, action: int, landing: Cell, cells: int) -> None:
        room = self._room(landing)
        if self.found is None or (room, -cells) > (self.found.room, -self.found.cells):
            self.found = Plan(action, room, cells, landing)

    def _room(self, cell: Cell) -> int:
        bit = self.flood.bits([cell])
        for cells, size in self.rooms:
            if cells & bit:
                return size
        cells = self.flood.reach(cell) | bit
        self.rooms.append((cells, cells.bit_count()))
        return self.rooms[-1][1]
