"""Learning to judge Sawhian: the tables of the `lanes` evaluation from self-play.

Each round plays games with max^n on the present tables, and fits the tables to how the games ended, mixed with what the
search thought. A position gives four logits, one per player, each the sum of 14 line patterns and 7 scalars; their softmax
should match who won. A line's entry is the sum of a coarse part (single cells, pairs and triples of neighbours, which every
game teaches) and a fine part of its own (the whole line, which only frequent lines teach), so that rare lines are judged by
their parts.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from safetensors.numpy import load_file, save_file

from reineke import _core
from reineke.game import GameError

LINES, CODES, SCALARS, UNITS = 14, 5**7, 332, 1024
METADATA = {"format": "reineke-sawhian-lanes", "version": "1", "units": str(UNITS)}

CHUNK = 50
"""Steps between two looks at the clock."""

Params = dict[str, jax.Array]


@dataclass(frozen=True)
class Recipe:
    """Every knob of a run."""

    rounds: int = 12
    games: int = 20_000
    """Self-play games a round."""
    depth: int = 3
    opening: int = 16
    stray: float = 0.04
    keep: int = 4
    """Rounds of games in the replay window."""
    steps: int = 1_500
    batch: int = 8_192
    rate: float = 0.01
    decay: float = 2e-5
    """Pull of the fine part towards zero, per step."""
    trust: float = 0.5
    """Weight of the search's value in the target; the rest is the outcome. The first round has no values."""
    seed: int = 1
    threads: int = 2


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


def quantised(params: Params) -> dict[str, npt.NDArray[np.int16]]:
    """The tables as the Rust core reads them."""
    parts = {name: jnp.asarray(value) for name, value in parts_of_codes().items()}
    lines = np.asarray(tables(params, parts)).reshape(2, 7, CODES)
    limit = 12 * UNITS
    return {
        "lanes": np.clip(np.rint(lines * UNITS), -limit, limit).astype(np.int16),
        "scalars": np.clip(np.rint(np.asarray(params["scalars"]) * UNITS), -limit, limit).astype(np.int16),
    }


def save_model(params: Params, path: Path) -> bytes:
    """Writes a model for play; returns its bytes."""
    save_file(quantised(params), path, metadata=METADATA)
    return path.read_bytes()


class Learner:
    """A run in a folder: games, tables, log, checkpoint."""

    def __init__(self, recipe: Recipe, out: Path) -> None:
        self.recipe, self.out = recipe, out
        out.mkdir(parents=True, exist_ok=True)
        self.parts = {name: jnp.asarray(value) for name, value in parts_of_codes().items()}
        self.round = 0
        self.params = fresh()
        self.optimiser = optax.adam(optax.cosine_decay_schedule(recipe.rate, recipe.steps, 0.05))
        self.window: list[tuple[jax.Array, jax.Array]] = []
        self._steps = jax.jit(self._many, static_argnames="count")

    def _many(
        self, params: Params, state: Any, key: jax.Array, indices: jax.Array, targets: jax.Array, count: int
    ) -> tuple[Params, Any, jax.Array]:
        def one(carry: tuple[Params, Any], key: jax.Array) -> tuple[tuple[Params, Any], jax.Array]:
            params, state = carry
            chosen = jax.random.randint(key, (self.recipe.batch,), 0, len(targets))
            value, gradient = jax.value_and_grad(loss)(params, self.parts, indices[chosen], targets[chosen])
            updates, state = self.optimiser.update(gradient, state, params)
            params = dict(optax.apply_updates(params, updates))
            params["fine"] = params["fine"] * (1 - self.recipe.decay)
            return (params, state), value

        (params, state), losses = jax.lax.scan(one, (params, state), jax.random.split(key, count))
        return params, state, losses

    def play(self) -> dict[str, float]:
        """A round of self-play into the window."""
        recipe, started = self.recipe, time.perf_counter()
        first = self.round == 0
        states, values, outcomes = _core.sawhian_selfplay(
            recipe.games,
            model=None if first else "training",
            depth=recipe.depth,
            opening=recipe.opening,
            stray=recipe.stray,
            seed=recipe.seed * 1_000_003 + self.round,
            threads=recipe.threads,
        )
        trust = 0.0 if first else recipe.trust
        indices = _core.sawhian_lane_indices(states, threads=recipe.threads)
        targets = trust * values + (1 - trust) * outcomes
        self.window.append((jnp.asarray(indices.view(np.int32)), jnp.asarray(targets)))
        self.window = self.window[-recipe.keep :]
        if self.round == 1:  # The games without values have served.
            self.window = self.window[-1:]
        return {"positions": float(len(states)), "play_seconds": time.perf_counter() - started}

    def fit(self) -> dict[str, float]:
        """Fits the tables to the window."""
        recipe, started = self.recipe, time.perf_counter()
        indices = jnp.concatenate([part for part, _ in self.window])
        targets = jnp.concatenate([part for _, part in self.window])
        state = self.optimiser.init(self.params)
        key = jax.random.key(recipe.seed * 1_000_003 + self.round)
        for done in range(0, recipe.steps, CHUNK):
            self.params, state, losses = self._steps(
                self.params, state, jax.random.fold_in(key, done), indices, targets, count=CHUNK
            )
        return {"loss": float(losses.mean()), "fit_seconds": time.perf_counter() - started}

    def run(self, report: Callable[[dict[str, Any]], None], until: float = float("inf")) -> None:
        """Rounds until the recipe is done or the clock says so."""
        if self.round:
            _core.sawhian_load_lanes("training", (self.out / "model.safetensors").read_bytes())
        while self.round < self.recipe.rounds and time.time() < until:
            entry: dict[str, Any] = {"round": self.round, **self.play(), **self.fit()}
            _core.sawhian_load_lanes("training", save_model(self.params, self.out / "model.safetensors"))
            self.round += 1
            self.checkpoint()
            with (self.out / "log.jsonl").open("a") as log:
                log.write(json.dumps(entry) + "\n")
            report(entry)

    def checkpoint(self) -> None:
        """Tables and place; the next round plays its own games."""
        data = {name: np.asarray(value) for name, value in self.params.items()}
        temporary = self.out / "checkpoint.tmp"
        save_file(data, temporary, metadata={"round": str(self.round), "recipe": json.dumps(asdict(self.recipe))})
        temporary.replace(self.out / "checkpoint.safetensors")

    def restore(self, path: Path) -> None:
        """Goes on from a checkpoint."""
        from safetensors import safe_open

        try:
            with safe_open(path, framework="numpy") as file:
                self.round = int(file.metadata()["round"])
            self.params = {name: jnp.asarray(value) for name, value in load_file(path).items()}
        except Exception as error:
            raise GameError(f"{path}: not a checkpoint of this learner ({error})") from None
