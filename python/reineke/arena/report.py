"""Tables from a store, for the terminal and for the documentation."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reineke.arena.stats import AgentStats, Interval, MatchResult, summarise
from reineke.arena.store import Store
from reineke.game import GameError, Ranking
from reineke.games import load

FORMATS = ("text", "markdown", "json")


def table(store: str | Path, format: str = "text") -> str:  # noqa: A002
    """What a store holds, one section per run."""
    _check_format(format)
    with Store(store, create=False) as results:
        matches = [
            summarise(run.run, results.games(run.number), run.seconds, _ranking(run.run.game)) for run in results.runs()
        ]
    if format == "json":
        return json.dumps([match.json() for match in matches], indent=2)
    if not matches:
        raise GameError(f"{store}: a store without runs")
    return "\n\n".join(render(match, format) for match in matches)


def render(match: MatchResult, format: str = "text") -> str:  # noqa: A002
    """The result of a match, as `text`, `markdown` or `json`."""
    _check_format(format)
    if format == "json":
        return json.dumps(match.json())
    heads, rows = _heads(match), [_row(match, agent) for agent in match.agents]
    if format == "markdown":
        lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
        body = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
        return f"**{_title(match)}**\n\n{body}"
    grid = Table(title=Text(_title(match)), title_justify="left")
    for head in heads:
        grid.add_column(head, justify="left" if head == "agent" else "right", no_wrap=head != "agent")
    for row in rows:
        grid.add_row(*map(Text, row))
    return text_of(grid)


def text_of(grid: Table) -> str:
    """A table as plain text, as wide as it needs to be."""
    console = Console(file=StringIO(), width=10_000, color_system=None)
    console.width = console.measure(grid).maximum
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def _title(match: MatchResult) -> str:
    options = ",".join(f"{key}={str(value).lower()}" for key, value in match.options.items())
    limits = [f"{match.budget['seconds']:g} s"] if match.budget["seconds"] is not None else []
    limits += [f"{match.budget['nodes']} nodes"] if match.budget["nodes"] is not None else []
    return (
        f"{match.game}{f'({options})' if options else ''}: {match.blocks} blocks, {match.games} games"
        f" ({match.distinct_games} distinct), {' and '.join(limits) or 'no limit'} per move, seed {match.seed}"
    )


def _heads(match: MatchResult) -> list[str]:
    if len(match.agents) == 1:
        return ["agent", "mean score (95 %)", "sd", "ms per move (p50 / p99 / max)", "forfeits"]
    numbers = ["share in % (95 %)", "wins", "mean place (95 %)", "mean score (95 %)"]
    return ["agent", *numbers, "ms per move (p50 / p99 / max)", "forfeits"]


def _row(match: MatchResult, agent: AgentStats) -> list[str]:
    times = " / ".join(_number(agent.ms_per_move[key], 1) for key in ("p50", "p99", "max"))
    forfeits = ", ".join(f"{count} {kind}" for kind, count in agent.forfeits.items() if count) or "–"
    score = _with_interval(agent.mean_score, agent.score_ci)
    if len(match.agents) == 1:
        return [agent.spec, score, _number(agent.score_sd), times, forfeits]
    share = _with_interval(agent.share, agent.share_ci, digits=1, scale=100)
    place = _with_interval(agent.mean_place, agent.place_ci)
    return [agent.spec, share, str(agent.wins), place, score, times, forfeits]


def _with_interval(value: float | None, ends: Interval | None, digits: int = 2, scale: int = 1) -> str:
    low, high = ends or (None, None)
    text = _number(value, digits, scale)
    if low is None or high is None:
        return text
    return f"{text} ({_number(low, digits, scale)} – {_number(high, digits, scale)})"


def _number(value: float | None, digits: int = 2, scale: int = 1) -> str:
    return "–" if value is None else f"{value * scale:.{digits}f}"


def _ranking(spec: str) -> Ranking:
    """How a game places its seats; by outcome where it is not to be found any more."""
    try:
        return load(spec).ranking
    except GameError:
        return "outcome"


def _check_format(name: str) -> None:
    if name not in FORMATS:
        raise GameError(f"a table's format is one of {', '.join(FORMATS)}, not {name!r}")
