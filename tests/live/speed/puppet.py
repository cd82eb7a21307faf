"""The other end of the line: clients that say exactly what a test wants, and servers that follow a script."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import ServerConnection, serve

from reineke._core import Dice
from reineke.games import load
from reineke.games.speed import wire

PATIENCE = 60.0
"""Seconds after which a test is given up. Nothing is expected to take that long."""


class Puppet:
    """A client by hand."""

    def __init__(self, url: str, key: str, agent: str = "puppet") -> None:
        self.connection: ClientConnection = connect(
            f"{url}?key={key}",
            compression=None,
            ping_interval=None,
            close_timeout=1,
            user_agent_header=agent,
            max_queue=None,
            proxy=None,
        )

    def hear(self) -> dict[str, Any]:
        """The next state."""
        said: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
        return said

    def say(self, *words: str) -> None:
        """Answers."""
        for word in words:
            self.connection.send(wire.answer(word))

    def send(self, *texts: str | bytes) -> None:
        """Says anything."""
        for text in texts:
            self.connection.send(text)

    def rest(self) -> list[dict[str, Any]]:
        """Every state up to the end of the connection."""
        states = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                states.append(self.hear())
        return states

    def me(self, state: dict[str, Any]) -> dict[str, Any]:
        """Our own player in a state."""
        player: dict[str, Any] = state["players"][str(state["you"])]
        return player

    def close(self) -> None:
        """Breaks the line, without ceremony."""
        with contextlib.suppress(OSError):
            self.connection.socket.shutdown(socket.SHUT_RDWR)
        self.connection.socket.close()

    def __enter__(self) -> Puppet:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Script:
    """A server for one client after another: `act` gets the line once a client has come.

    `tell` says what the time endpoint answers, which is 404 without it; `refuse` are statuses of the first requests.
    """

    def __init__(
        self, act: Callable[[Line], None], *, tell: Callable[[], str] | None = None, refuse: list[int] | None = None
    ) -> None:
        self._act, self._tell, self._refuse = act, tell, list(refuse or ())
        self.failure: BaseException | None = None
        self.agents: list[str | None] = []
        self._server = serve(
            self._handle,
            "127.0.0.1",
            0,
            process_request=self._request,
            compression=None,
            ping_interval=None,
            close_timeout=0.2,
        )
        self.port: int = self._server.socket.getsockname()[1]
        self.url = f"ws://127.0.0.1:{self.port}/spe_ed"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        if request.path == "/spe_ed_time":
            return connection.respond(404, "") if self._tell is None else connection.respond(200, self._tell())
        self.agents.append(request.headers.get("User-Agent"))
        return connection.respond(self._refuse.pop(0), "") if self._refuse else None

    def _handle(self, connection: ServerConnection) -> None:
        try:
            self._act(Line(connection))
        except ConnectionClosed:
            pass
        except BaseException as failure:
            self.failure = failure
        finally:
            with contextlib.suppress(OSError):
                connection.socket.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Script:
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._thread.join(PATIENCE)
        for end in (self._server.shutdown_watcher, self._server.shutdown_notifier):
            os.close(end)
        if self.failure is not None:
            raise self.failure


class Line:
    """A scripted server's end of a connection, with a game of two on a board of 12 x 12. The client is player 1."""

    START = "12x12 0 2,2,d,1,0 9,2,d,1,0 12/12/2a6b2/12/12/12/12/12/12/12/12/12"

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.game = load("speed(seats=2,width=12,height=12)")
        self.state = self.game.parse(self.START)

    def show(self, seconds: float | None = 10.0, *, skew: float = 0.0, deadline: Any = "", you: int = 1) -> None:
        """Sends the state, with a deadline so many seconds away on a clock that is wrong by `skew`."""
        document = self.game.json(self.state)
        text = None if seconds is None else wire.moment_text(time.time() + skew + seconds, milliseconds=True)
        names = None if document["running"] else ["Fox", "Wolf", "Bear"][: self.game.seats]
        said = wire.message(document, you, None if names else text, names)
        if deadline != "":
            said["deadline"] = deadline
        self.connection.send(wire.encode(said))

    def send(self, text: str | bytes) -> None:
        self.connection.send(text)

    def answer(self) -> str:
        """The client's next answer, which is valid."""
        word, fault = wire.read_answer(self.connection.recv(PATIENCE))
        assert fault is None
        assert word is not None
        return word

    def step(self, word: str, other: str = "change_nothing") -> None:
        """Plays a round."""
        joint = tuple(self.game.parse_action(one) for one in (word, other))
        self.state = self.game.play(self.state, joint, Dice(0))

    def end(self, seconds: float = 10.0) -> None:
        """One more round, the last: the other player gives no answer."""
        self.show(seconds)
        self.step(self.answer(), "none")
        self.show()
