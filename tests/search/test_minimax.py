"""Alpha-beta, plain minimax and paranoid search against naive ones."""

import itertools

import pytest

from reineke.agent import Budget, Decision
from reineke.game import Game, GameError
from reineke.games import load
from reineke.games.tiny import TicTacToe
from reineke.search import Search
from tests.games.tiny.contract import actors
from tests.search import naive
from tests.search.positions import NO_DICE, random_states
from tests.search.sawhian import WEIGHTS, decide, late_positions, random_positions
from tests.search.toys import Dag

SWITCHES = [
    {"order": order, "table": table, "deepen": deepen}
    for order, table, deepen in itertools.product(["on", "off"], ["off", "8", "17"], ["on", "off"])
]


def run(game: Game, state: object, search: str, **options: str) -> Decision:
    seat = actors(game, state)[0]
    return Search(game, search, options).decide(game.view(state, seat), Budget())


def flat(state: object) -> tuple[float, float]:
    return (0.0, 0.0)


@pytest.mark.parametrize("search", ["alphabeta", "minimax", "paranoid", "maxn"])
@pytest.mark.parametrize("depth", [1, 2, 4, 9])
def test_tictactoe_has_its_minimax_value_at_every_depth(search: str, depth: int) -> None:
    game = load("tictactoe")
    tree = naive.tree_of(TicTacToe(), flat)
    for state in random_states(game, 25, seed=depth):
        twin = TicTacToe().parse(game.text(state))
        if twin.cells.count(".") > 6 and depth > 3:
            continue
        expected = naive.minimax_choices(tree, twin, depth, twin.mover)
        best = max(expected.values())
        for switches in SWITCHES:
            decision = run(game, state, search, depth=str(depth), **switches)
            if len(expected) > 1 or switches["deepen"] == "off":
                assert decision.value == best
            assert decision.action == min(action for action, value in expected.items() if value == best)


@pytest.mark.parametrize("ties", ["first", "last"])
@pytest.mark.parametrize("depth", [2, 3, 5, 7])
def test_alphabeta_equals_minimax_on_random_trees(depth: int, ties: str) -> None:
    cut, whole = 0, 0
    for seed in range(30):
        game = Dag(seed, seats=2)
        me = game.turn((0, 0))
        expected = naive.minimax_choices(naive.tree_of(game, game.evaluate), (0, 0), depth, me)
        if len(expected) == 1:
            continue
        best = max(expected.values())
        at_best = [action for action, value in expected.items() if value == best]
        for switches in SWITCHES:
            decision = run(game, (0, 0), "alphabeta", depth=str(depth), ties=ties, **switches)
            assert decision.value == best
            assert decision.action == (at_best[0] if ties == "first" else at_best[-1])
        plain = run(game, (0, 0), "minimax", depth=str(depth), table="off", deepen="off")
        assert {choice.action: choice.value for choice in plain.choices} == expected
        whole += plain.nodes
        cut += run(game, (0, 0), "alphabeta", depth=str(depth), table="off", deepen="off", order="off").nodes
    assert cut < whole


def test_tictactoe_is_a_draw_and_alphabeta_proves_it() -> None:
    game = load("tictactoe")
    decision = run(game, game.start(NO_DICE), "alphabeta")
    assert (decision.value, decision.proven, decision.depth) == (0.0, True, 9)


def test_tictactoe_is_a_draw_and_mcts_proves_it() -> None:
    game = load("tictactoe")
    search = Search(game, "mcts", {"select": "puct", "c": "2"})
    decision = search.decide(game.view(game.start(NO_DICE), 0), Budget(nodes=1_000_000))
    assert (decision.value, decision.proven) == (0.0, True)
    assert decision.nodes < 1_000_000


@pytest.mark.parametrize("select", ["ucb1", "tuned", "puct"])
def test_mcts_proves_every_short_ending(select: str) -> None:
    game = load("tictactoe")
    for state in random_states(game, 30, seed=5):
        if game.text(state).count(".") <= 5:
            search = Search(game, "mcts", {"select": select})
            assert search.decide(game.view(state, game.turn(state)), Budget(nodes=20_000)).proven


@pytest.mark.parametrize("search", ["alphabeta", "minimax", "maxn", "paranoid", "brs", "mcts"])
def test_what_is_called_proven_is_true(search: str) -> None:
    game, tree = load("tictactoe"), naive.tree_of(load("tictactoe"), flat)
    proofs = 0
    for state in random_states(game, 60, seed=2):
        if game.text(state).count(".") > 6:
            continue
        seat = game.turn(state)
        exact = naive.minimax_choices(tree, state, 9, seat)
        decision = Search(game, search).decide(game.view(state, seat), Budget(nodes=3000))
        if decision.proven:
            proofs += 1
            assert decision.value == max(exact.values())
            assert exact[decision.action] == decision.value
        for choice in decision.choices:
            assert not choice.proven or choice.value == exact[choice.action]
    assert proofs > 20


@pytest.mark.parametrize("search", ["alphabeta", "minimax", "maxn", "expectimax", "paranoid", "brs", "brs+", "mcts"])
@pytest.mark.parametrize("spec", ["rps", "goofspiel(cards=3,order=up)"])
def test_nothing_is_proven_of_a_simultaneous_turn_by_letting_the_other_seat_look(spec: str, search: str) -> None:
    game = load(spec)
    decision = Search(game, search).decide(game.view(game.start(NO_DICE), 0), Budget(nodes=2000))
    assert not decision.proven
    assert not any(choice.proven for choice in decision.choices)


@pytest.mark.covers("W18")
@pytest.mark.parametrize("stuck", ["tuple", "play"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_paranoid_equals_the_naive_search_on_sawhian(depth: int, stuck: str) -> None:
    tree = naive.sawhian_tree(WEIGHTS, stuck)
    for state in random_positions((20, 20, 12, 6)[depth - 1], seed=depth, last=30):
        expected = naive.minimax_choices(tree, state, depth, state.mover)
        best = max(expected.values())
        x, y = min(move for move, value in expected.items() if value == best)
        for switches in SWITCHES if len(expected) > 1 else [{"deepen": "off"}]:
            decision = decide(state, "paranoid", depth, stuck=stuck, **switches)
            assert (decision.value, decision.action) == (best, 7 * x + y)
        plain = decide(state, "minimax", depth, stuck=stuck)
        assert {divmod(choice.action, 7): choice.value for choice in plain.choices} == expected


@pytest.mark.covers("W18")
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_paranoid_equals_the_naive_search_where_games_end(depth: int) -> None:
    tree = naive.sawhian_tree(WEIGHTS, "play")
    for state in late_positions(12, seed=3, last=1) + late_positions(12, seed=4, last=3):
        expected = max(naive.minimax_choices(tree, state, depth, state.mover).values())
        for switches in SWITCHES:
            if switches["deepen"] == "off":
                assert decide(state, "paranoid", depth, stuck="play", **switches).value == expected


@pytest.mark.covers("W15")
def test_ordering_lets_alphabeta_cut_earlier() -> None:
    positions = random_positions(30, seed=6)
    nodes = {
        order: sum(decide(state, "paranoid", 6, order=order, table="off").nodes for state in positions)
        for order in ("on", "off")
    }
    assert nodes["on"] < nodes["off"]


def test_alphabeta_is_refused_for_more_than_two_seats() -> None:
    with pytest.raises(GameError, match=r"alphabeta is for two seats, sawhian has 4; use paranoid"):
        Search(load("sawhian"), "alphabeta", {"eval": "seed"})
