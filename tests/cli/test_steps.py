"""The bar of what takes longer than a moment."""

from __future__ import annotations

import pytest

from reineke.cli import steps as bar
from reineke.cli.steps import steps


def test_the_steps_pass_through_and_nothing_shows_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(steps(range(3), "things", 3)) == [0, 1, 2]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("moment", "shows"), [(-1.0, True), (1000.0, False)])
def test_a_terminal_shows_the_bar_after_a_moment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, moment: float, shows: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(bar, "MOMENT", moment)
    assert list(steps(iter("ab"), "things", 2)) == ["a", "b"]
    assert ("things" in capsys.readouterr().err) == shows
