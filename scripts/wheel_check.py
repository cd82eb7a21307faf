"""Installs a wheel into an empty environment and plays one small match of each game from another folder.

The environment gets the wheel and its pinned run-time requirements, nothing else. So this fails when the wheel lacks
a file, when playing needs a package that it does not ask for, or when the command only works inside the checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / "build" / "wheel-check"
SOURCE = ROOT / "python" / "reineke"
DATA = ("models/*.safetensors", "models/*.md", "learn/recipes/*.toml")
PINS = ROOT / "requirements" / "run.txt"
NODES = 50


def run(*command: str | Path, cwd: Path) -> str:
    """The standard output of a command; its failure is ours."""
    print("$", *(Path(part).name if isinstance(part, Path) else part for part in command), flush=True)
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=cwd, env=clean, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}exit code {done.returncode}")
    return done.stdout


def install(wheel: Path, cwd: Path) -> Path:
    """Fills a fresh environment with the wheel and its requirements; the path of its command."""
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    venv.create(ENVIRONMENT)
    python = ENVIRONMENT / "bin" / "python"
    uv = Path(sys.executable).parent / "uv"
    run(uv, "pip", "install", "--quiet", "--python", python, "--require-hashes", "-r", PINS, cwd=cwd)
    run(uv, "pip", "install", "--quiet", "--python", python, "--offline", wheel, cwd=cwd)
    where = run(python, "-c", "import reineke; print(reineke.__file__)", cwd=cwd)
    if not Path(where.strip()).is_relative_to(ENVIRONMENT):
        sys.exit(f"reineke was imported from {where.strip()}, not from the wheel")
    data = [file.relative_to(SOURCE).as_posix() for pattern in DATA for file in sorted(SOURCE.glob(pattern))]
    for name in ("py.typed", "_core.pyi", *data):
        if not (Path(where.strip()).parent / name).exists():
            sys.exit(f"the wheel lacks {name}")
    return ENVIRONMENT / "bin" / "reineke"


def play(reineke: Path, game: dict[str, Any], cwd: Path) -> None:
    """One block of one game: the agents that need no model against each other, or alone where the game is solo."""
    name, seats = game["name"], game["seats"]
    specs = ["default", *["random"] * (seats - 1)]
    result = json.loads(
        run(reineke, "match", name, *specs, "-n", "1", "--nodes", str(NODES), "--seed", "1", "--json", cwd=cwd)
    )
    forfeits = [agent["forfeits"] for agent in result["agents"] if any(agent["forfeits"].values())]
    if result["games"] < 1 or len(result["agents"]) != seats or forfeits:
        sys.exit(f"{name}: {json.dumps(result)}")
    print(f"{name}: {result['games']} games, {seats} seats")


def main() -> None:
    """Checks the wheel named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    wheel: Path = parser.parse_args().wheel.resolve()
    with tempfile.TemporaryDirectory() as folder:
        elsewhere = Path(folder)
        reineke = install(wheel, elsewhere)
        version = run(reineke, "--version", cwd=elsewhere).split()[-1]
        if version != wheel.name.split("-")[1]:
            sys.exit(f"the command says it is {version}, the wheel {wheel.name}")
        print(run(reineke, "games", cwd=elsewhere), end="")
        games = json.loads(run(reineke, "games", "--json", cwd=elsewhere))
        if not games:
            sys.exit("the wheel knows no game")
        for game in games:
            play(reineke, game, elsewhere)


if __name__ == "__main__":
    main()
