"""Many games at once: rewards, seeds, threads, illegal actions."""

import numpy as np
import pytest

from reineke.game import GameError
from reineke.games.clever.batch import FORCED, ILLEGAL, LENGTH, SCORE, Batch, game_options, sample_actions
from tests.envs.sheets import read

NOTHING = "1.0.roll2 3t/2t/1p/3t/1t/4f 000000000000|00000000000|1|||0+0+0||"
EMPTY = "000000000000|00000000000|0|||1+0+0||"


def arrays(batch: Batch) -> list[np.ndarray]:
    return [batch.observations, batch.masks, batch.rewards, batch.over, batch.last, batch.tallies]


def texts(batch: Batch) -> list[str]:
    return [batch.core.text(game) for game in range(batch.games)]


def illegal_action(batch: Batch, game: int) -> int:
    return int(np.flatnonzero(batch.masks[game] == 0)[0])


@pytest.mark.covers("G6", "G11")
@pytest.mark.parametrize("mode", ["official", "thesis"])
def test_rewards_add_up_to_the_score_of_the_sheet(mode):
    """In 10,000 random games. Until the end they are the points of the areas; the foxes come with the last step."""
    batch = Batch(1000, game_options(mode=mode), autoreset=False, seed=11, layout="lean")
    rng = np.random.default_rng(11)
    areas = slice(batch.field("yellow_points").start, batch.field("purple_points").stop)
    sums, ended, foxes, scores = np.zeros(1000), 0, 0, list[int]()
    while ended < 10_000:
        batch.step(batch.sample(rng))
        sums += batch.rewards[:, 0]
        going = ~batch.over
        assert (sums[going] == batch.observations[going, areas].sum(1)).all()
        if batch.over.any():
            for game in np.flatnonzero(batch.over):
                sheet = read(batch.core.text(game)).sheets[0]
                assert sums[game] == sheet.score == batch.tallies[game, SCORE]
                foxes += sheet.score > sum(sheet.areas)
                scores.append(sheet.score)
            ended += int(batch.over.sum())
            sums[batch.over] = 0
            batch.reset(which=batch.over)
    assert foxes > 1000
    assert max(scores) <= 334 < 624
    assert abs(np.mean(scores) - {"official": 64.4, "thesis": 63.1}[mode]) < 1.0


@pytest.mark.covers("G6", "G21")
def test_every_seat_is_paid_for_its_own_sheet():
    batch = Batch(50, game_options(seats=3), autoreset=False, seed=1)
    rng = np.random.default_rng(1)
    sums, open_games = np.zeros((50, 3)), np.ones(50, bool)
    while open_games.any():
        batch.step(batch.sample(rng))
        sums += batch.rewards
        for game in np.flatnonzero(batch.over):
            assert sums[game].tolist() == [sheet.score for sheet in read(batch.core.text(game)).sheets]
        open_games &= ~batch.over
        sums[batch.over] = 0
        if batch.over.any():
            batch.reset(which=batch.over)


@pytest.mark.covers("G10")
def test_the_same_seeds_give_the_same_games_whatever_the_threads():
    batches = [Batch(700, threads=threads, seed=4) for threads in (1, 2, 5)]
    rng = np.random.default_rng(4)
    for _ in range(100):
        actions = batches[0].sample(rng).copy()
        for batch in batches:
            batch.step(actions)
        for batch in batches[1:]:
            assert all((one == other).all() for one, other in zip(arrays(batches[0]), arrays(batch), strict=True))
    assert texts(batches[0]) == texts(batches[1]) == texts(batches[2])
    assert texts(batches[0]) != texts(Batch(700, seed=5))


@pytest.mark.covers("G10")
def test_a_game_depends_on_its_own_seed_alone():
    many, one = Batch(5, seed=[9, 8, 7, 6, 5]), Batch(1, seed=7)
    rng = np.random.default_rng(0)
    for _ in range(120):
        assert many.core.text(2) == one.core.text(0)
        actions = many.sample(rng)
        one.step(actions[2:3])
        many.step(actions)
    many.reset(seed=[1, 2, 3, 4, 5])
    one.reset(seed=3)
    assert many.core.text(2) == one.core.text(0)


def test_a_new_game_goes_on_with_the_generator_of_the_old_one():
    batch = Batch(1, seed=1)
    first = batch.core.text(0)
    batch.reset()
    second = batch.core.text(0)
    assert first != second
    batch.reset(seed=1)
    assert batch.core.text(0) == first
    batch.reset()
    assert batch.core.text(0) == second


@pytest.mark.covers("G12")
@pytest.mark.parametrize("mode", ["official", "thesis"])
def test_an_illegal_action_raises_and_changes_no_game(mode):
    batch, twin = (Batch(300, game_options(mode=mode), seed=3) for _ in range(2))
    rng = np.random.default_rng(3)
    for _ in range(50):
        actions = batch.sample(rng).copy()
        wrong = actions.copy()
        wrong[200] = illegal_action(batch, 200)
        before, positions = [array.copy() for array in arrays(batch)], texts(batch)
        with pytest.raises(GameError, match=rf"^game 200: action {wrong[200]} \(.+\) is not legal$"):
            batch.step(wrong)
        assert all((one == other).all() for one, other in zip(before, arrays(batch), strict=True))
        assert texts(batch) == positions
        batch.step(actions)
        twin.step(actions)
        assert texts(batch) == texts(twin), "the dice are those that would have come"


def test_what_is_no_action_at_all_is_refused():
    batch = Batch(2)
    before = texts(batch)
    for wrong, reason in [
        ([0, 60], "game [01]: action"),
        ([-1, 14], r"game 0: action -1 \(no action\)"),
        ([14], "1 actions and 2 flags for 2 games"),
        ([14.0, 14.0], "whole numbers, not float64"),
        ([[14], [14]], "dimension"),
    ]:
        with pytest.raises(GameError, match=reason):
            batch.step(wrong)
    assert texts(batch) == before


@pytest.mark.covers("G12")
def test_a_penalty_leaves_the_game_as_it_was():
    batch = Batch(2, invalid="penalty", penalty=2.5, seed=1)
    before = texts(batch)
    wrong = [illegal_action(batch, 0), int(np.flatnonzero(batch.masks[1])[0])]
    batch.step(wrong)
    assert batch.rewards[0, 0] == -2.5
    assert not batch.over.any()
    assert batch.core.text(0) == before[0]
    assert batch.core.text(1) != before[1]
    assert batch.core.tally(0) == (1, 0, 1)
    assert batch.core.tally(1) == (1, 0, 0)
    assert batch.masks[0].any()


@pytest.mark.covers("G12")
def test_an_abort_ends_the_game_as_it_stands():
    batch = Batch(1, invalid="abort", penalty=1.0, autoreset=False, seed=1)
    batch.place(0, "6.0.roll3 2p/1p/1t/1f/1t/6f 111000000111|00000001111|7|1|1|0+0+3||")
    sheet = read(batch.core.text(0)).sheets[0]
    assert sheet.score == sum(sheet.areas) + 3 * min(sheet.areas)
    paid = sum(sheet.areas)
    batch.step([illegal_action(batch, 0)])
    assert batch.over.all()
    assert batch.rewards[0, 0] == sheet.score - paid - 1.0
    assert batch.tallies[0, [SCORE, LENGTH, FORCED, ILLEGAL]].tolist() == [sheet.score, 1, 0, 1]
    with pytest.raises(GameError, match="game 0 is over: it takes no action 59"):
        batch.step([59])
    fresh = Batch(3, invalid="abort", seed=1)
    fresh.step([illegal_action(fresh, game) for game in range(3)])
    assert fresh.over.all()
    assert all(text.startswith("1.0.roll1") for text in texts(fresh)), "new games follow at once"


@pytest.mark.covers("G11", "G20")
@pytest.mark.parametrize(("mode", "action"), [("official", 59), ("thesis", 246)])
def test_a_turn_that_has_to_go_by_costs_what_is_set_and_is_no_mistake(mode, action):
    batch = Batch(1, game_options(mode=mode), forced=0.5, autoreset=False)
    batch.place(0, NOTHING)
    assert np.flatnonzero(batch.masks[0]).tolist() == [action]
    batch.step([action])
    assert batch.rewards[0, 0] == -0.5
    assert batch.core.tally(0) == (1, 1, 0)


def test_a_placed_position_goes_on_from_there():
    batch = Batch(2, seed=1)
    batch.place(1, f"1.0.roll1 ?p/?p/?p/?p/?p/?p {EMPTY}")
    assert "?" not in batch.core.text(1), "dice in the air land"
    batch.place(1, f"1.0.roll1 3p/5p/1p/6p/2p/4p {EMPTY}")
    batch.step([int(np.flatnonzero(batch.masks[0])[0]), 14])
    assert batch.rewards[1, 0] == 6
    with pytest.raises(GameError, match="expected ROUND"):
        batch.place(0, f"9.0.roll1 3p/5p/1p/6p/2p/4p {EMPTY}")


def test_sampled_actions_are_legal_and_follow_the_generator():
    masks = np.random.default_rng(1).random((5000, 247)) < 0.02
    masks[7] = False
    drawn = sample_actions(masks, np.random.default_rng(2))
    has = masks.any(1)
    assert masks[np.flatnonzero(has), drawn[has]].all()
    assert (drawn[~has] == -1).all()
    assert (drawn == sample_actions(masks.astype(np.int8), np.random.default_rng(2))).all()
    assert (drawn != sample_actions(masks, np.random.default_rng(3))).any()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"games": 0}, "at least one game"),
        ({"games": 2, "seed": [1]}, "1 seeds for 2 games"),
        ({"games": 1, "invalid": "shrug"}, "invalid=shrug: expected mask, penalty or abort"),
        ({"games": 1, "penalty": float("nan")}, "finite"),
        ({"games": 1, "options": game_options(mode="easy")}, "mode"),
        ({"games": 1, "options": game_options(areas="yx")}, "areas=yx"),
    ],
)
def test_wrong_settings_are_told_in_one_line(arguments, reason):
    with pytest.raises(GameError, match=reason) as told:
        Batch(**arguments)
    assert "\n" not in str(told.value)


def test_arrays_of_the_wrong_shape_are_refused():
    batch = Batch(2)
    with pytest.raises(ValueError, match=r"observations is \[1, 79\], not \[2, 79\]"):
        batch.core.observe(batch.observations[:1], batch.masks)
    with pytest.raises(IndexError, match="there is no game 2 of 2"):
        batch.core.text(2)
