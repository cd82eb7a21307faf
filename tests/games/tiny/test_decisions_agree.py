"""Every search decides alike on the native and on the Python form of a game, at equal seed and nodes."""

import random
from dataclasses import replace
from typing import Any

import pytest

import reineke
from reineke.agent import Budget, Decision
from reineke.game import OVER, Game, GameError
from reineke.search import Search, names
from reineke.spec import parse
from tests.games.tiny.contract import Fair, actors, random_choice
from tests.games.tiny.test_forms_agree import FORMS

SEARCHES = [
    *names(),
    "maxn(cut=shallow,order=off,table=8)",
    "expectimax(depth=3,samples=3,rolls=2,eval=flat)",
    "paranoid(table=off,ties=last,deepen=off,depth=3)",
    "mcts(select=tuned,joint=exp3)",
    "mcts(select=puct,joint=ucb1,solver=off,eval=flat)",
    "mcts(select=rm,joint=tuned,horizon=3,public=0.5)",
    "mcts(trees=3,threads=2,capacity=100)",
]
"""Each search as it comes, then what its options change."""


def decisions(game: Game, search: str, seed: int, nodes: int) -> list[Decision]:
    """What the search decides for every acting seat along one random game, its memory kept from turn to turn."""
    named = parse(search)
    searches = [Search(game, named.name, dict(named.options), seed + seat) for seat in range(game.seats)]
    rng, dice = random.Random(seed), Fair(seed)
    state = game.start(dice)
    made = []
    for _ in range(6):
        if game.turn(state) == OVER:
            break
        for seat in actors(game, state):
            decision = searches[seat].decide(game.view(state, seat), Budget(nodes=nodes))
            made.append(replace(decision, seconds=0.0))
        state = game.play(state, random_choice(game, state, rng), dice)
    return made


def attempt(game: Game, search: str, seed: int, nodes: int) -> Any:
    """The decisions, or why the search does not play this game."""
    try:
        return decisions(game, search, seed, nodes)
    except GameError as error:
        return str(error)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("spec", FORMS)
def test_a_search_decides_alike_on_both_forms(spec: str, search: str) -> None:
    native, python = reineke.load(spec), FORMS[spec]()
    for seed, nodes in ((1, 300), (2, 40)):
        made = attempt(native, search, seed, nodes)
        assert made
        assert attempt(python, search, seed, nodes) == made
