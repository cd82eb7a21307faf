"""Curves as SVG: the course of a game with luck and cost, and how the scores of agents are distributed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from reineke.games.clever.account import Account
from reineke.games.clever.rating import BANDS
from reineke.games.svg import Style, Theme, number, short, text

LIGHT = {
    "paper": "#ffffff", "ink": "#211f1a", "soft": "#625c50", "line": "#e2ded4", "band": "#f4f1ea", "up": "#2c8a4b",
    "down": "#b3261e", "cost": "#e8781c", "value": "#2f6fba", "points": "#7a746a", "human": "#b3261e",
    "s0": "#7a746a", "s1": "#e8781c", "s2": "#2f6fba", "s3": "#2c8a4b", "s4": "#7a4aa6", "s5": "#b08900",
}  # fmt: skip
DARK = {
    "paper": "#15161a", "ink": "#f0ede6", "soft": "#aba597", "line": "#30343b", "band": "#1e2025", "up": "#3fae66",
    "down": "#f2726b", "cost": "#f08a33", "value": "#6aa9ee", "points": "#9b978d", "human": "#f2726b",
    "s0": "#aba597", "s1": "#f08a33", "s2": "#6aa9ee", "s3": "#3fae66", "s4": "#b48be0", "s5": "#f2c71d",
}  # fmt: skip
KINDS = ("up", "down", "cost", "value", "points", "human", *(f"s{index}" for index in range(6)))
_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--cp-ink); }
.cp-paper { fill: var(--cp-paper); }
.cp-soft { fill: var(--cp-soft); }
.cp-bold { font-weight: 700; }
.cp-num { font-variant-numeric: tabular-nums; }
.cp-grid { stroke: var(--cp-line); }
.cp-band { fill: var(--cp-band); }
.cp-zero { stroke: var(--cp-soft); }
.cp-mean { stroke: var(--cp-ink); stroke-width: 3; }
""" + "".join(
    f"""
.cp-{kind} {{ fill: var(--cp-{kind}); }}
.cp-line-{kind} {{ fill: none; stroke: var(--cp-{kind}); stroke-width: 2.2; stroke-linejoin: round; }}"""
    for kind in KINDS
)
svg = Style("clever-plot", "cp", LIGHT, DARK, _RULES).svg
WIDTH, LEFT, RIGHT = 820.0, 54.0, 18.0
INNER = WIDTH - LEFT - RIGHT


def course(found: Account, *, title: str = "", theme: Theme = "auto") -> str:
    """A game: what was to be expected at each decision above the points on the sheet, luck and cost below."""
    count = len(found.entries)
    high = 20.0 * (max([found.score, found.start, *(entry.value for entry in found.entries)]) // 20 + 1)
    top, tall, middle, half = 66.0, 250.0, 406.0, 72.0
    reach = max([1.0, abs(found.last), *(max(abs(entry.luck), entry.cost) for entry in found.entries)])

    def across(index: float) -> float:
        return LEFT + INNER * (index + 0.5) / (count + 1)

    def up(points: float) -> float:
        return top + tall * (1 - points / high)

    parts = [text(LEFT, 26, short(title or "A solo game", 88), size=15, classes="cp-bold")]
    words = f"start {found.start:.1f}  {found.luck:+.1f} luck  −{found.cost:.1f} cost  =  {found.score:.0f} points"
    parts.append(text(LEFT, 48, words, size=14, classes="cp-num", id="sum"))
    parts += _axis(range(0, int(high) + 1, 20 if high <= 160 else 40), up)
    rounds = [entry.round for entry in found.entries]
    for round_ in sorted(set(rounds)):
        first, last = rounds.index(round_), len(rounds) - 1 - rounds[::-1].index(round_)
        at = (across(first - 0.5), across(last + 0.5))
        if round_ % 2 == 0:
            size = f'x="{number(at[0])}" y="{number(top)}" width="{number(at[1] - at[0])}" height="{number(tall)}"'
            parts.insert(0, f'<rect class="cp-band" {size}/>')
        parts.append(text(sum(at) / 2, top + tall + 18, f"round {round_}", size=12, classes="cp-soft", anchor="middle"))
    expected = [(across(index), up(entry.value)) for index, entry in enumerate(found.entries)]
    expected.append((across(count), up(found.score)))
    sheet = [(across(index), up(entry.points)) for index, entry in enumerate(found.entries)]
    sheet.append((across(count), up(found.score)))
    parts += [_line(sheet, "points"), _line(expected, "value")]
    parts.append(text(LEFT + 8, top + 14, "expected final points", size=12, classes="cp-value cp-bold"))
    parts.append(text(LEFT + 8, top + 31, "points on the sheet", size=12, classes="cp-points cp-bold"))
    parts.append(f'<path class="cp-zero" d="M{number(LEFT)},{number(middle)} H{number(WIDTH - RIGHT)}"/>')
    wide = min(13.0, INNER / (count + 1) * 0.4)
    bars = [(entry.luck, entry.cost) for entry in found.entries] + [(found.last, 0.0)]
    for index, (luck, cost) in enumerate(bars):
        parts.append(
            _bar(
                across(index) - wide, middle, wide, -half * luck / reach, "up" if luck > 0 else "down", f"luck-{index}"
            )
        )
        if cost > 0:
            parts.append(_bar(across(index), middle, wide, half * cost / reach, "cost", f"cost-{index}"))
    labels = (("luck", "up"), ("bad luck", "down"), ("cost of decisions", "cost"))
    at_x = LEFT
    for label, kind in labels:
        parts.append(
            f'<rect class="cp-{kind}" x="{number(at_x)}" y="{number(middle + half + 16)}" width="11" height="11"/>'
        )
        parts.append(text(at_x + 16, middle + half + 26, label, size=12))
        at_x += 30 + 7.2 * len(label)
    parts.append(
        text(
            WIDTH - RIGHT, middle + half + 26, f"scale: ± {reach:.1f} points", size=12, classes="cp-soft", anchor="end"
        )
    )
    return svg(WIDTH, middle + half + 44, theme, f"Solo game of {found.score:.0f} points: luck and cost", parts)


def _axis(ticks: Sequence[int] | range, up: Callable[[float], float]) -> Iterator[str]:
    for tick in ticks:
        y = up(tick)
        yield f'<path class="cp-grid" d="M{number(LEFT)},{number(y)} H{number(WIDTH - RIGHT)}"/>'
        yield text(LEFT - 8, y + 4, str(tick), size=12, classes="cp-soft cp-num", anchor="end")


def _line(points: Sequence[tuple[float, float]], kind: str) -> str:
    data = "M" + " L".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<path id="{kind}" class="cp-line-{kind}" d="{data}"/>'


def _bar(x: float, y: float, width: float, height: float, kind: str, name: str) -> str:
    top, tall = (y + height, -height) if height < 0 else (y, height)
    size = f'x="{number(x)}" y="{number(top)}" width="{number(width)}" height="{number(max(tall, 0.5))}"'
    return f'<rect id="{name}" class="cp-{kind}" {size}/>'


ROW = 84.0
STEP = 10
"""Points in a bar of the distribution."""
LAST = 340
"""No score is above 334."""
Marks = Sequence[tuple[str, float, float | None]]
"""Name, mean, and standard deviation where it is known."""


def scores(series: Mapping[str, Sequence[float]], marks: Marks = (), *, theme: Theme = "auto") -> str:
    """How often each score was made, a row for each agent, over the levels of the solo scale; `marks` are figures from
    elsewhere, drawn through all rows."""
    left = 226.0
    wide = WIDTH - left - RIGHT

    def across(points: float) -> float:
        return left + wide * points / LAST

    top = 64.0 + 17 * len(marks)
    bottom = top + ROW * len(series)
    parts = [text(16, 28, "Final scores", size=17, classes="cp-bold")]
    edges = [least for least, _ in reversed(BANDS)] + [LAST]
    for index, (low, high) in enumerate(pairwise(edges)):
        if index % 2:
            size = f'x="{number(across(low))}" y="{number(top)}" width="{number(across(high) - across(low))}"'
            parts.append(f'<rect class="cp-band" {size} height="{number(bottom - top)}"/>')
    for least in edges[1:-1]:
        parts.append(text(across(least), bottom + 16, str(least), size=11, classes="cp-soft cp-num", anchor="middle"))
    parts.append(text(left, bottom + 16, "0", size=11, classes="cp-soft cp-num", anchor="middle"))
    parts.append(text(16, bottom + 16, "levels of the solo scale", size=11, classes="cp-soft"))
    for index, (name, mean, spread) in enumerate(marks):
        y, x = 54.0 + 17 * index, across(mean)
        parts.append(
            f'<path class="cp-line-human" stroke-dasharray="5 4" d="M{number(x)},{number(y + 4)} V{number(bottom)}"/>'
        )
        if spread is not None:
            ends = f"M{number(across(mean - spread))},{number(y)} H{number(across(mean + spread))}"
            parts.append(f'<path class="cp-line-human" d="{ends}"/>')
        label = f"{name}: {mean:g}" + (f" ± {spread:g}" if spread is not None else "")
        end = across(mean + (spread or 0)) + 8
        parts.append(text(end, y + 4, label, size=12, classes="cp-human", id=f"mark-{index}"))
    for row, (name, found) in enumerate(series.items()):
        parts += _row(row, name, found, top + ROW * row, across)
    return svg(WIDTH, bottom + 30, theme, f"Distribution of scores: {', '.join(series)}", parts)


def _row(row: int, name: str, found: Sequence[float], y: float, across: Callable[[float], float]) -> Iterator[str]:
    kind, base = f"s{row % 6}", y + ROW - 6
    yield f'<path class="cp-grid" d="M16,{number(y + ROW)} H{number(WIDTH - RIGHT)}"/>'
    yield text(16, y + 30, short(name, 29), size=12, classes="cp-bold", id=f"agent-{row}")
    if not found:
        return
    mean = sum(found) / len(found)
    yield text(16, y + 49, f"mean {mean:.1f}, {len(found):,} games", size=12, classes="cp-soft cp-num")
    counts = [sum(low <= score < low + STEP for score in found) for low in range(0, LAST, STEP)]
    most = max(counts)
    for index, count in enumerate(counts):
        if count:
            x, end = across(STEP * index), across(STEP * (index + 1))
            tall = (ROW - 18) * count / most
            at = f'x="{number(x + 0.6)}" y="{number(base - tall)}"'
            size = f'width="{number(end - x - 1.2)}" height="{number(tall)}"'
            yield f'<rect class="cp-{kind}" {at} {size} data-low="{STEP * index}" data-count="{count}"/>'
    middle = across(mean)
    yield f'<path class="cp-mean" d="M{number(middle)},{number(base + 6)} V{number(base - 12)}"/>'
