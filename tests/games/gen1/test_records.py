"""Recorded battles and teams against the engine: `reineke verify gen1 FILE…`."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reineke import _core
from reineke.arena import run_match
from reineke.games.gen1.check import check
from tests.cli.conftest import Command, process
from tests.games.gen1.records import BATTLES, FIXTURES, TEAMS, Entry, entries, short_battle, write


@pytest.fixture(scope="module")
def battle() -> Entry:
    return short_battle()


def test_every_recorded_battle_pair_of_teams_and_fixture_agrees() -> None:
    fixtures = sorted(FIXTURES.glob("*.jsonl*"))
    assert fixtures
    done = process("verify", "gen1", BATTLES, TEAMS, *fixtures)
    assert (done.code, done.err) == (0, "")
    *counts, last = done.out.splitlines()
    assert last.endswith(" checked, 0 differences")
    assert int(last.split()[0]) > 29_557 + 300 + 2 * 2000
    assert counts == [counts[0]]
    assert counts[0].endswith("2,000 pairs of teams")


def test_everything_that_can_happen_does_in_recorded_battles_and_fixtures() -> None:
    never = set(_core.gen1_reachable())
    for path in (BATTLES, *FIXTURES.glob("*.jsonl.gz")):
        with gzip.open(path) as file:
            for line in file:
                never -= check(line).coverage.keys()
    assert never == set()


CHANGES: list[tuple[str, Callable[[Entry], Any], str]] = [
    ("a team seed", lambda e: e["ts"].__setitem__(0, "gen5,0000000000000000"), "the generator draws"),
    ("the seed", lambda e: e.update(seed="gen5,0000000000000000"), "state.rng"),
    ("the winner", lambda e: e.update(win="p3"), "winner"),
    ("the start", lambda e: e["s0"].update(t=3), "state.t: 3 recorded, 1 here"),
    ("a request", lambda e: e["d"][2]["r"][0].update(k="wait"), "decision 2: request[0].k"),
    ("a choice listed", lambda e: e["d"][2]["r"][0]["c"].pop(), "decision 2: request[0].c"),
    ("a position", lambda e: e["d"][1]["s"].update(t=77), "decision 1: state.t: 77 recorded"),
    ("a counter", lambda e: e["d"][1]["s"].update(ld=4321), "decision 1: state.ld: 4321 recorded"),
    ("the generator", lambda e: e["d"][1]["s"].update(rng="00"), "decision 1: state.rng"),
    ("a line", lambda e: e["d"][0]["l"].__setitem__(0, "|-"), "decision 0: log[0]"),
    ("a line of one seat", lambda e: e["d"][0]["l"].append(["|x", None]), "decision 0: log["),
    (
        "a random number",
        lambda e: e["d"][0].update(n=[[0, 99, 7, "tryMoveHit"]]),
        "random number 0: 7 from 0 to 99 in try",
    ),
    ("no random numbers", lambda e: e["d"][0].update(n=[]), "random number 0: none recorded, "),
]


@pytest.mark.parametrize(("change", "words"), [(c, w) for _, c, w in CHANGES], ids=[name for name, _, _ in CHANGES])
def test_what_was_changed_is_named_and_the_code_is_1(
    reineke: Command, tmp_path: Path, battle: Entry, change: Callable[[Entry], Any], words: str
) -> None:
    entry = copy.deepcopy(battle)
    change(entry)
    done = reineke("verify", "gen1", write(tmp_path / "battle.jsonl", battle, entry))
    difference, _, last = done.out.splitlines()
    assert done.code == 1
    assert difference.startswith(f"{tmp_path / 'battle.jsonl'}, line 2: ")
    assert words in difference
    assert last.endswith(" checked, 1 differences")


def test_a_battle_may_break_off(reineke: Command, tmp_path: Path, battle: Entry) -> None:
    entry = copy.deepcopy(battle)
    del entry["d"][5:], entry["win"]
    done = reineke("verify", "gen1", write(tmp_path / "battle.jsonl", entry))
    assert (done.code, done.out.splitlines()[-1]) == (0, "6 checked, 0 differences")


@pytest.mark.parametrize("kind", ["gen5", "sodium", "ditto"])
def test_a_changed_team_or_generator_state_is_named(reineke: Command, tmp_path: Path, kind: str) -> None:
    row = next(row for row in entries(TEAMS) if row["k"] == kind)
    good = reineke("verify", "gen1", write(tmp_path / "teams.jsonl", row))
    assert (good.code, good.out) == (0, "1 pairs of teams\n2 checked, 0 differences\n")
    team = {**row, "t": [row["t"][0], row["t"][1].replace("|255,", "|254,", 1)]}
    state = {**row, "e": [row["e"][0][:-1] + "x", row["e"][1]]}
    done = reineke("verify", "gen1", write(tmp_path / "teams.jsonl", team, state))
    first, second, _, last = done.out.splitlines()
    assert "line 1: team 2: " in first
    assert "line 2: generator after team 1: " in second
    assert (done.code, last) == (1, "3 checked, 2 differences")


MISTAKES: list[tuple[str, Callable[[Entry], Any], str]] = [
    ("no teams", lambda e: e.pop("teams"), 'a battle needs two packed "teams"'),
    ("no seed", lambda e: e.pop("seed"), 'a battle needs a string "seed", not null'),
    ("a wrong seed", lambda e: e.update(seed="gen6,00"), "is no seed"),
    ("a wrong species", lambda e: e.update(teams=["Missingno.|||", "x"]), "no species here is called"),
    ("no decisions", lambda e: e.pop("d"), "neither a battle"),
    ("no choice", lambda e: e["d"][0]["c"].__setitem__(0, "jump 1"), 'decision 0: "jump 1" is no choice'),
    ("a choice out of range", lambda e: e["d"][0]["c"].__setitem__(0, "move 9"), "is no choice"),
    ("a missing choice", lambda e: e["d"][0]["c"].__setitem__(1, None), "decision 0: null is no choice"),
]


@pytest.mark.parametrize(("change", "words"), [(c, w) for _, c, w in MISTAKES], ids=[name for name, _, _ in MISTAKES])
def test_a_broken_record_is_told_in_one_line_and_the_code_is_2(
    reineke: Command, tmp_path: Path, battle: Entry, change: Callable[[Entry], Any], words: str
) -> None:
    entry = copy.deepcopy(battle)
    change(entry)
    refused = reineke("verify", "gen1", write(tmp_path / "battle.jsonl", entry)).refused()
    assert refused.startswith(f"{tmp_path / 'battle.jsonl'}, line 1: ")
    assert words in refused


def test_broken_files_are_told_in_one_line(reineke: Command, tmp_path: Path, battle: Entry) -> None:
    whole = gzip.compress(json.dumps(battle).encode())
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "cut.jsonl").write_bytes(json.dumps(battle).encode()[:5000])
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    (tmp_path / "list.jsonl").write_bytes(b"[1]\n")
    for name, words in [
        ("cut.jsonl.gz", "cannot be read"),
        ("cut.jsonl", "line 1: not JSON, or cut off"),
        ("empty.jsonl", "an empty file"),
        ("list.jsonl", "line 1: neither a battle"),
        ("nosuch.jsonl", "cannot be read"),
    ]:
        assert words in reineke("verify", "gen1", tmp_path / name).refused()


def test_records_of_the_house_are_replayed_beside_recorded_battles(
    reineke: Command, tmp_path: Path, battle: Entry
) -> None:
    path = tmp_path / "games.jsonl"
    run_match("gen1", ["random", "random"], 1, seed=3, records=path)
    write(tmp_path / "battle.jsonl", battle)
    done = reineke("verify", "gen1", path, tmp_path / "battle.jsonl")
    assert (done.code, done.out.splitlines()[-1].partition(" checked")[2]) == (0, ", 0 differences")
    assert done.out.startswith("3 battles, ")
    record = json.loads(path.read_text().splitlines()[0])
    record["result"]["outcome"].reverse()
    done = reineke("verify", "gen1", write(path, record))
    assert (done.code, done.out.splitlines()[-1].partition(" checked")[2]) == (1, ", 1 differences")
    assert reineke("verify", "gen1", write(path, {**record, "game": "kuhn"})).refused().endswith("not of gen1")


def test_nothing_to_verify_is_a_mistake(reineke: Command) -> None:
    assert "give at least one FILE" in reineke("verify", "gen1").refused()


def test_lockstep_is_for_gen1_alone(reineke: Command) -> None:
    assert "clever has no lockstep" in reineke("verify", "clever", "--battles", "3").refused()


def test_teams_come_from_seeds_of_three_forms() -> None:
    teams, ends = _core.gen1_teams("gen5,0001000200030004", "sodium,00ff")
    assert _core.gen1_teams("1,2,3,4", "sodium,00ff00") == (teams, ends)
    assert [len(end) for end in ends] == [16, 64]
    for seed in (
        "gen5,1",
        "sodium,",
        "sodium,xy",
        f"sodium,{'0' * 65}",
        "1,2,3",
        "1,2,3,65536",
        "gen5,+123456789abcdef",
        "",
    ):
        with pytest.raises(ValueError, match="is no seed"):
            _core.gen1_teams(seed, "1,2,3,4")
