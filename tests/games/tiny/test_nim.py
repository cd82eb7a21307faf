"""The example of a Python game keeps the contract as it stands."""

from functools import cache

import pytest

from examples.nim import ROWS, Nim, State
from reineke.game import OVER, GameError
from tests.games.tiny.contract import NONE, check

GAME = Nim()


def test_the_contract_holds() -> None:
    check(GAME, seed=1, games=20)


def test_who_takes_the_last_match_loses() -> None:
    state = GAME.parse("[[0,0,1,0],0]")
    state = GAME.play(state, GAME.parse_action("c1"), NONE)
    assert GAME.turn(state) == OVER
    assert GAME.outcome(state) == (-1, 1)


def test_the_second_seat_wins_with_best_play() -> None:
    @cache
    def best(state: State) -> float:
        """What the mover gets."""
        if GAME.turn(state) == OVER:
            return GAME.outcome(state)[state[1]]
        return max(-best(GAME.play(state, action, NONE)) for action in GAME.legal(state, state[1]))

    assert best((ROWS, 0)) == -1
    assert best(((1, 1, 0, 2), 0)) == 1


@pytest.mark.parametrize("text", ["", "[]", "[[1,3,5,8],0]", "[[1,3,5],0]", "[[1,3,5,7],2]", "[[1.0,3,5,7],0]"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="not a position of nim, such as"):
        GAME.parse(text)
