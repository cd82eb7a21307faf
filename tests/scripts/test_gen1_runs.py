import json

import pytest

from reineke import load
from reineke.agents import make
from scripts import study_gen1
from scripts.gen1_runs import DECIDERS, MATCHES, Match, decide, main
from scripts.study_runs import Runs

TINY = {"pair": Match("maxdamage", "random", 1)}


@pytest.fixture
def run(tmp_path):
    def call(*arguments):
        return main(["--out", str(tmp_path / "data"), "--stores", str(tmp_path / "stores"), *arguments], TINY)

    return call


def test_every_match_of_the_page_can_be_played():
    game = load("gen1")
    for spec in {*DECIDERS, *(spec for match in MATCHES.values() for spec in (match.first, match.second))}:
        make(spec, game)


def test_a_match_is_played_once_in_pairs_and_kept(run, tmp_path, capsys):
    path = tmp_path / "data" / "gen1-pair.json"
    assert run("--only", "pair", "--blocks", "2", "--jobs", "1") == 0
    data = json.loads(path.read_text())
    assert (data["blocks"], data["games"]) == (2, 4)
    assert [agent["spec"] for agent in data["agents"]] == ["maxdamage", "random"]
    assert not list((tmp_path / "stores").iterdir())
    path.write_text("kept")
    assert run("--only", "pair") == 0
    assert path.read_text() == "kept"
    assert capsys.readouterr().out == f"{path}\n"


def test_the_list_names_the_commands(run, capsys):
    assert run("--list") == 0
    assert capsys.readouterr().out == "pair: reineke match gen1 maxdamage random -n 500 --seed 1\n"


def test_the_page_says_what_is_missing_and_shows_what_is_there(run, tmp_path):
    runs = Runs(tmp_path / "data")
    page = study_gen1.page(runs)
    for name in (*MATCHES, "scenarios"):
        assert f"`python -m scripts.gen1_runs --only {name}`" in page
    run("--only", "pair", "--blocks", "2", "--jobs", "1")
    (tmp_path / "data" / "gen1-pair.json").rename(tmp_path / "data" / "gen1-talonbot-random.json")
    decide(tmp_path / "data", ("maxdamage", "random"), 1)
    page = study_gen1.page(runs)
    assert "--only talonbot-random`" not in page
    assert "| `random` | 4 |" in page
    assert "| gyarados-before-zapdos | 0 |" in page
    assert "`maxdamage` blizzard 1" in page


def test_battles_on_the_server_stand_on_the_page(tmp_path):
    data = {
        "game": "gen1",
        "opponent": "poke-env 0.16.1 RandomPlayer",
        "showdown": "0.11.11",
        "agent": "default(nodes=9)",
        "seconds_per_move": 0.5,
        "battles": 7,
        "share": 0.75,
        "share_ci": [0.5, 0.9],
        "ties": 3,
        "aborts": 0,
        "timer_losses": 1,
        "protocol_errors": 2,
        "decision_seconds": {"p50": 0.1, "p99": 0.2, "max": 0.3},
    }
    (tmp_path / "gen1-live-random.json").write_text(json.dumps(data))
    page = study_gen1.page(Runs(tmp_path))
    row = "| `default(nodes=9)` | 7 | 0.750 | 0.500 to 0.900 | 3 | 0 | 1 | 2 | 0.100 / 0.200 / 0.300 |"
    assert f"| poke-env 0.16.1 RandomPlayer {row}" in page
    assert "--only random`" not in page.replace("--only default-random`", "").replace("--only talonbot-random`", "")
    assert "scripts.gen1_live_runs --only simple-heuristics`" in page
