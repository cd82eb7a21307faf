"""A Sawhian client: joins a server, keeps a mirror of the game, and has an agent move in time."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from reineke.agent import Agent
from reineke.agents import make
from reineke.game import Game, GameError
from reineke.games import load
from reineke.live.sawhian import protocol
from reineke.live.sawhian.avatar import avatar
from reineke.live.sawhian.link import Link, Silent, Stopped
from reineke.live.sawhian.mirror import Mirror
from reineke.live.thinker import GRACE, Thinker

Log = Callable[[str], None]

MARGIN = 0.2
"""Seconds of every move that are kept in reserve."""
LEAST = 0.02
"""Seconds to think where the limit leaves none."""
STRANGE = 16
"""How many bytes without meaning are passed over before the server is given up."""


class SawhianClient(threading.Thread):
    """A player at a Sawhian server; `start()` it as a thread, or call `play_games`.

    It thinks for the limit less the measured round trip (at most half the limit) and `margin`. `patience` is how many
    seconds it waits for a game to begin; in a game, a server that is silent for longer than four moves may take is
    given up. Every event goes to `log` as one line, failures of the agent to `warn` (by default `log`, too). A
    connected `sock` in place of host and port serves one game.

    `results` has one entry per game: `status` (`finished`, `kicked`, `vanished`: the line broke, `stopped`), `seat`,
    `name`, `agent`, `limit`, `latency` (the round trip in seconds), `moves` (own ones), `turns`, `position`, `points`,
    `outcome` (null unless finished), `message`. If a thread ends by an error, `error` holds it.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = protocol.PORT,
        agent: str | Agent = "default",
        *,
        name: str | None = None,
        picture: bytes | None = None,
        game: str | Game = "sawhian",
        games: int = 1,
        seed: int = 0,
        margin: float = MARGIN,
        patience: float = 600.0,
        ponder: bool = True,
        log: Log | None = None,
        warn: Log | None = None,
        sock: socket.socket | None = None,
    ) -> None:
        if games < 1 or margin < 0 or patience <= 0:
            raise GameError("games and patience are numbers above 0, the margin is 0 or more")
        self.game = load(game) if isinstance(game, str) else game
        self.agent = make(agent, self.game) if isinstance(agent, str) else agent
        self.player_name = protocol.clean_name(name or self.agent.spec or "Reineke")
        super().__init__(name=f"sawhian-{self.player_name}", daemon=True)
        self.host, self.port = host, port
        self.games, self.seed, self.margin, self.patience = games, seed, margin, patience
        self.results: list[dict[str, Any]] = []
        self.error: GameError | None = None
        self._picture = picture if picture is not None else avatar(self.player_name)
        if protocol.picture_size(self._picture) != (256, 256):
            raise GameError("a picture is a PNG of 256 × 256 pixels")
        self._ponder = ponder
        self._sock = sock
        self._log = log or (lambda line: None)
        self._warn = warn or self._log
        self._stopped = threading.Event()
        self._thinker: Thinker | None = None

    def run(self) -> None:
        try:
            self.play_games(self.games)
        except GameError as error:
            self.error = error
            self.log(str(error))

    def stop(self) -> None:
        """Leaves the game, within a second; may be called from any thread."""
        self._stopped.set()
        if self._thinker is not None:
            self._thinker.hurry()

    def log(self, words: str) -> None:
        """One line per event."""
        self._log(f"{self.player_name}: {words}")

    def warn(self, words: str) -> None:
        """One line per failure of the agent."""
        self._warn(f"{self.player_name}: {words}")

    def play_games(self, games: int) -> list[dict[str, Any]]:
        """Joins so many games, one after another, and returns their results.

        Raises `GameError` if the server cannot be reached or does not let us in.
        """
        thinker = self._thinker = Thinker(self.agent, self.game, self.warn, ponder=self._ponder)
        try:
            for number in range(games):
                if self._stopped.is_set():
                    break
                self.results.append(self._play_game(thinker, self.seed + number))
        finally:
            thinker.close()
        return self.results

    def _play_game(self, thinker: Thinker, seed: int) -> dict[str, Any]:
        """Joins one game and plays it to its end."""
        sock, self._sock = self._sock, None
        link = Link(sock, self._stopped) if sock is not None else Link.connect(self.host, self.port, self._stopped)
        try:
            return _Game(self, link, thinker, seed).play()
        finally:
            link.close()

    @property
    def picture(self) -> bytes:
        """The picture that the server is shown."""
        return self._picture


class _Game:
    """One game, from the greeting to the end of the connection."""

    def __init__(self, client: SawhianClient, link: Link, thinker: Thinker, seed: int) -> None:
        self.client, self.link, self.thinker, self.seed = client, link, thinker, seed
        self.game = client.game
        self.mirror = Mirror(client.game)
        self.seat, self.limit, self.latency = -1, 0, 0.0
        self.moves = 0

    def play(self) -> dict[str, Any]:
        try:
            self._join()
        except (Silent, Stopped) as error:
            if isinstance(error, Stopped):
                return self._result("stopped", "stopped before the game began")
            raise GameError(f"the server did not let us in: {error}") from error
        self.thinker.start(self.seat, self.seed)
        status, message = self._follow()
        result = self._result(status, message)
        if result["outcome"] is not None:
            self.thinker.finish(tuple(result["outcome"]))
        self.client.log(f"{status}, points {' '.join(str(p) for p in result['points'])}" + (message and f": {message}"))
        return result

    def _join(self) -> None:
        self.link.send(bytes([protocol.VERSION]))
        if (version := self._needed(10.0)) != protocol.VERSION:
            raise GameError(f"the server speaks version {version} of the protocol, not {protocol.VERSION}")
        self.link.send(protocol.greeting(self.client.player_name, self.client.picture))
        self.client.log("waiting for the game to begin")
        self.seat, self.limit = protocol.read_welcome(self._needed(self.client.patience))
        begin = time.monotonic()
        self.link.send(bytes([protocol.PING]))
        self._needed(self.client.patience)
        # A server that answers only when the others have come, too, has measured nothing.
        self.latency = min(time.monotonic() - begin, self.limit / 2)
        self.client.log(f"player {self.seat}, {self.limit} s a move, round trip {1000 * self.latency:.1f} ms")

    def _needed(self, timeout: float) -> int:
        byte = self.link.byte(timeout)
        if byte is None:
            raise Silent("it closed the connection")
        return byte

    def _follow(self) -> tuple[str, str]:
        """Plays until the game ends, for everybody or for us; says how it ended."""
        silence, strange = self.client.patience, 0
        try:
            while not self.mirror.over:
                byte = self.link.byte(silence)
                silence = 4.0 * self.limit + 10.0
                if byte is None:
                    return self._closed()
                if byte == protocol.KICKED:
                    self.mirror.strike(self.seat)
                    return "kicked", "the server says that our move was late or illegal"
                if byte == protocol.YOUR_TURN:
                    self._move()
                elif (move := protocol.read_move(byte)) is not None:
                    self._hear(*move)
                else:
                    strange += 1
                    self.client.log(f"the server sends {byte}, which means nothing")
                    if strange >= STRANGE:
                        return "vanished", f"the server has sent {strange} bytes that mean nothing"
        except Stopped:
            return "stopped", "we have left the game"
        except Silent as error:
            return "vanished", f"the server is gone: {error}"
        except GameError as error:
            return "vanished", f"the server plays another game: {error}"
        return "finished", ""

    def _closed(self) -> tuple[str, str]:
        """The server has closed the connection: the end of the game if we are out, for then the others are too."""
        if self.mirror.alive(self.seat):
            return "vanished", "the server closed the connection before the game was over"
        while (mover := self.mirror.mover) is not None:
            self.mirror.strike(mover)
        return "finished", ""

    def _move(self) -> None:
        """It is our turn."""
        begin = time.monotonic()
        if not self.mirror.alive(self.seat):
            self.client.log("asked for a move, but there is none")
            return
        self._out(self.mirror.expect(self.seat))
        view = self.game.view(self.mirror.state, self.seat)
        seconds = max(self.limit - self.latency - self.client.margin, LEAST)
        decision = self.thinker.decide(view, seconds, min(GRACE, self.client.margin / 2))
        self.link.send(bytes([decision.action]))
        self.moves += 1
        value = "" if decision.value is None else f", value {decision.value:.3g}"
        spent = time.monotonic() - begin
        words = f"we play {self.game.action_text(decision.action)} (depth {decision.depth}{value}, {spent:.2f} s)"
        self.client.log(f"{words} {decision.note}".rstrip())

    def _hear(self, seat: int, action: int) -> None:
        """Somebody has moved, perhaps ourselves."""
        self._out(self.mirror.play(seat, action))
        self.client.log(f"player {seat} {self.game.action_text(action)}")
        view = self.game.view(self.mirror.state, self.seat)
        self.thinker.observe(view, self.mirror.turns[-1])
        if not self.mirror.over and self.mirror.mover != self.seat and self.mirror.alive(self.seat):
            self.thinker.ponder(view)

    def _out(self, seats: list[int]) -> None:
        for seat in seats:
            self.client.log(f"player {seat} is out")

    def _result(self, status: str, message: str) -> dict[str, Any]:
        state = self.mirror.state
        over = status == "finished" and self.mirror.over
        return {
            "status": status,
            "message": message,
            "seat": self.seat,
            "name": self.client.player_name,
            "agent": self.client.agent.spec,
            "limit": self.limit,
            "latency": self.latency,
            "moves": self.moves,
            "turns": self.mirror.turns,
            "position": self.game.json(state),
            "points": [int(points) for points in self.game.points(state)],
            "outcome": [float(share) for share in self.game.outcome(state)] if over else None,
        }
