"""The course of a game as SVG: every seat's value, the worst mistakes, and luck and errors below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from reineke.analysis.result import Analysis, Step
from reineke.analysis.words import figure, is_share, measure
from reineke.games.svg import Style, Theme, number, short, text

LIGHT = {
    "paper": "#ffffff", "ink": "#1f2328", "soft": "#59636e", "line": "#e3e6ea", "luck": "#4c8c2b", "bad": "#8a8f98",
    "cost": "#d1242f", "s0": "#0063b1", "s1": "#c4540a", "s2": "#007a5a", "s3": "#9b3d8f", "s4": "#8a6d00",
    "s5": "#3b8ea5",
}  # fmt: skip
DARK = {
    "paper": "#15181d", "ink": "#edeff2", "soft": "#a3abb5", "line": "#2c323a", "luck": "#7fc256", "bad": "#7d848e",
    "cost": "#ff7b72", "s0": "#63aef5", "s1": "#f59a56", "s2": "#3fc99f", "s3": "#de90d4", "s4": "#d9b93b",
    "s5": "#7fd0e5",
}  # fmt: skip
_RULES = """
text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--an-ink); }
.an-paper { fill: var(--an-paper); }
.an-soft { fill: var(--an-soft); }
.an-bold { font-weight: 700; }
.an-num { font-variant-numeric: tabular-nums; }
.an-grid { stroke: var(--an-line); fill: none; }
.an-zero { stroke: var(--an-soft); fill: none; }
.an-luck { fill: var(--an-luck); }
.an-bad { fill: var(--an-bad); }
.an-cost { fill: var(--an-cost); }
.an-mark { fill: var(--an-paper); stroke: var(--an-cost); stroke-width: 2; }
.an-mark-text { fill: var(--an-cost); font-weight: 700; }
.an-turn { fill: var(--an-ink); opacity: 0; }
""" + "".join(
    f"""
.an-s{seat} {{ fill: var(--an-s{seat}); }}
.an-line-s{seat} {{ fill: none; stroke: var(--an-s{seat}); stroke-width: 2.4; stroke-linejoin: round; }}"""
    for seat in range(6)
)
svg = Style("analysis-chart", "an", LIGHT, DARK, _RULES).svg
WIDTH, LEFT, RIGHT, TOP, TALL = 900.0, 64.0, 26.0, 46.0, 280.0
STRIP = 74.0
"""Height of a seat's luck and errors."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
"""Lines are told apart without colours, too."""

Axis = Callable[[float], float]


def chart(found: Analysis, *, names: Sequence[str] | None = None, numbered: bool = True, theme: Theme = "auto") -> str:
    """The course of a game. Lines have the ids `value-s`, marks of mistakes `mark-n`, bars `luck-s-t` and `cost-s-t`,
    for seat s, the n-th worst and turn t. Over all of it lie unseen columns `turn-t`, one a step, to be pointed
    at. Seats are told by their numbers, unless that is too much where names tell them apart."""
    called = [f"{seat} {name}" if numbered else name for seat, name in enumerate(names or found.agents)]
    low, high, step = _range(found)
    first, last = _turns(found)

    def across(turn: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (turn - first) / max(1, last - first)

    def up(value: float) -> float:
        return TOP + TALL * (1 - (value - low) / (high - low))

    parts = [text(LEFT, 24, measure(found).capitalize(), size=15, classes="an-bold")]
    parts += _legend(found, called)
    parts += _values_axis(found, low, high, step, up)
    parts += _turns_axis(first, last, across)
    parts += [_line(found, seat, across, up) for seat in range(found.game.seats)]
    parts += _marks(found, across, up)
    y = TOP + TALL + 52
    reach = max([1e-9, *(max(map(abs, (*one.luck, *one.own))) for one in found.steps)])
    lucky = any(any(one.luck) for one in found.steps)
    parts.append(text(LEFT, y, "Luck and errors" if lucky else "Errors", size=15, classes="an-bold"))
    parts += _keys(y, lucky, f"full height: {figure(found, reach)}")
    for seat in range(found.game.seats):
        parts += _strip(found, seat, f"seat {seat}" if numbered else called[seat], y + 12 + STRIP * seat, reach, across)
    height = y + 18 + STRIP * found.game.seats
    parts += _columns(found, across, height)
    title = f"{measure(found).capitalize()} over a game of {found.game.spec}"
    return svg(WIDTH, height, theme, title, parts)


def _columns(found: Analysis, across: Axis, height: float) -> Iterator[str]:
    turns = [turn for turn, _ in found.series(0)] or [1]
    middles = [(across(one) + across(other)) / 2 for one, other in pairwise(turns)]
    for turn, left, right in zip(turns, [LEFT - 8, *middles], [*middles, WIDTH - RIGHT + 8], strict=True):
        size = f'width="{number(max(1.0, right - left))}" height="{number(height - TOP)}"'
        yield f'<rect id="turn-{turn}" class="an-turn" x="{number(left)}" y="{number(TOP)}" {size}/>'


def _turns(found: Analysis) -> tuple[int, int]:
    turns = [turn for turn, _ in found.series(0)] or [1]
    return turns[0], turns[-1]


def _range(found: Analysis) -> tuple[float, float, float]:
    """Lowest and highest value on the axis, and the distance of its lines."""
    if found.scale == "outcome":
        low, high = found.game.low, found.game.high
        return low, high, (high - low) / 4
    values = [value for seat in range(found.game.seats) for _, value in found.series(seat)] or [0.0, 1.0]
    step = 10.0 * max(1, math.ceil((max(values) - min(values)) / 60))
    low, high = step * math.floor(min(values) / step), step * math.ceil(max(values) / step)
    return low, max(high, low + step), step


def _legend(found: Analysis, names: Sequence[str]) -> Iterator[str]:
    each = min(230.0, (WIDTH - LEFT - RIGHT - 150) / found.game.seats)
    for seat in range(found.game.seats):
        x = WIDTH - RIGHT - each * (found.game.seats - seat)
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        yield f'<path class="an-line-s{seat}"{dash} d="M{number(x)},19 h26"/>'
        label = short(names[seat], max(3, int((each - 44) / 7.4)))
        yield text(x + 31, 24, label, size=12, classes=f"an-bold an-s{seat}")


def _values_axis(found: Analysis, low: float, high: float, step: float, up: Axis) -> Iterator[str]:
    for index in range(round((high - low) / step) + 1):
        value = low + index * step
        words = f"{100 * value:.0f} %" if is_share(found) else f"{value:g}"
        yield f'<path class="an-grid" d="M{number(LEFT)},{number(up(value))} H{number(WIDTH - RIGHT)}"/>'
        yield text(LEFT - 8, up(value) + 4, words, size=12, classes="an-soft an-num", anchor="end")


def _turns_axis(first: int, last: int, across: Axis) -> Iterator[str]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (last - first) / step <= 12)
    bottom = TOP + TALL
    for turn in range(-(-first // step) * step, last + 1, step):
        yield f'<path class="an-grid" d="M{number(across(turn))},{number(bottom)} v5"/>'
        yield text(across(turn), bottom + 19, str(turn), size=12, classes="an-soft an-num", anchor="middle")
    yield text(LEFT - 8, bottom + 19, "turn", size=12, classes="an-soft", anchor="end")


def _line(found: Analysis, seat: int, across: Axis, up: Axis) -> str:
    points = [f"{number(across(turn))},{number(up(value))}" for turn, value in found.series(seat)]
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path id="value-{seat}" class="an-line-s{seat}"{dash} d="M{" L".join(points or ["0,0"])}"/>'


def _marks(found: Analysis, across: Axis, up: Axis) -> Iterator[str]:
    for place, one in enumerate(found.mistakes(), 1):
        x, y = across(one.turn), up(found.step(one).before[one.seat])
        yield f'<circle id="mark-{place}" class="an-mark" cx="{number(x)}" cy="{number(y)}" r="9"/>'
        yield text(x, y + 4, str(place), size=12, classes="an-mark-text", anchor="middle")


def _keys(y: float, lucky: bool, words: str) -> Iterator[str]:
    """What the bars mean."""
    x = LEFT + 150.0
    for kind, name in (("luck", "luck"), ("bad", "bad luck"), ("cost", "error"))[0 if lucky else 2 :]:
        yield f'<rect class="an-{kind}" x="{number(x)}" y="{number(y - 10)}" width="11" height="11"/>'
        yield text(x + 16, y, name, size=12)
        x += 34 + 7 * len(name)
    yield text(WIDTH - RIGHT, y, words, size=12, classes="an-soft", anchor="end")


def _strip(found: Analysis, seat: int, name: str, y: float, reach: float, across: Axis) -> Iterator[str]:
    middle, half = y + STRIP / 2, STRIP / 2 - 6
    yield f'<path class="an-zero" d="M{number(LEFT)},{number(middle)} H{number(WIDTH - RIGHT)}"/>'
    yield text(LEFT - 12, middle + 4, short(name, 8), size=12, classes=f"an-bold an-s{seat}", anchor="end")
    wide = max(1.5, min(9.0, 0.4 * (WIDTH - LEFT - RIGHT) / max(1, len(found.steps))))
    for step in found.steps:
        x = across(step.turn)
        yield from _bars(step, seat, x, middle, half / reach, wide)


def _bars(step: Step, seat: int, x: float, middle: float, scale: float, wide: float) -> Iterator[str]:
    luck, cost = scale * step.luck[seat], -scale * step.own[seat]
    if abs(luck) > 0.4:
        kind = "luck" if luck > 0 else "bad"
        yield _bar(f"luck-{seat}-{step.turn}", kind, x - wide, middle - max(luck, 0.0), wide, abs(luck))
    if cost > 0.4:
        yield _bar(f"cost-{seat}-{step.turn}", "cost", x, middle, wide, cost)


def _bar(name: str, kind: str, x: float, y: float, width: float, height: float) -> str:
    size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect id="{name}" class="an-{kind}" {size}/>'
