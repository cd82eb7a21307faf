"""Levels of strength: every game has all of them, and every one of them plays."""

from __future__ import annotations

import pytest

from reineke.agents import make
from reineke.agents.presets import presets
from reineke.games import load
from reineke.web.levels import LEVELS, levels

GAMES = (
    "sawhian",
    "speed(seats=3,width=12,height=12)",
    "clever",
    *(f"clever(seats={seats})" for seats in (2, 3, 4)),
    "clever(mode=thesis)",
    "clever(seats=2,areas=ybg)",
    "gen1",
    "tictactoe",
)


@pytest.mark.parametrize("spec", GAMES)
def test_every_level_of_a_game_can_be_made(spec: str) -> None:
    game = load(spec)
    found = levels(game)
    assert tuple(found) == LEVELS
    assert len(set(found.values())) == len(LEVELS), "every level is another agent"
    for one in found.values():
        make(one, game)


def test_clever_has_its_networks_as_levels() -> None:
    assert levels(load("clever"))["strong"] == "td"
    assert levels(load("clever(seats=3)"))["strong"] == "tables"
    assert "tables" not in presets(load("clever"))
