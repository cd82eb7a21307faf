"""The command as tests call it: in this process where that suffices, as a process where it has to be one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reineke.cli import main

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "import sys; from reineke.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """What stdout holds: one JSON value alone, and all is well."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    def refused(self) -> str:
        """The one line that says what the user did wrong."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.startswith("reineke: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err[len("reineke: ") : -1]


Command = Callable[..., Done]


@pytest.fixture
def reineke(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in this process."""

    def run(*arguments: str | Path, stdin: str | bytes = "") -> Done:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


def process(*arguments: str | Path, stdin: str = "") -> Done:
    """Runs the command as a process of its own."""
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=300)
    return Done(done.returncode, done.stdout, done.stderr)
