"""The twin against the recorded games, and the rules one by one on small boards."""

import gzip
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.speed import twin
from tests.games.speed.twin import Action, Player, State

DATA = Path(__file__).parents[2] / "data" / "speed" / "official-games.jsonl.gz"
NOTHING = "change_nothing"


def read() -> list[dict[str, Any]]:
    with gzip.open(DATA, "rt") as lines:
        return [json.loads(line) for line in lines]


GAMES = read()


def by_id(game: dict[str, Any]) -> str:
    return str(game["id"])


# Boards as rows of text: `.` free, a digit a player's trail or head, `x` a cell entered more than once


def arrange(rows: Sequence[str], *players: Player, played: int = 0) -> State:
    values = {".": twin.FREE, "x": twin.CRASHED} | {str(number): number for number in range(1, 7)}
    return State(tuple(tuple(values[glyph] for glyph in row) for row in rows), players, played)


def rows(state: State) -> list[str]:
    return ["".join({twin.FREE: ".", twin.CRASHED: "x"}.get(value, str(value)) for value in row) for row in state.cells]


def lane(row: str, speed: int, action: Action = NOTHING, played: int = 0) -> tuple[str, Player]:
    """Player 1 alone in one row, from its first cell to the right: the row and he after a round."""
    state = arrange([row], Player(0, 0, "right", speed), played=played)
    after = twin.play(state, {1: action})
    return rows(after)[0], after.players[0]


def alive(state: State) -> list[bool]:
    return [player.active for player in state.players]


def careful_game(
    rng: random.Random, players: int, width: int, height: int
) -> Iterator[tuple[State, dict[int, Action]]]:
    """Positions of a game with the actions that follow them, mostly such as do not crash into what is there now."""
    state = twin.start(rng, players, width, height)
    while state.running:
        actions: dict[int, Action] = {}
        for number in state.active:
            actions[number] = rng.choice(twin.WORDS)
            for word in rng.sample(twin.WORDS, 5):
                move = twin.moves(state, dict.fromkeys(state.active, word)).get(number)
                if move and not move.left and all(state.cells[y][x] == twin.FREE for x, y in move.marked):
                    actions[number] = word
                    break
        yield state, actions
        state = twin.play(state, actions)


# Recorded games


@pytest.mark.covers("P3")
@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_recorded_game_replays_without_a_difference(game: dict[str, Any]) -> None:
    starts = (Player(**player) for player in game["start"]["players"].values())
    state = twin.place(game["width"], game["height"], tuple(starts))
    for number, played in enumerate(game["rounds"], 1):
        assert {str(player) for player in state.active} == played["actions"].keys()
        actions: dict[int, Action] = {int(player): word for player, word in played["actions"].items()}
        for player, word in played.get("first", {}).items():
            assert actions[int(player)] is None
            actions[int(player)] = ("first", word)
        before, state = state, twin.play(state, actions)
        assert twin.to_json(state)["players"] == played["players"]
        assert differences(before, state) == played["changed"]
        assert state.round == number
    assert not state.running
    assert twin.winner(state) == game["winner"]


def differences(before: State, after: State) -> list[list[int]]:
    return [
        [x, y, after.cells[y][x]]
        for y in range(after.height)
        for x in range(after.width)
        if after.cells[y][x] != before.cells[y][x]
    ]


@pytest.mark.covers("P3")
def test_there_are_sixty_recorded_games_of_4033_rounds() -> None:
    assert len(GAMES) == 60
    assert sum(len(game["rounds"]) for game in GAMES) == 4033


@pytest.mark.covers("P1", "P3")
@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_recorded_start_is_one_the_twin_can_draw(game: dict[str, Any]) -> None:
    width, height, players = game["width"], game["height"], game["start"]["players"]
    assert twin.SMALLEST <= min(width, height) <= max(width, height) <= twin.LARGEST
    blocks = sorted(player["x"] // (width // 4) + 4 * (player["y"] // (height // 2)) for player in players.values())
    assert blocks == list(range(len(players)))
    for player in players.values():
        assert player["direction"] == twin.start_direction(player["x"], player["y"], width, height)
        assert player["speed"] == 1


# Start


@pytest.mark.covers("P1")
def test_boards_and_numbers_of_players_are_drawn_from_the_contests_ranges() -> None:
    states = [twin.start(random.Random(seed)) for seed in range(600)]
    assert {state.width for state in states} == {state.height for state in states} == set(range(41, 81))
    assert {len(state.players) for state in states} == {2, 3, 4, 5, 6}


@pytest.mark.covers("P1")
@pytest.mark.parametrize("players", range(1, 7))
def test_each_player_starts_in_a_block_of_his_own_the_upper_row_first(players: int) -> None:
    orders = set()
    for seed in range(300):
        state = twin.start(random.Random(seed), players, width=43, height=51)
        blocks = [player.x // 10 + 4 * (player.y // 25) for player in state.players]
        assert sorted(blocks) == list(range(players))
        orders.add(tuple(blocks))
        assert sum(map(sum, state.cells)) == sum(range(1, players + 1))
        for number, player in enumerate(state.players, 1):
            assert state.cells[player.y][player.x] == number
            assert (player.speed, player.active, player.died) == (1, True, 0)
    assert len(orders) >= min(math.factorial(players), 100)


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("x", "y", "direction"),
    [
        (21, 26, "up"),
        (20, 26, "right"),
        (21, 25, "left"),
        (20, 25, "down"),
        (0, 0, "down"),
        (40, 0, "left"),
        (0, 50, "right"),
        (40, 50, "up"),
    ],
)
def test_the_first_direction_goes_by_the_quarter_of_the_board(x: int, y: int, direction: str) -> None:
    assert twin.start_direction(x, y, width=41, height=51) == direction


@pytest.mark.covers("P1")
def test_the_smallest_board_has_blocks_of_one_cell() -> None:
    state = twin.start(random.Random(1), 6, width=4, height=2)
    upper, lower = state.cells
    assert lower[2:] == (twin.FREE, twin.FREE)
    assert sorted((*upper, *lower[:2])) == [1, 2, 3, 4, 5, 6]


# Answers


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("word", "directions"),
    [("turn_left", ["left", "up", "right", "down"]), ("turn_right", ["right", "down", "left", "up"])],
)
def test_a_turn_is_a_quarter_and_comes_before_the_movement(word: str, directions: list[str]) -> None:
    for before, after in zip(["up", "right", "down", "left"], directions, strict=True):
        state = twin.place(5, 5, (Player(2, 2, before, speed=2),))
        player = twin.play(state, {1: word}).players[0]
        dx, dy = twin.STEP[after]
        assert player == Player(2 + 2 * dx, 2 + 2 * dy, after, speed=2)


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("word", "row", "speed"),
    [(NOTHING, "1111.....", 3), ("speed_up", "11111....", 4), ("slow_down", "111......", 2)],
)
def test_a_player_moves_at_the_new_speed(word: str, row: str, speed: int) -> None:
    marked, player = lane("1........", 3, word)
    assert (marked, player.speed, player.x, player.active) == (row, speed, speed, True)


@pytest.mark.covers("P1")
@pytest.mark.parametrize(("word", "before", "after"), [("speed_up", 10, 11), ("slow_down", 1, 0)])
@pytest.mark.parametrize("played", [0, 5])
def test_a_speed_over_the_limit_is_shown_and_eliminates_without_a_move(
    word: str, before: int, after: int, played: int
) -> None:
    marked, player = lane("1..............", before, word, played)
    assert marked == "1.............."
    assert player == Player(0, 0, "right", after, active=False, died=played + 1)


@pytest.mark.covers("P1")
def test_the_limits_themselves_are_allowed() -> None:
    assert lane("1..............", 9, "speed_up")[1] == Player(10, 0, "right", 10)
    assert lane("1..............", 2, "slow_down")[1] == Player(1, 0, "right", 1)


@pytest.mark.covers("P1")
def test_legal_words_leave_out_what_takes_the_speed_over_a_limit() -> None:
    state = twin.place(20, 5, tuple(Player(4 * i, 1, "down", speed) for i, speed in enumerate([1, 2, 9, 10])))
    words = [twin.legal(state, number) for number in range(1, 5)]
    assert words == [
        [NOTHING, "turn_left", "turn_right", "speed_up"],
        list(twin.WORDS),
        list(twin.WORDS),
        [NOTHING, "turn_left", "turn_right", "slow_down"],
    ]


@pytest.mark.covers("P1")
def test_without_a_valid_answer_a_player_is_out_where_he_stands() -> None:
    assert lane("1...", 2, None) == ("1...", Player(0, 0, "right", 2, active=False, died=1))


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("word", "speed", "direction", "shown"),
    [
        (NOTHING, 2, "right", 2),
        ("turn_left", 2, "up", 2),
        ("turn_right", 2, "down", 2),
        ("speed_up", 2, "right", 3),
        ("speed_up", 10, "right", 11),
        ("slow_down", 2, "right", 1),
        ("slow_down", 1, "right", 0),
    ],
)
def test_the_first_answer_of_who_then_breaks_a_rule_counts_for_direction_and_speed_only(
    word: str, speed: int, direction: str, shown: int
) -> None:
    marked, player = lane("1............", speed, ("first", word))
    assert marked == "1............"
    assert player == Player(0, 0, direction, shown, active=False, died=1)


def test_an_unknown_word_is_no_action_of_the_twin() -> None:
    for action in ("left", "", ("first", "left")):
        with pytest.raises(ValueError, match="is no action"):
            lane("1...", 1, action)


def test_every_active_player_needs_an_action_and_the_others_are_ignored() -> None:
    players = (Player(0, 0, "right"), Player(0, 1, "right"), Player(0, 2, "right"))
    state = twin.play(twin.place(4, 3, players), {1: NOTHING, 2: None, 3: NOTHING})
    assert twin.play(state, {1: NOTHING, 2: "turn_left", 3: NOTHING}) == twin.play(state, {1: NOTHING, 3: NOTHING})
    with pytest.raises(ValueError, match=r"players \[1, 3\] act"):
        twin.play(state, {1: NOTHING})


# Trails and crashes


@pytest.mark.covers("P1")
def test_a_crash_does_not_stop_the_movement() -> None:
    assert lane("1.2.2....", 6) == ("11x1x11..", Player(6, 0, "right", 6, active=False, died=1))


@pytest.mark.covers("P1")
def test_the_trail_of_who_leaves_the_board_goes_to_the_edge() -> None:
    assert lane("1..", 5) == ("111", Player(3, 0, "right", 5, active=False, died=1))


@pytest.mark.covers("P1")
@pytest.mark.parametrize(("direction", "x", "y"), [("up", 1, -1), ("right", 3, 1), ("down", 1, 3), ("left", -1, 1)])
def test_who_left_the_board_shows_the_first_cell_outside(direction: str, x: int, y: int) -> None:
    state = twin.place(3, 3, (Player(1, 1, direction, speed=9),))
    after = twin.play(state, {1: NOTHING})
    assert after.players == (Player(x, y, direction, 9, active=False, died=1),)
    assert sum(map(sum, after.cells)) == 2


@pytest.mark.covers("P1")
def test_coordinates_outside_the_board_reach_no_cell_on_the_other_side() -> None:
    players = (Player(1, 0, "up"), Player(0, 2, "up"), Player(2, 2, "up"))
    state = twin.play(twin.place(3, 3, players), dict.fromkeys((1, 2, 3), NOTHING))
    assert (state.players[0].x, state.players[0].y) == (1, -1)
    assert rows(state) == [".1.", "2.3", "2.3"]
    assert rows(twin.play(state, {2: NOTHING, 3: NOTHING})) == ["213", "2.3", "2.3"]


@pytest.mark.covers("P1")
def test_an_own_trail_kills() -> None:
    state = arrange(["...", "111", "..."], Player(1, 0, "right"), Player(0, 0, "down"))
    after = twin.play(state, {1: "turn_right", 2: None})
    assert rows(after) == ["...", "1x1", "..."]
    assert alive(after) == [False, False]


@pytest.mark.covers("P1")
def test_an_old_trail_kills_the_one_who_enters_alone() -> None:
    state = arrange(["1.2...", "..2..."], Player(0, 0, "right", 2), Player(2, 1, "right"))
    after = twin.play(state, {1: NOTHING, 2: NOTHING})
    assert rows(after) == ["11x...", "..22.."]
    assert alive(after) == [False, True]


@pytest.mark.covers("P1")
def test_the_cell_that_an_opponents_head_just_left_kills_the_one_who_enters_alone() -> None:
    state = arrange(["12.."], Player(0, 0, "right"), Player(1, 0, "right"))
    after = twin.play(state, {1: NOTHING, 2: NOTHING})
    assert rows(after) == ["1x2."]
    assert alive(after) == [False, True]


@pytest.mark.covers("P1")
def test_the_trail_of_a_dead_player_stays_and_kills() -> None:
    dead = Player(-1, 1, "left", active=False, died=1)
    state = arrange(["1..3.", "22..."], Player(0, 0, "right"), dead, Player(3, 0, "right"), played=1)
    after = twin.play(state, {1: "turn_right", 3: NOTHING})
    assert rows(after) == ["1..33", "x2..."]
    assert alive(after) == [False, False, True]


@pytest.mark.covers("P1")
def test_a_cell_entered_more_than_once_kills_again_and_stays_as_it_is() -> None:
    assert lane("1x..", 2) == ("1x1.", Player(2, 0, "right", 2, active=False, died=1))


@pytest.mark.covers("P1")
def test_heads_that_meet_in_one_cell_all_die() -> None:
    players = (Player(0, 1, "right"), Player(2, 1, "left"), Player(1, 2, "up"))
    after = twin.play(twin.place(3, 3, players), dict.fromkeys((1, 2, 3), NOTHING))
    assert rows(after) == ["...", "1x2", ".3."]
    assert alive(after) == [False] * 3
    assert all((player.x, player.y) == (1, 1) for player in after.players)


@pytest.mark.covers("P1")
def test_adjacent_heads_that_swap_both_die() -> None:
    state = arrange([".12."], Player(1, 0, "right"), Player(2, 0, "left"))
    after = twin.play(state, {1: NOTHING, 2: NOTHING})
    assert rows(after) == [".xx."]
    assert alive(after) == [False, False]


@pytest.mark.covers("P1")
def test_trails_of_one_round_that_cross_kill_both() -> None:
    players = (Player(0, 1, "right", 3), Player(2, 0, "down", 2))
    after = twin.play(twin.place(4, 3, players), {1: NOTHING, 2: NOTHING})
    assert rows(after) == ["..2.", "11x1", "..2."]
    assert alive(after) == [False, False]


@pytest.mark.covers("P1")
def test_two_who_enter_the_same_trail_both_die() -> None:
    state = arrange(["1.", "3.", "2."], Player(0, 0, "down"), Player(0, 2, "up"), Player(1, 1, "up"))
    after = twin.play(state, dict.fromkeys((1, 2, 3), NOTHING))
    assert rows(after) == ["13", "x.", "2."]
    assert alive(after) == [False, False, True]


@pytest.mark.covers("P1")
def test_who_leaves_the_board_takes_others_along_with_the_trail_of_the_round() -> None:
    players = (Player(1, 1, "right", 5), Player(2, 0, "down"), Player(0, 2, "right"))
    after = twin.play(twin.place(4, 3, players), dict.fromkeys((1, 2, 3), NOTHING))
    assert rows(after) == ["..2.", ".1x1", "33.."]
    assert alive(after) == [False, False, True]
    assert (after.players[0].x, after.players[0].y) == (4, 1)


@pytest.mark.covers("P1")
def test_who_crashes_takes_others_along_with_the_trail_behind_the_crash() -> None:
    state = arrange(["13...", "..2..", "....."], Player(0, 0, "right", 3), Player(2, 1, "up"), Player(1, 0, "down"))
    after = twin.play(state, dict.fromkeys((1, 2, 3), NOTHING))
    assert rows(after) == ["1xx1.", ".32..", "....."]
    assert alive(after) == [False, False, True]


# Gaps


@pytest.mark.covers("P1")
@pytest.mark.parametrize("speed", range(1, 11))
def test_the_gap_leaves_out_all_but_the_first_and_the_last_cell_from_speed_three_on(speed: int) -> None:
    marked = "1" * speed if speed < 3 else "1" + "." * (speed - 2) + "1"
    row = "1" + marked + "." * (12 - speed)
    assert lane("1" + "." * 12, speed, played=5) == (row, Player(speed, 0, "right", speed))


@pytest.mark.covers("P1")
def test_every_sixth_round_has_gaps() -> None:
    gaps = [played + 1 for played in range(30) if "." in lane("1....", 4, played=played)[0]]
    assert gaps == [6, 12, 18, 24, 30]


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("word", "speed", "row"),
    [("speed_up", 2, "11.1..."), ("slow_down", 3, "111...."), ("slow_down", 4, "11.1..."), ("speed_up", 3, "11..1..")],
)
def test_the_gap_goes_by_the_new_speed(word: str, speed: int, row: str) -> None:
    assert lane("1......", speed, word, played=5)[0] == row


@pytest.mark.covers("P1")
def test_gap_cells_keep_what_they_hold_and_cause_no_crash() -> None:
    marked, player = lane("1.1x2.3.", 7, played=5)
    assert (marked, player.active) == ("111x2.31", True)


@pytest.mark.covers("P1")
@pytest.mark.parametrize("played", [4, 5, 6])
def test_a_gap_cell_may_be_marked_by_another_in_the_same_round(played: int) -> None:
    players = (Player(0, 1, "right", 3), Player(2, 0, "down", 1))
    after = twin.play(replace(twin.place(5, 3, players), round=played), {1: NOTHING, 2: NOTHING})
    if played == 5:
        assert rows(after) == ["..2..", "1121.", "....."]
        assert alive(after) == [True, True]
    else:
        assert rows(after) == ["..2..", "11x1.", "....."]
        assert alive(after) == [False, False]


@pytest.mark.covers("P1")
def test_an_opponents_head_is_jumped_whether_it_stays_or_goes() -> None:
    for action in (None, "turn_left"):
        state = arrange(
            ["......", "1.2.3."], Player(0, 1, "right", 3), Player(2, 1, "right"), Player(4, 1, "up"), played=5
        )
        after = twin.play(state, {1: NOTHING, 2: action, 3: NOTHING})
        assert rows(after)[1] == "1121" + "3."
        assert alive(after) == [True, action is not None, True]


@pytest.mark.covers("P1")
@pytest.mark.parametrize(
    ("row", "after"),
    [("12.....", "1x..1.."), ("1...2..", "11..x.."), ("12..2..", "1x..x.."), ("1x.....", "1x..1..")],
)
def test_the_first_and_the_last_cell_of_a_gap_move_are_checked(row: str, after: str) -> None:
    assert lane(row, 4, played=5) == (after, Player(4, 0, "right", 4, active=False, died=6))


@pytest.mark.covers("P1")
def test_the_edge_is_fatal_within_a_gap() -> None:
    assert lane("1.2", 6, played=5) == ("112", Player(3, 0, "right", 6, active=False, died=6))


@pytest.mark.covers("P1")
@pytest.mark.parametrize("thickness", range(1, 9))
def test_a_wall_is_jumped_by_two_more_than_its_thickness(thickness: int) -> None:
    row = "1." + "2" * thickness + "." * 12
    for speed in range(thickness + 2, 11):
        assert lane(row, speed, played=5)[1].active
    if thickness > 1:
        assert not lane(row, thickness + 1, played=5)[1].active
    assert not lane(row, thickness + 2, played=4)[1].active


# End


def stop(number: int, *active: int) -> dict[int, Action]:
    """One of the active players gives no answer."""
    return {player: None if player == number else NOTHING for player in active}


@pytest.mark.covers("P1")
def test_the_last_one_active_wins_at_once() -> None:
    state = twin.place(9, 3, tuple(Player(0, y, "right") for y in range(3)))
    state = twin.play(state, stop(2, 1, 2, 3))
    assert (state.running, twin.winner(state), twin.points(state)) == (True, None, (1, 0, 1))
    state = twin.play(state, stop(3, 1, 3))
    assert (state.running, twin.winner(state), twin.outcome(state)) == (False, 1, (1, 0, 0))
    assert [player.died for player in state.players] == [0, 1, 2]
    assert twin.points(state) == (2, 0, 1)
    with pytest.raises(ValueError, match="the game is over"):
        twin.play(state, {1: NOTHING})


@pytest.mark.covers("P1")
def test_without_a_survivor_nobody_wins_and_those_who_died_last_share() -> None:
    state = twin.place(9, 4, tuple(Player(0, y, "right") for y in range(4)))
    with pytest.raises(ValueError, match="the game goes on"):
        twin.outcome(state)
    state = twin.play(state, stop(2, 1, 2, 3, 4))
    state = twin.play(state, dict.fromkeys((1, 3, 4)))
    assert (state.running, twin.winner(state)) == (False, None)
    assert twin.outcome(state) == (1 / 3, 0, 1 / 3, 1 / 3)
    assert [player.died for player in state.players] == [2, 1, 2, 2]


@pytest.mark.covers("P1")
def test_one_player_alone_goes_on_until_he_is_out() -> None:
    state = twin.place(3, 1, (Player(0, 0, "right"),))
    for played in range(3):
        assert (state.running, state.active, state.round) == (True, [1], played)
        state = twin.play(state, {1: NOTHING})
    assert (state.running, twin.winner(state), twin.outcome(state), twin.points(state)) == (False, None, (1,), (2,))


# What holds in every game


@pytest.mark.covers("P1")
def test_playing_leaves_the_old_state_as_it_was() -> None:
    for state, actions in careful_game(random.Random(1), 4, 12, 9):
        kept = json.dumps(twin.to_json(state))
        twin.play(state, actions)
        assert json.dumps(twin.to_json(state)) == kept
    field = "round"
    with pytest.raises(FrozenInstanceError):
        setattr(state, field, 0)


def quarter_turn(state: State) -> State:
    """The same position on a board that was turned clockwise."""
    clockwise = dict(zip(twin.DIRECTIONS, (*twin.DIRECTIONS[1:], twin.DIRECTIONS[0]), strict=True))
    players = tuple(
        replace(player, x=state.height - 1 - player.y, y=player.x, direction=clockwise[player.direction])
        for player in state.players
    )
    return State(tuple(zip(*reversed(state.cells), strict=True)), players, state.round)


@pytest.mark.covers("P1")
def test_turning_the_board_turns_what_follows() -> None:
    for seed in range(20):
        for state, actions in careful_game(random.Random(seed), 3, 14, 8):
            assert twin.play(quarter_turn(state), actions) == quarter_turn(twin.play(state, actions))


def renumbered(state: State, new: dict[int, int]) -> State:
    cells = tuple(tuple(new.get(value, value) for value in row) for row in state.cells)
    players = sorted(zip(new.values(), state.players, strict=True), key=lambda pair: pair[0])
    return State(cells, tuple(player for _, player in players), state.round)


@pytest.mark.covers("P1")
def test_the_result_does_not_depend_on_the_order_of_the_players() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        new = dict(zip(range(1, 6), rng.sample(range(1, 6), 5), strict=True))
        for state, actions in careful_game(rng, 5, 12, 10):
            after = twin.play(renumbered(state, new), {new[number]: action for number, action in actions.items()})
            assert after == renumbered(twin.play(state, actions), new)
