"""A Sawhian server: seats four players, plays games with them, keeps the results."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reineke.agent import Agent
from reineke.agents import make
from reineke.game import Game, GameError
from reineke.games import load
from reineke.live.sawhian import protocol
from reineke.live.sawhian.client import SawhianClient
from reineke.live.sawhian.link import reason
from reineke.live.sawhian.player import Player, Refused
from reineke.live.sawhian.record import record
from reineke.live.sawhian.table import Table
from reineke.record import RecordWriter

WAITING = 16
"""How many clients may wait for a seat; more are turned away."""


class SawhianServer:
    """The local arbiter. `start()` opens the port, `wait()` waits for the last game, `stop()` ends everything at once;
    as a context manager it starts and stops.

    `agents` are specs that take seats themselves; the other seats go to clients in order of arrival. With `fill`, a
    game does not wait longer than `wait` seconds after the first client: agents of that spec take the empty seats.
    Seats rotate from game to game. A move may come `grace` seconds after the `limit` (whole seconds, 1 to 63).

    `results` has one entry per finished game: `game`, `number`, `names` per seat, `limit`, `moves`, `points`,
    `outcome`, `winners`, `eliminated` (what the arbiter did, with `seat`, `kind`, `turn`, `message`), `position`,
    `seconds`. With `records`, each is appended to that file as a record, too. `log` is called from several threads.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        limit: float = 4.0,
        game: str | Game = "sawhian",
        games: int = 1,
        agents: Sequence[str] = (),
        fill: str | None = None,
        wait: float = 10.0,
        rotate: bool = True,
        seed: int = 0,
        grace: float = 0.05,
        records: str | Path | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        if not 1 <= limit <= protocol.MAX_LIMIT or limit != int(limit):
            raise GameError(f"a time limit is a whole number of seconds from 1 to {protocol.MAX_LIMIT}, not {limit}")
        if games < 1 or wait < 0 or grace < 0:
            raise GameError("the number of games is above 0, wait and grace are not negative")
        if len(agents) > protocol.SEATS:
            raise GameError(f"there are {protocol.SEATS} seats, not {len(agents)}")
        self.game = load(game) if isinstance(game, str) else game
        self.host, self.port, self.limit, self.games = host, port, int(limit), games
        self.wait_seconds, self.rotate, self.seed, self.grace = wait, rotate, seed, grace
        self.results: list[dict[str, Any]] = []
        self.error: Exception | None = None
        self._agents = [make(spec, self.game) for spec in agents]
        self._fill = fill
        self._fillers: list[Agent] = [make(fill, self.game)] if fill is not None else []
        self._log = log or (lambda line: None)
        self._records = records
        self._writer: RecordWriter | None = None
        self._listener: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._ready = threading.Event()
        self._greeting: set[asyncio.Task[None]] = set()
        self._waiting: list[tuple[float, Player]] = []
        self._local: list[SawhianClient] = []

    # Life.

    def start(self) -> SawhianServer:
        """Opens the port (`port` then tells which) and waits for clients. Raises `GameError` if the port is taken."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            self._listener = socket.create_server((self.host, self.port), family=family, backlog=WAITING)
        except (OSError, UnicodeError, OverflowError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise GameError(f"cannot listen on {self.host}:{self.port}: {why}") from error
        try:
            self._writer = RecordWriter(self._records) if self._records is not None else None
        except GameError:
            self._listener.close()
            raise
        self._listener.setblocking(False)
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._run, name="sawhian-server", daemon=True)
        self._thread.start()
        self._ready.wait()
        self._log(f"listening on {self.host}:{self.port}, {self.limit} s a move")
        return self

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the last game; False if it is not over in time."""
        if self._thread is not None:
            self._thread.join(timeout)
            return not self._thread.is_alive()
        return True

    def stop(self) -> None:
        """Closes all connections and ends."""
        if self._loop is not None and self._main is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._main.cancel)
        self.wait()

    def __enter__(self) -> SawhianServer:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except asyncio.CancelledError:
            self._log("stopped")
        except Exception as error:
            self.error = error
            self._log(f"the server failed: {type(error).__name__}: {error}")
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        self._ready.set()
        accepting = asyncio.create_task(self._accept())
        try:
            for number in range(self.games):
                await self._play(number)
        finally:
            accepting.cancel()
            for greeting in self._greeting:
                greeting.cancel()
            await asyncio.gather(accepting, *self._greeting, return_exceptions=True)
            for _, player in self._waiting:
                player.close()
            for client in self._local:
                client.stop()
            if self._listener is not None:
                self._listener.close()
            if self._writer is not None:
                self._writer.close()

    # Clients come in.

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        assert self._listener is not None
        while True:
            try:
                sock, address = await loop.sock_accept(self._listener)
            except OSError as error:  # too many open files, or a client that left at once
                self._log(f"a connection failed: {reason(error)}")
                await asyncio.sleep(0.1)
                continue
            if sum(not task.done() for task in self._greeting) + len(self._waiting) >= WAITING:
                self._log(f"{address[0]} is turned away: {WAITING} clients are waiting")
                sock.close()
                continue
            task = asyncio.create_task(self._greet(Player(sock), str(address[0])))
            self._greeting.add(task)
            task.add_done_callback(self._greeting.discard)

    async def _greet(self, player: Player, address: str) -> None:
        try:
            await player.greet()
        except Refused as error:
            self._log(f"{address} is turned away: {error}")
            player.close()
        except asyncio.CancelledError:
            player.close()
            raise
        else:
            self._log(f"{player.name} ({address}) waits for a game")
            self._waiting.append((time.monotonic(), player))

    async def _guests(self) -> list[Player]:
        """Waits for the clients of a game, and takes them from the queue."""
        needed = protocol.SEATS - len(self._agents)
        while True:
            for item in [item for item in self._waiting if item[1].gone()]:
                self._waiting.remove(item)
                self._log(f"{item[1].name} left: {item[1].lost}")
                item[1].close()
            tired = self._waiting and time.monotonic() - self._waiting[0][0] >= self.wait_seconds
            if len(self._waiting) >= needed or (self._fill is not None and tired):
                break
            await asyncio.sleep(0.02)
        guests = [player for _, player in self._waiting[:needed]]
        del self._waiting[:needed]
        return guests

    async def _agent(self, agent: Agent, seed: int) -> Player:
        """Seats an agent: a client like any other, on a line of its own."""
        ours, theirs = socket.socketpair()
        client = SawhianClient(agent=agent, game=self.game, seed=seed, ponder=False, sock=theirs, warn=self._log)
        self._local.append(client)
        client.start()
        player = Player(ours)
        await player.greet()
        return player

    # Games.

    async def _play(self, number: int) -> None:
        order = await self._guests()
        empty = protocol.SEATS - len(self._agents) - len(order)
        while len(self._fillers) < empty and self._fill is not None:
            self._fillers.append(make(self._fill, self.game))
        self._local = [client for client in self._local if client.is_alive()]
        for index, agent in enumerate([*self._agents, *self._fillers[:empty]]):
            order.append(await self._agent(agent, self.seed + protocol.SEATS * number + index))
        shift = number % protocol.SEATS if self.rotate else 0
        seated = order[protocol.SEATS - shift :] + order[: protocol.SEATS - shift]
        names = [player.name for player in seated]
        self._log(f"game {number + 1} begins: {', '.join(names)}")
        table = Table(self.game, seated, self.limit, self.grace, self._log)
        begin = time.monotonic()
        await table.play()
        self._finish(number, table, names, time.monotonic() - begin)

    def _finish(self, number: int, table: Table, names: list[str], seconds: float) -> None:
        state, mirror = table.mirror.state, table.mirror
        outcome = [float(share) for share in self.game.outcome(state)]
        winners = [seat for seat, share in enumerate(outcome) if share > 0]
        result: dict[str, Any] = {
            "game": self.game.spec,
            "number": number + 1,
            "names": names,
            "limit": self.limit,
            "moves": len(mirror.turns) - len(table.eliminated),
            "points": [int(points) for points in self.game.points(state)],
            "outcome": outcome,
            "winners": winners,
            "eliminated": table.eliminated,
            "position": self.game.json(state),
            "seconds": round(seconds, 3),
        }
        self.results.append(result)
        if self._writer is not None:
            seeds = {"seed": self.seed, "game": number + 1}
            self._writer.write(record(mirror, names, table.times, table.eliminated, seeds).line())
        won = ", ".join(names[seat] for seat in winners)
        self._log(f"game {number + 1} is over after {result['moves']} moves: {won} (points {result['points']})")
