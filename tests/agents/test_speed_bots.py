"""The bots of spe_ed: each answers legally in whole games, and does what it is named for."""

import pytest

from reineke import Dice
from reineke.agent import Budget
from reineke.agents import catalogue, make
from reineke.agents.speed.bots import BOTS, JumpingSnail, LargestFree, Meta, SuperSnail
from reineke.agents.speed.jumps import plan_jump
from reineke.game import NO_ACTION, OVER, GameError
from reineke.games import load
from reineke.games.speed.position import FASTER, LEFT, RIGHT, SLOWER, STAY, read
from tests.games.speed.boards import board, game_spec

NAMES = [name for name, _, _ in BOTS]


def seated(spec, data, seat=0, seed=0):
    """The agent in its seat, the game and the state of a drawn position."""
    game = load(game_spec(data))
    agent = make(spec, game)
    agent.start(game, seat, seed)
    return agent, game, game.parse_json(data)


def choice(spec, data, seat=0, seed=0):
    """What an agent does in a drawn position."""
    agent, game, state = seated(spec, data, seat, seed)
    return agent.decide(game.view(state, seat), Budget()).action


def play(game, specs, seed):
    """A whole game, with every state; fails at the first illegal action."""
    agents = [make(spec, game) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.start(game, seat, seed + seat)
    state = game.start(Dice(seed))
    states = [state]
    while game.turn(state) != OVER:
        joint = [NO_ACTION] * game.seats
        for seat in game.turn(state):
            view = game.view(state, seat)
            joint[seat] = agents[seat].decide(view, Budget()).action
            assert joint[seat] in view.legal
        state = game.play(state, tuple(joint), Dice(0))
        states.append(state)
    return states


def solo(spec, side, seed=0):
    """An agent alone in a room: the positions until it dies."""
    game = load(f"speed(seats=1,width={side},height={side})")
    return [read(game.json(state)) for state in play(game, [spec], seed)]


# All of them.


@pytest.mark.covers("P24")
def test_the_bots_are_listed_with_the_game():
    listed = catalogue(load("speed"))
    assert set(NAMES) < set(listed)
    assert "potential-field" in listed
    assert not set(NAMES) & set(catalogue(load("rps")))
    assert not set(NAMES) & set(catalogue())


@pytest.mark.covers("P24")
@pytest.mark.parametrize("name", [*NAMES, "potential-field"])
def test_a_bot_plays_whole_games_and_every_action_is_legal(name):
    others = [NAMES[(NAMES.index(name) if name in NAMES else 0) + step - len(NAMES)] for step in (1, 4, 6)]
    for seed, side in enumerate((6, 17, 41)):
        play(load(f"speed(seats=4,width={side},height={side})"), [name, *others], seed)
        play(load(f"speed(seats=2,width={side},height=9)"), [name, name], seed)


@pytest.mark.covers("P4")
def test_a_game_is_played_the_same_way_from_the_same_seed():
    game = load("speed(seats=3,width=20,height=20)")
    games = [[game.text(state) for state in play(game, ["bot-random"] * 3, seed)] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "bot-stupid"])
def test_no_bot_drives_into_a_wall_while_there_is_a_way(name):
    corner = ["1....", ".....", "....."]
    for seed in range(8):
        assert choice(name, board(corner, (0, 0, "up")), seed=seed) == RIGHT
        assert choice(name, board(corner, (0, 0, "left")), seed=seed) == LEFT


@pytest.mark.parametrize("name", NAMES)
def test_without_a_way_a_bot_still_answers(name):
    assert choice(name, board(["12.", "2..", "..."], (0, 0, "up"), (2, 2, "up"))) in (STAY, LEFT, RIGHT, FASTER)


@pytest.mark.parametrize(("spec", "wrong"), [("bot-snail(depth=3)", "depth"), ("bot-snail(4)", "4")])
def test_options_that_a_bot_does_not_have_are_refused(spec, wrong):
    with pytest.raises(GameError, match=wrong):
        make(spec, load("speed"))


def test_a_bot_of_spe_ed_is_none_of_another_game():
    with pytest.raises(GameError, match="bot-snail"):
        make("bot-snail", load("rps"))


# One by one.


def test_random_takes_every_action_that_survives_and_no_other():
    data = board(["......", "..1...", "......", "......"], (2, 1, "right"))
    assert {choice("bot-random", data, seed=seed) for seed in range(60)} == {STAY, LEFT, RIGHT, FASTER}


def test_stupid_goes_straight_on_into_the_wall():
    assert choice("bot-stupid", board(["1....", "....."], (0, 0, "left"))) == STAY


def test_a_snail_follows_a_wall_around_its_corners():
    along = ["22....", "..1...", "......"]
    assert choice("bot-snail", board(along, (2, 1, "right"), (0, 0, "up"))) == LEFT  # the wall has ended
    assert choice("bot-snail", board(["222222", "..1...", "......"], (2, 1, "right"), (0, 0, "up"))) == STAY
    assert choice("bot-snail", board(["222222", "..12..", "......"], (2, 1, "right"), (0, 0, "up"))) == RIGHT


def test_a_snail_makes_a_spiral_at_speed_one():
    last = solo("bot-snail", 12)[-1]
    edge = [*last.cells[0], *last.cells[-1], *last.cells[1:-1, 0], *last.cells[1:-1, -1]]
    assert sum(cell != 0 for cell in edge) / len(edge) > 0.9
    assert all(position.players[0].speed == 1 for position in solo("bot-snail", 12))


def test_a_super_snail_does_not_turn_into_a_dead_end():
    pocket = board(["2222...", "....1..", "2222...", "......."], (4, 1, "left"), (6, 3, "up"))
    assert choice("bot-snail", pocket) == STAY  # into the corridor
    assert choice("bot-super-snail", pocket) in (LEFT, RIGHT)


def test_a_super_snail_fills_a_room_nearly_whole_and_a_snail_does_not():
    cells = 14 * 14
    assert len(solo("bot-super-snail", 14)) > 0.9 * cells
    assert sum(len(solo("bot-snail", 14, seed)) for seed in range(5)) / 5 < 0.9 * cells


SHUT_IN = board([".....2.........."] * 4 + ["2" * 16], (0, 1, "right"), (15, 3, "up"), played=3)
"""Three rounds before the gap round, behind a wall, with more room beyond it."""


def gap_round(name, data):
    """The bot's actions up to the gap round, and the position after it; the others go straight on."""
    agent, game, state = seated(name, data)
    actions = []
    while read(game.json(state)).round < 6:
        actions.append(agent.decide(game.view(state, 0), Budget()).action)
        state = game.play(state, (actions[-1], STAY), Dice(0))
    return actions, read(game.json(state))


@pytest.mark.parametrize("name", ["bot-jumping-snail", "bot-jumping-largest-free", "bot-jump", "bot-meta"])
def test_jumpers_leave_a_small_room_in_the_gap_round(name):
    actions, position = gap_round(name, SHUT_IN)
    assert position.players[0].active
    assert position.players[0].x > 5
    assert actions.count(FASTER) >= 2


@pytest.mark.parametrize("name", ["bot-snail", "bot-super-snail", "bot-largest-free"])
def test_the_others_stay_in(name):
    actions, position = gap_round(name, SHUT_IN)
    assert position.players[0].x < 5
    assert FASTER not in actions


def test_jump_speeds_up_in_time_jumps_and_slows_down():
    positions = solo("bot-jump", 40)
    jumped = [position for position in positions[:60] if position.round % 6 == 0 and position.round]
    assert all(position.players[0].speed >= 3 for position in jumped)
    assert {position.players[0].speed for position in positions[:60] if position.round % 6 == 3} == {1}
    # A gap of one cell at least is left by every jump.
    assert len(jumped) == 9


def test_a_jump_is_planned_only_shortly_before_the_gap_round():
    rows = ["." * 12] * 12
    plans = [plan_jump(read(board(rows, (5, 5, "right"), played=played)), 0) for played in range(6)]
    assert [plan is not None for plan in plans] == [False, False, True, True, True, False]
    assert plan_jump(read(board(rows, (5, 5, "right", 2), played=5)), 0).action == FASTER
    assert plan_jump(read(board(rows, (5, 5, "right", 3), played=5)), 0).landing == (8, 5)


def test_largest_free_turns_to_the_longest_line():
    data = board(["......", "......", "......", "......"], (2, 1, "up"))
    assert choice("bot-largest-free", data) == RIGHT  # three cells to the right, two to the left, one ahead
    assert choice("bot-largest-free", board(["..."] * 3, (1, 1, "up"))) == STAY
    assert choice("bot-largest-free", board(["." * 9] * 9, (4, 4, "up", 3))) == SLOWER


@pytest.mark.parametrize(("turn", "mirrored"), [(LEFT, RIGHT), (RIGHT, LEFT), (STAY, STAY)])
def test_mirror_turns_the_other_way_than_the_nearest_opponent(turn, mirrored):
    data = board(["." * 12] * 12, (3, 6, "up"), (8, 6, "up"), (11, 11, "left"))
    agent, game, state = seated("bot-mirror", data)
    assert agent.decide(game.view(state, 0), Budget()).action == STAY
    state = game.play(state, (STAY, turn, RIGHT), Dice(0))
    assert agent.decide(game.view(state, 0), Budget()).action == mirrored


def test_mirror_does_not_follow_into_death():
    data = board(["......"] * 5, (0, 3, "up"), (4, 4, "up"))
    agent, game, state = seated("bot-mirror", data)
    agent.decide(game.view(state, 0), Budget())
    state = game.play(state, (STAY, RIGHT), Dice(0))
    assert agent.decide(game.view(state, 0), Budget()).action == RIGHT  # left of it is the edge


def test_meta_hands_over_to_the_bot_that_suits():
    rows = ["." * 30] * 30
    meta = Meta()
    assert type(meta.bot(read(board(rows, (15, 15, "up"))), 0)) is SuperSnail
    assert type(meta.bot(read(board(rows, (15, 15, "up"), (18, 15, "up"))), 0)) is LargestFree
    assert type(meta.bot(read(SHUT_IN), 0)) is JumpingSnail
