"""What reineke.game promises, checked on any Python game by playing it at random; the twin of games/contract.rs."""

import math
import random
from typing import Any

from reineke.game import CHANCE, NO_ACTION, OVER, Game


class Loaded:
    """Dice that give what they are told, and note how many sides each roll had."""

    def __init__(self, *rolls: int) -> None:
        self.rolls = list(rolls)
        self.sides: list[int] = []

    def roll(self, sides: int) -> int:
        self.sides.append(sides)
        value = self.rolls.pop(0)
        assert 0 <= value < sides
        return value


class Fair:
    """Python's own generator as dice."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, sides: int) -> int:
        return self.random.randrange(sides)


NONE = Loaded()
"""Dice for turns that must not roll any."""


def actors(game: Game, state: Any) -> tuple[int, ...]:
    """The seats that choose now."""
    turn = game.turn(state)
    if isinstance(turn, tuple):
        return turn
    return () if turn in (OVER, CHANCE) else (turn,)


def random_choice(game: Game, state: Any, rng: random.Random) -> Any:
    """A random action, joint action or chance outcome."""
    turn = game.turn(state)
    if turn == CHANCE:
        outcomes, weights = zip(*game.odds(state), strict=True)
        return rng.choices(outcomes, weights)[0]
    chosen = {seat: rng.choice(list(game.legal(state, seat))) for seat in actors(game, state)}
    return tuple(chosen.get(seat, NO_ACTION) for seat in range(game.seats)) if isinstance(turn, tuple) else chosen[turn]


def check(game: Game, seed: int, games: int) -> None:
    """Plays random games and asserts at every position what the contract says."""
    for action in range(game.actions):
        assert game.parse_action(game.action_text(action).upper()) == action
    rng, dice = random.Random(seed), Fair(seed)
    widths = set()
    for _ in range(games):
        state = game.start(dice)
        while True:
            text = game.text(state)
            assert text == text.strip()
            assert "\n" not in text
            assert game.parse(text) == state
            assert game.parse_json(game.json(state)) == state
            check_turn(game, state)
            for seat in range(game.seats):
                view = game.view(state, seat)
                sample = game.sample(view.info, seat, dice)
                assert game.view(sample, seat) == view
                assert game.view(sample, seat).text == view.text
                assert game.features(sample, seat) == game.features(state, seat)
                assert game.turn(game.sample_public(view.info, seat, dice)) == view.turn
                widths.add(len(game.features(state, seat)))
            if game.turn(state) == OVER:
                break
            state = game.play(state, random_choice(game, state, rng), dice)
        outcome = game.outcome(state)
        assert len(outcome) == game.seats
        assert all(game.low <= value <= game.high for value in outcome)
        assert game.sum is None or math.isclose(sum(outcome), game.sum)
    assert len(widths) == 1


def check_turn(game: Game, state: Any) -> None:
    """Asserts that what may happen next is ascending and inside the action space."""
    assert len(game.points(state)) == game.seats
    if game.turn(state) == CHANCE:
        outcomes, odds = zip(*game.odds(state), strict=True)
        assert list(outcomes) == sorted(set(outcomes))
        assert max(outcomes) < game.actions
        assert min(odds) > 0
        assert math.isclose(sum(odds), 1)
        assert [game.parse_chance(game.chance_text(outcome)) for outcome in outcomes] == list(outcomes)
    for seat in actors(game, state):
        legal = list(game.legal(state, seat))
        assert legal == sorted(set(legal))
        assert 0 <= min(legal) <= max(legal) < game.actions
