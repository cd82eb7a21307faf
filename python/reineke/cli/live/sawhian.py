"""`reineke live sawhian` and `reineke serve sawhian`."""

from __future__ import annotations

from typing import Any

import click

from reineke.cli.live.groups import event, live, serve
from reineke.cli.options import json_option, seed_option

PORT = 22135


@live.command("sawhian")
@click.option("--host", default="127.0.0.1", metavar="HOST", show_default=True, help="Where the server is.")
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="PORT", default=PORT, show_default=True, help="Its port."
)
@click.option("--agent", default="default", show_default=True, metavar="SPEC", help="Who plays.")
@click.option("--name", metavar="NAME", help="The name shown to the others (default: the agent's spec).")
@click.option("--picture", type=click.Path(dir_okay=False), metavar="FILE", help="A PNG of 256 × 256 pixels.")
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="How many games, one after another.",
)
@click.option(
    "--margin", type=float, default=0.2, show_default=True, metavar="S", help="Seconds of every move kept in reserve."
)
@click.option(
    "--patience",
    type=float,
    default=600.0,
    show_default=True,
    metavar="S",
    help="How long to wait for a game to begin.",
)
@click.option("--ponder/--no-ponder", default=True, show_default=True, help="Think while others move.")
@seed_option(words="The agent's own chance.")
@json_option("The results as one JSON list.")
@click.option("--quiet", is_flag=True, help="No line per event on stderr.")
def live_sawhian(as_json: bool, quiet: bool, **options: Any) -> None:
    """Join games of a Sawhian server."""
    from reineke.live.sawhian import join

    _show(join(log=None if quiet else event, **options), as_json)


@serve.command("sawhian")
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
@click.option(
    "--limit", type=float, default=4, show_default=True, metavar="S", help="Seconds per move, a whole number up to 63."
)
@click.option("--game", default="sawhian", show_default=True, metavar="GAME", help="The game, with its options.")
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="How many games, one after another.",
)
@click.option(
    "--agent", "agents", multiple=True, metavar="SPEC", help="Takes a seat itself; may be given up to four times."
)
@click.option("--fill", metavar="SPEC", help="Takes the seats that are empty after --wait.")
@click.option(
    "--wait",
    type=float,
    default=10.0,
    show_default=True,
    metavar="S",
    help="How long --fill waits after the first client.",
)
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="Move the seats on from game to game.")
@click.option(
    "--records", type=click.Path(dir_okay=False), metavar="FILE", help="Append a record of every game to FILE."
)
@seed_option(words="The agents' own chance.")
@json_option("The results as one JSON list.")
@click.option("--quiet", is_flag=True, help="No line per event on stderr.")
def serve_sawhian(as_json: bool, quiet: bool, **options: Any) -> None:
    """Serve games of Sawhian to clients and agents."""
    from reineke.live.sawhian import serve as serve_games
    from reineke.spec import parse

    if parse(options["game"]).name != "sawhian":
        raise click.UsageError(f"--game {options['game']}: this server speaks sawhian alone")
    _show(serve_games(log=None if quiet else event, **options), as_json)


def _show(results: list[dict[str, Any]], as_json: bool) -> None:
    from reineke.cli.output import number, print_json

    if as_json:
        print_json(results)
        return
    for index, result in enumerate(results, 1):
        points = " ".join(number(value) for value in result["points"])
        if "names" in result:
            winners = " and ".join(result["names"][seat] for seat in result["winners"]) or "nobody"
            print(f"game {index}: {winners} won, points {points}")
        else:
            print(f"game {index}: {result['status']}, seat {result['seat']}, points {points}")
