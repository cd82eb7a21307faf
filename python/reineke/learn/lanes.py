"""Learning to judge Sawhian: the tables of the `lanes` evaluation from self-play.

Each round plays games with max^n on the present tables, and fits the tables to how the games ended, mixed with what the
search thought. A position gives four logits, one per player, each the sum of 14 line patterns and 7 scalars; their
softmax should match who won. A line's entry is the sum of a coarse part (single cells, pairs and triples of neighbours,
which every game teaches) and a fine part of its own (the whole line, which only frequent lines teach), so that rare
lines are judged by their parts.

A round is a pure function of its number, the options and the files that the checkpoint names: tables, and the positions
of the last rounds. So a killed run goes on as if nothing had happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from reineke import _core
from reineke.learn import tensors
from reineke.learn.options import number, real
from reineke.learn.run import Entry, Run

LINES, CODES, SCALARS, UNITS = 14, 5**7, 332, 1024
METADATA = {"format": "reineke-sawhian-lanes", "version": "1", "units": str(UNITS)}

CHUNK = 50
"""Steps of the optimiser in one call."""

Params = dict[str, jax.Array]


@dataclass(frozen=True)
class Options:
    """Every knob of a run."""

    rounds: int = number(12, 1, 1_000_000)
    games: int = number(20_000, 1, 100_000_000)
    """Self-play games a round."""
    depth: int = number(3, 1, 12)
    opening: int = number(16, 0, 1_000)
    stray: float = real(0.04, 0, 1)
    keep: int = number(4, 1, 1_000)
    """Rounds of games in the replay window."""
    steps: int = number(1_500, 1, 10_000_000)
    batch: int = number(8_192, 1, 10_000_000)
    rate: float = real(0.01, 0, 1)
    decay: float = real(2e-5, 0, 1)
    """Pull of the fine part towards zero, per step."""
    trust: float = real(0.5, 0, 1)
    """Weight of the search's value in the target; the rest is the outcome. The first round has no values."""
    seed: int = number(1, 0, 2**31 - 1)
    threads: int = number(2, 1, 256)


def parts_of_codes() -> dict[str, npt.NDArray[np.int32]]:
    """For every line code, its cells and its pairs and triples of neighbours. [CODES, 7], [CODES, 6], [CODES, 5]"""
    codes = np.arange(CODES)
    cells = np.stack([codes // 5**place % 5 for place in range(7)], axis=1).astype(np.int32)
    pairs = cells[:, :-1] * 5 + cells[:, 1:]
    triples = pairs[:, :-1] * 5 + cells[:, 2:]
    return {"cells": cells, "pairs": pairs, "triples": triples}


def fresh() -> Params:
    """All tables at zero: every position is a tie."""
    return {
        "fine": jnp.zeros((LINES, CODES)),
        "cells": jnp.zeros((LINES, 7, 5)),
        "pairs": jnp.zeros((LINES, 6, 25)),
        "triples": jnp.zeros((LINES, 5, 125)),
        "scalars": jnp.zeros(SCALARS),
    }


def tables(params: Params, parts: dict[str, jax.Array]) -> jax.Array:
    """One entry per line and code. [LINES, CODES]"""
    total = params["fine"]
    for name in ("cells", "pairs", "triples"):
        for place in range(params[name].shape[1]):
            total = total + params[name][:, place, :][:, parts[name][:, place]]
    return total


def loss(params: Params, parts: dict[str, jax.Array], indices: jax.Array, target: jax.Array) -> jax.Array:
    """Cross-entropy of the four players' softmax. indices [B, 4, 21], target [B, 4]"""
    lines = tables(params, parts).reshape(-1)
    logits = lines[indices[:, :, :LINES]].sum(-1) + params["scalars"][indices[:, :, LINES:]].sum(-1)
    return -(target * jax.nn.log_softmax(logits)).sum(-1).mean()


@cache
def optimiser(rate: float, steps: int) -> Any:
    """Adam, its rate falling over the round."""
    return optax.adam(optax.cosine_decay_schedule(rate, steps, 0.05))


@partial(jax.jit, static_argnames=("count", "batch", "decay", "adam"))
def many_steps(
    params: Params,
    state: Any,
    key: jax.Array,
    parts: dict[str, jax.Array],
    indices: jax.Array,
    targets: jax.Array,
    *,
    count: int,
    batch: int,
    decay: float,
    adam: Any,
) -> tuple[Params, Any, jax.Array]:
    """Steps on random batches of indices [n, 4, 21] and targets [n, 4]."""

    def one(carry: tuple[Params, Any], key: jax.Array) -> tuple[tuple[Params, Any], jax.Array]:
        params, state = carry
        chosen = jax.random.randint(key, (batch,), 0, len(targets))
        value, gradient = jax.value_and_grad(loss)(params, parts, indices[chosen], targets[chosen])
        updates, state = adam.update(gradient, state, params)
        params = dict(optax.apply_updates(params, updates))
        params["fine"] = params["fine"] * (1 - decay)
        return (params, state), value

    (params, state), losses = jax.lax.scan(one, (params, state), jax.random.split(key, count))
    return params, state, losses


def quantised(params: Params) -> dict[str, npt.NDArray[np.int16]]:
    """The tables as the Rust core reads them."""
    parts = {name: jnp.asarray(value) for name, value in parts_of_codes().items()}
    lines = np.asarray(tables(params, parts)).reshape(2, 7, CODES)
    limit = 12 * UNITS
    return {
        "lanes": np.clip(np.rint(lines * UNITS), -limit, limit).astype(np.int16),
        "scalars": np.clip(np.rint(np.asarray(params["scalars"]) * UNITS), -limit, limit).astype(np.int16),
    }


class Lanes:
    """The run as steps: one round each. The state names the tables and the positions of the last rounds."""

    unit = "round"

    def __init__(self, options: Options, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.total = options.rounds
        self.parts = {name: jnp.asarray(value) for name, value in parts_of_codes().items()}

    def start(self) -> dict[str, Any]:
        tensors.save(self.folder / "tables-0.safetensors", fresh())
        return {"tables": "tables-0.safetensors", "positions": []}

    def valid(self, state: Any, done: int) -> bool:
        names = [state["tables"], *state["positions"]]
        return state["tables"] == f"tables-{done}.safetensors" and all((self.folder / name).is_file() for name in names)

    def step(self, number: int, state: dict[str, Any]) -> tuple[dict[str, Any], Entry]:
        folder = self.folder
        tensors.sweep(folder, "tables-*.safetensors", {state["tables"]})
        tensors.sweep(folder, "positions-*.safetensors", state["positions"])
        params = {name: jnp.asarray(part) for name, part in tensors.read(folder / state["tables"]).items()}
        states, targets = self.play(number, params)
        positions = f"positions-{number}.safetensors"
        tensors.save(folder / positions, {"states": states, "targets": targets})
        # The games of the first round have no values; they have served once there are others.
        earlier = [] if number == 1 else state["positions"]
        window = [*earlier, positions][-self.options.keep :]
        params, final = self.fit(number, params, window)
        tables = f"tables-{number + 1}.safetensors"
        tensors.save(folder / tables, params)
        tensors.save(folder / "model.safetensors", quantised(params), METADATA)
        entry: Entry = {
            "round": number,
            "games": self.options.games,
            "positions": len(states),
            "loss": final,
        }
        return {"tables": tables, "positions": window}, entry

    def result(self, last: Entry) -> dict[str, Any]:
        """The file to play with."""
        return {"model": "model.safetensors", "loss": last["loss"]}

    def play(self, number: int, params: Params) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]]:
        """A round of self-play: positions [n, 5], targets [n, 4]."""
        options = self.options
        first = number == 0
        if not first:
            _core.sawhian_load_lanes("training", tensors.pack(quantised(params), METADATA))
        states, values, outcomes = _core.sawhian_selfplay(
            options.games,
            model=None if first else "training",
            depth=options.depth,
            opening=options.opening,
            stray=options.stray,
            seed=options.seed * 1_000_003 + number,
            threads=options.threads,
        )
        trust = 0.0 if first else options.trust
        return states, trust * values + (1 - trust) * outcomes

    def fit(self, number: int, params: Params, window: list[str]) -> tuple[Params, float]:
        """The tables fitted to the positions in some files, and the loss at the end."""
        options = self.options
        parts = [tensors.read(self.folder / name) for name in window]
        gathered = [_core.sawhian_lane_indices(part["states"], threads=options.threads) for part in parts]
        indices = jnp.concatenate([jnp.asarray(part.view(np.int32)) for part in gathered])
        targets = jnp.concatenate([jnp.asarray(part["targets"]) for part in parts])
        adam = optimiser(options.rate, options.steps)
        state = adam.init(params)
        key = jax.random.key(options.seed * 1_000_003 + number)
        for done in range(0, options.steps, CHUNK):
            params, state, losses = many_steps(
                params,
                state,
                jax.random.fold_in(key, done),
                self.parts,
                indices,
                targets,
                count=CHUNK,
                batch=options.batch,
                decay=options.decay,
                adam=adam,
            )
        return params, float(losses.mean())


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(Lanes(run.options, run.folder))
