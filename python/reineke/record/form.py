"""One game as one JSON line, alike for all games. It replays without a generator.

A record holds the start state in text form (`deal`) and every turn since: `[0,"d1"]` for one seat,
`[[0,"rock"],[1,"paper"]]` for several at once, `["chance","6"]` for nature. A turn that rolled dice inside ends with
`{"dice":[…]}`, the numbers rolled. The first `opening` turns were nobody's choice. `times` (and `decisions`, if kept)
have one entry per action after the opening, in order; null where the seat had forfeited and moved at random.

A seat that forfeits (see `arena.play`) is played on by random moves, so that the others' game goes on, and `settle`
gives it the lowest outcome there is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reineke.game import GameError
from reineke.record.text import short
from reineke.record.turn import is_count

FORMAT = 1

FORFEITS = ("late", "illegal", "crash", "hang", "disconnect")
"""Kinds of forfeit. All but `late` end the game for the seat; a late move stands and is counted."""


@dataclass(frozen=True)
class Record:
    """One finished game."""

    game: str
    """The spec that loads the game."""
    deal: str
    opening: int
    agents: tuple[str, ...]
    """The spec of each seat's agent."""
    seeds: dict[str, Any]
    turns: list[list[Any]]
    times: list[float | None]
    result: dict[str, Any]
    """`outcome` and `points` per seat, `forfeits` as a list of {"seat", "kind", "turn", "message"}."""
    decisions: list[dict[str, Any] | None] | None = None
    format: int = FORMAT

    @property
    def forfeiters(self) -> frozenset[int]:
        """The seats for which the game ended early."""
        return frozenset(forfeit["seat"] for forfeit in self.result["forfeits"] if forfeit["kind"] != "late")

    def line(self) -> str:
        """The record as one line of JSON, without a line end."""
        data = {
            "format": self.format,
            "game": self.game,
            "deal": self.deal,
            "opening": self.opening,
            "agents": list(self.agents),
            "seeds": self.seeds,
            "turns": self.turns,
            "times": self.times,
            "result": self.result,
        }
        if self.decisions is not None:
            data["decisions"] = self.decisions
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def parse(cls, line: str | bytes) -> Record:
        """The record behind a line; raises `GameError` for anything else. Whether it can be played, `replay` tells."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise GameError("not a record: it is not JSON, or cut off") from error
        if not isinstance(data, dict) or "format" not in data:
            raise GameError('not a record: no "format"')
        if data["format"] != FORMAT:
            raise GameError(f"a record of format {short(data['format'])}; this version reads format {FORMAT}")
        for key, (fits, wanted) in _SHAPE.items():
            if key not in data:
                raise GameError(f'not a record: no "{key}"')
            if not fits(data[key]):
                raise GameError(f'not a record: "{key}" must be {wanted}, not {short(data[key])}')
        decisions = data.get("decisions")
        if decisions is not None and not isinstance(decisions, list):
            raise GameError('not a record: "decisions" must be a list')
        if data["opening"] > len(data["turns"]):
            raise GameError(f"an opening of {data['opening']} turns in a game of {len(data['turns'])}")
        fields = {key: data[key] for key in _SHAPE} | {"agents": tuple(data["agents"])}
        return cls(**fields, decisions=decisions)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_list(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_forfeit(value: Any) -> bool:
    return isinstance(value, dict) and is_count(value.get("seat")) and value.get("kind") in FORFEITS


def _is_result(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and all(_is_list(_is_number)(value.get(key)) for key in ("outcome", "points"))
        and _is_list(_is_forfeit)(value.get("forfeits"))
    )


_SHAPE: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: isinstance(value, str), "a text"),
    "deal": (lambda value: isinstance(value, str), "a text"),
    "opening": (is_count, "a number of turns"),
    "agents": (_is_list(lambda value: isinstance(value, str)), "a list of texts"),
    "seeds": (lambda value: isinstance(value, dict), "an object"),
    "turns": (_is_list(lambda value: isinstance(value, list)), "a list of turns"),
    "times": (_is_list(lambda value: value is None or _is_number(value)), "a list of seconds"),
    "result": (_is_result, "an outcome and points per seat, and the forfeits"),
}
