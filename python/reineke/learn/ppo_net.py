"""The networks of masked PPO, and what they learn from a packet of decisions.

Everything here is a pure function on arrays, compiled by JAX. Weights are one flat dictionary: `p.w0` [inputs, width],
`p.b0` [width] and so on for the policy, `v.w0` and so on for the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

Params = dict[str, jax.Array]
Data = dict[str, jax.Array]
"""Named arrays that belong together."""
Number = float | jax.Array

ROWS = 4096
"""Positions that a network looks at together while it judges a packet."""
ADAM = optax.scale_by_adam(eps=1e-5)


@dataclass(frozen=True)
class Shape:
    """What of the options decides the form of the computation."""

    tanh: bool
    shared: bool
    epochs: int
    batch: int
    normalise: bool


def fresh(inputs: int, hidden: list[int], actions: int, shared: bool, seed: int) -> Params:
    """Orthogonal layers; the policy begins nearly uniform. A shared value is an output of the last hidden layer."""
    rng = np.random.default_rng([seed, 0])
    value = [hidden[-1], 1] if shared else [inputs, *hidden, 1]
    params: Params = {}
    for net, widths, last in (("p", [inputs, *hidden, actions], 0.01), ("v", value, 1.0)):
        for index, (rows, columns) in enumerate(pairwise(widths)):
            flat = rng.standard_normal((max(rows, columns), min(rows, columns)))
            q, r = np.linalg.qr(flat)
            q = q * np.sign(np.diag(r))
            gain = last if index == len(widths) - 2 else np.sqrt(2)
            params[f"{net}.w{index}"] = jnp.asarray(gain * (q if rows >= columns else q.T), dtype=jnp.float32)
            params[f"{net}.b{index}"] = jnp.zeros(columns)
    return params


def features(look: Data, numbers: jax.Array) -> jax.Array:
    """What enters the networks of observations [..., width]."""
    if "scale" in look:
        return numbers.astype(jnp.float32) * look["scale"]
    return (numbers[..., look["column"]] == look["value"]).astype(jnp.float32)


def policy(params: Params, x: jax.Array, tanh: bool) -> tuple[jax.Array, jax.Array]:
    """Logits [..., actions], and what stands before the last layer."""
    return _dense(params, "p", x, tanh)


def judged(params: Params, look: Data, numbers: jax.Array, shape: Shape) -> tuple[jax.Array, jax.Array]:
    """Logits [..., actions] and values [...] of observations [..., width]."""
    x = features(look, numbers)
    logits, top = policy(params, x, shape.tanh)
    value, _ = _dense(params, "v", top if shape.shared else x, shape.tanh)
    return logits, value[..., 0]


def _dense(params: Params, net: str, x: jax.Array, tanh: bool) -> tuple[jax.Array, jax.Array]:
    last = sum(name.startswith(f"{net}.w") for name in params) - 1
    for index in range(last):
        x = x @ params[f"{net}.w{index}"] + params[f"{net}.b{index}"]
        x = jnp.tanh(x) if tanh else jax.nn.relu(x)
    return x @ params[f"{net}.w{last}"] + params[f"{net}.b{last}"], x


def log_odds(logits: jax.Array, masks: jax.Array | None) -> jax.Array:
    """Logarithms of the probabilities [..., actions]; −∞ where an action is illegal."""
    return jax.nn.log_softmax(logits if masks is None else jnp.where(masks, logits, -jnp.inf))


def entropy_of(logs: jax.Array) -> jax.Array:
    """Entropy [...] of logarithms of probabilities, of which some may be −∞."""
    logs = jnp.where(jnp.isfinite(logs), logs, 0.0)
    # What stands in for −∞ has probability 1 and adds 1 · 0.
    return -(jnp.exp(logs) * logs).sum(-1)


@partial(jax.jit, static_argnames=("tanh", "best"))
def act(
    params: Params, look: Data, numbers: jax.Array, masks: Any, key: Any, step: int, tanh: bool, best: bool
) -> jax.Array:
    """An action for each game: drawn, or the likeliest. masks: [games, actions], or None if all may be tried."""
    logits, _ = policy(params, features(look, numbers), tanh)
    logs = log_odds(logits, masks)
    return logs.argmax(-1) if best else jax.random.categorical(jax.random.fold_in(key, step), logs)


# What is learnt from a packet.


def gae(rewards: jax.Array, values: jax.Array, over: jax.Array, gamma: Number, lam: Number) -> jax.Array:
    """Advantages [steps, games] from rewards and ends [steps, games] and values [steps + 1, games]."""

    def back(later: jax.Array, now: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        reward, value, following, goes_on = now
        later = reward + gamma * following * goes_on - value + gamma * lam * goes_on * later
        return later, later

    goes_on = 1.0 - over.astype(jnp.float32)
    packet = (rewards, values[:-1], values[1:], goes_on)
    return jax.lax.scan(back, jnp.zeros_like(values[0]), packet, reverse=True)[1]


def clipped(ratio: jax.Array, advantage: jax.Array, clip: Number) -> jax.Array:
    """PPO's objective, the less hopeful of the change and the clipped change."""
    return jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * advantage)


def loss(params: Params, look: Data, data: Data, knobs: Data, shape: Shape) -> tuple[jax.Array, Data]:
    """Of a batch: policy, value and entropy; beside it what is worth knowing."""
    logits, values = judged(params, look, data["numbers"], shape)
    logs = log_odds(logits, data.get("masks"))
    change = jnp.take_along_axis(logs, data["actions"][:, None], -1)[:, 0] - data["logs"]
    advantages = data["advantages"]
    if shape.normalise:
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = jnp.exp(change)
    policy_loss = -clipped(ratio, advantages, knobs["clip"]).mean()
    value_loss = jnp.square(values - data["returns"]).mean()
    entropy = entropy_of(logs).mean()
    total = policy_loss + knobs["value_weight"] * value_loss - knobs["entropy"] * entropy
    # The third is Schulman's estimate of the divergence, which is never below 0.
    news = {
        "policy": policy_loss,
        "value": value_loss,
        "entropy": entropy,
        "kl": (ratio - 1 - change).mean(),
        "clipped": (jnp.abs(ratio - 1) > knobs["clip"]).mean(),
    }
    return total, news


@partial(jax.jit, static_argnames=("shape",), donate_argnums=(0, 1))
def learn(
    params: Params, moments: Any, look: Data, rolled: Data, knobs: Data, key: Any, shape: Shape
) -> tuple[Params, Any, Data]:
    """Goes over a packet, as `Table.roll` gives it, `epochs` times in random batches, and says how that went."""

    def flat(array: jax.Array) -> jax.Array:
        return array.reshape(-1, *array.shape[2:])

    steps, games = rolled["actions"].shape
    data: Data = {name: flat(rolled[name]) for name in ("masks", "actions") if name in rolled}
    data["numbers"] = flat(rolled["numbers"][:-1])

    def judge(row: Data) -> tuple[jax.Array, jax.Array]:
        logits, value = judged(params, look, row["numbers"], shape)
        return log_odds(logits, row.get("masks"))[row["actions"]], value

    data["logs"], values = jax.lax.map(judge, data, batch_size=ROWS)
    last = judged(params, look, rolled["numbers"][-1], shape)[1]
    values = jnp.concatenate([values.reshape(steps, games), last[None]])
    advantages = gae(rolled["rewards"], values, rolled["over"], knobs["gamma"], knobs["lam"])
    data["advantages"], data["returns"] = flat(advantages), flat(advantages + values[:-1])

    def one(carry: tuple[Params, Any], chosen: jax.Array) -> tuple[tuple[Params, Any], Data]:
        params, moments = carry
        batch = {name: part[chosen] for name, part in data.items()}
        gradient, news = jax.grad(loss, has_aux=True)(params, look, batch, knobs, shape)
        length = jnp.sqrt(sum(jnp.square(part).sum() for part in jax.tree.leaves(gradient)))
        shorter = jnp.minimum(1.0, knobs["norm"] / (length + 1e-6))
        changes, moments = ADAM.update(jax.tree.map(lambda part: part * shorter, gradient), moments)
        params = jax.tree.map(lambda weight, change: weight - knobs["rate"] * change, params, changes)
        return (params, moments), news

    count = steps * games
    whole = count // shape.batch * shape.batch
    orders = jax.vmap(lambda key: jax.random.permutation(key, count)[:whole])(jax.random.split(key, shape.epochs))
    (params, moments), news = jax.lax.scan(one, (params, moments), orders.reshape(-1, shape.batch))
    news = {name: values.mean() for name, values in news.items()}
    news["explained"] = 1 - jnp.var(advantages) / jnp.maximum(jnp.var(data["returns"]), 1e-8)
    return params, moments, news
