"""The engine as the lockstep walk wants it: spe_ed from the library, players by number and actions as words."""

from collections.abc import Mapping
from typing import Any

from reineke.game import NO_ACTION
from reineke.games import load
from tests.games.speed import twin
from tests.games.speed.twin import Action


class _NoDice:
    def roll(self, sides: int) -> int:
        raise AssertionError("only the start of spe_ed rolls dice")


class LibraryEngine:
    """`reineke.games.load` behind the protocol of an engine."""

    def __init__(self, players: int, width: int, height: int) -> None:
        self.game = load(f"speed(seats={players},width={width},height={height})")
        self.numbers = range(1, players + 1)

    def read_json(self, position: dict[str, Any]) -> Any:
        return self.game.parse_json(position)

    def read_text(self, line: str) -> Any:
        return self.game.parse(line)

    def json(self, state: Any) -> dict[str, Any]:
        return self.game.json(state)

    def text(self, state: Any) -> str:
        return self.game.text(state)

    def active(self, state: Any) -> list[int]:
        turn = self.game.turn(state)
        return [seat + 1 for seat in turn] if isinstance(turn, tuple) else []

    def legal(self, state: Any, number: int) -> list[str]:
        return [twin.WORDS[action] for action in self.game.legal(state, number - 1)]

    def play(self, state: Any, actions: Mapping[int, Action]) -> Any:
        joint = tuple(action_number(actions[number]) if number in actions else NO_ACTION for number in self.numbers)
        return self.game.play(state, joint, _NoDice())

    def points(self, state: Any) -> list[float]:
        return list(self.game.points(state))

    def outcome(self, state: Any) -> list[float]:
        return list(self.game.outcome(state))


def action_number(action: Action) -> int:
    """As the game counts: the five words, no answer, the five words before a broken rule."""
    if action is None:
        return 5
    return twin.WORDS.index(action) if isinstance(action, str) else 6 + twin.WORDS.index(action[1])


def make(players: int, width: int, height: int) -> LibraryEngine:
    return LibraryEngine(players, width, height)
