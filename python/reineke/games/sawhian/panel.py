"""The column beside the board: what a search thinks of the position, and the game so far."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from reineke.games.sawhian.position import SEATS, cell_of, cell_text
from reineke.games.sawhian.style import chip, figure, number, text

ROW = 26.0  # height of a value
LINE = 21.0  # height of a round


def panel(
    x: float,
    y: float,
    width: float,
    height: float,
    values: Sequence[float] | None,
    depth: int | None,
    moves: Sequence[Sequence[Any]] | None,
) -> Iterator[str]:
    """The column, its upper left corner at (x, y)."""
    bottom = y + height - 14
    yield (
        f'<rect class="sw-card" x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        ' rx="12"/>'
    )
    y += 30
    right = x + width - 18
    if values is not None or depth is not None:
        yield text(x + 18, y, "Value", size=14, classes="sw-bold")
        if depth is not None:
            yield text(right, y, f"depth {depth}", size=12, classes="sw-soft sw-num", anchor="end", id="depth")
        y += ROW
    if values is not None:
        yield from _bars(values, x, y, right)
        y += SEATS * ROW + 16
    if moves is not None:
        yield text(x + 18, y, "Moves", size=14, classes="sw-bold")
        yield text(right, y, str(len(moves)), size=12, classes="sw-soft sw-num", anchor="end")
        yield from _moves(moves, x + 18, y + 24, bottom)


def _bars(values: Sequence[float], x: float, y: float, right: float) -> Iterator[str]:
    finite = [abs(value) for value in values if abs(value) < 1e6]
    scale = max([*finite, 1e-9])
    axis, reach = x + 98, 46.0
    yield f'<path class="sw-axis" d="M{number(axis)},{number(y - 14)} v{number(SEATS * ROW)}"/>'
    for seat, value in enumerate(values):
        line = y + ROW * seat
        share = 0.0 if math.isnan(value) else max(-1.0, min(1.0, value / scale))
        long = abs(share) * reach
        yield chip(x + 28, line, seat, 9)
        yield (
            f'<rect class="sw-p{seat}" stroke-width="0" x="{number(axis if share >= 0 else axis - long)}" '
            f'y="{number(line - 6)}" width="{number(long)}" height="12" rx="2"/>'
        )
        yield text(right, line + 5, figure(value), size=14, classes="sw-num", anchor="end", id=f"value-{seat}")


def _moves(moves: Sequence[Sequence[Any]], x: float, y: float, bottom: float) -> Iterator[str]:
    """The game by rounds, one column per player; the latest rounds where not all fit."""
    rounds: list[list[str | None]] = []
    previous = SEATS
    for seat, action in moves:
        if seat <= previous:
            rounds.append([None] * SEATS)
        rounds[-1][seat] = action if isinstance(action, str) else cell_text(cell_of(action))
        previous = seat
    room = int((bottom - y) // LINE) + 1
    first = 0 if len(rounds) <= room else len(rounds) - room + 1
    if first:
        yield text(x, y, f"… {first} earlier rounds", size=12, classes="sw-soft")
        y += LINE
    newest = len(rounds) - 1, previous
    for index in range(first, len(rounds)):
        yield text(x + 16, y, str(index + 1), size=12, classes="sw-soft sw-num", anchor="end")
        for seat, name in enumerate(rounds[index]):
            bold = " sw-bold" if (index, seat) == newest else ""
            shade = "sw-soft" if name is None else f"sw-t{seat}"
            yield text(x + 46 + 44 * seat, y, name or "·", size=13, classes=f"{shade}{bold}", anchor="middle")
        y += LINE
