"""The board as a picture: trails, heads, and what a search sees in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reineke.agent import Decision
from reineke.game import GameError
from reineke.games.speed.flood import FRONT, regions
from reineke.games.speed.overlay import Box, courses
from reineke.games.speed.panel import COLUMN, Shown, panel, panel_height
from reineke.games.speed.position import GAP_SPEED, STEPS, Board, Player, Position, read, survivable
from reineke.games.speed.style import head, svg
from reineke.games.svg import Theme, number, text

LONGEST = 720.0
"""Pixels of the longer side of the board, where cells would not become too large or too small."""
CELL = (5.0, 44.0)
MARGIN = 26.0  # room for the heads of those who left the board
Point = tuple[float, float]


class Canvas:
    """Where cells lie in the picture."""

    def __init__(self, position: Position) -> None:
        self.cell = min(CELL[1], max(CELL[0], LONGEST / max(position.width, position.height)))
        self.margin = max(MARGIN, 1.2 * self.cell)
        self.width = position.width * self.cell
        self.height = position.height * self.cell
        self.radius = max(8.0, 0.36 * self.cell)

    def centre(self, x: int, y: int) -> Point:
        """The middle of a cell; cells off the board have one too."""
        return self.margin + (x + 0.5) * self.cell, self.margin + (y + 0.5) * self.cell

    @property
    def grid(self) -> str:
        """The transformation from cells to pixels."""
        return f"translate({number(self.margin)} {number(self.margin)}) scale({self.cell:.6g})"


def board(
    position: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    territory: bool = False,
    window: Box | None = None,
    decision: Decision | None = None,
    seat: int | None = None,
    offers: Iterable[int] = (),
    column: bool = True,
    theme: Theme = "auto",
) -> str:
    """A position (`game.json(state)`) as SVG.

    `territory` tints who reaches each cell first, the seat's number in the widest place, and dots the battlefronts;
    `window` frames the cells (left, top, right, bottom) that a search looks at; `decision` is what `seat` thinks: its
    depth and value, and the expected line, which is drawn over the board; `offers` are actions of `seat`, each marked
    with `data-action` where it would end if it does not kill at once. `column` is the list of the players beside
    it, `names` what they are called. Trails have the ids `trail-s`, heads `head-s`, regions `region-s`, expected ways
    `course-s`, for seat s.
    """
    place = read(position)
    called = tuple(names) if names is not None else tuple(f"Seat {one}" for one in range(len(place.players)))
    if len(called) != len(place.players):
        raise GameError(f"names are {len(place.players)}, one per seat")
    if seat is not None and not 0 <= seat < len(place.players):
        raise GameError(f"there is no seat {seat} in this position")
    if decision is not None and seat is None:
        raise GameError("a decision needs the seat that made it")
    canvas = Canvas(place)
    found = regions(place) if territory else None
    parts = [*_ground(canvas)]
    if found is not None:
        parts += _territory(place, found, canvas)
    parts += [*_trails(place, canvas), *_grid(place, canvas)]
    if window is not None:
        parts += _window(place, window, canvas)
    if decision is not None and seat is not None:
        parts += _courses(place, seat, decision, canvas)
    parts += _heads(place, canvas)
    if seat is not None and place.players[seat].active:
        parts += _targets(place, seat, offers, canvas)
    width, height = canvas.width + 2 * canvas.margin, canvas.height + 2 * canvas.margin
    if column:
        shown = Shown(found, decision, seat, window is not None)
        frame = max(panel_height(place, shown), canvas.height)
        parts += panel(place, width - 6, canvas.margin, frame, called, shown)
        width, height = width + COLUMN + 8, max(height, frame + 2 * canvas.margin)
    return svg(width, height, theme, _title(place), parts)


def _title(place: Position) -> str:
    alive = len(place.active)
    return f"spe_ed, {place.width} × {place.height}, round {place.round}: {alive} of {len(place.players)} still drive"


def tiles(mask: NDArray[np.bool]) -> str:
    """A set of cells [height, width] as the data of a path, in rectangles as large as they come."""
    left = mask.copy()
    height, width = mask.shape
    data = []
    for y, x in np.argwhere(mask).tolist():
        if not left[y, x]:
            continue
        wide = 1
        while x + wide < width and left[y, x + wide]:
            wide += 1
        tall = 1
        while y + tall < height and left[y + tall, x : x + wide].all():
            tall += 1
        down = 1
        while y + down < height and left[y + down, x]:
            down += 1
        if down > wide * tall:
            wide, tall = 1, down
        left[y : y + tall, x : x + wide] = False
        data.append(f"M{x} {y}h{wide}v{tall}h-{wide}z")
    return "".join(data)


def _ground(canvas: Canvas) -> Iterator[str]:
    at = f'x="{number(canvas.margin)}" y="{number(canvas.margin)}"'
    yield f'<rect id="ground" class="sp-board" {at} width="{number(canvas.width)}" height="{number(canvas.height)}"/>'


def _grid(place: Position, canvas: Canvas) -> Iterator[str]:
    """Light lines over everything, so that cells can be counted in a trail too."""
    lines = [f"M{x} 0V{place.height}" for x in range(1, place.width)]
    lines += [f"M0 {y}H{place.width}" for y in range(1, place.height)]
    thin = f'stroke-width="{number(1 / canvas.cell)}"'
    yield f'<path id="grid" class="sp-grid" opacity="0.8" transform="{canvas.grid}" {thin} d="{"".join(lines)}"/>'
    at = f'x="{number(canvas.margin)}" y="{number(canvas.margin)}"'
    yield f'<rect id="frame" class="sp-frame" {at} width="{number(canvas.width)}" height="{number(canvas.height)}"/>'


def _trails(place: Position, canvas: Canvas) -> Iterator[str]:
    for seat, player in enumerate(place.players):
        mask = place.cells == seat + 1
        if mask.any():
            faint = "" if player.active else ' opacity="0.55"'
            shape = f'class="sp-p{seat}" transform="{canvas.grid}"{faint} d="{tiles(mask)}"'
            yield f'<path id="trail-{seat}" data-cells="{int(mask.sum())}" {shape}/>'
    crashed = place.cells == -1
    if crashed.any():
        yield f'<path id="crashed" class="sp-crash" transform="{canvas.grid}" d="{tiles(crashed)}"/>'
        crosses = "".join(f"M{x + 0.25:g} {y + 0.25:g}l.5 .5m0-.5l-.5 .5" for y, x in np.argwhere(crashed).tolist())
        yield f'<path id="crosses" class="sp-cross" transform="{canvas.grid}" stroke-width="0.12" d="{crosses}"/>'


def _territory(place: Position, found: Board, canvas: Canvas) -> Iterator[str]:
    for seat in place.active:
        mask = found == seat
        if mask.any():
            shape = f'class="sp-p{seat} sp-region" transform="{canvas.grid}" d="{tiles(mask)}"'
            yield f'<path id="region-{seat}" data-cells="{int(mask.sum())}" {shape}/>'
            yield from _stamp(mask, seat, canvas)
    fronts = np.argwhere(found == FRONT).tolist()
    if fronts:
        data = "".join(f"M{x + 0.5:g} {y + 0.2:g}l.3 .3l-.3 .3l-.3-.3z" for y, x in fronts)
        cells = f'data-cells="{len(fronts)}"'
        yield f'<path id="fronts" class="sp-fronts" {cells} transform="{canvas.grid}" d="{data}"/>'


def _stamp(mask: NDArray[np.bool], seat: int, canvas: Canvas) -> Iterator[str]:
    """The seat's number where its region is widest, so that no region is told by its tint alone."""
    inner, depth = mask, 0
    while True:
        ring = np.pad(inner, 1)
        smaller = ring[1:-1, 1:-1] & ring[:-2, 1:-1] & ring[2:, 1:-1] & ring[1:-1, :-2] & ring[1:-1, 2:]
        if not smaller.any():
            break
        inner, depth = smaller, depth + 1
    size = min(56.0, (2 * depth + 1) * canvas.cell)
    if size < 14:
        return
    y, x = np.argwhere(inner)[len(np.argwhere(inner)) // 2].tolist()
    at_x, at_y = canvas.centre(x, y)
    yield text(at_x, at_y + 0.36 * size, str(seat), size=size, classes=f"sp-p{seat} sp-stamp", anchor="middle")


def _window(place: Position, box: Box, canvas: Canvas) -> Iterator[str]:
    left, top, right, bottom = box
    if not (0 <= left <= right < place.width and 0 <= top <= bottom < place.height):
        raise GameError(f"a window lies on the board: left, top, right and bottom, not {box}")
    wide, tall = right - left + 1, bottom - top + 1
    outer = f"M0 0H{place.width}V{place.height}H0Z"
    inner = f"M{left} {top}v{tall}h{wide}v-{tall}z"
    yield f'<path class="sp-shade" transform="{canvas.grid}" fill-rule="evenodd" d="{outer}{inner}"/>'
    x, y = canvas.margin + left * canvas.cell, canvas.margin + top * canvas.cell
    size = f'width="{number(wide * canvas.cell)}" height="{number(tall * canvas.cell)}"'
    yield f'<rect id="window" class="sp-window" x="{number(x)}" y="{number(y)}" {size} rx="3"/>'


def _courses(place: Position, seat: int, decision: Decision, canvas: Canvas) -> Iterator[str]:
    """The ways of the expected line: the deciding seat's full, the others' dashed; a dot per round."""
    for course in courses(place, seat, decision.line):
        points = [canvas.centre(*cell) for cell in course.stops]
        if len(points) < 2:
            continue
        data = "M" + " L".join(f"{number(x)},{number(y)}" for x, y in points)
        dashes = "" if course.seat == seat else ' stroke-dasharray="1 6"'
        yield f'<g id="course-{course.seat}" data-rounds="{len(points) - 1}">'
        yield f'<path class="sp-halo" stroke-width="6" d="{data}"/>'
        yield f'<path class="sp-l{course.seat}" stroke-width="3"{dashes} d="{data}"/>'
        for x, y in points[1:]:
            yield f'<circle class="sp-h{course.seat}" stroke-width="1" cx="{number(x)}" cy="{number(y)}" r="3.6"/>'
        yield "</g>"


def _heads(place: Position, canvas: Canvas) -> Iterator[str]:
    """The dead below the living, for these can still be run over."""
    for seat, player in sorted(enumerate(place.players), key=lambda pair: pair[1].active):
        if player.active:
            yield from _ahead(place, seat, player, canvas)
        x, y = canvas.centre(player.x, player.y)
        speed = str(player.speed)
        yield head(
            x, y, seat, player.direction, canvas.radius, active=player.active, id=f"head-{seat}", data_speed=speed
        )


def _targets(place: Position, seat: int, offers: Iterable[int], canvas: Canvas) -> Iterator[str]:
    for action, move in survivable(place, seat, offers).items():
        x, y = canvas.centre(*move.head)
        size = number(max(7.0, 0.3 * canvas.cell))
        at = f'cx="{number(x)}" cy="{number(y)}" r="{size}"'
        yield f'<circle id="target-{action}" class="sp-l{seat} sp-target" data-action="{action}" {at}/>'


def _ahead(place: Position, seat: int, player: Player, canvas: Canvas) -> Iterator[str]:
    """The next move straight on, a dot for each cell: as many as the speed; those to be jumped are hollow."""
    dx, dy = STEPS[player.direction]
    jumps = place.to_gap == 0 and player.speed >= GAP_SPEED
    cells = [(player.x + step * dx, player.y + step * dy) for step in range(1, player.speed + 1)]
    points = [canvas.centre(x, y) for x, y in cells if place.inside(x, y)]
    if not points:
        return
    size = max(2.2, 0.17 * canvas.cell)
    start, end = (f"{number(x)},{number(y)}" for x, y in (canvas.centre(player.x, player.y), points[-1]))
    yield f'<g id="ahead-{seat}">'
    for classes, thick in (("sp-halo", size + 1.6), (f"sp-l{seat}", 0.6 * size)):
        yield f'<path class="{classes}" stroke-width="{number(thick)}" d="M{start} L{end}"/>'
    for step, (x, y) in enumerate(points, 1):
        hollow = jumps and 1 < step < player.speed
        style = f'class="sp-l{seat} sp-gap" stroke-width="1.4"' if hollow else f'class="sp-p{seat}"'
        yield f'<circle {style} cx="{number(x)}" cy="{number(y)}" r="{number(size)}"/>'
    yield "</g>"
