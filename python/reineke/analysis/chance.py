"""What chance might have brought between two decisions, and what that was worth on the average."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reineke._core import Dice
from reineke.game import CHANCE, Game

LEAST = 1e-12
"""Odds below this are nothing."""


def all_after(game: Game, state: Any, most: int) -> list[tuple[float, Any]] | None:
    """Every position that chance turns may lead to, with its odds; None if there are more than `most`."""
    found: list[tuple[float, Any]] = []
    waiting = [(1.0, state)]
    while waiting:
        weight, place = waiting.pop()
        if game.turn(place) != CHANCE:
            found.append((weight, place))
            continue
        for outcome, odds in game.odds(place):
            if weight * odds > LEAST:
                waiting.append((weight * odds, game.play(place, outcome, Dice(0))))
        if len(found) + len(waiting) > most:
            return None
    return found


def some_after(game: Game, state: Any, count: int, seed: int) -> Iterator[tuple[float, Any]]:
    """So many positions after chance turns, each drawn by its odds, all of the same weight."""
    dice = Dice(seed)
    for _ in range(count):
        yield 1 / count, settle(game, state, dice)


def after_turn(game: Game, state: Any, move: Any, count: int, seed: int) -> Iterator[tuple[float, Any]]:
    """The same for a turn that rolls dice inside: the same choices, other dice."""
    dice = Dice(seed)
    for _ in range(count):
        yield 1 / count, settle(game, game.play(state, move, dice), dice)


def settle(game: Game, state: Any, dice: Dice) -> Any:
    """The position after all chance turns, drawn by their odds."""
    while game.turn(state) == CHANCE:
        state = game.play(state, _draw(game, state, dice), dice)
    return state


def _draw(game: Game, state: Any, dice: Dice) -> int:
    unit = (dice.roll(1 << 24) * (1 << 24) + dice.roll(1 << 24)) / 2**48
    possible = [(outcome, odds) for outcome, odds in game.odds(state) if odds > 0]
    for outcome, odds in possible:
        if unit < odds:
            return outcome
        unit -= odds
    return possible[-1][0]
