"""Positions and game trees as pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Command


@pytest.mark.covers("W28")
def test_a_board_goes_to_stdout_or_into_a_file(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    printed = reineke("draw", "sawhian", "start").out
    assert reineke("draw", "sawhian", "start", "-o", file).out == ""
    assert file.read_text("utf-8").strip() == printed.strip()
    assert ElementTree.fromstring(printed).tag.endswith("svg")


@pytest.mark.covers("W28")
def test_an_agent_puts_its_values_and_depth_beside_the_board(reineke: Command) -> None:
    picture = reineke("draw", "sawhian", "start", "--agent", "maxn(depth=3,eval=seed)").out
    assert 'id="value-3"' in picture
    assert "depth 3" in picture


@pytest.mark.covers("W28")
def test_a_tree_shows_every_move_with_its_tuple(reineke: Command) -> None:
    picture = reineke("draw", "sawhian", "start", "--tree", "1").out
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "8 positions" in picture


def test_trees_of_other_games_name_their_seats(reineke: Command) -> None:
    picture = reineke("draw", "tictactoe", "xo./.x./..o x", "--tree", "2").out
    assert "seat 1" in picture


def test_a_tree_that_is_too_large_is_refused(reineke: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reineke.cli.draw.MOST", 10)
    assert "more than 10 leaves" in reineke("draw", "sawhian", "start", "--tree", "3").refused()
