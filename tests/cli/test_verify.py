"""The rules against reference data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Command, process

DATA = ROOT / "tests" / "data" / "sawhian"
GAMES, POSITIONS, PERFT = (DATA / f"{name}.jsonl.gz" for name in ("games", "positions", "perft-start"))


def entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.open(path)]


def write(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.covers("W4", "W5")
def test_every_reference_game_position_and_count_agrees() -> None:
    done = process("verify", "sawhian", GAMES, POSITIONS, PERFT)
    assert (done.code, done.err) == (0, "")
    moves = sum(len(entry["moves"]) for entry in entries(GAMES))
    replies = sum(2 * len(entry["moves"]) + 2 + 4 + 4 for entry in entries(POSITIONS))
    assert done.out == f"{moves + 3 * 100 + replies + 8} checked, 0 differences\n"


def change_board(entry: dict[str, Any]) -> None:
    entry["final"]["points"][0] += 1


def change_winners(entry: dict[str, Any]) -> None:
    entry["winners"] = [0, 1, 2, 3]


def change_move(entry: dict[str, Any]) -> None:
    entry["moves"][5][1] = 3 if entry["moves"][5][1] != 3 else 4


def change_elimination(entry: dict[str, Any]) -> None:
    entry["eliminated"].append({"ply": 1, "player": 2})


@pytest.mark.parametrize("change", [change_board, change_winners, change_move, change_elimination])
def test_each_difference_of_a_game_is_one_line_and_the_code_is_1(reineke: Command, tmp_path: Path, change: Any) -> None:
    entry = entries(GAMES)[0]
    change(entry)
    done = reineke("verify", "sawhian", write(tmp_path / "games.jsonl", entry))
    *lines, last = done.out.splitlines()
    assert done.code == 1
    assert last.endswith(" checked, 1 differences")
    assert len(lines) == 1
    assert lines[0].startswith(f"{tmp_path / 'games.jsonl'}, line 1: g001, ")


def test_each_difference_of_a_position_is_found(reineke: Command, tmp_path: Path) -> None:
    entry = entries(POSITIONS)[0]
    entry["moves"][0]["after"]["mover"] = 3
    entry["moves"][1]["winners"] = [2]
    entry["nodes"][1] += 1
    entry["nodes_elimination_as_ply"][3] -= 1
    del entry["moves"][-1]
    done = reineke("verify", "sawhian", write(tmp_path / "positions.jsonl", entry))
    assert done.code == 1
    assert done.out.splitlines()[-1].endswith(" checked, 5 differences")
    assert all(word in done.out for word in ("position after it", "winners", "depth 2:", "depth 4 with", "legal moves"))


def test_a_wrong_count_says_both_numbers(reineke: Command, tmp_path: Path) -> None:
    done = reineke(
        "verify", "sawhian", write(tmp_path / "perft.jsonl", {"depth": 2, "nodes": 47}, {"depth": 1, "nodes": 7})
    )
    assert done.code == 1
    assert done.out == (
        f"{tmp_path / 'perft.jsonl'}, line 1: depth 2: expected 47, found 48\n2 checked, 1 differences\n"
    )


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"depth": "two", "nodes": 48},
        {"depth": 99, "nodes": 48},
        {"moves": [[0, 1]], "final": {}, "winners": []},
        {"moves": [[0, 9, 9]], "final": {}, "winners": []},
        {"moves": 3, "final": {}, "winners": []},
        {"moves": []},
        {"position": {}, "moves": []},
        {"position": None, "moves": []},
    ],
)
def test_a_broken_entry_is_one_line_and_code_2(reineke: Command, tmp_path: Path, broken: dict[str, Any]) -> None:
    assert "line 1: " in reineke("verify", "sawhian", write(tmp_path / "broken.jsonl", broken)).refused()


@pytest.mark.covers("W5")
def test_counts_from_the_start_agree_with_a_second_way_of_counting(reineke: Command) -> None:
    done = reineke("verify", "sawhian", "--depth", "7", "--recount", "6")
    assert done.code == 0
    counts = [7, 48, 329, 2207, 14887, 98651, 653067]
    lines = [f"depth {depth}: {nodes} nodes" for depth, nodes in enumerate(counts, 1)]
    assert done.out.splitlines() == [*lines, "6 checked, 0 differences"]


@pytest.mark.soak
@pytest.mark.covers("W5")
def test_counts_up_to_depth_eleven() -> None:
    done = process("verify", "sawhian", PERFT, "--depth", "11")
    assert (done.code, done.err) == (0, "")
    tail = [(9, 28407826), (10, 187393399), (11, 1234533467)]
    assert done.out.splitlines()[-4:] == [
        *(f"depth {d}: {nodes} nodes" for d, nodes in tail),
        "17 checked, 0 differences",
    ]


def test_a_wrong_recount_is_a_difference(reineke: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reineke.cli.verify._full_width", lambda game, depth: 1000 * depth)
    done = reineke("verify", "sawhian", "--depth", "2")
    assert done.code == 1
    assert "depth 1: 1000 nodes by full-width search, not 7" in done.out


def test_deep_counts_are_split_so_that_ctrl_c_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    from reineke.games import load
    from reineke.games.sawhian import verify

    monkeypatch.setattr(verify, "QUICK", 2)
    game: Any = load("sawhian")
    assert verify.perft(game, verify.start(game), 4) == 2207


def test_records_of_a_match_are_verified_and_forgeries_found(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    reineke("match", "goofspiel", "random", "random", "-n", "1", "--jobs", "1", "--records", file)
    honest = reineke("verify", "goofspiel", file)
    assert (honest.code, honest.out) == (0, f"{2 * 9} checked, 0 differences\n")
    forged = [json.loads(line) for line in file.read_text().splitlines()]
    forged[1]["result"]["points"][0] += 1
    done = reineke("verify", "goofspiel", write(file, *forged))
    assert done.code == 1
    assert "line 2: the result: the record says points" in done.out
    assert "a record of goofspiel, not of pig" in reineke("verify", "pig", file).refused()
