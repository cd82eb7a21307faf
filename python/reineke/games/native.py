"""Native games: the rules run in Rust, this class gives them the methods that every game has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, cast

from reineke import _core
from reineke.game import Dice, Game, GameError, Turn, View

_OPENINGS = {"sawhian": 8, "tictactoe": 2}
"""Random plies that open a block of a match, for games without chance."""

_DRAWINGS = {
    "sawhian": "reineke.games.sawhian.draw",
    "speed": "reineke.games.speed.draw",
    "clever": "reineke.games.clever.draw",
    "gen1": "reineke.games.gen1.draw",
}
"""Where a game's `board` is drawn; imported with the first picture."""

_BY_RULES = {"clever"}
"""Games whose drawing shows what is legal, and whose sheet depends on the options."""

_BY_STATE = {"gen1"}
"""Games whose drawing takes the position itself, of which no JSON shows what a seat knows."""

_BY_POINTS = {"speed"}
"""Games in which many lose alike and points tell who lost last."""

_REFEREED = {"speed"}
"""Games with actions that nobody may choose, only a referee enters."""


class NativeGame(Game):
    """A game whose rules run in Rust."""

    def __init__(self, name: str, options: dict[str, str] | None = None) -> None:
        try:
            self.core = _core.Game(name, options or {})
        except ValueError as error:
            raise GameError(str(error)) from None
        self.family = name
        self.seats = self.core.seats
        self.actions = self.core.actions
        self.low, self.high = self.core.range
        self.sum = self.core.sum
        _, _, self.inside, self.hidden = self.core.flags
        self.opening = _OPENINGS.get(name, 0)
        self.ranking = "points" if name in _BY_POINTS else "outcome"

    def __reduce__(self) -> tuple[Any, ...]:
        from reineke.games import load

        return load, (self.spec,)

    @property
    def spec(self) -> str:
        return self.core.spec

    @property
    def informed(self) -> bool:
        return self.core.evals[0] != "flat"

    def start(self, dice: Dice) -> _core.State:
        return self.core.start(dice)

    def turn(self, state: _core.State) -> Turn:
        return self.core.turn(state)

    def legal(self, state: _core.State, seat: int) -> Sequence[int]:
        return self.core.legal(state, seat)

    def allowed(self, state: _core.State, seat: int, action: int) -> bool:
        return action in self.core.legal(state, seat) or (self.family in _REFEREED and 0 <= action < self.actions)

    def odds(self, state: _core.State) -> Sequence[tuple[int, float]]:
        return self.core.odds(state)

    def play(self, state: _core.State, action: Any, dice: Dice) -> _core.State:
        try:
            return self.core.play(state, action, dice)
        except (ValueError, OverflowError) as error:
            raise GameError(str(error)) from None

    def outcome(self, state: _core.State) -> Sequence[float]:
        return self.core.outcome(state)

    def points(self, state: _core.State) -> Sequence[float]:
        return self.core.points(state)

    def skip(self, state: _core.State) -> _core.State | None:
        return self.core.skip(state)

    def info(self, state: _core.State, seat: int) -> _core.State | _core.Info:
        return self.core.info(state, seat) if self.hidden else state

    def open_view(self, state: _core.State, seat: int) -> View:
        view = super().open_view(state, seat)
        return replace(view, info=self.core.open(state, seat)) if self.hidden else view

    def sample(self, info: Any, seat: int, dice: Dice) -> _core.State:
        return self.core.sample(info, False, dice) if self.hidden else cast("_core.State", info)

    def sample_public(self, info: Any, seat: int, dice: Dice) -> _core.State:
        return self.core.sample(info, True, dice) if self.hidden else cast("_core.State", info)

    def event(self, state: _core.State) -> int | None:
        return self.core.event(state)

    def text(self, state: _core.State) -> str:
        return self.core.text(state)

    def parse(self, text: str) -> _core.State:
        try:
            return self.core.parse(text)
        except ValueError as error:
            raise GameError(str(error)) from None

    def info_text(self, info: Any, seat: int) -> str:
        return self.core.info_text(info) if self.hidden else self.core.text(info)

    def action_text(self, action: int) -> str:
        return self.core.action_text(action)

    def parse_action(self, text: str) -> int:
        try:
            return self.core.parse_action(text)
        except ValueError as error:
            raise GameError(str(error)) from None

    def chance_text(self, outcome: int) -> str:
        return self.core.chance_text(outcome)

    def parse_chance(self, text: str) -> int:
        try:
            return self.core.parse_chance(text)
        except ValueError as error:
            raise GameError(str(error)) from None

    def json(self, state: _core.State) -> dict[str, Any]:
        return cast("dict[str, Any]", json.loads(self.core.json(state)))

    def parse_json(self, value: Any) -> _core.State:
        try:
            return self.core.parse_json(json.dumps(value))
        except (ValueError, TypeError) as error:
            raise GameError(str(error)) from None

    def board(self, state: _core.State) -> str:
        return self.core.board(state)

    def features(self, state: _core.State, seat: int) -> Sequence[float]:
        return self.core.features(state, seat)

    def draw(self, state: _core.State) -> str | None:
        if self.family not in _DRAWINGS:
            return None
        drawing = import_module(_DRAWINGS[self.family])
        if self.family in _BY_STATE:
            return cast("str", drawing.picture(state))
        more: dict[str, Any] = {}
        if self.family in _BY_RULES:
            turn = self.turn(state)
            more = {"spec": self.spec, "legal": self.legal(state, turn) if isinstance(turn, int) and turn >= 0 else ()}
        return cast("str", drawing.board(self.json(state), **more))


def is_family(game: Game | None, family: str) -> bool:
    """Whether a game is the native one of that name, whatever its options."""
    return isinstance(game, NativeGame) and game.family == family
