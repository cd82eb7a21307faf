"""The page on environments: its code runs, and its tables are what the layouts are."""

import ast
import re
from pathlib import Path

import pytest

from reineke.envs import CleverEnv
from reineke.games.clever.batch import Batch, game_options

PAGE = Path("docs/environments.md").read_text("utf-8")


def test_the_code_runs_as_it_stands(capsys):
    exec("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)), {"__name__": "page"})
    out = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\d+ points in \d+ decisions", out[0])
    assert re.fullmatch(r"random play makes 6\d points", out[1])
    assert out[2] == "(247,) (97,)"


@pytest.mark.covers("G8")
@pytest.mark.parametrize(("layout", "mode"), [("lean", "official"), ("thesis", "thesis")])
def test_the_fields_are_told_with_their_bounds(layout, mode):
    section = PAGE.split(f"## The {layout} layout")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", section, re.MULTILINE)
    fields = Batch(1, game_options(mode=mode)).fields
    assert [(name, *map(int, numbers)) for name, *numbers in rows] == [
        (field.name, field.start, field.count, field.low, field.high) for field in fields
    ]


def test_the_arguments_have_the_defaults_that_are_told():
    told = re.findall(r"^\| `(\w+)` \| (`[^`]+`|by mode) \|", PAGE, re.MULTILINE)
    defaults = CleverEnv.__init__.__kwdefaults__
    assert [name for name, _ in told] == list(defaults)
    for name, default in told:
        assert defaults[name] == (None if default == "by mode" else ast.literal_eval(default.strip("`")))


def test_the_example_of_masked_ppo_is_python():
    ast.parse(Path("examples/clever_ppo.py").read_text("utf-8"))
