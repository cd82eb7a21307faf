"""How the command starts, fails and ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import reineke as package
from reineke.cli import main
from reineke.cli.verbs import SECTIONS
from reineke.cli.verbs import reineke as verbs
from tests.cli.conftest import COMMAND, Command, process

FAILING = """
from reineke.agent import Agent
class Failing(Agent):
    def decide(self, view, budget, stop=None, progress=None):
        raise {error}
"""


def test_the_version_is_the_packages(reineke: Command) -> None:
    assert reineke("--version").out == f"reineke {package.__version__}\n"


def test_no_verb_shows_the_help(reineke: Command) -> None:
    done = reineke()
    assert done.code == 0
    assert all(f"  {verb} " in done.out for section in SECTIONS.values() for verb in section)
    assert done.out == reineke("--help").out == reineke("-h").out


@pytest.mark.parametrize("verb", [verb for section in SECTIONS.values() for verb in section])
def test_every_verb_explains_itself(reineke: Command, verb: str) -> None:
    done = reineke(verb, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: reineke {verb}")
    assert verbs.get_command(None, verb).get_short_help_str()  # type: ignore[union-attr, arg-type]


def test_an_internal_error_is_one_line_and_debug_shows_where(reineke: Command, tmp_path: Path) -> None:
    agent = tmp_path / "failing.py"
    agent.write_text(FAILING.format(error='ZeroDivisionError("by\\nzero")'))
    done = reineke("decide", "rps", "start", "--agent", agent)
    assert done.code == 1
    assert done.err == "reineke: internal error, ZeroDivisionError: by zero (--debug shows where)\n"
    debugged = reineke("decide", "rps", "start", "--agent", agent, "--debug")
    assert debugged.code == 1
    assert "Traceback" in debugged.err
    assert "failing.py" in debugged.err


def test_ctrl_c_is_code_130_and_one_line(reineke: Command, tmp_path: Path) -> None:
    agent = tmp_path / "failing.py"
    agent.write_text(FAILING.format(error="KeyboardInterrupt"))
    done = reineke("decide", "rps", "start", "--agent", agent)
    assert (done.code, done.out, done.err) == (130, "", "reineke: interrupted\n")


def test_ctrl_c_ends_a_search_in_the_core() -> None:
    command = [*COMMAND, "play", "sawhian", "--seat", "1", "--agent", "default(time=3600)"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert "you are" in process.stdout.readline()  # the agent of seat 0 thinks now, or is about to
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "reineke: interrupted\n")


def test_ctrl_c_while_loading_is_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("reineke.cli.run.run", interrupted)
    assert main([]) == 130


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run([*COMMAND, "agents"], stdout=closed, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr) == (141, b"")


def test_the_command_starts_without_the_heavy_packages() -> None:
    heavy = {"numpy", "rich", "jax", "asyncio", "sqlite3"}
    script = f"import sys; from reineke.cli import main; main(['--version']); print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "set()"


def test_the_installed_command_is_this_one() -> None:
    script = Path(sys.executable).with_name("reineke")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout == process("--version").out
