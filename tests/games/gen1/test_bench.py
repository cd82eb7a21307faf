"""Speed, and that the engine and Showdown are timed on the same battles. These tests run Node."""

from __future__ import annotations

from pathlib import Path

import pytest

from reineke import _core
from reineke.cli import bench
from reineke.game import GameError
from reineke.games import load
from reineke.games.gen1 import showdown
from reineke.games.gen1.bench import replay
from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SAME_BATTLES", 4)
    monkeypatch.setattr(bench, "BATTLES", 50)
    monkeypatch.setattr(bench, "DECISIONS", bench.CHUNK)
    monkeypatch.setattr(bench, "NODES", 40)


def test_both_speeds_and_their_ratio_are_told(reineke: Command) -> None:
    runs = [reineke("bench", "gen1", "--json", "--seconds", "0").json() for _ in range(2)]
    results = {one["name"]: one for one in runs[0]["results"]}
    assert list(results) == [
        "random-play",
        "turns",
        "mcts-start",
        "mcts-middle",
        "same-battles",
        "showdown",
        "vs-showdown",
    ]
    ratio = results["same-battles"]["value"] / results["showdown"]["value"]
    assert results["vs-showdown"]["value"] == pytest.approx(ratio, rel=0.01)
    assert results["same-battles"]["signature"] == results["showdown"]["signature"]
    for one, two in zip(runs[0]["results"], runs[1]["results"], strict=True):
        assert one["signature"] == two["signature"]


def test_searches_are_measured_where_battles_begin_and_in_their_middle() -> None:
    game = load("gen1")
    start, middle = (bench._battles(game, turns) for turns in (0, bench.MIDDLE))
    assert (len(start), len(middle)) == (bench.SEARCHED, bench.SEARCHED), "none is over"
    assert {game.json(state)["battle"]["t"] for state in start} == {1}
    assert min(game.json(state)["battle"]["t"] for state in middle) > 10
    nodes, signature = bench._thoughts("default", game, middle)()
    assert nodes == bench.SEARCHED * bench.NODES
    assert signature.startswith(f"{nodes}-")


class Changed:
    """Scripts that end otherwise than they do."""

    def __init__(self) -> None:
        self._scripts = _core.Gen1Scripts(2, 7)

    def lines(self) -> list[str]:
        return self._scripts.lines()

    def ends(self) -> list[str]:
        first, second = self._scripts.ends()
        return [first, second.replace(" p", " q")]


def test_nothing_is_timed_if_a_battle_ends_otherwise() -> None:
    with pytest.raises(GameError, match=r"battle 1 ends as '\w+ \d+ p"):
        replay(Changed())  # type: ignore[arg-type]


def test_random_play_repeats_itself_and_depends_on_the_seed() -> None:
    assert _core.gen1_random_play(20, 1) == _core.gen1_random_play(20, 1)
    assert _core.gen1_random_play(20, 1) != _core.gen1_random_play(20, 2)


def test_without_showdown_only_a_run_over_all_games_goes_on(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showdown, "FOLDER", tmp_path)
    assert "folder showdown/ is missing" in reineke("bench", "gen1", "--seconds", "0").refused()
    monkeypatch.setattr("reineke.games.names", lambda: {"gen1": "", "kuhn": ""})
    done = reineke("bench", "--seconds", "0")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert "turns/s" in done.out
    assert "vs-showdown is left out" in done.err
    assert "kuhn" in done.out
