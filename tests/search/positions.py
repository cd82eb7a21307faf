"""Positions to search: random ones of any game, in several forms of it at once."""

import random
from typing import Any

from reineke.game import OVER, Game
from tests.games.tiny.contract import Fair, random_choice


class NoDice:
    """For games whose turns roll none."""

    def roll(self, sides: int) -> int:
        raise AssertionError(f"a die with {sides} sides was rolled inside a turn")


NO_DICE = NoDice()


def random_texts(game: Game, count: int, seed: int) -> list[str]:
    """Texts of positions of random games that are not over, one from each game."""
    rng, dice = random.Random(seed), Fair(seed)
    found = []
    while len(found) < count:
        state = game.start(dice)
        course = []
        while game.turn(state) != OVER:
            course.append(game.text(state))
            state = game.play(state, random_choice(game, state, rng), dice)
        found.append(rng.choice(course))
    return found


def random_states(game: Game, count: int, seed: int) -> list[Any]:
    return [game.parse(text) for text in random_texts(game, count, seed)]
