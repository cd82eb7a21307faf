"""The game's page: its code and commands run, its tables are the sheet's, its position is one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reineke.agents import catalogue
from reineke.games import load
from reineke.games.clever.paper import BLUE_POINTS, GREEN_LIMITS, GREEN_POINTS, ORANGE_TIMES, TRACK_BONUSES
from reineke.games.clever.rating import BANDS

PAGE = Path("docs/games/clever.md").read_text("utf-8")
COMMANDS = [line[2:] for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_the_code_runs_as_it_stands(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {"__name__": "page"})
    assert re.fullmatch(r"\[\d+\.0\]\n", capsys.readouterr().out)


def test_the_commands_run_one_after_another(tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in COMMANDS:
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout, command
    assert {"game.html", "report.html"} <= {file.name for file in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("blue, points of so many crosses", BLUE_POINTS[1:]),
        ("green takes a die of at least", GREEN_LIMITS),
        ("green, points", GREEN_POINTS[1:]),
        ("green, bonus", TRACK_BONUSES["green"]),
        ("orange multiplies by", ORANGE_TIMES),
        ("orange, bonus", TRACK_BONUSES["orange"]),
        ("purple, bonus", TRACK_BONUSES["purple"]),
    ],
)
def test_the_tables_are_the_sheets(words, values):
    (row,) = re.findall(rf"^\| {words} \|(.*)\|$", PAGE, re.MULTILINE)
    assert [cell.strip() for cell in row.split("|")] == [str(value) for value in values]


def test_the_scale_is_the_one_that_is_used():
    for _, words in BANDS:
        assert f"| {words} |" in PAGE


def test_the_actions_have_the_numbers_of_the_table():
    game = load("clever")
    rows = re.findall(r"^\| ([\d]+)(?: to |, )(\d+) \| .*? \| (`.*`) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 8
    for first, last, texts in rows:
        named = re.findall(r"`(.*?)`", texts)
        assert (game.action_text(int(first)), game.action_text(int(last))) == (named[0], named[-1])
    assert game.actions == 60


def test_the_position_in_the_text_is_one():
    (position,) = re.findall(r"```text\n(.*?)\n```", PAGE)
    game = load("clever")
    assert game.text(game.parse(position)) == position


def test_the_agents_of_the_table_are_there():
    (table,) = re.findall(r"\| agent \| seats \|.*?\n\n", PAGE, re.DOTALL)
    rows = re.findall(r"^\| `(.*?)` \| (any|2 to 4) \|", table, re.MULTILINE)
    assert {"default", "solo", "rules", "greedy"} <= {name for name, _ in rows}
    for seats in (1, 2, 3, 4):
        known = catalogue(load(f"clever(seats={seats})"))
        for name, which in rows:
            if name != "td":
                assert (name in known) == (seats > 1 or which == "any"), (name, seats)
