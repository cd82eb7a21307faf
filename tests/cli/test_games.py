"""What there is."""

from __future__ import annotations

import re

from reineke.agents import catalogue
from reineke.cli.games import OPTIONS
from reineke.games import load, names
from tests.cli.conftest import Command

NEEDS = {"source": ",mode=thesis"}
"""What a value takes beside it."""


def test_games_lists_every_native_game_with_what_loads_it(reineke: Command) -> None:
    found = reineke("games", "--json").json()
    assert [game["name"] for game in found] == list(names())
    for game in found:
        assert load(game["spec"]).seats == game["seats"]
        assert game["about"]


def test_games_says_what_kind_they_are(reineke: Command) -> None:
    kinds = {game["name"]: game["kind"] for game in reineke("games", "--json").json()}
    assert kinds["sawhian"] == ["turns"]
    assert kinds["pig"] == ["chance"]
    assert kinds["goofspiel"] == ["simultaneous", "chance"]
    assert kinds["kuhn"] == ["hidden"]
    assert kinds["gen1"] == ["simultaneous", "chance", "hidden"]


def test_every_listed_option_is_one_of_the_game() -> None:
    assert set(OPTIONS) == set(names())
    for name, options in OPTIONS.items():
        for key, values in options.items():
            for value in re.split(r"\||\.\.", values):
                load(f"{name}({key}={value}{NEEDS.get(value, '')})")


def test_the_table_of_games_names_them_all(reineke: Command) -> None:
    out = reineke("games").out
    assert all(f"{name} " in out for name in names())


def test_agents_of_a_game_come_with_its_presets_first(reineke: Command) -> None:
    found = [agent["name"] for agent in reineke("agents", "sawhian", "--json").json()]
    assert found == list(catalogue(load("sawhian")))
    assert found[0] == "default"
    assert "mcts" in reineke("agents").out
