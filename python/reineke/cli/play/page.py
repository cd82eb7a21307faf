"""`reineke play` on the page: the game that was asked for, opened in a browser."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path

import click

from reineke.agent import Budget
from reineke.cli.options import read_position
from reineke.cli.play import seating
from reineke.game import Game
from reineke.games import load
from reineke.spec import parse
from reineke.web import Taken, serve
from reineke.web.hall import Hall, Wish
from reineke.web.levels import bounded
from reineke.web.store import Chair, hashed


def open_page(
    game: str | None,
    agents: tuple[str, ...],
    seat: int | None,
    position: str,
    limits: Budget,
    seed: int | None,
    *,
    host: str,
    port: int,
    data: Path | None,
    runs: Path,
    browser: bool,
) -> None:
    """Serves the page until Ctrl-C; with a GAME it opens on that game."""
    rules = None if game is None else load(game)
    specs = [] if rules is None else seating(rules, agents, seat)

    def wish(hall: Hall) -> Wish:
        assert rules is not None
        owner = hashed(hall.store.owner())
        chairs = [Chair(owner=owner, name="You") if spec is None else _agent(spec, rules, limits) for spec in specs]
        found = hall.plain_wish(rules, chairs, seed)
        return found if position == "start" else replace(found, deal=read_position(rules, position, found.seed))

    offered = [game] if game is not None and ".py" in game else []
    try:
        first = None if rules is None else wish
        serve(host=host, port=port, data=data, runs=runs, games=offered, first=first, browser=browser, say=click.echo)
    except Taken as taken:
        if not taken.address or game is not None:
            raise
        click.echo(f"The page is at {taken.address}")
        if browser:
            webbrowser.open(taken.address)


def _agent(spec: str, game: Game, limits: Budget) -> Chair:
    """An agent with the budget that was asked for, where it has none of its own."""
    parsed = parse(spec)
    for key, value in (("time", limits.seconds), ("nodes", limits.nodes)):
        if value is not None and not {"time", "nodes"} & parsed.options.keys() and parsed.name != "random":
            parsed = replace(parsed, options={**parsed.options, key: f"{value:g}" if key == "time" else str(value)})
    return Chair(bounded(str(parsed), game), name=spec[:24])
