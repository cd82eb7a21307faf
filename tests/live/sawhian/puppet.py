"""The other end of the line, byte by byte: clients that misbehave on purpose, and a server that follows a script."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from reineke.live.sawhian import protocol
from reineke.live.sawhian.avatar import avatar
from reineke.live.sawhian.mirror import Mirror

PATIENCE = 60.0
"""Seconds after which a test is given up. Nothing is expected to take that long."""


class Wire:
    """A socket that reads and writes single bytes."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        sock.settimeout(PATIENCE)

    def send(self, *data: int) -> None:
        self.sock.sendall(bytes(data))

    def byte(self) -> int | None:
        try:
            data = self.sock.recv(1)
        except ConnectionError:
            return None
        return data[0] if data else None

    def line(self) -> bytes:
        data = bytearray()
        while not data.endswith(b"\n"):
            data.append(self.byte())
        return bytes(data)

    def rest(self) -> list[int]:
        """All bytes until the connection ends."""
        return list(iter(self.byte, None))

    def close(self) -> None:
        self.sock.close()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(port: int) -> Wire:
    return Wire(socket.create_connection(("127.0.0.1", port), PATIENCE))


def introduce(port: int, name: str = "puppet") -> Wire:
    """A client that waits for its game."""
    wire = connect(port)
    wire.send(protocol.VERSION)
    assert wire.byte() == protocol.VERSION
    wire.sock.sendall(protocol.greeting(name, avatar(name)))
    return wire


class Puppet(threading.Thread):
    """A client that plays its first legal moves, until `act` takes over at its turn number `turn` (from 0).

    `act` gets the wire and the mirror. `heard` are the bytes that came afterwards.
    """

    def __init__(
        self, port: int, game: Any, turn: int, act: Callable[[Wire, Mirror], None], name: str = "puppet"
    ) -> None:
        super().__init__(daemon=True)
        self.wire = introduce(port, name)
        self.mirror = Mirror(game)
        self.turn, self.act = turn, act
        self.seat: int | None = None
        self.heard: list[int] = []
        self.start()

    def run(self) -> None:
        with self.wire as wire:
            self.seat, _ = protocol.read_welcome(wire.byte())
            wire.send(protocol.PING)
            assert wire.byte() == protocol.PING
            for byte in iter(wire.byte, None):
                if byte != protocol.YOUR_TURN:
                    self.mirror.play(*protocol.read_move(byte))
                elif self.turn:
                    self.turn -= 1
                    wire.send(self.mirror.game.legal(self.mirror.state, self.seat)[0])
                else:
                    self.act(wire, self.mirror)
                    self.heard = wire.rest() if wire.sock.fileno() >= 0 else []
                    return


class Script(threading.Thread):
    """A server for one client: `act` gets the wire once the client has introduced itself."""

    def __init__(self, act: Callable[[Wire], None], *, seat: int = 0, limit: int = 4, welcome: bool = True) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.act, self.seat, self.limit, self.welcome = act, seat, limit, welcome
        self.name_line = self.picture_line = b""
        self.start()

    def run(self) -> None:
        with self.listener:
            sock, _ = self.listener.accept()
        with Wire(sock) as wire:
            if self.welcome:
                assert wire.byte() == protocol.VERSION
                wire.send(protocol.VERSION)
                self.name_line, self.picture_line = wire.line(), wire.line()
                wire.sock.sendall(protocol.welcome(self.seat, self.limit))
                wire.send(wire.byte())
            self.act(wire)
