"""Sawhian over the network: `serve` is a server, `join` a client of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reineke.live.sawhian.avatar import avatar, load_picture
from reineke.live.sawhian.client import MARGIN, SawhianClient
from reineke.live.sawhian.mirror import Mirror, eliminate
from reineke.live.sawhian.protocol import PORT
from reineke.live.sawhian.record import replay
from reineke.live.sawhian.server import SawhianServer

__all__ = ["PORT", "Mirror", "SawhianClient", "SawhianServer", "avatar", "eliminate", "join", "replay", "serve"]


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    limit: float = 4.0,
    game: str = "sawhian",
    games: int = 1,
    agents: Sequence[str] = (),
    fill: str | None = None,
    wait: float = 10.0,
    rotate: bool = True,
    seed: int = 0,
    records: str | Path | None = None,
    log: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """Serves games until the last one is over, and returns their results (see `SawhianServer`).

    Raises `GameError` for a user's mistake. Ctrl-C ends it at once.
    """
    server = SawhianServer(
        host,
        port,
        limit=limit,
        game=game,
        games=games,
        agents=agents,
        fill=fill,
        wait=wait,
        rotate=rotate,
        seed=seed,
        records=records,
        log=log,
    )
    with server:
        while not server.wait(0.2):
            pass
    if server.error is not None:
        raise server.error
    return server.results


def join(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    agent: str = "default",
    name: str | None = None,
    picture: str | Path | None = None,
    game: str = "sawhian",
    games: int = 1,
    seed: int = 0,
    margin: float = MARGIN,
    patience: float = 600.0,
    ponder: bool = True,
    log: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """Joins so many games of a server, one after another, and returns their results (see `SawhianClient`).

    Raises `GameError` if the server cannot be reached, and for a user's mistake. Ctrl-C leaves the game.
    """
    client = SawhianClient(
        host,
        port,
        agent,
        name=name,
        picture=load_picture(picture) if picture is not None else None,
        game=game,
        games=games,
        seed=seed,
        margin=margin,
        patience=patience,
        ponder=ponder,
        log=log,
    )
    client.start()
    try:
        while client.is_alive():
            client.join(0.2)
    finally:
        client.stop()
        client.join(1.0)
    if client.error is not None:
        raise client.error
    return client.results
