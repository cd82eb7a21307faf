"""The page docs/studies/analysis.md. `scripts/analysis_runs.py` makes the runs behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from scripts.analysis_runs import FOUND, LUCK, MATTERS, PREFIX, STUDIES, TRIES, WITH_LUCK, standard_error
from scripts.study_runs import Match, Runs

INTRO = f"""\
# Analysis: is it right?

Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which `python -m scripts.analysis_runs`
makes. [What the words mean](../analysis.md).

## Is a blunder named?

{FOUND} games of an agent against itself for each game. In each, one choice is replaced by the worst legal one, the game
is played on by the same agents, and the analysis has to name that choice. A strong search says which action is the
worst: the analyst's kind with many more nodes and another seed. Only choices that matter are replaced: the first of up
to {TRIES} in a random order at which the worst action costs {MATTERS["outcome"]:g} of a win or more
({MATTERS["points"]:g} points in clever), and the strong search has said so twice, at its last two depths or halfway and
at its end. Games without such a choice are counted, and others are played in their place. The strong max^n looks one or
two plies deeper than the analyst's; where it is one, the earlier of its two verdicts is of the analyst's depth.
"""

LUCK_INTRO = f"""\
## Does luck average zero?

{LUCK} games as they were played; luck of the first seat. Two standard errors on either side of the mean should hold
zero.
"""


def missing(name: str) -> str:
    """What stands where a run is not there."""
    return f"Not measured yet: `python -m scripts.analysis_runs --only {name}`."


def table(heads: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A table of the page."""
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]


def found_row(data: Match) -> list[str]:
    """One game of the first table."""
    judged = [cost for cost in data["judged"] if cost is not None]
    games = data["games"]
    return [
        f"`{data['game']}`",
        f"`{data['agent']}`",
        f"`{data['analyst']}`, {data['nodes']:,} nodes",
        f"{data['strong_nodes']:,} nodes",
        f"{games} ({data['without']} without)",
        f"{data['named_of_seat'] / games:.0%}",
        f"{data['named'] / games:.0%}",
        f"{fmean(data['cost']):.3g} / {fmean(judged):.3g}" if judged else "–",
        f"{data['off']:.0e}",
        f"{data['seconds']:.1f}",
    ]


def luck_row(data: Match) -> list[str]:
    """One game of the second table."""
    error = standard_error(data["luck"])
    mean = fmean(data["luck"])
    inside = "yes" if abs(mean) <= 2 * error else "no"
    parts = [f"{fmean(data[key]):+.4g}" for key in ("own", "others", "rest")]
    return [
        f"`{data['game']}`",
        f"`{data['agent']}`",
        str(data["games"]),
        f"{mean:+.4g} ± {2 * error:.2g}",
        inside,
        *parts,
        f"{data['off']:.0e}",
    ]


def page(runs: Runs) -> str:
    """The whole page."""
    found = {f"found-{name}": runs.find(f"{PREFIX}found-{name}") for name in STUDIES}
    luck = {f"luck-{name}": runs.find(f"{PREFIX}luck-{name}") for name in WITH_LUCK}
    lines = [INTRO]
    heads = ["game", "agents", "analyst", "strong search", "games", "among the seat's three", "among the game's three"]
    heads += ["mean cost: strong / analyst", "identity off by", "seconds an analysis"]
    if any(found.values()):
        lines += table(heads, (found_row(data) for data in found.values() if data is not None))
    lines += [f"{missing(name)}\n" for name, data in found.items() if data is None]
    lines.append(LUCK_INTRO)
    heads = ["game", "agents", "games", "mean luck ± two standard errors", "holds zero", "own errors", "others' errors"]
    if any(luck.values()):
        rows = (luck_row(data) for data in luck.values() if data is not None)
        lines += table([*heads, "rest", "identity off by"], rows)
    lines += [f"{missing(name)}\n" for name, data in luck.items() if data is None]
    return "\n".join(lines).rstrip() + "\n"
