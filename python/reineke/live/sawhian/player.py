"""The server's end of a connection: nothing that comes in may cost it time or memory."""

from __future__ import annotations

import asyncio
import contextlib
import socket

from reineke.live.sawhian import protocol
from reineke.live.sawhian.link import reason, tune

GREETING = 10.0
"""Seconds that a client has for its greeting."""
FLOOD = 4096
"""Bytes that a client may send unasked between two of its turns."""


class Refused(Exception):
    """A client that does not speak the protocol; its text says how."""


class Player:
    """A client. Reads are small and only made when something is wanted, so that the rest stays in its own kernel."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        tune(sock)
        self._sock = sock
        self.name = "nobody"
        self.picture: bytes | None = None
        self.lost: str | None = None
        """Why there is no connection any more."""

    async def greet(self) -> None:
        """The client introduces itself. Raises `Refused` if it does not, or not as the protocol wants it."""
        try:
            async with asyncio.timeout(GREETING):
                version = await self._receive(1)
                self.send(bytes([protocol.VERSION]))
                if version[0] != protocol.VERSION:
                    raise Refused(f"speaks version {version[0]} of the protocol")
                lines = bytearray()
                while lines.count(b"\n") < 2:
                    lines += await self._receive(65536)
                    if len(lines) > protocol.MAX_GREETING:
                        raise Refused("sends a name and picture without end")
        except TimeoutError as error:
            raise Refused("does not introduce itself") from error
        except OSError as error:
            raise Refused(reason(error)) from error
        if not lines.endswith(b"\n") or lines.count(b"\n") > 2:
            raise Refused("sends more than name and picture")
        self.name, self.picture = protocol.read_greeting(bytes(lines))

    async def _receive(self, most: int) -> bytes:
        data = await asyncio.get_running_loop().sock_recv(self._sock, most)
        if not data:
            raise Refused("closed the connection")
        return data

    async def byte(self, timeout: float) -> int | None:
        """The next byte, None if the connection is lost. Raises `TimeoutError`."""
        if self.lost is not None:
            return None
        try:
            async with asyncio.timeout(timeout):
                data = await asyncio.get_running_loop().sock_recv(self._sock, 1)
        except TimeoutError:
            raise
        except OSError as error:
            self.lost = reason(error)
            return None
        if not data:
            self.lost = "closed the connection"
            return None
        return data[0]

    def send(self, data: bytes) -> None:
        """Sends a byte or two. A client that does not read what it is sent loses its connection in the end."""
        if self.lost is None:
            try:
                if self._sock.send(data) != len(data):
                    self.lost = "does not read"
            except BlockingIOError:
                self.lost = "does not read"
            except OSError as error:
                self.lost = reason(error)

    def discard(self) -> int:
        """Throws away what was sent unasked, and returns how many bytes; more than `FLOOD` are left where they are."""
        count = 0
        while self.lost is None and count <= FLOOD:
            try:
                data = self._sock.recv(1024)
            except BlockingIOError:
                break
            except OSError as error:
                self.lost = reason(error)
                break
            if not data:
                self.lost = "closed the connection"
            count += len(data)
        return count

    def gone(self) -> bool:
        """Whether the client has left while it waited."""
        try:
            if not self._sock.recv(1, socket.MSG_PEEK):
                self.lost = "closed the connection"
        except BlockingIOError:
            pass
        except OSError as error:
            self.lost = reason(error)
        return self.lost is not None

    def kick(self) -> None:
        """Tells the client that it is out, and nothing more from then on. What it still sends is never read."""
        self.send(bytes([protocol.KICKED]))
        if self.lost is None:
            self.lost = "kicked"
        self._end()

    def close(self) -> None:
        """Ends the connection; what was sent before still arrives."""
        self.discard()
        self._end()
        self._sock.close()

    def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)
