"""`reineke analyse`: what each move of a finished game cost, and where its value went."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reineke.cli.options import agent_option, budget, budget_options, json_option, seed_option
from reineke.game import GameError

if TYPE_CHECKING:
    from reineke.analysis import Analysis, Step
    from reineke.record import Record

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("record", type=_FILE)
@click.option(
    "--number", type=click.IntRange(1), metavar="N", help="Which game of the file, from 1 (default: the last)."
)
@agent_option(None, help="Who judges (default: the game's analyst).", show_default=False)
@budget_options
@seed_option(words="The agent's own chance, and the outcomes of chance that are looked at.")
@click.option("--html", type=_FILE, metavar="FILE", help="Write a report with a chart and boards, one file.")
@click.option("--plot", type=_FILE, metavar="FILE", help="Write the course of the game with luck and errors as SVG.")
@json_option("One JSON object with every step.")
def analyse(
    record: Path,
    number: int | None,
    html: Path | None,
    plot: Path | None,
    agent: str | None,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """What each move of a recorded game cost.

    Replays a game of the file RECORD, compares every decision with the agent's, tells luck from errors, and names the
    worst mistakes. Ctrl-C ends it early: what is judged by then is shown, and says so.
    """
    from reineke.cli.replay import pick

    limits = None if seconds is None and nodes is None else budget(seconds, nodes)
    for file in (html, plot):
        _check_writable(file)
    game_record, place = pick(record, number)
    try:
        found = _judge(game_record, agent, limits, seed)
    except GameError as error:
        raise GameError(f"{record}, game {place}: {error}") from error
    _write(found, html, plot, f"{game_record.game}, game {place} of {record.name}")
    if as_json:
        from reineke.cli.output import print_json

        print_json(found.json())
    else:
        _show(found, place)
    if not found.complete:
        raise KeyboardInterrupt


def _judge(record: Record, agent: str | None, limits: Any, seed: int) -> Analysis:
    from reineke.agents import make
    from reineke.analysis import analyse
    from reineke.cli.replay import positions
    from reineke.cli.steps import counting
    from reineke.games import load

    game = load(record.game)
    if agent is not None:
        make(agent, game)
    with counting("positions") as count:
        return analyse(
            record, agent=agent, budget=limits, seed=seed, game=game, positions=positions(record, game), progress=count
        )


def _check_writable(file: Path | None) -> None:
    import os

    if file is not None and not os.access(file if file.exists() else file.absolute().parent, os.W_OK):
        raise GameError(f"{file}: cannot be written")


def _write(found: Analysis, html: Path | None, plot: Path | None, title: str) -> None:
    from reineke.analysis.chart import chart
    from reineke.analysis.report import report

    if html is not None:
        _replace(html, report(found, title=title))
    if plot is not None:
        _replace(plot, chart(found))


def _replace(file: Path, text: str) -> None:
    """Writes a file, whole or not at all."""
    part = file.with_name(file.name + ".part")
    try:
        part.write_text(text, "utf-8")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise GameError(f"{file}: cannot be written: {error.strerror}") from error


def _show(found: Analysis, place: int) -> None:
    from reineke.analysis import words
    from reineke.cli.output import console, grid, seat_text
    from reineke.games.clever.rating import rating
    from reineke.games.native import is_family

    out = console()
    stopped = "" if found.complete else "; stopped before the end"
    about = f"{found.game.spec}, game {place}: {found.turns} turns, judged by {found.analyst}{stopped}"
    out.print(f"{about}; values are {words.measure(found)}", markup=False)
    table = grid("turn", "seat", "what", "value", "better", "its value", "error", "luck", left=("what", "better"))
    for step in found.steps:
        for row, dear in _rows(found, step):
            table.add_row(*row, style="bold" if dear else "")
    out.print(table)
    sums = grid("seat", "agent", "start", "luck", "own errors", "others'", "rest", "end", "agreed", left=("agent",))
    for seat in found.seats():
        changes = [words.change(found, value) for value in (seat.luck, seat.own, seat.others, seat.rest)]
        ends = [words.figure(found, seat.start), words.figure(found, seat.end)]
        agreed = f"{seat.agreed} of {seat.decisions}"
        sums.add_row(seat_text(seat.seat), seat.agent, ends[0], *changes, ends[1], agreed)
    out.print(sums)
    if is_family(found.game, "clever") and found.game.seats == 1 and found.complete:
        score = found.seats()[0].end
        out.print(f"{score:g} points: {rating(score)}", markup=False)
    mistakes = found.mistakes()
    out.print("The worst mistakes:" if mistakes else "No mistakes found.")
    for one in mistakes:
        out.print(f"  {words.mistake(found, one)}", markup=False)


def _rows(found: Analysis, step: Step) -> list[tuple[list[Any], bool]]:
    """What the table shows of a step, and whether it cost something."""
    from reineke.analysis import words
    from reineke.cli.output import seat_text

    if not step.judged:
        what = words.chance(found, step) or "the arbiter"
        lucky = [seat for seat in range(found.game.seats) if step.luck[seat]] if found.game.seats <= 2 else []
        luck = [words.change(found, step.luck[seat]) for seat in lucky[:1]]
        return [([str(step.turn), seat_text(lucky[0]) if lucky else "", what, "", "", "", "", *luck], False)]
    rows: list[tuple[list[Any], bool]] = []
    for one in step.judged:
        error = "–" if one.cost is None else words.change(found, -one.cost)
        better = ["", ""] if one.agreed else [words.better(found, one), words.figure(found, one.best)]
        row = [str(one.turn), seat_text(one.seat), words.played(found, one), words.figure(found, one.value)]
        rows.append(([*row, *better, error, words.change(found, step.luck[one.seat])], bool(one.cost and error)))
    return rows
