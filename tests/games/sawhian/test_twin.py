"""The twin against the reference data, and the rules one by one on small positions."""

import gzip
import json
import random
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.games.sawhian import twin
from tests.games.sawhian.twin import MAX, Branch, IllegalMove

DATA = Path(__file__).parents[2] / "data" / "sawhian"


def load(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


GAMES = load("games")
POSITIONS = load("positions")


def by_id(record):
    return record["id"]


def arrange(stones, mover, hand=(0, 0, 0, 0), points=(0, 0, 0, 0), mode="server"):
    """A position from `{(x, y): owner}`, everybody alive; the mover is taken at his word."""
    board = tuple(stones.get(cell, twin.EMPTY) for cell in twin.CELLS)
    return twin.State(board, hand, points, (True,) * 4, mover, mode)


def owner(state, x, y):
    return state.board[7 * x + y]


def random_states(games, seed, mode="server"):
    for game in range(games):
        yield from twin.random_game(random.Random(f"{seed}/{game}"), mode)


# Reference data


@pytest.mark.covers("W2")
@pytest.mark.covers("W4")
@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_recorded_move_list_reproduces_the_game(game):
    state = twin.start()
    eliminated = []
    for ply, (player, x, y) in enumerate(game["moves"], start=1):
        assert state.mover == player
        after = twin.play(state, (x, y))
        eliminated += [{"ply": ply, "player": out} for out in twin.struck(state, after)]
        state = after
    assert twin.position_json(state) == game["final"]
    assert twin.winners(state) == game["winners"]
    assert eliminated == game["eliminated"]


@pytest.mark.covers("W5")
@pytest.mark.parametrize("record", POSITIONS, ids=by_id)
def test_a_reference_position_has_the_recorded_moves_and_successors(record):
    state = twin.from_json(record["position"])
    assert twin.position_json(state) == record["position"]
    expected = {tuple(entry["move"]): entry for entry in record["moves"]}
    assert twin.legal_moves(state) == sorted(expected)
    for move, entry in expected.items():
        after = twin.play(state, move)
        assert twin.position_json(after) == entry["after"]
        assert twin.winners(after) == entry.get("winners", [])


@pytest.mark.covers("W5")
@pytest.mark.parametrize("record", POSITIONS, ids=by_id)
def test_a_reference_position_has_the_recorded_node_counts(record):
    state = twin.from_json(record["position"])
    depths = range(1, 5)
    assert [twin.perft(state, depth) for depth in depths] == record["nodes"]
    as_ply = [twin.perft(state, depth, elimination_as_ply=True) for depth in depths]
    assert as_ply == record["nodes_elimination_as_ply"]


@pytest.mark.covers("W5")
@pytest.mark.parametrize("mode", ["server", "pass"])
def test_the_empty_board_has_the_recorded_node_counts(mode):
    for record in load("perft-start")[:6]:
        assert twin.perft(twin.start(mode), record["depth"]) == record["nodes"]


# Moves, one lane at a time: `o` own stones, `a` `b` `c` those of the next three players


def lane_cell(player, d):
    return ((3, d), (d, 3), (3, 6 - d), (6 - d, 3))[player]


def lane_state(lane, player):
    owners = {glyph: (player + i) % 4 for i, glyph in enumerate("oabc")}
    cells = enumerate(lane)
    stones = {lane_cell(player, d): owners[glyph] for d, glyph in cells if glyph != "."}
    return arrange(stones, player, hand=tuple(0 if other == player else 7 for other in range(4)))


LANES = {
    "a stone steps onto the free cell ahead": ("..o....", 2, "...o...", 0),
    "a step is never followed by a jump": ("o.a.b..", 0, ".oa.b..", 0),
    "a stone on the far edge leaves": ("......o", 6, ".......", 1),
    "a stone jumps a foreign one": ("oa.....", 0, ".ao....", 0),
    "a jump may end on the far edge": ("....oa.", 4, ".....ao", 0),
    "a chain goes on while the pattern holds": (".oa.b..", 1, "..a.bo.", 0),
    "a chain of three may end on the far edge": ("oa.b.c.", 0, ".a.b.co", 0),
    "a chain stops before two stones": ("oa.bc..", 0, ".aobc..", 0),
    "a chain stops before an own stone": ("oa.o...", 0, ".aoo...", 0),
    "a jump over the last cell leaves": (".....oa", 5, "......a", 1),
    "a chain of two leaves": ("...oa.b", 3, "....a.b", 1),
    "a chain of three leaves": (".oa.b.c", 1, "..a.b.c", 1),
}

BLOCKED = {
    "by an own stone": ("oo.....", 0),
    "by an own stone on the far edge": (".....oo", 5),
    "by two foreign stones": ("oab....", 0),
    "by two stones of one player": ("oaa....", 0),
    "by two stones at the far edge": ("....oab", 4),
    "by an own stone on the landing cell": ("oao....", 0),
    "by an own stone on the landing cell at the far edge": ("....oao", 4),
}


@pytest.mark.covers("W1")
@pytest.mark.parametrize("player", range(4))
@pytest.mark.parametrize(("before", "d", "after", "gain"), LANES.values(), ids=LANES)
def test_an_advance(before, d, after, gain, player):
    state = lane_state(before, player)
    assert lane_cell(player, d) in twin.legal_moves(state)
    moved = twin.play(state, lane_cell(player, d))
    assert moved.board == lane_state(after, player).board
    assert moved.hand == state.hand
    assert moved.points == tuple(gain if other == player else 0 for other in range(4))
    assert moved.mover == (player + 1) % 4


@pytest.mark.covers("W1")
@pytest.mark.parametrize("player", range(4))
@pytest.mark.parametrize(("lane", "d"), BLOCKED.values(), ids=BLOCKED)
def test_a_stone_is_blocked(lane, d, player):
    state = lane_state(lane, player)
    assert lane_cell(player, d) not in twin.legal_moves(state)
    with pytest.raises(IllegalMove):
        twin.play(state, lane_cell(player, d))


@pytest.mark.covers("W1")
@pytest.mark.parametrize("player", range(4))
def test_a_stone_enters_on_any_free_cell_of_the_own_edge(player):
    edge = [[(i, 0), (0, i), (i, 6), (6, i)][player] for i in range(7)]
    for taken in edge:
        other = (player + 1) % 4
        state = arrange({taken: other}, player, hand=(2, 2, 2, 2))
        free = sorted(set(edge) - {taken})
        assert twin.legal_moves(state) == free
        for x, y in free:
            after = twin.play(state, (x, y))
            assert owner(after, x, y) == player
            assert after.hand[player] == 1


@pytest.mark.covers("W1")
def test_an_empty_hand_enters_nothing():
    state = arrange({(2, 2): 0}, 0, hand=(0, 7, 7, 7))
    assert twin.legal_moves(state) == [(2, 2)]
    with pytest.raises(IllegalMove):
        twin.play(state, (4, 0))


@pytest.mark.covers("W1")
def test_only_the_movers_stones_move():
    state = arrange({(2, 2): 0, (4, 4): 1}, 0, hand=(0, 7, 7, 7))
    for cell in [(4, 4), (3, 3), (7, 0), (-1, 0)]:
        with pytest.raises(IllegalMove) as refused:
            twin.play(state, cell)
        assert refused.value.move == cell


@pytest.mark.covers("W1")
def test_thirteen_moves_are_possible():
    state = arrange({(x, 1): 0 for x in range(6)}, 0, hand=(1, 7, 7, 7))
    assert len(twin.legal_moves(state)) == 13


@pytest.mark.covers("W5")
def test_a_move_is_listed_if_and_only_if_it_can_be_played():
    for state in random_states(games=3, seed=5):
        listed = set(twin.legal_moves(state))
        for cell in twin.CELLS:
            if cell in listed:
                assert twin.play(state, cell) != state
            else:
                with pytest.raises(IllegalMove):
                    twin.play(state, cell)


@pytest.mark.covers("W3")
def test_playing_leaves_the_old_state_as_it_was():
    for state in random_states(games=2, seed=6):
        kept = json.dumps(twin.position_json(state))
        for move in twin.legal_moves(state):
            twin.play(state, move)
        assert json.dumps(twin.position_json(state)) == kept
    with pytest.raises(FrozenInstanceError):
        state.mover = 0


def quarter_turn(state):
    """The same position with every player moved on to the next seat."""

    def turned(values):
        return values[3:] + values[:3]

    taken = [(x, y) for x, y in twin.CELLS if owner(state, x, y) != twin.EMPTY]
    stones = {(y, 6 - x): (owner(state, x, y) + 1) % 4 for x, y in taken}
    mover = None if state.mover is None else (state.mover + 1) % 4
    plain = arrange(stones, mover, turned(state.hand), turned(state.points), state.mode)
    return replace(plain, alive=turned(state.alive), passes=state.passes)


@pytest.mark.parametrize("mode", ["server", "pass"])
def test_turning_the_board_turns_moves_and_successors(mode):
    for state in random_states(games=3, seed=7, mode=mode):
        turned = quarter_turn(state)
        moves = twin.legal_moves(state)
        assert set(twin.legal_moves(turned)) == {(y, 6 - x) for x, y in moves}
        for x, y in moves:
            assert twin.play(turned, (y, 6 - x)) == quarter_turn(twin.play(state, (x, y)))


# Elimination and end

# Player 1 cannot move: his stone on (0, 3) faces two stones, and his hand is empty.
JAM = {(0, 3): 1, (1, 3): 2, (2, 3): 2, (0, 4): 2}


@pytest.mark.covers("W2")
def test_an_eliminated_player_keeps_points_and_stones_and_costs_no_ply():
    state = arrange(JAM, 0, hand=(2, 0, 2, 2), points=(0, 3, 0, 0))
    after = twin.play(state, (6, 0))
    assert twin.struck(state, after) == [1]
    assert after.alive == (True, False, True, True)
    assert after.points == (0, 3, 0, 0)
    assert owner(after, 0, 3) == 1
    assert after.mover == 2


@pytest.mark.covers("W2")
def test_stones_of_an_eliminated_player_are_jumped():
    state = twin.play(arrange(JAM, 0, hand=(2, 0, 2, 2)), (6, 0))
    after = twin.play(state, (0, 4))
    assert owner(after, 0, 4) == twin.EMPTY
    assert owner(after, 0, 3) == 1
    assert owner(after, 0, 2) == 2


@pytest.mark.covers("W2")
@pytest.mark.parametrize(("mode", "back"), [("server", 2), ("pass", 1)])
def test_a_player_whose_lane_opens_again_is_back_in_pass_mode_only(mode, back):
    state = arrange(JAM, 0, hand=(2, 0, 2, 2), mode=mode)
    for move in [(6, 0), (1, 3), (6, 3), (5, 0)]:
        state = twin.play(state, move)
    assert state.mover == back


@pytest.mark.covers("W2")
def test_players_blocked_one_after_the_other_are_struck_in_order_of_turn():
    stones = {(3, 3): 2}
    state = arrange(stones, 2, hand=(0, 0, 1, 0))
    after = twin.play(state, (3, 3))
    assert twin.struck(state, after) == [3, 0, 1]
    assert after.alive == (False, False, True, False)
    assert after.mover == 2


def test_passes_are_counted_since_the_last_move():
    state = arrange({(3, 3): 2}, 2, hand=(0, 1, 1, 0), mode="pass")
    after = twin.play(state, (3, 3))
    assert (after.passes, after.mover, after.alive) == (2, 1, (True,) * 4)
    assert twin.struck(state, after) == [3, 0]
    assert twin.play(after, (0, 0)).passes == 0


def test_a_pass_counts_as_a_ply_on_request():
    state = arrange({(3, 1): 2}, 2, points=(0, 0, 5, 0), mode="pass")
    assert [twin.perft(state, depth) for depth in range(1, 4)] == [1, 1, 0]
    as_ply = [twin.perft(state, depth, elimination_as_ply=True) for depth in range(1, 11)]
    assert as_ply == [1, 1, 1, 1, 1, 1, 1, 1, 1, 0]


@pytest.mark.covers("W2")
@pytest.mark.parametrize("mode", ["server", "pass"])
def test_the_seventh_point_ends_the_game_at_once(mode):
    state = arrange({**JAM, (3, 6): 0}, 0, hand=(0, 0, 2, 2), points=(6, 3, 0, 6), mode=mode)
    after = twin.play(state, (3, 6))
    assert after.mover is None
    assert after.alive == (True,) * 4  # nobody is asked any more
    assert after.passes == 0
    assert twin.legal_moves(after) == []
    assert twin.winners(after) == twin.winners(after, draws="points") == [0]
    assert twin.shares(after) == (1, 0, 0, 0)


@pytest.mark.covers("W2")
def test_the_sixth_point_does_not_end_the_game():
    after = twin.play(arrange({(3, 6): 0}, 0, hand=(1, 1, 1, 1), points=(5, 0, 0, 0)), (3, 6))
    assert after.mover == 1
    assert twin.winners(after) == []
    assert twin.shares(after) == (0, 0, 0, 0)


ALL_OUT = [
    ((5, 5, 4, 1), [0], (1, 0, 0, 0)),
    ((4, 5, 4, 1), [0, 1], (1 / 2, 1 / 2, 0, 0)),
    ((0, 2, 2, 2), [1, 2, 3], (0, 1 / 3, 1 / 3, 1 / 3)),
    ((1, 2, 2, 2), [0, 1, 2, 3], (1 / 4, 1 / 4, 1 / 4, 1 / 4)),
]


@pytest.mark.covers("W2")
@pytest.mark.parametrize(("points", "won", "shares"), ALL_OUT)
def test_when_all_are_eliminated_the_most_points_win(points, won, shares):
    after = twin.play(arrange({(2, 6): 0}, 0, points=points), (2, 6))
    assert after.mover is None
    assert after.alive == (False,) * 4
    assert twin.winners(after) == won
    assert twin.shares(after) == shares


@pytest.mark.covers("W2")
@pytest.mark.parametrize(("points", "won", "shares"), ALL_OUT)
def test_four_passes_are_a_draw_of_all_or_go_by_points(points, won, shares):
    after = twin.play(arrange({(2, 6): 0}, 0, points=points, mode="pass"), (2, 6))
    assert (after.mover, after.passes, after.alive) == (None, 4, (True,) * 4)
    assert twin.winners(after) == [0, 1, 2, 3]
    assert twin.shares(after) == (0.25, 0.25, 0.25, 0.25)
    assert twin.winners(after, draws="points") == won
    assert twin.shares(after, draws="points") == shares


@pytest.mark.parametrize("mode", ["server", "pass"])
def test_random_games_keep_stones_and_bounds(mode):
    for game in range(10):
        states = list(twin.random_game(random.Random(game), mode))
        assert len(states) - 1 <= 224
        assert twin.winners(states[-1])
        for state, after in pairwise(states):
            assert 1 <= len(twin.legal_moves(state)) <= 13
            for player in range(4):
                stones = after.board.count(player)
                assert after.hand[player] + after.points[player] + stones == 7


# Evaluation


@pytest.mark.covers("W10")
def test_equal_standings_become_zero():
    assert twin.mean_free((1, 1, 1, 1)) == twin.mean_free((3, 3, 3, 3)) == (0, 0, 0, 0)
    assert twin.mean_free((0, 0, 0, 4)) == (-1, -1, -1, 3)


@pytest.mark.covers("W10")
@pytest.mark.parametrize("crowding", ["seed", "fixed"])
def test_the_evaluation_is_mean_free(crowding):
    assert twin.evaluate(twin.start(), twin.SEED_WEIGHTS, crowding) == (0, 0, 0, 0)
    for state in random_states(games=5, seed=8):
        assert abs(sum(twin.evaluate(state, twin.SEED_WEIGHTS, crowding))) < 1e-6


# The stones and what lies ahead of each.
CROWD = {
    (0, 1): 0,  # own
    (0, 2): 0,  # empty
    (3, 4): 0,  # empty
    (5, 6): 0,  # off the board
    (1, 4): 1,  # own
    (2, 4): 1,  # 0
    (1, 5): 2,  # 1
    (6, 6): 2,  # empty
    (2, 5): 3,  # 2
    (4, 4): 3,  # 0
}


@pytest.mark.covers("W19")
def test_features_of_a_small_position():
    state = arrange(CROWD, 0, hand=(1, 2, 3, 4), points=(2, 0, 1, 1))
    progress = [16 + 2 + 3 + 5 + 7, 2 + 3, 8 + 2 + 1, 8 + 5 + 3]
    for crowding, crowded in {"seed": [2, 1, 1, 1], "fixed": [1, 1, 0, 0]}.items():
        features = list(zip(progress, state.hand, state.points, crowded, strict=True))
        assert [twin.features(state, player, crowding) for player in range(4)] == features


@pytest.mark.covers("W19")
def test_weights_multiply_the_features_and_the_mean_is_taken_off():
    state = arrange(CROWD, 0, hand=(1, 2, 3, 4), points=(2, 0, 1, 1))
    # raw: 2*33-1+6-8, 2*5-2-4, 2*11-3+3-4, 2*16-4+3-4 = 63, 4, 18, 27; mean 28
    assert twin.evaluate(state, (2, -1, 3, -4)) == (35, -24, -10, -1)


@pytest.mark.covers("W11")
@pytest.mark.parametrize(
    ("won", "value"),
    [
        ([2], (-MAX, -MAX, MAX, -MAX)),
        ([0, 3], (0, -MAX, -MAX, 0)),
        ([0, 1, 3], (0, 0, -MAX, 0)),
        ([0, 1, 2, 3], (0, 0, 0, 0)),
    ],
)
def test_decided_games_have_fixed_tuples(won, value):
    assert twin.terminal_value(won) == value


# Search

A = (5, -5, 0, 0)
B1, B2 = (3, 2, -3, -2), (9, 4, -6, -7)
REGRESSION = Branch(0, [("A", A), ("B", Branch(1, [("B1", B1), ("B2", B2)]))])


@pytest.mark.covers("W16")
def test_the_cut_loses_the_better_move_of_the_regression_example():
    assert twin.maxn_tree(REGRESSION) == (B2, "B", 4)
    assert twin.maxn_tree(REGRESSION, cut=True) == (A, "A", 3)


@pytest.mark.covers("W16")
@pytest.mark.parametrize(("first", "nodes"), [(4, 4), (5, 3), (6, 3)])
def test_the_cut_falls_where_the_parents_best_is_not_exceeded(first, nodes):
    other = Branch(1, [("B1", (5, 2, 0, 0)), ("B2", (0, 0, 0, 0))])
    tree = Branch(0, [("A", (first, 0, 0, 0)), ("B", other)])
    assert twin.maxn_tree(tree, cut=True)[2] == nodes


@pytest.mark.covers("W16")
def test_the_first_child_and_grandchildren_of_the_root_are_not_cut():
    worst = (-MAX, 0, -MAX, 0)
    inner = Branch(2, [("C1", worst), ("C2", worst)])
    tree = Branch(0, [("A", (5, 0, 0, 0)), ("B", Branch(1, [("B1", inner), ("B2", B2)]))])
    assert twin.maxn_tree(Branch(0, [("B", Branch(1, [("B1", worst), ("B2", worst)]))]), cut=True)[2] == 3
    # B1 is searched in full: B has found nothing yet, and the root's bound does not reach it.
    assert twin.maxn_tree(tree, cut=True) == ((5, 0, 0, 0), "A", 5)


@pytest.mark.parametrize(("ties", "move"), [("first", "A"), ("last", "C")])
def test_ties_go_to_the_first_or_the_last_best_child(ties, move):
    tree = Branch(2, [(name, (0, 0, v, 0)) for name, v in zip("ABCD", (1, 0, 1, 0), strict=True)])
    assert twin.maxn_tree(tree, ties=ties)[1] == move


WEIGHTS = (2, -1, 1, -3)  # whole numbers: ties are exact


@pytest.mark.covers("W12")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_visits_every_sequence_once(depth):
    for record in POSITIONS[::4]:
        state = twin.from_json(record["position"])
        _, move, nodes = twin.maxn(state, depth, WEIGHTS, blocked="play")
        assert nodes == sum(record["nodes"][:depth])
        assert move in twin.legal_moves(state)


@pytest.mark.covers("W12")
def test_each_mover_takes_what_is_best_for_himself():
    state = twin.from_json(POSITIONS[0]["position"])
    assert state.mover == 0
    replies = {}
    for move in twin.legal_moves(state):
        after = twin.play(state, move)
        leaves = [twin.evaluate(twin.play(after, r), WEIGHTS) for r in twin.legal_moves(after)]
        replies[move] = max(leaves, key=lambda leaf: leaf[1])
    best = max(replies, key=lambda move: replies[move][0])
    value, move, _ = twin.maxn(state, 2, WEIGHTS, ties="first")
    assert (value, move) == (replies[best], best)


def test_depth_zero_and_a_finished_game_have_a_value_and_no_move():
    state = arrange({(3, 6): 0}, 0, hand=(0, 1, 1, 1), points=(6, 0, 0, 0))
    assert twin.maxn(state, 0, WEIGHTS) == (twin.evaluate(state, WEIGHTS), None, 0)
    over = twin.play(state, (3, 6))
    assert twin.maxn(over, 3, WEIGHTS) == ((MAX, -MAX, -MAX, -MAX), None, 0)


@pytest.mark.covers("W11")
def test_the_end_of_the_game_has_precedence_over_a_blocked_player():
    won = arrange({**JAM, (3, 6): 0}, 0, hand=(0, 0, 2, 2), points=(6, 0, 0, 0))
    assert twin.maxn(won, 3, WEIGHTS) == ((MAX, -MAX, -MAX, -MAX), (3, 6), 1)
    all_out = arrange({(2, 6): 0}, 0, points=(4, 5, 4, 1))
    assert twin.maxn(all_out, 3, WEIGHTS) == ((0, 0, -MAX, -MAX), (2, 6), 1)
    passed = arrange({(2, 6): 0}, 0, points=(4, 5, 4, 1), mode="pass")
    assert twin.maxn(passed, 3, WEIGHTS)[0] == (0, 0, 0, 0)
    assert twin.maxn(passed, 3, WEIGHTS, draws="points")[0] == (0, 0, -MAX, -MAX)


@pytest.mark.parametrize("mode", ["server", "pass"])
def test_a_blocked_next_player_ends_the_branch_or_is_played_on(mode):
    state = arrange({**JAM, (3, 5): 0}, 0, hand=(0, 0, 2, 2), mode=mode)
    assert twin.maxn(state, 3, WEIGHTS) == ((0, -MAX, 0, 0), (3, 5), 1)
    value, _, nodes = twin.maxn(state, 3, WEIGHTS, blocked="play")
    assert -MAX not in value
    assert nodes > 1


@pytest.mark.parametrize("mode", ["server", "pass"])
def test_of_several_blocked_players_the_first_one_loses(mode):
    state = arrange({(3, 3): 2}, 2, hand=(0, 1, 1, 0), mode=mode)
    assert twin.maxn(state, 3, WEIGHTS)[0] == (0, 0, 0, -MAX)


@pytest.mark.parametrize("crowding", ["seed", "fixed"])
def test_leaves_are_evaluated_with_the_crowding_asked_for(crowding):
    state = arrange(CROWD, 3, hand=(1, 1, 1, 1))
    leaves = [twin.play(state, move) for move in twin.legal_moves(state)]
    values = [twin.evaluate(leaf, WEIGHTS, crowding) for leaf in leaves]
    best = max(values, key=lambda value: value[3])
    assert twin.maxn(state, 1, WEIGHTS, ties="first", crowding=crowding)[0] == best


@pytest.mark.covers("W16")
def test_the_cut_saves_nodes_and_never_adds_any():
    saved = 0
    for record in POSITIONS[:10]:
        state = twin.from_json(record["position"])
        full, pruned = (twin.maxn(state, 3, WEIGHTS, cut=cut)[2] for cut in (False, True))
        assert pruned <= full
        saved += full - pruned
    assert saved > 0
