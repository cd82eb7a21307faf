from collections.abc import Iterator

import pytest

from reineke.game import CHANCE, OVER, GameError
from reineke.games.tiny import Goofspiel
from reineke.games.tiny.goofspiel import State
from tests.games.tiny.contract import NONE, check


def ends(game: Goofspiel, state: State) -> Iterator[State]:
    """The end of every way to play on."""
    turn = game.turn(state)
    if turn == OVER:
        yield state
    elif turn == CHANCE:
        for card, _ in game.odds(state):
            yield from ends(game, game.play(state, card, NONE))
    else:
        for first in game.legal(state, 0):
            for second in game.legal(state, 1):
                yield from ends(game, game.play(state, (first, second), NONE))


@pytest.mark.parametrize("order", ["random", "up", "down"])
@pytest.mark.parametrize("cards", [2, 4, 13])
def test_the_contract_holds(cards: int, order: str) -> None:
    check(Goofspiel(cards, order), seed=1, games=10)


@pytest.mark.parametrize(("order", "count"), [("random", 24**3), ("up", 24**2), ("down", 24**2)])
def test_histories_are_orders_of_both_hands_and_of_the_prizes(order: str, count: int) -> None:
    game = Goofspiel(order=order)
    outcomes = [game.outcome(end)[0] for end in ends(game, game.start(NONE))]
    assert len(outcomes) == count
    assert outcomes.count(1) == outcomes.count(-1)


@pytest.mark.parametrize(
    ("bids", "text"),
    [((1, 0), "A34 234 - A24 3:0"), ((2, 3), "A24 A23 - A24 0:3"), ((2, 2), "A24 A24 - A24 0:0")],
)
def test_the_higher_bid_takes_the_prize_and_equal_bids_discard_it(bids: tuple[int, int], text: str) -> None:
    game = Goofspiel()
    assert game.text(game.play(game.parse("A234 A234 3 A24 0:0"), bids, NONE)) == text


def test_the_last_card_is_a_turn_like_any_other() -> None:
    game = Goofspiel()
    state = game.parse("4 2 - 4 3:2")
    assert game.odds(state) == [(3, 1.0)]
    state = game.play(state, 3, NONE)
    assert game.turn(state) == (0, 1)
    state = game.play(state, (3, 1), NONE)
    assert (game.text(state), game.turn(state)) == ("- - - - 7:2", OVER)
    assert (game.points(state), game.outcome(state)) == ((7, 2), (1, -1))


def test_fixed_orders_turn_the_prizes_up_without_chance() -> None:
    for order, text in [("up", "A23 A23 A 23 0:0"), ("down", "A23 A23 3 A2 0:0")]:
        game = Goofspiel(3, order)
        assert game.text(game.start(NONE)) == text
        assert game.turn(game.start(NONE)) == (0, 1)


def test_an_event_is_the_round() -> None:
    game = Goofspiel()
    assert [game.event(game.parse(text)) for text in ("A234 A234 - A234 0:0", "4 2 - 4 3:0", "A 4 - A 0:0")] == [
        0,
        3,
        3,
    ]


def test_features_are_seen_from_the_seat() -> None:
    game = Goofspiel()
    features = game.features(game.parse("A24 234 3 A2 4:0"), 1)
    assert features == [0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0.25]


def test_options_are_named_in_the_spec_and_checked() -> None:
    assert Goofspiel().spec == "goofspiel"
    assert Goofspiel("13", "down").spec == "goofspiel(cards=13,order=down)"
    with pytest.raises(GameError, match="cards=14: expected a number from 2 to 13"):
        Goofspiel(14)


@pytest.mark.parametrize(
    ("order", "text", "reason"),
    [
        ("random", "", "not a position of goofspiel, such as A234 A234 - A234 0:0"),
        ("random", "A234 A235 - A234 0:0", "not a position"),
        ("random", "4321 A234 - A234 0:0", "not a position"),
        ("random", "A234 A234 - A234 0", "not a position"),
        ("random", "A234 A23 - A234 0:0", "hands of 4 and 3 cards"),
        ("random", "A23 A23 3 A24 0:0", "hands of 3 cards need 3 prizes"),
        ("random", "A23 A23 3 A3 0:0", "hands of 3 cards need 3 prizes"),
        ("random", "A23 A23 - A24 2:2", "4 points won of 3"),
        ("up", "A23 A23 3 A2 0:0", "the prizes are out of order"),
        ("down", "A23 A23 - A23 0:0", "the prizes are out of order"),
    ],
)
def test_impossible_positions_are_refused(order: str, text: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        Goofspiel(order=order).parse(text)
