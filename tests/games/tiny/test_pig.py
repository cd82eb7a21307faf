from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from reineke.game import CHANCE, OVER, GameError
from reineke.games.tiny import Pig
from reineke.games.tiny.pig import HOLD, ROLL, State
from tests.games.tiny.contract import NONE, Loaded, check


def after(game: Pig, text: str, action: int) -> str:
    return game.text(game.play(game.parse(text), action, NONE))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"chance": "inside"},
        {"goal": 2},
        {"seats": 3, "goal": 20},
        {"seats": "6", "goal": "20", "chance": "inside"},
    ],
)
def test_the_contract_holds(options: dict[str, Any]) -> None:
    check(Pig(**options), seed=1, games=10)


def test_a_roll_adds_to_the_turn_and_a_hold_banks_it() -> None:
    assert after(Pig(), "23,17 0+7 6,4", ROLL) == "23,17 0+7? 6,4"
    assert after(Pig(), "23,17 0+7? 6,4", 3) == "23,17 0+11 7,4"
    assert after(Pig(), "23,17 0+11 7,4", HOLD) == "34,17 1+0 7,4"


def test_a_one_loses_the_turn_total() -> None:
    assert after(Pig(), "23,17 1+7? 6,4", 0) == "23,17 0+0 6,5"


@pytest.mark.parametrize(
    ("text", "legal"), [("23,17 0+0 6,4", [ROLL]), ("23,17 0+7 6,4", [ROLL, HOLD]), ("95,17 0+5 20,4", [HOLD])]
)
def test_a_turn_begins_with_a_roll_and_ends_when_the_goal_is_in_reach(text: str, legal: list[int]) -> None:
    assert Pig().legal(Pig().parse(text), 0) == legal


def test_who_banks_the_goal_wins() -> None:
    game = Pig(seats=3)
    state = game.parse(after(game, "23,95,17 1+6 9,30,7", HOLD))
    assert game.turn(state) == OVER
    assert game.outcome(state) == (0, 1, 0)
    assert game.points(state) == (23, 101, 17)


def test_an_inside_die_rolls_the_dice_passed_in() -> None:
    game, dice = Pig(chance="inside"), Loaded(3, 0)
    state = game.play(game.start(NONE), ROLL, dice)
    assert game.text(state) == "0,0 0+4 1,0"
    assert game.text(game.play(state, ROLL, dice)) == "0,0 1+0 2,0"
    assert dice.sides == [6, 6]


def test_holding_at_20_has_the_odds_that_neller_and_presser_print() -> None:
    game, totals = Pig(), Counter[int]()

    def walk(state: State, chance: Fraction) -> None:
        if state.mover == 1 or state.total >= 20:
            totals[state.total] += chance
        elif game.turn(state) == CHANCE:
            for face, _ in game.odds(state):
                walk(game.play(state, face, NONE), chance / 6)
        else:
            walk(game.play(state, ROLL, NONE), chance)

    walk(game.start(NONE), Fraction(1))
    printed = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert {total: round(float(p), 4) for total, p in totals.items()} == printed
    assert sum(totals.values()) == 1


def test_an_event_is_a_seat_and_its_rolls_whatever_else_was_chosen() -> None:
    def event(text: str) -> int:
        return Pig().event(Pig().parse(text))

    assert event("23,17 1+7 6,4") == (1 << 32) + 4
    assert event("23,17 1+7? 6,4") == event("0,10 1+0 6,4")


def test_the_evaluation_is_the_share_of_points() -> None:
    assert Pig().evaluate(Pig().parse("20,13 0+6 6,4")) == [27 / 41, 14 / 41]


def test_features_are_seen_from_the_seat() -> None:
    game = Pig(seats=3)
    assert game.features(game.parse("32,64,16 1+8? 9,30,7"), 1) == [0.5, 0.125, 0.25, 1, 0, 0, 0.0625, 1]


def test_options_are_named_in_the_spec_and_checked() -> None:
    assert Pig().spec == "pig"
    assert Pig(chance="inside", goal=20, seats=3).spec == "pig(seats=3,goal=20,chance=inside)"
    with pytest.raises(GameError, match="goal=ten: expected a number from 2 to 1000"):
        Pig(goal="ten")
    with pytest.raises(GameError, match="chance=none: expected one of explicit, inside"):
        Pig(chance="none")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a position of pig, such as 0,0 0"),
        ("23,17,5 0+7 6,4", "not a position"),
        ("23,17 2+7 6,4", "not a position"),
        ("23,17 0+7?? 6,4", "not a position"),
        ("023,17 0+7 6,4", "not a position"),
        ("23,17 0+7 6,4 0", "not a position"),
        ("23,17 0+7 6,5000000000", "not a position"),
        ("23,17 0+1 6,4", r"seat 0 cannot have 23\+1 points after 6 rolls"),
        ("23,117 0+7 6,40", r"seat 1 has 117\+0 points, but the goal is 100"),
        ("99,17 0+7 60,40", r"seat 0 has 99\+7 points, but the goal is 100"),
        ("100,17 0+2 60,40", "seat 0 has won, yet has a turn total"),
        ("95,17 0+5? 60,40", "the die cannot be in the air here"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        Pig().parse(text)
