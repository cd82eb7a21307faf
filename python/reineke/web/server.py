"""Running the server: a port, a folder, and a browser that opens on it."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from reineke.game import GameError
from reineke.learn import RUNS
from reineke.web.app import Site
from reineke.web.guard import LOOPBACK
from reineke.web.hall import Hall, Wish
from reineke.web.messages import SIZE
from reineke.web.store import Store, default_folder, hashed

PORT = 8421
COLLECT = (20_000, 20, 50)
"""Python looks for garbage that hangs together less often than usual: drawings are large trees without any."""

SWITCH = 0.001
"""Seconds after which a thought in Python lets the server go on."""


def listen(host: str, port: int) -> socket.socket:
    """An open port. Raises `GameError` if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except (OSError, UnicodeError, OverflowError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise GameError(f"cannot listen on {host}:{port}: {why.lower()}") from error


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    runs: Path = RUNS,
    games: Sequence[str] = (),
    first: Callable[[Hall], Wish] | None = None,
    browser: bool = False,
    say: Callable[[str], None],
) -> None:
    """Serves the page until Ctrl-C. `runs` is the folder of training runs that are shown, `first` a game to open
    with; `browser` shows it in one."""
    store = Store(data or default_folder())
    try:
        hall = Hall(store, games)
        wish = None if first is None else first(hall)
        door = listen(host, port)
    except BaseException:
        store.close()
        raise
    owner = store.owner()
    name = f"[{host}]" if ":" in host else "127.0.0.1" if host in ("", "0.0.0.0") else host
    address = f"http://{name}:{door.getsockname()[1]}"
    link = f"{address}/own/{owner}"
    store.announce(link)
    site = Site(hall, loopback=host in LOOPBACK, runs=runs)
    config = uvicorn.Config(
        site.app(),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * SIZE,
        ws_per_message_deflate=False,  # the same words to two hundred windows would be packed two hundred times
        ws_ping_interval=20,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    _Server(config, lambda: _open(hall, wish, owner, link, address, browser, say)).run(sockets=[door])


def _open(
    hall: Hall,
    wish: Wish | None,
    owner: str,
    link: str,
    address: str,
    browser: bool,
    say: Callable[[str], None],
) -> None:
    """Says where the page is, once it is there."""
    if wish is not None:
        link += f"?game={hall.open(wish, hashed(owner))}"
    say(f"The page is at {link}")
    say(f"Games are kept in {hall.store.folder}. Others come in by the links of your rooms; Ctrl-C ends the server.")
    if browser:
        webbrowser.open(link)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.freeze()
            gc.set_threshold(*COLLECT)
            sys.setswitchinterval(SWITCH)
            self._ready()
