"""Shells complete verbs, games and agents."""

from __future__ import annotations

import pytest

from reineke.cli.run import COMPLETE
from tests.cli.conftest import Command


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_this_command(reineke: Command, shell: str) -> None:
    done = reineke("completion", shell)
    assert done.code == 0
    assert COMPLETE in done.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("reineke ver", "verify"),
        ("reineke match saw", "sawhian"),
        ("reineke match ge", "gen1"),
        ("reineke match sawhian deph", "dephiloper"),
        ("reineke play pig --agent mc", "mcts"),
        ("reineke decide nosuch start --agent mc", "mcts"),
        ("reineke train sawhian gen", "genetic"),
    ],
)
def test_words_are_completed(reineke: Command, monkeypatch: pytest.MonkeyPatch, words: str, expected: str) -> None:
    monkeypatch.setenv(COMPLETE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert f"plain,{expected}" in reineke().out.splitlines()
