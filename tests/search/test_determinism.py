"""Under a node budget a search is reproducible to the last bit."""

from dataclasses import replace

import pytest

from reineke import make_agent
from reineke.agent import Agent, Budget, Decision
from reineke.game import OVER, Game
from reineke.games import load
from reineke.games.tiny import TicTacToe
from reineke.search import Search
from tests.games.tiny.contract import Fair, actors, random_choice
from tests.search.positions import NO_DICE, random_states
from tests.search.sawhian import GAME, native, random_positions

AGENTS = {
    "sawhian": [
        "maxn(eval=seed)",
        "maxn(eval=seed,cut=seed,ties=last)",
        "paranoid(eval=dephiloper)",
        "brs(eval=seed)",
        "brs+(eval=seed)",
        "mcts(eval=seed)",
        "mcts(eval=seed,trees=3,horizon=end)",
        "seed",
        "dephiloper",
    ],
    "tictactoe": ["alphabeta", "mcts", "mcts(select=puct)"],
    "pig(goal=30)": ["expectimax", "mcts", "default"],
    "pig(goal=30,chance=inside)": ["expectimax", "mcts"],
    "goofspiel": ["mcts", "mcts(joint=exp3)", "maxn"],
    "kuhn": ["mcts", "mcts(public=0.3)", "maxn"],
}
PAIRS = [(spec, agent) for spec, agents in AGENTS.items() for agent in agents]


def timeless(decision: Decision) -> str:
    return repr(replace(decision, seconds=0.0))


def course(game: Game, spec: str, seed: int, nodes: int, turns: int) -> list[str]:
    """The decisions of one agent, with one memory per seat, over the first turns of a game."""
    thinkers: list[Agent] = []
    for seat in range(game.seats):
        thinkers.append(make_agent(spec, game))
        thinkers[seat].start(game, seat, seed + seat)
    dice = Fair(5)
    state = game.start(dice)
    found: list[str] = []
    for _ in range(turns):
        turn = game.turn(state)
        if turn == OVER:
            break
        chosen = {}
        for seat in actors(game, state):
            decision = thinkers[seat].decide(game.view(state, seat), Budget(nodes=nodes))
            found.append(timeless(decision))
            chosen[seat] = decision.action
        if turn == -2:
            step = random_choice(game, state, dice.random)
        elif isinstance(turn, tuple):
            step = tuple(chosen[seat] for seat in range(game.seats))
        else:
            step = chosen[turn]
        state = game.play(state, step, dice)
    return found


@pytest.mark.parametrize(("spec", "agent"), PAIRS)
def test_the_same_seed_and_nodes_give_the_same_decisions_over_a_game(spec: str, agent: str) -> None:
    """Trees and tables are kept from move to move."""
    game = load(spec)
    first = course(game, agent, seed=3, nodes=300, turns=8)
    assert first == course(load(spec), agent, seed=3, nodes=300, turns=8)
    assert first


@pytest.mark.parametrize("spec", ["sawhian", "tictactoe", "goofspiel", "kuhn"])
def test_another_seed_gives_another_tree(spec: str) -> None:
    game = load(spec)
    agent = "mcts(horizon=end,eval=seed)" if spec == "sawhian" else "mcts"
    assert course(game, agent, seed=3, nodes=200, turns=3) != course(game, agent, seed=4, nodes=200, turns=3)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "brs", "brs+"])
def test_a_seed_changes_nothing_where_there_is_no_chance(name: str) -> None:
    for state in random_positions(4, seed=1):
        view = GAME.view(native(state), state.mover)
        found = {
            timeless(Search(GAME, name, {"eval": "seed"}, seed).decide(view, Budget(nodes=800))) for seed in range(3)
        }
        assert len(found) == 1


@pytest.mark.parametrize("name", ["maxn", "paranoid", "brs+", "mcts"])
def test_the_number_of_threads_changes_nothing_under_a_node_budget(name: str) -> None:
    for state in random_positions(4, seed=2):
        view = GAME.view(native(state), state.mover)
        found = {
            threads: timeless(
                Search(GAME, name, {"eval": "seed", "threads": threads}, 7).decide(view, Budget(nodes=3000))
            )
            for threads in ("1", "2", "3")
        }
        assert found["2"] == found["1"]
        assert found["3"] == found["1"]


def test_the_number_of_threads_changes_nothing_for_so_many_trees() -> None:
    for state in random_positions(4, seed=2):
        view = GAME.view(native(state), state.mover)
        found = {
            timeless(
                Search(GAME, "mcts", {"eval": "seed", "trees": "3", "threads": threads}, 7).decide(
                    view, Budget(nodes=3001)
                )
            )
            for threads in ("1", "2", "3", "5")
        }
        assert len(found) == 1


def test_a_memory_of_other_positions_does_not_change_a_depth_first_decision() -> None:
    """Tables change how fast a value is found, never the value."""
    positions = random_positions(10, seed=4)
    for name, options in (("maxn", {}), ("maxn", {"ties": "last"}), ("paranoid", {}), ("brs", {})):
        given = {"eval": "seed", "depth": "4", **options}
        busy = Search(GAME, name, given)
        for state in positions + positions[::-1]:
            view = GAME.view(native(state), state.mover)
            used, fresh = busy.decide(view, Budget()), Search(GAME, name, given).decide(view, Budget())
            assert (used.action, used.value, used.depth) == (fresh.action, fresh.value, fresh.depth)


def test_a_search_for_one_seat_then_another_keeps_them_apart() -> None:
    """The same table serves all four seats in turn, as on one page that analyses a whole game."""
    game = load("tictactoe")
    shared = Search(game, "alphabeta")
    for state in random_states(game, 20, seed=3):
        view = game.view(state, game.turn(state))
        fresh = Search(game, "alphabeta").decide(view, Budget())
        used = shared.decide(view, Budget())
        assert (used.action, used.value, used.proven) == (fresh.action, fresh.value, fresh.proven)


@pytest.mark.parametrize("form", [load("tictactoe"), TicTacToe()], ids=["native", "python"])
def test_deciding_twice_is_the_same_twice(form: Game) -> None:
    def twice() -> list[str]:
        search = Search(form, "mcts", {}, 5)
        view = form.view(form.start(NO_DICE), 0)
        return [timeless(search.decide(view, Budget(nodes=200))) for _ in range(2)]

    assert twice() == twice()
