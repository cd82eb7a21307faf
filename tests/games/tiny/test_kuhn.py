from collections import Counter
from itertools import permutations

import pytest

from reineke.game import OVER, GameError
from reineke.games.tiny import Kuhn
from reineke.games.tiny.kuhn import BET, COURSES, PASS, State
from tests.games.tiny.contract import NONE, Fair, Loaded, check

GAME = Kuhn()
DEALS = [State(cards, "") for cards in permutations(range(3), 2)]


def test_the_contract_holds() -> None:
    check(GAME, seed=1, games=200)


def test_the_seats_decide_in_twelve_information_sets() -> None:
    sets, open_states = set(), list(DEALS)
    while open_states:
        state = open_states.pop()
        seat = GAME.turn(state)
        if seat != OVER:
            sets.add((seat, GAME.view(state, seat).text))
            open_states += [GAME.play(state, action, NONE) for action in (PASS, BET)]
    first = {(0, f"{card}{betting}") for card in "JQK" for betting in ("", " pb")}
    second = {(1, f"{card} {betting}") for card in "JQK" for betting in ("p", "b")}
    assert sets == first | second


@pytest.mark.parametrize(
    ("text", "first"),
    [("KQ pp", 1), ("JQ pp", -1), ("JQ bp", 1), ("KQ pbp", -1), ("KQ bb", 2), ("JQ bb", -2), ("QK pbb", -2)],
)
def test_chips_go_to_the_better_card_or_to_who_did_not_fold(text: str, first: int) -> None:
    state = GAME.parse(text)
    assert GAME.turn(state) == OVER
    assert GAME.outcome(state) == (first, -first)


def test_kuhns_equilibrium_costs_the_first_seat_an_eighteenth() -> None:
    bets = {"K": 1, "K b": 1, "K p": 1, "K pb": 1, "J": 1 / 3, "J p": 1 / 3, "Q b": 1 / 3, "Q pb": 2 / 3}

    def value(state: State) -> float:
        seat = GAME.turn(state)
        if seat == OVER:
            return GAME.outcome(state)[0]
        bet = bets.get(GAME.view(state, seat).text, 0)
        return bet * value(GAME.play(state, BET, NONE)) + (1 - bet) * value(GAME.play(state, PASS, NONE))

    assert sum(map(value, DEALS)) / 6 == pytest.approx(-1 / 18)


def test_the_other_seats_card_changes_nothing_that_a_seat_sees() -> None:
    for betting in COURSES:
        for card in range(3):
            for seat in range(2):
                hands = [deal.cards for deal in DEALS if deal.cards[seat] == card]
                one, two = (State(cards, betting) for cards in hands)
                assert one != two
                assert GAME.view(one, seat) == GAME.view(two, seat)
                assert GAME.view(one, seat).text == GAME.view(two, seat).text
                assert GAME.features(one, seat) == GAME.features(two, seat)


def test_a_sample_keeps_the_own_card_and_a_public_sample_redraws_both() -> None:
    dice, info = Fair(1), GAME.info(GAME.parse("KQ pb"), 1)
    own = Counter(GAME.text(GAME.sample(info, 1, dice)) for _ in range(6000))
    public = Counter(GAME.text(GAME.sample_public(info, 1, dice)) for _ in range(6000))
    assert sorted(own) == ["JQ pb", "KQ pb"]
    assert sorted(public) == ["JK pb", "JQ pb", "KJ pb", "KQ pb", "QJ pb", "QK pb"]
    assert min(own.values()) > 2800
    assert min(public.values()) > 850


def test_the_deal_takes_a_roll_of_three_and_a_roll_of_two() -> None:
    dice = Loaded(1, 1)
    assert GAME.text(GAME.start(dice)) == "QK"
    assert dice.sides == [3, 2]


def test_features_are_seen_from_the_seat() -> None:
    assert GAME.features(GAME.parse("QJ pb"), 0) == [0, 1, 0, 1, 0, 0, 1, 0, 0, 1]
    assert GAME.features(GAME.parse("QJ pb"), 1) == [1, 0, 0, 1, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a position"),
        ("Q", "not a position"),
        ("QA", "not a position"),
        ("QJ ppb", "not a position"),
        ("QJ  pb", "not a position"),
        ("QQ pb", "there is only one Q"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        GAME.parse(text)
