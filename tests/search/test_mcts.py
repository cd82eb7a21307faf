"""What only the tree search has: proofs, memory between moves, trees, limits."""

import pytest

from reineke.agent import Budget
from reineke.games import load
from reineke.search import Search
from tests.search.positions import NO_DICE, random_states
from tests.search.sawhian import GAME, late_positions, native
from tests.search.toys import Bait


@pytest.mark.parametrize("select", ["ucb1", "tuned", "puct"])
def test_of_proven_actions_the_best_is_played_not_the_most_tried(select: str) -> None:
    game = Bait()
    decision = Search(game, "mcts", {"select": select}).decide(game.view("", 0), Budget(nodes=2000))
    assert decision.proven
    assert {choice.action: choice.value for choice in decision.choices} == {0: 0.1, 1: 0.6}
    assert (decision.action, decision.value) == (1, 0.6)


def test_a_proof_of_a_game_with_four_seats_is_the_result_of_play_to_the_end() -> None:
    proofs = 0
    for state in late_positions(30, seed=1, last=4):
        position = native(state)
        view = GAME.view(position, state.mover)
        mcts = Search(GAME, "mcts", {"eval": "flat"}).decide(view, Budget(nodes=3000))
        maxn = Search(GAME, "maxn", {"eval": "flat", "depth": "30"}).decide(view, Budget(nodes=200_000))
        if mcts.proven and maxn.proven:
            proofs += 1
            assert mcts.value == maxn.value
    assert proofs > 3


def test_a_solved_position_ends_the_search() -> None:
    game = load("tictactoe")
    state = game.parse("xx./oo./... x")
    decision = Search(game, "mcts").decide(game.view(state, 0), Budget(nodes=1_000_000))
    assert decision.proven
    assert decision.value == 1
    assert game.action_text(decision.action) == "c1"
    assert decision.nodes < 1000


def test_without_the_solver_nothing_is_proven() -> None:
    game = load("tictactoe")
    view = game.view(game.parse("xx./oo./... x"), 0)
    decision = Search(game, "mcts", {"solver": "off"}).decide(view, Budget(nodes=500))
    assert not decision.proven
    assert decision.nodes == 500
    assert game.action_text(decision.action) == "c1"


@pytest.mark.parametrize("spec", ["kuhn", "pig(goal=20)", "pig(goal=20,chance=inside)", "rps", "goofspiel"])
def test_nothing_is_proven_through_chance_secrets_or_simultaneous_turns(spec: str) -> None:
    game = load(spec)
    for state in random_states(game, 6, seed=1):
        for seat in range(game.seats):
            view = game.view(state, seat)
            if len(view.legal) > 1:
                decision = Search(game, "mcts").decide(view, Budget(nodes=800))
                sure = [choice for choice in decision.choices if choice.proven]
                # Only an action that ends the game at once may be certain.
                assert not sure or (spec.startswith("pig") and [c.action for c in sure] == [1])


def test_the_tree_of_the_last_move_is_used_for_the_next() -> None:
    game = load("tictactoe")
    search, state = Search(game, "mcts", {"solver": "off"}), game.start(NO_DICE)
    first = search.decide(game.view(state, 0), Budget(nodes=3000))
    state = game.play(game.play(state, first.action, NO_DICE), (first.action + 1) % 9, NO_DICE)
    again = search.decide(game.view(state, 0), Budget(nodes=10))
    fresh = Search(game, "mcts", {"solver": "off"}).decide(game.view(state, 0), Budget(nodes=10))
    assert sum(choice.visits for choice in again.choices) > sum(choice.visits for choice in fresh.choices)


@pytest.mark.parametrize("capacity", ["100", "1000"])
def test_a_full_tree_still_decides(capacity: str) -> None:
    search = Search(GAME, "mcts", {"eval": "seed", "capacity": capacity})
    for state in late_positions(4, seed=2, last=40):
        view = GAME.view(native(state), state.mover)
        decision = search.decide(view, Budget(nodes=5000))
        assert decision.action in view.legal
        assert decision.nodes == 5000 or len(view.legal) == 1 or decision.proven


def test_visits_add_up_to_the_nodes() -> None:
    game = load("tictactoe")
    decision = Search(game, "mcts", {"solver": "off"}).decide(game.view(game.start(NO_DICE), 0), Budget(nodes=777))
    # The first node is the root itself.
    assert sum(choice.visits for choice in decision.choices) == 776
    assert all(-1 <= choice.value <= 1 for choice in decision.choices)


def test_a_tree_search_plays_tictactoe_without_losing() -> None:
    game = load("tictactoe")
    for me in (0, 1):
        pending = [game.start(NO_DICE)]
        seen = set()
        while pending:
            state = pending.pop()
            turn = game.turn(state)
            if turn == -1:
                assert game.outcome(state)[me] >= 0, game.text(state)
            elif turn == me:
                action = Search(game, "mcts").decide(game.view(state, me), Budget(nodes=3000)).action
                pending.append(game.play(state, action, NO_DICE))
            else:
                after = [game.play(state, action, NO_DICE) for action in game.legal(state, turn)]
                pending += [each for each in after if game.text(each) not in seen]
                seen.update(map(game.text, after))
