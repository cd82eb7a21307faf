"""spe_ed at the command: its agents, its pictures, its board on a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from reineke import Dice
from reineke.arena import run_match
from reineke.cli.play.boards import board
from reineke.games import load
from tests.cli.conftest import Command

GAME = "speed(seats=3,width=16,height=12)"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of one deal, rotated."""
    file = tmp_path_factory.mktemp("speed") / "games.jsonl"
    run_match(GAME, ["bot-meta", "bot-jump", "bot-stupid"], 1, records=file)
    return file


@pytest.mark.covers("P24")
def test_the_bots_are_listed(reineke: Command) -> None:
    names = [agent["name"] for agent in reineke("agents", "speed", "--json").json()]
    assert {"bot-random", "bot-snail", "bot-mirror", "bot-jump", "bot-meta", "potential-field"} <= set(names)
    assert names[0] == "default"


@pytest.mark.covers("P25")
def test_the_potential_field_decides_with_its_options(reineke: Command) -> None:
    decide = ("decide", "speed", "start", "--json", "--agent")
    assert reineke(*decide, "potential-field(wall=2,area=0)").json()["action"]
    assert "strength" in reineke(*decide, "potential-field(strength=2)").refused()


@pytest.mark.covers("P30")
def test_territory_window_and_an_agents_thoughts_are_drawn_on_request(reineke: Command) -> None:
    plain = reineke("draw", GAME, "start").out
    full = reineke(
        "draw", GAME, "start", "--territory", "--window", "6", "--seat", "1", "--agent", "mcts(nodes=50)"
    ).out
    for picture in (plain, full):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    for part in ("region-1", "window", "depth", "decision"):
        assert (f'id="{part}"' in plain, f'id="{part}"' in full) == (False, True)
    assert "Seat 1: " in full


@pytest.mark.covers("P30")
def test_a_record_becomes_a_page_or_a_folder(reineke: Command, record: Path, tmp_path: Path) -> None:
    page, folder = tmp_path / "game.html", tmp_path / "frames"
    assert reineke("draw", "speed", "--record", record, "-o", page).out == ""
    assert reineke("draw", "speed", "--record", record, "--number", "3", "--territory", "-o", folder).code == 0
    rounds = page.read_text("utf-8").count('"owners"')
    frames = sorted(folder.iterdir())
    assert [frame.name for frame in frames[:2]] == ["0000.svg", "0001.svg"]
    assert len(frames) == rounds > 5
    last = ElementTree.fromstring(frames[-1].read_text("utf-8"))
    assert last.find(".//*[@id='gap']").text == "game over"  # type: ignore[union-attr]
    assert "bot-stupid" in frames[0].read_text("utf-8")


@pytest.mark.covers("P30")
def test_a_page_shows_the_decisions_that_a_match_kept(reineke: Command, tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "game.html"
    players = ("mcts(nodes=30)", "bot-stupid", "bot-stupid")
    assert reineke("match", GAME, *players, "-n", "1", "--records", file, "--decisions").code == 0
    assert reineke("draw", "speed", "--record", file, "--number", "1", "-o", page).code == 0
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', page.read_text("utf-8"))[1])  # type: ignore[index]
    seat = data["names"].index("mcts(nodes=30)")
    thought = data["rounds"][0]["thoughts"][str(seat)]
    assert thought["depth"] > 0
    assert thought["nodes"] == 30
    assert "thoughts" not in data["rounds"][-1]
    assert "--records" in reineke("match", GAME, *players, "--decisions").refused()


def test_other_games_become_a_folder_too(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    reineke("match", "sawhian", *["random"] * 4, "--blocks", "1", "--records", file)
    assert reineke("draw", "sawhian", "--record", file, "-o", tmp_path / "frames").code == 0
    assert len(list((tmp_path / "frames").glob("*.svg"))) > 20
    assert "folder" in reineke("draw", "sawhian", "--record", file, "-o", tmp_path / "x.html").refused()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["speed"], "POSITION"),
        (["speed", "start", "--record", "x"], "POSITION"),
        (["speed", "--record", "games.jsonl"], "-o"),
        (["speed", "--record", "nothing.jsonl", "-o", "x"], "nothing.jsonl"),
        (["speed", "--record", "games.jsonl", "--number", "9", "-o", "x"], "no game 9"),
        (["speed", "--record", "games.jsonl", "--agent", "mcts", "-o", "x"], "--agent"),
        (["sawhian", "--record", "games.jsonl", "-o", "x"], "not of sawhian"),
        (["sawhian", "start", "--territory"], "speed"),
        (["sawhian", "start", "--window", "5"], "speed"),
        ([GAME, "start", "--seat", "3"], "no seat 3"),
        ([GAME, "start", "-o", "."], "folder"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    reineke: Command, record: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.chdir(record.parent)
    assert reason in reineke("draw", *arguments).refused()


def test_a_terminal_shows_two_rows_to_a_line_in_the_colours_of_the_seats() -> None:
    game = load(GAME)
    state = game.start(Dice(1))
    state = game.play(state, (0, 0, 5), Dice(0))
    text = board(game, state, game.view(state, 1), colour=True)
    lines = text.plain.splitlines()
    assert len(lines) == 12 // 2 + 2 + 1 + 3
    assert all(len(line) == 18 for line in lines[:8])
    assert sum(line.count("▀") + line.count("▄") for line in lines[1:7]) in range(3, 6)
    assert lines[8] == "round 1, 4 more before gaps"
    assert lines[10].startswith("■ Seat 1 (you)")
    assert re.fullmatch(r"■ Seat 2  out in round 1", lines[11])
    styles = {str(span.style) for span in text.spans}
    assert {"bright_white", "grey30", "dodger_blue1"} <= {part for style in styles for part in style.split()}


def test_without_colours_the_game_draws_itself() -> None:
    game = load(GAME)
    state = game.start(Dice(1))
    assert board(game, state, None, colour=False).plain == game.board(state).rstrip("\n")
