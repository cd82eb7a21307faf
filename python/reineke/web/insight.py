"""An analysis as the page shows it: where every value went, by the positions of the game's slider."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from reineke.analysis import Analysis, Judged, SeatSum, Step
from reineke.analysis import words as told
from reineke.analysis.beliefs import beliefs
from reineke.analysis.chart import chart
from reineke.games.svg import Theme
from reineke.web import pictures, words
from reineke.web.room import Room, explain
from reineke.web.sight import readable

DIGITS = 5


def insight(room: Room, found: Analysis, theme: Theme) -> dict[str, Any]:
    """All of it, with actions as people call them."""
    names = [chair.name for chair in room.chairs]
    drawn = pictures.read(chart(found, names=names, numbered=False, theme=theme))
    return {
        "judge": found.analyst,
        "budget": {"nodes": found.budget.nodes, "seconds": found.budget.seconds},
        "measure": "points" if found.scale == "points" else "share" if told.is_share(found) else "outcome",
        "least": told.least(found),
        "chart": {"full": drawn.svg, "css": drawn.css},
        "seats": [_seat(seat) for seat in found.seats()],
        "worst": [[one.turn, one.seat] for one in found.mistakes()],
        "steps": [_step(room, found, step) for step in found.steps],
        "end": {"turn": found.turns + 1, "moment": len(room.moments) - 1},
    }


def _seat(seat: SeatSum) -> dict[str, Any]:
    parts = {key: round(getattr(seat, key), DIGITS) for key in ("start", "luck", "own", "others", "rest", "end")}
    mistakes = [[one.turn, one.seat] for one in seat.mistakes]
    return {**parts, "agreed": seat.agreed, "decisions": seat.decisions, "mistakes": mistakes}


def _step(room: Room, found: Analysis, step: Step) -> dict[str, Any]:
    parts = {key: _rounded(getattr(step, key)) for key in ("before", "after", "luck", "own", "others", "rest")}
    # A choice is seen at the position in which it was made, chance at the one that it led to.
    moment = bisect_left(room.moments, step.turn - 1 if step.judged else step.turn)
    return {
        "turn": step.turn,
        "moment": min(moment, len(room.moments) - 1),
        "chance": told.chance(found, step),
        "beaten": _rounded(step.beaten),
        "spread": [None if span is None else _rounded(span) for span in step.spread],
        **parts,
        "choices": [_choice(room, found, one) for one in step.judged],
    }


def _choice(room: Room, found: Analysis, one: Judged) -> dict[str, Any]:
    state = room.state(one.turn - 1)
    view = found.game.view(state, one.seat)
    thought = readable(explain(one.decision, found.game, one.action), view)
    believed = beliefs(found.game, state, one)
    return {
        "seat": one.seat,
        "action": words.label(view, one.action),
        "better": None if one.agreed else words.label(view, one.decision.action),
        **{key: None if (value := getattr(one, key)) is None else round(value, DIGITS) for key in _FIGURES},
        "thought": thought,
        "beliefs": [[text, round(odds, 4)] for text, odds in believed],
    }


_FIGURES = ("cost", "value", "best")


def _rounded(values: Sequence[float | None]) -> list[float | None]:
    return [None if value is None else round(value, DIGITS) for value in values]
