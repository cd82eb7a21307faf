"""spe_ed's rules against recorded games."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Command, process

GAMES = ROOT / "tests" / "data" / "speed" / "official-games.jsonl.gz"
Entry = dict[str, Any]

# Two players on a strip: the second leaves the board in round 2, the first wins.
SMALL: Entry = {
    "id": "small",
    "width": 4,
    "height": 2,
    "seats": {"1": "client", "2": "SnailAI"},
    "start": {
        "players": {
            "1": {"x": 0, "y": 0, "direction": "right", "speed": 1},
            "2": {"x": 1, "y": 1, "direction": "left", "speed": 1},
        }
    },
    "rounds": [
        {
            "actions": {"1": "change_nothing", "2": "change_nothing"},
            "players": {
                "1": {"x": 1, "y": 0, "direction": "right", "speed": 1, "active": True},
                "2": {"x": 0, "y": 1, "direction": "left", "speed": 1, "active": True},
            },
            "changed": [[1, 0, 1], [0, 1, 2]],
        },
        {
            "actions": {"1": "change_nothing", "2": "change_nothing"},
            "players": {
                "1": {"x": 2, "y": 0, "direction": "right", "speed": 1, "active": True},
                "2": {"x": -1, "y": 1, "direction": "left", "speed": 1, "active": False},
            },
            "changed": [[2, 0, 1]],
        },
    ],
    "winner": 1,
}


def changed(change: Callable[[Entry], Any]) -> Entry:
    entry = copy.deepcopy(SMALL)
    change(entry)
    return entry


def write(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def entries() -> list[Entry]:
    return [json.loads(line) for line in gzip.open(GAMES)]


@pytest.mark.covers("P3")
def test_every_recorded_game_agrees() -> None:
    done = process("verify", "speed", GAMES)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{4033 + 60} checked, 0 differences\n"


def test_a_game_is_checked_round_by_round_and_for_its_winner(reineke: Command, tmp_path: Path) -> None:
    done = reineke("verify", "speed", write(tmp_path / "games.jsonl", SMALL, SMALL))
    assert (done.code, done.out) == (0, "6 checked, 0 differences\n")


def drop_the_last_round(entry: Entry) -> None:
    del entry["rounds"][-1]
    entry["winner"] = None


def a_round_too_many(entry: Entry) -> None:
    entry["rounds"].append({**entry["rounds"][-1], "actions": {"1": "change_nothing"}})


DIFFERENCES: dict[str, tuple[Callable[[Entry], Any], str]] = {
    "a cell": (
        lambda entry: entry["rounds"][0]["changed"][0].__setitem__(2, 2),
        "round 1: cell 1,0: expected 2, found 1",
    ),
    "a cell too many": (
        lambda entry: entry["rounds"][1]["changed"].append([3, 1, -1]),
        "round 2: cell 3,1: expected -1, found 0",
    ),
    "a cell too few": (lambda entry: entry["rounds"][1]["changed"].clear(), "round 2: cell 2,0: expected 0, found 1"),
    "a place": (
        lambda entry: entry["rounds"][1]["players"]["2"].update(x=0),
        "round 2: player 2, x: expected 0, found -1",
    ),
    "a direction": (
        lambda entry: entry["rounds"][0]["players"]["1"].update(direction="up"),
        'round 1: player 1, direction: expected "up", found "right"',
    ),
    "a speed": (
        lambda entry: entry["rounds"][0]["players"]["1"].update(speed=11),
        "round 1: player 1, speed: expected 11, found 1",
    ),
    "who is active": (
        lambda entry: entry["rounds"][1]["players"]["2"].update(active=True),
        "round 2: player 2, active: expected true, found false",
    ),
    "several fields": (
        lambda entry: entry["rounds"][0]["players"]["1"].update(x=3, y=1),
        "round 1: player 1, x: expected 3, found 1, and 1 more",
    ),
    "the winner": (lambda entry: entry.update(winner=2), "winner: expected 2, found 1"),
    "no winner": (lambda entry: entry.update(winner=None), "winner: expected null, found 1"),
    "who acts": (
        lambda entry: entry["rounds"][1]["actions"].pop("2"),
        "round 2: expected actions of 1, found 1, 2",
    ),
    "an early end": (drop_the_last_round, "winner: expected null, found that the game goes on"),
    "a late end": (a_round_too_many, "round 3: expected actions of 1, found nobody"),
}


@pytest.mark.covers("P3")
@pytest.mark.parametrize(("change", "message"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_each_difference_is_one_line_and_the_code_is_1(
    reineke: Command, tmp_path: Path, change: Callable[[Entry], Any], message: str
) -> None:
    file = write(tmp_path / "games.jsonl", changed(change))
    done = reineke("verify", "speed", file)
    assert done.code == 1
    line, last = done.out.splitlines()
    assert line == f"{file}, line 1: small, {message}"
    assert last.endswith(" checked, 1 differences")


@pytest.mark.covers("P3")
def test_an_action_that_was_not_taken_is_found_out(reineke: Command, tmp_path: Path) -> None:
    games = entries()
    for game in games:
        game["rounds"][0]["actions"] = dict.fromkeys(game["rounds"][0]["actions"], "slow_down")
        game["rounds"][0].pop("first", None)
    done = reineke("verify", "speed", write(tmp_path / "games.jsonl", *games))
    assert done.code == 1
    for number in range(1, 61):
        assert f"line {number}: {games[number - 1]['id']}, round 1: " in done.out


def broke_a_rule(entry: Entry, word: Any, answer: Any = None) -> None:
    entry["rounds"][0].update(actions={"1": answer, "2": "change_nothing"}, first={"1": word})


def on_one_cell(entry: Entry) -> None:
    entry["start"]["players"]["2"].update(x=0, y=0)


BROKEN: dict[str, tuple[Callable[[Entry], Any], str]] = {
    "nothing": (lambda entry: entry.clear(), "a game: no width"),
    "a foreign key": (lambda entry: entry.update(board=[]), 'a game: "board" is unknown'),
    "no winner": (lambda entry: entry.pop("winner"), "a game: no winner"),
    "an unknown winner": (lambda entry: entry.update(winner=3), "winner: a whole number from 1 to 2, not 3"),
    "a winner's name": (lambda entry: entry.update(winner="1"), 'winner: a whole number from 1 to 2, not "1"'),
    "a giant board": (
        lambda entry: entry.update(width=10**12),
        "width: a whole number from 1 to 128, not 1000000000000",
    ),
    "a negative board": (lambda entry: entry.update(height=-2), "height: a whole number from 1 to 128, not -2"),
    "an empty board": (lambda entry: entry.update(height=0), "height: a whole number from 1 to 128, not 0"),
    "half a column": (lambda entry: entry.update(width=4.5), "width: a whole number from 1 to 128, not 4.5"),
    "a true width": (lambda entry: entry.update(width=True), "width: a whole number from 1 to 128, not true"),
    "a number as id": (lambda entry: entry.update(id=7), "id is a text, not 7"),
    "seats of others": (lambda entry: entry["seats"].update({"3": "client"}), 'seats: "3" is unknown'),
    "no start": (lambda entry: entry.update(start=None), "start: not an object but null"),
    "no players": (lambda entry: entry["start"].update(players={}), "start: players are an object of 1 to 6, not {}"),
    "a list of players": (
        lambda entry: entry["start"].update(players=[1]),
        "start: players are an object of 1 to 6, not [1]",
    ),
    "seven players": (
        lambda entry: entry["start"].update(players=dict.fromkeys("1234567")),
        "start: players are an object of 1 to 6, not ",
    ),
    "a gap in the numbers": (
        lambda entry: entry["start"]["players"].update({"3": entry["start"]["players"].pop("2")}),
        "start, players: no 2",
    ),
    "a start outside": (
        lambda entry: entry["start"]["players"]["1"].update(x=4),
        "start, player 1, x: a whole number from 0 to 3, not 4",
    ),
    "a start outside on the left": (
        lambda entry: entry["start"]["players"]["1"].update(x=-1),
        "start, player 1, x: a whole number from 0 to 3, not -1",
    ),
    "a start at speed 0": (
        lambda entry: entry["start"]["players"]["1"].update(speed=0),
        "start, player 1, speed: a whole number from 1 to 10, not 0",
    ),
    "a start on one cell": (on_one_cell, "start: two players in one cell"),
    "an unknown direction": (
        lambda entry: entry["start"]["players"]["1"].update(direction="north"),
        'start, player 1: no direction is called "north"',
    ),
    "a list as direction": (
        lambda entry: entry["start"]["players"]["1"].update(direction=["up"]),
        'start, player 1: no direction is called ["up"]',
    ),
    "rounds as a number": (lambda entry: entry.update(rounds=2), "rounds are a list, not 2"),
    "a round as a list": (lambda entry: entry.update(rounds=[[]]), "round 1: not an object but []"),
    "a round without actions": (lambda entry: entry["rounds"][1].pop("actions"), "round 2: no actions"),
    "a round with a foreign key": (lambda entry: entry["rounds"][1].update(firts={}), 'round 2: "firts" is unknown'),
    "an unknown word": (
        lambda entry: entry["rounds"][1]["actions"].update({"1": "jump"}),
        'round 2, player 1: no action is called "jump"',
    ),
    "a referee's word": (
        lambda entry: entry["rounds"][1]["actions"].update({"1": "none"}),
        'round 2, player 1: no action is called "none"',
    ),
    "a number as action": (
        lambda entry: entry["rounds"][1]["actions"].update({"1": 0}),
        "round 2, player 1: no action is called 0",
    ),
    "an action of nobody": (
        lambda entry: entry["rounds"][1]["actions"].update({"9": "turn_left"}),
        'round 2, actions: "9" is unknown',
    ),
    "an unknown first answer": (
        lambda entry: broke_a_rule(entry, "turn_left!"),
        'round 1, player 1: no action is called "turn_left!"',
    ),
    "an empty first answer": (lambda entry: broke_a_rule(entry, None), "round 1, player 1: no action is called null"),
    "a first answer that also counts": (
        lambda entry: broke_a_rule(entry, "turn_left", "turn_left"),
        "round 1, player 1: a first answer, but no broken rule after it",
    ),
    "why without a player": (
        lambda entry: entry["rounds"][0].update(why="late"),
        'round 1, why: not an object but "late"',
    ),
    "a missing player": (lambda entry: entry["rounds"][0]["players"].pop("2"), "round 1, players: no 2"),
    "a missing field": (lambda entry: entry["rounds"][0]["players"]["2"].pop("active"), "round 1, player 2: no active"),
    "active as a number": (
        lambda entry: entry["rounds"][0]["players"]["2"].update(active=1),
        "round 1, player 2: active is true or false, not 1",
    ),
    "a head far outside": (
        lambda entry: entry["rounds"][0]["players"]["2"].update(x=6),
        "round 1, player 2, x: a whole number from -1 to 4, not 6",
    ),
    "changes as an object": (lambda entry: entry["rounds"][0].update(changed={}), "round 1: changed is a list, not {}"),
    "a change without a value": (
        lambda entry: entry["rounds"][0].update(changed=[[1, 0]]),
        "round 1: a changed cell is [x, y, value], not [1, 0]",
    ),
    "a change outside": (
        lambda entry: entry["rounds"][0].update(changed=[[1, 2, 1]]),
        "round 1, changed, y: a whole number from 0 to 1, not 2",
    ),
    "a change to nobody": (
        lambda entry: entry["rounds"][0].update(changed=[[1, 0, 3]]),
        "round 1, cell 1,0: a whole number from -1 to 2, not 3",
    ),
    "a change twice": (
        lambda entry: entry["rounds"][0].update(changed=[[1, 0, 1], [1, 0, 1]]),
        "round 1: cell 1,0 is changed twice",
    ),
}


@pytest.mark.covers("P3")
@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_told_in_one_line_and_the_code_is_2(
    reineke: Command, tmp_path: Path, change: Callable[[Entry], Any], message: str
) -> None:
    file = write(tmp_path / "games.jsonl", SMALL, changed(change))
    assert reineke("verify", "speed", file).refused().startswith(f"{file}, line 2: {message}")


def test_a_game_that_is_not_the_one_asked_for_is_refused(reineke: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", SMALL)
    assert reineke("verify", "speed(seats=2,width=4,height=2)", file).code == 0
    for options in ("seats=3", "width=5", "height=3"):
        assert "line 1: " in reineke("verify", f"speed({options})", file).refused()


def test_only_games_with_reference_data_take_it(reineke: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", SMALL)
    assert "pig has no reference data; it takes records" in reineke("verify", "pig", file).refused()
    assert "speed has no --depth; it takes records" in reineke("verify", "speed", "--depth", "3").refused()


def test_records_of_a_match_are_verified_beside_recorded_games(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    game = "speed(seats=2,width=8,height=8)"
    reineke("match", game, "random", "random", "-n", "1", "--jobs", "1", "--records", file)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    done = reineke("verify", "speed", write(file, *records, SMALL))
    assert (done.code, done.out.splitlines()[-1][-14:]) == (0, " 0 differences")
    records[0]["result"]["points"][0] += 1
    forged = reineke("verify", "speed", write(file, *records, SMALL))
    assert forged.code == 1
    assert "line 1: the result: the record says points" in forged.out
