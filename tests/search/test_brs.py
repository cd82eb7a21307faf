"""Best-reply searches against naive ones written from their definitions."""

import itertools

import pytest

from reineke.agent import Budget
from reineke.games import load
from reineke.search import Search
from tests.games.sawhian import twin
from tests.search import naive
from tests.search.positions import random_states
from tests.search.sawhian import WEIGHTS, decide, late_positions, random_positions

SWITCHES = [{"order": order, "deepen": deepen} for order, deepen in itertools.product(["on", "off"], ["on", "off"])]

pytestmark = pytest.mark.covers("W18")


def check(search: str, expected: dict[tuple[int, int], float], state: object, depth: int, stuck: str) -> None:
    best = max(expected.values())
    x, y = min(move for move, value in expected.items() if value == best)
    for switches in SWITCHES if len(expected) > 1 else [{"deepen": "off"}]:
        decision = decide(state, search, depth, stuck=stuck, **switches)
        assert (decision.value, decision.action) == (best, 7 * x + y)


def narrow(count: int, seed: int) -> list[twin.State]:
    """Positions with few moves, for what naive searches can do in time."""
    return [state for state in random_positions(12 * count, seed, last=40) if twin.perft(state, 3) <= 30][:count]


@pytest.mark.parametrize("stuck", ["tuple", "play"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_only_the_strongest_reply_is_played_and_the_others_are_skipped(depth: int, stuck: str) -> None:
    tree = naive.sawhian_tree(WEIGHTS, stuck)
    for state in random_positions(15, seed=depth, last=30) if depth < 3 else narrow(4, seed=depth):
        check("brs", naive.best_reply_choices(tree, state, depth, state.mover), state, depth, stuck)
    for state in late_positions((15, 12, 8, 4)[depth - 1], seed=depth, last=8):
        check("brs", naive.best_reply_choices(tree, state, depth, state.mover), state, depth, stuck)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_in_brs_plus_the_others_play_their_ordering_move(depth: int) -> None:
    tree = naive.sawhian_tree(WEIGHTS, "play")
    for state in random_positions(15, seed=depth, last=60) if depth < 3 else narrow(4, seed=depth):
        check("brs+", naive.best_reply_plus_choices(tree, state, depth, state.mover), state, depth, "play")


@pytest.mark.parametrize("search", ["brs", "brs+"])
@pytest.mark.parametrize("depth", [2, 3, 9])
def test_with_two_seats_it_is_minimax(depth: int, search: str) -> None:
    game = load("tictactoe")
    for state in random_states(game, 20, seed=depth):
        found = [
            Search(game, name, {"depth": str(depth)}).decide(game.view(state, game.turn(state)), Budget())
            for name in (search, "minimax")
        ]
        assert (found[0].action, found[0].value) == (found[1].action, found[1].value)
