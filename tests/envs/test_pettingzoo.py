"""The PettingZoo environments: their checkers, and whose actions count."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from reineke.envs import aec, parallel
from reineke.game import GameError
from tests.envs.sheets import read

SEATS = [2, 3, 4]
pytestmark = [
    pytest.mark.covers("G10", "G21"),
    # The checker would rather have plain arrays; a turn-based game has masks beside them, as in PettingZoo's own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("seats", SEATS)
def test_the_checker_of_turns_passes(seats):
    api_test(aec(seats), num_cycles=300)


@pytest.mark.parametrize("seats", SEATS)
def test_the_checker_of_parallel_play_passes(seats):
    parallel_api_test(parallel(seats), num_cycles=400)


@pytest.mark.parametrize("seats", SEATS)
def test_the_checkers_of_seeds_pass(seats):
    seed_test(lambda: aec(seats), num_cycles=100)
    parallel_seed_test(lambda: parallel(seats), num_cycles=100)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("reward", ["points", "outcome"])
def test_rewards_add_up(seats, reward):
    env = aec(seats, reward=reward)
    for seed in range(3):
        env.reset(seed=seed)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, gained, over, _, info = env.last()
            sums[agent] += gained
            score = info["score"]
            if over:
                sheet = read(env.table.batch.core.text(0)).sheets[env.possible_agents.index(agent)]
                assert score == sheet.score
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
        state = env.table.state()
        told = env.table.game.points(state) if reward == "points" else env.table.game.outcome(state)
        assert list(sums.values()) == list(told)


def test_both_ways_are_the_same_game():
    turns, together = aec(3), parallel(3)
    turns.reset(seed=5)
    seen, _ = together.reset(seed=5)
    rng = np.random.default_rng(5)
    while together.agents:
        agent = turns.agent_selection
        for name in turns.agents:
            assert (turns.observe(name)["observation"] == seen[name]["observation"]).all()
            waits = np.flatnonzero(seen[name]["action_mask"]).tolist() == [59]
            assert waits or name == agent
        action = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
        turns.step(action)
        seen, rewards, over, _, _ = together.step({name: action if name == agent else 0 for name in together.agents})
        assert rewards == turns.rewards
        assert over == turns.terminations
    assert (turns.state() == together.state()).all()


def test_only_the_acting_seat_is_heard():
    env = parallel(2)
    seen, _ = env.reset(seed=1)
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [59]
    action = int(np.flatnonzero(seen["player_0"]["action_mask"])[0])
    env.step({"player_0": action, "player_1": 12345})
    with pytest.raises(GameError, match="player_0 is to move"):
        env.step({"player_1": 59})


def test_an_illegal_action_raises_and_leaves_the_game():
    for env in (aec(2), parallel(2)):
        env.reset(seed=1)
        before = env.table.batch.core.text(0)
        with pytest.raises(GameError, match=r"action 32 \(xy0\) is not legal"):
            env.step(32 if env.unwrapped.metadata.get("is_parallelizable") is False else {"player_0": 32})
        assert env.table.batch.core.text(0) == before


def test_seeds_and_games_without_one():
    env = aec(2)
    env.reset(seed=3)
    first = env.table.batch.core.text(0)
    env.reset()
    assert env.table.batch.core.text(0) != first
    env.reset(seed=3)
    assert env.table.batch.core.text(0) == first


def test_it_is_drawn_as_text():
    for make in (aec, parallel):
        env = make(2, render_mode="ansi")
        env.reset(seed=1)
        assert "seat 1" in str(env.render())
        assert make(2).render() is None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seats": 1}, "alone the game is reineke.envs.CleverEnv"),
        ({"seats": 5}, "seats=5"),
        ({"reward": "fame"}, "reward=fame: expected points or outcome"),
        ({"render_mode": "human"}, "render_mode=human: expected ansi or svg"),
    ],
)
def test_wrong_settings_are_told_in_one_line(options, reason):
    with pytest.raises(GameError, match=reason):
        aec(**options)
