"""The client's end of the web socket: getting in, and what is said when that fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from urllib.parse import quote, urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection

from reineke.game import GameError
from reineke.live.web import Busy, dial

LARGEST = 1 << 20
"""Bytes of a server's message; the largest board takes a twentieth."""
AGAIN = 1.0
"""Seconds between two attempts."""


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
    refusals = {
        403: GameError(f"{url} does not know this key (403)"),
        429: Busy("this key is already in a game or waits for one (429)"),
    }
    return await dial(
        address(url, key),
        url,
        refusals,
        user_agent_header=agent,
        max_size=LARGEST,
        max_queue=8,
        ping_timeout=None,  # a server that is slow to answer a ping still plays
    )
