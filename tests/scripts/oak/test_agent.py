"""The player that asks Oak's program, and what it does where the program fails."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reineke import Budget, Dice, GameError, Unfit, load, make_agent
from scripts import gen1_second
from scripts.oak import agent as oak

FAKE = Path(__file__).with_name("fake.py")
BROKEN = {
    "dies": "Oak ended with exit status 7",
    "hangs": "Oak did not answer within 0.5 s",
    "garbage": "Oak answered b'what\\?",
    "empty": "Oak answered {}",
    "list": "Oak answered \\[1\\]",
    "words": "Oak answered",
    "illegal": "Oak tried 'switch missingno' where only .* are allowed",
}


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """Lets the fake stand in, also in the workers of a match."""
    script = tmp_path / "python"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {FAKE}\n")
    script.chmod(0o755)
    monkeypatch.setenv("OAK_PYTHON", str(script))
    oak.program.cache_clear()
    yield lambda way: monkeypatch.setenv("FAKE_OAK", way)
    if oak.program.cache_info().currsize:
        oak.program().close()
    oak.program.cache_clear()


@pytest.fixture
def view():
    game = load("gen1")
    return game.view(game.start(Dice(5)), 0)


def asks(agent, view, monkeypatch, answer, budget=None):
    """A decision on a given answer, and what was asked."""
    asked = []

    def ask(request, patience):
        asked.append(request)
        return answer

    monkeypatch.setattr(agent.program, "ask", ask)
    agent.start(view.game, view.seat, 1)
    return agent.decide(view, budget or Budget(seconds=0.1)), asked[0]


def named(view, action):
    return view.game.action_text(action)


def test_the_most_tried_action_is_played(fake, view, monkeypatch):
    first, second, *_ = (named(view, action) for action in view.legal)
    answer = {"visits": {second: 7, first: 3}, "iterations": 10}
    decision, _ = asks(oak.Oak(), view, monkeypatch, answer)
    assert named(view, decision.action) == second
    assert {named(view, choice.action): choice.share for choice in decision.choices if choice.visits} == {
        first: 0.3,
        second: 0.7,
    }
    assert decision.nodes == 10


def test_the_program_gets_as_many_possible_positions_as_there_are_samples(fake, view, monkeypatch):
    answer = {"visits": {named(view, view.legal[0]): 1}}
    _, request = asks(oak.Oak(samples=3), view, monkeypatch, answer)
    assert request["seat"] == 0
    assert 0 < request["seconds"] < 0.1
    ours = view.game.json(view.game.sample(view.info, 0, Dice(1)))["battle"]["p1"]["m"]
    assert [state["p1"]["m"] for state in request["states"]] == [ours] * 3
    theirs = [tuple(member["sp"] for member in state["p2"]["m"].values()) for state in request["states"]]
    assert len(set(theirs)) > 1


def test_nodes_are_iterations(fake, view, monkeypatch):
    answer = {"visits": {named(view, view.legal[0]): 1}}
    _, request = asks(oak.Oak(), view, monkeypatch, answer, Budget(nodes=900))
    assert request["iterations"] == 900
    assert "seconds" not in request
    assert oak.Oak(nodes=900).budget == Budget(nodes=900)


def test_whoever_can_only_stay_does_so_by_any_name(view):
    fight = view.game.parse_action("fight")
    switches = tuple(action for action in view.legal if named(view, action).startswith("switch"))
    asleep = type(view)(view.game, 0, view.info, view.turn, (*switches, fight))
    assert oak.action(asleep, "surf") == oak.action(asleep, "") == fight
    assert oak.action(asleep, named(view, switches[0])) == switches[0]
    with pytest.raises(Unfit, match="Oak tried ''"):
        oak.action(view, "")


def test_wrong_options_are_named(fake):
    with pytest.raises(GameError, match="samples is a number above 0, not 0"):
        oak.Oak(samples=0)


@pytest.mark.parametrize("way", BROKEN)
def test_what_the_program_does_wrong_is_told_in_one_line(fake, view, monkeypatch, way):
    fake(way)
    monkeypatch.setattr(oak, "PATIENCE", 0.5)
    agent = oak.Oak(samples=1, nodes=10)
    agent.start(view.game, 0, 1)
    for _ in range(2):
        agent.decide(view, agent.budget)
    assert agent.cpu == 0.5
    with pytest.raises(Unfit, match=BROKEN[way]) as error:
        agent.decide(view, agent.budget)
    assert "\n" not in str(error.value)


def test_a_program_that_is_not_there_or_does_not_start_is_told(fake, monkeypatch):
    fake("silent at first")
    with pytest.raises(Unfit, match="Oak ended with exit status 3"):
        oak.Oak()
    monkeypatch.setenv("OAK_PYTHON", "/nowhere/python")
    with pytest.raises(Unfit, match=r"Oak cannot be started: .*`make oak` installs it"):
        oak.Oak()


@pytest.fixture
def run(fake, tmp_path, monkeypatch):
    monkeypatch.chdir(gen1_second.ROOT)

    def call(*arguments):
        folders = ["--out", str(tmp_path / "data"), "--stores", str(tmp_path / "stores")]
        return gen1_second.main(["--against", "random", "--blocks", "1", "--time", "0.02", *folders, *arguments])

    return call


def test_the_match_is_played_in_pairs_and_kept(run, tmp_path, capsys):
    assert run() == 0
    path = tmp_path / "data" / "gen1-second-random.json"
    assert capsys.readouterr().out == f"{path}\n"
    data = json.loads(path.read_text())
    assert (data["games"], data["budget"]["seconds"], data["counted"]) == (2, 0.02, None)
    assert [agent["spec"] for agent in data["agents"]] == ["random", "scripts/oak/agent.py"]


def test_counted_matches_have_the_nodes_of_that_much_time(run, tmp_path, capsys):
    (tmp_path / "stores").mkdir()
    rates = {"default": 1000.0, gen1_second.OAK: 2000.0}
    (tmp_path / "stores" / "rates.json").write_text(json.dumps(rates))
    assert run("--counted", "--samples", "2") == 0
    data = json.loads((tmp_path / "data" / "gen1-second-random.json").read_text())
    assert data["agents"][1]["spec"] == "scripts/oak/agent.py(samples=2,nodes=40)"
    assert (data["counted"], data["rates"]) == (0.02, rates)


def test_a_broken_program_ends_the_match_in_one_line_and_nothing_counts(run, fake, tmp_path, capsys):
    fake("dies")
    assert run() == 2
    assert "Oak ended with exit status 7" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_match_without_oak_says_how_to_get_it(run, monkeypatch, capsys):
    monkeypatch.setenv("OAK_PYTHON", "/nowhere/python")
    assert run() == 2
    told = capsys.readouterr().err
    assert "`make oak` installs it" in told
    assert told.count("\n") == 1


def test_speed_is_measured_in_time_of_the_processor(fake, monkeypatch):
    def make(spec, game):
        return oak.Oak(samples=1) if spec == gen1_second.OAK else make_agent(spec, game)

    monkeypatch.setattr(gen1_second, "make_agent", make)
    monkeypatch.setattr(gen1_second, "TRIAL", {"default": 5, gen1_second.OAK: 5})
    rates = gen1_second.rates(battles=1)
    assert rates[gen1_second.OAK] == 5 / 0.25
    assert rates["default"] > 0


def test_battles_with_another_player_are_kept_apart(monkeypatch, tmp_path):
    before = gen1_second.player()
    parts = tmp_path / "scripts" / "oak"
    parts.mkdir(parents=True)
    for name in ("agent", "layout", "program"):
        (parts / f"{name}.py").write_bytes((gen1_second.ROOT / "scripts" / "oak" / f"{name}.py").read_bytes())
    monkeypatch.setattr(gen1_second, "ROOT", tmp_path)
    assert gen1_second.player() == before
    with (parts / "program.py").open("a") as file:
        file.write("\n")
    assert gen1_second.player() != before
