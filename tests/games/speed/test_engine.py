"""The engine against its twin, and its starts against the rules, through the Python API."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from reineke._core import Dice
from reineke.game import NO_ACTION, OVER, Game, GameError
from reineke.games import load
from tests.games.speed import engine, lockstep, twin


def starts(spec: str, number: int) -> list[dict[str, Any]]:
    game = load(spec)
    return [game.json(game.start(Dice(seed))) for seed in range(number)]


# Lockstep


@pytest.mark.covers("P1")
def test_random_rounds_are_the_same_as_the_twins() -> None:
    tally = lockstep.walk(engine.make, range(600), seed=7)
    assert tally.rounds > 5000
    assert set(tally.gaps) == set(range(3, 11))
    assert min(tally.deaths.values()) > 5
    assert len(tally.deaths) == 9
    assert len(tally.actions) == 11


@pytest.mark.soak
@pytest.mark.covers("P1")
def test_a_million_random_rounds_are_the_same_as_the_twins() -> None:
    tally = lockstep.walk_parallel("tests.games.speed.engine:make", seed=0, rounds=1_000_000, jobs=2)
    assert tally.rounds >= 1_000_000
    assert set(tally.jumps) == set(range(3, 11))


# Starts


@pytest.mark.covers("P1")
def test_boards_are_drawn_from_the_contests_range_unless_they_are_given() -> None:
    drawn = starts("speed", 600)
    assert {start["width"] for start in drawn} == {start["height"] for start in drawn} == set(range(41, 81))
    assert {start["width"] for start in starts("speed(height=50)", 300)} == set(range(41, 81))
    assert {(start["width"], start["height"]) for start in starts("speed(width=9,height=128)", 5)} == {(9, 128)}


@pytest.mark.covers("P1")
@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize(("width", "height"), [(43, 51), (4, 2), (10, 7)])
def test_each_player_starts_in_a_block_of_his_own_the_upper_row_first(players: int, width: int, height: int) -> None:
    orders = set()
    for start in starts(f"speed(seats={players},width={width},height={height})", 300):
        heads = list(start["players"].values())
        blocks = [head["x"] // (width // 4) + 4 * (head["y"] // (height // 2)) for head in heads]
        assert sorted(blocks) == list(range(players))
        orders.add(tuple(blocks))
        for head in heads:
            assert head["direction"] == twin.start_direction(head["x"], head["y"], width, height)
            assert (head["speed"], head["active"]) == (1, True)
        drawn = tuple(twin.Player(**head) for head in heads)
        assert start == twin.to_json(twin.place(width, height, drawn))
    assert len(orders) >= min(math.factorial(players), 100)


@pytest.mark.covers("P1")
def test_every_cell_of_a_block_is_as_likely() -> None:
    """120 expected in each of 50 cells; the 99.99 % quantile of chi-square with 49 degrees of freedom is 96."""
    seen = Counter(
        (start["players"]["1"]["x"], start["players"]["1"]["y"])
        for start in starts("speed(seats=1,width=20,height=20)", 6000)
    )
    assert set(seen) == {(x, y) for x in range(5) for y in range(10)}
    assert sum((number - 120) ** 2 / 120 for number in seen.values()) < 96


# What the game refuses


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    "options",
    ["seats=0", "seats=7", "seats=two", "width=1", "height=129", "width=-5", "depth=3", "seats=6,width=2,height=2"],
)
def test_an_impossible_game_is_refused_in_one_line(options: str) -> None:
    with pytest.raises(GameError) as refused:
        load(f"speed({options})").start(Dice(0))
    assert "\n" not in str(refused.value)


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    "joint", [(0,), (0, 0, 0), (0, 11), (NO_ACTION, 0), (0, -1), (0, None), 0, None, "turn_left", ()]
)
def test_what_is_no_joint_action_is_refused(joint: Any) -> None:
    game = load("speed(seats=2,width=9,height=9)")
    state = game.start(Dice(0))
    with pytest.raises(GameError):
        game.play(state, joint, Dice(0))


@pytest.mark.covers("P1")
def test_a_finished_game_is_over() -> None:
    game = load("speed(seats=2,width=9,height=9)")
    state = game.play(game.start(Dice(0)), (game.parse_action("none"), 0), Dice(0))
    assert game.turn(state) == OVER
    with pytest.raises(GameError):
        game.play(state, (NO_ACTION, 0), Dice(0))


@pytest.mark.covers("P1")
def test_actions_are_called_by_the_contests_words() -> None:
    game = load("speed")
    words = [*twin.WORDS, "none", *(f"{word}!" for word in twin.WORDS)]
    assert [game.action_text(number) for number in range(game.actions)] == words
    assert [game.parse_action(word) for word in words] == list(range(11))


# JSON and text


def middle_game() -> dict[str, Any]:
    """A position with a dead player, trails and a crashed cell."""
    heads = (
        twin.Player(-1, 2, "left", 3, active=False, died=7),
        twin.Player(5, 4, "down", 2),
        twin.Player(2, 0, "right", 10),
    )
    state = twin.place(9, 6, heads)
    cells = [list(row) for row in state.cells]
    cells[2][:4] = [1, 1, twin.CRASHED, 1]
    return twin.to_json(twin.State(tuple(map(tuple, cells)), heads, 8))


@pytest.mark.covers("P2")
def test_rounds_of_death_may_be_left_out_and_what_only_messages_have_is_ignored() -> None:
    game, position = load("speed(seats=3)"), middle_game()
    state = game.parse_json(position)
    assert game.json(state) == position
    message = {**position, "you": 2, "deadline": "2020-10-01T12:00:00Z"}
    message["players"] = {number: {**head, "name": "x"} for number, head in position["players"].items()}
    assert game.parse_json(message) == state
    del message["died"]
    assert game.json(game.parse_json(message))["died"] == [8, 0, 0]
    assert game.json(game.parse_json({**message, "round": 0}))["died"] == [1, 0, 0]


@pytest.mark.covers("P2")
@pytest.mark.parametrize("key", ["width", "height", "cells", "players", "round"])
def test_a_position_without_one_of_its_keys_is_refused(key: str) -> None:
    position = middle_game()
    del position[key]
    with pytest.raises(GameError, match=key):
        load("speed(seats=3)").parse_json(position)


WRONG: list[Any] = [None, True, -2, -1, 0, 3, 7, 128, 129, 2**31, 2**32, 2**63, 2**64, 10**40, 0.5, 1e300]
WRONG += ["", "up", "x", [], {}, [[]]]


def damaged(rng: random.Random, value: Any) -> Any:
    """The same JSON with one thing in it replaced, doubled or left out."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {other: kept for other, kept in value.items() if other != key}
        return {**value, key: damaged(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        index = rng.randrange(len(value))
        middle = rng.choice(([], [value[index]] * 2, [damaged(rng, value[index])], [damaged(rng, value[index])]))
        return [*value[:index], *middle, *value[index + 1 :]]
    return rng.choice(WRONG)


def refusals(game: Game, read: Callable[[Any], Any], inputs: Iterable[Any]) -> list[str]:
    """Why some of the inputs are refused. What is read is written and read again, and a round of it is played."""
    reasons = []
    for given in inputs:
        try:
            state = read(given)
        except GameError as error:
            reasons.append(str(error))
            continue
        assert game.parse(game.text(state)) == state
        assert game.parse_json(game.json(state)) == state
        turn = game.turn(state)
        if isinstance(turn, tuple):
            after = game.play(state, tuple(0 if seat in turn else NO_ACTION for seat in range(game.seats)), Dice(0))
            assert game.json(after)["round"] == game.json(state)["round"] + 1
        else:
            assert sum(game.outcome(state)) == pytest.approx(1)
    return reasons


@pytest.mark.covers("P2")
def test_damaged_json_is_refused_in_one_line_or_is_a_position_that_can_be_played() -> None:
    game, rng = load("speed(seats=3)"), random.Random(1)
    reasons = refusals(game, game.parse_json, (damaged(rng, middle_game()) for _ in range(5000)))
    assert 3000 < len(reasons) < 5000
    assert all("\n" not in reason and len(reason) < 400 for reason in reasons)


@pytest.mark.covers("P2")
def test_damaged_text_is_refused_in_one_line_or_is_a_position_that_can_be_played() -> None:
    game, rng = load("speed(seats=3)"), random.Random(2)
    line = game.text(game.parse_json(middle_game()))
    pieces = ["", " ", "/", ",", "-", "0", "1", "9", "9" * 20, "a", "d", "x", "u", "é", "\n"]
    cuts = (rng.randrange(len(line)) for _ in range(5000))
    lines = (line[:at] + rng.choice(pieces) + line[at + rng.randrange(3) :] for at in cuts)
    reasons = refusals(game, game.parse, lines)
    assert 2000 < len(reasons) < 5000
    assert all("\n" not in reason and len(reason) < 400 for reason in reasons)
