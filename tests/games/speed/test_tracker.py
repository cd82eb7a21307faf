"""A client follows a game through the contest's messages alone."""

import gzip
import json
import random
from itertools import islice
from pathlib import Path

import pytest

from reineke._core import Dice
from reineke.game import NO_ACTION, OVER, GameError
from reineke.games import load
from reineke.games.speed import wire
from reineke.games.speed.tracker import Tracker

RECORDED = Path(__file__).parents[2] / "data" / "speed"


def said(game, state, you=1):
    return wire.encode(wire.message(game.json(state), you, "2020-10-01T12:00:00Z"))


def play(seed, seats=4, entries=range(5)):
    """A game at random, its states and its rounds as a record has them."""
    rng, game = random.Random(seed), load(f"speed(seats={seats},width=30,height=30)")
    states, events = [game.start(Dice(seed))], []
    while (turn := game.turn(states[-1])) != OVER:
        joint = tuple(rng.choice(entries) if seat in turn else NO_ACTION for seat in range(seats))
        events.append([[seat, game.action_text(joint[seat])] for seat in turn])
        states.append(game.play(states[-1], joint, None))
    return game, states, events


@pytest.mark.covers("P2")
@pytest.mark.parametrize("seed", range(20))
def test_every_state_is_known_with_its_round_and_its_dead(seed):
    game, states, events = play(seed)
    tracker = Tracker()
    for number, state in enumerate(states):
        tracker.take(said(game, state, 2))
        assert tracker.round == number
        assert tracker.game.text(tracker.state) == game.text(state)
        assert list(tracker.died) == game.json(state)["died"]
        assert tracker.faithful
        assert tracker.event == (events[number - 1] if number else None)


@pytest.mark.parametrize("seed", range(20))
def test_broken_rules_show_as_far_as_they_can(seed):
    """All that a referee enters; who does not move and changes nothing has done nothing, for all one can see."""
    game, states, events = play(seed, entries=range(11))
    tracker = Tracker()
    for number, state in enumerate(states):
        tracker.take(said(game, state))
        assert tracker.faithful
        if number:
            seen = [[seat, {"change_nothing!": "none"}.get(word, word)] for seat, word in events[number - 1]]
            found = [[seat, word] for seat, word in tracker.event]
            assert [[seat, word.rstrip("!")] for seat, word in found] == [
                [seat, word.rstrip("!")] for seat, word in seen
            ]


@pytest.mark.covers("P2")
def test_the_contests_own_games_can_be_followed():
    files = sorted(RECORDED.glob("*.jsonl.gz"))
    assert files
    followed = 0
    for file in files:
        with gzip.open(file) as lines:
            for line in islice(lines, 0, None, 5):
                followed += follow(json.loads(line))
    assert followed > 500


def follow(entry):
    cells = [[0] * entry["width"] for _ in range(entry["height"])]
    players = {number: {**head, "active": True} for number, head in entry["start"]["players"].items()}
    for number, head in players.items():
        cells[head["y"]][head["x"]] = int(number)
    tracker = Tracker()
    base = {"width": entry["width"], "height": entry["height"], "cells": cells, "you": 1}
    tracker.take(json.dumps({**base, "players": players, "running": True}))
    for number, played in enumerate(entry["rounds"], 1):
        for x, y, value in played["changed"]:
            cells[y][x] = value
        running = number < len(entry["rounds"])
        tracker.take(json.dumps({**base, "players": played["players"], "running": running}))
        assert tracker.faithful, (entry["id"], number)
    survivors = [int(number) for number, player in played["players"].items() if player["active"]]
    assert (survivors or [None])[0] == entry["winner"]
    return len(entry["rounds"])


@pytest.fixture
def begun():
    game = load("speed(seats=2,width=6,height=4)")
    tracker = Tracker()
    state = game.parse("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6")
    tracker.take(said(game, state))
    return game, state, tracker


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("7x4 1 1,2,d,1,0 4,1,u,1,0 7/1a2b2/1a2b2/7", "another game: board"),
        ("6x4 1 1,2,d,1,0 4,1,u,1,0 6/4b1/1a2b1/6", "a trail has gone"),
    ],
)
def test_a_message_of_another_game_changes_nothing(begun, words, complaint):
    game, state, tracker = begun
    other = load("speed(seats=2)")
    with pytest.raises(GameError, match=complaint):
        tracker.take(said(other, other.parse(words)))
    assert (tracker.round, tracker.game.text(tracker.state)) == (0, game.text(state))
    after = game.play(state, (0, 0), None)
    tracker.take(said(game, after))
    assert (tracker.round, tracker.faithful) == (1, True)


def test_a_message_to_another_player_is_one_of_another_game(begun):
    game, state, tracker = begun
    with pytest.raises(GameError, match="our number"):
        tracker.take(said(game, game.play(state, (0, 0), None), you=2))


def test_the_dead_do_not_come_back():
    three = load("speed(seats=3,width=6,height=4)")
    state = three.parse("6x4 0 1,1,d,1,0 4,2,u,1,0 0,0,d,1,0 c5/1a4/4b1/6")
    tracker = Tracker()
    tracker.take(said(three, state))
    dead = three.play(state, (0, 0, 5), None)
    tracker.take(said(three, dead))
    assert tracker.reasons == (None, None, "rule")
    with pytest.raises(GameError, match="a dead player is active"):
        tracker.take(said(three, three.play(state, (0, 0, 0), None)))
    assert tracker.died == (0, 0, 1)


def test_a_state_that_does_not_follow_is_noticed_and_played_on(begun):
    game, _, tracker = begun
    tracker.take(said(game, game.parse("6x4 1 1,3,d,1,0 4,1,u,1,0 6/1a2b1/1a2b1/1a4")))
    assert not tracker.faithful
    assert tracker.round == 1


@pytest.mark.parametrize("text", ["", "{}", '{"width":6}', "[]", '{"action":"turn_left"}'])
def test_garbage_changes_nothing(begun, text):
    game, state, tracker = begun
    with pytest.raises(GameError):
        tracker.take(text)
    assert (tracker.round, tracker.game.text(tracker.state)) == (0, game.text(state))


def test_nothing_follows_the_last_state(begun):
    game, state, tracker = begun
    over = game.play(state, (0, 5), None)
    assert not tracker.take(said(game, over)).running
    with pytest.raises(GameError, match="the game is over"):
        tracker.take(said(game, over))


def test_why_players_died_is_known():
    game = load("speed(seats=4,width=8,height=6)")
    state = game.parse("8x6 0 0,0,u,1,0 2,2,r,10,0 6,5,l,1,0 4,5,r,1,0 a7/8/2b5/8/8/4d1c1")
    tracker = Tracker()
    tracker.take(said(game, state))
    tracker.take(said(game, game.play(state, (0, 3, 0, 0), None)))
    assert tracker.reasons == ("wall", "speed", "crash", "crash")
