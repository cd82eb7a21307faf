"""The move in hand."""

import random

import pytest

from reineke._core import Dice
from reineke.game import NO_ACTION, OVER
from reineke.games import load
from reineke.games.speed.position import read, survivable
from reineke.live.speed.safety import choose, safe_action, threatened


def view(text, seat=0):
    heads = sum("," in word for word in text.split())
    game = load(f"speed(seats={heads})")
    return game.view(game.parse(text), seat)


def word(text, seat=0):
    found = view(text, seat)
    return found.game.action_text(safe_action(found))


@pytest.mark.covers("P15")
@pytest.mark.parametrize("seed", range(10))
def test_it_survives_if_anything_does(seed):
    rng, game = random.Random(seed), load("speed(seats=3,width=20,height=20)")
    state = game.start(Dice(seed))
    while (turn := game.turn(state)) != OVER:
        for seat in turn:
            found = game.view(state, seat)
            action = safe_action(found)
            assert action in found.legal
            position = read(game.json(state))
            alive = survivable(position, seat, found.legal)
            assert action in alive or not alive
        joint = tuple(rng.choice(game.legal(state, seat)) if seat in turn else NO_ACTION for seat in range(3))
        state = game.play(state, joint, None)


def test_it_turns_away_from_the_wall_to_the_larger_room():
    assert word("6x4 0 1,3,d,1,0 5,0,r,1,0 5b/6/6/1a4") == "turn_left"


def test_it_keeps_out_of_the_others_reach_if_it_can():
    """Straight on meets the other's head; both may enter the cell between them."""
    text = "7x5 0 1,2,r,1,0 3,2,l,1,0 7/7/1a1b3/7/7"
    found = view(text)
    position = read(found.game.json(found.info))
    assert (2, 2) in threatened(position, 0)
    assert word(text) in ("turn_left", "turn_right")


def test_it_prefers_the_slow_way():
    assert word("20x20 0 10,10,r,3,0 0,0,d,1,0 b19/" + "20/" * 9 + "10a9" + "/20" * 9) == "slow_down"


def test_it_jumps_where_only_a_jump_survives():
    """In the sixth round speed 3 jumps the wall. Slower ends in it, faster behind it, and both sides are closed."""
    text = "9x3 5 1,1,r,3,0 8,0,d,1,0 aaa5b/1a1a1a3/aaa6"
    assert word(text) == "change_nothing"
    in_time, too_early = view(text), view(text.replace("9x3 5", "9x3 4"))
    assert list(survivable(read(in_time.game.json(in_time.info)), 0)) == [0]
    assert survivable(read(too_early.game.json(too_early.info)), 0) == {}


def test_where_all_is_lost_it_is_the_first_legal_action():
    found = view("3x3 0 1,1,u,1,0 0,0,d,1,0 baa/aaa/aaa")
    assert choose(read(found.game.json(found.info)), 0, found.legal) == found.legal[0]
