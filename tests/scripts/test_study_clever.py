"""The page on clever's scores is what the stored games say; games are played, counted and kept small."""

import json

import pytest

from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.paper import AREAS
from scripts import study_clever
from scripts.clever_runs import RUNS, Games, main
from scripts.study_runs import ROOT, Runs
from tests.cli.conftest import reineke

__all__ = ["reineke"]

TINY = {
    "random": Games("random", 6),
    "thesis": Games("greedy", 3, "clever(mode=thesis)"),
    "two-greedy": Games("random", 3, "clever(seats=2)", 1, ("greedy",)),
}
DATA = ROOT / "docs" / "studies" / "data"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs")
    assert main(["--out", str(path), "--jobs", "1"], TINY, path / "stores") == 0
    return path


@pytest.mark.parametrize("name", RUNS)
def test_every_run_can_be_played_and_is_stored(name):
    run = RUNS[name]
    data = json.loads((DATA / f"clever-{name}.json").read_text("utf-8"))
    assert load(run.game).seats == len(run.agents)
    assert tuple(agent["spec"] for agent in data["agents"]) == run.agents
    if run.others:
        assert data["blocks"] == run.blocks
    else:
        assert sum(data["facts"]["scores"].values()) == data["facts"]["games"] == run.blocks
    assert (DATA / f"clever-{name}.json").stat().st_size < 8000


@pytest.mark.covers("G23")
def test_a_run_holds_the_match_and_what_its_games_were_like(folder):
    data = json.loads((folder / "clever-random.json").read_text("utf-8"))
    assert data["facts"]["mean"] == pytest.approx(data["agents"][0]["mean_score"])
    assert sum(data["facts"]["scores"].values()) == 6
    assert set(data["facts"]["areas"]) == set(AREAS)


@pytest.mark.covers("G20", "G23", "G26")
def test_the_page_shows_every_agent_in_its_game(folder):
    page = study_clever.page(Runs(folder))
    official, thesis = page.split("## The thesis' rules")
    assert "`random`" in official
    assert "`greedy`" not in official
    assert "`greedy`" in thesis
    data = json.loads((folder / "clever-random.json").read_text("utf-8"))["facts"]
    assert f"| `random` | 6 | {data['mean']:.1f} |" in official
    assert f"| `random` | {data['passes']['forced']:.2f} |" in official
    assert "175.75" in page
    assert "215.75" in page
    pictures = study_clever.pictures(Runs(folder))
    assert set(pictures) == {"clever-scores.svg", "clever-scores-thesis.svg"}
    assert all("175.75" in svg and "215.75" in svg for svg in pictures.values())


def test_matches_of_several_are_told_with_the_fair_share(folder):
    page = study_clever.page(Runs(folder))
    share = json.loads((folder / "clever-two-greedy.json").read_text("utf-8"))["agents"][0]["share"]
    assert f"| 2 | `random` | `greedy` | 3 | 6 | {share:.3f} |" in page
    assert "| 0.500 |" in page
    assert "Several players" not in study_clever.page(Runs(folder / "stores"))


def test_what_is_missing_is_said(tmp_path):
    page = study_clever.page(Runs(tmp_path))
    assert page.count("Not measured yet") == 2
    assert study_clever.pictures(Runs(tmp_path)) == {}


@pytest.mark.covers("G26")
def test_games_of_people_become_a_row(reineke, folder, tmp_path):
    file = tmp_path / "people.jsonl"
    for seed in ("1", "2"):
        assert reineke("play", "clever", "--seed", seed, "--record", file, stdin="1\n" * 80).code == 0
    assert main(["--out", str(tmp_path), "--records", str(file), "people"], TINY) == 0
    page = study_clever.page(Runs(tmp_path))
    assert "| `human` | 2 |" in page


def test_games_of_a_store_become_a_row(reineke, tmp_path):
    store = tmp_path / "results.sqlite"
    reineke("match", "clever", "greedy", "-n", "3", "--store", store, "--quiet")
    assert main(["--out", str(tmp_path), "--records", str(store), "greedy"], TINY) == 0
    assert "| `greedy` | 3 |" in study_clever.page(Runs(tmp_path))


def test_mixed_or_shared_games_are_refused(reineke, tmp_path):
    file = tmp_path / "two.jsonl"
    reineke("match", "clever(seats=2)", "random", "random", "-n", "1", "--records", file, "--quiet")
    with pytest.raises(GameError, match="solo games"):
        main(["--out", str(tmp_path), "--records", str(file), "two"], TINY)
    reineke("match", "clever", "random", "-n", "1", "--records", file, "--quiet")
    with pytest.raises(GameError, match="one agent"):
        main(["--out", str(tmp_path), "--records", str(file), "two"], TINY)


def test_the_list_names_the_commands(capsys):
    assert main(["--list"], TINY) == 0
    assert capsys.readouterr().out.splitlines()[0] == "random: reineke match clever random -n 6 --seed 1"
