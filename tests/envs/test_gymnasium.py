"""The Gymnasium environments: their checkers, the seeds, and one game like the other."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from reineke.envs import CleverEnv, CleverVectorEnv, sample_actions
from reineke.game import GameError
from tests.envs.sheets import read

KINDS = [
    {},
    {"mode": "thesis"},
    {"mode": "thesis", "masks": "source", "layout": "lean"},
    {"invalid": "penalty"},
    {"invalid": "abort", "penalty": 3.0},
    {"areas": "y", "dice": "yw", "bonuses": False},
]


@pytest.mark.covers("G10", "G13")
@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_checker_of_gymnasium_passes(options):
    for _ in range(3):  # it draws actions at random
        check_env(CleverEnv(**options), skip_render_check=True)


@pytest.mark.covers("G10")
def test_it_is_registered():
    env = gymnasium.make("reineke/Clever-v0", mode="thesis")
    assert env.action_space == Discrete(247)
    check_env(gymnasium.make("reineke/Clever-v0", render_mode="ansi").unwrapped)  # every render mode, svg too
    many = gymnasium.make_vec("reineke/Clever-v0", num_envs=5)
    assert isinstance(many.unwrapped, CleverVectorEnv)
    assert many.num_envs == 5


@pytest.mark.covers("G6", "G10")
def test_a_game_by_single_steps():
    env = CleverEnv()
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        total, steps, over = 0.0, 0, False
        while not over:
            assert observation in env.observation_space
            assert (info["action_mask"] == env.action_masks()).all()
            assert env.action_masks().dtype == np.bool_
            observation, reward, over, truncated, info = env.step(env.action_space.sample())
            total, steps = total + reward, steps + 1
            assert not truncated
        assert (info["score"], info["length"], info["illegal"]) == (total, steps, 0)
        assert total == read(env.position).sheets[0].score
        assert not env.action_masks().any()
        with pytest.raises(GameError, match="game 0 is over"):
            env.step(59)


@pytest.mark.covers("G10")
def test_seeds_reproduce_games():
    def play(seed: int) -> list[float]:
        env = CleverEnv(mode="thesis")
        env.reset(seed=seed)
        env.action_space.seed(seed)
        steps = [env.step(env.action_space.sample())[1:3] for _ in range(15)]
        return [reward for reward, _ in steps]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_without_a_seed_games_differ():
    assert len({CleverEnv().reset()[0].tobytes() for _ in range(5)}) > 1
    assert len(np.unique(CleverVectorEnv(50).reset()[0], axis=0)) > 40


def test_an_illegal_action_raises_and_leaves_the_game():
    env = CleverEnv()
    env.reset(seed=1)
    before = env.position
    with pytest.raises(GameError, match=r"action 32 \(xy0\) is not legal"):
        env.step(32)
    assert env.position == before
    assert env.action_text(32) == "xy0"


def test_a_game_may_start_anywhere():
    env = CleverEnv()
    text = "1.0.roll2 3t/2t/1p/3t/1t/4f 000000000000|00000000000|1|||0+0+0||"
    _, info = env.reset(seed=1, options={"position": text})
    assert env.position == text
    assert np.flatnonzero(info["action_mask"]).tolist() == [59]


def test_it_is_drawn():
    picture = CleverEnv(render_mode="svg")
    picture.reset(seed=1)
    assert str(picture.render()).startswith("<svg")
    env = CleverEnv(render_mode="ansi")
    env.reset(seed=1)
    assert "orange" in str(env.render())
    assert CleverEnv().render() is None
    with pytest.raises(GameError, match="render_mode=human: expected ansi or svg"):
        CleverEnv(render_mode="human")


def test_spaces_travel_without_their_game():
    env, many = CleverEnv(), CleverVectorEnv(3)
    env.reset(seed=1)
    many.reset(seed=1)
    for copied in (pickle.loads(pickle.dumps(env.action_space)), copy.deepcopy(env.action_space)):
        assert type(copied) is Discrete
        assert copied == env.action_space
    assert type(copy.deepcopy(many.action_space)) is MultiDiscrete
    assert env.action_space.sample(np.eye(60, dtype=np.int8)[7]) == 7
    assert many.action_space.sample(tuple(np.eye(60, dtype=np.int8)[[1, 2, 3]])).tolist() == [1, 2, 3]


@pytest.mark.covers("G10")
@pytest.mark.parametrize("options", [{}, {"mode": "thesis"}, {"invalid": "penalty"}], ids=str)
def test_many_games_are_the_single_ones(options):
    """Also where Gymnasium itself steps single environments."""
    many = CleverVectorEnv(6, **options)
    singles = SyncVectorEnv([lambda: CleverEnv(**options)] * 6, autoreset_mode=AutoresetMode.SAME_STEP)
    assert many.single_observation_space == singles.single_observation_space
    assert many.single_action_space == singles.single_action_space
    assert many.metadata["autoreset_mode"] == singles.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, expected = many.reset(seed=8), singles.reset(seed=8)
    assert (seen[0] == expected[0]).all()
    rng, ended = np.random.default_rng(8), 0
    for _ in range(150):
        actions = sample_actions(many.action_masks(), rng)
        if "invalid" in options:
            actions = np.where(rng.random(6) < 0.3, 3, actions)
        now, then = many.step(actions), singles.step(actions)
        for one, other in zip(now[:4], then[:4], strict=True):
            assert (one == other).all()
            assert one.shape == other.shape
            assert one.dtype == other.dtype
        info, other_info = now[4], then[4]
        assert (info["action_mask"] == np.stack(other_info["action_mask"])).all()
        if now[2].any():
            ended += 1
            assert (info["_final_obs"] == other_info["_final_obs"]).all()
            for game in np.flatnonzero(now[2]):
                assert (info["final_obs"][game] == other_info["final_obs"][game]).all()
                for name in ("score", "length", "forced", "illegal"):
                    assert info["final_info"][name][game] == other_info["final_info"][name][game]
        else:
            assert "final_obs" not in info
    assert ended > 3


@pytest.mark.covers("G10")
def test_a_vector_environment_by_its_own_spaces():
    env = CleverVectorEnv(40, threads=2)
    observations, _ = env.reset(seed=1)
    assert observations in env.observation_space
    env.action_space.seed(3)
    for _ in range(100):
        actions = env.action_space.sample()
        assert actions in env.action_space
        observations, rewards, over, truncated, _ = env.step(actions)
        assert observations in env.observation_space
        assert (rewards.shape, over.shape, truncated.any()) == ((40,), (40,), False)


def test_arrays_are_new_or_filled_in_place():
    for wanted in (True, False):
        env = CleverVectorEnv(4, copy=wanted)
        first, info = env.reset(seed=1)
        kept = first.copy()
        second, *_ = env.step(env.action_space.sample())
        assert np.shares_memory(first, second) != wanted
        assert (first == kept).all() == wanted
        assert np.shares_memory(info["action_mask"], env.batch.masks) != wanted


def test_ended_games_may_be_left_to_their_caller():
    env = CleverVectorEnv(30, autoreset=False)
    assert env.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    env.reset(seed=2)
    over = np.zeros(30, bool)
    while not over.any():
        over = env.step(env.action_space.sample())[2]
    texts = env.positions()
    assert all((".over " in text) == bool(ended) for text, ended in zip(texts, over, strict=True))
    env.reset(options={"reset_mask": over})
    assert [text == old for text, old in zip(env.positions(), texts, strict=True)] == (~over).tolist()
    with pytest.raises(GameError, match="reset_mask: expected 30 truth values"):
        env.reset(options={"reset_mask": np.zeros(30, bool)})


def test_many_games_are_drawn_as_text():
    env = CleverVectorEnv(2, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert len(drawn) == 2
    assert CleverVectorEnv(2).render() is None
    with pytest.raises(GameError, match="render_mode=svg: expected ansi"):
        CleverVectorEnv(2, render_mode="svg")  # type: ignore[arg-type]


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo"])
def test_a_missing_library_is_told_in_one_line(module):
    code = f"import sys; sys.modules[{module!r}] = None; import reineke.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == f"ModuleNotFoundError: environments need {module}, which comes with: pip install 'reineke[env]'"
