"""The page docs/studies/gen1-beliefs.md and its pictures. `scripts/gen1_beliefs_runs.py` plays and measures."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from scripts.study_clever import table
from scripts.study_gen1_revelations import section
from scripts.study_runs import Runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = ("maxdamage", "greedy", "expectimax", "mcts", "random")
PREFIX = "gen1-beliefs-"
REVELATIONS = ("revelations", "revelations-again")
"""The same ones, with other dice."""

INTRO = """\
# Pokémon, generation 1: what beliefs are worth

Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which `python -m scripts.gen1_beliefs_runs`
makes. What a belief is, [the game's page](../games/gen1.md) tells.
"""
LOG = """\
## Choices count

A belief that heeds choices weighs every set by how likely a player with it would have chosen what was shown; one that
does not goes by moves that were seen and by damage alone. The score is the mean natural logarithm of the odds of the
true set, over all decisions of both sides and all members of the other team that were seen and may have more than one
set. Each agent plays against itself. The numbers of the model were fitted to battles of other seeds
(`python -m scripts.gen1_habits`, seed 1) of `maxdamage`, `greedy` and `mcts`; `expectimax` is new to it. The gain's
interval is of 95 %, over deals.
"""
RANDOM = """\
Whoever chooses at random gives nothing away that the moves themselves do not show: there the most that can be asked is
that heeding does no harm worth mentioning. A search of 200 nodes chooses nearly as evenly.
"""
CURVE = """\
## By turn

The mean probability of the true set, over members that were seen and may have more than one. It rises as moves are
shown, and falls a little whenever somebody new comes in. The pool is the documented one of 20 simulated teams
(ManageTeams): its odds of a set are those of its teams, P_T.

![Mean probability of the true set by turn](gen1-beliefs-turns.svg)
"""

Found = dict[str, Any]


def found(runs: Runs) -> dict[str, Found]:
    """The battles' runs that are there, by name."""
    all_ = {name: runs.find(PREFIX + name) for name in NAMES}
    return {name: data for name, data in all_.items() if data is not None}


def gains(data: Found) -> list[float]:
    """What heeding choices adds to the score, by deal."""
    return [(one["log"][0] - one["log"][1]) / one["open"] for one in data["blocks"] if one["open"]]


def interval(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval."""
    mean, half = fmean(numbers), 1.96 * stdev(numbers) / math.sqrt(len(numbers))
    return mean, mean - half, mean + half


def scores(runs: dict[str, Found]) -> list[str]:
    """The score with choices and without."""
    lines = []
    for data in runs.values():
        looks = sum(one["open"] for one in data["blocks"])
        each = [sum(one["log"][which] for one in data["blocks"]) / looks for which in (0, 1)]
        mean, low, high = interval(gains(data))
        lines.append(
            [
                f"`{data['agent']}`",
                f"{data['games']:,}",
                f"{looks:,}",
                f"{each[0]:.4f}",
                f"{each[1]:.4f}",
                f"{mean:+.4f} ({low:+.4f} to {high:+.4f})",
            ]
        )
    heads = ["agent", "battles", "odds looked at", "heeding choices", "not heeding", "gain per deal"]
    return [LOG, *table(heads, lines), RANDOM]


def truth(runs: dict[str, Found]) -> list[str]:
    """What was ruled out."""
    sums = {
        key: [sum(numbers) for numbers in zip(*(data[key] for data in runs.values()), strict=True)]
        for key in ("looked", "ruled_out")
    }
    what = ("sets", "exact HP", "HP of Substitutes")
    lines = [[name, f"{sums['looked'][place]:,}", f"{sums['ruled_out'][place]:,}"] for place, name in enumerate(what)]
    games = sum(data["games"] for data in runs.values())
    return [
        "## The truth is never ruled out",
        "",
        f"At every decision of {games:,} battles, both sides:",
        "",
        *table(["what", "looked at", "true, but ruled out"], lines),
        "Commands: " + ", ".join(f"`{data['command']}`" for data in runs.values()) + ".",
        "",
    ]


def bins(runs: dict[str, Found], which: int) -> list[list[float]]:
    """Odds by tenths: how many, their mean, how many were true."""
    sums = [[0.0, 0.0, 0.0] for _ in range(10)]
    for data in runs.values():
        for one in data["blocks"]:
            for row, new in zip(sums, one["bins"][which], strict=True):
                row[:] = [old + more for old, more in zip(row, new, strict=True)]
    return sums


def calibration(runs: dict[str, Found]) -> list[str]:
    """Whether odds are as often right as they say."""
    lines, worst = [], [0.0, 0.0]
    both = [bins(runs, which) for which in (0, 1)]
    for place in range(10):
        line = [f"{place / 10:.1f} to {(place + 1) / 10:.1f}"]
        for which, rows in enumerate(both):
            count, odds, true = rows[place]
            if not count:
                line += ["–"] * 4
                continue
            gap = true / count - odds / count
            worst[which] = max(worst[which], abs(gap))
            line += [f"{count:,.0f}", f"{odds / count:.3f}", f"{true / count:.3f}", f"{gap:+.3f}"]
        lines.append(line)
    heads = [
        "odds",
        *(f"{word}{name}" for name in ("", " (not heeding)") for word in ("number", "mean", "true", "gap")),
    ]
    alone = [f"`{data['agent']}` {_worst(data):.3f}" for data in runs.values()]
    return [
        "## Odds are as often right as they say",
        "",
        "Of all sets that a member may have at a decision, by the odds that the belief gives them; sets that "
        "are certain or impossible are left out. All agents together:",
        "",
        *table(heads, lines),
        f"The largest gap is {worst[0]:.3f} heeding choices, {worst[1]:.3f} not heeding them. How well odds fit "
        f"depends on who plays; the largest gap against each agent alone, heeding: {', '.join(alone)}.",
        "",
    ]


def _worst(data: Found) -> float:
    rows = bins({"": data}, 0)
    return max(abs(true - odds) / count for count, odds, true in rows if count)


def page(runs: Runs) -> str:
    """The page."""
    battles, shown = found(runs), [runs.find(PREFIX + name) for name in REVELATIONS]
    parts = [INTRO]
    if there := [run for run in shown if run is not None]:
        parts += section(there)
    if battles:
        parts += [*truth(battles), *calibration(battles), *scores(battles), CURVE]
    return "\n".join(parts).rstrip() + "\n"


def curves(battles: dict[str, Found]) -> Figure:
    """The mean probability of the true set by turn, a panel for each agent."""
    from matplotlib.figure import Figure

    from reineke.learn.plots import COLOURS

    figure = Figure(figsize=(8, 5))
    panels = figure.subplots(2, 3, sharex=True, sharey=True).flatten()
    names = ("heeding choices", "not heeding", "pool of 20 teams")
    for axes, data in zip(panels, battles.values(), strict=False):
        enough = max(50.0, 0.05 * data["turns"][1][0])
        rows = [(turn, row) for turn, row in enumerate(data["turns"]) if turn and row[0] >= enough]
        for place, (name, colour) in enumerate(zip(names, COLOURS, strict=False), 1):
            style = "--" if place == 3 else "-"
            axes.plot(
                [turn for turn, _ in rows], [row[place] / row[0] for _, row in rows], style, color=colour, label=name
            )
        axes.set(title=data["agent"], ylim=(0, 1))
    for axes in panels[3:]:
        axes.set(xlabel="turn")
    for axes in panels[::3]:
        axes.set(ylabel="odds of the true set")
    for axes in panels[len(battles) :]:
        axes.axis("off")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower right", bbox_to_anchor=(0.97, 0.2))
    return figure


def pictures(runs: Runs) -> dict[str, str]:
    """The pictures of the page by file name."""
    from reineke.learn.plots import save

    battles = found(runs)
    if not battles:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        (path,) = save(curves, battles, Path(folder) / "gen1-beliefs-turns", ("svg",))
        return {path.name: path.read_text("utf-8")}
