"""How long a newcomer waits from `make play` on a fresh clone to the first own move: `python -m bench.first_visit`.

Clones the repository into a new folder, runs `make play` there, loads the page and all its files, opens a game of
Sawhian against three agents of the strength that the page proposes, and makes a move. Nothing of an earlier set-up is
used but what pip, uv and cargo keep of downloads in their own caches. `--json FILE` keeps the result for the study.
"""

import argparse
import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.web import ask, dial, hear

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 1800.0


def get(url: str, secret: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"cookie": f"reineke={secret}"})) as answer:
        return str(answer.read().decode("utf-8", "replace"))


def page(url: str, secret: str) -> int:
    """Loads the page with everything that it names; returns how many files that were."""
    names = set(re.findall(r'(?:src|href)="(/[^"#]+)"', get(url, secret)))
    for name in names:
        get(url + name, secret)
    return 1 + len(names)


async def first_move(url: str, room: str, secret: str) -> None:
    async with dial(url, room, secret) as socket:
        state: dict = {}
        while not state.get("options"):
            state = await hear(socket)
        at, choice = state["at"], state["options"][0]["choices"][0]["action"]
        await socket.send(json.dumps({"type": "play", "seat": 0, "at": at, "action": choice}))
        while (await hear(socket))["at"] == at:
            pass


def visit(folder: Path, agent: str) -> dict:
    """One visit: seconds from `make play` to each step."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=clone, check=True, capture_output=True, text=True
    )
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS")}
    begin, times = time.perf_counter(), {}
    command = ["make", "play", f"ARGS=--no-open --port 0 --data {folder / 'games'}"]
    made = subprocess.Popen(command, cwd=clone, env=kept, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        url = link(made, begin)
        times["link"] = time.perf_counter() - begin
        secret = secrets.token_hex(16)
        files = page(url, secret)
        times["page"] = time.perf_counter() - begin
        asyncio.run(first_move(url, ask(url, secret, agent), secret))
        times["move"] = time.perf_counter() - begin
    finally:
        os.killpg(made.pid, 15)
        made.wait()
    seconds = {name: round(value, 2) for name, value in times.items()}
    return {"commit": commit.stdout.strip(), "cores": len(os.sched_getaffinity(0)), "files": files, "seconds": seconds}


def link(made: subprocess.Popen, begin: float) -> str:
    """The address that the page is served at, once it is told."""
    for line in made.stdout:
        if found := re.search(r"http://[\d.]+:\d+", line):
            return found[0]
        if time.perf_counter() - begin > PATIENCE:
            break
    raise SystemExit("make play told no address")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", default="default(time=0.5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the result here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = json.dumps(visit(Path(folder), options.agent))
    print(found)
    if options.json:
        options.json.write_text(found + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
