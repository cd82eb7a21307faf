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
