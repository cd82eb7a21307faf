"""Training runs are found in their folder, and their logs become curves."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from reineke.learn import watch

RUN = {"format": 1, "game": "clever", "recipe": "td", "learner": "td", "options": {"rounds": 7}, "version": "0"}


def made(folder: Path, log: list[dict[str, Any]] | None = None, **changes: Any) -> Path:
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps({**RUN, **changes}))
    if log is not None:
        (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log))
    return folder


def test_runs_are_found_the_latest_first_and_those_of_studies_too(tmp_path: Path) -> None:
    old = made(tmp_path / "old", [{"round": 0}])
    os.utime(old / "log.jsonl", (1, 1))
    made(tmp_path / "study" / "arm-0", options={"generations": 3})
    (made(tmp_path / "done") / "result.json").write_text("{}")
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{")
    (tmp_path / "elsewhere").symlink_to(old)
    found = {run.name: run for run in watch.runs(tmp_path)}
    assert sorted(found) == ["done", "old", "study/arm-0"]
    assert list(found)[-1] == "old"
    assert (found["old"].total, found["study/arm-0"].total) == (7, 3)
    assert [found[name].finished for name in ("old", "done")] == [False, True]
    assert watch.lines(found["done"]) == []
    assert watch.runs(tmp_path / "nothing") == []


LOGS: dict[str, tuple[list[dict[str, Any]], dict[str, list[str]]]] = {
    "td": (
        [{"round": 0, "loss": 0.5, "score": 90.0}, {"round": 1, "loss": 0.25, "score": 95.5, "exam": 97.0}],
        {"Score": ["while learning", "examined"], "Loss": ["after fitting"]},
    ),
    "value": (
        [{"round": 0, "loss": 0.5}, {"round": 1, "loss": 0.25, "surprise": 0.4, "scores": {"mcts": 0.5, "net": None}}],
        {"Score in matches": ["mcts"], "Loss": ["new games", "after fitting"]},
    ),
    "ppo": (
        [{"round": 0, "steps": 4096, "loss": 1.0, "entropy": 2.0, "explained": 0.1, "exam": {"mean": 120.0}}],
        {
            "Score": ["examined"],
            "Loss": ["after fitting"],
            "Entropy of the policy": ["entropy"],
            "Variance that the value explains": ["explained"],
        },
    ),
    "genetic": (
        [{"generation": 0, "draws": 3, "best": [1.0, 2.0, 3.0, 4.0]}],
        {"Weights of the best": ["progress", "hand", "points", "crowding"], "Draws": ["draws"]},
    ),
}


@pytest.mark.parametrize("kind", LOGS)
def test_a_log_of_every_learner_has_its_curves(kind: str) -> None:
    log, expected = LOGS[kind]
    found = {one.title: list(one.lines) for one in watch.curves(log)}
    assert found == expected


def test_curves_run_over_what_was_learnt_from() -> None:
    (score, _) = watch.curves(LOGS["td"][0])
    assert (score.across, score.lines["while learning"]) == ("round", [(1.0, 90.0), (2.0, 95.5)])
    assert score.lines["examined"] == [(2.0, 97.0)]
    assert watch.curves(LOGS["ppo"][0])[0].lines["examined"] == [(4096.0, 120.0)]
    assert watch.curves([]) == []
    assert watch.curves([{"round": 0, "loss": "x", "best": [1.0], "scores": None, "exam": None}]) == []
