"""The progress bar: on a terminal it tells how the match stands, elsewhere it is silent."""

from __future__ import annotations

import pytest

from reineke.agent import Budget
from reineke.arena.play import play_game
from reineke.arena.progress import Bar
from reineke.arena.schedule import Run
from tests.arena import toys


def show(run: Run, blocks: int) -> None:
    games = [play_game(run, job, toys.load(run.game), toys.make) for job in run.jobs(blocks)]
    with Bar(run.specs, len(games), games[:1]) as bar:
        for game in games[1:]:
            bar.advance(game)


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_shows_games_and_shares_on_stderr(capsys):
    show(Run("nim", ("random", "crash(1)"), Budget(), 1), 3)
    out, err = capsys.readouterr()
    assert out == ""
    assert "6/6" in err
    assert "random 100.0%  crash(1) 0.0%" in err


@pytest.mark.usefixtures("terminal")
def test_a_solo_match_shows_its_mean_score(capsys):
    show(Run("solo", ("first",), Budget(), 1), 3)
    assert "mean score 0.0" in capsys.readouterr().err


def test_without_a_terminal_it_is_silent(capsys, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    show(Run("nim", ("random", "first"), Budget(), 1), 1)
    assert capsys.readouterr() == ("", "")
