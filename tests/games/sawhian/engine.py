"""The engine as the lockstep walk wants it: Sawhian from the library, moves as cells."""

from typing import Any

from reineke.game import OVER
from reineke.games import load
from tests.games.sawhian.lockstep import Mode


class _NoDice:
    def roll(self, sides: int) -> int:
        raise AssertionError("Sawhian has no dice")


class LibraryEngine:
    """`reineke.games.load` behind the protocol of an engine."""

    def __init__(self, mode: Mode) -> None:
        self.game = load("sawhian" if mode == "server" else f"sawhian(blocked={mode})")

    def start(self) -> Any:
        return self.game.start(_NoDice())

    def legal(self, state: Any) -> list[tuple[int, int]]:
        turn = self.game.turn(state)
        return [] if turn == OVER else [divmod(action, 7) for action in self.game.legal(state, turn)]

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        return self.game.play(state, 7 * move[0] + move[1], _NoDice())

    def position_json(self, state: Any) -> dict[str, Any]:
        return self.game.json(state)

    def winners(self, state: Any) -> list[int]:
        if self.game.turn(state) != OVER:
            return []
        return [player for player, share in enumerate(self.game.outcome(state)) if share > 0]


def make(mode: Mode) -> LibraryEngine:
    return LibraryEngine(mode)
