"""`reineke live stats`: what statistics of live games say."""

from __future__ import annotations

from pathlib import Path

import click

from reineke.cli.live.groups import live
from reineke.cli.options import json_option


@live.command("stats")
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False), metavar="FILE...")
@json_option("The numbers as one JSON list.")
def live_stats(files: tuple[str, ...], as_json: bool) -> None:
    """What the statistics of live games say, one line per agent version.

    The files are those that --stats of `serve speed` and `live speed` write. Opponents whose agent is not known go by
    their names, in brackets.
    """
    from dataclasses import asdict

    from reineke.cli.files import json_lines
    from reineke.cli.output import console, grid, print_json
    from reineke.live.speed import summarise

    found = summarise(entry for file in files for _, entry in json_lines(Path(file)))
    if as_json:
        print_json([asdict(one) for one in found])
        return
    table = grid(
        "agent",
        "games",
        "won",
        "share",
        "95 %",
        "place",
        "late",
        "rules",
        "boards",
        "p50",
        "p99",
        "max",
        left=["agent"],
    )
    for one in found:
        low, high = one.share_ci
        left, right, top, bottom = one.boards
        table.add_row(
            one.agent,
            str(one.games),
            str(one.wins),
            f"{one.share:.3f}",
            f"{low:.3f}–{high:.3f}",
            f"{one.mean_place:.2f}",
            str(one.late),
            str(one.violations),
            f"{_span(left, right)}x{_span(top, bottom)}",
            *(_seconds(one.answer_seconds[name]) for name in ("p50", "p99", "max")),
        )
    console().print(table)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} s"
