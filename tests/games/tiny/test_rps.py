import pytest

from reineke.game import OVER, GameError
from reineke.games.tiny import RockPaperScissors
from tests.games.tiny.contract import NONE, check


def gains(game: RockPaperScissors) -> list[float]:
    """What the first seat gains, by row of its choice."""
    ends = [game.play((), (first, second), NONE) for first in range(3) for second in range(3)]
    assert all(game.turn(end) == OVER for end in ends)
    assert all(sum(game.outcome(end)) == 0 for end in ends)
    return [game.outcome(end)[0] for end in ends]


@pytest.mark.parametrize("rock", [1, 2])
def test_the_contract_holds(rock: int) -> None:
    check(RockPaperScissors(rock), seed=1, games=50)


def test_both_seats_choose_at_once() -> None:
    assert RockPaperScissors().turn(()) == (0, 1)


def test_paper_beats_rock_beats_scissors_beats_paper() -> None:
    assert gains(RockPaperScissors()) == [0, -1, 1, 1, 0, -1, -1, 1, 0]


def test_a_win_with_rock_counts_what_the_option_says() -> None:
    game = RockPaperScissors(rock="2")
    assert gains(game) == [0, -1, 2, 1, 0, -1, -2, 1, 0]
    assert (game.low, game.high, game.spec) == (-2, 2, "rps(rock=2)")


def test_features_are_seen_from_the_seat() -> None:
    game = RockPaperScissors()
    assert game.features((), 0) == [1, 0, 0, 0, 0, 0, 0]
    assert game.features(game.parse("rock scissors"), 1) == [0, 0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize("text", ["", "rock", "rock ?", "rock  paper", "lizard rock"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="not a position of rps, such as"):
        RockPaperScissors().parse(text)
