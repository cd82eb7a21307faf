"""Mixed play: what regret matching finds against exact solutions."""

import numpy as np
import pytest

from reineke.agent import Budget
from reineke.game import CHANCE, Game
from reineke.games import load
from reineke.search import Search
from tests.search.positions import NO_DICE
from tests.search.solve import (
    KUHN_SETS,
    Kuhn,
    Simultaneous,
    Strategy,
    kuhn_exploitability,
    kuhn_value,
    matrix_game,
)


def test_the_solver_knows_the_equilibria_it_is_asked_for() -> None:
    value, odds = matrix_game(np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]))
    assert (value, *odds) == pytest.approx((0, 1 / 4, 1 / 2, 1 / 4))
    bets = dict.fromkeys(KUHN_SETS, 0.0)
    bets |= {(2, ""): 1.0, (0, ""): 1 / 3, (1, "pb"): 2 / 3, (2, "pb"): 1.0}
    bets |= {(0, "p"): 1 / 3, (2, "p"): 1.0, (1, "b"): 1 / 3, (2, "b"): 1.0}
    assert kuhn_value(bets, bets) == pytest.approx(-1 / 18)
    assert kuhn_exploitability(bets) == pytest.approx(0, abs=1e-12)
    assert kuhn_exploitability({**bets, (0, "b"): 1.0}) > 0.1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_regret_matching_finds_the_equilibrium_of_biased_rock_paper_scissors(seed: int, seat: int) -> None:
    """Within 0.03 per action after 60,000 nodes."""
    game = load("rps(rock=2)")
    search = Search(game, "mcts", {"joint": "rm"}, seed)
    view = game.view(game.start(NO_DICE), seat)
    decision = search.decide(view, Budget(nodes=60_000))
    shares = {choice.action: choice.share for choice in decision.choices}
    assert shares == pytest.approx({0: 1 / 4, 1: 1 / 2, 2: 1 / 4}, abs=0.03)
    assert sum(shares.values()) == pytest.approx(1)
    assert search.policy(view) == pytest.approx(shares)
    assert decision.value == pytest.approx(0, abs=0.03)


def test_a_mixed_strategy_is_played_by_its_odds() -> None:
    game = load("rps(rock=2)")
    view = game.view(game.start(NO_DICE), 0)
    actions = [Search(game, "mcts", {}, seed).decide(view, Budget(nodes=3000)).action for seed in range(400)]
    played = [actions.count(action) / 400 for action in range(3)]
    assert played == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=0.08)


def test_what_counts_for_little_is_not_played() -> None:
    game = load("rps(rock=2)")
    view = game.view(game.start(NO_DICE), 0)
    shares = {}
    for least in ("0", "0.8"):
        decision = Search(game, "mcts", {"least": least}).decide(view, Budget(nodes=20_000))
        shares[least] = [choice.share for choice in decision.choices]
    assert all(share > 0.1 for share in shares["0"])
    assert shares["0.8"] == [0, 1, 0]


def test_rules_that_do_not_mix_play_by_their_visits_where_they_are_let() -> None:
    game = load("rps(rock=2)")
    view = game.view(game.start(NO_DICE), 0)
    pure = Search(game, "mcts", {"joint": "ucb1"}).decide(view, Budget(nodes=3000))
    assert sorted(choice.share for choice in pure.choices) == [0, 0, 1]
    mixed = Search(game, "mcts", {"joint": "ucb1", "least": "0.01"}).decide(view, Budget(nodes=3000))
    visits = [choice.visits for choice in mixed.choices]
    assert [choice.share for choice in mixed.choices] == pytest.approx([count / sum(visits) for count in visits])
    assert min(visits) > 0


@pytest.mark.parametrize("joint", ["exp3", "ucb1", "tuned", "puct"])
def test_other_rules_answer_with_legal_odds(joint: str) -> None:
    game = load("rps(rock=2)")
    decision = Search(game, "mcts", {"joint": joint}).decide(game.view(game.start(NO_DICE), 0), Budget(nodes=2000))
    assert sum(choice.share for choice in decision.choices) == pytest.approx(1)
    assert max(choice.share for choice in decision.choices) == 1 or joint == "exp3"


def found_by(search: Search, game: Game) -> Strategy:
    """The strategy a search has found at each state, uniform where it has not been."""

    def strategy(state: object, seat: int) -> dict[int, float]:
        legal = game.legal(state, seat)
        return search.policy(game.view(state, seat)) or dict.fromkeys(legal, 1 / len(legal))

    return strategy


@pytest.mark.parametrize(("spec", "nodes"), [("goofspiel", 800_000), ("goofspiel(order=down)", 60_000)])
def test_regret_matching_in_goofspiel_loses_little_to_a_best_response(spec: str, nodes: int) -> None:
    """One search from the start, `nodes` in all; its strategy is read at every state with `policy`. A best response
    over the whole game takes no more than 0.05 from either seat.
    """
    game = load(spec)
    start = game.start(NO_DICE)
    solver = Simultaneous(game)
    value = solver.value(start)
    assert value == pytest.approx(0, abs=1e-9)
    search = Search(game, "mcts", {"joint": "rm"}, 1)
    chance = game.turn(start) == CHANCE
    roots = [game.play(start, prize, NO_DICE) for prize, _ in game.odds(start)] if chance else [start]
    for root in roots:
        search.decide(game.view(root, 0), Budget(nodes=nodes // len(roots)))
    strategy = found_by(search, game)
    assert solver.best_response(start, strategy, 0) >= value - 0.05
    assert solver.best_response(start, strategy, 1) <= value + 0.05


def kuhn_strategy(search: Search, game: Game) -> Kuhn:
    found = {}
    for card, betting in KUHN_SETS:
        seat = len(betting) % 2
        cards = [(card + 1) % 3, (card + 1) % 3]
        cards[seat] = card
        text = "".join("JQK"[each] for each in cards) + f" {betting}"
        policy = search.policy(game.view(game.parse(text.strip()), seat))
        assert policy is not None
        found[card, betting] = policy[1]
    return found


@pytest.mark.parametrize("deal", ["JQ", "KJ"])
@pytest.mark.parametrize("seed", range(2))
def test_one_search_of_kuhn_poker_finds_the_strategy_of_both_seats(seed: int, deal: str) -> None:
    """From public samples, whatever was dealt: exploitability at most 0.02 after 150,000 nodes."""
    game = load("kuhn")
    search = Search(game, "mcts", {"joint": "rm", "public": "1"}, seed)
    search.decide(game.view(game.parse(deal), 0), Budget(nodes=150_000))
    assert kuhn_exploitability(kuhn_strategy(search, game)) <= 0.02


def test_several_trees_answer_with_the_strategy_of_all_of_them() -> None:
    game = load("rps(rock=2)")
    view = game.view(game.start(NO_DICE), 0)
    search = Search(game, "mcts", {"trees": "4"}, 3)
    decision = search.decide(view, Budget(nodes=2000))
    assert search.policy(view) == pytest.approx({choice.action: choice.share for choice in decision.choices})
