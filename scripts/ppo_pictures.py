"""The pictures of docs/studies/clever-ppo.md, drawn from stored runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, PercentFormatter

from reineke.learn.plots import COLOURS, INK

SHADE = "#f5f5f4"
Found = dict[str, Any]


def curves(final: Mapping[str, Found]) -> Figure:
    """Examinations of the whole runs, and the thesis' mean."""
    figure = Figure(figsize=(7, 3.6))
    axes = figure.subplots()
    names = {"source": "the thesis' faulty masks", "strict": "masks of the rules"}
    for (name, label), colour in zip(names.items(), COLOURS, strict=False):
        if name in final:
            curve = final[name]["curve"]
            axes.plot(curve["steps"], curve["score"], color=colour, linewidth=0.8, alpha=0.5)
            _examined(axes, final[name], colour, label)
    _mark(axes, 204.98, "the thesis' agent, 204.98")
    axes.set(ylabel="points", title="Mean score (pale: while learning; band: 95 %)")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 0.15))
    _decisions(axes)
    return figure


def treatments(found: Mapping[str, Found]) -> Figure:
    """Shares of the most points, a line for each seed."""
    figure = Figure(figsize=(7, 3.6))
    axes = figure.subplots()
    kinds = list(dict.fromkeys(name.rpartition(" ")[0] for name in found))
    for name, run in found.items():
        kind, _, seed = name.rpartition(" ")
        colour = COLOURS[kinds.index(kind)]
        _examined(axes, run, colour, kind if seed == "0" else None, 60)
    for share, text in {0.6: "penalty in the thesis, 60 %", 0.75: "mask in the thesis, 75 %"}.items():
        _mark(axes, share, text)
    axes.set(ylabel="share of the most points", title="Three treatments of illegal actions", ylim=(0, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.42))
    _decisions(axes)
    return figure


def failed(run: Found) -> Figure:
    """Score, entropy and clipped share; exploring parts are shaded."""
    figure = Figure(figsize=(7, 5))
    panels = figure.subplots(3, 1, sharex=True)
    names = {"score": "points while learning", "entropy": "entropy", "clipped": "share clipped"}
    curve = run["curve"]
    for axes, (name, label), colour in zip(panels, names.items(), COLOURS, strict=False):
        begins = 0
        for part, until in run["parts"]:
            if part == "explore":
                axes.axvspan(begins, until, color=SHADE, linewidth=0, zorder=0)
            begins = until
        axes.plot(curve["steps"], curve[name], color=colour, linewidth=1.3)
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
    panels[0].set_title("The run that failed (shaded: exploring)")
    _decisions(panels[-1])
    return figure


def ablations(found: Sequence[Any]) -> Figure:
    """Differences from the base with their intervals."""
    figure = Figure(figsize=(7, 0.22 * len(found) + 1.2))
    axes = figure.subplots()
    colours = {"better": COLOURS[1], "worse": COLOURS[0], "not decided": COLOURS[5]}
    for row, one in enumerate(found):
        axes.errorbar(one.points, row, xerr=one.half, fmt="o", markersize=4, linewidth=1.3, color=colours[one.word])
    axes.axvline(0, color=INK, linewidth=0.9)
    axes.set_yticks(range(len(found)), [one.arm.change for one in found])
    axes.invert_yaxis()
    axes.set(xlabel="points more than the base", title="One knob at a time (99 % intervals)")
    return figure


def _examined(axes: Axes, run: Found, colour: str, label: str | None, most: float = 1) -> None:
    steps, means, low, high = ([row[place] for row in run["exams"]] for place in range(4))
    axes.fill_between(steps, [one / most for one in low], [one / most for one in high], color=colour, alpha=0.15, lw=0)
    axes.plot(steps, [one / most for one in means], "o-", color=colour, markersize=2.5, linewidth=1.3, label=label)


def _mark(axes: Axes, height: float, text: str) -> None:
    """What the thesis reports, as a line across."""
    axes.axhline(height, color=INK, linewidth=0.9, linestyle=":")
    across = ("axes fraction", "data")
    axes.annotate(text, (0.25, height), (0, 3), xycoords=across, textcoords="offset points", fontsize=7, color=INK)


def _decisions(axes: Axes) -> None:
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(EngFormatter())
    axes.set_xlabel("decisions learnt from")
