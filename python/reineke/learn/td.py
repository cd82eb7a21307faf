"""Learning what a Ganz schön clever position is worth: TD(λ) on the positions after decisions.

Each round plays games in which every decision goes to the position that the network likes best (now and then to
another), and fits the network to λ-returns: the expected scores that followed, the nearer the heavier. The very first
round is played greedily by the points on the sheet. The network sees bits alone
(`crates/reineke/src/games/clever/features.rs`); `crates/reineke/src/net.rs` runs it in play, without JAX.

What is played and saved is the running average of the weights, which is steadier than the weights themselves. A round
is a pure function of its number, the options and the file that the checkpoint names, so a killed run goes on as if
nothing had happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from reineke import _core
from reineke.game import Game, GameError
from reineke.learn import tensors
from reineke.learn.options import number, real
from reineke.learn.run import Entry, Run
from reineke.spec import parse

Params = dict[str, jax.Array]
Bits = npt.NDArray[np.uint32]

_NAME = "training"
_PIECE = 16
"""Steps that are fitted by one call; what is left over goes one by one, so that JAX compiles two shapes and no more."""


@dataclass(frozen=True)
class Options:
    """Every knob of a run."""

    rounds: int = number(200, 1, 1_000_000)
    games: int = number(2_000, 1, 10_000_000)
    """Self-play games a round."""
    stray: float = real(0.05, 0, 1)
    """How often a random action is played at first; falls to nothing over the run."""
    lam: float = real(0.8, 0, 1)
    """Weight of what came later against what was expected next (λ)."""
    width: int = number(128, 1, 4_096)
    layers: int = number(2, 1, 16)
    """Hidden layers of the network, of that width."""
    batch: int = number(512, 1, 1_000_000)
    rate: float = real(0.001, 0, 1)
    """Of Adam at first; falls along a cosine to a fiftieth."""
    average: float = real(0.999, 0, 1)
    """How much of the running average of the weights a step keeps."""
    every: int = number(10, 1, 1_000_000)
    """Rounds between two examinations; the last round ends with one, too."""
    exam: int = number(2_000, 1, 10_000_000)
    """Games of an examination, always of the same dice, none of which is learnt from."""
    threads: int = number(2, 1, 1_024)
    seed: int = number(0, 0, 2**31 - 1)


INPUTS, _, (MIDDLE, SCALE) = _core.clever_inputs()


def fresh(options: Options) -> Params:
    """Random layers, the last one at zero: every position is worth the same."""
    rng = np.random.default_rng([options.seed, 0])
    widths = [INPUTS, *[options.width] * options.layers, 1]
    params: Params = {}
    for index, (rows, columns) in enumerate(pairwise(widths)):
        # About a third of the bits are set.
        scale = 0.0 if index == options.layers else np.sqrt((6 if index == 0 else 2) / rows)
        params[f"w{index}"] = jnp.asarray(rng.standard_normal((rows, columns)) * scale, dtype=jnp.float32)
        params[f"b{index}"] = jnp.zeros(columns)
    return params


def judged(params: Params, bits: jax.Array) -> jax.Array:
    """What the network says of positions, 32 bits a word [n, words]. [n]"""
    spread = (bits[:, :, None] >> jnp.arange(32, dtype=jnp.uint32)) & 1
    features = spread.reshape(len(bits), -1)[:, :INPUTS].astype(jnp.float32)
    last = len(params) // 2 - 1
    for index in range(last):
        features = jax.nn.relu(features @ params[f"w{index}"] + params[f"b{index}"])
    return (features @ params[f"w{last}"] + params[f"b{last}"])[:, 0]


def loss(params: Params, bits: jax.Array, targets: jax.Array) -> jax.Array:
    """Mean squared error."""
    return jnp.square(judged(params, bits) - targets).mean()


_ADAM = optax.scale_by_adam()


@partial(jax.jit, donate_argnums=(0, 1, 2))
def fit(
    params: Params, moments: Any, mean: Params, bits: jax.Array, targets: jax.Array, rate: float, keep: float
) -> tuple[Params, Any, Params, jax.Array]:
    """A step for each batch of bits [steps, batch, words] and targets [steps, batch]; keeps the average along."""

    def one(carry: tuple[Params, Any, Params], batch: tuple[jax.Array, jax.Array]) -> tuple[Any, jax.Array]:
        params, moments, mean = carry
        value, gradient = jax.value_and_grad(loss)(params, *batch)
        steps, moments = _ADAM.update(gradient, moments, params)
        params = jax.tree.map(lambda weight, step: weight - rate * step, params, steps)
        mean = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, mean, params)
        return (params, moments, mean), value

    (params, moments, mean), losses = jax.lax.scan(one, (params, moments, mean), (bits, targets))
    return params, moments, mean, losses.mean()


class TD:
    """The run as steps: one round each. The state names the file with weights, moments and average."""

    unit = "round"

    def __init__(self, game: str, options: Options, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.total = options.rounds
        spec = parse(game)
        self.game = dict(spec.options)
        self.metadata = {
            "format": "reineke-value-net",
            "version": "1",
            "game": game,
            "seats": self.game.get("seats", "1"),
            "features": str(INPUTS),
            "head": "value",
        }

    def start(self) -> dict[str, Any]:
        params = fresh(self.options)
        self.save(0, params, _ADAM.init(params), params)
        return {"file": "td-0.safetensors"}

    def valid(self, state: Any, done: int) -> bool:
        return bool(state["file"] == f"td-{done}.safetensors" and (self.folder / state["file"]).is_file())

    def save(self, done: int, params: Params, moments: Any, mean: Params) -> None:
        """Writes everything that the next round needs."""
        parts = {"params": params, "first": moments.mu, "second": moments.nu, "mean": mean}
        flat = {f"{part}.{name}": value for part, tree in parts.items() for name, value in tree.items()}
        tensors.save(self.folder / f"td-{done}.safetensors", {**flat, "count": moments.count})

    def load(self, file: str) -> tuple[Params, Any, Params]:
        """The weights, the moments of Adam and the average."""
        found = tensors.read(self.folder / file)
        parts: dict[str, Params] = {"params": {}, "first": {}, "second": {}, "mean": {}}
        for key, value in found.items():
            part, _, name = key.partition(".")
            if name:
                parts[part][name] = jnp.asarray(value)
        moments = optax.ScaleByAdamState(jnp.asarray(found["count"]), parts["first"], parts["second"])
        return parts["params"], moments, parts["mean"]

    def step(self, number: int, state: dict[str, Any]) -> tuple[dict[str, Any], Entry]:
        options = self.options
        tensors.sweep(self.folder, "td-*.safetensors", {state["file"]})
        params, moments, mean = self.load(state["file"])
        if number:
            _core.load_net(_NAME, tensors.pack(mean, self.metadata))
        progress = number / options.rounds
        seen, targets, scores = _core.clever_selfplay(
            self.game,
            options.games,
            models=[_NAME] if number else [],
            stray=options.stray * (1 - progress),
            lam=options.lam,
            seed=options.seed * 1_000_003 + 1 + number,
            threads=options.threads,
        )
        steps = len(targets) // options.batch
        if steps == 0:
            raise GameError(f"games={options.games}: too few for one batch of {options.batch}")
        order = np.random.default_rng([options.seed, 1 + number]).permutation(len(targets))
        chosen = order[: steps * options.batch].reshape(steps, options.batch)
        rate = options.rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * progress)))
        bits: Bits = seen.view(np.uint32)
        keep = min(options.average, 1 - 1 / (10 + number))
        error, first = 0.0, 0
        for count in [_PIECE] * (steps // _PIECE) + [1] * (steps % _PIECE):
            piece = chosen[first : first + count]
            params, moments, mean, part = fit(params, moments, mean, bits[piece], targets[piece], rate, keep)
            error, first = error + count * float(part), first + count
        self.save(number + 1, params, moments, mean)
        model = tensors.save(self.folder / "model.safetensors", mean, self.metadata)
        entry: Entry = {
            "round": number,
            "games": options.games,
            "positions": len(targets),
            "loss": error / steps,
            "score": round(float(scores.mean()), 3),
        }
        if (number + 1) % options.every == 0 or number + 1 == options.rounds:
            entry["exam"] = self.examine(model)
        return {"file": f"td-{number + 1}.safetensors"}, entry

    def examine(self, model: bytes) -> float:
        """Mean score without stray actions, over games with dice that are not learnt from."""
        _core.load_net(_NAME, model)
        _, _, scores = _core.clever_selfplay(
            self.game, self.options.exam, models=[_NAME], seed=2**62 + self.options.seed, threads=self.options.threads
        )
        return round(float(scores.mean()), 3)

    def result(self, last: Entry) -> dict[str, Any]:
        """The file to play with, and how well it did."""
        return {"model": "model.safetensors", "exam": last["exam"]}


def check(game: Game) -> None:
    """Complains about other games."""
    if parse(game.spec).name != "clever":
        raise GameError(f"td learns clever, not {game.spec}")


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(TD(run.game, run.options, run.folder))
