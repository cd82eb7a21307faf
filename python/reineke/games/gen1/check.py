"""One line of recorded data, a battle or a pair of teams, against the engine (see tests/data/gen1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from reineke import _core
from reineke.game import GameError


@dataclass(frozen=True)
class Report:
    """What came of a line."""

    battle: bool
    """Not a pair of teams."""
    checked: int
    """Decisions compared, the position before the first one included; or teams."""
    turns: int
    decisions: int
    """After how many of them the difference shows."""
    difference: str | None
    coverage: dict[str, int]


@dataclass
class Tally:
    """What came of many lines."""

    battles: int = 0
    teams: int = 0
    """Pairs."""
    turns: int = 0
    checked: int = 0
    differences: int = 0
    coverage: Counter[str] = field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """One more line."""
        self.battles += report.battle
        self.teams += not report.battle
        self.turns += report.turns
        self.checked += report.checked
        self.differences += report.difference is not None
        self.coverage.update(report.coverage)


def check(line: bytes, views: bool = False) -> Report:
    """Replays a line; with `views`, what each side knows from its own lines must be what it knows from the engine's
    events. Raises `GameError` if the line is broken."""
    try:
        return Report(*_core.gen1_check(line, views))
    except ValueError as error:
        raise GameError(str(error)) from None
