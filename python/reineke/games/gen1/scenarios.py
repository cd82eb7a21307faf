"""Positions in which a strong player knows what to do: tests/data/gen1/scenarios.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reineke.game import GameError


@dataclass(frozen=True)
class Scenario:
    """A position, and what is right or wrong there."""

    name: str
    kind: str
    about: str
    seat: int
    position: str
    good: frozenset[str] = frozenset()
    bad: frozenset[str] = frozenset()
    """Exactly one of the two is there: the only right actions, or the wrong ones."""

    def right(self, action: str) -> bool:
        """Whether an action may be played here."""
        return action in self.good if self.good else action not in self.bad


def _read(entry: Any) -> Scenario:
    try:
        scenario = Scenario(
            name=str(entry["name"]),
            kind=str(entry["kind"]),
            about=str(entry["about"]),
            seat=int(entry["seat"]),
            position=str(entry["position"]),
            good=frozenset(map(str, entry.get("good", ()))),
            bad=frozenset(map(str, entry.get("bad", ()))),
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise GameError("a scenario has name, kind, about, seat, position, and good or bad") from None
    if bool(scenario.good) == bool(scenario.bad):
        raise GameError(f"scenario {scenario.name}: expected either good or bad actions")
    return scenario


def load_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    try:
        entries = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise GameError(f"{path}: {error}") from None
    if not isinstance(entries, list) or not entries:
        raise GameError(f"{path}: expected a list of scenarios")
    try:
        return [_read(entry) for entry in entries]
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
