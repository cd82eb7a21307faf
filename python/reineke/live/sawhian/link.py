"""A socket as the client uses it: single bytes, never a wait without end."""

from __future__ import annotations

import socket
import threading
import time

from reineke.game import GameError

STEP = 0.2
"""Seconds between two looks at whether the wait is to be given up."""


class Stopped(Exception):
    """Somebody asked to stop."""


class Silent(Exception):
    """Nothing came in the time allowed, or the line broke. Its text says which."""


def tune(sock: socket.socket) -> None:
    """Sends bytes at once, and notices a peer that is gone."""
    if sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def reason(error: OSError) -> str:
    """An error of the network in a few words."""
    if isinstance(error, TimeoutError):
        return "timed out"
    return (error.strerror or str(error) or type(error).__name__).lower()


class Link:
    """The client's end of a connection."""

    def __init__(self, sock: socket.socket, stopped: threading.Event) -> None:
        self._sock = sock
        self._stopped = stopped
        tune(sock)

    @classmethod
    def connect(cls, host: str, port: int, stopped: threading.Event, timeout: float = 10.0) -> Link:
        """Raises `GameError` where there is no server."""
        try:
            return cls(socket.create_connection((host, port), timeout), stopped)
        except (OSError, UnicodeError, OverflowError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise GameError(f"cannot connect to {host}:{port}: {why}") from error

    def send(self, data: bytes, timeout: float = 10.0) -> None:
        """Sends all of it."""
        try:
            self._sock.settimeout(timeout)
            self._sock.sendall(data)
        except OSError as error:
            raise Silent(reason(error)) from error

    def byte(self, timeout: float) -> int | None:
        """The next byte; None if the server has closed the connection."""
        deadline = time.monotonic() + timeout
        while not self._stopped.is_set():
            left = deadline - time.monotonic()
            if left <= 0:
                raise Silent(f"nothing was heard for {timeout:.0f} s")
            try:
                self._sock.settimeout(min(left, STEP))
                data = self._sock.recv(1)
            except TimeoutError:
                continue
            except OSError as error:
                raise Silent(reason(error)) from error
            return data[0] if data else None
        raise Stopped

    def close(self) -> None:
        """Closes the connection."""
        self._sock.close()
