"""Learning what a Ganz schön clever position is worth: TD(λ) on the positions after decisions.

Each round plays games in which every decision goes to the position that the network likes best (now and then to
another), and fits the network to λ-returns: the expected scores that followed, the nearer the heavier. The very first
round is played greedily by the points on the sheet, unless it begins with a known network. The network sees bits alone
(`crates/reineke/src/games/clever/features.rs`); `crates/reineke/src/net.rs` runs it in play, without JAX.

What is played and saved is the running average of the weights, which is steadier than the weights themselves. A round
is a pure function of its number, the options and the file that the checkpoint names, so a killed run goes on as if
nothing had happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from reineke import _core, models
from reineke.game import Game, GameError
from reineke.learn import tensors
from reineke.learn.options import number, real, text
from reineke.learn.run import Entry, Run
from reineke.spec import parse

Params = dict[str, jax.Array]
Bits = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float32]
Loss = Callable[[Params, jax.Array, jax.Array], jax.Array]
Fit = Callable[..., tuple[Params, Any, Params, jax.Array]]

_NAME = "training"
_PIECE = 16
"""Steps that are fitted by one call; what is left over goes one by one, so that JAX compiles two shapes and no more."""


@dataclass(frozen=True)
class Common:
    """Knobs of everything that is fitted round by round to games of its own."""

    rounds: int = number(200, 1, 1_000_000)
    games: int = number(2_000, 1, 10_000_000)
    """Self-play games a round."""
    batch: int = number(512, 1, 1_000_000)
    rate: float = real(0.001, 0, 1)
    """Of Adam at first; falls along a cosine to a fiftieth."""
    average: float = real(0.999, 0, 1)
    """How much of the running average of the weights a step keeps."""
    threads: int = number(2, 1, 1_024)
    seed: int = number(0, 0, 2**31 - 1)
    tables: int = number(1, 1, 4)
    """From 2 on: every seat, as if alone, at tables of two to so many; 1: the game itself."""


@dataclass(frozen=True)
class Options(Common):
    """Every knob of a run."""

    stray: float = real(0.05, 0, 1)
    """How often a random action is played at first; falls to nothing over the run."""
    lam: float = real(0.8, 0, 1)
    """Weight of what came later against what was expected next (λ)."""
    width: int = number(128, 1, 4_096)
    layers: int = number(2, 1, 16)
    """Hidden layers of the network, of that width."""
    every: int = number(10, 1, 1_000_000)
    """Rounds between two examinations; the last round ends with one, too."""
    exam: int = number(2_000, 1, 10_000_000)
    """Games of an examination, always of the same dice, none of which is learnt from."""
    begin: str = text("")
    """A network of the package to begin with; none: one that knows nothing, `width` and `layers` as given."""


Knobs = TypeVar("Knobs", bound=Common)

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


def known(name: str) -> Params:
    """A value network of the package; inputs that are newer than it count nothing yet."""
    if name not in models.shipped():
        raise GameError(f"begin={name}: no network of the package")
    params = {key: jnp.asarray(array) for key, array in tensors.read(models.path(name)).items()}
    inputs = len(params["w0"]) if "w0" in params else 0
    if not 0 < inputs <= INPUTS or params[f"b{len(params) // 2 - 1}"].shape != (1,):
        raise GameError(f"begin={name}: not a value network of clever")
    return params | {"w0": jnp.pad(params["w0"], ((0, INPUTS - inputs), (0, 0)))}


def outputs(params: Params, bits: jax.Array) -> jax.Array:
    """Everything that a network says of positions, 32 bits a word [n, words]. [n, outputs]"""
    spread = (bits[:, :, None] >> jnp.arange(32, dtype=jnp.uint32)) & 1
    features = spread.reshape(len(bits), -1)[:, : len(params["w0"])].astype(jnp.float32)
    last = len(params) // 2 - 1
    for index in range(last):
        features = jax.nn.relu(features @ params[f"w{index}"] + params[f"b{index}"])
    return features @ params[f"w{last}"] + params[f"b{last}"]


def judged(params: Params, bits: jax.Array) -> jax.Array:
    """What a network of one output says. [n]"""
    return outputs(params, bits)[:, 0]


def loss(params: Params, bits: jax.Array, targets: jax.Array) -> jax.Array:
    """Mean squared error."""
    return jnp.square(judged(params, bits) - targets).mean()


_ADAM = optax.scale_by_adam()


def fitter(loss: Loss) -> Fit:
    """What fits a network by a loss."""

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

    return fit


fit = fitter(loss)


def dice(options: Common, number: int) -> int:
    """The seed of a round's games."""
    return options.seed * 1_000_003 + 1 + number


class Rounds(Generic[Knobs]):
    """A run as steps: one round each. The state names the file with weights, moments and average."""

    unit = "round"
    head: str
    """How the core reads what the network says."""

    def __init__(self, game: str, options: Knobs, folder: Path, fit: Fit) -> None:
        self.options, self.folder, self.fit = options, folder, fit
        self.total = options.rounds
        spec = parse(game)
        self.game = dict(spec.options)
        self.metadata = {
            "format": "reineke-value-net",
            "version": "1",
            "game": game,
            "seats": self.game.get("seats", str(options.tables)),
            "features": str(INPUTS),
            "head": self.head,
        }

    def first(self) -> Params:
        """The weights before the first round."""
        raise NotImplementedError

    def play(self, number: int, mean: Params) -> tuple[Bits, Floats, Entry]:
        """The games of a round, given the averaged weights: positions, targets, and what the log tells of them."""
        raise NotImplementedError

    def grade(self, number: int, model: bytes) -> Entry:
        """What the log tells of the file made of the averaged weights after a round."""
        return {}

    def start(self) -> dict[str, Any]:
        params = self.first()
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
        bits, targets, told = self.play(number, mean)
        steps = len(targets) // options.batch
        if steps == 0:
            raise GameError(f"games={options.games}: too few for one batch of {options.batch}")
        order = np.random.default_rng([options.seed, 1 + number]).permutation(len(targets))
        chosen = order[: steps * options.batch].reshape(steps, options.batch)
        rate = options.rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * number / options.rounds)))
        keep = min(options.average, 1 - 1 / (10 + number))
        error, first = 0.0, 0
        for count in [_PIECE] * (steps // _PIECE) + [1] * (steps % _PIECE):
            piece = chosen[first : first + count]
            params, moments, mean, part = self.fit(params, moments, mean, bits[piece], targets[piece], rate, keep)
            error, first = error + count * float(part), first + count
        self.save(number + 1, params, moments, mean)
        model = tensors.save(self.folder / "model.safetensors", mean, self.metadata)
        entry = {"round": number, "games": options.games, "positions": len(targets), "loss": error / steps}
        return {"file": f"td-{number + 1}.safetensors"}, entry | told | self.grade(number, model)

    def result(self, last: Entry) -> dict[str, Any]:
        """The file to play with, and how well it did."""
        return {"model": "model.safetensors"} | {key: last[key] for key in ("exam", "surprise") if key in last}


class TD(Rounds[Options]):
    """Learns what to expect from the games that it plays."""

    head = "value"

    def __init__(self, game: str, options: Options, folder: Path) -> None:
        super().__init__(game, options, folder, fit)

    def first(self) -> Params:
        return known(self.options.begin) if self.options.begin else fresh(self.options)

    def play(self, number: int, mean: Params) -> tuple[Bits, Floats, Entry]:
        options = self.options
        judges = number > 0 or options.begin != ""
        if judges:
            _core.load_net(_NAME, tensors.pack(mean, self.metadata))
        seen, targets, scores = _core.clever_selfplay(
            self.game,
            options.games,
            models=[_NAME] if judges else [],
            stray=options.stray * (1 - number / options.rounds),
            lam=options.lam,
            seed=dice(options, number),
            threads=options.threads,
            tables=options.tables,
        )
        return seen.view(np.uint32), targets, {"score": round(float(scores.mean()), 3)}

    def grade(self, number: int, model: bytes) -> Entry:
        last = number + 1 == self.options.rounds
        return {"exam": self.examine(model)} if last or (number + 1) % self.options.every == 0 else {}

    def examine(self, model: bytes) -> float:
        """Mean score without stray actions, over games with dice that are not learnt from."""
        _core.load_net(_NAME, model)
        options = self.options
        _, _, scores = _core.clever_selfplay(
            self.game,
            options.exam,
            models=[_NAME],
            seed=2**62 + options.seed,
            threads=options.threads,
            tables=options.tables,
        )
        return round(float(scores.mean()), 3)


def check(game: Game) -> None:
    """Complains about other games."""
    if parse(game.spec).name != "clever":
        raise GameError(f"td learns clever, not {game.spec}")


def fits(game: str, options: Options) -> None:
    """Complains about tables, and about networks to begin with, that cannot be."""
    if options.tables > 1 and game != "clever":
        raise GameError(f"tables={options.tables}: for clever alone, not for {game}")
    if options.begin:
        params = known(options.begin)
        layers, width = len(params) // 2 - 1, params["b0"].shape[0]
        if (options.layers, options.width) != (layers, width):
            raise GameError(f"begin={options.begin}: has layers={layers} and width={width}")


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(TD(run.game, run.options, run.folder))
