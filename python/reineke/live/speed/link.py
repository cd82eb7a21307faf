"""The client's end of the web socket: getting in, and what is said when that fails."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from urllib.parse import quote, urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI

from reineke.game import GameError
from reineke.record.text import one_line

LARGEST = 1 << 20
"""Bytes of a server's message; the largest board takes a twentieth."""
AGAIN = 1.0
"""Seconds between two attempts."""


class Busy(GameError):
    """The key is in a game, or nobody is there yet: it may work later."""


def address(url: str, key: str) -> str:
    """Where to connect to, with the key."""
    parts = urlsplit(url)
    if parts.scheme not in ("ws", "wss") or not parts.hostname:
        raise GameError(f"{url!r} is no address of a web socket, such as ws://127.0.0.1:8080/spe_ed")
    query = f"{parts.query}&" if parts.query else ""
    return urlunsplit((parts.scheme, parts.netloc, parts.path, f"{query}key={quote(key, safe='')}", ""))


def time_address(url: str) -> str:
    """Where a server tells the time if nobody says otherwise: beside its web socket."""
    parts = urlsplit(url)
    scheme = "https" if parts.scheme == "wss" else "http"
    return urlunsplit((scheme, parts.netloc, f"{parts.path.rstrip('/')}_time", "", ""))


async def enter(url: str, key: str, agent: str, retry: float, log: Callable[[str], None]) -> ClientConnection:
    """A connection to the server; for `retry` seconds it is tried again if the key is busy or nobody is there.

    Raises `GameError` with one line.
    """
    deadline = time.monotonic() + retry
    while True:
        try:
            return await _connect(url, key, agent)
        except Busy as error:
            left = deadline - time.monotonic()
            if left <= 0:
                raise
            log(f"{error}; trying again")
            await asyncio.sleep(min(AGAIN, left))


async def _connect(url: str, key: str, agent: str) -> ClientConnection:
    where = address(url, key)
    try:
        return await connect(
            where,
            compression=None,
            user_agent_header=agent,
            max_size=LARGEST,
            max_queue=8,
            ping_timeout=None,  # a server that is slow to answer a ping still plays
            close_timeout=1,
        )
    except InvalidStatus as error:
        status = error.response.status_code
        if status == 403:
            raise GameError(f"{url} does not know this key (403)") from error
        if status == 429:
            raise Busy("this key is already in a game or waits for one (429)") from error
        raise GameError(f"{url} answers {status}, no web socket") from error
    except TimeoutError as error:
        raise Busy(f"cannot connect to {url}: timed out") from error
    except OSError as error:
        # asyncio's own text names the call that failed; the system's says why.
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise Busy(f"cannot connect to {url}: {one_line(why, 120).lower()}") from error
    except (InvalidURI, InvalidHandshake, EOFError, ValueError) as error:
        raise GameError(f"cannot connect to {url}: it does not speak web socket") from error
