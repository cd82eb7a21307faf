"""What each move of a game cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reineke.analysis.judge import Judge
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


def choices(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for step in result["steps"] for one in step["choices"]]


def test_a_move_that_loses_is_the_dearest_mistake(reineke: Command, record: Path) -> None:
    result = reineke("analyse", record, "--agent", "alphabeta", "--nodes", "2000", "--json").json()
    first = choices(result)[0]
    assert (first["turn"], first["seat"], first["action"]) == (1, 0, "c3")
    assert first["best"] == first["decision"]["action"] == "c1"
    assert first["cost"] == first["best_value"] - first["value"] == 2.0
    assert result["worst"] == [[1, 0]]
    assert [seat["mistakes"] for seat in result["seats"]] == [[1], []]
    assert [(seat["own"], seat["others"]) for seat in result["seats"]] == [(-2.0, 0.0), (0.0, 2.0)]
    assert result["seats"][0]["agent"] == "human"


def test_the_text_names_the_mistakes(reineke: Command, record: Path) -> None:
    out = reineke("analyse", record, "--agent", "alphabeta", "--nodes", "2000").out
    assert "tictactoe, game 2: 2 turns, judged by alphabeta" in out
    assert "turn 1, seat 0: c3 cost 2.00; better c1" in out


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
    assert all(one["cost"] is None or one["cost"] >= 0 for one in choices(result))
    assert sum(seat["decisions"] for seat in result["seats"]) == len(choices(result)) > 0


def test_an_agent_that_explains_nothing_leaves_losses_open(reineke: Command, record: Path) -> None:
    result = reineke("analyse", record, "--agent", "random", "--json").json()
    assert all(one["cost"] is None for one in choices(result) if one["action"] != one["best"])
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
    result = reineke("analyse", file, "--nodes", "20", "--json").json()
    assert [one["turn"] for one in choices(result)] == list(range(2, len(mirror.turns) + 1))


def test_an_impossible_record_is_refused(reineke: Command, record: Path) -> None:
    record.write_text(record.read_text().replace('[0,"c3"]', '[0,"a1"]'))
    assert "game 2: turn 1:" in reineke("analyse", record, "--nodes", "10").refused()


def test_a_report_is_written_whole(reineke: Command, record: Path, tmp_path: Path) -> None:
    page, plot = tmp_path / "report.html", tmp_path / "chart.svg"
    done = reineke("analyse", record, "--nodes", "200", "--html", page, "--plot", plot)
    assert (done.code, done.err) == (0, "")
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "game 2 of games.jsonl" in text
    assert plot.read_text("utf-8") in text
    assert sorted(file.name for file in tmp_path.iterdir()) == ["chart.svg", "games.jsonl", "report.html"]


def test_a_report_that_cannot_be_written_is_refused_before_any_work(reineke: Command, record: Path) -> None:
    assert (
        "/nosuch/report.html: cannot be written"
        in reineke("analyse", record, "--html", "/nosuch/report.html").refused()
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"tictactoe"', '"chess"', "game 2: no game is called 'chess'"),
        ('[0,"c3"]', '[0,"z9"]', "game 2: turn 1:"),
        ('"times"', '"tims"', 'not a record: no "times"'),
    ],
)
def test_a_broken_record_gets_one_line(reineke: Command, record: Path, old: str, new: str, words: str) -> None:
    record.write_text(record.read_text().replace(old, new))
    assert words in reineke("analyse", record, "--nodes", "10").refused()


def test_a_record_that_is_cut_off_is_refused(reineke: Command, record: Path) -> None:
    first = record.read_text().splitlines()[0]
    record.write_text(first[: len(first) // 2] + "\n")
    assert "line 1: not a record: it is not JSON, or cut off" in reineke("analyse", record).refused()


def test_ctrl_c_leaves_a_report_of_what_was_judged(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "report.html"
    reineke("match", "tictactoe", "random", "random", "-n", "1", "--jobs", "1", "--records", file)
    judged, values = 0, Judge.values

    def interrupted(self: Judge, *arguments: Any) -> Any:
        nonlocal judged
        judged += 1
        if judged == 3:
            raise KeyboardInterrupt
        return values(self, *arguments)

    monkeypatch.setattr(Judge, "values", interrupted)
    done = reineke("analyse", file, "--nodes", "50", "--html", page)
    assert done.code == 130
    assert "stopped before the end" in done.out
    assert "This analysis was stopped" in page.read_text("utf-8")
