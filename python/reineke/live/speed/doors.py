"""The server's doors: what it answers to HTTP, and the web sockets of those who may play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.http11 import Request, Response

from reineke._core import __version__
from reineke.games.speed import wire
from reineke.live.speed.keys import Keys
from reineke.live.speed.lobby import Lobby
from reineke.live.speed.seat import FAREWELL, Guest
from reineke.record.text import one_line

CONNECTIONS = 256
"""Connections at once; more are turned away."""
MESSAGE = 2048
"""Bytes of a client's message; a longer one ends the connection."""
OPENING = 5.0
"""Seconds that a client has for its request."""


class Doors:
    """`/spe_ed?key=KEY` leads to the lobby, `/spe_ed_time` tells the time."""

    def __init__(self, keys: Keys, lobby: Lobby, log: Callable[[str], None]) -> None:
        self._keys, self._lobby, self._log = keys, lobby, log
        self._server: Server | None = None

    async def open(self, sock: socket.socket) -> None:
        """Lets clients in."""
        self._server = await serve_sockets(
            self._welcome,
            sock=sock,
            create_connection=_Connection,
            process_request=self._request,
            process_response=self._claim,
            compression=None,
            open_timeout=OPENING,
            close_timeout=1,
            ping_interval=None,  # the contest's server sends none, and a client that thinks may not answer
            max_size=MESSAGE,
            max_queue=2,
            server_header=f"reineke/{__version__}",
            logger=_quiet_logger(),
        )

    async def close(self) -> None:
        """Lets nobody in any more; those whose game has just ended may read its last state."""
        if self._server is None:
            return
        self._server.close(close_connections=False)
        left = dict(self._server.handlers)
        if left:
            with contextlib.suppress(asyncio.CancelledError):  # whoever is in a hurry does not wait for them
                await asyncio.wait(left.values(), timeout=FAREWELL + 0.5)
        for connection in left:
            connection.transport.abort()
        await self._server.wait_closed()
        await asyncio.sleep(0)  # an aborted transport closes its socket in the next turn of the loop

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers whatever is no web socket of a key that may play."""
        path = urlsplit(request.path).path
        if path == "/spe_ed_time":
            answer = connection.respond(200, wire.time_text(time.time()))
            del answer.headers["Content-Type"]
            answer.headers["Content-Type"] = "application/json"
            return answer
        if path != "/spe_ed":
            return connection.respond(404, "there are /spe_ed?key=KEY and /spe_ed_time\n")
        refused = self._keys.refusal(_key(request))
        if refused is not None:
            why = "unknown key" if refused == 403 else "this key is in a game or waits for one"
            self._log(f"a client is turned away: {why}")
            return connection.respond(refused, f"{why}\n")
        return None if self._lobby.open else connection.respond(503, "no more games\n")

    def _claim(self, connection: ServerConnection, request: Request, response: Response) -> None:
        """The key is taken with the upgrade, and free again when the connection ends, whatever happens in between."""
        if response.status_code == 101 and isinstance(connection, _Connection):
            key = _key(request)
            self._keys.claim(key)
            connection.key_back = lambda: self._keys.release(key)

    async def _welcome(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        key = _key(connection.request)
        agent = one_line(connection.request.headers.get("User-Agent", ""), 100) or None
        assert isinstance(connection, _Connection)
        guest = Guest(connection, key, self._keys.name(key), agent, connection.release)
        self._lobby.join(guest)
        try:
            await guest.listen()
        finally:
            self._lobby.leave(guest)


class _Connection(ServerConnection):
    """A connection that gives its key back when it ends, and is refused at once where there are too many."""

    key_back: Callable[[], None] | None = None

    def release(self) -> None:
        """Gives the key back. Only once: it may be somebody else's by then."""
        if self.key_back is not None:
            self.key_back()
            self.key_back = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if len(self.server.handlers) > CONNECTIONS:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.release()


def _key(request: Request) -> str:
    return (parse_qs(urlsplit(request.path).query).get("key") or [""])[0]


def _quiet_logger() -> logging.Logger:
    """What goes wrong with a single connection is that client's business."""
    logger = logging.getLogger("reineke.live.speed")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return logger
