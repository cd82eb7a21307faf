import pytest

from reineke.game import OVER, GameError
from reineke.games.tiny import TicTacToe
from tests.games.tiny.contract import NONE, check

GAME = TicTacToe()


def test_there_are_5478_positions() -> None:
    seen, open_states = set(), [GAME.start(NONE)]
    while open_states:
        state = open_states.pop()
        if state in seen:
            continue
        seen.add(state)
        assert GAME.parse(GAME.text(state)) == state
        if GAME.turn(state) != OVER:
            open_states += [GAME.play(state, action, NONE) for action in GAME.legal(state, state.mover)]
    assert len(seen) == 5478
    ends = [GAME.outcome(state)[0] for state in seen if GAME.turn(state) == OVER]
    assert (ends.count(1), ends.count(-1), ends.count(0)) == (626, 316, 16)


def test_the_contract_holds() -> None:
    check(GAME, seed=1, games=50)


def test_cells_are_named_by_column_and_row() -> None:
    assert [GAME.action_text(action) for action in range(9)] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_a_skipped_turn_passes_the_move_and_nothing_else() -> None:
    skipped = GAME.skip(GAME.parse("x../.o./... x"))
    assert skipped is not None
    assert GAME.text(skipped) == "x../.o./... o"
    assert GAME.skip(GAME.parse("xxx/oo./... o")) is None


def test_features_are_seen_from_the_seat() -> None:
    state = GAME.parse("x.o/.../... x")
    assert [index for index, number in enumerate(GAME.features(state, 0)) if number] == [0, 11, 18]
    assert [index for index, number in enumerate(GAME.features(state, 1)) if number] == [2, 9]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a position"),
        ("x.o/.../...", "not a position"),
        ("x.o...... x", "not a position"),
        ("x.o/.../..# x", "not a position"),
        ("x.o/.../... o", "o cannot be to move after 1 x and 1 o"),
        ("xxx/ooo/... x", "x has a line, yet the game went on"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        GAME.parse(text)
