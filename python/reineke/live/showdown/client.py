"""A client of a Showdown server: logs in, finds battles, plays them unattended, survives what happens on the way."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from reineke.agent import Agent
from reineke.agents import make
from reineke.game import GameError
from reineke.games import load
from reineke.live.lines import LineFile
from reineke.live.showdown import wire
from reineke.live.showdown.battle import Battle, Care
from reineke.live.showdown.lobby import Lobby, Plan
from reineke.live.showdown.login import Account
from reineke.live.showdown.record import record
from reineke.live.thinker import Thinker
from reineke.live.web import Busy, dial

Log = Callable[[str], None]

LARGEST = 1 << 24
"""Bytes of a server's message; the log of a battle of 1,000 turns takes a thirtieth."""
FAREWELL = 5.0
"""Seconds that a server has to take note that we forfeit."""
PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between attempts to connect; the last one again and again."""


@dataclass(frozen=True)
class Limits:
    """How long to wait."""

    retry: float = 300.0
    """Seconds to try again where the connection breaks or nobody is there; before the first login none."""
    patience: float = 600.0
    """Seconds to wait for a battle to begin."""


class ShowdownClient(threading.Thread):
    """A player at a Showdown server; `start()` it as a thread, or call `play`.

    Every event goes to `log` as one line. With `records`, every battle is appended to that file. `results` has one
    entry per battle (`Battle.result`), those aborted included. If a thread ends by an error, `error` holds it. An agent
    that is no spec plays one battle at a time.
    """

    def __init__(
        self,
        url: str,
        account: Account,
        plan: Plan,
        agent: str | Agent = "default",
        *,
        care: Care | None = None,
        limits: Limits | None = None,
        seed: int = 0,
        records: str | Path | None = None,
        log: Log | None = None,
    ) -> None:
        super().__init__(name=f"showdown-{account.id}", daemon=True)
        if not url.startswith(("ws://", "wss://")):
            raise GameError(f"{url!r} is no address of a web socket, such as ws://127.0.0.1:8000/showdown/websocket")
        self.url, self.account, self.plan, self.seed = url, account, plan, seed
        self.care, self.limits = care or Care(), limits or Limits()
        self.game = load("gen1")
        if isinstance(agent, Agent) and plan.at_once > 1:
            raise GameError("one agent plays one battle at a time; several at once take a spec")
        self._agent = agent
        made = self._made()  # one that cannot be made is said before anything begins
        self.agent = made.spec or type(made).__name__
        self.results: list[dict[str, Any]] = []
        self.error: GameError | None = None
        self.reconnects = 0
        self._records = LineFile(records) if records is not None else None
        self._log = log or (lambda line: None)
        self._lobby = Lobby(account.id, plan, self._send, self._log)
        self._battles: dict[str, Battle] = {}
        self._past: set[str] = set()  # rooms whose battles are over
        self._idle: list[Thinker] = []
        self._connection: ClientConnection | None = None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self.ready = False
        """Whether we are logged in."""

    # Life.

    def run(self) -> None:
        try:
            self.play()
        except GameError as error:
            self.error = error

    def play(self) -> list[dict[str, Any]]:
        """Plays the battles that are planned, and returns their results. Raises `GameError` if the server cannot be
        reached or does not let us in."""
        executor = ThreadPoolExecutor(self.plan.at_once + 1, thread_name_prefix="showdown")
        self._executor = executor
        try:
            with contextlib.suppress(asyncio.CancelledError):
                asyncio.run(self._live())
        finally:
            executor.shutdown(wait=False)
            for thinker in self._idle:
                thinker.close()
        if self._lobby.reason:
            raise GameError(self._lobby.reason)
        return self.results

    def finish(self) -> None:
        """Begins no more battles, plays those that are going on to their end. From any thread."""
        self._soon(self._lobby.close)

    def stop(self) -> None:
        """Forfeits what is going on, and ends, soon even where the server does not answer. From any thread."""

        def give_up() -> None:
            self._lobby.close()
            for battle in self._battles.values():
                battle.forfeit()
            if self._loop is not None and self._main is not None:
                self._loop.call_later(FAREWELL if self.ready else 0.0, self._main.cancel)

        self._soon(give_up)

    def drop(self) -> None:
        """Breaks the connection, as the network might. From any thread."""

        def abort() -> None:
            if self._connection is not None:
                self._connection.transport.abort()

        self._soon(abort)

    @property
    def playing(self) -> int:
        """How many battles are going on."""
        return len(self._battles)

    def _soon(self, work: Callable[[], None]) -> None:
        if self._loop is None:
            self._lobby.closed = True
            return

        def done() -> None:
            work()
            self._look()

        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            self._loop.call_soon_threadsafe(done)

    # The connection.

    async def _live(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        begun, tries, lost = False, 0, time.monotonic()
        try:
            while not self._finished():
                try:
                    self._connection = await self._dial()
                    await self._follow(self._connection)
                except Busy as error:
                    if not begun or time.monotonic() - lost > self.limits.retry:
                        raise
                    self._log(f"{error}; trying again")
                except ConnectionClosed:
                    self._log("the connection broke")
                if self.ready:
                    begun, tries, lost = True, 0, time.monotonic()
                self.ready, self._connection = False, None
                if not self._finished():
                    await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                    tries, self.reconnects = tries + 1, self.reconnects + 1
        finally:
            for battle in list(self._battles.values()):
                battle.abort("the connection could not be had again")
                self._settle(battle)

    async def _dial(self) -> ClientConnection:
        return await dial(self.url, max_size=LARGEST, open_timeout=30, ping_interval=20, ping_timeout=60)

    async def _follow(self, connection: ClientConnection) -> None:
        """Does what the server's messages ask for, until we are done or the line breaks."""
        self._outbox = asyncio.Queue()
        tasks = [
            asyncio.ensure_future(work) for work in (self._hear(connection), self._speak(connection), self._wait())
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await self._flush(connection)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await connection.close()

    async def _flush(self, connection: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while not self._outbox.empty():
                await connection.send(self._outbox.get_nowait())

    async def _hear(self, connection: ClientConnection) -> None:
        async for text in connection:
            if isinstance(text, str):
                await self._take(text)

    async def _speak(self, connection: ClientConnection) -> None:
        while True:
            await connection.send(await self._outbox.get())

    async def _wait(self) -> None:
        """Until everything is done. Also tries again what the lobby could not do before."""
        begin = time.monotonic()
        while not self._finished():
            if self._battles or not self.ready:
                begin = time.monotonic()
            elif time.monotonic() - begin > self.limits.patience:
                raise GameError(f"no battle has begun for {self.limits.patience:g} s")
            await asyncio.sleep(0.05)
            if self.ready:
                self._lobby.seek(len(self._battles))

    def _send(self, text: str) -> None:
        self._outbox.put_nowait(text)

    def _finished(self) -> bool:
        return self._lobby.done and not self._battles

    # Messages.

    async def _take(self, text: str) -> None:
        room, lines = wire.split(text)
        if room.startswith("battle-"):
            self._battle(room, lines)
        elif not room:
            for line in lines:
                await self._global(line)

    async def _global(self, line: str) -> None:
        parts = line[1:].split("|") if line.startswith("|") else ["", line]
        kind, rest = parts[0], parts[1:]
        if kind == "challstr":
            await self._log_in("|".join(rest))
        elif kind == "nametaken":
            raise GameError(f"the server refuses the name {self.account.name}: {rest[-1]}")
        elif kind == "updateuser" and len(rest) > 1 and rest[1] == "1":
            if wire.user_id(wire.bare(rest[0])) == self.account.id and not self.ready:
                self._enter()
        elif kind == "updatesearch" and self.ready:
            self._rejoin(wire.document("|".join(rest)))
        elif self.ready:
            self._lobby.take(kind, rest)

    async def _log_in(self, challenge: str) -> None:
        loop = asyncio.get_running_loop()
        proof = await loop.run_in_executor(None, self.account.assertion, challenge, self.url)
        self._send(f"|/trn {self.account.name},0,{proof}")

    def _enter(self) -> None:
        """We are logged in, perhaps again."""
        self.ready = True
        self._past.clear()  # a server that has restarted uses its names again
        self._log(f"logged in as {self.account.name}")
        for room in self._battles:
            self._send(f"|/join {room}")
        self._lobby.enter()
        self._look()

    def _rejoin(self, found: dict[str, Any]) -> None:
        """Battles that we have forgotten, as after a restart, are played on."""
        games = found.get("games")
        for room in games if isinstance(games, dict) else ():
            forgotten = room not in self._battles and room not in self._past and not self._lobby.expects()
            if forgotten and room.startswith(f"battle-{wire.FORMAT}-"):
                self._send(f"|/join {room}")

    def _battle(self, room: str, lines: list[str]) -> None:
        battle = self._battles.get(room)
        if battle is None:
            if room in self._past or not lines or not lines[0].startswith("|init|battle"):
                return
            battle = self._battles[room] = self._open(room)
        battle.take(lines)
        if battle.over:
            self._settle(battle)

    def _open(self, room: str) -> Battle:
        number = self._lobby.begun()
        thinker = self._idle.pop() if self._idle else Thinker(self._made(), self.game, self._log)
        self._log(f"{room}: begins")
        return Battle(
            room,
            self.account.id,
            self.game,
            thinker,
            self._executor,
            self.care,
            self.seed + number,
            lambda text: self._send(f"{room}|{text}"),
            self._log,
        )

    def _made(self) -> Agent:
        return self._agent if isinstance(self._agent, Agent) else make(self._agent, self.game)

    def _settle(self, battle: Battle) -> None:
        """A battle is over."""
        del self._battles[battle.room]
        self._idle.append(battle.thinker)
        result = battle.result()
        self.results.append(result)
        if self._records is not None:
            self._records.append(record(battle, self.url, self.agent))
        against = f" against {result['opponent']}" if result["opponent"] else ""
        why = f": {result['message']}" if result["message"] else ""
        number = f"{len(self.results)}/{self.plan.battles}"
        self._log(f"{battle.room}: {result['status']}{against} after {result['turns']} turns{why} ({number})")
        if battle.status != "aborted":
            self._past.add(battle.room)
            self._send(f"|/leave {battle.room}")
        self._look()

    def _look(self) -> None:
        """Looks for the next battle, if there is one to look for."""
        if self.ready:
            self._lobby.seek(len(self._battles))
