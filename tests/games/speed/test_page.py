"""The page on spe_ed: its examples run, and its tables say what the agents are."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reineke.agents import make
from reineke.agents.presets import presets
from reineke.game import GameError
from reineke.games import load

PAGE = Path("docs/games/speed.md").read_text("utf-8")
COMMANDS = [line[2:] for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
SWITCHES = dict(re.findall(r"^\| `([a-z]+)` \| `(\w+)` \|", PAGE, re.MULTILINE))
GAME = load("speed(seats=2,width=12,height=12)")


def test_the_code_runs_as_it_stands(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {"__name__": "page"})
    outcome = capsys.readouterr().out
    assert re.fullmatch(r"\[[\d., ]+\] \[[\d., ]+\]\n", outcome)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command, tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or list(tmp_path.glob("*.svg"))


@pytest.mark.covers("P20", "P33")
def test_every_variant_stands_with_its_switches():
    listed = dict(re.findall(r"^\| `([\w-]+)` \| (none|`[\w=,]+`)", PAGE, re.MULTILINE))
    for name, preset in presets(GAME).items():
        given = ",".join(f"{key}={value}" for key, value in preset.options.items())
        assert listed[name].strip("`") == (given or "none"), name


@pytest.mark.covers("P20", "P33")
@pytest.mark.parametrize(("switch", "default"), SWITCHES.items())
def test_every_switch_takes_the_default_that_is_told_and_refuses_nonsense(switch, default):
    own = ("ahead", "claim", "guard", "lines", "model", "outlive", "tours", "trust")
    agent = "default" if switch in own else "multiminimax"
    make(f"{agent}({switch}={default})", GAME)
    with pytest.raises(GameError, match=switch):
        make(f"{agent}({switch}=wrong)", GAME)


def test_the_position_in_the_text_is_one():
    (position,) = re.findall(r"```text\n(.*?)\n```", PAGE)
    game = load("speed(seats=2)")
    assert game.text(game.parse(position)) == position


def test_the_actions_have_the_numbers_of_the_table():
    game = load("speed")
    words = re.search(r"^\| 0 to 4 \| (.*?) \|", PAGE, re.MULTILINE).group(1).replace("`", "").split(", ")
    assert [game.action_text(action) for action in range(5)] == words
    assert (game.action_text(5), game.action_text(7)) == ("none", "turn_left!")
    assert game.actions == 11
