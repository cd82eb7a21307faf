"""How long a click takes to its echo while agents think: `python -m bench.web --games 20 --watchers 200`.

A server of its own process, as many games of Sawhian at once as told, each with one person and three agents that think
half a second a move, and watchers on one of them. Prints one line of JSON: milliseconds from a person's message to the
state that shows the move, and whether every watcher has seen every turn. `--json FILE` keeps it for the study.
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

from websockets.asyncio.client import ClientConnection, connect

COMMAND = [sys.executable, "-c", "import sys; from reineke.cli import main; sys.exit(main())", "serve", "web"]


def ask(url: str, secret: str, spec: str) -> str:
    wish = {"game": "sawhian", "seats": [{"kind": "you"}, *[{"kind": "agent", "spec": spec}] * 3]}
    headers = {"cookie": f"reineke={secret}", "content-type": "application/json"}
    request = urllib.request.Request(f"{url}/api/games", json.dumps(wish).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["id"])


def dial(url: str, room: str, secret: str) -> connect:
    where = f"{url.replace('http', 'ws')}/ws/{room}"
    return connect(where, additional_headers={"cookie": f"reineke={secret}"}, max_size=None)


async def person(url: str, room: str, secret: str, clicks: int, waits: list[float]) -> int:
    """Plays so many moves; returns how many turns there were then."""
    async with dial(url, room, secret) as socket:
        state = {}
        for _ in range(clicks):
            while not state.get("options"):
                state = await hear(socket)
            at, own = state["at"], state["options"][0]
            await asyncio.sleep(0.3)
            begin = time.perf_counter()
            move = {"type": "play", "seat": 0, "at": at, "action": own["choices"][0]["action"]}
            await socket.send(json.dumps(move))
            while (state := await hear(socket))["at"] == at:
                pass
            waits.append(1000 * (time.perf_counter() - begin))
        return int(state["at"])


async def hear(socket: ClientConnection) -> dict:
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "state":
            return message


async def watcher(url: str, room: str, ready: asyncio.Semaphore, seen: list[int]) -> None:
    async with dial(url, room, secrets.token_hex(16)) as socket:
        lines = 0
        ready.release()
        while True:
            log = (await hear(socket))["log"]
            assert log["from"] <= lines
            lines = log["from"] + len(log["lines"])
            seen.append(lines)


async def measure(url: str, games: int, watchers: int, clicks: int, spec: str) -> dict:
    people = [secrets.token_hex(16) for _ in range(games)]
    rooms = [ask(url, secret, spec) for secret in people]
    ready, seen = asyncio.Semaphore(0), [[] for _ in range(watchers)]
    tasks = [asyncio.create_task(watcher(url, rooms[0], ready, one)) for one in seen]
    for _ in tasks:
        await ready.acquire()
    waits: list[float] = []
    ends = await asyncio.gather(
        *(person(url, room, secret, clicks, waits) for room, secret in zip(rooms, people, strict=True))
    )
    await asyncio.sleep(3)
    for task in tasks:
        task.cancel()
    waits.sort()

    def at(part: float) -> float:
        return round(waits[min(len(waits) - 1, int(part * len(waits)))], 1)

    share = sum(one[-1] > ends[0] for one in seen if one)
    return {
        "games": games, "watchers": watchers, "clicks": len(waits),
        "ms": {"p50": at(0.5), "p95": at(0.95), "max": at(1.0)},
        "watchers_up_to_date": share,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--clicks", type=int, default=5, help="of each person")
    parser.add_argument("--agent", default="default(time=0.5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the result here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [*COMMAND, "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            url = re.search(r"http://[\d.]+:\d+", server.stdout.readline())[0]
            found = asyncio.run(measure(url, options.games, options.watchers, options.clicks, options.agent))
        finally:
            server.terminate()
            server.wait()
    told = json.dumps({**found, "agent": options.agent, "cores": len(os.sched_getaffinity(0))})
    print(told)
    if options.json:
        options.json.write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
