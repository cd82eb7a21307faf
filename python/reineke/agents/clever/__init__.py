"""The agents of Ganz schön clever that are classes: hand-written rules, and a short-sighted player."""

from __future__ import annotations

from reineke.agents.clever.greedy import Greedy
from reineke.agents.clever.rules import Rules
from reineke.agents.kinds import Kind, plain

__all__ = ["KINDS"]

KINDS: dict[str, Kind] = {
    "rules": plain(
        "rules", Rules, "hand-written rules: what every option makes of the sheet, and the dice that it leaves"
    ),
    "greedy": plain("greedy", Greedy, "takes what counts most at once: points, bonuses, dice kept"),
}
