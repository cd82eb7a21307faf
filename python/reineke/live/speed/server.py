"""A spe_ed server, as clients of the contest know it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from reineke._core import Dice, __version__
from reineke.agents import catalogue, make
from reineke.game import Game, GameError
from reineke.games import load
from reineke.live.speed.doors import Doors
from reineke.live.speed.files import Books
from reineke.live.speed.keys import Keys
from reineke.live.speed.lobby import MOST, Lobby
from reineke.live.speed.seat import Guest, House, Seat
from reineke.live.speed.table import Pace, Table

KEPT = 1000
"""Results kept in memory."""
BOTS = "bot-"
"""How the names of those begin who fill the empty seats: bots like the organisers'."""


class SpeedServer:
    """The server. `start()` opens the port, `wait()` waits for the last game, `stop()` ends everything at once; as a
    context manager it starts and stops.

    A game has `players` seats, or a number drawn from 2 to 6. `agents` are specs that take seats themselves, the others
    go to clients in order of arrival; `wait` seconds after the first client, agents drawn from `fill` take the empty
    ones. Own agents think `think` seconds at most. With `keys`, no other key may play; `names` are shown at the end
    of a game. `games` ends the server after so many; None: never. Without a `seed` every run is different.

    `results` has an entry per finished game, the last thousand: `number`, `width`, `height`, `rounds`, `names`,
    `places`, `outcome`, `winner` (a number from 1, None without a survivor), `eliminated` (`player`, `reason`,
    `round`), `seeds`, `seconds`. `books` are the files that games are written down in. `log` is called from the
    server's thread.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        players: int | None = None,
        width: int | None = None,
        height: int | None = None,
        pace: Pace | None = None,
        wait: float = 300.0,
        agents: Sequence[str] = (),
        fill: Sequence[str] = (),
        think: float = 1.0,
        keys: Iterable[str] | None = None,
        names: Mapping[str, str] | None = None,
        games: int | None = None,
        seed: int | None = None,
        books: Books | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        self.pace = pace or Pace()
        _check_options(self.pace, players, len(agents), wait, think, games)
        self._sides = {key: side for key, side in (("width", width), ("height", height)) if side is not None}
        sample = self._load(2)
        self._agents = list(agents)
        self._fill = list(fill) or [name for name in catalogue(sample) if name.startswith(BOTS)] or ["random"]
        for spec in {*self._agents, *self._fill}:
            make(spec, sample)
        self.host, self.port, self.games = host, port, games
        self.seed = secrets.randbits(32) if seed is None else seed
        self.results: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.error: Exception | None = None
        """The last game that failed, or the server itself."""
        self._think = think
        self._rng = random.Random(self.seed)
        self._log = log or (lambda line: None)
        self._books = books or Books()
        self._begun = self._ended = 0
        self._playing: set[asyncio.Task[None]] = set()
        self._over = asyncio.Event()
        self._lobby = Lobby(players, len(agents), wait, self._rng, self._begin, self._log)
        self._doors = Doors(Keys(keys, names), self._lobby, self._log)
        self._alone = len(agents) == (players or MOST)
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._ready = threading.Event()

    # Life.

    def start(self) -> SpeedServer:
        """Opens the port (`port` then tells which). Raises `GameError` if it is taken."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            self._socket = socket.create_server((self.host, self.port), family=family, backlog=64)
        except (OSError, UnicodeError, OverflowError) as error:
            why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise GameError(f"cannot listen on {self.host}:{self.port}: {why.lower()}") from error
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._run, name="speed-server", daemon=True)
        self._thread.start()
        self._ready.wait()
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

    def __enter__(self) -> SpeedServer:
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where clients connect to."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"ws://{host}:{self.port}/spe_ed"

    @property
    def time_url(self) -> str:
        """Where they ask for the time."""
        return f"http{self.url[2:]}_time"

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
        assert self._socket is not None
        await self._doors.open(self._socket)
        self._log(f"listening, {self.url}, seed {self.seed}")
        self._ready.set()
        try:
            if self._alone:
                await self._play_alone()
            await self._over.wait()
        finally:
            self._lobby.close()
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)
            await self._doors.close()
            self._books.close()

    async def _play_alone(self) -> None:
        """Games of the house's own agents, one after another."""
        self._lobby.open = False
        for _ in range(self.games or 0):
            self._begin([], 0)
            await asyncio.gather(*self._playing, return_exceptions=True)

    # Games.

    def _load(self, seats: int) -> Game:
        return load(f"speed(seats={seats}{''.join(f',{key}={value}' for key, value in self._sides.items())})")

    def _begin(self, guests: Sequence[Guest], empty: int) -> None:
        """A game has its guests; agents take the seats that are empty."""
        self._begun += 1
        if self.games is not None and self._begun >= self.games:
            self._lobby.open = False
        play = self._play(self._begun, self._rng.getrandbits(64), guests, empty)
        task = asyncio.get_running_loop().create_task(play)
        self._playing.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._playing.discard(task)
        self._ended += 1
        # One game that fails does not end the others.
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.error = error
            self._log(f"a game failed: {type(error).__name__}: {error}")
        if self.games is not None and self._ended >= self.games:
            self._over.set()

    async def _play(self, number: int, seed: int, guests: Sequence[Guest], empty: int) -> None:
        """One game, from the deal to what is written down."""

        def log(line: str) -> None:
            self._log(f"game {number}: {line}")

        rng = random.Random(seed)
        specs = [*self._agents, *(rng.choice(self._fill) for _ in range(empty))]
        game = self._load(len(guests) + len(specs))
        state = game.start(Dice(seed))
        agents = await asyncio.gather(*(asyncio.to_thread(make, spec, game) for spec in specs))
        pool = ThreadPoolExecutor(max(1, len(agents)), thread_name_prefix="speed-bot")
        house = [House(agent, __version__, pool, self._think, rng.getrandbits(63), log) for agent in agents]
        seats: list[Seat] = [*guests, *house]
        table = Table(game, state, seats, self.pace, rng, log, keep=self._books.wants_states)
        log(f"{table.width}x{table.height}, {', '.join(seat.name for seat in seats)}")
        at, begin = time.time(), time.monotonic()
        try:
            await table.play()
        finally:
            pool.shutdown(wait=False)
        seeds = {"seed": self.seed, "game": number, "deal": seed}
        result = self._books.write(number, table, seeds, at, time.monotonic() - begin)
        self.results.append(result)
        winner = result["winner"]
        log(
            f"over after {result['rounds']} rounds: "
            + (f"{result['names'][winner - 1]} wins" if winner else "no survivor")
        )


def _check_options(pace: Pace, players: int | None, house: int, wait: float, think: float, games: int | None) -> None:
    if not 0 < pace.shortest <= pace.longest <= 3600 or not 0 <= pace.grace <= 3600:
        raise GameError("a round lasts more than 0 and up to 3600 s, the shortest first; the grace is not negative")
    if players is not None and not 2 <= players <= MOST:
        raise GameError(f"a game has 2 to {MOST} players, not {players}")
    if house > (players or MOST):
        raise GameError(f"{house} agents cannot take {players or MOST} seats")
    if not 0 <= wait <= 86_400 or not 0 < think <= 3600 or (games is not None and games < 1):
        raise GameError("wait is 0 to 86400 s, think more than 0 and up to 3600 s, the number of games above 0")
    if games is None and house == (players or MOST):
        raise GameError("agents have all the seats: say how many games they are to play")
