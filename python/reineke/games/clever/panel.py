"""The column beside the sheets: every option that a search has looked at, with its share and value."""

from __future__ import annotations

from collections.abc import Iterator

from reineke.agent import Choice, Decision
from reineke.games.clever.position import Position, meaning, name
from reineke.games.clever.style import shape
from reineke.games.svg import number, short, text

COLUMN = 330.0
LINE = 40.0


def mixed(decision: Decision) -> bool:
    """Whether a decision is a strategy over several actions rather than one."""
    return sum(choice.share > 0 for choice in decision.choices) > 1


def said(decision: Decision, action: int) -> str:
    """What stands at an option: its share of a mixed strategy, otherwise its value."""
    for choice in decision.choices:
        if choice.action == action:
            return percent(choice.share) if mixed(decision) else value(choice.value)
    return ""


def percent(share: float) -> str:
    """A share in few characters."""
    return f"{100 * share:.0f}%" if share >= 0.005 or share == 0 else "<1%"


def value(points: float) -> str:
    """A value in few characters: whole points, or a share of the win in hundredths."""
    return f"{points:.0f}" if abs(points) >= 100 else f"{points:.1f}" if abs(points) > 1 else f"{points:.2f}"


def panel(place: Position, decision: Decision, x: float, y: float, height: float) -> Iterator[str]:
    """The column, its upper left corner at (x, y)."""
    yield shape(x, y, COLUMN, height, "cl-card", 14)
    left, right, line = x + 18, x + COLUMN - 18, y + 32
    yield text(left, line, "Decision", size=17, classes="cl-bold")
    if decision.value is not None:
        yield text(right, line, value(decision.value), size=18, classes="cl-bold cl-num", anchor="end", id="value")
    facts = [f"{decision.nodes:,} nodes".replace(",", " ")] if decision.nodes else []
    facts += [f"depth {decision.depth}"] if decision.depth else []
    yield text(left, line + 22, " · ".join(facts), size=12, classes="cl-soft cl-num", id="facts")
    line += 46
    order = sorted(decision.choices, key=lambda c: (c.action != decision.action, -c.share, -c.value, c.action))
    room = int((height - 90) / LINE)
    for choice in order[:room]:
        yield from _choice(place, decision, choice, left, right, line)
        line += LINE
    if not order:
        what = meaning(place, decision.action)
        yield text(left, line + 8, name(what), size=14, classes="cl-bold")


def _choice(place: Position, decision: Decision, choice: Choice, left: float, right: float, y: float) -> Iterator[str]:
    """An option: its name, its value, and a bar for its share, its visits, or how its value lies among the others."""
    best = choice.action == decision.action
    what = meaning(place, choice.action)
    weight = "cl-bold" if best else ""
    yield text(left, y + 8, short(name(what), 26), size=13, classes=weight, id=f"choice-{choice.action}")
    yield text(right, y + 8, value(choice.value), size=13, classes=f"cl-num {weight}", anchor="end")
    yield shape(left, y + 15, right - left, 8, "cl-track", 4)
    share = weigh(decision, choice)
    words = (
        percent(choice.share) if mixed(decision) else f"{choice.visits:,}".replace(",", " ") if choice.visits else ""
    )
    yield text(right - 56, y + 8, words, size=12, classes="cl-soft cl-num", anchor="end")
    if share > 0:
        letter = what.die[0] if what.die and what.die != "white" else ""
        classes = "cl-best" if best else f"cl-x{letter}" if letter else "cl-black"
        wide = f"{number(max(2.0, share * (right - left)))}"
        yield f'<rect class="{classes}" x="{number(left)}" y="{number(y + 15)}" width="{wide}" height="8" rx="4"/>'


def weigh(decision: Decision, choice: Choice) -> float:
    """How long the bar of an option is, from 0 to 1."""
    if mixed(decision):
        return choice.share
    visits = sum(one.visits for one in decision.choices)
    if visits:
        return choice.visits / visits
    values = [one.value for one in decision.choices]
    low, high = min(values), max(values)
    return 1.0 if high <= low else (choice.value - low) / (high - low)
