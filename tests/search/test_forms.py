"""Every search gives equal Decisions on the native and the Python form of a game, at equal seed and nodes."""

from dataclasses import replace

import pytest

from reineke.agent import Budget, Decision
from reineke.game import Game
from reineke.games import load
from reineke.games.tiny import Goofspiel, Kuhn, Pig, RockPaperScissors, TicTacToe
from reineke.search import Search, names
from tests.games.tiny.contract import Fair, actors
from tests.search.positions import random_texts

FORMS = {
    "tictactoe": TicTacToe,
    "pig(goal=20)": lambda: Pig(goal=20),
    "pig(seats=3,goal=12)": lambda: Pig(seats=3, goal=12),
    "pig(goal=15,chance=inside)": lambda: Pig(goal=15, chance="inside"),
    "rps(rock=2)": lambda: RockPaperScissors(rock=2),
    "goofspiel": Goofspiel,
    "goofspiel(cards=3,order=down)": lambda: Goofspiel(3, "down"),
    "kuhn": Kuhn,
}

SEARCHES: dict[str, tuple[str, dict[str, str]]] = {
    "greedy": ("greedy", {}),
    "alphabeta": ("alphabeta", {}),
    "alphabeta bare": ("alphabeta", {"order": "off", "table": "off", "ties": "last"}),
    "minimax": ("minimax", {}),
    "expectimax": ("expectimax", {}),
    "expectimax flat": ("expectimax", {"eval": "flat", "depth": "3", "rolls": "2"}),
    "maxn none": ("maxn", {"cut": "none"}),
    "maxn shallow": ("maxn", {"cut": "shallow"}),
    "maxn seed": ("maxn", {"cut": "seed", "ties": "last", "order": "off", "table": "off"}),
    "maxn source": ("maxn", {"abort": "source", "deepen": "off", "depth": "6"}),
    "paranoid": ("paranoid", {"samples": "5"}),
    "brs": ("brs", {}),
    "brs+": ("brs+", {}),
    "mcts": ("mcts", {}),
    "mcts tuned exp3": ("mcts", {"select": "tuned", "joint": "exp3"}),
    "mcts puct ucb1": ("mcts", {"select": "puct", "joint": "ucb1"}),
    "mcts mixing turns": ("mcts", {"select": "rm", "joint": "tuned", "solver": "off", "public": "0.5"}),
    "mcts forest": ("mcts", {"trees": "3", "threads": "2", "horizon": "2", "c": "1.4"}),
    "mcts small": ("mcts", {"capacity": "100", "horizon": "end", "mix": "0.4", "public": "0"}),
}


PAIRS = [
    (spec, search)
    for spec, form in FORMS.items()
    for search, (name, _) in SEARCHES.items()
    if form().seats == 2 or name != "alphabeta"
]


def decisions(game: Game, texts: list[str], search: str, seed: int, nodes: int) -> list[Decision]:
    """What a search with one memory decides at every position, for every seat that acts there, its seconds left out."""
    name, options = SEARCHES[search]
    thinker = Search(game, name, options, seed)
    found = []
    for text in texts:
        state = game.parse(text)
        for seat in actors(game, state):
            decision = thinker.decide(game.view(state, seat), Budget(nodes=nodes))
            found.append(replace(decision, seconds=0.0))
    return found


def test_every_search_is_compared() -> None:
    assert {name for name, _ in SEARCHES.values()} == set(names())


@pytest.mark.parametrize(("seed", "nodes"), [(0, 30), (1, 400)])
@pytest.mark.parametrize(("spec", "search"), PAIRS)
def test_both_forms_of_a_game_give_equal_decisions(spec: str, search: str, seed: int, nodes: int) -> None:
    native, python = load(spec), FORMS[spec]()
    texts = [python.text(python.start(Fair(seed))), *random_texts(python, 3, seed + 10)]
    found = decisions(native, texts, search, seed, nodes)
    # As text, so that a zero's sign counts too.
    assert list(map(repr, found)) == list(map(repr, decisions(python, texts, search, seed, nodes)))
    assert all(0 < decision.nodes <= nodes for decision in found)
