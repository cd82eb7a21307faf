"""Learning how likely each score is from a Ganz schön clever position: the odds behind the value network's expectation.

The games are those of a value network of the package, which goes on to the position it likes best and does not change.
The new network begins as that network and tells for each of a ladder of scores the log-odds of reaching it, fitted to
how the games ended by cross-entropy. Final scores are noisy, so the mean that the odds amount to is held to what
the value network expects, which was learnt from many more games; what is learnt here is the spread around it.

With odds an agent can play for the win instead of for points (`crates/reineke/src/games/clever/odds.rs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from reineke import _core, models
from reineke.game import Game, GameError
from reineke.learn.options import real
from reineke.learn.run import Entry, Run
from reineke.learn.td import MIDDLE, SCALE, Bits, Common, Floats, Params, Rounds, dice, fitter, judged, known, outputs

MODELS = "clever-td", "clever-tables"
"""The value networks whose games are looked at: of the solo game, and of every seat at tables of several."""
LOWEST, STEP, RUNGS = _core.clever_rungs()
LADDER = LOWEST + STEP * np.arange(RUNGS, dtype=np.float32)

_JUDGED = 65_536
"""Positions of a round, at most, that tell how surprising its games were."""
_NARROW = 12.0
"""Points by which the log-odds of the first network go down by one."""


@dataclass(frozen=True)
class Options(Common):
    """Every knob of a run."""

    hold: float = real(1.0, 0, 1_000)
    """How firmly the mean is held to the value network's: weight of the squared distance, in steps of the ladder."""


def widened(value: Params) -> Params:
    """A value network as one that tells odds: an S-curve around what it expects."""
    last = len(value) // 2 - 1
    weights, bias = value[f"w{last}"], value[f"b{last}"]
    scale = SCALE / _NARROW
    return value | {
        f"w{last}": jnp.tile(weights * scale, (1, RUNGS)),
        f"b{last}": bias * scale + (MIDDLE - LADDER) / _NARROW,
    }


def surprise(logits: jax.Array, scores: jax.Array) -> jax.Array:
    """Mean cross-entropy of log-odds [n, rungs] and final scores [n], summed over the ladder."""
    reached = (scores[:, None] >= LADDER).astype(jnp.float32)
    missed: jax.Array = optax.sigmoid_binary_cross_entropy(logits, reached)
    return missed.sum(-1).mean()


def loss(value: Params, hold: float, params: Params, bits: jax.Array, scores: jax.Array) -> jax.Array:
    """Surprise, and the distance between the means of both networks."""
    logits = outputs(params, bits)
    mean = LOWEST - STEP / 2 + STEP * jax.nn.sigmoid(logits).sum(-1)
    apart = (mean - MIDDLE - SCALE * judged(value, bits)) / STEP
    return surprise(logits, scores) + hold * jnp.square(apart).mean()


# Of games that have not been learnt from.
_surprised = jax.jit(lambda params, bits, scores: surprise(outputs(params, bits), scores))


class Odds(Rounds[Options]):
    """Learns from the games of the value network."""

    head = "odds"

    def __init__(self, game: str, options: Options, folder: Path) -> None:
        self.model = MODELS[options.tables > 1]
        self.value = known(self.model)
        models.load(self.model)
        super().__init__(game, options, folder, fitter(lambda *known: loss(self.value, options.hold, *known)))

    def first(self) -> Params:
        return widened(self.value)

    def play(self, number: int, mean: Params) -> tuple[Bits, Floats, Entry]:
        options = self.options
        seen, ends, scores = _core.clever_selfplay(
            self.game,
            options.games,
            models=[self.model],
            lam=1.0,
            seed=dice(options, number),
            threads=options.threads,
            tables=options.tables,
        )
        bits, ends = seen.view(np.uint32), (MIDDLE + SCALE * ends).round()
        surprised = float(_surprised(mean, bits[:_JUDGED], ends[:_JUDGED]))
        return bits, ends, {"score": round(float(scores.mean()), 3), "surprise": round(surprised, 4)}


def check(game: Game) -> None:
    """Complains about all games but the one that the value network knows."""
    if game.spec != "clever":
        raise GameError(f"odds learns clever, not {game.spec}")


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(Odds(run.game, run.options, run.folder))
