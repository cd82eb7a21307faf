"""Ganz schön clever's rules against recorded games."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Command, process

GAMES = ROOT / "tests" / "data" / "clever" / "reference-games.jsonl.gz"
ALL_GAMES = GAMES.with_name("all-games.jsonl.gz")
Entry = dict[str, Any]
Change = Callable[[Entry], Any]


@cache
def entries() -> list[Entry]:
    with gzip.open(GAMES, "rt") as lines:
        return [json.loads(line) for line in lines]


def changed(change: Change) -> Entry:
    """The first game, r005, with something else in it; decisions count from 1 there."""
    entry = copy.deepcopy(entries()[0])
    change(entry)
    return entry


def write(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def decision(entry: Entry, number: int) -> Entry:
    found: Entry = entry["decisions"][number - 1]
    return found


@pytest.mark.covers("G1", "G3", "G4", "G5")
def test_every_recorded_game_agrees() -> None:
    done = process("verify", "clever", GAMES)
    assert (done.code, done.err) == (0, "")
    asked = sum(1 for entry in entries() for one in entry["decisions"] if one["options"] != ["end"])
    assert done.out == f"{asked + 2 * 24} checked, 0 differences\n"


@pytest.mark.soak
def test_all_150_recorded_games_agree() -> None:
    assert process("verify", "clever", ALL_GAMES).out == "5751 checked, 0 differences\n"


def other_choice(entry: Entry) -> None:
    decision(entry, 1)["choice"] = 0


def cut(entry: Entry) -> None:
    del entry["decisions"][-3:]


def a_decision_too_many(entry: Entry) -> None:
    entry["decisions"].append(copy.deepcopy(decision(entry, 38)))


DIFFERENCES: dict[str, tuple[Change, str]] = {
    "the start": (lambda e: e["start"].clear(), 'start: bonuses: expected {}, found {"RR gained": 1}'),
    "a phase": (
        lambda e: decision(e, 9).update(phase="passive+1"),
        'decision 9: phase: expected "passive+1", found "active+1"',
    ),
    "a round": (lambda e: decision(e, 2).update(round=2), "decision 2: round: expected 2, found 1"),
    "a roll": (lambda e: decision(e, 8).update(roll=3), "decision 8: roll: expected 3, found 2"),
    "a die on a field": (
        lambda e: decision(e, 2)["dice"].update(white=[5, "field"]),
        "decision 2: dice: expected ",
    ),
    "the place of a die": (
        lambda e: decision(e, 9)["dice"].update(green=[2, "pool"]),
        "decision 9: dice: expected ",
    ),
    "what was rolled": (
        lambda e: decision(e, 8)["rolled"].remove("green"),
        'decision 8: rolled: expected "p", found "gp"',
    ),
    "re-rolls": (lambda e: decision(e, 2).update(reroll=2), "decision 2: re-rolls held: expected 2, found 1"),
    "+1": (lambda e: decision(e, 9).update(plus1=2), "decision 9: +1 held: expected 2, found 1"),
    "dice taken": (
        lambda e: decision(e, 9)["plus1_used"].append("blue"),
        'decision 9: dice taken by +1: expected "b", found ""',
    ),
    "the sheet": (lambda e: decision(e, 2)["sheet"].update(green=1), "decision 2: sheet: expected "),
    "what waits": (
        lambda e: decision(e, 28).update(queue=["bX green:6"]),
        'decision 28: waiting: expected "yb", found "y"',
    ),
    "an option too few": (lambda e: decision(e, 20)["options"].pop(), "decision 20: options: expected "),
    "an option twice": (
        lambda e: decision(e, 20)["options"].append(decision(e, 20)["options"][0]),
        "decision 20: options: expected ",
    ),
    "the box of an option": (
        lambda e: next(o for o in decision(e, 1)["options"][1:] if o["area"] == "blue").update(value=3),
        "decision 1: w:b: expected a mark in blue 3, found ",
    ),
    "an unusable die": (
        lambda e: decision(e, 7).update(unusable=[]),
        'decision 7: unusable dice: expected "", found "p"',
    ),
    "a mark": (
        lambda e: decision(e, 1)["events"][0]["mark"].update(write=5),
        'decision 1: marks: expected ["orange 1=5"], found ["orange 1=6"]',
    ),
    "a bonus of another kind": (
        lambda e: decision(e, 27)["events"][1].update(bonus="bX"),
        'decision 27: bonuses: expected ["bX orange:5"], found ["yX orange:5"], and 1 more',
    ),
    "a bonus of another round": (
        lambda e: decision(e, 5)["events"].clear(),
        'decision 4: bonuses: expected [], found ["+1 round2"], and 3 more',
    ),
    "the result of a bonus": (
        lambda e: decision(e, 27)["events"][1].update(result="lost"),
        'decision 27: results: expected {"y lost": 1}, found {"y pending": 1}',
    ),
    "re-rolls after it": (
        lambda e: decision(e, 22)["after"].update(reroll=0),
        "decision 22: re-rolls after it: expected ",
    ),
    "re-rolls at a passed end": (
        lambda e: decision(e, 5).update(reroll=2),
        "decision 4: re-rolls held at the end of +1: expected 2, found 1",
    ),
    "+1 at a passed end": (
        lambda e: decision(e, 5).update(plus1=1),
        "decision 4: +1 held at the end of +1: expected 1, found 0",
    ),
    "+1 after a passed end": (
        lambda e: decision(e, 5)["after"].update(plus1=0),
        "decision 4: +1 after it: expected 0, found 1",
    ),
    "the sheet at a passed end": (
        lambda e: decision(e, 3)["sheet"].update(green=1),
        "decision 2: sheet at the end of +1: expected ",
    ),
    "a drop": (
        lambda e: decision(e, 27)["events"].append({"drop": "yX"}),
        'decision 27: results: expected {"y lost": 1}, found {"y pending": 1}',
    ),
    "areas after it": (
        lambda e: decision(e, 1)["after"].update(areas=[0, 1, 0, 6, 0]),
        "decision 1: areas after it: expected [0, 1, 0, 6, 0], found [0, 0, 0, 6, 0]",
    ),
    "foxes after it": (
        lambda e: decision(e, 1)["after"].update(foxes=1),
        "decision 1: foxes after it: expected 1, found 0",
    ),
    "the total after it": (
        lambda e: decision(e, 1)["after"].update(total=7),
        "decision 1: total after it: expected 7, found 6",
    ),
    "the last sheet": (lambda e: e["final"]["sheet"].update(green=5), "end: sheet: expected "),
    "the last areas": (lambda e: e["final"]["areas"].update(yellow=10), "end: areas: expected "),
    "the last foxes": (lambda e: e["final"].update(foxes=5), "end: foxes: expected 5, found 0"),
    "the points of foxes": (lambda e: e["final"].update(fox_points=5), "end: fox points: expected 5, found 0"),
    "the last total": (lambda e: e["final"].update(total=1), "end: total: expected 1, found "),
    "an early end": (cut, "end: expected that the game is over, found that it goes on, and "),
    "a late end": (a_decision_too_many, "decision 41: expected phase passive+1, found that the game is over"),
}


@pytest.mark.covers("G1", "G5")
@pytest.mark.parametrize(("change", "message"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_each_difference_is_one_line_and_the_code_is_1(
    reineke: Command, tmp_path: Path, change: Change, message: str
) -> None:
    file = write(tmp_path / "games.jsonl", changed(change))
    done = reineke("verify", "clever", file)
    assert done.code == 1
    line, last = done.out.splitlines()
    assert line.startswith(f"{file}, line 1: r005, {message}")
    assert last.endswith(" checked, 1 differences")


FATAL: dict[str, tuple[Change, str]] = {
    "another choice": (other_choice, "decision 2: "),
    "a choice that is not legal": (
        lambda e: decision(e, 35).update(options=["skip"], choice=0),
        "decision 35: expected that pass is legal, found ",
    ),
    "dice that cannot fall so": (
        lambda e: decision(e, 4)["dice"].update(green=[1, "rest"], blue=[2, "rest"], purple=[2, "rest"]),
        "decision 4: expected the dice ",
    ),
    "no dice": (lambda e: decision(e, 4).update(dice=None), "decision 4: expected no roll in phase passive, found one"),
}


@pytest.mark.parametrize(("change", "message"), FATAL.values(), ids=FATAL)
def test_where_the_game_cannot_follow_the_replay_ends(
    reineke: Command, tmp_path: Path, change: Change, message: str
) -> None:
    file = write(tmp_path / "games.jsonl", changed(change), entries()[1])
    done = reineke("verify", "clever", file)
    assert done.code == 1
    assert f"{file}, line 1: r005, {message}" in done.out
    assert "line 2" not in done.out


def mark(entry: Entry) -> Entry:
    found: Entry = decision(entry, 1)["events"][0]["mark"]
    return found


def blue_option(entry: Entry) -> Entry:
    found: Entry = next(one for one in decision(entry, 1)["options"][1:] if one["area"] == "blue")
    return found


def yellow_option(entry: Entry) -> Entry:
    found: Entry = next(one for one in decision(entry, 1)["options"][1:] if one["area"] == "yellow")
    return found


BROKEN: dict[str, tuple[Change, str]] = {
    "nothing": (lambda e: e.clear(), "a game: no start"),
    "a foreign key": (lambda e: e.update(board=[]), 'a game: "board" is unknown'),
    "a number as id": (lambda e: e.update(id=7), "id is a text, not 7"),
    "no decisions": (lambda e: e.update(decisions=[]), "decisions: there are none"),
    "decisions as an object": (lambda e: e.update(decisions={}), "decisions: a list, not {}"),
    "a decision as a list": (lambda e: e.update(decisions=[[]]), "decision 1: not an object but []"),
    "a decision with a foreign key": (lambda e: decision(e, 2).update(rol=1), 'decision 2: "rol" is unknown'),
    "a decision without dice": (lambda e: decision(e, 2).pop("dice"), "decision 2: no dice"),
    "a game that starts late": (
        lambda e: e["decisions"].__delitem__(slice(0, 2)),
        "decision 1: a game does not start with the end of a +1 phase",
    ),
    "an unknown phase": (lambda e: decision(e, 2).update(phase=["active"]), "decision 2: no phase is called ["),
    "a phase without its roll": (lambda e: decision(e, 2).pop("roll"), "decision 2: phase active has a roll"),
    "a roll without its phase": (lambda e: decision(e, 3).update(roll=1), "decision 3: phase active has a roll"),
    "a bonus without its phase": (lambda e: decision(e, 3).update(bonus="yX"), "decision 3: phase bonus has a bonus"),
    "a round too many": (
        lambda e: decision(e, 2).update(round=7),
        "decision 2, round: a whole number from 1 to 6, not 7",
    ),
    "a roll too many": (lambda e: decision(e, 2).update(roll=4), "decision 2, roll: a whole number from 1 to 3, not 4"),
    "a true round": (
        lambda e: decision(e, 2).update(round=True),
        "decision 2, round: a whole number from 1 to 6, not true",
    ),
    "dice as a list": (lambda e: decision(e, 2).update(dice=[1]), "decision 2, dice: not an object but [1]"),
    "a missing die": (lambda e: decision(e, 2)["dice"].pop("white"), "decision 2, dice: no white"),
    "a die without a place": (
        lambda e: decision(e, 2)["dice"].update(white=[6]),
        "decision 2, dice: a die is [face, place], not [6]",
    ),
    "a seventh face": (
        lambda e: decision(e, 2)["dice"].update(white=[7, "pool"]),
        "decision 2, dice, white: a whole number from 1 to 6, not 7",
    ),
    "an unknown place": (
        lambda e: decision(e, 2)["dice"].update(white=[6, ["pool"]]),
        'decision 2, dice, white: no place is called ["pool"]',
    ),
    "an unknown die": (lambda e: decision(e, 2).update(rolled=["red"]), 'decision 2, rolled: no die is called "red"'),
    "too many re-rolls": (lambda e: decision(e, 2).update(reroll=8), "decision 2, reroll: a whole number from 0 to 7"),
    "a short sheet": (
        lambda e: decision(e, 2)["sheet"].update(yellow="0001"),
        'decision 2, yellow: 16 characters 0 or 1, not "0001"',
    ),
    "a sheet without printed crosses": (
        lambda e: decision(e, 2)["sheet"].update(yellow="0" * 16),
        "decision 2, yellow: the printed crosses are missing in ",
    ),
    "blue as a number": (
        lambda e: decision(e, 2)["sheet"].update(blue=0),
        "decision 2, blue: 11 characters 0 or 1, not 0",
    ),
    "twelve in green": (
        lambda e: decision(e, 2)["sheet"].update(green=12),
        "decision 2, green: a whole number from 0 to 11, not 12",
    ),
    "twelve in orange": (
        lambda e: decision(e, 2)["sheet"].update(orange=[1] * 12),
        "decision 2, orange: 11 numbers at most, not 12",
    ),
    "19 in orange": (
        lambda e: decision(e, 2)["sheet"].update(orange=[19]),
        "decision 2, orange: a whole number from 1 to 18, not 19",
    ),
    "no options": (lambda e: decision(e, 2).update(options=[]), "decision 2: no options"),
    "an unknown word": (
        lambda e: decision(e, 2)["options"].append("stop"),
        'decision 2, options: no option is called "stop"',
    ),
    "an unknown choice": (
        lambda e: decision(e, 2).update(choice=2),
        "decision 2, choice: a whole number from 0 to 1, not 2",
    ),
    "a die for another area": (
        lambda e: blue_option(e).update(die="green"),
        'decision 1, options: "green" is no die for blue',
    ),
    "a list as die": (lambda e: blue_option(e).update(die=[1]), "decision 1, options: [1] is no die for blue"),
    "an unknown area": (lambda e: mark(e).update(area="red"), 'decision 1, events: no area is called "red"'),
    "an area as a list": (lambda e: mark(e).update(area=[]), "decision 1, events: no area is called []"),
    "a mark without its number": (lambda e: mark(e).pop("write"), "decision 1, events, orange: no write"),
    "a mark beyond the end": (
        lambda e: mark(e).update(pos=12),
        "decision 1, events, orange: a whole number from 1 to 11, not 12",
    ),
    "a blue 13": (
        lambda e: blue_option(e).update(value=13),
        "decision 1, options, blue: a whole number from 2 to 12, not 13",
    ),
    "a yellow box beside the sheet": (
        lambda e: yellow_option(e).update(box=[0, 4]),
        "decision 1, options, yellow: a whole number from 0 to 3, not 4",
    ),
    "half a yellow box": (
        lambda e: yellow_option(e).update(box=[0]),
        "decision 1, options: a yellow box is [row, column], not [0]",
    ),
    "a printed cross": (
        lambda e: yellow_option(e).update(box=[0, 3]),
        "decision 1, options: the cross of [0, 3] is printed",
    ),
    "an unknown bonus": (
        lambda e: decision(e, 22)["events"][1].update(bonus="XX"),
        'decision 22, events: no bonus is called "XX"',
    ),
    "an unknown result": (
        lambda e: decision(e, 22)["events"][1].update(result=1),
        "decision 22, events: a broken bonus, ",
    ),
    "an event as a word": (
        lambda e: decision(e, 22)["events"].append("mark"),
        'decision 22, events: not an object but "mark"',
    ),
    "a fox that waits": (
        lambda e: decision(e, 28).update(bonus="FOX"),
        "decision 28: only yX and bX wait, not ",
    ),
    "four areas": (
        lambda e: decision(e, 2)["after"].update(areas=[0] * 4),
        "decision 2, after, areas: 5 numbers, not [0, 0, 0, 0]",
    ),
    "no total": (lambda e: e["final"].pop("total"), "final: no total"),
    "six foxes": (lambda e: e["final"].update(foxes=6), "final, foxes: a whole number from 0 to 5, not 6"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_told_in_one_line_and_the_code_is_2(
    reineke: Command, tmp_path: Path, change: Change, message: str
) -> None:
    file = write(tmp_path / "games.jsonl", entries()[1], changed(change))
    assert reineke("verify", "clever", file).refused().startswith(f"{file}, line 2: {message}")


@pytest.mark.parametrize("options", ["seats=2", "mode=thesis", "bonuses=off", "dice=yw"])
def test_recorded_games_are_of_one_seat_under_the_official_rules(
    reineke: Command, tmp_path: Path, options: str
) -> None:
    file = write(tmp_path / "games.jsonl", entries()[0])
    said = reineke("verify", f"clever({options})", file).refused()
    assert said == f"{file}, line 1: recorded games are of clever, not of clever({options})"


def test_records_of_a_match_are_verified_beside_recorded_games(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    reineke("match", "clever", "random", "-n", "1", "--jobs", "1", "--records", file)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert records
    done = reineke("verify", "clever", write(file, *records, entries()[0]))
    assert (done.code, done.out.splitlines()[-1][-14:]) == (0, " 0 differences")
