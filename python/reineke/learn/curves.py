"""Pictures of runs that fit a model: loss and score by round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reineke.game import GameError
from reineke.learn.plots import COLOURS, INK, Draw
from reineke.learn.run import Entry, read_log


def curves(run: Path) -> dict[str, tuple[Draw, Any]]:
    """Every picture of a run by file name, with what it is drawn from, mostly lines of the log."""
    path = run / "log.jsonl"
    lines = list(read_log(path))
    for number, line in enumerate(lines, start=1):
        for key in ("round", "loss"):
            if not isinstance(line.get(key), int | float):
                raise GameError(f"{path}: line {number} has no {key}")
    if any("part" in line for line in lines):
        from reineke.learn.ppo_curves import ppo_curves

        return ppo_curves(run, lines)
    pictures: dict[str, tuple[Draw, Any]] = {"loss": (draw_loss, lines)}
    matches = [line for line in lines if line.get("scores")]
    if matches:
        pictures["scores"] = (draw_scores, matches)
    if any("exam" in line for line in lines):
        pictures["points"] = (draw_points, lines)
    return pictures


def draw_loss(lines: list[Entry]) -> Figure:
    """The loss by round: after fitting, and where it is known of the new games before."""
    figure, axes = _axes()
    rounds = [line["round"] + 1 for line in lines]
    if all("surprise" in line for line in lines):
        axes.plot(rounds, [line["surprise"] for line in lines], "o-", color=COLOURS[1], markersize=3, label="new games")
    axes.plot(rounds, [line["loss"] for line in lines], "o-", color=COLOURS[0], markersize=3, label="after fitting")
    axes.set(ylabel="loss", title="Loss")
    axes.legend()
    return figure


def draw_scores(lines: list[Entry]) -> Figure:
    """Mean score against each opponent by round."""
    figure, axes = _axes()
    names = list(dict.fromkeys(name for line in lines for name in line["scores"]))
    for name, colour in zip(names, COLOURS, strict=False):
        points = [(line["round"] + 1, line["scores"][name]) for line in lines if name in line["scores"]]
        axes.plot(*zip(*points, strict=True), "o-", color=colour, markersize=3, label=name)
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set(ylabel="mean score", ylim=(0, 1.02), title="Score in matches at equal nodes")
    axes.legend()
    return figure


def draw_points(lines: list[Entry]) -> Figure:
    """Mean score of the games that are learnt from, and in examinations."""
    figure, axes = _axes()
    for key, label, colour in (("score", "learnt from", COLOURS[1]), ("exam", "examinations", COLOURS[0])):
        points = [(line["round"] + 1, line[key]) for line in lines if key in line]
        axes.plot(*zip(*points, strict=True), "o-", color=colour, markersize=3, label=label)
    axes.set(ylabel="mean score", title="Score of solo games")
    axes.legend()
    return figure


def _axes() -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7, 3))
    axes = figure.subplots()
    axes.set(xlabel="round")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure, axes
