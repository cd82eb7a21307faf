"""Measures how long the gradients of both networks of a PPO run are, and how long the policy's steps become.

    python -m scripts.ppo_gradients runs/ppo/causes-base-0 …    writes docs/studies/data/ppo-gradients.json

One packet is played with the run's last weights, and each of its batches asked for its gradient once. `policy` and
`value` are the lengths of the two networks' parts, `kept` is what the longest gradient (`norm`) leaves of both, `step`
is the root mean square of Adam's change of a policy's weight for a rate of 1, and `under` is the share of these weights
whose usual gradient is smaller than Adam's ε, so that they hardly move.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import fmean

import jax
import jax.numpy as jnp

from reineke.learn import recipe
from reineke.learn.ppo import PPO, Round
from reineke.learn.ppo_net import ADAM, Data, act, gae, judged, log_odds, loss
from reineke.learn.run import read_run
from scripts.ppo_runs import DATA

EPSILON = 1e-5
"""Of Adam, as `ppo_net.ADAM` has it."""


def gradients(folder: Path) -> dict[str, float]:
    """Means over the batches of a packet."""
    about = read_run(folder)
    options = recipe.load(about["recipe"]).read(about["options"])
    learner = PPO(about["game"], options, folder)
    last = max(folder.glob("ppo-*.safetensors"), key=lambda file: int(file.stem.rpartition("-")[2]))
    params, moments, batch = learner.load(last.name)
    choose = partial(act, params, learner.look, key=jax.random.key(0), tanh=learner.shape.tanh, best=False)
    rolled, _ = learner.table.roll(batch, choose, options.packet // options.environments)
    logits, values = judged(params, learner.look, jnp.asarray(rolled["numbers"]), learner.shape)
    logs = log_odds(logits[:-1], jnp.asarray(rolled["masks"]))
    advantages = gae(rolled["rewards"], values, rolled["over"], options.gamma, options.lam)
    data: Data = {
        "numbers": jnp.asarray(rolled["numbers"][:-1]),
        "masks": jnp.asarray(rolled["masks"]),
        "actions": jnp.asarray(rolled["actions"]),
        "logs": jnp.take_along_axis(logs, jnp.asarray(rolled["actions"])[..., None], -1)[..., 0],
        "advantages": advantages,
        "returns": advantages + values[:-1],
    }
    flat = {name: part.reshape(-1, *part.shape[2:]) for name, part in data.items()}
    knobs = learner.knobs(Round(1, "explore", 1, 0, ends=False), 0)
    gradient = jax.jit(jax.grad(loss, has_aux=True), static_argnames="shape")

    found: dict[str, list[float]] = {"policy": [], "value": [], "kept": [], "step": []}
    for start in range(0, options.packet, options.batch):
        part = {name: array[start : start + options.batch] for name, array in flat.items()}
        slopes, _ = gradient(params, learner.look, part, knobs, shape=learner.shape)
        policy, value = (_length(slopes, net) for net in ("p.", "v."))
        kept = min(1.0, options.norm / float(jnp.hypot(policy, value)))
        changes, _ = ADAM.update({name: kept * slope for name, slope in slopes.items()}, moments)
        weights = sum(array.size for name, array in changes.items() if name.startswith("p."))
        for name, number in zip(found, (policy, value, kept, _length(changes, "p.") / weights**0.5), strict=True):
            found[name].append(number)
    usual = jnp.sqrt(jnp.concatenate([part.ravel() for name, part in moments.nu.items() if name.startswith("p.")]))
    means = {name: fmean(numbers) for name, numbers in found.items()} | {"under": float((usual < EPSILON).mean())}
    return {name: float(f"{number:.3g}") for name, number in means.items()}


def _length(parts: Data, net: str) -> float:
    return float(jnp.sqrt(sum(jnp.square(part).sum() for name, part in parts.items() if name.startswith(net))))


def main(arguments: Sequence[str], path: Path = DATA / "ppo-gradients.json") -> int:
    """Measures the named runs."""
    found = {Path(folder).name: gradients(Path(folder)) for folder in arguments}
    path.write_text(json.dumps(found) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
