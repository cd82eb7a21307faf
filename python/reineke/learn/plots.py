"""Pictures of training runs and studies, PNG and SVG, from their logs alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.learn.run import Entry, read_log
from reineke.learn.stability import jumps, turn
from reineke.learn.study import read_study
from reineke.learn.watch import WEIGHTS

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter
except ModuleNotFoundError:
    raise GameError("plots need the package matplotlib: install reineke[learn]") from None

COLOURS = ("#c2410c", "#0f766e", "#4f46e5", "#a16207", "#be185d", "#475569", "#65a30d", "#0891b2")
INK, GRID = "#292524", "#e7e5e4"
STYLE: Any = {
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.constrained_layout.use": True,
    "figure.dpi": 150,
    "font.size": 9,
    "grid.color": GRID,
    "legend.frameon": False,
    "svg.hashsalt": "reineke",
    "xtick.color": INK,
    "ytick.color": INK,
}
Draw = Callable[[Any], Figure]


def plot(run: Path) -> list[Path]:
    """The pictures of a run or a study, beside its log."""
    if (run / "study.json").exists():
        data = read_study(run / "study.json")
        pictures = STUDIES[data["study"]]
        return [path for name, draw in pictures.items() for path in save(draw, data, run / name)]
    if any("loss" in line for line in read_log(run / "log.jsonl")):
        from reineke.learn.curves import curves

        return [path for name, (draw, lines) in curves(run).items() for path in save(draw, lines, run / name)]
    lines = log_lines(run)
    return [path for name, draw in RUN.items() for path in save(draw, lines, run / name)]


def save(draw: Draw, data: Any, stem: Path, kinds: tuple[str, ...] = ("png", "svg")) -> list[Path]:
    """Draws a picture into `stem`.png and `stem`.svg; the same data give the same bytes."""
    with mpl.rc_context(STYLE):
        figure = draw(data)
        paths = [stem.with_name(f"{stem.name}.{kind}") for kind in kinds]
        for path in paths:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None})
    return paths


def log_lines(run: Path) -> list[Entry]:
    """The lines of a run's log, each with what the pictures need."""
    path = run / "log.jsonl"
    lines = list(read_log(path))
    if not lines:
        raise GameError(f"{path}: the log is empty")
    for number, line in enumerate(lines, start=1):
        for key, width in (("generation", 0), ("games", 0), ("draws", 0), ("best", 4), ("mean", 4)):
            if np.shape(line.get(key, "")) != ((width,) if width else ()) or key not in line:
                raise GameError(f"{path}: line {number} has no {key}")
    return lines


# One run.


def draw_draws(lines: list[Entry]) -> Figure:
    """Draws over generations."""
    figure, axes = _axes(7, 3)
    steps = [line["generation"] for line in lines]
    axes.fill_between(steps, [line["draws"] for line in lines], color=COLOURS[0], alpha=0.15, linewidth=0)
    axes.plot(steps, [line["draws"] for line in lines], color=COLOURS[0], linewidth=1.4)
    axes.set(xlabel="generation", ylabel=_draws_label(lines), title="Draws per generation")
    axes.set_ylim(bottom=0)
    _generations(axes, steps)
    return figure


def draw_weights(lines: list[Entry]) -> Figure:
    """The four weights of the best individual over generations, and the mean of all behind them."""
    figure, axes = _axes(7, 4)
    steps = [line["generation"] for line in lines]
    best, mean = (np.array([line[key] for line in lines]) for key in ("best", "mean"))
    _weight_curves(axes, steps, best, mean)
    axes.set(xlabel="generation", ylabel="weight", title="Best tuple per generation (dashed: mean of all)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=4)
    return figure


def _weight_curves(axes: Axes, steps: list[int], best: Any, mean: Any) -> None:
    axes.axhline(0, color=INK, linewidth=0.6)
    for index, name in enumerate(WEIGHTS):
        axes.plot(steps, mean[:, index], color=COLOURS[index], linewidth=0.9, linestyle=(0, (4, 2)), alpha=0.7)
        axes.plot(steps, best[:, index], color=COLOURS[index], linewidth=1.3, label=name)
    _generations(axes, steps)


# The stability study.


def draw_stability(data: dict[str, Any]) -> Figure:
    """How much the best tuple moves late, per arm and seed: absolute, and as an angle."""
    figure, (left, right) = _row(2, 8, 3.4)
    tail = data["options"]["tail"]
    names = [arm["name"] for arm in data["arms"]]
    measures: dict[Axes, tuple[str, Callable[[Any], float]]] = {
        left: ("Mean change per weight", lambda best: float(jumps(best, tail).mean())),
        right: ("Mean turn, degrees", lambda best: turn(best, tail)),
    }
    for axes, (title, measure) in measures.items():
        for row, arm in enumerate(data["arms"]):
            values = [measure(np.array(run["best"])) for run in arm["runs"]]
            colour = COLOURS[row % len(COLOURS)]
            axes.barh(row, np.mean(values), color=colour, alpha=0.25, height=0.62)
            axes.plot(values, [row] * len(values), "o", color=colour, markersize=4, alpha=0.8)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set(title=title, xlim=(0, None))
    right.set_yticklabels([])
    figure.supxlabel(f"from one generation to the next, over the last {tail}; a dot is a seed", fontsize=8)
    return figure


def draw_arms(data: dict[str, Any]) -> Figure:
    """The best tuple over generations, one panel per arm, under the first seed."""
    arms = data["arms"]
    columns = 3
    rows = -(-len(arms) // columns)
    figure = Figure(figsize=(9, 2.5 * rows))
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for axes, arm in zip(grid, arms, strict=False):
        run = arm["runs"][0]
        best, mean = np.array(run["best"]), np.array(run["mean"])
        _weight_curves(axes, list(range(len(best))), best, mean)
        axes.set_title(arm["name"])
    for axes in grid[len(arms) :]:
        axes.set_visible(False)
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return figure


def draw_arm_draws(data: dict[str, Any]) -> Figure:
    """Draws over generations, mean over the seeds, per arm."""
    figure, axes = _axes(7, 3.2)
    for row, arm in enumerate(data["arms"]):
        share = np.array([run["draws"] for run in arm["runs"]]).mean(axis=0) / arm["games"]
        axes.plot(share, color=COLOURS[row % len(COLOURS)], linewidth=1.2, label=arm["name"])
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set(xlabel="generation", ylabel="share of games", title="Draws, mean over the seeds", ylim=(0, None))
    axes.legend(ncols=2)
    _generations(axes, list(range(len(share))))
    return figure


# The study of optimisers.


def draw_curves(data: dict[str, Any]) -> Figure:
    """Share of wins against three fixed opponents over the games spent: mean over the seeds, and their range."""
    figure, axes = _axes(7, 3.6)
    for row, arm in enumerate(data["arms"]):
        curves = [np.array(run["curve"], dtype=float) for run in arm["runs"]]
        spent = curves[0][:, 0]
        shares = np.array([curve[:, 1] for curve in curves])
        axes.fill_between(spent, shares.min(axis=0), shares.max(axis=0), color=COLOURS[row], alpha=0.1, linewidth=0)
        axes.plot(spent, shares.mean(axis=0), "o-", color=COLOURS[row], markersize=3, linewidth=1.4, label=arm["name"])
    axes.axhline(0.25, color=INK, linewidth=0.8, linestyle=":")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set(xlabel="games spent", ylabel="share of wins", title="Strength along the way (band: range of the seeds)")
    axes.legend(ncols=2, loc="lower right")
    return figure


def draw_tournaments(data: dict[str, Any]) -> Figure:
    """Share of wins per group with its interval, one panel per tournament."""
    tournaments = data["tournaments"]
    figure, panels = _row(len(tournaments), 9, 3.4)
    for axes, tournament in zip(panels, tournaments, strict=True):
        draw_standings(axes, tournament["standings"])
        axes.set_title(tournament["conditions"], fontsize=9)
    for axes in panels[1:]:
        axes.set_yticklabels([])
    figure.supxlabel("share of wins with 95 % interval; ticks are seeds, the dotted line is par", fontsize=8)
    return figure


def draw_standings(axes: Axes, standings: list[dict[str, Any]]) -> None:
    """Intervals of one tournament."""
    for row, standing in enumerate(standings):
        share, (low, high), colour = standing["share"], standing["interval"], COLOURS[row % len(COLOURS)]
        seeds = [value for value in standing["entrants"] if value is not None]
        if len(seeds) > 1:
            axes.plot(seeds, [row] * len(seeds), "|", color=colour, markersize=8, alpha=0.5)
        axes.errorbar(share, row, xerr=[[share - low], [high - share]], fmt="o", color=colour, capsize=3, markersize=4)
    axes.axvline(0.25, color=INK, linewidth=0.8, linestyle=":")
    axes.set_yticks(range(len(standings)), [standing["group"] for standing in standings])
    axes.set_ylim(len(standings) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


RUN: dict[str, Draw] = {"draws": draw_draws, "weights": draw_weights}
STUDIES: dict[str, dict[str, Draw]] = {
    "stability-study": {"stability": draw_stability, "arms": draw_arms, "draws": draw_arm_draws},
    "optimiser-study": {"curves": draw_curves, "tournaments": draw_tournaments},
}
"""Every picture by file name."""


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))
    return figure, figure.subplots()


def _row(count: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(width, height))
    return figure, list(figure.subplots(1, count, squeeze=False)[0])


def _generations(axes: Axes, steps: list[int]) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(steps[0], max(steps[-1], steps[0] + 1))


def _draws_label(lines: list[Entry]) -> str:
    games = {line["games"] for line in lines}
    return f"draws in {games.pop()} games" if len(games) == 1 else "draws"
