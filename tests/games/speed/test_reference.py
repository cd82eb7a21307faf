"""The brute-force territories on small boards, and against play itself."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from tests.games.speed import twin
from tests.games.speed.reference import arrival, voronoi
from tests.games.speed.twin import Cell, Player, State


def cells(rows: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """`.` free, anything else taken."""
    return tuple(tuple(0 if glyph == "." else 1 for glyph in row) for row in rows)


def territory(rows: Sequence[str], *heads: Cell | None) -> list[str]:
    """Owners as letters from `a` on, `=` the battlefront, `#` what nobody reaches."""
    glyphs = {None: "#", -1: "="} | dict(enumerate("abcdef"))
    return ["".join(glyphs[owner] for owner in row) for row in voronoi(cells(rows), heads)]


def rounds(rows: Sequence[str], player: Player, max_speed: int, played: int = 0) -> list[str]:
    """The rounds of the arrival as digits, `#` for never."""
    reached = arrival(State(cells(rows), (player,), played), 0, max_speed)
    return ["".join("#" if number is None else str(number) for number in row) for row in reached]


# Voronoi


def test_a_cell_is_whose_head_is_nearer_and_contested_where_both_are_as_near() -> None:
    assert territory(["1...2"], (0, 0), (4, 0)) == ["#a=b#"]
    assert territory(["1..2"], (0, 0), (3, 0)) == ["#ab#"]
    assert territory(["1....", "....2"], (0, 0), (4, 1)) == ["#aabb", "aabb#"]


def test_a_third_who_is_nearer_settles_a_contest() -> None:
    assert territory(["1...2", ".....", "..3.."], (0, 0), (4, 0), (2, 2)) == ["#a=b#", "a=c=b", "=c#c="]


def test_ways_go_around_walls_and_rooms_without_a_head_are_nobodys() -> None:
    assert territory(["1#.#2", ".#.#.", "....."], (0, 0), (4, 0)) == ["##=##", "a#=#b", "aa=bb"]
    assert territory(["1.#.", "..#."], (0, 0)) == ["#a##", "aa##"]


def test_neighbours_are_four_and_the_board_does_not_wrap() -> None:
    assert territory(["1#", "#."], (0, 0)) == ["##", "##"]
    assert territory([".#1#."], (2, 0)) == ["#####"]


@pytest.mark.parametrize("dead", [None, (-1, 0), (3, 0), (0, -1)])
def test_a_head_off_the_board_reaches_nothing(dead: Cell | None) -> None:
    assert territory(["..2"], dead, (2, 0)) == ["bb#"]


# Arrival


def test_at_speed_one_a_round_is_a_step_and_turning_back_takes_three() -> None:
    assert rounds([".....", "..1..", "....."], Player(2, 1, "right"), 1) == ["32123", "43#12", "32123"]


@pytest.mark.parametrize(
    ("max_speed", "numbers"),
    [(1, "#12345678"), (2, "#11223344"), (3, "#11222333"), (10, "#11222333")],
)
def test_speeding_up_reaches_further_each_round(max_speed: int, numbers: str) -> None:
    assert rounds(["1........"], Player(0, 0, "right"), max_speed) == [numbers]


def test_a_speed_beyond_the_cap_may_stay_but_not_grow() -> None:
    assert rounds(["1" + "." * 12], Player(0, 0, "right", 4), 2) == ["#111122223333"]
    assert rounds(["1" + "." * 12], Player(0, 0, "right", 4), 5) == ["#111112222233"]


def test_a_move_that_would_touch_a_wall_or_the_edge_is_not_made() -> None:
    assert rounds(["1..#.."], Player(0, 0, "right", 2), 1) == ["#11###"]
    assert rounds(["1..#.."], Player(0, 0, "right", 4), 1) == ["######"]
    assert rounds(["1...."], Player(0, 0, "right", 5), 10) == ["#1111"]


def test_gap_rounds_lead_over_walls_and_gap_cells_are_not_marked() -> None:
    row = ["1.##...."]
    assert rounds(row, Player(0, 0, "right", 4), 4, played=5) == ["#1##1222"]
    assert rounds(row, Player(0, 0, "right", 4), 4, played=4) == ["########"]
    assert rounds(["1......"], Player(0, 0, "right", 6), 6, played=5) == ["#1###11"]
    assert rounds(["1#......"], Player(0, 0, "right", 4), 4, played=5) == ["########"]


def test_a_gap_may_be_rounds_away() -> None:
    room = ["1.......#...", "........#...", "........#..."]
    assert rounds(room, Player(0, 0, "right"), 2)[0][9:] == "###"
    assert rounds(room, Player(0, 0, "right"), 3)[0][9:] == "677"


def test_each_seat_has_arrivals_of_its_own_and_the_dead_have_none() -> None:
    players = (Player(0, 0, "right"), Player(3, 0, "left"), Player(-1, 0, "left", active=False, died=1))
    state = State(cells(["1..2"]), players)
    assert [arrival(state, seat, 1) for seat in range(3)] == [
        [[None, 1, 2, None]],
        [[None, 2, 1, None]],
        [[None] * 4],
    ]


@pytest.mark.parametrize("seed", range(24))
def test_the_first_rounds_agree_with_playing_every_sequence_of_answers(seed: int) -> None:
    """In three rounds nobody meets the trail of these rounds, so that ignoring it changes nothing."""
    rng = random.Random(seed)
    x, y = rng.randrange(9), rng.randrange(7)
    board = [[rng.choice((0, 0, 0, 1)) for _ in range(9)] for _ in range(7)]
    board[y][x] = 1
    player = Player(x, y, rng.choice(twin.DIRECTIONS), rng.randint(1, 5))
    state = State(tuple(map(tuple, board)), (player,), round=seed % 6)
    played: dict[Cell, int] = {}
    for words in product(twin.WORDS, repeat=3):
        after = state
        for number, word in enumerate(words, 1):
            move = twin.moves(after, {1: word}).get(1)
            after = twin.play(after, {1: word})
            if move is None or not after.running:
                break
            for cell in move.marked:
                played[cell] = min(number, played.get(cell, number))
    reached = arrival(state, 0, max_speed=10)
    found = {(x, y): number for y, row in enumerate(reached) for x, number in enumerate(row) if number is not None}
    assert {cell: number for cell, number in found.items() if number <= 3} == played
    assert found.keys() >= played.keys()


def test_at_speed_one_in_the_open_arrival_and_distance_agree_but_for_turning_back() -> None:
    state = replace(twin.place(7, 7, (Player(3, 6, "up"),)), round=3)
    reached = arrival(state, 0, max_speed=1)
    for y, x in product(range(6), range(7)):
        assert reached[y][x] == abs(x - 3) + 6 - y
