"""A spe_ed client: joins a server, plays unattended, and leaves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from reineke._core import __version__
from reineke.agent import Agent
from reineke.agents import make
from reineke.game import Game, GameError
from reineke.games import load
from reineke.games.speed import wire
from reineke.live.lines import LineFile
from reineke.live.speed import stats
from reineke.live.speed.clock import ServerClock
from reineke.live.speed.link import address, enter, time_address
from reineke.live.speed.player import Broken, Care, Player

Log = Callable[[str], None]

LONGEST = 86_400.0
"""Seconds that anything may take."""
AGAIN = 5.0
"""Seconds to try again to get into a second game."""


class SpeedClient(threading.Thread):
    """A player at a spe_ed server; `start()` it as a thread, or call `play_games`.

    `time_url` is where the server tells the time, by default beside `url`. `retry` is how many seconds to try again if
    the key is busy or nobody is there. Every event goes to `log` as one line, failures of the agent to `warn` (by
    default `log`, too). With `statistics`, every game is appended to that file.

    `results` has one entry per game: `status` (`finished`; `broken`: the line broke, or the server was silent;
    `stopped`), `message`, `player` (our number, from 1), `moves`, `late` (states replaced before we had answered),
    `safety` (answers for which the agent had nothing), `strange` (messages without meaning), `answer_seconds`,
    `reserve_seconds` (the least left to a deadline), `clock_offset`, and once a state has come `width`, `height`,
    `rounds`, `names`, `places`, `survived`, `outcome` (None unless the game is over). If a thread ends by an error,
    `error` holds it.
    """

    def __init__(
        self,
        url: str,
        key: str,
        time_url: str | None = None,
        agent: str | Agent = "default",
        *,
        games: int = 1,
        care: Care | None = None,
        retry: float = 0.0,
        ponder: bool = True,
        seed: int = 0,
        statistics: str | Path | None = None,
        log: Log | None = None,
        warn: Log | None = None,
    ) -> None:
        super().__init__(name=f"speed-{key}", daemon=True)
        self.care = care or Care()
        if games < 1 or not (0 <= retry <= LONGEST and 0 <= self.care.margin <= LONGEST):
            raise GameError(f"games are 1 or more, margin and retry are seconds from 0 to {LONGEST:.0f}")
        most = 1.0 if self.care.max_think is None else self.care.max_think
        if not (0 < self.care.patience <= LONGEST and 0 < most <= LONGEST):
            raise GameError(f"patience and the time to think are seconds above 0, up to {LONGEST:.0f}")
        address(url, key)
        self.url, self.key, self.time_url = url, key, time_url or time_address(url)
        self.games, self.retry, self.seed = games, retry, seed
        self.results: list[dict[str, Any]] = []
        self.error: GameError | None = None
        self._agent = agent
        # An agent that cannot be made is said before a game begins, and what it loads is loaded.
        made = agent if isinstance(agent, Agent) else make(agent, load("speed(seats=2,width=41,height=41)"))
        self.version = f"reineke/{__version__} {made.spec or type(made).__name__}"
        self._ponder = ponder
        self._statistics = LineFile(statistics) if statistics is not None else None
        self._log = log or (lambda line: None)
        self._warn = warn or self._log
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._stopped = False

    def run(self) -> None:
        try:
            self.play_games()
        except GameError as error:
            self.error = error

    def play_games(self) -> list[dict[str, Any]]:
        """Joins the games, one after another, and returns their results.

        Raises `GameError` if the server cannot be reached or does not let us in.
        """
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._play())
        return self.results

    def stop(self) -> None:
        """Leaves the game, within a second; may be called from any thread."""
        self._stopped = True
        if self._loop is not None and self._main is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._main.cancel)

    async def _play(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        clock = ServerClock(self.time_url, self._log)
        executor = ThreadPoolExecutor(1, thread_name_prefix="speed-client")
        try:
            for number in range(self.games):
                if self._stopped:
                    break
                # A server may take a moment to see that the key's last game is over.
                retry = max(self.retry, AGAIN) if number else self.retry
                await self._game(clock, executor, self.seed + number, retry)
        finally:
            clock.stop()
            executor.shutdown(wait=False)

    async def _game(self, clock: ServerClock, executor: ThreadPoolExecutor, seed: int, retry: float) -> None:
        connection = await enter(self.url, self.key, self.version, retry, self._log)
        clock.start()
        self._log("waiting for the game to begin")
        player = Player(
            connection,
            self._made,
            clock,
            executor,
            self.care,
            seed,
            ponder=self._ponder,
            log=self._log,
            warn=self._warn,
        )
        status, message = "finished", ""
        try:
            await player.play()
        except Broken as error:
            status, message = "broken", str(error)
        except asyncio.CancelledError:
            status, message = "stopped", "we have left the game"
            raise
        finally:
            # Nobody waits for a closing handshake: the contest's server sends none.
            connection.transport.abort()
            result = player.result(status, message)
            self.results.append(result)
            self._note(player, result)
        self._log(_ending(result))

    def _made(self, game: Game) -> Agent:
        return self._agent if isinstance(self._agent, Agent) else make(self._agent, game)

    def _note(self, player: Player, result: dict[str, Any]) -> None:
        """Appends a finished game to the statistics."""
        if self._statistics is None or result.get("outcome") is None:
            return
        diary, us = player.diary, result["player"] - 1
        players = [
            stats.player_entry(
                result["names"][seat] if result["names"] else f"player {seat + 1}",
                self.version if seat == us else None,
                result["places"][seat],
                result["outcome"][seat],
                result["survived"][seat],
                reason=player.tracker.reasons[seat],
                answers=diary.answers if seat == us else (),
                reserves=diary.reserves if seat == us else (),
            )
            for seat in range(len(result["places"]))
        ]
        board = result["width"], result["height"]
        seconds = time.monotonic() - diary.begin
        moment = wire.moment_text(diary.at)
        self._statistics.append(stats.game_entry("client", moment, seconds, *board, diary.rounds, players))


def _ending(result: dict[str, Any]) -> str:
    """How a game has ended, in one line."""
    if result["status"] == "broken":
        return f"the game broke off: {result['message']}"
    if result["outcome"] is None:
        return "the game was ended by the server"
    us = result["player"] - 1
    words = "won" if result["outcome"][us] == 1 else f"place {result['places'][us]:g} of {len(result['places'])}"
    return f"the game is over after {result['rounds']} rounds: {words}"
