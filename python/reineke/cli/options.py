"""What several verbs share: arguments, budgets, positions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from reineke.agent import Budget
from reineke.game import CHANCE, OVER, Game, GameError, acting
from reineke.record.text import one_line
from reineke.spec import parse

Verb = TypeVar("Verb", bound=Callable[..., Any])
PAGE_PORT = 8421


def _seed(value: str | int) -> int:
    text = str(value)
    if text.isascii() and text.isdigit() and int(text) < 2**64:
        return int(text)
    raise click.BadParameter(f"{text!r} is no number from 0 to 2^64 - 1")


def _complete_games(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from reineke.games import names

    return [CompletionItem(name, help=about) for name, about in names().items() if name.startswith(begun)]


def _complete_agents(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from reineke.agents import catalogue
    from reineke.games import load

    try:
        game = load(context.params["game"]) if context.params.get("game") else None
    except GameError:
        game = None
    return [CompletionItem(name, help=about) for name, about in catalogue(game).items() if name.startswith(begun)]


def game_argument(*, required: bool = True) -> Callable[[Verb], Verb]:
    """The argument GAME."""
    return click.argument("game", required=required, shell_complete=_complete_games)


def specs_argument(verb: Verb) -> Verb:
    """The arguments SPEC…"""
    return click.argument("specs", nargs=-1, required=True, metavar="SPEC...", shell_complete=_complete_agents)(verb)


def agent_option(default: str | None = "default", **more: Any) -> Callable[[Verb], Verb]:
    """The option --agent SPEC."""
    more.setdefault("help", "The agent that thinks.")
    more.setdefault("show_default", True)
    return click.option(
        "--agent",
        "agents" if more.get("multiple") else "agent",
        default=default,
        metavar="SPEC",
        shell_complete=_complete_agents,
        **more,
    )


def budget_options(verb: Verb) -> Verb:
    """The options --time and --nodes."""
    verb = click.option("--nodes", type=int, metavar="N", help="Nodes per decision; such a run can be repeated.")(verb)
    return click.option("--time", "seconds", type=float, metavar="S", help="Seconds per decision.")(verb)


def seed_option(default: int | None = 0, words: str = "Where all chance comes from.") -> Callable[[Verb], Verb]:
    """The option --seed."""
    return click.option(
        "--seed", type=_seed, default=default, show_default=default is not None, metavar="N", help=words
    )


def json_option(words: str) -> Callable[[Verb], Verb]:
    """The option --json."""
    return click.option("--json", "as_json", is_flag=True, help=words)


def web_options(verb: Verb) -> Verb:
    """The options --host, --port, --data and --runs."""
    verb = click.option(
        "--runs",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        default=Path("runs"),
        show_default=True,
        help="The folder of training runs whose curves the page shows.",
    )(verb)
    verb = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="The folder in which games are kept (default: reineke in $XDG_DATA_HOME or ~/.local/share).",
    )(verb)
    verb = click.option(
        "--port",
        type=click.IntRange(0, 65535),
        metavar="PORT",
        default=PAGE_PORT,
        show_default=True,
        help="The page's port; 0 takes a free one.",
    )(verb)
    return click.option(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        show_default=True,
        help="Where the page is served; 0.0.0.0 lets others on the network in.",
    )(verb)


def budget(seconds: float | None, nodes: int | None) -> Budget:
    """The budget that was asked for. Without any, an agent that would search for ever takes one second."""
    try:
        return Budget(seconds, nodes)
    except ValueError as error:
        raise GameError(str(error)) from None


def with_depth(spec: str, depth: int | None) -> str:
    """The spec of an agent with this depth."""
    if depth is None:
        return spec
    parsed = parse(spec)
    parsed.options["depth"] = str(depth)
    return str(parsed)


def read_position(game: Game, text: str, seed: int = 0) -> Any:
    """The state that a person means: its text or JSON form, `start`, or `-` for what stdin says."""
    from reineke._core import Dice

    if text == "-":
        text = sys.stdin.read()
    text = text.strip()
    if text == "start":
        return game.start(Dice(seed))
    if not text:
        raise GameError(
            f"an empty position; give its text or JSON form, or start, such as {game.text(game.start(Dice(0)))}"
        )
    try:
        state = _parse(game, text)
        _try(game, state)
    except GameError:
        raise
    except Exception as error:  # a Python game need not check what it is given
        raise GameError(
            f"not a position of {game.spec}: {one_line(text, 80)} ({type(error).__name__}: {error})"
        ) from error
    return state


def _parse(game: Game, text: str) -> Any:
    if not text.startswith("{"):
        return game.parse(text)
    import json

    try:
        value = json.loads(text)
    except ValueError as error:
        raise GameError(f"not JSON: {error}") from None
    return game.parse_json(value)


def _try(game: Game, state: Any) -> None:
    """Makes a position show that it is one."""
    turn = game.turn(state)
    if turn == OVER:
        game.outcome(state)
    elif turn == CHANCE:
        game.odds(state)
    else:
        for seat in acting(turn):
            if not game.legal(state, seat):
                raise GameError(f"seat {seat} is to move but has no legal action")
    game.text(state)


def deciding_seat(game: Game, state: Any, seat: int | None) -> int:
    """The seat that decides here: the one asked for, or the first that acts."""
    turn = game.turn(state)
    if turn == OVER:
        raise GameError("there is nothing to decide: the game is over")
    if turn == CHANCE:
        raise GameError("there is nothing to decide: chance moves here")
    seats = acting(turn)
    if seat is None:
        return seats[0]
    if not 0 <= seat < game.seats:
        raise GameError(f"{game.spec} has seats 0 to {game.seats - 1}, not {seat}")
    if seat not in seats:
        raise GameError(f"seat {seat} does not act here, but {' and '.join(f'seat {other}' for other in seats)}")
    return seat
