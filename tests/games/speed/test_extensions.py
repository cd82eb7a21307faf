"""The extensions of Multi-Minimax, each by what it promises."""

import random
import threading
from dataclasses import replace

import numpy as np
import pytest

from reineke import Budget, Dice
from reineke.agent import Stop
from reineke.agents import make
from reineke.game import NO_ACTION, OVER
from reineke.games import load
from tests.games.speed import multiminimax as reference
from tests.games.speed import twin
from tests.games.speed.asking import (
    FASTER,
    LEFT,
    OPTIONS,
    RG,
    RIGHT,
    STAY,
    VARIANTS,
    V,
    ask,
    drawn,
    game_of,
    lost,
    parsed,
    positions,
)
from tests.games.speed.boards import Head
from tests.games.speed.multiminimax import CELL, LOSS, Options
from tests.games.speed.twin import Player, State

# Endgame


def survived(state: State, spec: str, nodes: int = 500, others: str = "v-multiminimax") -> int:
    """The rounds that the first player survives; the others have agents of their own."""
    game = game_of(state)
    agents = [make(spec if seat == 0 else others, game) for seat in range(game.seats)]
    for seat, agent in enumerate(agents):
        agent.start(game, seat, 1)
    position = parsed(state)
    while game.turn(position) != OVER and 0 in game.turn(position):
        joint = [NO_ACTION] * game.seats
        for seat in game.turn(position):
            joint[seat] = agents[seat].decide(game.view(position, seat), Budget(nodes=nodes)).action
        position = game.play(position, tuple(joint), Dice(0))
    return int(game.points(position)[0]) - state.round


def longest_way(state: State) -> int:
    """The most cells that the first player can mark one by one."""

    def walk(x: int, y: int, seen: frozenset[twin.Cell]) -> int:
        ways = [cell for cell in reference.beside((x, y)) if cell in free and cell not in seen]
        return max((1 + walk(*cell, seen | {cell}) for cell in ways), default=0)

    free = {(x, y) for y, row in enumerate(state.cells) for x, value in enumerate(row) if value == twin.FREE}
    return walk(state.players[0].x, state.players[0].y, frozenset())


@pytest.mark.covers("P11")
@pytest.mark.parametrize("spec", ["v-multiminimax", "sw-rg-v-multiminimax-v1", "default"])
@pytest.mark.parametrize(("width", "height", "x", "y"), [(6, 6, 0, 0), (10, 8, 0, 0), (8, 8, 3, 4)])
def test_an_empty_room_is_filled(spec: str, width: int, height: int, x: int, y: int) -> None:
    room = drawn(*["." * width] * height, heads=[(x, y, "down")])
    assert survived(room, spec) >= 0.95 * (width * height - 1)


@pytest.mark.covers("P11")
@pytest.mark.parametrize("spec", ["v-multiminimax", "default"])
def test_rooms_with_pillars_are_filled_nearly_to_the_longest_way(spec: str) -> None:
    rng = random.Random(11)
    lived, longest = 0, 0
    for _ in range(12):
        cells = [[0] * 5 for _ in range(5)]
        for x, y in rng.sample([(x, y) for x in range(5) for y in range(5) if x + y > 1], 4):
            cells[y][x] = twin.CRASHED
        cells[0][0] = 1
        room = State(tuple(map(tuple, cells)), (Player(0, 0, rng.choice(("right", "down"))),))
        lived += survived(room, spec)
        longest += longest_way(room)
    assert lived >= 0.95 * longest


@pytest.mark.covers("P11")
@pytest.mark.parametrize("spec", ["v-multiminimax", "default"])
def test_a_room_apart_from_the_opponents_is_filled(spec: str) -> None:
    """The wall is too thick for any jump; the opponent has more room and so lives longer."""
    rooms = drawn(*["......#########........"] * 7, heads=[(0, 0, "down"), (22, 0, "down")])
    assert survived(rooms, spec) >= 0.95 * (6 * 7 - 1)


@pytest.mark.covers("P11")
def test_endgame_mode_ends_when_somebody_jumps_in() -> None:
    rows = ["......#.......", *["......#......."] * 6]
    before = drawn(*rows, heads=[(2, 3, "right"), (8, 3, "left", 3)], played=5)
    after = twin.play(before, {1: "change_nothing", 2: "change_nothing"})
    assert after.players[1].x == 5
    spec = replace(V, depth=2).spec()
    assert ask(before, 1, spec).depth == 1  # own moves alone
    assert ask(after, 1, spec).depth == 2
    assert ask(before, 1, replace(V, depth=2, endgame=False).spec()).depth == 2


# Wall hugging


@pytest.mark.covers("P12")
@pytest.mark.parametrize(("x", "direction", "towards"), [(5, "up", RIGHT), (1, "up", LEFT), (5, "down", LEFT)])
def test_among_equal_regions_the_way_along_the_wall_is_taken(x: int, direction: str, towards: int) -> None:
    room = drawn(*["......."] * 7, heads=[(x, 3, direction)])
    assert ask(room, 1, replace(V, depth=2, hug=False).spec()).action == STAY
    assert ask(room, 1, replace(V, depth=2).spec()).action == towards


@pytest.mark.covers("P12")
def test_hugging_decides_among_equal_territories_only() -> None:
    plain = Options(depth=2, voronoi=True)
    hugging = replace(plain, hug=True)
    changed = 0
    for state, number in positions("hug", 600):
        without, with_hug = (ask(state, number, options.spec()) for options in (plain, hugging))
        if not lost(without):
            assert np.floor(with_hug.value) == without.value, twin.to_text(state)
            changed += with_hug.action != without.action
    assert changed > 5


# Reduced opponents


@pytest.mark.covers("P13")
def test_a_player_hidden_behind_another_is_left_aside() -> None:
    rows = ["..........."] * 5
    line: list[Head] = [(1, 2, "right"), (5, 2, "left"), (9, 2, "left")]
    three = drawn(*rows, heads=line, played=2)
    gone = drawn(*rows, heads=[*line[:2], (9, 2, "left", 1, False)], played=2)
    gone = replace(gone, cells=three.cells)
    spec, everyone = replace(RG, depth=4).spec(), replace(V, depth=4).spec()
    reduced, alone = ask(three, 1, spec), ask(gone, 1, spec)
    assert (reduced.action, reduced.value, reduced.nodes) == (alone.action, alone.value, alone.nodes)
    assert ask(three, 1, everyone).nodes > reduced.nodes
    # The one in the middle meets both.
    assert ask(three, 2, spec).nodes == ask(three, 2, everyone).nodes


@pytest.mark.covers("P13")
def test_who_does_not_meet_might_as_well_be_out() -> None:
    fewer = 0
    for state, number in positions("reduced", 300, players=4):
        kept, everyone = (reference.prepare(state, number, options).foes for options in (RG, V))
        if state.round and kept and kept != everyone:
            fewer += 1
            gone = [
                replace(player, active=False, died=1) if player in everyone and player not in kept else player
                for player in state.players
            ]
            reduced = ask(state, number, RG.spec())
            others_out = ask(replace(state, players=tuple(gone)), number, V.spec())
            assert (reduced.action, reduced.value) == (others_out.action, others_out.value), twin.to_text(state)
            assert reduced.nodes == others_out.nodes
    assert fewer > 20


# Speed cap


@pytest.mark.covers("P14")
@pytest.mark.parametrize("cap", [1, 2, 3])
def test_nobody_speeds_up_beyond_the_cap(cap: int) -> None:
    spec = f"v-multiminimax(cap={cap},endgame=off)"
    faster = 0
    for state, number in positions(f"cap {cap}", 60):
        speed = state.players[number - 1].speed
        for nodes in (1, 300):
            action = ask(state, number, spec, Budget(nodes=nodes)).action
            assert action != FASTER or speed < cap, twin.to_text(state)
            faster += action == FASTER
    assert (faster > 0) == (cap > 1)


@pytest.mark.covers("P14")
def test_the_cap_is_lifted_in_the_endgame() -> None:
    """Behind a free cell a wall of two, and a gap in the next round: only speed four lands beyond."""
    rows = ["######..........", "....##..........", "######.........."]
    room = drawn(*rows, heads=[(2, 1, "right", 3), (15, 0, "left")], played=5)
    jump = "v-multiminimax(endgame={},cap={})"
    assert ask(room, 1, jump.format("on", 3), Budget(nodes=2000)).action == FASTER
    assert ask(room, 1, jump.format("off", 3), Budget(nodes=2000)).action != FASTER
    assert ask(room, 1, jump.format("off", 4), Budget(nodes=2000)).action == FASTER


# Sliding window


def cropped(state: State, number: int, size: int, offset: int) -> tuple[State, int]:
    """The window as a board of its own: whoever is outside is out, rounds count on."""
    me = state.players[number - 1]
    foes = [state.players[foe - 1] for foe in state.active if foe != number]
    radius = reference.window_radius(me, foes, size, offset)
    left, top = max(0, me.x - radius), max(0, me.y - radius)
    cells = tuple(row[left : me.x + radius + 1] for row in state.cells[top : me.y + radius + 1])
    players = []
    for player in state.players:
        inside = player.active and reference.distance(me, (player.x, player.y)) <= radius
        outside = Player(-1, 0, "left", active=False, died=1)
        players.append(replace(player, x=player.x - left, y=player.y - top) if inside else outside)
    return State(cells, tuple(players), state.round), radius


@pytest.mark.covers("P18")
@pytest.mark.parametrize(("size", "offset"), [(4, 0), (5, 2), (8, 1)])
def test_the_window_is_a_smaller_board(size: int, offset: int) -> None:
    options = replace(RG, depth=4, window=size, offset=offset)
    grown = 0
    for state, number in positions(f"window {size}", 120):
        small, radius = cropped(state, number, size, offset)
        if state.round == 0 or min(small.width, small.height) < 2:
            continue
        through_window = ask(state, number, options.spec())
        on_small_board = ask(small, number, replace(options, window=None).spec())
        assert through_window.value == on_small_board.value, (radius, twin.to_text(state))
        assert through_window.action == on_small_board.action
        grown += radius > size // 2
    assert grown > 10


@pytest.mark.covers("P18")
@pytest.mark.parametrize(("offset", "radius"), [(0, 9), (3, 12)])
def test_the_window_grows_to_the_nearest_opponent_and_the_offset_beyond(offset: int, radius: int) -> None:
    """What lies beyond is closed: territory ends there."""
    state = drawn(*["." * 41] * 41, heads=[(20, 20, "up"), (29, 20, "up"), (20, 5, "left")], played=1)
    narrow = Options(depth=2, voronoi=True, window=10, offset=offset)
    wide = replace(narrow, window=2 * radius, offset=0)
    wider = replace(narrow, window=2 * radius + 2, offset=0)
    values = [ask(state, 1, options.spec()).value for options in (narrow, wide, wider)]
    assert values[0] == values[1] != values[2]


@pytest.mark.covers("P18")
@pytest.mark.parametrize("window", [6, 10, 40])
def test_rounds_count_on_within_the_window(window: int) -> None:
    """The sixth round is the one to jump in, also where the board is cut on all sides."""
    spec = replace(RG, depth=2, window=window).spec()
    wall = ["." * 30] * 4 + ["." * 14 + "#" + "." * 15] + ["." * 30] * 4
    for played in range(4, 7):
        state = drawn(*wall, heads=[(12, 4, "right", 3), (13, 6, "left")], played=played)
        straight = next(choice for choice in ask(state, 1, spec).choices if choice.action == STAY)
        assert (straight.value < LOSS / CELL / 2) == (played != 5)


# Kamikaze

LOST = drawn("...#", "#.##", heads=[(1, 1, "right", 3), (2, 0, "left")])
"""The first player's only free cell leads off the board; it is the only way out for the second."""


@pytest.mark.covers("P19")
@pytest.mark.parametrize("spec", [*list(VARIANTS)[1:], "default", "multiminimax(kamikaze=on)"])
def test_in_certain_death_an_opponent_is_taken_along(spec: str) -> None:
    assert ask(LOST, 1, spec, Budget(nodes=500)).action == LEFT
    for answer in twin.legal(LOST, 2):
        assert twin.winner(twin.play(LOST, {1: "turn_left", 2: answer})) is None


@pytest.mark.covers("P19")
def test_kamikaze_is_for_certain_death_alone() -> None:
    slow = replace(LOST, players=(replace(LOST.players[0], speed=1), LOST.players[1]))
    assert reference.kamikaze(slow, 1) is None
    on, off = (ask(slow, 1, f"v-multiminimax(kamikaze={switch})", Budget(nodes=500)) for switch in ("on", "off"))
    assert (on.action, on.value) == (off.action, off.value)


def compare_kamikaze(options: Options, count: int) -> int:
    """Asserts that what takes an opponent along is what the reference finds, and returns how often it was there."""
    taken = 0
    for state, number in positions("kamikaze", count):
        along = reference.kamikaze(state, number)
        on, off = (ask(state, number, replace(options, kamikaze=switch).spec()) for switch in (True, False))
        wanted = (along, None) if along is not None else (off.action, off.value)
        assert (on.action, None if along is not None else on.value) == wanted, twin.to_text(state)
        taken += along is not None
    return taken


@pytest.mark.covers("P19")
def test_kamikaze_takes_most_along_as_the_reference_does() -> None:
    assert compare_kamikaze(Options(depth=2, voronoi=True), 500) > 20


@pytest.mark.parametrize("name", ["V", "RG", "SW"])
def test_kamikaze_looks_at_the_whole_board_and_everybody_on_it(name: str) -> None:
    """Neither those whom the search leaves aside are spared, nor is a way out of the window overlooked."""
    assert compare_kamikaze(replace(OPTIONS[name], depth=2), 500) > 20


# Tactics

TACTICS: dict[str, tuple[list[str], list[Head], int, int]] = {
    "cut the opponent off": (
        [".........", ".........", ".........", "..#######", ".........", "........."],
        [(1, 3, "down"), (6, 5, "left")],
        1,
        RIGHT,
    ),
    "jump out of a closed room": (
        ["......#.........", "......#.........", "#######.........", "................"],
        [(4, 0, "right", 2), (14, 3, "up")],
        5,
        FASTER,
    ),
    "be fast in time for the gap": (
        [".......#........", "########........", "########........", "................"],
        [(0, 0, "right"), (14, 3, "up")],
        3,
        FASTER,
    ),
    "stay out of a dead end": (
        ["####......", "....#.....", "....1.....", "#####.....", ".........."],
        [(4, 2, "up"), (9, 4, "left")],
        1,
        RIGHT,
    ),
    "avoid a head-on crash": (
        ["#########", ".........", "#..##....", ".........", "........."],
        [(2, 1, "right"), (4, 1, "left")],
        1,
        RIGHT,
    ),
}


@pytest.mark.covers("P31")
@pytest.mark.parametrize("name", TACTICS)
@pytest.mark.parametrize("spec", ["sw-rg-v-multiminimax-v1", "default"])
def test_the_best_move_is_found(spec: str, name: str) -> None:
    rows, heads, played, best = TACTICS[name]
    assert ask(drawn(*rows, heads=heads, played=played), 1, spec, Budget(nodes=3000)).action == best


def test_a_plan_without_a_budget_comes_to_an_end() -> None:
    """Nothing but the depth is given, which plans do not know."""
    game = load("speed(seats=2)")
    state = game.parse("9x5 0 1,2,r,1,0 7,2,l,1,0 4b4/4b4/1a2b2b1/4b4/4b4")
    stop = Stop()
    timer = threading.Timer(30.0, stop.set)
    timer.start()
    decision = make("default(depth=4)", game).decide(game.view(state, 0), Budget(), stop)
    timer.cancel()
    assert not stop.is_set()
    assert decision.value >= 19  # every free cell of the room; a jump into the other one may add to it
