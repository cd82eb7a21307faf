"""Masked PPO of sb3-contrib on Ganz schön clever, with the parameters of the thesis.

pip install 'reineke[env]' 'sb3-contrib>=2.9,<3'
python examples/clever_ppo.py --steps 3330000 --save clever-ppo
python examples/clever_ppo.py --steps 0 --load clever-ppo --games 1000

Two thirds of the steps explore (entropy 0.1), one third consolidates (entropy 0).
"""

import argparse
from functools import partial

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from reineke.envs import CleverEnv


def model_of(envs: VecEnv, arguments: argparse.Namespace) -> MaskablePPO:
    if arguments.load:
        return MaskablePPO.load(arguments.load, env=envs, device=arguments.device)
    return MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=6e-4,
        n_steps=2048 // arguments.envs,  # per environment: 2048 pairs an update
        batch_size=128,
        n_epochs=5,
        gamma=1.0,
        clip_range=0.2,
        policy_kwargs={"net_arch": [arguments.width] * arguments.layers, "activation_fn": nn.ReLU},
        seed=arguments.seed,
        device=arguments.device,
        verbose=1,
    )


def scores_of(model: MaskablePPO, envs: VecEnv, games: int) -> list[float]:
    """Scores of finished games, actions drawn from the policy as in the thesis."""
    scores: list[float] = []
    observations = envs.reset()
    while len(scores) < games:
        actions, _ = model.predict(observations, action_masks=get_action_masks(envs), deterministic=False)
        observations, _, over, infos = envs.step(actions)
        scores += [info["score"] for info, ended in zip(infos, over, strict=True) if ended]
    return scores[:games]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", choices=["official", "thesis"], default="thesis")
    parser.add_argument("--steps", type=int, default=3_330_000)
    parser.add_argument("--envs", type=int, default=32)
    parser.add_argument("--layers", type=int, default=7)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--games", type=int, default=1000, help="games of the final measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--load", help="a model to go on with")
    parser.add_argument("--save", help="where the model goes")
    arguments = parser.parse_args()

    envs = make_vec_env(partial(CleverEnv, mode=arguments.mode), n_envs=arguments.envs, seed=arguments.seed)
    model = model_of(envs, arguments)
    for entropy, steps in ((0.1, 2 * arguments.steps // 3), (0.0, arguments.steps // 3)):
        if steps:
            model.ent_coef = entropy
            model.learn(steps, reset_num_timesteps=False)
    if arguments.save:
        model.save(arguments.save)
    scores = scores_of(model, envs, arguments.games)
    error = np.std(scores) / np.sqrt(len(scores))
    print(f"{np.mean(scores):.2f} ± {1.96 * error:.2f} over {len(scores)} games, median {np.median(scores):.0f}")


if __name__ == "__main__":
    main()
