"""`reineke match` and `reineke table`: seat-balanced matches, and tables of their results."""

from __future__ import annotations

import os
import sys

import click

from reineke.cli.options import budget, budget_options, game_argument, json_option, seed_option, specs_argument


@click.command()
@game_argument()
@specs_argument
@click.option(
    "-n",
    "--blocks",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="BLOCKS",
    help="Deals; each is played in every rotation of the seats.",
)
@budget_options
@seed_option(words="Deals and agents derive from it: the same run gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="Games at once (default: one per CPU core).")
@click.option(
    "--store",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep results in FILE; given again, the match goes on.",
)
@click.option(
    "--records", type=click.Path(dir_okay=False), metavar="FILE", help="Append a record of every game to FILE."
)
@click.option("--decisions", is_flag=True, help="Keep every decision in the records, with value, depth and line.")
@click.option(
    "--seatings",
    type=click.Choice(["cyclic", "all"]),
    default="cyclic",
    show_default=True,
    help="Rotations of the seats, or every permutation.",
)
@json_option("The result as one JSON object.")
@click.option("--progress/--quiet", default=None, help="Progress on stderr (default: where that is a terminal).")
def match(
    game: str,
    specs: tuple[str, ...],
    blocks: int,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    jobs: int | None,
    store: str | None,
    records: str | None,
    decisions: bool,
    seatings: str,
    as_json: bool,
    progress: bool | None,
) -> None:
    """Play agents against each other, seats and deals balanced.

    One SPEC per seat. Each deal is played in every rotation of the seats, so that luck of seat and deal cancels.
    Without --time and --nodes, agents that would search for ever take one second per decision.
    """
    from reineke.arena import render, run_match
    from reineke.cli.output import print_json

    if decisions and records is None:
        raise click.UsageError("--decisions are kept in the records: say where with --records FILE")
    if progress and not sys.stderr.isatty():
        os.environ["FORCE_COLOR"] = "1"  # the bar shows itself on terminals alone, unless rich is told so
    try:
        result = run_match(
            game,
            specs,
            blocks,
            budget(seconds, nodes),
            seed,
            jobs or len(os.sched_getaffinity(0)),
            store,
            records,
            progress=sys.stderr.isatty() if progress is None else progress,
            seatings=seatings,
            decisions=decisions,
        )
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None  # how to go on has been said
    if as_json:
        print_json(result.json())
    else:
        print(render(result))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--markdown", "form", flag_value="markdown", help="Tables for the documentation.")
@click.option("--json", "form", flag_value="json", help="A list with one object per run, as match --json prints it.")
def table(file: str, form: str | None) -> None:
    """The results in a store, one table per run."""
    from reineke.arena import table as tables

    print(tables(file, form or "text"))
