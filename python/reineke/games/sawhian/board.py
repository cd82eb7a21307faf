"""The board as a picture: stones, hands, points, the last move, and what a search thinks of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from reineke.game import GameError
from reineke.games.sawhian.panel import panel
from reineke.games.sawhian.position import (
    FORWARD,
    SEATS,
    SIZE,
    STONES,
    Cell,
    Position,
    cell_of,
    cell_text,
    on_board,
    read,
    way,
)
from reineke.games.sawhian.style import CHEVRON, CROSS, Theme, chip, number, short, svg, text

CELL = 64.0
RADIUS = 22.0
BOARD = SIZE * CELL
PAD = 16.0
SIDE = 140.0  # width of the cards left and right
BAND = 58.0  # height of the cards above and below
STRIP = 8.0  # thickness of a player's edge
GAP = 26.0  # from a card to the board: room for an arrow that leaves
LEFT = PAD + SIDE + GAP
TOP = PAD + BAND + GAP
WIDTH = 2 * LEFT + BOARD
HEIGHT = 2 * TOP + BOARD
INFO = 236.0  # width of the column with values, depth and moves
Point = tuple[float, float]

NAMES = ("Blue", "Orange", "Green", "Purple")


def board(
    position: Mapping[str, Any],
    *,
    last: tuple[int, int | str] | None = None,
    legal: Iterable[int | str] | None = None,
    values: Sequence[float] | None = None,
    depth: int | None = None,
    moves: Sequence[Sequence[Any]] | None = None,
    names: Sequence[str] | None = None,
    theme: Theme = "auto",
) -> str:
    """A position (`game.json(state)`) as SVG.

    `last` is the move that led here, as seat and action; `legal` marks the cells the mover may play; `values` is the
    position's tuple, one number per player; `depth` how deep the search was that found it; `moves` the game so far,
    one `[seat, action]` each. Cells have the ids `cell-x-y` and the attribute `data-action`, stones `stone-x-y`,
    players `player-p`, `hand-p` and `points-p`, values `value-p`.
    """
    place = read(position)
    called = tuple(names) if names is not None else NAMES
    if len(called) != SEATS or (values is not None and len(values) != SEATS):
        raise GameError("names and values are four, one per player")
    parts = [*_cells(place, legal), *_edges(place), *_stones(place)]
    if last is not None:
        parts += _arrow(place, last[0], cell_of(last[1]))
    for seat in range(SEATS):
        parts += _card(place, seat, called[seat])
    width = WIDTH
    if values is not None or depth is not None or moves is not None:
        parts += panel(WIDTH, PAD, INFO - PAD, HEIGHT - 2 * PAD, values, depth, moves)
        width += INFO
    return svg(width, HEIGHT, theme, _title(place, called), parts)


def _title(place: Position, names: Sequence[str]) -> str:
    score = ", ".join(f"{names[seat]} {place.points[seat]}" for seat in range(SEATS))
    turn = "the game is over" if place.mover is None else f"{names[place.mover]} to move"
    return f"Sawhian, {turn}; points: {score}"


def centre(cell: Cell) -> Point:
    """The middle of a cell; cells off the board have one too."""
    return LEFT + (cell[0] + 0.5) * CELL, TOP + (SIZE - 0.5 - cell[1]) * CELL


# The board.


def _cells(place: Position, legal: Iterable[int | str] | None) -> Iterator[str]:
    free = {cell_of(action) for action in legal or ()}
    outer = STRIP + 6
    yield (
        f'<rect class="sw-frame" x="{number(LEFT - outer)}" y="{number(TOP - outer)}" rx="12" '
        f'width="{number(BOARD + 2 * outer)}" height="{number(BOARD + 2 * outer)}"/>'
    )
    for x in range(SIZE):
        for y in range(SIZE):
            left, top = LEFT + x * CELL, TOP + (SIZE - 1 - y) * CELL
            classes = "sw-cell sw-legal" if (x, y) in free else "sw-cell"
            yield (
                f'<rect id="cell-{x}-{y}" class="{classes}" data-action="{x * SIZE + y}"'
                f' data-cell="{cell_text((x, y))}"'
                f' x="{number(left)}" y="{number(top)}" width="{number(CELL)}" height="{number(CELL)}"/>'
            )
            if y == 0:
                yield text(
                    left + CELL - 5, top + CELL - 5, "abcdefg"[x], size=10, classes="sw-soft sw-label", anchor="end"
                )
            if x == 0:
                yield text(left + 5, top + 13, str(y + 1), size=10, classes="sw-soft sw-label")
    seat = place.mover if place.mover is not None else 0
    for cell in sorted(free):
        x_mid, y_mid = (number(c) for c in centre(cell))
        radius, dashes = (RADIUS + 5, ' stroke-dasharray="5 4"') if cell in place.stones else (7, "")
        yield (
            f'<circle id="legal-{cell[0]}-{cell[1]}" class="sw-hint sw-l{seat}" stroke-width="2.5"{dashes}'
            f' cx="{x_mid}" cy="{y_mid}" r="{number(radius)}"/>'
        )


def _edges(place: Position) -> Iterator[str]:
    """Every player's edge in his colour: full where he moves, faint once he is out."""
    inset = 10.0
    for seat in range(SEATS):
        dx, dy = FORWARD[seat]
        long, thick = BOARD - 2 * inset, STRIP - 3
        x = LEFT + inset if dx == 0 else (LEFT - STRIP - 1 if dx > 0 else LEFT + BOARD + 4)
        y = TOP + inset if dy == 0 else (TOP + BOARD + 4 if dy > 0 else TOP - STRIP - 1)
        wide, high = (long, thick) if dx == 0 else (thick, long)
        strength = 0.2 if not place.alive[seat] else 1 if place.mover == seat else 0.6
        yield (
            f'<rect id="edge-{seat}" class="sw-p{seat}" stroke-width="0" opacity="{strength}" rx="2.5" '
            f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"/>'
        )


def _stones(place: Position) -> Iterator[str]:
    for (x, y), seat in sorted(place.stones.items()):
        x_mid, y_mid = centre((x, y))
        alive = place.alive[seat]
        mark = (
            f'<path class="sw-mark" d="{CHEVRON[seat]}" stroke-width="3" transform="scale(1.35)"/>'
            if alive
            else f'<path class="sw-l{seat}" d="{CROSS}" stroke-width="2.5"/>'
        )
        yield (
            f'<g id="stone-{x}-{y}" class="sw-stone{"" if alive else " sw-out"}" data-owner="{seat}"'
            f' transform="translate({number(x_mid)} {number(y_mid)})">'
            f'<circle class="sw-p{seat}" r="{number(RADIUS)}" stroke-width="1.5"/>{mark}</g>'
        )


# The last move.


def _arrow(place: Position, seat: int, start: Cell) -> Iterator[str]:
    path = way(place, seat, start)
    if path is None:
        raise GameError(f"{cell_text(start)} of player {seat} cannot have been the last move")
    dx, dy = FORWARD[seat][0], -FORWARD[seat][1]  # on the screen y grows downwards
    points = [centre(cell) for cell in path]
    if not on_board(path[0]):
        points[0] = points[0][0] + 0.1 * CELL * dx, points[0][1] + 0.1 * CELL * dy
    if on_board(path[-1]):
        shift = -RADIUS - 3
    else:  # the last cell is one or two steps away; the arrow ends in the gap around the board
        edge = centre((path[-1][0] - FORWARD[seat][0], path[-1][1] - FORWARD[seat][1]))
        points[-1] = edge
        shift = CELL / 2 + GAP - 4
    points[-1] = points[-1][0] + shift * dx, points[-1][1] + shift * dy
    yield f'<g id="last" class="sw-arrow" data-seat="{seat}" data-cell="{cell_text(start)}">'
    if on_board(path[0]):
        x, y = (number(c) for c in points[0])
        at = f'cx="{x}" cy="{y}" r="{number(RADIUS)}"'
        yield f'<circle class="sw-l{seat}" {at} stroke-width="2" stroke-dasharray="3 5"/>'
    jumps = abs(path[1][0] - path[0][0]) + abs(path[1][1] - path[0][1]) == 2
    line, before = _hops(points, dx, dy) if jumps else (f"M{_xy(points[0])} L{_xy(points[-1])}", points[0])
    head = _head(before, points[-1])
    for classes, thick in (("sw-halo", 8), (f"sw-l{seat}", 3.5)):
        yield f'<path class="{classes}" d="{line}" stroke-width="{thick}"/>'
        yield f'<path class="{classes}" d="M{head}" stroke-width="{thick}"/>'
    yield "</g>"


def _xy(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _hops(points: Sequence[Point], dx: int, dy: int) -> tuple[str, Point]:
    """One bow per jump, past the stone that is jumped; and the point from which the last one reaches its end."""
    line = f"M{_xy(points[0])}"
    bulge = 0.62 * CELL
    second = points[0]
    for index, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
        side = 0.55 * bulge if index == len(points) - 2 else bulge
        first = x0 + (x1 - x0) * 0.2 + bulge * dy, y0 + (y1 - y0) * 0.2 - bulge * dx
        second = x0 + (x1 - x0) * 0.8 + side * dy, y0 + (y1 - y0) * 0.8 - side * dx
        line += f" C{_xy(first)} {_xy(second)} {_xy((x1, y1))}"
    return line, second


def _head(before: Point, tip: Point) -> str:
    """The head of an arrow that arrives at `tip` from `before`."""
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = [(tip[0] - 13 * math.cos(angle + turn), tip[1] - 13 * math.sin(angle + turn)) for turn in (-0.6, 0.6)]
    return f"{_xy(wings[0])} L{_xy(tip)} L{_xy(wings[1])}"


# The players.


def _card(place: Position, seat: int, name: str) -> Iterator[str]:
    """A player at his edge: name, stones (home, on the board, in hand), points."""
    wide = FORWARD[seat][0] == 0
    middle = LEFT + BOARD / 2
    if wide:
        width, height, x = BOARD, BAND, middle - BOARD / 2
        y = PAD if FORWARD[seat][1] < 0 else HEIGHT - PAD - BAND
    else:
        width, height, y = SIDE, 168.0, HEIGHT / 2 - 84
        x = PAD if FORWARD[seat][0] > 0 else WIDTH - PAD - SIDE
    moves, alive = place.mover == seat, place.alive[seat]
    yield f'<g id="player-{seat}" class="sw-player{"" if alive or place.mover is None else " sw-quiet"}">'
    shape = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="12"'
    yield f'<rect class="sw-card" {shape}/>'
    if moves:
        yield f'<rect id="mover" class="sw-l{seat}" {shape} stroke-width="2.5"/>'
    status = _status(place, seat)
    home, hand = f"{place.points[seat]}", f"{place.hand[seat]} in hand"
    if wide:
        line = y + height / 2
        yield chip(x + 28, line, seat, 13)
        yield text(x + 48, line + (5 if status is None else -3), short(name, 14), size=14, classes="sw-bold")
        if status is not None:
            yield _pill(x + 48, line + 4, status, seat)
        yield from _track(place, seat, x + 208, line - 7)
        yield text(x + 208 + 54, line + 20, hand, size=12, classes="sw-soft sw-num", anchor="middle", id=f"hand-{seat}")
        yield text(
            x + width - 72,
            line + 11,
            home,
            size=32,
            classes=f"sw-bold sw-num sw-t{seat}",
            anchor="end",
            id=f"points-{seat}",
        )
        yield text(x + width - 66, line + 11, "/ 7 home", size=12, classes="sw-soft")
        yield "</g>"
        return
    yield chip(x + 26, y + 28, seat, 13)
    yield text(x + 46, y + 33, short(name, 10), size=15, classes="sw-bold")
    yield text(x + 64, y + 82, home, size=36, classes=f"sw-bold sw-num sw-t{seat}", anchor="end", id=f"points-{seat}")
    yield text(x + 70, y + 82, "/ 7 home", size=12, classes="sw-soft")
    yield from _track(place, seat, x + SIDE / 2 - 54, y + 102)
    yield text(x + SIDE / 2, y + 130, hand, size=12, classes="sw-soft sw-num", anchor="middle", id=f"hand-{seat}")
    if status is not None:
        yield _pill(x + SIDE / 2, y + 140, status, seat, centred=True)
    yield "</g>"


def _status(place: Position, seat: int) -> str | None:
    if place.mover == seat:
        return "to move"
    if place.mover is None and place.points[seat] >= STONES:
        return "wins"
    if place.mover is None and place.points[seat] == max(place.points) > 0 and max(place.points) < STONES:
        return "most points"
    return None if place.alive[seat] else "out"


def _pill(x: float, y: float, words: str, seat: int, *, centred: bool = False) -> str:
    width = 14 + 6.4 * len(words)
    left = x - width / 2 if centred else x
    shape = f'x="{number(left)}" y="{number(y)}" width="{number(width)}" height="18" rx="9"'
    label = text(left + width / 2, y + 13, words, size=11, classes="sw-pill-text", anchor="middle", id=f"status-{seat}")
    return f'<rect class="sw-p{seat}" {shape}/>{label}'


def _track(place: Position, seat: int, x: float, y: float) -> Iterator[str]:
    """The seven stones of a player in a row: home ones ticked, rings for those on the board, full ones in hand."""
    home, hand = place.points[seat], place.hand[seat]
    for index in range(STONES):
        left = x + 18 * index
        at = f'cx="{number(left)}" cy="{number(y)}"'
        if index < home:
            tick = f"M{number(left - 3)},{number(y)} l2.2,2.6 l4,-5"
            yield f'<circle class="sw-p{seat} sw-home" {at} r="7"/>'
            yield f'<path class="sw-mark" d="{tick}" stroke-width="1.8"/>'
        elif index >= STONES - hand:
            yield f'<circle class="sw-p{seat} sw-hand" {at} r="4.5"/>'
        else:
            yield f'<circle class="sw-slot" {at} r="5.5"/>'
