"""Battles as pictures, pages and logs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from reineke import _core
from reineke.arena import run_match
from reineke.game import GameError
from reineke.games.gen1 import draw, scene
from reineke.record import read_records, replay
from tests.cli.conftest import Command
from tests.games.gen1.courses import GAME, random_course, walk
from tests.games.pages import data, run


def words(picture: str) -> str:
    """All text of a picture."""
    return " | ".join(
        "".join(part.itertext()) for part in ElementTree.fromstring(picture).iter() if part.tag[-4:] == "text"
    )


def test_a_whole_battle_shows_both_teams_and_the_last_turn() -> None:
    _, state = random_course(2, 9)
    told = words(GAME.draw(state))
    for side in scene.whole(state)["sides"]:
        assert all(member["name"] in told for member in side["members"])
        assert f"{side['members'][0]['hp']} of {side['members'][0]['max']} HP" in told
    assert "Before turn" in told
    assert "Seat 0's" in told or "Seat 1's" in told


@pytest.mark.covers("T1")
def test_what_a_seat_knows_shows_no_more_than_that() -> None:
    course, state = random_course(2, 5)
    told = words(draw.picture(state, info=GAME.info(state, 1)))
    shown = scene.seen(GAME.info(state, 1))["sides"][0]
    names = [packed.partition("|")[0] for packed in course.teams[0]]
    seen = {member["name"] for member in shown["members"]}
    own = {packed.partition("|")[0] for packed in course.teams[1]}
    assert all((name in told) == (name in seen) for name in names if name not in own)
    assert told.count("?") == shown["unseen"] > 0
    assert f"{shown['members'][0]['percent']} %" in told
    assert "Your" in told or "Their" in told


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_position_of_a_battle_can_be_drawn(theme: Any) -> None:
    marks = set()
    for seed in (3, 7):
        for _, state in walk(seed):
            for info in (None, GAME.info(state, 0), GAME.info(state, 1)):
                ElementTree.fromstring(draw.picture(state, info=info, theme=theme))
            marks |= {mark for side in scene.whole(state)["sides"] for mark in scene.marks(side["active"])}
    assert marks


def test_substitutes_reflect_and_stages_are_marked() -> None:
    _, state = random_course(2, 9)
    shown = {**scene.whole(state), "last": []}
    plain = draw.board(shown)
    assert "g1-ring" not in re.sub(r"<style>.*?</style>", "", plain, flags=re.DOTALL)
    active = shown["sides"][0]["active"]
    active |= {"substitute": True, "reflect": True, "confused": True, "stages": {"Attack": 2, "Speed": -1}}
    marked = re.sub(r"<style>.*?</style>", "", draw.board(shown), flags=re.DOTALL)
    assert "g1-ring" in marked
    assert marked.count("g1-wall") == 2
    assert "+2 Attack, −1 Speed, substitute, reflect, confused" in words(draw.board(shown))


def test_names_are_two() -> None:
    _, state = random_course(2, 1)
    with pytest.raises(GameError, match="names are 2"):
        draw.picture(state, names=["one"])
    assert "Ada" in words(draw.picture(state, names=["Ada", "Bob"]))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gen1") / "games.jsonl"
    run_match("gen1", ["random", "random"], 1, seed=4, records=path)
    return path


def test_a_page_steps_through_the_battle(reineke: Command, games: Path, tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    assert reineke("draw", "gen1", "--record", games, "-o", page).code == 0
    html = page.read_text("utf-8")
    *_, record = read_records(games)
    frames = json.loads(data(html))["frames"]
    assert len(frames) == len(record.turns) + 1
    assert frames[-1]["what"] == "The end"
    after = 'console.log($("count").textContent); $("next").onclick(); console.log($("count").textContent);'
    assert run(html, after, tmp_path) == [f"1 of {len(frames)}", f"2 of {len(frames)}"]


def test_a_log_is_what_showdown_would_have_told(reineke: Command, games: Path, tmp_path: Path) -> None:
    *_, record = read_records(games)
    *_, (state, _) = replay(record, GAME)
    for seat, more in ((2, ()), (0, ("--seat", "0")), (1, ("--seat", "1"))):
        file = tmp_path / "battle.log"
        assert reineke("draw", "gen1", "--record", games, "-o", file, *more).code == 0
        lines = [line for turn in _core.gen1_log(state, seat) for line in turn]
        assert file.read_text("utf-8").splitlines() == lines
        assert lines[-1].startswith(("|win|", "|tie"))
    refused = reineke("draw", "tictactoe", "--record", games, "-o", tmp_path / "x.log").refused()
    assert "is one of gen1, not of tictactoe" in refused


def test_an_agent_tells_its_choices_and_a_wrong_seat_is_refused(reineke: Command) -> None:
    told = words(reineke("draw", "gen1", "start", "--agent", "mcts(nodes=50)", "--seed", "2").out)
    assert "Thinks of" in told
    assert "%" in told
    assert "seats 0 and 1, not 5" in reineke("draw", "gen1", "start", "--seat", "5").refused()
