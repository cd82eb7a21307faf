"""The study of analyses: blunders are put where they are said to be, runs go on, the page tells what is there."""

import json
from dataclasses import replace

import pytest

from reineke.agent import Budget
from reineke.analysis import analyse
from reineke.games import load
from reineke.record import replay
from scripts import analysis_runs, study_analysis
from scripts.analysis_runs import STUDIES, Study, main, play, spoil, standard_error
from scripts.study_runs import Runs, core

TINY = {"tictactoe": Study("tictactoe", "mcts(nodes=300)", "alphabeta", 100_000, 20_000)}


@pytest.mark.parametrize("name", list(STUDIES))
def test_a_spoilt_game_replays_and_differs_at_one_choice(name, monkeypatch):
    quick = {"sawhian": "maxn(depth=2)", "speed": "mcts(joint=ucb1)", "clever": "td", "gen1": "default(hunches=off)"}
    monkeypatch.setattr(analysis_runs, "MATTERS", {"outcome": 0.01, "points": 1.0})
    game_spec = "speed(width=12,height=12,seats=2)" if name == "speed" else STUDIES[name].game
    agent = {"sawhian": "random", "clever": "td", "speed": "random", "gen1": "maxdamage"}[name]
    study = replace(STUDIES[name], game=game_spec, agent=agent, strong=quick[name], strong_nodes=100)
    game = load(study.game)
    record = play(game, study.specs(game), 7)
    list(replay(record, game))
    spoilt, place = spoil(study, game, record, 7)
    list(replay(spoilt, game))
    before = place["turn"] - 1
    assert spoilt.turns[:before] == record.turns[:before]
    ours, theirs = spoilt.turns[before], record.turns[before]
    if isinstance(ours[0], list):
        changed = [one[0] for one, other in zip(ours, theirs, strict=False) if isinstance(one, list) and one != other]
        assert changed in ([place["seat"]], [])
    else:
        assert ours[0] == theirs[0] == place["seat"]


def test_the_identity_is_measured():
    record = play(load("tictactoe"), ("random", "random"), 3)
    found = analyse(record, budget=Budget(nodes=100))
    assert analysis_runs.off(found) < 1e-9
    wrong = replace(found, steps=(replace(found.steps[0], rest=(9.0, 9.0)), *found.steps[1:]))
    assert analysis_runs.off(wrong) > 1


def test_runs_are_kept_and_go_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(analysis_runs, "STUDIES", TINY)
    monkeypatch.setattr(analysis_runs, "WITH_LUCK", ("tictactoe",))
    monkeypatch.setattr(analysis_runs, "FOUND", 3)
    monkeypatch.setattr(analysis_runs, "LUCK", 2)
    monkeypatch.setattr(analysis_runs, "DATA", tmp_path)
    lines = tmp_path / "lines"
    assert main(["--games", "2", "--lines", str(lines), "--jobs", "1"]) == 0
    assert not list(tmp_path.glob("*.json"))
    kept = (lines / f"analysis-found-tictactoe-{core()}.jsonl").read_text().splitlines()
    assert main(["--lines", str(lines), "--jobs", "1"]) == 0
    assert (lines / f"analysis-found-tictactoe-{core()}.jsonl").read_text().splitlines()[: len(kept)] == kept
    data = json.loads((tmp_path / "analysis-found-tictactoe.json").read_text())
    assert (data["games"], data["named"], data["named_of_seat"]) == (3, 3, 3)
    assert data["off"] < 1e-9
    assert "3 named" in capsys.readouterr().out


def test_the_page_tells_what_is_there(tmp_path):
    page = study_analysis.page(Runs(tmp_path))
    assert page.count("Not measured yet") == len(STUDIES) + 2
    parts = {key: [0.0, 0.0] for key in ("own", "others", "rest", "start", "end")}
    head = {"game": "gen1", "agent": "a", "analyst": "b", "nodes": 10, "games": 2, "off": 1e-15, "seconds": 1.0}
    luck = {**head, **parts, "luck": [0.0, 0.3]}
    (tmp_path / "analysis-luck-gen1.json").write_text(json.dumps(luck))
    found = {
        **head,
        "strong_nodes": 99,
        "without": 1,
        "named": 1,
        "named_of_seat": 2,
        "cost": [0.5],
        "judged": [None, 0.4],
    }
    (tmp_path / "analysis-found-gen1.json").write_text(json.dumps(found))
    page = study_analysis.page(Runs(tmp_path))
    assert "| +0.15 ± 0.3 | yes |" in page
    assert "| 2 (1 without) | 100% | 50% | 0.5 / 0.4 |" in page
    assert standard_error([0.1, 0.3]) == pytest.approx(0.1)
