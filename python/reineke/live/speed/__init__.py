"""spe_ed over the network: `serve` is a server like the contest's, `join` a client of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from reineke.agent import Agent
from reineke.live.speed.client import SpeedClient
from reineke.live.speed.files import Books
from reineke.live.speed.player import Care
from reineke.live.speed.server import SpeedServer
from reineke.live.speed.stats import AgentSummary, summarise
from reineke.live.speed.table import Pace

__all__ = ["PORT", "AgentSummary", "Books", "Care", "Pace", "SpeedClient", "SpeedServer", "join", "serve", "summarise"]

PORT = 8080


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    players: int | None = None,
    width: int | None = None,
    height: int | None = None,
    pace: Pace | None = None,
    wait: float = 300.0,
    agents: Sequence[str] = (),
    fill: Sequence[str] = (),
    think: float = 1.0,
    keys: Iterable[str] | None = None,
    names: Mapping[str, str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    books: Books | None = None,
    log: Callable[[str], None] | None = None,
    show: Callable[[list[dict[str, Any]]], None] | None = None,
) -> list[dict[str, Any]]:
    """Serves games until the last one is over, and returns their results (see `SpeedServer`); `show` is called with
    those there are, also when Ctrl-C ends it at once. Raises `GameError` for a user's mistake."""
    server = SpeedServer(
        host,
        port,
        players=players,
        width=width,
        height=height,
        pace=pace,
        wait=wait,
        agents=agents,
        fill=fill,
        think=think,
        keys=keys,
        names=names,
        games=games,
        seed=seed,
        books=books,
        log=log,
    )
    server.start()
    try:
        while not server.wait(0.2):
            pass
    finally:
        server.stop()
        if show is not None and server.error is None:
            show(list(server.results))
    if server.error is not None:
        raise server.error
    return list(server.results)


def join(
    *,
    url: str,
    key: str,
    time_url: str | None = None,
    agent: str | Agent = "default",
    games: int = 1,
    care: Care | None = None,
    retry: float = 0.0,
    ponder: bool = True,
    seed: int = 0,
    statistics: str | Path | None = None,
    log: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """Plays so many games at a server, one after another, and returns their results (see `SpeedClient`).

    Raises `GameError` if the server cannot be reached or refuses us, and for a user's mistake. Ctrl-C leaves the game.
    """
    client = SpeedClient(
        url,
        key,
        time_url,
        agent,
        games=games,
        care=care,
        retry=retry,
        ponder=ponder,
        seed=seed,
        statistics=statistics,
        log=log,
    )
    client.start()
    try:
        while client.is_alive():
            client.join(0.2)
    finally:
        client.stop()
        client.join(3.0)
    if client.error is not None:
        raise client.error
    return client.results
