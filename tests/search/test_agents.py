"""The agents by name play whole games."""

import pytest

from reineke import make_agent
from reineke.agent import Budget
from reineke.agents.presets import presets
from reineke.game import OVER
from reineke.games import load
from reineke.search import names
from tests.games.tiny.contract import Fair, actors, random_choice

BUDGET = Budget(nodes=40)


@pytest.mark.covers("W9")
@pytest.mark.parametrize("spec", ["sawhian", "sawhian(blocked=pass)"])
def test_the_random_agent_plays_a_thousand_games_without_error(spec: str) -> None:
    game = load(spec)
    ends, games = set(), 1000 if spec == "sawhian" else 100
    for number in range(games):
        agents = [make_agent("random", game) for _ in range(4)]
        for seat, agent in enumerate(agents):
            agent.start(game, seat, 4 * number + seat)
        state = game.start(None)
        while (mover := game.turn(state)) != OVER:
            view = game.view(state, mover)
            action = agents[mover].decide(view, BUDGET).action
            assert action in view.legal
            state = game.play(state, action, None)
        assert sum(game.outcome(state)) == pytest.approx(1)
        ends.add(game.text(state))
    assert len(ends) > 0.99 * games


def test_the_random_agent_plays_every_action_equally_often() -> None:
    game = load("sawhian")
    view = game.view(game.start(None), 0)
    agent = make_agent("random", game)
    agent.start(game, 0, 1)
    actions = [agent.decide(view, BUDGET).action for _ in range(7000)]
    assert all(850 < actions.count(action) < 1150 for action in view.legal)


def test_an_agent_can_decide_before_a_game_has_started() -> None:
    for name in ("random", "mcts", "alphabeta"):
        game = load("tictactoe")
        assert make_agent(name, game).decide(game.view(game.start(None), 0), BUDGET).action in range(9)


@pytest.mark.parametrize(
    "spec",
    [
        "sawhian",
        "sawhian(blocked=pass)",
        "sawhian(blocked=pass,draws=points)",
        "tictactoe",
        "pig(goal=20)",
        "pig(seats=6,goal=10)",
        "pig(goal=20,chance=inside)",
        "rps",
        "goofspiel(cards=13)",
        "kuhn",
        "examples/nim.py",
    ],
)
def test_every_agent_of_a_game_plays_it_to_the_end(spec: str) -> None:
    game = load(spec)
    for name in ["random", *presets(game), *names()]:
        if name == "alphabeta" and game.seats > 2:
            continue
        given = f"{name}(eval=seed)" if spec.startswith("sawhian") and name in names() else name
        agents = [make_agent(given, game) for _ in range(game.seats)]
        for seat, agent in enumerate(agents):
            agent.start(game, seat, seat)
        dice = Fair(1)
        state = game.start(dice)
        while (turn := game.turn(state)) != OVER:
            if turn == -2:
                state = game.play(state, random_choice(game, state, dice.random), dice)
                continue
            chosen = {seat: agents[seat].decide(game.view(state, seat), BUDGET).action for seat in actors(game, state)}
            joint = tuple(chosen.get(seat, 65535) for seat in range(game.seats))
            state = game.play(state, joint if isinstance(turn, tuple) else chosen[turn], dice)
        for agent in agents:
            agent.finish(tuple(game.outcome(state)))
