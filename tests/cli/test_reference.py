"""The reference page: what it shows works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reineke.cli.verbs import SECTIONS
from tests.cli.conftest import ROOT

PAGE = ROOT / "docs" / "command.md"
VERBS = [verb for section in SECTIONS.values() for verb in section]


def examples() -> list[str]:
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def test_every_verb_has_its_section() -> None:
    sections = re.findall(r"^## reineke (\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(sections) == sorted(VERBS)


def test_every_option_of_a_verb_stands_in_its_section() -> None:
    from reineke.cli.verbs import reineke

    page = PAGE.read_text("utf-8")
    for verb in VERBS:
        section = page[page.index(f"## reineke {verb}\n") :].partition("\n## ")[0]
        command = reineke.get_command(None, verb)  # type: ignore[arg-type]
        for part in [command, *getattr(command, "commands", {}).values()]:
            for parameter in part.params:  # type: ignore[union-attr]
                for name in parameter.opts:
                    if name.startswith("--") and parameter.param_type_name == "option":
                        short = any(f"{other} " in section for other in parameter.opts if not other.startswith("--"))
                        assert name in section or short, f"{verb} {name}"


def test_the_examples_run_one_after_another(tmp_path: Path) -> None:
    assert len(examples()) > 20
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in examples():
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (done.returncode, done.stderr) == (0, ""), line
        assert done.stdout or " -o " in line, line


@pytest.mark.parametrize("example", re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
def test_what_is_not_run_can_be_parsed(example: str) -> None:
    import shlex

    from reineke.cli.verbs import reineke

    for line in example.splitlines():
        words = shlex.split(line)
        assert words[0] == "reineke"
        command = reineke.get_command(None, words[1])  # type: ignore[arg-type]
        assert command is not None
        command.make_context(words[1], words[2:], resilient_parsing=False)
