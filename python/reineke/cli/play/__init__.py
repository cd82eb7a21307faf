"""`reineke play`: a game against agents, on the page or in the terminal."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from pathlib import Path

import click

from reineke.agent import Budget
from reineke.cli.options import (
    agent_option,
    budget,
    budget_options,
    game_argument,
    read_position,
    seed_option,
    web_options,
)
from reineke.game import Game, GameError

DEFAULT = "sawhian"


@click.command()
@game_argument(required=False)
@agent_option(
    None,
    multiple=True,
    show_default=False,
    help="Your opponent; once for all seats, or once per other seat. One per seat: you watch. [default: default]",
)
@click.option("--seat", type=int, metavar="N", help="Your seat, from 0.  [default: 0]")
@click.option(
    "--from", "position", default="start", metavar="POSITION", help="Where the game begins: text or JSON form."
)
@budget_options
@seed_option(None, "Where dice and the agents' own chance come from (default: a new one each time).")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append a record of the game to FILE.",
)
@click.option(
    "--page/--text",
    default=None,
    help="On the page in a browser, or in the terminal.  [default: the page, unless moves come from a pipe]",
)
@click.option("--open/--no-open", "browser", default=True, help="Open the page in a browser.  [default: open]")
@web_options
def play(
    game: str | None,
    agents: tuple[str, ...],
    seat: int | None,
    position: str,
    seconds: float | None,
    nodes: int | None,
    seed: int | None,
    record: Path | None,
    page: bool | None,
    browser: bool,
    host: str,
    port: int,
    data: Path | None,
    runs: Path,
) -> None:
    """Play against agents. Without a GAME you choose one.

    In the terminal (--text), type an action by its name, or help, hint, undo, moves, board, resign, quit. Moves may
    come from a pipe, too.
    """
    limits = budget(seconds, nodes)
    if position == "-":
        raise GameError("the position cannot come from stdin: your moves do")
    if not (page if page is not None else _no_pipe()):
        _in_terminal(game, agents, seat, position, limits, seed, record)
        return
    if record is not None:
        raise click.UsageError("--record goes with --text: the page keeps games itself")
    from reineke.cli.play.page import open_page

    open_page(game, agents, seat, position, limits, seed, host=host, port=port, data=data, runs=runs, browser=browser)


def _no_pipe() -> bool:
    """Whether nobody sends moves through a pipe or a file."""
    try:
        kind = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return not (stat.S_ISFIFO(kind) or stat.S_ISREG(kind) or stat.S_ISSOCK(kind))


def _in_terminal(
    game: str | None,
    agents: tuple[str, ...],
    seat: int | None,
    position: str,
    limits: Budget,
    seed: int | None,
    record: Path | None,
) -> None:
    from reineke.arena.people import Table
    from reineke.cli.play.keyboard import Keyboard
    from reineke.cli.play.person import choose_game
    from reineke.cli.play.session import Session
    from reineke.games import load
    from reineke.record import RecordWriter

    keyboard = Keyboard()
    if game is None:
        game = choose_game(keyboard, DEFAULT) if sys.stdin.isatty() and sys.stdout.isatty() else DEFAULT
    rules = load(game)
    seed = secrets.randbits(32) if seed is None else seed
    specs = seating(rules, agents, seat)
    table = Table(rules, specs, limits, seed, None if position == "start" else read_position(rules, position, seed))
    writer = None if record is None else RecordWriter(record)
    finished = Session(table, keyboard).run()
    if finished is not None and writer is not None:
        with writer:
            writer.write(finished.line())
        click.echo(f"The record is in {record}. What did the moves cost?  reineke analyse {record}")


def seating(game: Game, agents: tuple[str, ...], seat: int | None) -> list[str | None]:
    """Who sits where; None is the person."""
    if seat is not None and not 0 <= seat < game.seats:
        raise GameError(f"{game.spec} has seats 0 to {game.seats - 1}, not {seat}")
    others = game.seats - 1
    if len(agents) == game.seats and game.seats > 1:
        if seat is not None:
            raise GameError(f"{len(agents)} agents take all seats: there is none left for you")
        return list(agents)
    if len(agents) > 1 and len(agents) != others:
        raise GameError(
            f"give one agent for all other seats, {others} for one each, or {game.seats} to watch, not {len(agents)}"
        )
    if agents and others == 0:
        raise GameError(f"{game.spec} is played alone")
    specs: list[str | None] = [*(agents if len(agents) == others else (agents or ("default",)) * others)]
    specs.insert(seat or 0, None)
    return specs
