"""Lockstep as stored runs, and their page. These tests run Node."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reineke import load
from reineke.agents import make
from reineke.games.gen1 import lockstep
from scripts import gen1_lockstep_runs as script
from scripts import study_gen1_engine as study
from scripts.gen1_lockstep_runs import RUNS, Run, main
from scripts.study_runs import Runs

TINY = {"agents": Run(5, 3, agents=("random", "maxdamage(samples=1,rolls=1)")), "policies": Run(3, 4, policy="all")}
Call = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setattr(script, "PART", 2)

    def call(*arguments: str) -> int:
        folders = ["--out", str(tmp_path / "data"), "--stores", str(tmp_path / "stores"), "--jobs", "1"]
        return main([*folders, *arguments], TINY)

    return call


def test_every_run_can_be_played() -> None:
    game = load("gen1")
    for one in RUNS.values():
        assert len(one.jobs(7, 9)) == 2
        for spec in one.agents:
            make(spec, game)


def test_a_run_is_kept_with_its_command(run: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data" / "gen1-lockstep-agents.json"
    assert run("--only", "agents") == 0
    found = json.loads(path.read_text())
    assert (found["battles"], found["differences"]) == (5, 0)
    assert found["checked"] > found["turns"] > 50
    assert found["command"] == (
        'reineke verify gen1 --battles 5 --seed 3 --agent random --agent "maxdamage(samples=1,rolls=1)"'
    )
    assert "Endless Battle Clause" in found["never"]
    assert not list((tmp_path / "stores").iterdir())
    assert run("--only", "agents") == 0
    assert capsys.readouterr().out == f"{path}\n"


def test_a_run_that_was_stopped_goes_on(run: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("--only", "policies")
    whole = json.loads((tmp_path / "data" / "gen1-lockstep-policies.json").read_text())
    parts: list[list[str]] = []
    compare = lockstep.run

    def counted(jobs, workers, views=False, choose=None):  # type: ignore[no-untyped-def]
        listed = list(jobs)
        parts.append([job["id"] for job in listed])
        if len(parts) == 2:
            raise KeyboardInterrupt
        return compare(iter(listed), workers, views, choose)

    monkeypatch.setattr(lockstep, "run", counted)
    with pytest.raises(KeyboardInterrupt):
        run("--only", "policies", "--again")
    run("--only", "policies", "--again")
    assert parts == [["4-0", "4-1"], ["4-2"], ["4-2"]]
    again = json.loads((tmp_path / "data" / "gen1-lockstep-policies.json").read_text())
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}


def test_the_page_shows_what_is_there(run: Call, tmp_path: Path) -> None:
    runs = Runs(tmp_path / "data")
    assert "`python -m scripts.gen1_lockstep_runs --only agents`" in "\n".join(study.lockstep(runs))
    run("--only", "agents")
    lines = study.lockstep(runs)
    assert any(
        line.startswith("| agents | 5 | ") and "| 0 | `reineke verify gen1 --battles 5" in line for line in lines
    )
    assert "Endless Battle Clause" in lines[-2]
    assert "--only uniform`" in "\n".join(lines)


def test_speed_is_shown_once_it_was_measured(tmp_path: Path) -> None:
    assert "reineke bench gen1" in study.speed(Runs(tmp_path))[2]
    result = {"game": "gen1", "name": "mcts-start", "value": 12345.6, "unit": "iterations/s", "signature": "ab"}
    (tmp_path / "gen1-bench.json").write_text(json.dumps({"game": "gen1", "threads": 1, "results": [result]}))
    assert "| `mcts-start` | 12,346 iterations/s | `ab` |" in study.speed(Runs(tmp_path))
