"""Positions in which a strong player knows what to do, and what agents do there."""

import json

import pytest

from reineke.cli.scenarios import ENOUGH, played
from reineke.games import load
from reineke.games.gen1.scenarios import load_scenarios
from scripts import gen1_scenarios
from scripts.gen1_scenarios import FILE

KINDS = {
    "useless moves",
    "lost match-ups",
    "switch targets",
    "set-up sweepers",
    "status and set-up",
    "plans",
}


def passed(spec, kind, seeds=5):
    game = load("gen1")
    found = {}
    for scenario in (one for one in load_scenarios(FILE) if one.kind == kind):
        actions = played(game, scenario, spec, seeds)
        found[scenario.name] = sum(n for action, n in actions.items() if scenario.right(action)) >= ENOUGH * seeds
    return found


@pytest.mark.covers("T24")
def test_there_are_scenarios_for_every_weakness_and_each_can_be_failed():
    game = load("gen1")
    scenarios = load_scenarios(FILE)
    assert {scenario.kind for scenario in scenarios} == KINDS
    assert len(scenarios) >= 12
    for scenario in scenarios:
        state = game.parse(scenario.position)
        legal = {game.action_text(action) for action in game.legal(state, scenario.seat)}
        assert (scenario.good | scenario.bad) <= legal, scenario.name
        assert {scenario.right(action) for action in legal} == {True, False}, scenario.name


def test_the_file_is_what_the_script_builds(capsys):
    assert gen1_scenarios.main(["--check"]) == 0
    assert capsys.readouterr().out == "the same\n"


@pytest.mark.covers("T24")
def test_whoever_only_looks_at_damage_stays_in_lost_match_ups_and_whoever_looks_at_replies_leaves():
    assert not any(passed("maxdamage", "lost match-ups").values())
    assert all(passed("minimax", "lost match-ups").values())


@pytest.mark.covers("T24")
def test_a_search_does_not_repeat_useless_moves():
    assert all(passed("minimax", "useless moves").values())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "Expecting"),
        ("[]", "expected a list of scenarios"),
        ("[3]", "a scenario has name"),
        (json.dumps([{"name": "x", "kind": "k", "about": "a", "seat": 0, "position": ""}]), "either good or bad"),
        (
            json.dumps([{"name": "x", "kind": "k", "about": "a", "seat": 0, "position": "", "bad": ["surf"]}]),
            "scenario x: a battle begins with two teams",
        ),
    ],
)
def test_a_broken_file_gets_one_clear_line(tmp_path, reineke, text, told):
    path = tmp_path / "scenarios.json"
    path.write_text(text)
    assert told in reineke("verify", "gen1", "--scenarios", path, "--agent", "random").refused()


def test_an_agent_that_is_not_there_is_named(reineke):
    assert "'nobody'" in reineke("verify", "gen1", "--scenarios", FILE, "--agent", "nobody").refused()


@pytest.mark.covers("T24")
def test_the_command_tells_what_was_played_and_how_often(reineke):
    done = reineke("verify", "gen1", "--scenarios", FILE, "--agent", "maxdamage", "--seeds", "2")
    lines = done.out.splitlines()
    assert "FAIL gyarados-before-zapdos       maxdamage  0/2 right: blizzard 2" in lines
    failed = sum(line.startswith("FAIL") for line in lines)
    assert (done.code, lines[-1]) == (1, f"{len(lines) - 1} checked, {failed} differences")
