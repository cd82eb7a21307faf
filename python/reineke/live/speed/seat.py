"""Who sits at a table: a client behind a web socket, or an agent of our own. Both say what they do into an inbox."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Protocol

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from reineke.agent import Agent, Decision
from reineke.game import Game
from reineke.games.speed import wire
from reineke.live.speed.collect import Heard, Inbox
from reineke.live.speed.safety import safe_action
from reineke.live.thinker import GRACE, Thinker

PACE = 0.01
"""Seconds between two messages of one client: a flood stays in its own kernel."""
BACKLOG = 1 << 20
"""Bytes that may wait for a client who does not read."""
FAREWELL = 2.0
"""Seconds that a client has to close its side once the game is over."""


class Seat(Protocol):
    """A player as the table sees him."""

    name: str
    key: str | None
    agent: str | None
    """Who plays, with the version, as far as it is known."""
    inbox: Inbox
    rings: Callable[[], None]
    """Called when something has come; set by the table."""

    def ask(self, text: str, game: Game, state: Any, seat: int, seconds: float) -> None:
        """A state, in which he is to act within so many seconds if he is active."""

    def tell(self, seat: int, game: Game, state: Any, event: list[Any]) -> None:
        """What was done in a round."""

    def finish(self, text: str, outcome: tuple[float, ...]) -> None:
        """The game is over."""

    def leave(self) -> None:
        """The table is given up."""


class Guest:
    """A client. Nothing that it does may cost the others time or memory."""

    def __init__(
        self,
        connection: ServerConnection,
        key: str,
        name: str,
        agent: str | None,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        self.key: str | None = key
        self.name, self.agent = name, agent
        self.inbox = Inbox()
        self.rings: Callable[[], None] = lambda: None
        self.gone = False
        self._connection = connection
        self._release = release

    async def listen(self) -> None:
        """Reads what the client says until its connection ends."""
        clock = asyncio.get_running_loop().time
        try:
            async for data in self._connection:
                word, fault = wire.read_answer(data)
                if fault == "unparsable":
                    self.inbox.end(Heard(clock(), fault=fault))
                else:
                    self.inbox.put(Heard(clock(), word, fault))
                self.rings()
                await asyncio.sleep(PACE)
                if self._connection.transport.is_closing():
                    break  # what a flood has left in the buffer is nobody's concern any more
        except ConnectionClosed:
            pass
        finally:
            self.gone = True
            self.inbox.end(Heard(clock(), fault="closed_connection"))
            self.rings()

    def ask(self, text: str, game: Game, state: Any, seat: int, seconds: float) -> None:
        self._send(text)

    def tell(self, seat: int, game: Game, state: Any, event: list[Any]) -> None:
        """The next state tells it."""

    def finish(self, text: str, outcome: tuple[float, ...]) -> None:
        """Sends the last state and ends the stream, without a close frame, as the contest does. The last state arrives
        even if something of the client's was never read: a plain close would reset the connection."""
        self._send(text)
        self._release()
        transport = self._connection.transport
        with contextlib.suppress(OSError, RuntimeError):
            transport.write_eof()
        asyncio.get_running_loop().call_later(FAREWELL, transport.abort)

    def leave(self) -> None:
        self._connection.transport.abort()

    def _send(self, text: str) -> None:
        if not self.gone:
            broadcast([self._connection], text)
            if self._connection.transport.get_write_buffer_size() > BACKLOG:
                self._connection.transport.abort()


class House:
    """An agent of the server's own."""

    key: str | None = None

    def __init__(
        self, agent: Agent, version: str, executor: Executor, think: float, seed: int, log: Callable[[str], None]
    ) -> None:
        self.name = agent.spec
        self.agent: str | None = f"reineke/{version} {agent.spec}"
        self.inbox = Inbox()
        self.rings: Callable[[], None] = lambda: None
        self._agent, self._executor, self._think, self._seed, self._log = agent, executor, think, seed, log
        self._thinker: Thinker | None = None
        self._answering: asyncio.Task[None] | None = None  # the loop itself keeps no task alive
        self._observes = type(agent).observe is not Agent.observe

    def ask(self, text: str, game: Game, state: Any, seat: int, seconds: float) -> None:
        thinker = self._start(game, seat)
        view = game.view(state, seat)
        if view.legal:
            answering = self._answer(thinker, view, min(self._think, 0.8 * seconds))
            self._answering = asyncio.get_running_loop().create_task(answering)

    def tell(self, seat: int, game: Game, state: Any, event: list[Any]) -> None:
        if self._observes:
            self._start(game, seat).observe(game.view(state, seat), event)

    def finish(self, text: str, outcome: tuple[float, ...]) -> None:
        if self._thinker is not None:
            self._thinker.finish(outcome)
        self.leave()

    def leave(self) -> None:
        if self._thinker is not None:
            self._thinker.hurry()
            # Its thread ends by itself; a hanging agent is not waited for.
            asyncio.get_running_loop().run_in_executor(None, self._thinker.close)
            self._thinker = None

    def _start(self, game: Game, seat: int) -> Thinker:
        if self._thinker is None:
            self._thinker = Thinker(self._agent, game, lambda line: self._log(f"{self.name}: {line}"), ponder=False)
            self._thinker.start(seat, self._seed)
        return self._thinker

    async def _answer(self, thinker: Thinker, view: Any, seconds: float) -> None:
        loop = asyncio.get_running_loop()

        def decide() -> int:
            return thinker.decide(view, seconds, min(GRACE, seconds / 8), Decision(safe_action(view))).action

        action = await loop.run_in_executor(self._executor, decide)
        self.inbox.put(Heard(loop.time(), view.game.action_text(action)))
        self.rings()
