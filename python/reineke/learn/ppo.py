"""Masked PPO for Ganz schön clever, alone: a policy and a value network from thousands of games played side by side.

A packet is `n_steps` decisions (`ppo_games`), from which the networks learn how much better than expected each was
(`ppo_net`). Parts that explore, with a reward for keeping options open, take turns with parts that consolidate
(`plan`). Illegal actions have probability zero, or cost points, or end the game (`invalid`).

A round is some packets. It is a pure function of its number, the options and the file that the checkpoint names: the
weights, the moments of Adam, and every game with its generator. So a killed run goes on as if nothing had happened.
`crates/reineke/src/policy.rs` runs the policy in play, without JAX.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from reineke.game import Game, GameError
from reineke.games.clever.batch import Batch
from reineke.learn import tensors
from reineke.learn.options import number, real, switch, text, word
from reineke.learn.ppo_games import HELD_OUT, Table, histories, summary
from reineke.learn.ppo_net import ADAM, Data, Params, Shape, act, fresh, learn
from reineke.learn.run import Entry, Run
from reineke.spec import Spec, parse

THESIS = (192.26, 201.04, 204.98)
"""Mean scores of the thesis after its phases, in its own game."""


@dataclass(frozen=True)
class Options:
    """Every knob of a run; the defaults are the thesis' final ones."""

    rules: str = text("")
    """Options of the game, such as `mode=thesis,areas=y`; those in the game's own spec override them."""
    steps: int = number(2_220_000, 1, 10**12)
    """Decisions of the first part, exploring; whole packets are played."""
    rest: float = real(0.5, 0, 100)
    """Decisions of a consolidating part for each of the exploring one before it."""
    phases: int = number(3, 1, 64)
    third: str = word("same", "double")
    """The second phase is twice the first. Later ones: as long as it, or doubled again."""
    entropy: float = real(0.1, 0, 10)
    """Weight of the policy's entropy while exploring."""
    settled: float = real(0.0, 0, 10)
    """Its weight while consolidating."""
    environments: int = number(32, 1, 1_000_000)
    n_steps: int = number(2048, 1, 100_000_000)
    """Decisions in a packet."""
    steps_mean: str = word("total", "each")
    """Whether `n_steps` counts over all environments or for each."""
    packets: int = number(32, 1, 1_000_000)
    """In a round: one line of the log, one checkpoint."""
    epochs: int = number(5, 1, 1_000)
    batch: int = number(128, 1, 10_000_000)
    """What is left of an epoch behind its last whole batch is left out."""
    gamma: float = real(1.0, 0, 1)
    lam: float = real(0.95, 0, 1)
    """Of generalised advantage estimation (λ)."""
    rate: float = real(0.0006, 0, 1)
    decay: str = word("none", "linear", "cosine")
    """How the rate falls over the run, to nothing."""
    clip: float = real(0.2, 0, 10)
    value_weight: float = real(0.5, 0, 100)
    """Of the value's error in the loss."""
    norm: float = real(0.5, 0, 1_000_000)
    """Longest gradient."""
    normalise: bool = switch(True)
    """Advantages of a batch: mean 0, deviation 1."""
    width: int = number(1024, 1, 16_384)
    layers: int = number(7, 1, 64)
    """Hidden layers, of that width."""
    activation: str = word("relu", "tanh")
    value: str = word("separate", "shared")
    """A value network of its own, or one more output of the policy's."""
    inputs: str = word("numbers", "bits")
    """How an observation enters: numbers from 0 to 1, or a 1 among zeros for each."""
    layout: str = word("auto", "lean")
    """Of observations and actions; auto: that of the thesis in `mode=thesis`, lean otherwise."""
    scale: float = real(1.0, 0.001, 1_000_000)
    """Points that count as a reward of 1."""
    invalid: str = word("mask", "penalty", "abort")
    """Illegal actions are ruled out, or the game stays as it is and points are lost, or it ends and points are lost."""
    penalty: float = real(1.0, 0, 1_000_000)
    """Points that an illegal action costs."""
    praise: float = real(0.0, 0, 1_000_000)
    """Points that a legal action earns while learning, where illegal ones are not ruled out."""
    forced: float = real(0.0, 0, 1_000_000)
    """Points that a turn costs in which nothing is possible."""
    every: int = number(5, 1, 1_000_000)
    """Rounds between two examinations; phases end with one, too."""
    exam: int = number(1_000, 1, 10_000_000)
    """Games of an examination, always of the same dice, none of which is learnt from."""
    play: str = word("sample", "best")
    """How examinations are played: actions drawn, as in the thesis, or the likeliest ones."""
    model: str = text("")
    """A file `ppo-<n>.safetensors` of another run, whose weights this one begins with."""
    threads: int = number(0, 0, 1_024)
    """For the games; 0: one per CPU. Changes nothing but the time."""
    seed: int = number(0, 0, 2**31 - 1)

    def __post_init__(self) -> None:
        parse_rules(self.rules)
        if self.steps_mean == "total" and self.n_steps % self.environments:
            raise GameError(f"n_steps={self.n_steps}: expected a multiple of environments={self.environments}")
        if self.batch > self.packet:
            raise GameError(f"batch={self.batch}: a packet has {self.packet} decisions")

    @property
    def packet(self) -> int:
        """Decisions in a packet."""
        return self.n_steps * (self.environments if self.steps_mean == "each" else 1)


def parse_rules(rules: str) -> dict[str, str]:
    """`mode=thesis,areas=y` as options of the game."""
    spec = parse(f"clever({rules})") if rules else Spec("clever")
    if spec.args:
        raise GameError(f"rules={rules}: expected options of clever, such as mode=thesis,areas=y")
    if Batch(1, spec.options).seats > 1:
        raise GameError(f"rules={rules}: ppo learns to play alone")
    return spec.options


# The course of a run.


@dataclass(frozen=True)
class Round:
    """What is done in a round."""

    phase: int
    part: str
    """`explore` or `consolidate`."""
    packets: int
    before: int
    """Packets of earlier rounds."""
    ends: bool
    """Whether the phase ends with it."""


def plan(options: Options) -> list[Round]:
    """All rounds: in each phase exploring, then consolidating."""
    rounds: list[Round] = []
    before = 0
    for phase in range(options.phases):
        steps = options.steps * (2 ** min(phase, 1) if options.third == "same" else 2**phase)
        parts = {"explore": max(1, round(steps / options.packet))}
        if options.rest:
            parts["consolidate"] = max(1, round(steps * options.rest / options.packet))
        for part, packets in parts.items():
            for done in range(0, packets, options.packets):
                count = min(options.packets, packets - done)
                ends = part == list(parts)[-1] and done + count == packets
                rounds.append(Round(phase + 1, part, count, before, ends))
                before += count
    return rounds


def rate(options: Options, progress: float) -> float:
    """Of Adam, when so much of the run is done (0 to 1)."""
    left = {"none": 1.0, "linear": 1 - progress, "cosine": 0.5 * (1 + np.cos(np.pi * progress))}
    return float(options.rate * left[options.decay])


# The run.


class PPO:
    """The run as steps: one round each. The state names the file behind it and has the scores of finished phases."""

    unit = "round"

    def __init__(self, game: str, options: Options, folder: Path) -> None:
        self.options, self.folder = options, folder
        rules = {**parse_rules(options.rules), **parse(game).options}
        self.table = Table(rules, options)
        self.plan = plan(options)
        self.total = len(self.plan)
        self.packets = self.plan[-1].before + self.plan[-1].packets
        self.shape = Shape(
            options.activation == "tanh", options.value == "shared", options.epochs, options.batch, options.normalise
        )
        bounds = self.table.bounds
        if options.inputs == "bits":
            values = [np.arange(low, high + 1) for low, high in bounds]
            columns = np.repeat(np.arange(len(bounds)), [len(part) for part in values])
            look: dict[str, Any] = {"column": columns, "value": np.concatenate(values).astype(np.uint8)}
        else:
            look = {"scale": (1 / bounds[:, 1]).astype(np.float32)}
        self.inputs = len(look.get("column", bounds))
        self.look = {name: jnp.asarray(part) for name, part in look.items()}
        self.marks = THESIS if self.table.spec in ("clever(mode=thesis)", "clever(mode=thesis,masks=source)") else ()

    def start(self) -> dict[str, Any]:
        options = self.options
        hidden = [options.width] * options.layers
        params = fresh(self.inputs, hidden, self.table.actions, self.shape.shared, options.seed)
        if options.model:
            params = self.begun(params)
        seeds = np.random.default_rng([options.seed, 1]).integers(HELD_OUT, size=options.environments)
        self.save(0, params, ADAM.init(params), self.table.batch(seeds.tolist()))
        return {"file": "ppo-0.safetensors", "phases": []}

    def begun(self, params: Params) -> Params:
        """The weights of another run."""
        file = Path(self.options.model)
        found = {name.removeprefix("params."): part for name, part in tensors.read(file).items()}
        for name, part in params.items():
            if name not in found or found[name].shape != part.shape:
                raise GameError(f"{file}: does not fit, {name} should be {list(part.shape)}")
        return {name: jnp.asarray(found[name]) for name in params}

    def valid(self, state: Any, done: int) -> bool:
        phases = sum(one.ends for one in self.plan[:done])
        named = state["file"] == f"ppo-{done}.safetensors" and len(state["phases"]) == phases
        return bool(named and (self.folder / state["file"]).is_file())

    def save(self, done: int, params: Params, moments: Any, batch: Batch) -> None:
        """Writes everything that the next round needs."""
        parts: dict[str, Mapping[str, Any]] = {
            "params": params,
            "first": moments.mu,
            "second": moments.nu,
            "games": batch.save(),
        }
        flat = {f"{part}.{name}": value for part, tree in parts.items() for name, value in tree.items()}
        tensors.save(self.folder / f"ppo-{done}.safetensors", {**flat, "count": moments.count})

    def load(self, file: str) -> tuple[Params, Any, Batch]:
        """The weights, the moments of Adam and the games."""
        found = tensors.read(self.folder / file)
        parts: dict[str, dict[str, Any]] = {"params": {}, "first": {}, "second": {}, "games": {}}
        for key, value in found.items():
            part, _, name = key.partition(".")
            if name:
                parts[part][name] = value if part == "games" else jnp.asarray(value)
        moments = optax.ScaleByAdamState(jnp.asarray(found["count"]), parts["first"], parts["second"])
        batch = self.table.batch(0)
        batch.restore(parts["games"])
        return parts["params"], moments, batch

    def step(self, number: int, state: dict[str, Any]) -> tuple[dict[str, Any], Entry]:
        options, now = self.options, self.plan[number]
        tensors.sweep(self.folder, "ppo-*.safetensors", {state["file"]})
        params, moments, batch = self.load(state["file"])
        news, ended = [], []
        for packet in range(now.before, now.before + now.packets):
            key, shuffle = jax.random.split(jax.random.fold_in(jax.random.key(options.seed), packet))
            choose = partial(act, params, self.look, key=key, tanh=self.shape.tanh, best=False)
            rolled, tallies = self.table.roll(batch, choose, options.packet // options.environments)
            knobs = self.knobs(now, packet)
            params, moments, told = learn(params, moments, self.look, rolled, knobs, shuffle, self.shape)
            news.append(told)
            ended.append(tallies)
        self.save(number + 1, params, moments, batch)
        tensors.save(self.folder / "model.safetensors", *self.exported(params))
        entry: Entry = {
            "round": number,
            "phase": now.phase,
            "part": now.part,
            "steps": (now.before + now.packets) * options.packet,
            **self.told(news, np.concatenate(ended)),
        }
        phases = state["phases"]
        if now.ends or (number + 1) % options.every == 0:
            played = self.examine(params, options.play)
            entry["exam"] = summary(played)
            if now.ends:
                tensors.save(self.folder / f"games-phase-{now.phase}.safetensors", histories(played))
                entry["phases"] = phases = [*phases, self.score(now.phase, entry["exam"], params)]
        return {"file": f"ppo-{number + 1}.safetensors", "phases": phases}, entry

    def knobs(self, now: Round, packet: int) -> Data:
        """The numbers that a packet is learnt with."""
        options = self.options
        numbers = {
            "rate": rate(options, packet / self.packets),
            "entropy": options.entropy if now.part == "explore" else options.settled,
            **{name: getattr(options, name) for name in ("clip", "value_weight", "norm", "gamma", "lam")},
        }
        return {name: jnp.float32(value) for name, value in numbers.items()}

    def told(self, news: list[Data], ended: Any) -> Entry:
        """What a round brought: games that ended, and the means of the optimiser's news."""
        entry: Entry = {"games": len(ended)}
        if len(ended):
            means = ended.mean(axis=0)
            entry |= {name: round(float(mean), 3) for name, mean in zip(histories(ended), means, strict=True)}
        means = {name: float(np.mean([one[name] for one in news])) for name in news[0]}
        return entry | {"loss": means.pop("value")} | means

    def examine(self, params: Params, play: str) -> Any:
        """Games with dice that are not learnt from. [games, 4]: score, length, forced turns, illegal actions"""
        key = jax.random.fold_in(jax.random.key(self.options.seed), 2**31)
        best = play == "best" and self.options.invalid == "mask"
        return self.table.examine(partial(act, params, self.look, key=key, tanh=self.shape.tanh, best=best))

    def score(self, phase: int, exam: Entry, params: Params) -> Entry:
        """What a phase came to: its examination, the mean of one played the other way, and what the thesis had."""
        score: Entry = {"phase": phase, **exam}
        if self.options.invalid == "mask":
            other = "sample" if self.options.play == "best" else "best"
            score[f"mean_{other}"] = summary(self.examine(params, other))["mean"]
        if phase <= len(self.marks):
            score["thesis"] = self.marks[phase - 1]
        return score

    def exported(self, params: Params) -> tuple[dict[str, Any], dict[str, str]]:
        """The policy as the core plays it, on observations as they are."""
        weights: dict[str, Any] = {name[2:]: part for name, part in params.items() if name.startswith("p.")}
        if "scale" in self.look:
            weights["w0"] = weights["w0"] * self.look["scale"][:, None]
        metadata = {
            "format": "reineke-policy-net",
            "version": "1",
            "game": self.table.spec,
            "layout": self.table.layout,
            "inputs": self.options.inputs,
            "activation": self.options.activation,
            "features": str(self.inputs),
            "actions": str(self.table.actions),
        }
        return weights, metadata

    def result(self, last: Entry) -> dict[str, Any]:
        """The file to play with, and how well it did after each phase."""
        return {"model": "model.safetensors", "exam": last["exam"], "phases": last["phases"]}


def check(game: Game) -> None:
    """Complains about other games."""
    spec = parse(game.spec)
    if spec.name != "clever" or game.seats != 1:
        raise GameError(f"ppo learns clever for one seat, not {game.spec}")


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(PPO(run.game, run.options, run.folder))
