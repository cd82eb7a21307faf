"""The agent-based model, and agents that speak the contest's language."""

import json
import runpy
from pathlib import Path

import pytest

from reineke.agent import Agent, Budget, Decision
from reineke.agents import make
from reineke.arena import run_match
from reineke.game import GameError
from reineke.games import load
from reineke.games.speed.agent import Adapter, SpeedAgent, as_agent
from reineke.games.speed.model import Grid, SimultaneousScheduler, SpeedModel

EXAMPLE = Path("examples/speed_bot.py")


class Words(SpeedAgent):
    """Says what it is told to say, and keeps what it was told."""

    def __init__(self, *words):
        self.words, self.heard, self.over = list(words), [], None

    def act(self, state):
        self.heard.append(json.loads(json.dumps(state)))
        return self.words.pop(0) if self.words else "change_nothing"

    def finish(self, outcome):
        self.over = outcome


class Duck:
    """No agent at all, but it acts."""

    def __init__(self):
        self.calls = 0

    def act(self, state):
        self.calls += 1
        return "change_nothing"


# Agents.


@pytest.mark.covers("P4")
def test_one_class_with_one_method_is_an_agent():
    with pytest.raises(TypeError, match="act"):
        SpeedAgent()
    agent = Words("turn_left")
    assert isinstance(agent, Agent)
    game = load("speed(seats=2,width=9,height=9)")
    view = game.view(game.start(FirstSide()), 1)
    assert agent.decide(view, Budget(seconds=5)) == Decision(1)


@pytest.mark.covers("P4")
def test_it_is_told_what_the_contest_tells_and_nothing_else():
    agent = Words()
    game = load("speed(seats=2,width=9,height=7)")
    state = game.start(FirstSide())
    agent.decide(game.view(state, 1), Budget(seconds=5))
    (heard,) = agent.heard
    assert list(heard) == ["width", "height", "cells", "players", "you", "running", "deadline"]
    assert (heard["width"], heard["height"], heard["you"], heard["running"]) == (9, 7, 2, True)
    assert list(heard["players"]) == ["1", "2"]
    assert list(heard["players"]["1"]) == ["x", "y", "direction", "speed", "active"]
    assert heard["cells"] == game.json(state)["cells"]


@pytest.mark.parametrize("word", ["left", "", None, 1, "none", "turn_left!"])
def test_a_word_that_the_contest_does_not_know_is_refused(word):
    game = load("speed(seats=2,width=9,height=9)")
    with pytest.raises(GameError, match="change_nothing"):
        Words(word).decide(game.view(game.start(FirstSide()), 0), Budget())


@pytest.mark.covers("P4")
def test_anything_that_acts_becomes_an_agent():
    duck = Duck()
    agent = as_agent(duck)
    assert isinstance(agent, Adapter)
    assert as_agent(agent) is agent
    game = load("speed(seats=2,width=9,height=9)")
    agent.start(game, 0, 1)
    assert agent.decide(game.view(game.start(FirstSide()), 0), Budget()).action == 0
    assert duck.calls == 1


@pytest.mark.covers("P4")
def test_the_example_plays_in_a_model_and_in_a_match(capsys):
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert capsys.readouterr().out == "76 rounds, the winner is seat 1\n"
    result = run_match("speed(seats=2,width=12,height=12)", [f"{EXAMPLE}:Careful", "bot-snail"], 1)
    assert [sum(agent.forfeits.values()) for agent in result.agents] == [0, 0]
    lines = [line for line in EXAMPLE.read_text().split("class ")[1].split("\n\n\n")[0].splitlines() if line.strip()]
    assert len(lines) <= 11  # ten, and what it is about


class FirstSide:
    """Dice that always fall on the same side."""

    def roll(self, sides):
        return 0


# The model.


@pytest.mark.covers("P5")
def test_a_step_is_a_round_in_which_all_move_at_once():
    agents = [Words("turn_left"), Words("turn_right")]
    model = SpeedModel(20, 20, agents, seed=3)
    before = model.grid.position
    model.step()
    after = model.grid.position
    assert after.round == 1
    assert [(after.players[seat].direction - before.players[seat].direction) % 4 for seat in (0, 1)] == [3, 1]
    told = [agent.heard[0] for agent in agents]
    assert told[0] | {"you": 0, "deadline": ""} == told[1] | {"you": 0, "deadline": ""}  # nobody saw the other's move


@pytest.mark.covers("P5")
def test_grid_scheduler_and_agents_work_apart():
    game = load("speed(seats=2,width=9,height=9)")
    grid = Grid(game, game.start(FirstSide()))
    assert grid.active == (0, 1)
    assert sorted(grid.neighbours(0, 0)) == [(0, 1), (1, 0)]
    words = SimultaneousScheduler([Words("turn_left"), Words("speed_up")], Budget()).words(grid)
    assert words == {0: "turn_left", 1: "speed_up"}
    assert grid.position.round == 0  # asking moves nobody
    grid.apply({0: "change_nothing", 1: "none"})
    assert grid.position.round == 1
    assert not grid.position.players[1].active
    assert grid.active == ()


@pytest.mark.covers("P5")
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_it_runs_to_the_end(seats):
    agents = [Words() for _ in range(seats)]
    seen = []
    model = SpeedModel(12, 12, agents, seed=1)
    model.watchers.append(lambda model: seen.append(model.grid.position.round))
    assert model.running
    assert model.outcome is None
    model.run()
    assert not model.running
    assert seen == list(range(1, model.grid.position.round + 1))
    assert sum(model.outcome) == pytest.approx(1.0)
    assert all(agent.over == model.outcome for agent in agents)
    survivors = model.grid.position.active
    assert model.winner == (survivors[0] if survivors else None)
    with pytest.raises(GameError, match="over"):
        model.step()


def test_a_run_can_be_cut_short_and_gone_on_with():
    whole = SpeedModel(20, 20, [Words(), Words("turn_left")], seed=5).run()
    parts = SpeedModel(20, 20, [Words(), Words("turn_left")], seed=5).run(2)
    assert parts.grid.position.round == 2
    assert parts.run().grid.position.cells.tolist() == whole.grid.cells.tolist()


def test_the_same_seed_gives_the_same_game_and_sizes_are_drawn_as_in_the_contest():
    game = load("speed(seats=3)")

    def play(seed):
        model = SpeedModel(None, None, [make("bot-random", game) for _ in range(3)], seed).run()
        return model.grid.game.text(model.grid.state)

    assert play(1) == play(1) != play(2)
    sides = SpeedModel(None, 50, [Duck(), Duck()], 1).grid.position
    assert 41 <= sides.width <= 80
    assert sides.height == 50


def test_an_agent_that_fails_is_out_where_it_stands_and_the_fault_is_told():
    class Broken(Agent):
        def decide(self, view, budget, stop=None, progress=None):
            raise RuntimeError("oh")

    class Wrong(Agent):
        def decide(self, view, budget, stop=None, progress=None):
            return Decision(99)

    model = SpeedModel(20, 20, [Words(), Words(), Broken(), Wrong(), Words("hop")], seed=1)
    before = model.grid.position
    model.step()
    after = model.grid.position
    assert [player.active for player in after.players] == [True, True, False, False, False]
    assert [(after.players[seat].x, after.players[seat].y) for seat in (2, 3, 4)] == [
        (before.players[seat].x, before.players[seat].y) for seat in (2, 3, 4)
    ]
    assert model.scheduler.faults[2] == "RuntimeError: oh"
    assert set(model.scheduler.faults) == {2, 3, 4}


def test_what_no_game_can_be_is_refused():
    for width, agents in ((0, 2), (10**6, 2), (20, 0), (20, 7)):
        with pytest.raises(GameError):
            SpeedModel(width, 20, [Duck()] * agents)
