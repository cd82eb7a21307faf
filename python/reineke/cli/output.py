"""What several verbs print: JSON, tables, numbers."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from reineke.agent import Decision
from reineke.game import Game

WIDE = 120
"""Columns where stdout is no terminal."""
CERTAIN = 1e8
"""Values beyond this mean a decided game, in evaluations whose scale has no end."""
COLOURS = ("dodger_blue1", "dark_orange", "green3", "medium_purple1", "red3", "turquoise2")
"""One per seat."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leaves to the command what rich would do itself."""
        raise BrokenPipeError


def console() -> Console:
    """Where tables go."""
    return _Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)


def print_json(value: Any) -> None:
    """One JSON value, alone on its line. JSON knows no infinite numbers: they become null."""
    print(json.dumps(finite(value), ensure_ascii=False, allow_nan=False))


def finite(value: Any) -> Any:
    """The value without infinities."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


def grid(*heads: str, left: Sequence[str] = ()) -> Table:
    """An empty table; columns are right-aligned unless `left` names them."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        table.add_column(head, justify="left" if head in left else "right", no_wrap=head not in left)
    return table


def figure(value: float | None) -> str:
    """A value as people read it."""
    if value is None:
        return "–"
    if abs(value) >= CERTAIN:
        return "won" if value > 0 else "lost"
    return f"{value:+.3f}"


def tuple_text(values: Sequence[float] | None) -> str:
    """One value per seat."""
    return "–" if values is None else " ".join(figure(value) for value in values)


def amount(number: float) -> str:
    """A large number in few digits."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return f"{number:.3g}"


def number(value: float) -> str:
    """A number of points."""
    return f"{value:g}"


def seat_text(seat: int, words: str | None = None) -> Text:
    """A seat's name in its colour."""
    return Text(str(seat) if words is None else words, style=f"bold {COLOURS[seat % len(COLOURS)]}")


def summary(game: Game, decision: Decision) -> str:
    """A Decision in one line: the action and how it was found."""
    parts = [] if decision.value is None else [f"value {figure(decision.value)}"]
    if decision.proven:
        parts.append("proven")
    if decision.depth:
        parts.append(f"depth {decision.depth}")
    if decision.nodes:
        parts.append(f"{amount(decision.nodes)} nodes")
    if decision.seconds:
        parts.append(f"{decision.seconds:.2f} s")
    if decision.note:
        parts.append(decision.note)
    return ", ".join(parts)


def choices_table(
    game: Game, decision: Decision, most: int | None = None, said: Callable[[int], str] | None = None
) -> Table | None:
    """What a Decision says of every action, the best first; None if it says nothing. `said` names actions otherwise
    than by their text."""
    named = said or game.action_text
    choices = sorted(decision.choices, key=lambda c: (c.action != decision.action, -c.share, -c.value, c.action))[:most]
    if not choices:
        return None
    vector = any(choice.values is not None and len(choice.values) > 2 for choice in choices)
    visits, mixed = any(choice.visits for choice in choices), sum(choice.share > 0 for choice in choices) > 1
    heads = ["action", "value", *["values"] * vector, *["visits"] * visits, *["share"] * mixed, ""]
    table = grid(*heads, left=("action", ""))
    for choice in choices:
        row = [named(choice.action), figure(choice.value)]
        row += [tuple_text(choice.values)] * vector + [str(choice.visits)] * visits + [f"{choice.share:.1%}"] * mixed
        table.add_row(*row, "proven" if choice.proven else "", style="bold" if choice.action == decision.action else "")
    return table
