"""Pokémon Showdown: `join` plays generation 1 random battles on a server, the real one or one of our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from reineke.live.showdown.battle import Care
from reineke.live.showdown.client import Limits, ShowdownClient
from reineke.live.showdown.lobby import Plan
from reineke.live.showdown.login import Account
from reineke.live.showdown.summary import Summary, summarise

__all__ = ["URL", "Account", "Care", "Limits", "Plan", "ShowdownClient", "Summary", "join", "summarise"]

URL = "ws://127.0.0.1:8000/showdown/websocket"


def join(
    *,
    account: Account,
    plan: Plan,
    url: str = URL,
    agent: str = "default",
    care: Care | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    records: str | Path | None = None,
    log: Callable[[str], None] | None = None,
) -> tuple[list[dict[str, Any]], bool]:
    """Plays battles (see `ShowdownClient`); returns their results and whether Ctrl-C ended it.

    The first Ctrl-C lets those that are going on be played to their end, the second one forfeits them. Raises
    `GameError` if the server cannot be reached or refuses us, and for a user's mistake.
    """
    say = log or (lambda line: None)
    client = ShowdownClient(url, account, plan, agent, care=care, limits=limits, seed=seed, records=records, log=log)
    presses = 0
    client.start()
    while client.is_alive():
        try:
            client.join(0.2)
        except KeyboardInterrupt:
            presses += 1
            if presses > 2:
                raise
            if presses == 2 or not client.playing:
                client.stop()
            else:
                say(f"{client.playing} going on to their end; Ctrl-C again forfeits")
                client.finish()
    if client.error is not None and not client.results:
        raise client.error
    if client.error is not None:
        say(f"ended early: {client.error}")
    return client.results, presses > 0
