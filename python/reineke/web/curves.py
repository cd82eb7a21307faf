"""Learning curves as SVG: a few lines over what was learnt from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from reineke.games.svg import Style, Theme, number, short, text
from reineke.learn.watch import Curves, Points

_LIGHT = {
    "paper": "#ffffff", "ink": "#26231d", "soft": "#655e52", "line": "#e6e0d4",
    "c0": "#00639c", "c1": "#a5470c", "c2": "#00704f", "c3": "#943a70", "c4": "#8f5a00", "c5": "#475569",
}  # fmt: skip
_DARK = {
    "paper": "#17181b", "ink": "#eceae4", "soft": "#aaa69c", "line": "#33363d",
    "c0": "#6fbdf0", "c1": "#ff9a6b", "c2": "#55d6ae", "c3": "#eaa6cb", "c4": "#f5c469", "c5": "#aab6c8",
}  # fmt: skip
_COLOURS = 6
_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--cu-ink); }
.cu-paper { fill: var(--cu-paper); }
.cu-soft { fill: var(--cu-soft); font-variant-numeric: tabular-nums; }
.cu-bold { font-weight: 700; }
.cu-grid { stroke: var(--cu-line); fill: none; }
""" + "".join(
    f"""
.cu-t{index} {{ fill: var(--cu-c{index}); font-weight: 700; }}
.cu-l{index} {{ fill: none; stroke: var(--cu-c{index}); stroke-width: 2; stroke-linejoin: round; }}"""
    for index in range(_COLOURS)
)
_svg = Style("curves", "cu", _LIGHT, _DARK, _RULES).svg
WIDTH, HEIGHT = 760.0, 280.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 18.0, 44.0, 40.0
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
"""Lines are told apart without colours, too."""
MOST = 500
"""Points of a line; of more not every one is drawn."""

Axis = Callable[[float], float]


def draw(curves: Curves, *, theme: Theme = "auto") -> str:
    """The diagram. Lines have the ids `line-n` and the attribute `data-points`, how many there are so far."""
    every = [point for line in curves.lines.values() for point in line]
    xs, ys = _axis([x for x, _ in every]), _axis([y for _, y in every])

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (x - xs[0]) / (xs[-1] - xs[0])

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - ys[0]) / (ys[-1] - ys[0])

    parts = [text(LEFT, 24, curves.title, size=15, classes="cu-bold")]
    parts += _names(curves)
    parts += _grid(xs, ys, across, up)
    parts.append(text(WIDTH - RIGHT, HEIGHT - 6, curves.across, size=12, classes="cu-soft", anchor="end"))
    for index, line in enumerate(curves.lines.values()):
        parts.append(_line(index, line, across, up))
    return _svg(WIDTH, HEIGHT, theme, f"{curves.title} by {curves.across}", parts)


def _axis(values: Sequence[float]) -> list[float]:
    """Round numbers from below the least to above the greatest."""
    low, high = min(values), max(values)
    reach = (high - low) or abs(high) or 1.0
    step = 10.0 ** math.floor(math.log10(reach / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if reach / (factor * step) <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * index for index in range(first, max(last, first + 1) + 1)]


def _names(curves: Curves) -> Iterator[str]:
    each = min(170.0, (WIDTH - LEFT - RIGHT - 220) / len(curves.lines))
    for index, name in enumerate(curves.lines):
        x = WIDTH - RIGHT - each * (len(curves.lines) - index)
        yield f'<path class="cu-l{index % _COLOURS}"{_dash(index)} d="M{number(x)},19 h24"/>'
        words = short(name, max(3, int((each - 36) / 7)))
        yield text(x + 29, 24, words, size=12, classes=f"cu-t{index % _COLOURS}")


def _grid(xs: Sequence[float], ys: Sequence[float], across: Axis, up: Axis) -> Iterator[str]:
    for y in ys:
        yield f'<path class="cu-grid" d="M{number(LEFT)},{number(up(y))} H{number(WIDTH - RIGHT)}"/>'
        yield text(LEFT - 8, up(y) + 4, _figure(y), size=12, classes="cu-soft", anchor="end")
    for x in xs:
        yield text(across(x), HEIGHT - BOTTOM + 18, _figure(x), size=12, classes="cu-soft", anchor="middle")


def _figure(value: float) -> str:
    return f"{value / 1000:g}k" if abs(value) >= 10_000 else f"{value:.6g}"


def _line(index: int, points: Points, across: Axis, up: Axis) -> str:
    step = -(-len(points) // MOST)
    drawn = [*points[:-1:step], points[-1]]
    data = " L".join(f"{number(across(x))},{number(up(y))}" for x, y in drawn)
    end = f"M{data}" if len(drawn) > 1 else f"M{data} h2"
    named = f'id="line-{index}" data-points="{len(points)}"'
    return f'<path {named} class="cu-l{index % _COLOURS}"{_dash(index)} d="{end}"/>'


def _dash(index: int) -> str:
    dashes = DASHES[index % len(DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""
