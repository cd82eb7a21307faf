"""Positions for bots: what a move would do is what the engine does, and rooms are what a slow flood finds."""

import random

import numpy as np
import pytest

from reineke import Dice
from reineke.game import NO_ACTION, OVER, GameError
from reineke.games import load
from reineke.games.speed.flood import FRONT, NOBODY, Flood, regions
from reineke.games.speed.position import (
    FASTER,
    LEFT,
    RIGHT,
    SLOWER,
    STAY,
    WORDS,
    after,
    free_run,
    read,
    survivable,
    walls_beside,
)
from tests.games.speed.boards import board
from tests.games.speed.reference import voronoi

ROOM = [
    "........",
    "..11....",
    "...#....",
    "........",
]
HERE = board(ROOM, (2, 1, "left"), played=7)


def random_positions(seats, count, side=14):
    """Positions of random games among moves that survive where there is one."""
    game = load(f"speed(seats={seats},width={side},height={side})")
    rng = random.Random(seats)
    for number in range(count):
        state = game.start(Dice(number))
        for _ in range(rng.randrange(1, 25)):
            if game.turn(state) == OVER:
                break
            position = read(game.json(state))
            joint = [NO_ACTION] * seats
            for seat in game.turn(state):
                legal = list(game.legal(state, seat))
                joint[seat] = rng.choice(list(survivable(position, seat, legal)) or legal)
            state = game.play(state, tuple(joint), Dice(0))
        yield game, state


# Reading.


def test_a_position_is_what_the_game_says():
    game = load("speed(seats=3,width=9,height=6)")
    data = game.json(game.start(Dice(3)))
    position = read(data)
    assert (position.width, position.height, position.round, position.died) == (9, 6, 0, (0, 0, 0))
    assert position.cells.tolist() == data["cells"]
    assert position.cells.dtype == np.int8
    for number, player in enumerate(position.players, 1):
        assert position.cells[player.y, player.x] == number
        assert player.active


@pytest.mark.parametrize(("played", "rounds"), [(0, 5), (4, 1), (5, 0), (6, 5), (11, 0)])
def test_the_sixth_round_is_a_gap_round(played, rounds):
    assert read({**HERE, "round": played}).to_gap == rounds


def test_who_has_counted_the_rounds_says_so():
    message = {key: HERE[key] for key in ("width", "height", "cells", "players")} | {"you": 1, "deadline": "soon"}
    assert read(message, 17).round == 17
    with pytest.raises(GameError, match="round"):
        read(message)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {**HERE, "cells": HERE["cells"][1:]},
        {**HERE, "cells": [[0]]},
        {**HERE, "cells": [[0, 1], [0]]},
        {**HERE, "cells": [["0"] * 8] * 4},
        {**HERE, "cells": [[0.5] * 8] * 4},
        {**HERE, "cells": [[2] * 8] * 4},
        {**HERE, "cells": [[-2] * 8] * 4},
        {**HERE, "cells": [[10**30] * 8] * 4},
        {**HERE, "cells": None},
        {**HERE, "width": 0},
        {**HERE, "width": -8},
        {**HERE, "width": True},
        {**HERE, "height": 10**9},
        {**HERE, "players": {}},
        {**HERE, "players": []},
        {**HERE, "players": {"2": HERE["players"]["1"]}},
        {**HERE, "players": {"1": {}}},
        {**HERE, "players": {"1": None}},
        {**HERE, "players": {"1": {**HERE["players"]["1"], "direction": "north"}}},
        {**HERE, "players": {"1": {**HERE["players"]["1"], "direction": ["up"]}}},
        {**HERE, "players": {"1": {**HERE["players"]["1"], "speed": 12}}},
        {**HERE, "players": {"1": {**HERE["players"]["1"], "x": "2"}}},
        {**HERE, "players": {"1": {**HERE["players"]["1"], "active": 1}}},
        {**HERE, "players": {str(number): HERE["players"]["1"] for number in range(1, 8)}},
        {**HERE, "round": -1},
        {**HERE, "round": None},
        {**HERE, "died": [0, 0]},
        {**HERE, "died": 0},
    ],
)
def test_what_is_no_position_is_one_clear_line(broken):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        read(broken)


# Moves.


def test_a_move_marks_its_cells_at_the_new_speed():
    position = read(board(["......", "......"], (0, 0, "right", 2)))
    assert after(position, 0, STAY).marks == ((1, 0), (2, 0))
    assert after(position, 0, FASTER).marks == ((1, 0), (2, 0), (3, 0))
    assert after(position, 0, SLOWER).marks == ((1, 0),)
    turned = after(position, 0, RIGHT)
    assert (turned.direction, turned.survives) == (2, False)  # two cells down, and there is one


def test_in_a_gap_round_the_cells_between_first_and_last_are_jumped():
    wall = ["..11..", "......"]
    jumps = after(read(board(wall, (0, 0, "right", 4), played=5)), 0, STAY)
    assert (jumps.marks, jumps.head, jumps.survives) == (((1, 0), (4, 0)), (4, 0), True)
    crashes = after(read(board(wall, (0, 0, "right", 4), played=4)), 0, STAY)
    assert (len(crashes.marks), crashes.survives) == (4, False)
    slow = after(read(board(wall, (0, 0, "right", 2), played=5)), 0, STAY)
    assert not slow.survives


def test_speeds_out_of_range_do_not_survive():
    assert not after(read(board(["...."], (0, 0, "right", 1))), 0, SLOWER).survives
    assert not after(read(board(["." * 20], (0, 0, "right", 10))), 0, FASTER).survives


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_a_move_does_what_the_engine_does_when_nobody_else_moves(seats):
    """Everybody else breaks a rule and stands still: `none`."""
    tried = set()
    for game, state in random_positions(seats, 40):
        position = read(game.json(state))
        for seat in position.active if game.turn(state) != OVER else ():
            for action in range(5):
                joint = [NO_ACTION] * seats
                for other in game.turn(state):
                    joint[other] = action if other == seat else game.parse_action("none")
                then = read(game.json(game.play(state, tuple(joint), Dice(0))))
                move, player = after(position, seat, action), then.players[seat]
                tried.add((action, move.survives, move.speed > 2 and position.to_gap == 0))
                assert (player.active, player.speed, player.direction) == (move.survives, move.speed, move.direction)
                changed = {(int(x), int(y)) for y, x in np.argwhere(then.cells != position.cells)}
                if move.survives:
                    assert ((player.x, player.y), changed) == (move.head, set(move.marks))
    assert len(tried) >= 12


def test_survivable_moves_are_by_action_and_only_those_asked_for():
    position = read(HERE)
    assert set(survivable(position, 0)) == {STAY, LEFT, RIGHT, FASTER}
    assert set(survivable(position, 0, (RIGHT, SLOWER))) == {RIGHT}
    assert [WORDS[action] for action in survivable(position, 0)] == [
        "change_nothing",
        "turn_left",
        "turn_right",
        "speed_up",
    ]


# Room.


def test_free_cells_in_a_row_end_at_trails_and_edges():
    position = read(HERE)
    assert [free_run(position, 3, 3, direction) for direction in range(4)] == [0, 4, 0, 3]
    assert walls_beside(position, 0, 0) == 2
    assert walls_beside(position, 2, 2) == 2


def slow_area(position, start, closed):
    seen, todo = ({start} if position.free(*start) and start not in closed else set()), [start]
    while todo:
        x, y = todo.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if position.free(*cell) and cell not in seen and cell not in closed:
                seen.add(cell)
                todo.append(cell)
    return len(seen)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 7), (8, 8), (63, 5), (64, 64), (80, 41)])
def test_areas_are_those_of_a_slow_flood(width, height):
    rng = np.random.default_rng(width)
    for density in (0.0, 0.3, 0.45):
        cells = (rng.random((height, width)) < density).astype(int)
        position = read(board(["".join(map(str, row)) for row in cells], (0, 0, "up")))
        for _ in range(4):
            start = (int(rng.integers(width)), int(rng.integers(height)))
            closed = [(int(rng.integers(-1, width + 1)), int(rng.integers(-1, height + 1))) for _ in range(5)]
            flood = Flood(position)
            assert flood.area(start, closed) == slow_area(position, start, set(closed))
            assert flood.mask(flood.reach(start)).sum() == flood.area(start)


@pytest.mark.covers("P30")
@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_regions_are_those_found_by_brute_force(seats):
    for game, state in random_positions(seats, 12):
        data = game.json(state)
        position = read(data)
        heads = [(player.x, player.y) if player.active else None for player in position.players]
        slow = voronoi(data["cells"], heads)
        wanted = [[NOBODY if cell is None else cell for cell in row] for row in slow]
        assert regions(position).tolist() == wanted


def test_a_battlefront_lies_where_two_arrive_together():
    found = regions(read(board(["1...2", "....."], (0, 0, "right"), (4, 0, "left"))))
    assert found.tolist() == [[NOBODY, 0, FRONT, 1, NOBODY], [0, 0, FRONT, 1, 1]]
