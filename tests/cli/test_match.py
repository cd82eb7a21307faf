"""Matches and their tables, as the command shows them; the numbers themselves are the arena's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command, process

PAIR = ("match", "tictactoe", "mcts(nodes=50)", "random", "-n", "2", "--seed", "4", "--jobs", "1")


def test_the_json_has_the_promised_shape(reineke: Command) -> None:
    result = reineke(*PAIR, "--json").json()
    assert list(result) == [
        "game", "options", "seed", "blocks", "games", "distinct_games", "budget", "agents", "seconds",
    ]  # fmt: skip
    assert (result["game"], result["seed"], result["blocks"], result["games"]) == ("tictactoe", 4, 2, 4)
    assert [agent["spec"] for agent in result["agents"]] == ["mcts(nodes=50)", "random"]
    keys = {
        "spec",
        "games",
        "wins",
        "share",
        "share_ci",
        "mean_place",
        "place_ci",
        "mean_score",
        "score_sd",
        "score_ci",
    }
    for agent in result["agents"]:
        assert agent.keys() == keys | {"forfeits", "ms_per_move"}
        assert agent["ms_per_move"].keys() == {"p50", "p99", "max"}


def test_a_process_writes_the_result_alone_to_stdout() -> None:
    assert process(*PAIR, "--json").json()["games"] == 4


def test_progress_comes_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert process(*PAIR).err == ""
    asked = process(*PAIR, "--progress")
    assert "games" in asked.err
    assert "\x1b" not in asked.out


def test_a_match_with_a_store_goes_on_and_tables_come_from_it(reineke: Command, tmp_path: Path) -> None:
    store, records = tmp_path / "s.sqlite", tmp_path / "r.jsonl"
    first = reineke(*PAIR, "--store", store, "--records", records, "--json").json()
    again = reineke(*PAIR, "--store", store, "--records", records, "--json").json()
    assert again == first
    assert len(records.read_text().splitlines()) == 4
    text, markdown = reineke("table", store), reineke("table", store, "--markdown")
    assert text.code == markdown.code == 0
    assert "mcts(nodes=50)" in text.out
    assert "| mcts(nodes=50) |" in markdown.out
    assert reineke("table", store, "--json").json() == [first]


def test_all_seatings_are_every_permutation(reineke: Command) -> None:
    arguments = ("match", "pig(seats=3,goal=5)", "random", "random", "random", "-n", "1", "--seatings", "all", "--json")
    assert reineke(*arguments).json()["games"] == 6


def test_a_time_budget_is_passed_on(reineke: Command) -> None:
    result = reineke("match", "rps", "random", "random", "-n", "1", "--time", "0.5", "--nodes", "9", "--json").json()
    assert result["budget"] == {"seconds": 0.5, "nodes": 9}


def test_ctrl_c_says_how_to_go_on_and_no_more(reineke: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reineke.arena.match.run_match", interrupted)
    done = reineke(*PAIR)
    assert (done.code, done.out, done.err) == (130, "", "")


@pytest.mark.covers("P21")
def test_the_number_of_agents_gives_the_seats_and_places_follow_the_rounds_survived(
    reineke: Command, tmp_path: Path
) -> None:
    store, records = tmp_path / "s.sqlite", tmp_path / "r.jsonl"
    agents = ("bot-snail", "bot-stupid", "bot-stupid")
    table = ("match", "speed(width=14,height=14)", *agents, "-n", "4", "--store", store, "--records", records, "--json")
    result = reineke(*table).json()
    assert result["options"] == {"seats": 3, "width": 14, "height": 14}
    games = [json.loads(line) for line in records.read_text().splitlines()]
    assert {game["game"] for game in games} == {"speed(seats=3,width=14,height=14)"}
    places = []
    for game in games:
        worth = list(zip(game["result"]["outcome"], game["result"]["points"], strict=True))
        places.append(1 + sum(other > worth[game["agents"].index("bot-snail")] for other in worth))
    assert result["agents"][0]["mean_place"] == pytest.approx(sum(places) / len(places), abs=1e-6)
    assert reineke("table", store, "--json").json() == [result]


def test_a_number_of_seats_that_differs_from_the_agents_is_one_line(reineke: Command) -> None:
    given = reineke("match", "speed(seats=3)", "random", "random")
    assert (given.code, given.out) == (2, "")
    assert given.err.strip() == "reineke: speed(seats=3) needs 3 agents, but 2 were given"
    many = reineke("match", "speed", *["random"] * 7)
    assert many.code == 2
    assert "seats=7" in many.err
