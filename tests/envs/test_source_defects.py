"""What the thesis contradicts itself about or leaves open, and the faults of its program: one test for each, in its own
mode, layout and learner."""

from typing import Any

import numpy as np
import pytest

from reineke.games.clever.batch import SCORE, Batch, game_options
from reineke.learn.ppo import PPO, Options, Round, plan
from reineke.learn.ppo_net import features
from tests.envs.sheets import BLUE_POINTS, COLUMNS, read, thesis_legal

pytestmark = pytest.mark.covers("G24")

EMPTY = "000000000000|00000000000|0|||1+0+0||"


def placed(position: str, **options: Any) -> Batch:
    batch = Batch(1, game_options(mode="thesis"), autoreset=False, **options)
    batch.place(0, position)
    return batch


def stepped(position: str, *actions: int) -> Batch:
    batch = placed(position)
    for action in actions:
        batch.step([action])
    return batch


def legal(batch: Batch) -> list[int]:
    found: list[int] = np.flatnonzero(batch.masks[0]).tolist()
    return found


def told(batch: Batch, name: str) -> list[int]:
    numbers: list[int] = batch.observations[0, batch.field(name)].tolist()
    return numbers


def head(batch: Batch) -> str:
    return batch.core.text(0).split(" ")[0]


# Figures.


def test_yellow_is_worth_60_not_86():
    rules = game_options(mode="thesis", areas="y", dice="yw", bonuses="off")
    batch = Batch(500, rules, seed=1)
    rng, best = np.random.default_rng(1), 0
    for _ in range(200):
        batch.step(batch.sample(rng))
        best = max(best, int(batch.tallies[:, SCORE].max()))
    assert best == sum(COLUMNS.values()) == 60


def test_the_printed_cross_of_blue_takes_the_zero_of_its_twelve_increments():
    increments = [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert np.cumsum(increments).tolist() == list(BLUE_POINTS)
    for crosses in range(4):
        blue = "0" * (11 - crosses) + "1" * crosses
        batch = placed(f"4.0.four -p/-p/-p/-p/-p/-p 000000000000|{blue}|0|||2+1+0|b|")
        assert 16 not in legal(batch), "the printed cross is no box"
        batch.step([17])
        assert batch.rewards[0, 0] == increments[crosses + 1]


def test_blue_is_bounded_by_12_and_not_by_6():
    batch = placed(f"1.0.roll1 3p/5p/1p/6p/2p/4p {EMPTY}")
    blue = batch.field("blue")
    assert told(batch, "blue") == [0, *range(2, 13)]
    assert batch.high[blue].tolist() == [12] * 12
    assert (batch.observations[0] <= batch.high).all()


# The tray.


def test_three_dice_lie_on_the_tray_and_the_others_are_the_invalid_ones():
    batch = Batch(300, game_options(mode="thesis"), seed=1)
    rng, seen = np.random.default_rng(1), 0
    for _ in range(60):
        for game in range(300):
            position = read(batch.core.text(game))
            if position.phase == "pass":
                offered = [place == "t" for place in position.places]
                assert sum(offered) == 3
                assert (batch.observations[game, batch.field("invalid")] == ~np.array(offered)).all()
                seen += 1
        batch.step(batch.sample(rng))
    assert seen > 1000


def test_the_dice_of_the_tray_come_by_lot_in_the_thesis_and_are_the_lowest_otherwise():
    for mode, lowest in (("thesis", False), ("official", True)):
        batch, found = Batch(300, game_options(mode=mode), seed=2), []
        rng = np.random.default_rng(2)
        for _ in range(25):
            for game in range(300):
                position = read(batch.core.text(game))
                if position.phase == "pass":
                    dice = list(zip(position.faces, position.places, strict=True))
                    most = max(face for face, place in dice if place == "t")
                    found.append(most <= min(face for face, place in dice if place != "t"))
            batch.step(batch.sample(rng))
        assert all(found) == lowest


# What is legal.


@pytest.mark.parametrize(
    ("waiting", "sheet", "boxes"),
    [
        ("y", "101110100000|01100100000|2|6|", [1, 7, 10, 11, 13, 14, 15]),
        ("b", "011000000100|00001010000|1|3|", [17, 18, 19, 20, 22, 24, 25, 26, 27]),
    ],
)
def test_a_cross_opens_free_boxes_of_its_area_and_no_whole_range(waiting, sheet, boxes):
    assert legal(placed(f"4.0.four -p/-p/-p/-p/-p/-p {sheet}|1+0+0|{waiting}|")) == boxes


def test_a_cross_for_a_full_area_lapses_and_the_game_goes_on():
    # Orange box 5 gives a yellow cross, but yellow has no free box.
    batch = stepped("5.0.roll3 1f/2f/3t/4p/5t/6t 111111111111|00000000000|0|1.1.1.2||0+0+1||", 43)
    assert told(batch, "yellow_crosses") == [0]
    assert head(batch) == "5.0.pass0"
    assert legal(batch)


def test_the_tray_may_be_declined_and_then_the_next_round_begins():
    batch = placed(f"1.0.pass0 1t/6r/2t/3t/5r/6r {EMPTY}")
    assert 245 in legal(batch)
    batch.step([245])
    assert head(batch) == "2.0.roll1"


def test_every_action_renews_the_mask_pass_and_re_roll_too():
    batch = Batch(300, game_options(mode="thesis"), seed=3)
    rng, after = np.random.default_rng(3), dict.fromkeys((244, 245, 246), 0)
    for _ in range(50):
        actions = batch.sample(rng)
        batch.step(actions)
        for game in np.flatnonzero(actions >= 244):
            assert set(np.flatnonzero(batch.masks[game]).tolist()) == thesis_legal(batch.core.text(game))
            after[int(actions[game])] += 1
    assert min(after.values()) > 20


# The flow of a round.


def test_an_extra_pick_after_the_tray_opens_all_dice_and_passing_it_goes_on():
    batch = stepped("2.0.pass0 1t/6r/2t/3t/5r/6r 000000000000|00000000000|0|||1+1+0||", 245)
    assert head(batch) == "2.0.plus0"
    assert told(batch, "invalid") == [0] * 6
    assert told(batch, "phase") == [0, 0, 0, 1, 0]
    batch.step([245])
    assert head(batch) == "3.0.roll1"
    assert told(batch, "pluses") == [1], "it is kept"


def test_a_turn_without_dice_ends_by_itself_and_is_no_invalid_move():
    batch = stepped(f"1.0.roll1 1p/2p/3p/4p/5p/6p {EMPTY}", 61 + 39)
    assert head(batch) == "1.0.pass0"
    assert batch.core.tally(0) == (1, 0, 0)


def test_a_roll_that_has_to_go_by_is_counted_apart_from_mistakes():
    batch = stepped("1.0.roll2 3t/2t/1p/3t/1t/4f 000000000000|00000000000|1|||0+0+0||", 246)
    assert head(batch) == "1.0.roll3"
    assert batch.core.tally(0) == (1, 1, 0)


def test_round_1_begins_with_its_re_roll_after_every_reset():
    batch = Batch(5, game_options(mode="thesis"), seed=4)
    rng = np.random.default_rng(4)
    assert (batch.observations[:, batch.field("rerolls")] == 1).all()
    ended = 0
    while ended < 20:
        batch.step(batch.sample(rng))
        ended += int(batch.over.sum())
        assert (batch.observations[batch.over, batch.field("rerolls")] == 1).all()


def test_round_4_brings_its_bonus():
    before = "3.0.pass0 1t/6r/2t/3t/5r/6r 000000000000|00000000000|0|||2+0+0||"
    found = set()
    for seed in range(40):
        batch = placed(before, seed=seed)
        batch.step([245])
        sheet = read(batch.core.text(0)).sheet
        found.add((sheet.waiting, sheet.green, tuple(sheet.orange), tuple(sheet.purple)))
    assert found == {("y", 0, (), ()), ("b", 0, (), ()), ("", 1, (), ()), ("", 0, (6,), ()), ("", 0, (), (6,))}


def test_what_the_last_pick_earns_is_still_entered():
    last = "6.0.roll3 1f/2f/3t/4p/5t/6t 000000000000|00000000000|0|1.1.1.2||0+1+0||"
    batch = stepped(last, 43)
    assert not batch.over[0]
    assert told(batch, "yellow_crosses") == [1]
    batch.step([0])
    assert batch.over[0]


def test_numbers_for_orange_are_entered_as_they_are_earned():
    # The box of blue 2 completes row 2 3 4 (an orange five); with box 5 of orange follows a yellow cross.
    batch = stepped("2.0.roll1 1p/1p/2p/2p/2p/1p 000000000000|01100000000|0|1.1.1.2||1+0+0||", 17)
    assert told(batch, "orange")[:6] == [1, 1, 1, 2, 5, 0]
    assert told(batch, "orange_fives") == [0]
    assert told(batch, "yellow_crosses") == [1]


# What is paid and seen.


def test_foxes_are_paid_once_and_at_the_end():
    # Green and orange hold a fox each, and no area is empty.
    sheet = "100100100000|10000000000|7|1.1.1.2.1.1.2.1|1.2.3|0+0+2||"
    batch = placed(f"6.0.roll2 1f/1t/1t/1t/4p/5p {sheet}")
    paid = []
    while not batch.over[0]:
        before = read(batch.core.text(0)).sheet.areas
        batch.step([legal(batch)[0]])
        paid.append(batch.rewards[0, 0] - (sum(read(batch.core.text(0)).sheet.areas) - sum(before)))
    last = read(batch.core.text(0)).sheet
    assert len(paid) > 1
    assert last.foxes >= 2
    assert min(last.areas) >= 1
    assert paid == [0] * (len(paid) - 1) + [last.foxes * min(last.areas)]


def test_the_phase_is_seen():
    phases = {
        f"1.0.roll1 3p/5p/1p/6p/2p/4p {EMPTY}": [1, 0, 0, 0, 0],
        "2.0.plus0 1f/2f/3f/4t/5t/6t 000000000000|00000000000|0|||1+1+0||": [0, 1, 0, 0, 0],
        f"1.0.pass0 1t/6r/2t/3t/5r/6r {EMPTY}": [0, 0, 1, 0, 0],
        "2.0.plus0 1t/6r/2t/3t/5r/6r 000000000000|00000000000|0|||1+1+0||": [0, 0, 0, 1, 0],
        "4.0.four -p/-p/-p/-p/-p/-p 000000000000|00000000000|0|||1+0+0|y|": [0, 0, 0, 0, 1],
    }
    assert {position: told(placed(position), "phase") for position in phases} == phases


# Learning.


@pytest.mark.parametrize(("third", "million"), [("same", 16.65), ("double", 23.31)])
def test_the_third_phase_may_be_either_of_two_lengths(third, million):
    options = Options(third=third)
    assert sum(one.packets for one in plan(options)) * options.packet / 1e6 == pytest.approx(million, rel=1e-3)


@pytest.mark.parametrize("settled", [0.0, 0.02])
def test_entropy_may_be_switched_off_or_lowered_to_consolidate(settled, tmp_path):
    learner = PPO("clever", Options(settled=settled, width=4, layers=1), tmp_path)
    weights = {
        part: float(learner.knobs(Round(1, part, 1, 0, False), 0)["entropy"]) for part in ("explore", "consolidate")
    }
    assert weights == pytest.approx({"explore": 0.1, "consolidate": settled})


def test_relu_is_chosen_and_not_left_to_a_library():
    assert Options().activation == "relu"
    assert Options(activation="tanh").activation == "tanh"


def test_2048_pairs_are_a_packet_or_each_environments_part_of_it():
    assert (Options().packet, Options(steps_mean="each").packet) == (2048, 32 * 2048)


def test_numbers_enter_the_network_between_0_and_1(tmp_path):
    learner = PPO("clever", Options(rules="mode=thesis", width=4, layers=1), tmp_path)
    bounds = learner.table.bounds
    assert np.allclose(features(learner.look, bounds[:, 1].astype(np.uint8)), 1)
