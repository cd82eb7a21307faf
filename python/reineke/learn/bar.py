"""The progress of a training run, on stderr: steps done, what they brought, time left."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Bar:
    """A context manager. Silent when told so, and where there is no terminal."""

    def __init__(self, unit: str, total: int, done: int, quiet: bool) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn(unit),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[news]}", markup=False),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._progress.add_task("", total=total, completed=done, news="")

    def show(self, done: int, entry: dict[str, Any]) -> None:
        """One more step is done."""
        self._progress.update(self._task, completed=done, news=news(entry))

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def news(entry: dict[str, Any]) -> str:
    """What a line of the log says in short.

    >>> news({"draws": 3, "best": [0.5, -1, 0.25, 0]})
    '3 draws, best +0.50 -1.00 +0.25 +0.00'
    >>> news({"games": 200, "seconds": 4, "loss": 0.41, "scores": {"mcts": 0.75}})
    '50 games/s, loss 0.410, score 0.75'
    >>> news({"games": 200, "seconds": 4, "loss": 0.41, "score": 201.5})
    '50 games/s, loss 0.410, score 201.5'
    """
    if "loss" in entry:
        scores = entry.get("scores", {})
        score = scores.get("net", scores.get("mcts"))  # alone, or against plain search
        rate = entry["games"] / max(entry["seconds"], 0.001)
        said = f", score {entry['score']:.1f}" if "score" in entry else "" if score is None else f", score {score:.2f}"
        return f"{rate:.0f} games/s, loss {entry['loss']:.3f}{said}"
    best = " ".join(f"{weight:+.2f}" for weight in entry["best"])
    return f"{entry['draws']} draws, best {best}"
