"""How the drawings of Sawhian look: colours, style sheet, and the few shapes they share."""

from __future__ import annotations

from reineke.games.svg import Style, Theme, figure, number, short, text

__all__ = ["CHEVRON", "CROSS", "Theme", "chip", "figure", "number", "short", "svg", "text"]

# Players 0 to 3 wear blue, orange, green and purple of the Okabe–Ito set; their stones also point the way they go, so
# that nothing rests on colour alone.
LIGHT = {
    "paper": "#ffffff", "board": "#f3efe6", "cell": "#fbf9f4", "line": "#d9d2c3", "ink": "#26231d", "soft": "#6f685b",
    "card": "#f8f6f1", "track": "#cfc7b6", "halo": "#ffffff", "mark": "#fffdf8",
    "p0": "#0072b2", "p1": "#e08e00", "p2": "#009e73", "p3": "#b8578f",
    "t0": "#005f96", "t1": "#8f5a00", "t2": "#00704f", "t3": "#943a70",
}  # fmt: skip
DARK = {
    "paper": "#17181b", "board": "#212328", "cell": "#292c32", "line": "#3c4048", "ink": "#eceae4", "soft": "#a09c92",
    "card": "#1f2125", "track": "#4a4e57", "halo": "#17181b", "mark": "#121315",
    "p0": "#4aa8e0", "p1": "#f0b040", "p2": "#2fc296", "p3": "#dd8cb9",
    "t0": "#6fbdf0", "t1": "#f5c469", "t2": "#55d6ae", "t3": "#eaa6cb",
}  # fmt: skip

_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--sw-ink); }
.sw-paper { fill: var(--sw-paper); }
.sw-frame { fill: var(--sw-board); stroke: var(--sw-line); }
.sw-cell { fill: var(--sw-cell); stroke: var(--sw-line); }
.sw-card { fill: var(--sw-card); stroke: var(--sw-line); }
.sw-soft { fill: var(--sw-soft); }
.sw-num { font-variant-numeric: tabular-nums; }
.sw-bold { font-weight: 700; }
.sw-axis { stroke: var(--sw-track); }
.sw-slot { fill: none; stroke: var(--sw-track); stroke-width: 1.5; }
.sw-mark { fill: none; stroke: var(--sw-mark); stroke-linecap: round; stroke-linejoin: round; }
.sw-stone, .sw-arrow, .sw-hint, .sw-label { pointer-events: none; }
.sw-out > circle { fill-opacity: 0.22; stroke-dasharray: 4 3; }
.sw-quiet { opacity: 0.55; }
.sw-halo { fill: none; stroke: var(--sw-halo); stroke-linecap: round; stroke-linejoin: round; opacity: 0.85; }
.sw-edge { fill: none; stroke: var(--sw-track); }
.sw-pill-text { fill: var(--sw-mark); font-weight: 700; }
""" + "".join(
    f"""
.sw-p{seat} {{ fill: var(--sw-p{seat}); stroke: var(--sw-p{seat}); }}
.sw-l{seat} {{ fill: none; stroke: var(--sw-p{seat}); stroke-linecap: round; stroke-linejoin: round; }}
.sw-t{seat} {{ fill: var(--sw-t{seat}); }}"""
    for seat in range(4)
)

CHEVRON = ("M-6,3 L0,-4 L6,3", "M-3,-6 L4,0 L-3,6", "M-6,-3 L0,4 L6,-3", "M3,-6 L-4,0 L3,6")
"""Per player, the arrow of a stone that looks the way it goes; drawn around (0, 0)."""
CROSS = "M-5,-5 L5,5 M5,-5 L-5,5"


svg = Style("sawhian", "sw", LIGHT, DARK, _RULES).svg
"""A whole drawing: its width, height, theme, title and body."""


def chip(x: float, y: float, seat: int, radius: float) -> str:
    """A small stone that stands for a player."""
    scale = number(radius / 13)
    return (
        f'<g transform="translate({number(x)} {number(y)})"><circle class="sw-p{seat}" r="{number(radius)}"/>'
        f'<path class="sw-mark" d="{CHEVRON[seat]}" stroke-width="2.6" transform="scale({scale})"/></g>'
    )
