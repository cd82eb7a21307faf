"""Speed with a signature: a change of behaviour shows as a changed signature."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reineke import _core
from reineke.cli import bench
from reineke.games import load, names
from tests.cli.conftest import Command


def test_the_json_has_the_promised_shape_and_every_game_plays_at_random(reineke: Command) -> None:
    found = reineke("bench", "--json", "--seconds", "0").json()
    assert list(found) == ["game", "threads", "results"]
    assert (found["game"], found["threads"]) == (None, 1)
    assert [one["game"] for one in found["results"] if one["name"] == "random-play"] == list(names())
    assert all(one["value"] > 0 and one["unit"] and one["signature"] for one in found["results"])


def test_signatures_are_the_same_in_every_run(reineke: Command) -> None:
    runs = [reineke("bench", "sawhian", "--json", "--seconds", "0").json() for _ in range(2)]
    signatures = [[(one["name"], one["signature"]) for one in run["results"]] for run in runs]
    assert signatures[0] == signatures[1]
    assert [name for name, _ in signatures[0]] == ["random-play", "maxn-full-width"]


def test_the_full_width_search_visits_exactly_the_nodes_that_counting_finds() -> None:
    game = load("sawhian")
    nodes, signature = bench._full_width(game)()  # type: ignore[arg-type]
    states = [game.parse(text) for text in bench.POSITIONS]
    counted = sum(_core.sawhian_perft(state, depth) for state in states for depth in range(1, bench.DEPTH + 1))
    assert nodes == counted
    assert signature.startswith(f"{nodes}-")


def test_work_that_does_not_repeat_itself_is_no_measurement() -> None:
    signatures: Iterator[str] = iter("abc")
    with pytest.raises(RuntimeError, match="does not repeat itself: a, b, c"):
        bench._best("game", "work", "units/s", lambda: (1, next(signatures)), 0)


def test_the_text_shows_every_benchmark(reineke: Command) -> None:
    out = reineke("bench", "kuhn", "--seconds", "0").out
    assert "random-play" in out
    assert "decisions/s" in out
