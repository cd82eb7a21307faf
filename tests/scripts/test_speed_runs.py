import json

import pytest

from reineke import load
from reineke.agents import make
from scripts.speed_runs import MATCHES, Match, main

TINY = {
    "bots": Match(("bot-meta", "bot-random", "bot-random"), 3, 1, side=14),
    "pair": Match(("multiminimax", "v-multiminimax"), 2, 1, nodes=20, side=12),
}


@pytest.fixture
def run(tmp_path):
    def call(*arguments):
        return main(["--out", str(tmp_path / "data"), "--stores", str(tmp_path / "stores"), *arguments], TINY)

    return call


@pytest.mark.parametrize("name", MATCHES)
def test_every_match_of_the_page_can_be_played(name):
    match = MATCHES[name]
    game = load(match.game)
    assert game.seats == len(match.specs)
    for spec in match.specs:
        make(spec, game)


def test_a_file_holds_the_match_and_how_far_its_agents_lie_apart(run, tmp_path):
    assert run("--only", "bots", "--jobs", "2") == 0
    data = json.loads((tmp_path / "data/speed-bots.json").read_text())
    assert [agent["spec"] for agent in data["agents"]] == ["bot-meta", "bot-random", "bot-random"]
    assert (data["blocks"], data["games"]) == (3, 9)
    (apart,) = data["differences"]
    first, *copies = (agent["share"] for agent in data["agents"])
    assert apart["agents"] == ["bot-meta", "bot-random"]
    assert apart["difference"] == pytest.approx(first - sum(copies) / 2, abs=1e-5)
    low, high = apart["ci"]
    assert low <= apart["difference"] <= high
    assert not list((tmp_path / "stores").iterdir())


def test_what_is_there_is_left_alone_unless_asked_again(run, tmp_path, capsys):
    path = tmp_path / "data/speed-pair.json"
    assert run("--only", "pair", "--jobs", "1") == 0
    first = path.read_text()
    path.write_text("kept")
    assert run("--only", "pair") == 0
    assert path.read_text() == "kept"
    assert run("--only", "pair", "--again", "--jobs", "1") == 0
    ours, theirs = json.loads(first), json.loads(path.read_text())
    assert [agent["share"] for agent in ours["agents"]] == [agent["share"] for agent in theirs["agents"]]
    assert capsys.readouterr().out == f"{path}\n" * 2


def test_a_match_that_was_stopped_goes_on(run, tmp_path, monkeypatch):
    def broken(*_):
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("scripts.speed_runs.differences", broken)
        with pytest.raises(RuntimeError):
            run("--only", "pair", "--jobs", "1")
    (store,) = (tmp_path / "stores").glob("*.sqlite")
    assert run("--only", "pair", "--jobs", "1") == 0
    assert not store.exists()
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["speed-pair.json"]


def test_the_list_names_a_command_for_every_match(run, capsys):
    assert run("--list") == 0
    assert capsys.readouterr().out.splitlines()[1] == (
        'pair: reineke match "speed(seats=2,width=12,height=12)" multiminimax v-multiminimax'
        " -n 2 --nodes 20 --seed 1 --json"
    )
