"""Games to look at: random ones, position by position."""

import random

from reineke import Dice
from reineke.games import load


def positions(spec, count=1, seed=1):
    """Every position of random games with the action chosen in it, None where chance decides or all is over."""
    game, dice, choose = load(spec), Dice(seed), random.Random(seed)
    for _ in range(count):
        state = game.start(dice)
        while (turn := game.turn(state)) != -1:
            if turn == -2:
                yield game, state, None
                state = game.play(state, choose.choice(game.odds(state))[0], dice)
                continue
            action = choose.choice(game.legal(state, turn))
            yield game, state, action
            state = game.play(state, action, dice)
        yield game, state, None
