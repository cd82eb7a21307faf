"""Analyses of finished games: made one after another in a process of their own, and kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import zlib
from dataclasses import dataclass
from typing import Any

from reineke.analysis import Analysis
from reineke.game import Game
from reineke.web.store import Full, Store

STRENGTHS = {"quick": 0.2, "usual": 1.0, "thorough": 5.0}
"""How much the judge thinks, in times of its usual nodes."""
WAITING = 20
"""Analyses that may wait for their turn."""
LINE = 1 << 28
"""Bytes of the longest answer."""

Key = tuple[str, str]
"""A game's link and a strength."""


@dataclass
class Work:
    """An analysis that is not done yet."""

    line: str
    """The record."""
    state: str = "waiting"
    done: int = 0
    of: int = 0
    error: str = ""
    process: asyncio.subprocess.Process | None = None

    def end(self) -> None:
        """Has its process end."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    def told(self) -> dict[str, Any]:
        """How far it is."""
        return {"state": self.state, "done": self.done, "of": self.of, "error": self.error}


class Busy(Exception):
    """Enough analyses wait already."""


class Analyses:
    """All analyses of a server. Its methods are called on the server's loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._works: dict[Key, Work] = {}
        self._runner: asyncio.Task[None] | None = None

    def states(self, identity: str) -> dict[str, dict[str, Any]]:
        """How far the analyses of a game are, by strength; those that nobody has asked for are left out."""
        found = {strength: {"state": "done"} for strength in self._store.analyses(identity)}
        for (game, strength), work in self._works.items():
            if game == identity:
                found.setdefault(strength, work.told())
        return found

    def start(self, identity: str, strength: str, line: str) -> None:
        """Asks for an analysis; nothing happens if it is there or on its way. Raises `Busy` and `Full`."""
        key = identity, strength
        work = self._works.get(key)
        if strength in self._store.analyses(identity) or (work is not None and work.state != "failed"):
            return
        if sum(one.state == "waiting" for one in self._works.values()) >= WAITING:
            raise Busy
        self._store.keep_analysis(*key)
        self._works.pop(key, None)
        self._works[key] = Work(line)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.get_running_loop().create_task(self._run())

    def stop(self, identity: str, strength: str) -> None:
        """Gives an analysis up."""
        work = self._works.pop((identity, strength), None)
        if work is not None:
            work.end()
            self._drop((identity, strength))

    def close(self) -> None:
        """Ends what goes on; after a restart it begins anew."""
        if self._runner is not None:
            self._runner.cancel()
        for work in self._works.values():
            work.end()

    def _drop(self, key: Key) -> None:
        with contextlib.suppress(Full):
            self._store.drop_analysis(*key)

    async def _run(self) -> None:
        while waiting := next(((key, one) for key, one in self._works.items() if one.state == "waiting"), None):
            key, work = waiting
            work.state = "running"
            try:
                data = await self._judge(key, work)
            except OSError as error:
                work.error = str(error)
                data = None
            if self._works.get(key) is not work:
                continue  # it was given up
            if data is not None and self._keep(key, data, work):
                del self._works[key]
            else:
                work.state = "failed"
                self._drop(key)

    async def _judge(self, key: Key, work: Work) -> dict[str, Any] | None:
        work.process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a folder that happens to be called reineke is not the package
            "-m",
            "reineke.web.judge",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE,
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            asked = {"record": work.line, "factor": STRENGTHS[key[1]]}
            with contextlib.suppress(ConnectionError):
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                await process.stdin.drain()
            process.stdin.close()
            found = await self._hear(process.stdout, work)
            await process.wait()
        except BaseException:
            work.end()
            raise
        return found

    async def _hear(self, out: asyncio.StreamReader, work: Work) -> dict[str, Any] | None:
        while line := await out.readline():
            said = await asyncio.to_thread(json.loads, line) if len(line) > 1000 else json.loads(line)
            if "analysis" in said:
                return dict(said["analysis"])
            work.done, work.of, work.error = said.get("done", 0), said.get("of", 0), said.get("error", "")
        work.error = work.error or "the judge has gone"
        return None

    def _keep(self, key: Key, data: dict[str, Any], work: Work) -> bool:
        try:
            self._store.keep_analysis(*key, zlib.compress(json.dumps(data, separators=(",", ":")).encode()))
        except Full:
            work.error = "error.full"
            return False
        return True

    def packed(self, identity: str, strength: str) -> bytes | None:
        """A kept analysis, to be read by `unpack`."""
        return self._store.analysis(identity, strength)


def unpack(packed: bytes, game: Game) -> Analysis:
    """A kept analysis."""
    return Analysis.read(json.loads(zlib.decompress(packed)), game)
