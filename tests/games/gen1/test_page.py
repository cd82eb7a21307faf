"""The game's page: its commands run."""

import os
import re
import subprocess
import sys
from pathlib import Path

from reineke.games import load

PAGE = Path("docs/games/gen1.md").read_text("utf-8")
COMMANDS = [line[2:] for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_the_commands_run_one_after_another(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in COMMANDS:
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout, command
    assert {"battle.html", "battle.log"} <= {file.name for file in tmp_path.iterdir()}


def test_the_number_of_actions_is_told() -> None:
    assert f"{load('gen1').actions} in all" in PAGE
