"""A whole game as one HTML file: a slider over its decisions, with the sheets, the dice, and what the agents thought.

The file needs nothing else, no network either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reineke.agent import Decision
from reineke.game import Game, GameError
from reineke.games.clever.board import board
from reineke.games.clever.position import meaning, name, read
from reineke.games.clever.rating import rating
from reineke.games.clever.words import consequence
from reineke.games.replays import pictures


@dataclass(frozen=True)
class Moment:
    """A position in which somebody decides, or the end of the game."""

    position: Mapping[str, Any]
    legal: tuple[int, ...] = ()
    action: int | None = None
    """What was chosen; None at the end."""
    decision: Decision | None = None


def thought(game: Game, data: Mapping[str, Any] | None) -> Decision | None:
    """A Decision as a record holds it; None where it holds none."""
    return None if data is None else Decision.read(data, game)


def page(
    moments: Sequence[Moment], *, spec: str = "clever", names: Sequence[str] | None = None, title: str = "clever"
) -> str:
    """The decisions of a game, and last its end, as an HTML file."""
    if not moments:
        raise GameError("a replay needs at least one position")
    return pictures(title, (_frame(moment, spec, names) for moment in moments))


def _frame(moment: Moment, spec: str, names: Sequence[str] | None) -> tuple[str, str, str]:
    legal = moment.legal if moment.action is not None else None
    picture = board(moment.position, spec=spec, names=names, legal=legal, decision=moment.decision)
    return picture, *_told(moment, spec, names)


def _told(moment: Moment, spec: str, names: Sequence[str] | None) -> tuple[str, str]:
    """What is chosen here, and what comes of it."""
    place = read(moment.position, spec)
    if moment.action is None:
        points = [sheet.score(place.options) for sheet in place.sheets]
        return "The game is over", f"{points[0]} points: {rating(points[0])}" if len(points) == 1 else ""
    who = f"{names[place.seat]}: " if names is not None and len(place.sheets) > 1 else ""
    return who + name(meaning(place, moment.action)), consequence(place, moment.action)
