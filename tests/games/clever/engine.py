"""Engines as the lockstep walk and the replay of recorded games want them: the library's game, and the twin in the same
clothes."""

import zlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from reineke.game import Game
from reineke.games import load
from tests.games.clever import twin


class NoDice:
    """All chance of the game is in turns of its own."""

    def roll(self, sides: int) -> int:
        raise AssertionError("a die was rolled inside a turn")


class TwinEngine:
    """A twin with the methods of a game."""

    def __init__(self, options: Any = None, rules: ModuleType = twin) -> None:
        self.rules: Any = rules
        chosen = options or twin.Options()
        self.options = rules.Options(**{name: getattr(chosen, name) for name in twin.Options.__slots__})
        self.seats = self.options.seats

    @property
    def spec(self) -> str:
        return str(self.options.spec)

    def start(self, dice: Any) -> Any:
        return self.rules.start(self.options)

    def turn(self, state: Any) -> int:
        return int(self.rules.turn(state))

    def legal(self, state: Any, seat: int) -> Sequence[int]:
        return list(self.rules.legal(state))

    def odds(self, state: Any) -> Sequence[tuple[int, float]]:
        return list(self.rules.odds(state))

    def event(self, state: Any) -> int:
        return zlib.crc32(repr(self.rules.event(state)).encode())

    def play(self, state: Any, action: Any, dice: Any) -> Any:
        return self.rules.play(state, action)

    def points(self, state: Any) -> Sequence[float]:
        return list(self.rules.points(state))

    def outcome(self, state: Any) -> Sequence[float]:
        return list(self.rules.outcome(state))

    def text(self, state: Any) -> str:
        return str(self.rules.text(state))

    def parse(self, text: str) -> Any:
        return self.rules.read(text, self.options)

    def action_text(self, action: int) -> str:
        return str(self.rules.ACTIONS[action])

    def parse_action(self, text: str) -> int:
        return int(self.rules.NUMBER[text])


def make(options: twin.Options) -> Game:
    return load(options.spec)


def make_twin(options: twin.Options) -> TwinEngine:
    return TwinEngine(options)
