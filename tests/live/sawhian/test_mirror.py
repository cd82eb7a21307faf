"""Eliminations by the arbiter, and a mirror that is told nothing but moves."""

import gzip
import json
import random
from pathlib import Path

import pytest

from reineke.game import OVER, GameError
from reineke.games import load
from reineke.live.sawhian.mirror import Mirror, eliminate
from tests.games.sawhian import twin

GAMES = Path("tests/data/sawhian/games.jsonl.gz")


def position(board, mover, alive=(1, 1, 1, 1), hand=None):
    """A position with all other stones still in hand, or home if `hand` says so."""
    counts = [board.count(str(seat)) for seat in range(4)]
    hand = list(hand) if hand is not None else [7 - count for count in counts]
    points = [7 - counts[seat] - hand[seat] for seat in range(4)]
    return {"board": board, "hand": hand, "points": points, "alive": list(alive), "mover": mover}


def test_an_eliminated_mover_keeps_points_and_stones_and_the_turn_passes_on(game):
    before = position("...0.../......./1....../......./......./..2..../.......", 0, hand=[5, 6, 6, 7])
    after = game.json(eliminate(game, game.parse_json(before), 0))
    assert after == {**before, "alive": [0, 1, 1, 1], "mover": 1}


def test_who_is_eliminated_out_of_turn_leaves_the_turn_where_it_was(game):
    before = position("...0.../......./......./......./......./......./.......", 1)
    after = game.json(eliminate(game, game.parse_json(before), 3))
    assert after == {**before, "alive": [1, 1, 1, 0]}


# Player 1 has two stones left, which stand behind two others in a row.
BLOCKED = "......./100..../......./......./......./......./......2"


def test_a_blocked_player_on_the_way_goes_out_too(game):
    before = position(BLOCKED, 0, hand=[5, 0, 6, 7])
    after = game.json(eliminate(game, game.parse_json(before), 0))
    assert after == {**before, "alive": [0, 0, 1, 1], "mover": 2}


def test_in_pass_mode_a_blocked_player_on_the_way_stays():
    game = load("sawhian(blocked=pass)")
    before = position(BLOCKED, 0, hand=[5, 0, 6, 7])
    after = game.json(eliminate(game, game.parse_json(before), 0))
    assert after == {**before, "alive": [0, 1, 1, 1], "mover": 2}


def test_the_last_player_out_ends_the_game(game):
    before = position("...0.../......./......./......./......./......./.......", 2, alive=(0, 0, 1, 0))
    after = eliminate(game, game.parse_json(before), 2)
    assert game.turn(after) == OVER
    assert game.json(after)["alive"] == [0, 0, 0, 0]


def test_the_game_ends_when_the_others_are_blocked(game):
    before = position(BLOCKED, 0, alive=(1, 1, 0, 0), hand=[5, 0, 6, 7])
    after = eliminate(game, game.parse_json(before), 0)
    assert game.turn(after) == OVER
    assert game.json(after)["alive"] == [0, 0, 0, 0]


def test_who_is_out_cannot_be_eliminated_again(game):
    state = game.parse_json(position("......./......./......./......./......./......./.......", 0, alive=(1, 0, 1, 1)))
    assert game.json(eliminate(game, state, 1)) == game.json(state)


def test_nobody_is_eliminated_once_the_game_is_over(game):
    before = position("......./......./......./......./......./......./.......", None, hand=[0, 7, 7, 7])
    assert game.json(eliminate(game, game.parse_json(before), 1)) == before


@pytest.mark.covers("W8")
@pytest.mark.parametrize("mode", ["server", "pass"])
def test_eliminations_agree_with_the_twin_in_random_games(mode):
    game = load("sawhian" if mode == "server" else "sawhian(blocked=pass)")
    rng = random.Random(mode)
    checked = 0
    for _ in range(12):
        for state in twin.random_game(rng, mode):
            for seat in range(4) if state.mover is not None else ():
                alive = [state.alive[other] and other != seat for other in range(4)]
                turn = state.mover if seat != state.mover else (seat + 1) % 4
                wanted = twin.settle(state.board, state.hand, state.points, alive, turn, mode)
                if not state.alive[seat]:
                    wanted = state
                got = eliminate(game, game.parse_json(twin.position_json(state)), seat)
                assert game.json(got) == twin.position_json(wanted)
                checked += 1
    assert checked > 4000


@pytest.mark.covers("W4")
def test_the_moves_alone_reproduce_every_recorded_game(game):
    count = 0
    with gzip.open(GAMES, "rt") as lines:
        for line in lines:
            recorded = json.loads(line)
            mirror = Mirror(game)
            for seat, x, y in recorded["moves"]:
                assert mirror.play(seat, 7 * x + y) == []
            assert game.json(mirror.state) == recorded["final"]
            assert mirror.over
            count += 1
    assert count == 100


def test_a_gap_in_the_order_shows_who_is_out(game):
    mirror = Mirror(game)
    mirror.play(0, game.parse_action("d1"))
    assert mirror.play(3, game.parse_action("g4")) == [1, 2]
    assert [mirror.alive(seat) for seat in range(4)] == [True, False, False, True]
    assert mirror.turns == [[0, "d1"], [1, "out"], [2, "out"], [3, "g4"]]
    assert mirror.mover == 0


def test_a_player_who_moves_twice_shows_that_all_others_are_out(game):
    mirror = Mirror(game)
    mirror.play(1, game.parse_action("a1"))
    assert mirror.play(1, game.parse_action("a2")) == [2, 3]
    assert [mirror.alive(seat) for seat in range(4)] == [False, True, False, False]


@pytest.mark.parametrize(("seat", "action"), [(1, "d1"), (0, "d4"), (2, "a1")])
def test_a_move_against_the_rules_is_refused(game, seat, action):
    mirror = Mirror(game)
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        mirror.play(seat, game.parse_action(action))


def test_a_move_of_someone_who_is_out_is_refused_and_changes_nothing(game):
    mirror = Mirror(game)
    mirror.strike(0)
    before, turns = game.json(mirror.state), list(mirror.turns)
    with pytest.raises(GameError, match="player 0"):
        mirror.play(0, game.parse_action("d1"))
    assert game.json(mirror.state) == before
    assert mirror.turns == turns
