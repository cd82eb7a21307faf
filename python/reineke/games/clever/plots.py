"""How the scores of agents are distributed, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

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
