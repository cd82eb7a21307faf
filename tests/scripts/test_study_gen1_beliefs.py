"""The page on beliefs says what the stored runs say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reineke.arena import run_match
from reineke.record import read_records
from scripts import gen1_beliefs_runs as measures
from scripts import study_gen1_beliefs as study
from scripts import study_gen1_revelations as revelations
from scripts.study_runs import Runs


def block(logs: tuple[float, float], true: int) -> dict[str, Any]:
    empty = [[0, 0.0, 0] for _ in range(10)]
    filled = [list(row) for row in empty]
    filled[3] = [10, 3.5, true]
    return {"open": 10, "log": list(logs), "bins": [filled, empty]}


DATA = {
    "agent": "somebody",
    "command": "reineke match gen1 somebody somebody -n 2 --seed 1",
    "games": 4,
    "looked": [40, 40, 3],
    "ruled_out": [0, 0, 0],
    "turns": [[0, 0, 0, 0], [100, 50.0, 40.0, 30.0], [100, 70.0, 60.0, 50.0]],
    "blocks": [block((-4.0, -5.0), 2), block((-2.0, -4.0), 4)],
}


def test_gains_are_means_over_deals_with_their_interval() -> None:
    assert study.gains(DATA) == pytest.approx([0.1, 0.2])
    mean, low, high = study.interval([0.1, 0.2])
    assert (mean, high - mean) == pytest.approx((0.15, 1.96 * 0.0707107 / 2**0.5), abs=1e-6)
    assert low == pytest.approx(2 * mean - high)


def test_calibration_holds_odds_against_what_was_true() -> None:
    lines = study.calibration({"somebody": DATA})
    (row,) = (line for line in lines if line.startswith("| 0.3 to 0.4 |"))
    assert row == "| 0.3 to 0.4 | 20 | 0.350 | 0.300 | -0.050 | – | – | – | – |"
    assert "The largest gap is 0.050 heeding choices" in lines[-2]


def test_the_page_is_written_from_what_is_there(tmp_path: Path) -> None:
    assert study.page(Runs(tmp_path)) == study.INTRO
    assert study.pictures(Runs(tmp_path)) == {}
    (tmp_path / "gen1-beliefs-greedy.json").write_text(json.dumps(DATA))
    page = study.page(Runs(tmp_path))
    assert "| `somebody` | 4 | 20 | -0.3000 | -0.4500 | +0.1500" in page
    (picture,) = study.pictures(Runs(tmp_path)).values()
    assert picture.startswith("<?xml")


@pytest.mark.covers("T6", "T9")
def test_battles_that_were_played_are_measured(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    run_match("gen1", ("random", "random"), 2, seed=3, records=records)
    found = measures.measure(list(read_records(records)))
    assert len(found["blocks"]) == 2
    assert found["ruled_out"] == [0, 0, 0]
    assert min(found["looked"][:2]) > 100
    assert sum(row[0] for row in found["turns"]) <= sum(one["open"] for one in found["blocks"])


@pytest.mark.covers("T7")
def test_the_generators_own_teams_agree_with_the_belief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "LEAST", 200)
    monkeypatch.setattr(measures, "MOST", 5_000)
    monkeypatch.setattr(measures, "SHOWN", {"count": 12, "seed": 3, "teams": 500})
    found, other = (measures.revelations(stream) for stream in (1, 2))
    rows = found["revelations"]
    assert 12 * 200 < found["draws"] <= 12 * 5_000
    assert max(row["accepted"] for row in rows) == 200
    assert all(count == 0 for row in rows for sets in row["sets"] for odds, count in sets if not odds)
    square, freedom = (sum(numbers) for numbers in zip(*map(revelations.chi_square, rows), strict=True))
    assert freedom > 10
    assert revelations.tail(square, freedom) > 1e-4
    assert [row["sets"] for row in rows] != [row["sets"] for row in other["revelations"]], "dice of their own"
