"""How an analysis is put into words: figures on its scale, and the names of moves, dice and mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from reineke.analysis.result import Analysis, Judged, SeatSum, Step
from reineke.game import Game
from reineke.games.native import is_family

SMALL = 5e-4
"""What is less than this is nothing, on a scale from 0 to 1."""


def figure(found: Analysis, value: float | None) -> str:
    """A value as people read it: a percentage of the win, points, or a plain number."""
    if value is None:
        return "–"
    if found.scale == "points":
        return f"{value:.1f}"
    return f"{100 * value:.1f} %" if is_share(found) else f"{value:.2f}".replace("-", "−")


def change(found: Analysis, value: float | None) -> str:
    """A difference of values, with its sign; nothing where it is nothing."""
    if value is None:
        return "–"
    if abs(value) < least(found):
        return ""
    return ("+" if value > 0 else "−") + figure(found, abs(value))


def least(found: Analysis) -> float:
    """What is less than this is nothing."""
    return 0.05 if found.scale == "points" else SMALL * (found.game.high - found.game.low)


def is_share(found: Analysis) -> bool:
    """Whether values are shares of a win."""
    return found.scale == "outcome" and (found.game.low, found.game.high) == (0.0, 1.0)


def measure(found: Analysis) -> str:
    """What the values are."""
    if found.scale == "points":
        return "expected points"
    return "win probability" if is_share(found) else f"expected outcome ({found.game.low:g} to {found.game.high:g})"


def played(found: Analysis, one: Judged) -> str:
    """The name of the played action."""
    return named(found, one, one.action)


def better(found: Analysis, one: Judged) -> str:
    """The name of the best."""
    return named(found, one, one.decision.action)


def named(found: Analysis, one: Judged, action: int) -> str:
    """The name of an action where somebody decides."""
    if is_family(found.game, "clever"):
        from reineke.games.clever.position import meaning, name, read

        return name(meaning(read(found.step(one).position, found.game.spec), action))
    return found.game.action_text(action)


def mistake(found: Analysis, one: Judged) -> str:
    """A mistake in one sentence."""
    what = f"turn {one.turn}, seat {one.seat}: {played(found, one)} cost {figure(found, one.cost)}"
    line = f", expecting {' '.join(one.decision.line)}" if len(one.decision.line) > 1 else ""
    return f"{what}; better {better(found, one)}{line}"


def chance(found: Analysis, step: Step) -> str:
    """What chance did in a step; nothing where it did nothing."""
    if is_family(found.game, "clever"):
        return "; ".join(_dice(found.game, step))
    return ", ".join(step.chance) if step.chance else "dice" if any(step.luck) else ""


def _dice(game: Game, step: Step) -> Iterator[str]:
    """Chance turns of clever as people are told of them."""
    from reineke._core import Dice
    from reineke.games.clever.position import read
    from reineke.games.clever.words import chance as said

    state = game.parse(step.position)
    for text in step.chance:
        outcome = game.parse_chance(text)
        words = said(read(game.json(state), game.spec), outcome)
        if words is not None:
            yield words[:1].lower() + words[1:]
        state = game.play(state, outcome, Dice(0))


def total(found: Analysis, seat: SeatSum) -> str:
    """A seat's sum in one line."""
    parts = {"luck": seat.luck, "own errors": seat.own, "others' errors": seat.others, "the rest": seat.rest}
    words = [f"{name} {change(found, value)}" for name, value in parts.items() if change(found, value)]
    return ", ".join([f"{figure(found, seat.start)} at the start", *words]) + f": {figure(found, seat.end)}"
