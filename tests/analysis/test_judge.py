"""Who judges finished games of each kind."""

from __future__ import annotations

import pytest

from reineke.agents.presets import presets
from reineke.analysis.judge import analyst
from reineke.games import load


@pytest.mark.parametrize(
    ("spec", "quick"),
    [
        ("clever", "td"),
        *((f"clever(seats={seats})", "tables") for seats in (2, 3, 4)),
        ("clever(mode=thesis)", "default"),
    ],
)
def test_decisions_and_chance_of_clever_are_judged_by_one_network(spec: str, quick: str) -> None:
    game = load(spec)
    who = analyst(game)
    assert (who.spec, who.quick) == ("default", quick)
    named = presets(game)
    assert named[who.spec].options.get("model") == named[who.quick].options.get("model")
