"""How the drawings of spe_ed look: colours, style sheet, and the head that stands for a player."""

from __future__ import annotations

from reineke.games.speed.position import SEATS
from reineke.games.svg import Style, number, text

# Seats 0 to 5 wear blue, orange, green, purple, vermilion and sky of the Okabe–Ito set; heads also carry their seat's
# number, so that nothing rests on colour alone. m0 to m5 are what is legible on them.
LIGHT = {
    "paper": "#ffffff", "cell": "#fbfaf7", "line": "#e7e3d9", "frame": "#8f897c", "ink": "#26231d", "soft": "#6f685b",
    "card": "#f8f6f1", "track": "#cfc7b6", "halo": "#ffffff", "crash": "#2b2924", "cross": "#ffffff",
    "front": "#5d574b", "glass": "#26231d",
    "p0": "#0072b2", "p1": "#e69f00", "p2": "#009e73", "p3": "#b8578f", "p4": "#d0450b", "p5": "#56b4e9",
    "m0": "#ffffff", "m1": "#1d1600", "m2": "#ffffff", "m3": "#ffffff", "m4": "#ffffff", "m5": "#06202e",
}  # fmt: skip
DARK = {
    "paper": "#17181b", "cell": "#1e2024", "line": "#2b2e34", "frame": "#6b6f78", "ink": "#eceae4", "soft": "#a09c92",
    "card": "#1f2125", "track": "#4a4e57", "halo": "#17181b", "crash": "#f4f2ec", "cross": "#17181b",
    "front": "#c9c4b8", "glass": "#eceae4",
    "p0": "#2f8fd0", "p1": "#f0b030", "p2": "#20b285", "p3": "#d57fb0", "p4": "#e8622c", "p5": "#8fd0f5",
    "m0": "#ffffff", "m1": "#1d1600", "m2": "#04130d", "m3": "#1c0713", "m4": "#1a0600", "m5": "#06202e",
}  # fmt: skip

_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--sp-ink); }
.sp-paper { fill: var(--sp-paper); }
.sp-board { fill: var(--sp-cell); }
.sp-grid { fill: none; stroke: var(--sp-line); }
.sp-frame { fill: none; stroke: var(--sp-frame); stroke-width: 1.5; }
.sp-card { fill: var(--sp-card); stroke: var(--sp-line); }
.sp-soft { fill: var(--sp-soft); }
.sp-num { font-variant-numeric: tabular-nums; }
.sp-bold { font-weight: 700; }
.sp-crash { fill: var(--sp-crash); }
.sp-cross { fill: none; stroke: var(--sp-cross); }
.sp-fronts { fill: var(--sp-front); opacity: 0.55; }
.sp-region { fill-opacity: 0.2; }
.sp-stamp { fill-opacity: 0.28; font-weight: 700; }
.sp-gap { fill: var(--sp-cell); }
.sp-halo { fill: none; stroke: var(--sp-halo); stroke-linecap: round; stroke-linejoin: round; opacity: 0.9; }
.sp-window { fill: none; stroke: var(--sp-glass); stroke-width: 2; stroke-dasharray: 8 5; }
.sp-small { stroke-width: 1.5; stroke-dasharray: 4 2.5; }
.sp-shade { fill: var(--sp-paper); opacity: 0.5; }
.sp-out { fill-opacity: 0.45; }
.sp-strike { fill: none; stroke: var(--sp-ink); stroke-linecap: round; }
.sp-pip { fill: none; stroke: var(--sp-soft); stroke-width: 1.5; }
.sp-key { fill: none; stroke: var(--sp-soft); }
.sp-rule { stroke: var(--sp-line); }
""" + "".join(
    f"""
.sp-p{seat} {{ fill: var(--sp-p{seat}); }}
.sp-h{seat} {{ fill: var(--sp-p{seat}); stroke: var(--sp-halo); stroke-linejoin: round; }}
.sp-l{seat} {{ fill: none; stroke: var(--sp-p{seat}); stroke-linecap: round; stroke-linejoin: round; }}
.sp-m{seat} {{ fill: var(--sp-m{seat}); }}"""
    for seat in range(SEATS)
)
_RULES += "\n.sp-target { fill: var(--sp-paper); fill-opacity: 0.75; stroke-width: 2; }\n"

svg = Style("speed", "sp", LIGHT, DARK, _RULES).svg
"""A whole drawing: its width, height, theme, title and body."""

NOSE = "M-9,-4 L0,-12 L9,-4 V7 Q9,9 7,9 H-7 Q-9,9 -9,7 Z"
"""A head that looks up, around (0, 0)."""
RADIUS = 9.0


def head(x: float, y: float, seat: int, direction: int, radius: float, *, active: bool, **more: str) -> str:
    """A player's head, looking where he goes; crossed if he is out. `more` are further attributes."""
    scale = radius / RADIUS
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    label = text(x, y + 0.36 * 12 * scale, str(seat), size=12 * scale, classes=f"sp-bold sp-m{seat}", anchor="middle")
    reach = number(1.05 * radius)
    strike = ""
    if not active:
        lines = f"M-{reach},-{reach} L{reach},{reach} M{reach},-{reach} L-{reach},{reach}"
        at = f'transform="translate({number(x)} {number(y)})" d="{lines}"'
        wide, thin = number(4.6 * scale), number(2.2 * scale)
        strike = (
            f'<path class="sp-halo" {at} stroke-width="{wide}"/><path class="sp-strike" {at} stroke-width="{thin}"/>'
        )
    turn = f"translate({number(x)} {number(y)}) rotate({90 * direction}) scale({number(scale)})"
    return (
        f'<g class="sp-head" data-seat="{seat}"{extra}>'
        f'<path class="sp-h{seat}{"" if active else " sp-out"}" d="{NOSE}" stroke-width="2" transform="{turn}"/>'
        f"{label if active else ''}{strike}</g>"
    )
