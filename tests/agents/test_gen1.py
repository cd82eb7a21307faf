"""The agents of Pokémon's first generation by name: what they are called, what ends them, what they reach."""

import pytest

from reineke import Budget, Dice, _core
from reineke.agents import catalogue, make
from reineke.arena import run_match
from reineke.game import GameError
from reineke.games import load

LITERATURE = ("maxdamage", "greedy", "minimax", "expectimax", "lance", "light", "talonbot")


def first_view(seed=1):
    game = load("gen1")
    return game, game.view(game.start(Dice(seed)), 0)


@pytest.mark.covers("T3")
@pytest.mark.parametrize("name", LITERATURE)
def test_an_agent_ends_by_itself_and_decides_alike_with_the_same_seed(name):
    game, view = first_view()
    assert name in catalogue(game)

    def decide(seed):
        agent = make(name, game)
        agent.start(game, 0, seed)
        return agent.decide(view, Budget())

    first, again = decide(3), decide(3)
    assert first.action in view.legal
    assert (first.action, first.nodes, first.choices) == (again.action, again.nodes, again.choices)
    assert 0 < first.nodes < 50_000


@pytest.mark.covers("T3")
@pytest.mark.parametrize("name", LITERATURE)
def test_nodes_bound_the_work(name):
    game, view = first_view()
    agent = make(f"{name}(nodes=60)", game)
    agent.start(game, 0, 1)
    assert agent.decide(view, Budget()).nodes <= 60


@pytest.mark.covers("T3")
@pytest.mark.parametrize("name", LITERATURE)
def test_an_agent_of_the_literature_beats_random(name):
    result = run_match("gen1", (name, "random"), 5, seed=2)
    agent = result.json()["agents"][0]
    assert agent["share"] >= 0.8
    assert not any(agent["forfeits"].values())


@pytest.mark.covers("T9")
def test_talonbot_takes_its_teams_along():
    game = load("gen1")
    agent, dice = make("talonbot", game), Dice(7)
    agent.start(game, 0, 1)
    state, before, kept = game.start(dice), set(), 0
    while kept < 10:
        turn = game.turn(state)
        if turn == 1:
            state = game.play(state, game.legal(state, 1)[0], dice)
            continue
        decision = agent.decide(game.view(state, 0), Budget())
        teams = {team for team, _ in decision.beliefs}
        assert len(decision.beliefs) == 20
        assert sum(odds for _, odds in decision.beliefs) == pytest.approx(1)
        kept += teams == before
        before = teams
        action = decision.action if turn == 0 else [decision.action, game.legal(state, 1)[0]]
        state = game.play(state, action, dice)


@pytest.mark.covers("T11")
def test_the_trace_of_talonbot_shows_the_levels_of_its_tree():
    game, view = first_view()
    agent = make("talonbot(trace=on)", game)
    agent.start(game, 0, 1)
    levels = [step.split()[0] for step in agent.decide(view, Budget()).line]
    assert levels[:4] == ["own", "team", "enemy", "chance"]
    assert "team" not in levels[4:]


@pytest.mark.covers("T19")
def test_agents_judge_by_hp_alone_or_by_more():
    game, view = first_view()
    values = {make(f"talonbot(eval={name})", game).decide(view, Budget()).value for name in ("hp", "worth")}
    assert len(values) == 2
    assert make("talonbot", game).decide(view, Budget()).value in values


def test_an_unknown_option_is_named():
    with pytest.raises(GameError, match="maxdamage has no option depth; it has rolls, samples"):
        make("maxdamage(depth=2)", load("gen1"))
    with pytest.raises(GameError, match="eval=flat: expected one of hp, worth"):
        make("lance(eval=flat)", load("gen1"))


def test_a_network_that_is_not_there_is_missed():
    """No other evaluation takes its place."""
    with pytest.raises(ValueError, match="eval=net needs model"):
        _core.Searcher(load("gen1").core, "mcts", {"eval": "net"}, 0)
