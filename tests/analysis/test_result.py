"""An analysis goes through JSON and comes back."""

from __future__ import annotations

import json

import pytest

from reineke.agent import Budget
from reineke.analysis import Analysis, analyse
from reineke.analysis.report import report
from tests.analysis.games import recorded


@pytest.mark.parametrize("spec", ["sawhian", "pig(goal=20)", "kuhn", "goofspiel"])
def test_an_analysis_read_back_is_the_analysis(spec: str) -> None:
    found = analyse(recorded(spec, seed=3), budget=Budget(nodes=50))
    again = Analysis.read(json.loads(json.dumps(found.json())), found.game)
    assert again.json() == found.json()
    assert [(one.turn, one.action, one.cost) for one in again.mistakes()] == [
        (one.turn, one.action, one.cost) for one in found.mistakes()
    ]
    assert report(again).count("<section") == len(found.mistakes())
