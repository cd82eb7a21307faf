"""`reineke play`: a game against agents, in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from reineke.cli.options import agent_option, budget, budget_options, game_argument, read_position, seed_option
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
@click.option("--text", is_flag=True, help="Play in the terminal (for now there is nothing else).")
def play(
    game: str | None,
    agents: tuple[str, ...],
    seat: int | None,
    position: str,
    seconds: float | None,
    nodes: int | None,
    seed: int | None,
    record: Path | None,
    text: bool,
) -> None:
    """Play against agents. Without a GAME you are asked for one.

    Type an action by its name, or help, hint, undo, moves, board, resign, quit. Moves may come from a pipe, too.
    """
    from reineke.cli.play.keyboard import Keyboard
    from reineke.cli.play.person import choose_game
    from reineke.cli.play.session import Session
    from reineke.cli.play.table import Table
    from reineke.games import load
    from reineke.record import RecordWriter

    limits, keyboard = budget(seconds, nodes), Keyboard()
    if game is None:
        game = choose_game(keyboard, DEFAULT) if sys.stdin.isatty() and sys.stdout.isatty() else DEFAULT
    rules = load(game)
    seed = secrets.randbits(32) if seed is None else seed
    if position == "-":
        raise GameError("the position cannot come from stdin: your moves do")
    specs = _seating(rules, agents, seat)
    table = Table(rules, specs, limits, seed, None if position == "start" else read_position(rules, position, seed))
    writer = None if record is None else RecordWriter(record)
    finished = Session(table, keyboard).run()
    if finished is not None and writer is not None:
        with writer:
            writer.write(finished.line())
        click.echo(f"The record is in {record}. What did the moves cost?  reineke analyse {record}")


def _seating(game: Game, agents: tuple[str, ...], seat: int | None) -> list[str | None]:
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
