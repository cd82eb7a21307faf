"""The page on bots: what it shows works, and its numbers are those of the command that it names."""

import re
from pathlib import Path

from reineke.agents import catalogue
from reineke.agents.speed.potential import Field
from reineke.agents.speed.walls import SPECS, main
from reineke.games import load

PAGE = Path("docs/games/speed-bots.md").read_text("utf-8")


def test_the_code_runs_as_it_stands(capsys):
    exec("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)), {"__name__": "page"})
    assert capsys.readouterr().out == "76 rounds, 205 cells, the winner is seat 1\n"


def test_the_bot_is_the_example():
    (bot,) = re.findall(r"```python\n(from reineke.games.speed.agent.*?)```", PAGE, re.DOTALL)
    assert bot.strip() in Path("examples/speed_bot.py").read_text("utf-8")


def test_every_bot_is_in_the_table():
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE))
    assert {name for name in catalogue(load("speed")) if name.startswith("bot-")} <= listed


def test_the_defaults_of_the_potential_field_are_told():
    inside = ",".join(f"{name}={value:g}" for name, value in vars(Field()).items())
    assert f"potential-field({inside})" in PAGE


def test_the_measured_table_is_what_the_command_prints(capsys, monkeypatch):
    """Of the smallest board; the others take longer."""
    monkeypatch.setattr("reineke.agents.speed.walls.SIZES", (12,))
    main(SPECS)
    for line in capsys.readouterr().out.splitlines():
        assert line in PAGE
