"""What each move of a game cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from reineke.games import load
from reineke.live.sawhian import Mirror
from reineke.live.sawhian.record import record as live_record
from tests.cli.conftest import Command


@pytest.fixture
def record(reineke: Command, tmp_path: Path) -> Path:
    """A game in which the first seat lets the other win at once, then a second game."""
    file = tmp_path / "games.jsonl"
    for _ in range(2):
        position = ("--from", "xx./oo./... x")
        done = reineke(
            "play", "tictactoe", *position, "--agent", "mcts(nodes=500)", "--seed", "1", "--record", file, stdin="c3\n"
        )
        assert "Seat 1 wins" in done.out
    return file


def test_a_move_that_loses_is_the_dearest_mistake(reineke: Command, record: Path) -> None:
    result = reineke("analyse", record, "--agent", "alphabeta", "--nodes", "2000", "--json").json()
    first = result["decisions"][0]
    assert (first["turn"], first["seat"], first["action"]) == (1, 0, "c3")
    assert first["best"] == "c1"
    assert first["loss"] == first["best_value"] - first["value"] == 2.0
    assert result["worst"] == [1]
    assert result["seats"][0]["agent"] == "human"
    assert result["seats"][0]["mean_loss"] > 0
    assert result["seats"][1]["mean_loss"] == 0


def test_the_text_names_the_mistakes(reineke: Command, record: Path) -> None:
    out = reineke("analyse", record, "--agent", "alphabeta", "--nodes", "2000").out
    assert "tictactoe, game 2: 2 turns, judged by alphabeta" in out
    assert "turn 1, seat 0: c3 cost 2.000; better c1" in out


def test_a_game_of_the_file_is_picked_by_number(reineke: Command, record: Path) -> None:
    assert "game 1:" in reineke("analyse", record, "--number", "1", "--nodes", "50").out
    assert "there is no game 3, the last is 2" in reineke("analyse", record, "--number", "3").refused()


def test_judgements_repeat_under_the_default_budget(reineke: Command, record: Path) -> None:
    results = [reineke("analyse", record, "--json").json() for _ in range(2)]
    assert results[0] == results[1]
    assert results[0]["budget"] == {"seconds": None, "nodes": 20000}


@pytest.mark.parametrize("game", ["kuhn", "goofspiel", "pig(goal=10)", "sawhian"])
def test_every_kind_of_game_is_analysed(reineke: Command, tmp_path: Path, game: str) -> None:
    file = tmp_path / "games.jsonl"
    specs = ["random"] * (4 if game == "sawhian" else 2)
    reineke("match", game, *specs, "-n", "1", "--jobs", "1", "--records", file, "--seed", "2")
    result = reineke("analyse", file, "--nodes", "60", "--json").json()
    assert result["game"] == game
    assert all(one["loss"] is None or one["loss"] >= 0 for one in result["decisions"])
    assert sum(seat["decisions"] for seat in result["seats"]) == len(result["decisions"]) > 0


def test_an_agent_that_explains_nothing_leaves_losses_open(reineke: Command, record: Path) -> None:
    result = reineke("analyse", record, "--agent", "random", "--json").json()
    assert all(one["loss"] is None for one in result["decisions"] if one["action"] != one["best"])
    assert reineke("analyse", record, "--agent", "random").code == 0


def test_a_live_game_with_an_elimination_is_analysed_and_verified(reineke: Command, tmp_path: Path) -> None:
    game = load("sawhian")
    mirror = Mirror(game)
    mirror.strike(0)
    while (mover := mirror.mover) is not None:
        mirror.play(mover, game.legal(mirror.state, mover)[0])
    file = tmp_path / "live.jsonl"
    times = [None] * len(mirror.turns)
    file.write_text(live_record(mirror, ["gone", "a", "b", "c"], times, [], {}).line() + "\n")
    assert reineke("verify", "sawhian", file).out == f"{len(mirror.turns) + 1} checked, 0 differences\n"
    decisions = reineke("analyse", file, "--nodes", "20", "--json").json()["decisions"]
    assert [one["turn"] for one in decisions] == list(range(2, len(mirror.turns) + 1))


def test_an_impossible_record_is_refused(reineke: Command, record: Path) -> None:
    record.write_text(record.read_text().replace('[0,"c3"]', '[0,"a1"]'))
    assert "game 2: turn 1:" in reineke("analyse", record, "--nodes", "10").refused()
