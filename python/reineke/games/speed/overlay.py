"""What a search looks at and expects: the sliding window, and the course of play in cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reineke.game import GameError
from reineke.games.speed.position import GAP_EVERY, WORDS, Cell, Position, advance

Box = tuple[int, int, int, int]
"""Left, top, right and bottom column and row, all inside."""


def window(position: Position, seat: int, size: int = 40, offset: int = 5) -> Box:
    """The cut-out that moves with a seat: half its size in each direction. Where no active opponent is inside, it grows
    until one is, and then by the offset. Clipped to the board."""
    head, reach = position.players[seat], size // 2
    others = [position.players[other] for other in position.active if other != seat]
    nearest = min((max(abs(other.x - head.x), abs(other.y - head.y)) for other in others), default=0)
    if nearest > reach:
        reach = nearest + offset
    left, right = max(0, head.x - reach), min(position.width - 1, head.x + reach)
    return left, max(0, head.y - reach), right, min(position.height - 1, head.y + reach)


@dataclass(frozen=True)
class Course:
    """Where a seat is expected to go."""

    seat: int
    stops: tuple[Cell, ...]
    """Its head now, and after each of its moves."""


def courses(position: Position, seat: int, line: Sequence[str]) -> list[Course]:
    """The expected line of a seat's Decision as ways over the board. Entries of the line are the seat's own words, or
    `2:turn_left` for another's. A way ends where it leaves the board."""
    stops: dict[int, list[Cell]] = {}
    heads: dict[int, tuple[int, int]] = {}
    ended = set()
    for entry in line:
        owner, _, word = entry.rpartition(":")
        mover = int(owner) if owner.isdigit() else seat
        if word not in WORDS or mover >= len(position.players):
            raise GameError(f"no step of a line: {entry!r}")
        player = position.players[mover]
        if mover not in stops:
            stops[mover] = [(player.x, player.y)]
            heads[mover] = (player.direction, player.speed)
        (x, y), done = stops[mover][-1], len(stops[mover])
        gap = (position.round + done) % GAP_EVERY == 0
        move = advance(x, y, *heads[mover], WORDS.index(word), gap=gap)
        if mover in ended or not (move.survives and position.inside(*move.head)):
            ended.add(mover)
            continue
        stops[mover].append(move.head)
        heads[mover] = (move.direction, move.speed)
    return [Course(mover, tuple(cells)) for mover, cells in stops.items()]
