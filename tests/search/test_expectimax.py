"""Expectimax on Pig against an exact recursion over the rules of Pig, written here from scratch."""

from functools import cache

import pytest

from reineke.agent import Budget
from reineke.games import load
from reineke.search import Search

ROLL, HOLD = 0, 1


@cache
def value(goal: int, own: int, other: int, total: int, depth: int, inside: bool) -> float:
    """The mover's chance to win, two seats; at the horizon his share of all points, each seat given one more."""
    if depth == 0:
        return share(own + total, other)
    return max(choices(goal, own, other, total, depth, inside).values())


def share(own: int, other: int) -> float:
    return (own + 1) / (own + other + 2)


def choices(goal: int, own: int, other: int, total: int, depth: int, inside: bool = False) -> dict[int, float]:
    """A decision costs one of `depth`, the die costs nothing. An explicit die is a position of its own: at the horizon
    it stays in the air, while one inside a turn has always landed.
    """

    def later(own: int, other: int, total: int) -> float:
        return value(goal, own, other, total, depth - 1, inside)

    found = {}
    if own + total < goal and depth == 1 and not inside:
        found[ROLL] = share(own + total, other)
    elif own + total < goal:
        found[ROLL] = (1 - later(other, own, 0) + sum(later(own, other, total + pips) for pips in range(2, 7))) / 6
    if total > 0:
        found[HOLD] = 1.0 if own + total >= goal else 1 - later(other, own + total, 0)
    return found


@cache
def truth(goal: int) -> dict[tuple[int, int, int], float]:
    """The exact chances to win of the mover under best play, by value iteration."""
    states = [(a, b, t) for a in range(goal) for b in range(goal) for t in range(goal - a + 6)]
    chances = dict.fromkeys(states, 0.5)
    while True:
        change = 0.0
        for own, other, total in states:
            if own + total >= goal:
                new = 1.0
            else:
                rolled = 1 - chances[other, own, 0] + sum(chances[own, other, total + pips] for pips in range(2, 7))
                hold = 0.0 if total == 0 else 1 - chances[other, own + total, 0]
                new = max(rolled / 6, hold)
            change = max(change, abs(new - chances[own, other, total]))
            chances[own, other, total] = new
        if change < 1e-12:
            return chances


POSITIONS = [(0, 0, 0), (0, 0, 3), (2, 0, 0), (0, 4, 2), (5, 6, 0), (3, 6, 5), (6, 6, 2), (0, 7, 4), (4, 0, 3)]
"""Own points, the other's, and what the turn has brought."""


@pytest.mark.parametrize("search", ["expectimax", "maxn", "alphabeta", "minimax", "brs"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("mover", [0, 1])
def test_shallow_searches_of_pig_have_the_exact_value(mover: int, depth: int, search: str) -> None:
    game = load("pig(goal=8)")
    for own, other, total in POSITIONS:
        points = f"{own},{other}" if mover == 0 else f"{other},{own}"
        state = game.parse(f"{points} {mover}+{total} 20,20")
        expected = choices(8, own, other, total, depth)
        if len(expected) == 1 and depth > 1:
            continue
        for table in ("off", "17"):
            given = {"depth": str(depth), "table": table}
            decision = Search(game, search, given).decide(game.view(state, mover), Budget())
            best = max(expected.values())
            assert decision.value == pytest.approx(best, abs=1e-12)
            assert expected[decision.action] == pytest.approx(best, abs=1e-12)
            if search in ("expectimax", "maxn", "minimax"):
                assert {c.action: c.value for c in decision.choices} == pytest.approx(expected, abs=1e-12)


def test_deep_searches_of_pig_approach_the_true_chances() -> None:
    game = load("pig(goal=8)")
    chances = truth(8)
    for own, other, total in POSITIONS:
        state = game.parse(f"{own},{other} 0+{total} 20,20")
        errors = []
        for depth in (2, 6, 10):
            given = {"depth": str(depth), "deepen": "off"}
            decision = Search(game, "expectimax", given).decide(game.view(state, 0), Budget())
            errors.append(abs(decision.value - chances[own, other, total]))
        assert errors[2] < 0.02
        assert errors[2] <= errors[0]


@pytest.mark.parametrize("spec", ["pig(goal=8)", "pig(goal=8,chance=inside)"])
def test_mcts_approaches_the_true_chances(spec: str) -> None:
    game = load(spec)
    chances = truth(8)
    for own, other, total in POSITIONS:
        state = game.parse(f"{own},{other} 0+{total} 20,20")
        if len(game.legal(state, 0)) > 1:
            decision = Search(game, "mcts").decide(game.view(state, 0), Budget(nodes=40_000))
            assert decision.value == pytest.approx(chances[own, other, total], abs=0.02)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_dice_inside_a_turn_are_sampled_without_bias(depth: int) -> None:
    game = load("pig(goal=8,chance=inside)")
    for own, other, total in POSITIONS:
        state = game.parse(f"{own},{other} 0+{total} 20,20")
        expected = choices(8, own, other, total, depth, inside=True)
        given = {"depth": str(depth), "rolls": "40" if depth == 3 else "300", "deepen": "off"}
        decision = Search(game, "expectimax", given).decide(game.view(state, 0), Budget())
        assert {c.action: c.value for c in decision.choices} == pytest.approx(expected, abs=0.09)


def test_nothing_is_proven_where_dice_are_sampled() -> None:
    game = load("pig(goal=4,chance=inside)")
    decision = Search(game, "expectimax").decide(game.view(game.parse("3,0 0+0 5,5"), 0), Budget(nodes=500))
    assert not decision.proven
