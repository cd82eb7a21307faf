"""The progress bar of a match, on stderr: games done, rate, time left, shares so far."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from reineke.arena.play import GameResult
from reineke.arena.stats import ranking


class Bar:
    """Shows how a match is going; a context manager. Without a terminal it shows nothing."""

    def __init__(self, specs: tuple[str, ...], total: int, done: list[GameResult]) -> None:
        self._specs = specs
        self._sums = [0.0] * len(specs)
        self._games = 0
        self._progress = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("games"),
            _Rate(),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("{task.fields[shares]}", markup=False),
            console=Console(stderr=True),
            transient=True,
            disable=not Console(stderr=True).is_terminal,
        )
        for game in done:
            self._count(game)
        self._task = self._progress.add_task("", total=total, completed=len(done), shares=self._text())

    def advance(self, game: GameResult) -> None:
        """One more game is finished."""
        self._count(game)
        self._progress.update(self._task, advance=1, shares=self._text())

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def _count(self, game: GameResult) -> None:
        """Adds up shares of wins; in a solo game points."""
        self._games += 1
        out = frozenset(forfeit["seat"] for forfeit in game.forfeits if forfeit["kind"] != "late")
        worth = game.points if len(self._specs) == 1 else ranking(game.outcome, out)[0]
        for seat, player in enumerate(game.job.seating):
            self._sums[player] += worth[seat]

    def _text(self) -> str:
        if not self._games:
            return ""
        if len(self._specs) == 1:
            return f"mean score {self._sums[0] / self._games:.1f}"
        return "  ".join(
            f"{spec} {total / self._games:.1%}" for spec, total in zip(self._specs, self._sums, strict=True)
        )


class _Rate(ProgressColumn):
    """Games per second, or per minute when they are slow."""

    def render(self, task: Task) -> Text:
        speed = task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:.1f}/s" if speed >= 1 else f"{speed * 60:.1f}/min")
