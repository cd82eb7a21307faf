"""max^n against the naive search of the slow twin, its switches against each other."""

import itertools

import numpy as np
import pytest
from safetensors.numpy import save

from reineke.agent import Budget, Decision
from reineke.game import GameError
from reineke.games import load
from reineke.search import Search
from tests.games.sawhian import twin
from tests.games.tiny.contract import actors
from tests.search import naive
from tests.search.positions import random_states
from tests.search.sawhian import GAME, WEIGHTS, chosen, decide, late_positions, native, random_positions
from tests.search.toys import Dag, Ended, Regression

BARE = {"order": "off", "table": "off"}


def assert_equals_twin(state: twin.State, depth: int, ties: str, cut: str, stuck: str) -> None:
    values, move, nodes = twin.maxn(state, depth, WEIGHTS, ties, cut == "seed", stuck)
    decision = decide(state, "maxn", depth, ties=ties, cut=cut, stuck=stuck, **BARE)
    assert divmod(decision.action, 7) == move
    assert chosen(decision).values == values
    assert decision.value == values[state.mover]
    assert decision.nodes == nodes
    assert decision.depth == depth


@pytest.mark.covers("W12", "W16")
@pytest.mark.parametrize("stuck", ["tuple", "play"])
@pytest.mark.parametrize("cut", ["none", "seed"])
@pytest.mark.parametrize("ties", ["first", "last"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_value_move_and_nodes_equal_the_naive_search(depth: int, ties: str, cut: str, stuck: str) -> None:
    for state in random_positions((40, 40, 20, 8)[depth - 1], seed=depth, last=30):
        assert_equals_twin(state, depth, ties, cut, stuck)


@pytest.mark.covers("W11", "W12")
@pytest.mark.parametrize("stuck", ["tuple", "play"])
@pytest.mark.parametrize("cut", ["none", "seed"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_value_move_and_nodes_equal_the_naive_search_where_games_end(depth: int, cut: str, stuck: str) -> None:
    for last in (1, 2, 3, 5):
        for state in late_positions(10, seed=2, last=last):
            assert_equals_twin(state, depth, "last", cut, stuck)


@pytest.mark.covers("W12")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_choice_of_a_full_search_has_its_own_value(depth: int) -> None:
    tree = naive.sawhian_tree(WEIGHTS, "play")
    for state in random_positions(30, seed=depth + 10):
        expected = naive.root_values(tree, state, depth)
        decision = decide(state, "maxn", depth, stuck="play")
        assert {divmod(choice.action, 7): choice.values for choice in decision.choices} == expected


def essence(decision: Decision) -> tuple[object, ...]:
    """What tables, order and deepening must not change."""
    return decision.action, decision.value, chosen(decision).values, decision.proven


def several_moves(positions: list[twin.State]) -> list[twin.State]:
    """Those with a choice: a forced move is not searched any deeper."""
    return [state for state in positions if len(twin.legal_moves(state)) > 1]


SWITCHES = [
    {"order": order, "table": table, "deepen": deepen}
    for order, table, deepen in itertools.product(["on", "off"], ["off", "8", "17"], ["on", "off"])
]


@pytest.mark.parametrize("ties", ["first", "last"])
@pytest.mark.parametrize("stuck", ["tuple", "play"])
def test_tables_order_and_deepening_change_neither_value_nor_move(ties: str, stuck: str) -> None:
    for state in several_moves(random_positions(12, seed=3) + late_positions(6, seed=4, last=5)):
        found = {essence(decide(state, "maxn", 4, ties=ties, stuck=stuck, **switches)) for switches in SWITCHES}
        assert len(found) == 1


def full(game: object, state: object, **options: str) -> Decision:
    seat = actors(game, state)[0]
    return Search(game, "maxn", options).decide(game.view(state, seat), Budget())


@pytest.mark.covers("W18")
@pytest.mark.parametrize("ties", ["first", "last"])
@pytest.mark.parametrize("depth", [2, 3, 5])
def test_the_shallow_cut_is_sound(depth: int, ties: str) -> None:
    cut, whole = 0, 0
    for seed in range(40):
        game = Dag(seed, seats=2 + seed % 3)
        tree = naive.tree_of(game, game.evaluate)
        expected = naive.root_values(tree, (0, 0), depth, ties)
        if len(expected) == 1:
            continue
        for switches in [*SWITCHES, {"eval": "own"}]:
            decision = full(game, (0, 0), depth=str(depth), ties=ties, cut="shallow", **switches)
            assert chosen(decision).values == expected[decision.action]
            assert essence(decision) == essence(full(game, (0, 0), depth=str(depth), ties=ties, **switches))
        cut += full(game, (0, 0), depth=str(depth), cut="shallow", deepen="off", **BARE).nodes
        whole += full(game, (0, 0), depth=str(depth), deepen="off", **BARE).nodes
    assert cut < whole


@pytest.fixture(scope="module")
def lanes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a lane model with random tables."""
    rng = np.random.default_rng(1)
    tables = {
        "lanes": rng.integers(-300, 300, (2, 7, 78125), dtype=np.int16),
        "scalars": rng.integers(-300, 300, 332, dtype=np.int16),
    }
    about = {"format": "reineke-sawhian-lanes", "version": "1", "units": "1024"}
    file = tmp_path_factory.mktemp("lanes") / "random.safetensors"
    file.write_bytes(save(tables, about))
    return str(file)


@pytest.mark.covers("W18")
def test_the_shallow_cut_is_sound_with_learnt_lanes(lanes: str) -> None:
    cut, whole = 0, 0
    for state in several_moves(random_positions(15, seed=5) + late_positions(10, seed=6, last=6)):
        options = {"eval": "lanes", "model": lanes}
        plain = decide(state, "maxn", 4, **options, **BARE)
        for switches in SWITCHES:
            decision = decide(state, "maxn", 4, cut="shallow", **options, **switches)
            assert essence(decision) == essence(plain)
        cut += decide(state, "maxn", 4, cut="shallow", **options, **BARE).nodes
        whole += plain.nodes
    assert cut < whole


@pytest.mark.parametrize("eval_", ["points", "flat"])
def test_the_shallow_cut_is_sound_beside_chance(eval_: str) -> None:
    game = load("pig(seats=3,goal=12)")
    for state in random_states(game, 20, 7):
        if not actors(game, state) or len(game.view(state, actors(game, state)[0]).legal) == 1:
            continue
        plain = full(game, state, eval=eval_, depth="4", **BARE)
        for switches in SWITCHES:
            assert essence(full(game, state, eval=eval_, depth="4", cut="shallow", **switches)) == essence(plain)


def test_the_shallow_cut_is_sound_with_a_flat_evaluation() -> None:
    for last in (1, 2, 3, 4):
        for state in several_moves(late_positions(10, seed=8, last=last)):
            plain = decide(state, "maxn", 5, eval="flat", **BARE)
            for switches in SWITCHES:
                assert essence(decide(state, "maxn", 5, eval="flat", cut="shallow", **switches)) == essence(plain)


def test_the_shallow_cut_is_refused_where_values_have_no_bounds() -> None:
    with pytest.raises(GameError, match="cut=shallow needs an evaluation with a lower bound"):
        Search(GAME, "maxn", {"eval": "seed", "cut": "shallow"})


class Boundless(Regression):
    """Evaluates far outside what it declares as the range of outcomes."""

    low, high = -1.0, 1.0


def test_the_shallow_cut_does_not_trust_an_evaluation_outside_the_declared_range() -> None:
    try:
        decision = full(Boundless(), "", depth="2", cut="shallow")
    except ValueError:
        return
    assert decision.action == 1


@pytest.mark.covers("W16")
@pytest.mark.parametrize("game", [Regression(), Ended()], ids=["evaluated", "ended"])
def test_the_seeds_example_gives_a_with_its_cut_and_b_without(game: Regression) -> None:
    with_cut = full(game, "", depth="2", cut="seed", deepen="off")
    assert (with_cut.action, chosen(with_cut).values) == (0, (5.0, -5.0, 0.0, 0.0))
    for cut in ("none", "shallow"):
        without = full(game, "", depth="2", cut=cut, deepen="off")
        assert (without.action, chosen(without).values) == (1, (9.0, 4.0, -6.0, -7.0))


def test_an_unsound_cut_proves_nothing() -> None:
    assert full(Ended(), "").proven
    assert not full(Ended(), "", cut="seed").proven


@pytest.mark.covers("W15")
@pytest.mark.parametrize("cut", ["seed", "shallow"])
def test_ordered_search_with_pruning_visits_fewer_nodes(cut: str, lanes: str, record_property: object) -> None:
    options = {"cut": cut, "table": "off", **({} if cut == "seed" else {"eval": "lanes", "model": lanes})}
    positions = random_positions(40, seed=9)
    nodes = {
        order: sum(decide(state, "maxn", 6, order=order, deepen=deepen, **options).nodes for state in positions)
        for order, deepen in (("off", "off"), ("on", "off"))
    }
    record_property("nodes", nodes)
    assert nodes["on"] < nodes["off"]


@pytest.mark.covers("W15")
def test_the_move_of_the_previous_iteration_is_tried_first() -> None:
    """Root moves are sorted by the iteration before, which lets the cut bite earlier."""
    positions = random_positions(40, seed=9)
    last = {"cut": "seed", "table": "off"}
    unordered = sum(decide(state, "maxn", 6, order="off", deepen="on", **last).nodes for state in positions)
    ordered = sum(decide(state, "maxn", 6, order="on", deepen="on", **last).nodes for state in positions)
    assert ordered < unordered


@pytest.mark.covers("W3")
def test_a_search_leaves_the_position_as_it_was() -> None:
    state = random_positions(1, seed=2)[0]
    position = native(state)
    before = GAME.text(position)
    Search(GAME, "maxn", {"eval": "seed"}).decide(GAME.view(position, state.mover), Budget(nodes=2000))
    assert GAME.text(position) == before
