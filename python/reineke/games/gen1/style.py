"""How drawings of battles look: colours and style sheet."""

from __future__ import annotations

from reineke.games.gen1.scene import TYPES
from reineke.games.svg import Style

LIGHT = {
    "paper": "#ffffff", "field": "#f6f4ee", "card": "#ffffff", "line": "#ddd8cb", "ink": "#26231d", "soft": "#6f685b",
    "track": "#e3ded2", "good": "#3f9d4c", "fair": "#cf9a17", "poor": "#cc3d2f", "badge": "#4b463c", "on": "#ffffff",
}  # fmt: skip
DARK = {
    "paper": "#17181b", "field": "#1e2024", "card": "#24272c", "line": "#383c44", "ink": "#eceae4", "soft": "#a09c92",
    "track": "#3a3e46", "good": "#4fb35d", "fair": "#dcae35", "poor": "#e2574a", "badge": "#c9c4b8", "on": "#17181b",
}  # fmt: skip

_RULES = """
text { font-family: "Inter", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; fill: var(--g1-ink); }
.g1-paper { fill: var(--g1-paper); }
.g1-field { fill: var(--g1-field); }
.g1-card { fill: var(--g1-card); stroke: var(--g1-line); }
.g1-comes { stroke: var(--g1-ink); stroke-width: 1.6; }
.g1-soft { fill: var(--g1-soft); }
.g1-bold { font-weight: 700; }
.g1-num { font-variant-numeric: tabular-nums; }
.g1-track { fill: var(--g1-track); }
.g1-good { fill: var(--g1-good); }
.g1-fair { fill: var(--g1-fair); }
.g1-poor { fill: var(--g1-poor); }
.g1-badge { fill: var(--g1-badge); }
.g1-on { fill: var(--g1-on); }
.g1-white { fill: #ffffff; }
.g1-ring { fill: none; stroke: var(--g1-badge); stroke-width: 2.5; stroke-dasharray: 7 5; }
.g1-wall { fill: none; stroke: var(--g1-fair); stroke-width: 4; stroke-linecap: round; }
.g1-out { opacity: 0.38; }
""" + "".join(f".g1-{name.lower()} {{ fill: {colour}; }}\n" for name, colour in TYPES.items())

svg = Style("gen1", "g1", LIGHT, DARK, _RULES).svg
"""A whole drawing: its width, height, theme, title and body."""
