"""A progress bar on stderr for what takes longer than a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

MOMENT = 2.0
"""Seconds before the bar shows up."""

Step = TypeVar("Step")


def steps(work: Iterable[Step], what: str, total: int | None = None) -> Iterator[Step]:
    """The same steps; a bar shows how many there were. Without a terminal it shows nothing."""
    with counting(what) as count:
        for done, step in enumerate(work, 1):
            count(done, total)
            yield step


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar for work that tells itself how far it is: (done, of how many). Without a terminal it shows nothing."""
    console = Console(stderr=True)
    bar = Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task, begin, shown = bar.add_task("", total=None), monotonic(), False

    def count(done: int, total: int | None) -> None:
        nonlocal shown
        bar.update(task, completed=done, total=total)
        if not shown and monotonic() - begin > MOMENT:
            bar.start()
            shown = True

    try:
        yield count
    finally:
        bar.stop()
