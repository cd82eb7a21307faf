"""Pictures of masked PPO: scores and invalid moves by decisions learnt from, how learning went, histories of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator

from reineke.game import GameError
from reineke.learn import tensors
from reineke.learn.plots import COLOURS, INK, Draw
from reineke.learn.run import Entry

SPANS = (20, 100, 1000)
"""Games of a history, one panel each, as the thesis shows them."""
LEARNING = {
    "entropy": "Entropy of the policy",
    "loss": "Error of the value, squared",
    "explained": "Variance that the value explains",
    "kl": "Change of the policy (KL)",
}
SHADE = "#f5f5f4"


def ppo_curves(run: Path, lines: list[Entry]) -> dict[str, tuple[Draw, Any]]:
    """Every picture of a run by file name, with what it is drawn from."""
    needed = ("steps", "phase", "part", *LEARNING)
    for number, line in enumerate(lines, start=1):
        for key in needed:
            if key not in line:
                raise GameError(f"{run / 'log.jsonl'}: line {number} has no {key}")
    pictures: dict[str, tuple[Draw, Any]] = {
        "scores": (draw_scores, lines),
        "invalid": (draw_invalid, lines),
        "learning": (draw_learning, lines),
    }
    files = sorted(run.glob("games-phase-*.safetensors"), key=lambda file: int(file.stem.rpartition("-")[2]))
    if files:
        played = tensors.read(files[-1])
        pictures["history"] = (draw_history, played)
        pictures["invalid-history"] = (draw_invalid_history, played)
    return pictures


def draw_scores(lines: list[Entry]) -> Figure:
    """Mean score by decisions learnt from; what the thesis reached stands over its phases."""
    figure = Figure(figsize=(7, 3.6))
    axes = figure.subplots()
    _parts(axes, lines)
    learnt = [line for line in lines if "score" in line]
    axes.plot(_steps(learnt), [line["score"] for line in learnt], color=COLOURS[1], linewidth=1, label="while learning")
    exams = [line for line in lines if "exam" in line]
    low, high = zip(*(line["exam"]["interval"] for line in exams), strict=True) if exams else ((), ())
    axes.fill_between(_steps(exams), low, high, color=COLOURS[0], alpha=0.15, linewidth=0)
    means = [line["exam"]["mean"] for line in exams]
    axes.plot(_steps(exams), means, "o-", color=COLOURS[0], markersize=3, linewidth=1.4, label="examined (band: 95 %)")
    begins = 0
    for line in (line for line in lines if "phases" in line):
        mark = line["phases"][-1].get("thesis")
        if mark is not None:
            axes.hlines(mark, begins, line["steps"], color=INK, linewidth=0.9, linestyle=":")
            axes.annotate(f"thesis {mark}", (begins, mark), (3, 2), textcoords="offset points", fontsize=7, color=INK)
        begins = line["steps"]
    axes.set(ylabel="points", title="Score (shaded: exploring)")
    axes.legend(loc="lower right")
    return figure


def draw_invalid(lines: list[Entry]) -> Figure:
    """Invalid moves a game by decisions learnt from: those that could not be helped, and mistakes."""
    figure = Figure(figsize=(7, 3))
    axes = figure.subplots()
    _parts(axes, lines)
    names = {"forced": "nothing was possible", "illegal": "mistakes"}
    for (name, label), colour in zip(names.items(), COLOURS, strict=False):
        learnt = [line for line in lines if name in line]
        axes.plot(_steps(learnt), [line[name] for line in learnt], color=colour, linewidth=1, alpha=0.5)
        exams = [line for line in lines if "exam" in line]
        values = [line["exam"][name] for line in exams]
        axes.plot(_steps(exams), values, "o-", color=colour, markersize=3, linewidth=1.4, label=label)
    axes.set(ylabel="a game", title="Invalid moves (dots: examined; pale: while learning)")
    axes.set_ylim(bottom=0)
    axes.legend()
    return figure


def draw_learning(lines: list[Entry]) -> Figure:
    """How learning went: four numbers of the optimiser."""
    figure = Figure(figsize=(8, 4.6))
    panels = figure.subplots(2, 2, sharex=True).ravel()
    for axes, (name, title), colour in zip(panels, LEARNING.items(), COLOURS, strict=False):
        _parts(axes, lines)
        axes.plot(_steps(lines), [line[name] for line in lines], color=colour, linewidth=1.2)
        axes.set_title(title)
    for axes in panels[:2]:
        axes.set_xlabel("")
    return figure


def draw_history(played: dict[str, Any]) -> Figure:
    """Scores of finished games, one after another."""
    figure, panels = _spans(played["score"], 3)
    for axes, values in panels:
        _dots(axes, values, COLOURS[0])
        mean, median = float(values.mean()), float(np.median(values))
        axes.axhline(mean, color=INK, linewidth=1)
        axes.axhline(median, color=INK, linewidth=1, linestyle=":")
        axes.set_title(f"{len(values)} games: mean {mean:.1f}, median {median:.0f}", fontsize=8)
    panels[0][0].set_ylabel("points")
    figure.supxlabel("game; the line is the mean, the dotted one the median", fontsize=8)
    return figure


def draw_invalid_history(played: dict[str, Any]) -> Figure:
    """Invalid moves of finished games: the share of games with so many, those that could not be helped and mistakes."""
    total = played["forced"] + played["illegal"]
    figure, panels = _spans(total, 3)
    for axes, values in panels:
        bottom = np.zeros(int(total.max()) + 1)
        counts = np.bincount(values, minlength=len(bottom))
        clean = np.bincount(values[played["illegal"][: len(values)] == 0], minlength=len(bottom))
        for part, label, colour in ((clean, "no mistake", COLOURS[0]), (counts - clean, "with mistakes", COLOURS[1])):
            axes.bar(np.arange(len(bottom)), part, bottom=bottom, color=colour, width=0.8, label=label)
            bottom = bottom + part
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=False, axis="x")
        axes.set_title(f"{len(values)} games: mean {values.mean():.2f}", fontsize=8)
    panels[0][0].set_ylabel("games")
    panels[-1][0].legend()
    figure.supxlabel("invalid moves in a game", fontsize=8)
    return figure


def _spans(values: Any, height: float) -> tuple[Figure, list[tuple[Axes, Any]]]:
    """A panel for each history: the first 20, 100 and 1000 games, as far as there are so many."""
    counts = sorted({min(span, len(values)) for span in SPANS})
    figure = Figure(figsize=(9, height))
    row = figure.subplots(1, len(counts), sharey=False, squeeze=False)[0]
    return figure, [(axes, values[:count]) for axes, count in zip(row, counts, strict=True)]


def _dots(axes: Axes, values: Any, colour: str) -> None:
    few = len(values) <= 100
    numbers = np.arange(1, len(values) + 1)
    axes.plot(numbers, values, "o-" if few else ".", color=colour, markersize=3 if few else 2, linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))


def _steps(lines: list[Entry]) -> list[int]:
    return [line["steps"] for line in lines]


def _parts(axes: Axes, lines: list[Entry]) -> None:
    """Shades the exploring parts, and labels the axis of decisions."""
    begins = 0
    for line in lines:
        if line["part"] == "explore":
            axes.axvspan(begins, line["steps"], color=SHADE, linewidth=0, zorder=0)
        begins = line["steps"]
    axes.set_xlim(0, begins)
    axes.xaxis.set_major_formatter(EngFormatter())
    axes.set_xlabel("decisions learnt from")
