"""How the drawings of Ganz schön clever look: colours, style sheet, dice and the small signs of the bonuses."""

from __future__ import annotations

from reineke.games.clever.paper import COLOURS
from reineke.games.svg import Style, number, text

# Per colour: x the colour itself, t the paper of its area, i what is legible on x, d its words on that paper.
LIGHT = {
    "paper": "#ffffff", "card": "#f6f4ef", "line": "#d9d4c8", "ink": "#211f1a", "soft": "#625c50", "box": "#ffffff",
    "edge": "#a39b8b", "mark": "#211f1a", "hint": "#c2185b", "onhint": "#ffffff", "tray": "#dfe2e6", "slot": "#b9bec6",
    "spent": "#8f8879", "black": "#2a2823", "onblack": "#ffffff",
    "xy": "#f2c200", "ty": "#fdf4cd", "iy": "#2b2300", "dy": "#6b5400",
    "xb": "#2f6fba", "tb": "#dde9f7", "ib": "#ffffff", "db": "#1d4f8c",
    "xg": "#2c8a4b", "tg": "#dcf0e1", "ig": "#ffffff", "dg": "#1b6635",
    "xo": "#e8781c", "to": "#fce7d3", "io": "#241000", "do": "#8f4305",
    "xp": "#7a4aa6", "tp": "#eadff4", "ip": "#ffffff", "dp": "#5c3184",
    "xw": "#ffffff", "tw": "#ffffff", "iw": "#211f1a", "dw": "#211f1a",
}  # fmt: skip
DARK = {
    "paper": "#15161a", "card": "#1e2025", "line": "#363a42", "ink": "#f0ede6", "soft": "#aba597", "box": "#14151a",
    "edge": "#70747d", "mark": "#f6f3ec", "hint": "#ff6fa5", "onhint": "#2a0614", "tray": "#33373e", "slot": "#565b65",
    "spent": "#8d8a83", "black": "#f0ede6", "onblack": "#15161a",
    "xy": "#f2c71d", "ty": "#3a320f", "iy": "#2b2300", "dy": "#f6d95e",
    "xb": "#4a8bd8", "tb": "#17293f", "ib": "#04101f", "db": "#94c2f5",
    "xg": "#3fae66", "tg": "#14301e", "ig": "#03160a", "dg": "#86d8a2",
    "xo": "#f08a33", "to": "#3b230f", "io": "#241000", "do": "#f7b47c",
    "xp": "#a274d0", "tp": "#2c1f3b", "ip": "#12051f", "dp": "#cfaef0",
    "xw": "#f5f3ee", "tw": "#f5f3ee", "iw": "#1b1a17", "dw": "#f0ede6",
}  # fmt: skip

_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--cl-ink); }
.cl-paper { fill: var(--cl-paper); }
.cl-card { fill: var(--cl-card); stroke: var(--cl-line); }
.cl-tray { fill: var(--cl-tray); stroke: var(--cl-slot); }
.cl-slot { fill: none; stroke: var(--cl-slot); stroke-width: 1.5; stroke-dasharray: 4 3; }
.cl-soft { fill: var(--cl-soft); }
.cl-num { font-variant-numeric: tabular-nums; }
.cl-bold { font-weight: 700; }
.cl-box { fill: var(--cl-box); stroke: var(--cl-edge); stroke-width: 1.2; }
.cl-cross { fill: none; stroke: var(--cl-mark); stroke-width: 3.2; stroke-linecap: round; }
.cl-thin { fill: none; stroke: var(--cl-edge); stroke-width: 2; stroke-linecap: round; }
.cl-hint { fill: none; stroke: var(--cl-hint); stroke-width: 3; }
.cl-dot { fill: var(--cl-hint); }
.cl-pill { fill: var(--cl-box); stroke: var(--cl-hint); stroke-width: 1.3; }
.cl-best { fill: var(--cl-hint); stroke: var(--cl-hint); stroke-width: 1.3; }
.cl-onbest { fill: var(--cl-onhint); font-weight: 700; }
.cl-spent { fill: none; stroke: var(--cl-spent); stroke-width: 2; stroke-linecap: round; }
.cl-track { fill: var(--cl-line); }
.cl-black { fill: var(--cl-black); }
.cl-onblack { fill: var(--cl-onblack); font-weight: 700; }
.cl-white { fill: none; stroke: var(--cl-onblack); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.cl-tick { fill: none; stroke: var(--cl-ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.cl-ring { fill: var(--cl-box); stroke: var(--cl-ink); stroke-width: 1.2; }
.cl-rule { stroke: var(--cl-line); }
.cl-xw { fill: var(--cl-xw); }
""" + "".join(
    f"""
.cl-x{letter} {{ fill: var(--cl-x{letter}); }}
.cl-t{letter} {{ fill: var(--cl-t{letter}); stroke: var(--cl-x{letter}); stroke-width: 1.5; }}
.cl-i{letter} {{ fill: var(--cl-i{letter}); }}
.cl-d{letter} {{ fill: var(--cl-d{letter}); }}
.cl-s{letter} {{ fill: none; stroke: var(--cl-i{letter}); stroke-width: 2.4; stroke-linecap: round; }}"""
    for letter in (colour[0] for colour in COLOURS)
)

svg = Style("clever", "cl", LIGHT, DARK, _RULES).svg
"""A whole drawing: its width, height, theme, title and body."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
FOX = "M-9,-9 L-4,-4.5 L4,-4.5 L9,-9 L8.2,1 L0,9.5 L-8.2,1 Z"
"""A fox's head around (0, 0)."""
TURN = "M6.2,-3.2 A7,7 0 1 0 7,1.6 M7.4,-7.6 L6.6,-2.9 L2,-3.6"
"""An arrow that goes round, around (0, 0)."""


def shape(x: float, y: float, width: float, height: float, classes: str, radius: float = 6, **more: str) -> str:
    """A rectangle; `more` are further attributes."""
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{classes}" {at} rx="{number(radius)}"{extra}/>'


def cross(x: float, y: float, size: float, classes: str = "cl-cross", **more: str) -> str:
    """Two strokes around (x, y)."""
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    low, high = (tuple(number(c + side * size) for c in (x, y)) for side in (-1, 1))
    data = f"M{low[0]},{low[1]} L{high[0]},{high[1]} M{high[0]},{low[1]} L{low[0]},{high[1]}"
    return f'<path class="{classes}" d="{data}"{extra}/>'


def die(x: float, y: float, size: float, colour: str, face: int | None, **more: str) -> str:
    """A die with its upper left corner at (x, y); a question mark while it is in the air."""
    letter, half = colour[0], size / 2
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    found = [f'<g class="cl-die" data-colour="{colour}" data-face="{face or 0}"{extra}>']
    found.append(shape(x, y, size, size, f"cl-x{letter}", 0.2 * size, stroke="#3a372f", stroke_width="1.2"))
    if face is None:
        found.append(
            text(x + half, y + 0.7 * size, "?", size=0.55 * size, classes=f"cl-bold cl-i{letter}", anchor="middle")
        )
    else:
        for dx, dy in PIPS[face]:
            at = f'cx="{number(x + half + 0.27 * size * dx)}" cy="{number(y + half + 0.27 * size * dy)}"'
            found.append(f'<circle class="cl-i{letter}" {at} r="{number(0.095 * size)}"/>')
    return "".join([*found, "</g>"])


def badge(x: float, y: float, bonus: str, *, earned: bool, radius: float = 13) -> str:
    """The sign of a bonus around (x, y), ticked once it is earned."""
    at, scale = f"translate({number(x)} {number(y)})", radius / 13
    found = [
        f'<g class="cl-badge" data-bonus="{bonus}" data-earned="{int(earned)}" transform="{at} scale({scale:.3g})">'
    ]
    if bonus in ("RR", "+1", "FOX"):
        found.append('<circle class="cl-black" r="13"/>')
        if bonus == "RR":
            found.append(f'<path class="cl-white" d="{TURN}"/>')
        elif bonus == "+1":
            found.append(text(-0.5, 4.6, "+1", size=13, classes="cl-onblack", anchor="middle"))
        else:
            found.append(f'<path class="cl-xo" d="{FOX}"/><circle cx="-3.4" cy="-0.4" r="1.3"/>')
            found.append('<circle cx="3.4" cy="-0.4" r="1.3"/><circle cx="0" cy="6.8" r="1.5"/>')
    elif bonus == "X6":
        found.append(shape(-13, -13, 26, 26, "cl-black", 5))
        found.append(text(0, 4.6, "X/6", size=12, classes="cl-onblack", anchor="middle"))
    else:
        letter = bonus[0]
        found.append(shape(-12, -12, 24, 24, f"cl-x{letter}", 5, stroke="#3a372f", stroke_width="1"))
        if bonus[1] == "X":
            found.append(cross(0, 0, 5.4, f"cl-s{letter}"))
        else:
            found.append(text(0, 5.6, bonus[1], size=16, classes=f"cl-bold cl-i{letter}", anchor="middle"))
    if earned:
        found.append(
            '<circle class="cl-ring" cx="11" cy="-10" r="6.2"/><path class="cl-tick" d="M8,-10 l2.3,2.6 l4,-5"/>'
        )
    return "".join([*found, "</g>"])
