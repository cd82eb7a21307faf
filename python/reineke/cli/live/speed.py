"""`reineke live speed` and `reineke serve speed`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from reineke.cli.live.groups import event, live, serve
from reineke.cli.options import Verb, json_option, seed_option

if TYPE_CHECKING:
    from reineke.live.speed import Pace

PORT = 8080


def _complete_agents(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from reineke.agents import catalogue
    from reineke.games import load

    found = catalogue(load("speed")).items()
    return [CompletionItem(name, help=about) for name, about in found if name.startswith(begun)]


def _file(*names: str, words: str) -> Callable[[Verb], Verb]:
    return click.option(*names, type=click.Path(dir_okay=False), metavar="FILE", help=words)


# The client.


@live.command("speed")
@click.option("--url", envvar="URL", metavar="URL", help="The server's web socket, ws://… or wss://….  [variable: URL]")
@click.option("--key", envvar="KEY", metavar="KEY", help="Our key.  [variable: KEY]")
@click.option(
    "--time-url",
    envvar="TIME_URL",
    metavar="URL",
    help="Where the server tells the time (default: the URL with _time behind it).  [variable: TIME_URL]",
)
@click.option(
    "--agent", default="default", show_default=True, metavar="SPEC", shell_complete=_complete_agents, help="Who plays."
)
@click.option(
    "--games", type=click.IntRange(1), metavar="N", default=1, show_default=True, help="How many, one after another."
)
@click.option(
    "--margin",
    type=float,
    default=0.3,
    show_default=True,
    metavar="S",
    help="Seconds before the deadline at which to answer; short rounds get a shorter one.",
)
@click.option("--max-think", type=float, metavar="S", help="Never think longer than this.")
@click.option(
    "--patience",
    type=float,
    default=600.0,
    show_default=True,
    metavar="S",
    help="How long to wait for a game to begin, and for a silent server.",
)
@click.option(
    "--retry",
    type=float,
    default=0.0,
    show_default=True,
    metavar="S",
    help="How long to try again if the key is busy (429) or nobody is there.",
)
@click.option("--ponder/--no-ponder", default=True, show_default=True, help="Think on while others think.")
@_file("--stats", "statistics", words="Append the statistics of every game to FILE.")
@seed_option(words="The agent's own chance.")
@json_option("The results as one JSON list.")
@click.option("--quiet", is_flag=True, help="No line per event on stderr.")
def live_speed(
    url: str | None,
    key: str | None,
    time_url: str | None,
    margin: float,
    max_think: float | None,
    patience: float,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Play games at a spe_ed server, unattended.

    Exits with 0 after the last game, with 1 if one broke off, with 2 if the server cannot be reached or refuses us.
    """
    from reineke.live.speed import Care, join

    if not url or not key:
        raise click.UsageError(f"--{'key' if url else 'url'} or the variable {'KEY' if url else 'URL'} is needed")
    care = Care(margin, max_think, patience)
    log = None if quiet else event
    results = join(url=url, key=key, time_url=time_url or None, care=care, log=log, **options)
    broken = [result for result in results if result["status"] != "finished"]
    _show(results, as_json, _played)
    for result in broken[-1:] if quiet else ():
        event(f"reineke: the game broke off: {result['message']}")
    return 1 if broken else 0


# The server.


@serve.command("speed")
@click.option(
    "--host", default="127.0.0.1", metavar="HOST", show_default=True, help="Where to listen; 0.0.0.0 is everywhere."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=PORT,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option("--players", type=click.IntRange(2, 6), metavar="N", help="Players of a game (default: drawn, 2 to 6).")
@click.option("--width", type=int, metavar="N", help="Width of the board (default: drawn, 41 to 80).")
@click.option("--height", type=int, metavar="N", help="Its height.")
@click.option(
    "--round",
    "rounds",
    default="5-15",
    show_default=True,
    metavar="S[-S]",
    help="Seconds per round, fixed or drawn for each; fractions make fast rounds.",
)
@click.option(
    "--grace", type=float, default=2.0, show_default=True, metavar="S", help="Seconds that an answer may come late."
)
@click.option(
    "--wait",
    type=float,
    default=300.0,
    show_default=True,
    metavar="S",
    help="How long the first client waits for others before bots take the empty seats.",
)
@click.option(
    "--fill",
    multiple=True,
    metavar="SPEC",
    shell_complete=_complete_agents,
    help="Who takes empty seats, drawn from all that are given (default: bots like the organisers').",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="SPEC",
    shell_complete=_complete_agents,
    help="Takes a seat in every game; may be given up to six times.",
)
@click.option(
    "--think", type=float, default=1.0, show_default=True, metavar="S", help="The longest that our own agents think."
)
@click.option("--key", "keys", multiple=True, metavar="KEY", help="A key that may play (default: every key may).")
@_file("--keys", "key_file", words="Keys that may play, one a line.")
@_file("--names", "name_file", words="Names shown at the end, a key and its name a line (default: pseudonyms).")
@click.option("--games", type=click.IntRange(1), metavar="N", help="End after so many games (default: never).")
@_file("--records", words="Append a record of every game to FILE.")
@_file("--results", words="Append the result of every game to FILE, as JSON lines.")
@_file("--stats", "statistics", words="Append the statistics of every game to FILE.")
@click.option(
    "--log",
    "logs",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the contest's log of every game into DIR, a state a line, compressed.",
)
@seed_option(default=None, words="Where all chance comes from (default: another every time).")
@json_option("The results as one JSON list.")
@click.option("--quiet", is_flag=True, help="No line per event on stderr.")
def serve_speed(
    rounds: str,
    grace: float,
    keys: tuple[str, ...],
    key_file: str | None,
    name_file: str | None,
    records: str | None,
    results: str | None,
    statistics: str | None,
    logs: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Serve games of spe_ed, as the contest's server does."""
    from reineke.live.speed import Books
    from reineke.live.speed import serve as serve_games
    from reineke.live.speed.keys import read_keys, read_names

    known = [*keys, *(read_keys(key_file) if key_file is not None else ())]
    serve_games(
        pace=read_pace(rounds, grace),
        keys=known if keys or key_file is not None else None,
        names=read_names(name_file) if name_file is not None else None,
        books=Books(records, results, statistics, logs),
        log=None if quiet else event,
        show=lambda games: _show(games, as_json, _served),
        **options,
    )


def read_pace(text: str, grace: float) -> Pace:
    """The rounds that a person means: `10`, `5-15`, `0.2`, `0.1-0.3`."""
    from reineke.live.speed import Pace

    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?", text.strip())
    if match is None:
        raise click.UsageError(f"--round {text}: expected seconds, such as 10, 5-15 or 0.2")
    shortest = float(match[1])
    return Pace(shortest, shortest if match[2] is None else float(match[2]), grace)


# What is shown.


def _show(results: list[dict[str, Any]], as_json: bool, words: Callable[[dict[str, Any]], str]) -> None:
    from reineke.cli.output import print_json

    if as_json:
        print_json(results)
        return
    for number, result in enumerate(results, 1):
        print(f"game {number}: {words(result)}")


def _played(result: dict[str, Any]) -> str:
    if result["player"] is None or result["outcome"] is None:
        return f"{result['status']}{': ' if result['message'] else ''}{result['message']}"
    us = result["player"] - 1
    won = "won" if result["outcome"][us] == 1 else f"place {result['places'][us]:g}"
    count = len(result["places"])
    return f"{won} of {count} players, {result['moves']} moves, {result['rounds']} rounds, {_board(result)}"


def _served(result: dict[str, Any]) -> str:
    winner = result["names"][result["winner"] - 1] + " won" if result["winner"] else "no survivor"
    return f"{winner}, {len(result['names'])} players, {result['rounds']} rounds, {_board(result)}"


def _board(result: dict[str, Any]) -> str:
    return f"{result['width']}x{result['height']}"
