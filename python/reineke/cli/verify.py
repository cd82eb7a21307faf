"""`reineke verify`: the rules against reference games, and records against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from reineke.cli import gen1
from reineke.cli.gen1 import FIXTURES
from reineke.cli.options import game_argument, seed_option
from reineke.cli.replay import check_record
from reineke.game import Game, GameError
from reineke.games.native import is_family

REFERENCE = ("clever", "sawhian", "speed")
"""Families with reference data; the module `verify` of each has `check(game, entry)`."""

COUNT = click.IntRange(0, 10_000_000)

FULL_WIDTH = {"eval": "flat", "cut": "none", "table": "off", "order": "off", "deepen": "off"}
"""Options of a max^n search that visits every position once per way to get there."""


@click.command()
@game_argument()
@click.argument("files", nargs=-1, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE...")
@click.option(
    "--depth",
    type=click.IntRange(1, 14),
    metavar="D",
    help="Sawhian: also count the move sequences from the start, up to this length.",
)
@click.option(
    "--recount",
    type=click.IntRange(0, 14),
    default=9,
    show_default=True,
    metavar="D",
    help="Count a second way, by full-width search, up to this length.",
)
@click.option("--battles", type=COUNT, default=0, metavar="N", help="gen1: play battles in lockstep with Showdown.")
@click.option(
    "--directed", type=COUNT, default=0, metavar="N", help="gen1: play every directed battle N times in lockstep."
)
@click.option("--teams", type=COUNT, default=0, metavar="N", help="gen1: draw pairs of teams as Showdown does.")
@click.option(
    "--policy",
    metavar="NAME[,NAME]",
    help="gen1: how the sides of --battles choose (default: uniform); all: every pair in turn.",
)
@click.option(
    "--views", is_flag=True, help="gen1: also compare what each side knows, by Showdown's lines and by events."
)
@seed_option(words="gen1: where the seeds of fresh battles and teams come from.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="J", help="gen1: battles at once (default: one per core).")
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    default=FIXTURES,
    show_default=True,
    metavar="FOLDER",
    help="gen1: where battles that differ are kept.",
)
@click.option(
    "--scenarios",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="gen1: let agents decide where a strong player knows what to do.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="SPEC",
    help="gen1: who decides in --scenarios (default if not given) or plays --battles, once or twice.",
)
@click.option(
    "--seeds", type=click.IntRange(1, 10_000), default=20, show_default=True, help="gen1: decisions in each scenario."
)
def verify(
    game: str,
    files: tuple[Path, ...],
    depth: int | None,
    recount: int,
    scenarios: Path | None,
    agents: tuple[str, ...],
    seeds: int,
    **live: Any,
) -> int:
    """Replay reference games and records.

    FILEs hold one JSON object a line, .gz too; what a line holds is told by its keys. The last line is "N checked, M
    differences"; the exit code is 1 if there are differences, 2 if a file is broken.
    """
    from reineke.games import load

    table = load(game)
    if scenarios is not None:
        if not is_family(table, "gen1"):
            raise GameError(f"{game} has no scenarios; gen1 has")
        from reineke.cli.scenarios import run

        return run(scenarios, agents or ("default",), seeds)
    if is_family(table, "gen1"):
        return gen1.verify(gen1.Wanted(files, agents=agents, **live), table)
    if live["battles"] or live["directed"] or live["teams"] or live["views"]:
        raise GameError(f"{game} has no lockstep with Showdown; gen1 has")
    if not files and depth is None:
        raise click.UsageError("give at least one FILE, or --depth")
    if depth is not None:
        _native(table, ("sawhian",), "--depth")
    checked = differences = 0
    for check in _checks(table, files, depth, recount):
        checked += 1
        if check is not None:
            differences += 1
            print(check)
    print(f"{checked} checked, {differences} differences")
    return 1 if differences else 0


def _checks(game: Game, files: tuple[Path, ...], depth: int | None, recount: int) -> Iterator[str | None]:
    """Every check that was asked for: None, or what differs."""
    from reineke.cli.files import json_lines

    for path in files:
        for number, entry in json_lines(path):
            place = f"{path}, line {number}: "
            try:
                for check in check_record(game, entry) if "format" in entry else _check_entry(game, entry):
                    yield None if check is None else place + check
            except GameError as error:
                raise GameError(f"{place}{error}") from error
    if depth is not None:
        yield from _count(game, depth, recount)


def _native(game: Game, families: tuple[str, ...], what: str) -> Any:
    """The game, if it is of one of these families."""
    from reineke.games.native import NativeGame

    if not isinstance(game, NativeGame) or game.family not in families:
        raise GameError(f"{game.spec} has no {what}; it takes records")
    return game


def _check_entry(game: Game, entry: dict[str, Any]) -> Iterator[str | None]:
    native = _native(game, REFERENCE, "reference data")
    yield from import_module(f"reineke.games.{native.family}.verify").check(native, entry)


def _count(game: Game, depth: int, recount: int) -> Iterator[str | None]:
    from reineke.games.sawhian.verify import perft, start

    native = _native(game, ("sawhian",), "node counts")
    before = 0
    for length in range(1, depth + 1):
        found = perft(native, start(native), length)
        print(f"depth {length}: {found} nodes")
        if length <= recount:
            total = _full_width(native, length)
            second, before = total - before, total
            yield None if second == found else f"depth {length}: {second} nodes by full-width search, not {found}"


def _full_width(game: Any, depth: int) -> int:
    """How many positions a full-width search from the start visits, the start itself not counted."""
    from reineke.agent import Budget
    from reineke.games.sawhian.verify import start
    from reineke.search import Search

    search = Search(game, "maxn", {**FULL_WIDTH, "depth": str(depth)})
    return search.decide(game.view(start(game), 0), Budget()).nodes
