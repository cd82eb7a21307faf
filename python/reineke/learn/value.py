"""Learning to judge any game that has features: a small network from self-play.

Each round plays games with the tree search on the present network (the first one with random play-outs), and fits the
network to how the games ended, mixed with what the search thought on the way. The network looks at a position once per
seat, at what that seat sees, and says one number. In a game with a constant sum the softmax of these numbers shares out
the sum; in any other each number, squashed, is that seat's value. `crates/reineke/src/net.rs` runs the same network in
play, without JAX.

A round is a pure function of its number, the options and the files that the checkpoint names: the network and the
positions of the last rounds. So a killed run goes on as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from reineke import _core
from reineke.agent import Agent, Budget, Decision
from reineke.agents.simple import Random
from reineke.agents.thinking import SearchAgent
from reineke.game import CHANCE, NO_ACTION, OVER, Game, GameError
from reineke.games import NativeGame
from reineke.games import load as load_game
from reineke.learn import tensors
from reineke.learn.options import number, real
from reineke.learn.run import Entry, Run

Array = npt.NDArray[np.float32]
Params = dict[str, jax.Array]
Maker = Callable[[], Agent]

CHUNK = 50
"""Steps of the optimiser in one call; batches of a chunk are gathered together."""


@dataclass(frozen=True)
class Options:
    """Every knob of a run."""

    rounds: int = number(10, 1, 1_000_000)
    games: int = number(200, 1, 10_000_000)
    """Self-play games a round."""
    nodes: int = number(50, 1, 10_000_000)
    """Of the search behind every move."""
    opening: int = number(4, 0, 1_000)
    """A game begins with up to so many random turns, so that games differ."""
    stray: float = real(0.1, 0, 1)
    """How often a random action is played later on."""
    keep: int = number(4, 1, 1_000)
    """Rounds of games that the network is fitted to."""
    trust: float = real(0.5, 0, 1)
    """Weight of the search's judgement in the target; the rest is the outcome."""
    width: int = number(64, 1, 4_096)
    layers: int = number(2, 0, 16)
    """Hidden layers of the network, of that width."""
    steps: int = number(600, 1, 10_000_000)
    """Of the optimiser, a round."""
    batch: int = number(256, 1, 1_000_000)
    rate: float = real(0.003, 0, 1)
    decay: float = real(0.0001, 0, 1)
    """Pull of the weights towards zero (AdamW)."""
    every: int = number(2, 1, 1_000_000)
    """Rounds between two matches; the last round ends with one, too."""
    blocks: int = number(20, 1, 1_000_000)
    """Of each match: one opening, the network in every seat in turn."""
    seed: int = number(0, 0, 2**31 - 1)


# How outcomes look to the network.


def head(game: Game) -> str:
    """`share` where the outcomes of several seats add up to a constant, `value` otherwise."""
    return "share" if game.seats > 1 and game.sum is not None and game.sum > game.seats * game.low else "value"


def scaled(game: Game, values: Any) -> Array:
    """Outcomes [..., seats] on the scale of targets and scores: shares of the sum, or places in the range, 0 to 1."""
    whole = game.sum - game.seats * game.low if head(game) == "share" and game.sum is not None else game.high - game.low
    return ((np.asarray(values, dtype=np.float64) - game.low) / whole).astype(np.float32)


# The network.


def fresh(inputs: int, options: Options) -> Params:
    """Random layers, the last one at zero: every position is a tie."""
    rng = np.random.default_rng([options.seed, 0])
    widths = [inputs, *[options.width] * options.layers, 1]
    params: Params = {}
    for index, (rows, columns) in enumerate(pairwise(widths)):
        scale = np.sqrt(2 / rows) if index < options.layers else 0.0
        params[f"w{index}"] = jnp.asarray(rng.standard_normal((rows, columns)) * scale, dtype=jnp.float32)
        params[f"b{index}"] = jnp.zeros(columns)
    return params


def logits(params: Params, features: jax.Array) -> jax.Array:
    """What the network says of features [..., inputs]. [...]"""
    last = len(params) // 2 - 1
    for index in range(last):
        features = jax.nn.relu(features @ params[f"w{index}"] + params[f"b{index}"])
    return (features @ params[f"w{last}"] + params[f"b{last}"])[..., 0]


def loss(params: Params, features: jax.Array, targets: jax.Array, kind: str) -> jax.Array:
    """Cross-entropy of the shares, or squared error of the values. features [B, seats, inputs], targets [B, seats]"""
    said = logits(params, features)
    if kind == "share":
        return -(targets * jax.nn.log_softmax(said)).sum(-1).mean()
    return jnp.square(jnp.tanh(said) - (2 * targets - 1)).mean()


@cache
def optimiser(rate: float, steps: int, decay: float) -> Any:
    """Adam with decay, its rate falling over the round."""
    return optax.adamw(optax.cosine_decay_schedule(rate, steps, 0.05), weight_decay=decay)


@partial(jax.jit, static_argnames=("kind", "adam"))
def many_steps(
    params: Params, state: Any, features: jax.Array, targets: jax.Array, kind: str, adam: Any
) -> tuple[Params, Any, jax.Array]:
    """A step for each batch of features [steps, B, seats, inputs] and targets [steps, B, seats]."""

    def one(carry: tuple[Params, Any], batch: tuple[jax.Array, jax.Array]) -> tuple[tuple[Params, Any], jax.Array]:
        params, state = carry
        value, gradient = jax.value_and_grad(loss)(params, *batch, kind)
        updates, state = adam.update(gradient, state, params)
        return (optax.apply_updates(params, updates), state), value

    (params, state), losses = jax.lax.scan(one, (params, state), (features, targets))
    return params, state, losses


def fit(
    params: Params, features: Array, targets: Array, kind: str, options: Options, seed: int
) -> tuple[Params, float]:
    """The network fitted to positions, and the loss at the end."""
    rng = np.random.default_rng(seed)
    adam = optimiser(options.rate, options.steps, options.decay)
    state = adam.init(params)
    for done in range(0, options.steps, CHUNK):
        chosen = rng.integers(len(targets), size=(min(CHUNK, options.steps - done), options.batch))
        params, state, losses = many_steps(params, state, features[chosen], targets[chosen], kind, adam)
    return params, float(losses.mean())


# The games.


@dataclass
class Episode:
    """A finished game: its positions behind the opening, what the searches thought there, and the outcome."""

    states: list[Any]
    thoughts: list[npt.NDArray[np.float64] | None]
    """One number per seat, or None where nobody searched."""
    outcome: Sequence[float]


def play(game: Game, agents: Sequence[Agent], seed: int, opening: int, stray: float = 0.0) -> Episode:
    """A game that begins with some random turns, and has stray ones."""
    rng, dice = np.random.default_rng(seed), _core.Dice(seed)
    for seat, agent in enumerate(agents):
        agent.start(game, seat, int(rng.integers(2**63)))
    episode = Episode([], [], ())
    state, turns = game.start(dice), 0
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            outcomes, odds = zip(*game.odds(state), strict=True)
            move: Any = int(rng.choice(outcomes, p=np.divide(odds, np.sum(odds))))
            thought = None
        else:
            joint, thoughts = [NO_ACTION] * game.seats, []
            for seat in turn if isinstance(turn, tuple) else (turn,):
                view = game.view(state, seat)
                if turns < opening:
                    joint[seat] = int(rng.choice(view.legal))
                    continue
                decision = agents[seat].decide(view, Budget())
                joint[seat] = int(rng.choice(view.legal)) if rng.random() < stray else decision.action
                thoughts.append(judgement(decision))
            move = tuple(joint) if isinstance(turn, tuple) else joint[turn]
            known = [values for values in thoughts if values is not None]
            thought = np.mean(known, axis=0) if known else None
            turns += 1
        if turns > opening or (turns == opening and turn == CHANCE):
            episode.states.append(state)
            episode.thoughts.append(thought)
        state = game.play(state, move, dice)
    episode.outcome = game.outcome(state)
    return episode


def judgement(decision: Decision) -> npt.NDArray[np.float64] | None:
    """What a decision expects, per seat; None where the search does not know it."""
    known = [choice for choice in decision.choices if choice.values is not None and choice.share > 0]
    if not known:
        return None
    return np.average([choice.values for choice in known], axis=0, weights=[choice.share for choice in known])


def examples(game: Game, episodes: Sequence[Episode], trust: float) -> tuple[Array, Array]:
    """What the network should learn from games: features [n, seats, inputs], targets [n, seats]."""
    features: list[Any] = []
    targets: list[Array] = []
    for episode in episodes:
        outcome = scaled(game, episode.outcome)
        for state, thought in zip(episode.states, episode.thoughts, strict=True):
            features.append([game.features(state, seat) for seat in range(game.seats)])
            mixed = outcome if thought is None else trust * scaled(game, thought) + (1 - trust) * outcome
            targets.append(mixed)
    try:
        return np.array(features, dtype=np.float32), np.array(targets, dtype=np.float32)
    except (TypeError, ValueError):
        raise GameError(f"{game.spec}: features() must give equally many numbers for every position") from None


# The run.


class Value:
    """The run as steps: one round each. The state names the network and the positions of the last rounds."""

    unit = "round"

    def __init__(self, game: Game, options: Options, folder: Path) -> None:
        self.game, self.options, self.folder = game, options, folder
        self.total = options.rounds
        self.inputs = feature_count(game)
        self.kind = head(game)
        self.metadata = {
            "format": "reineke-value-net",
            "version": "1",
            "game": _core.net_game(game.core if isinstance(game, NativeGame) else game),
            "seats": str(game.seats),
            "features": str(self.inputs),
            "head": self.kind,
        }

    def start(self) -> dict[str, Any]:
        tensors.save(self.folder / "net-0.safetensors", fresh(self.inputs, self.options), self.metadata)
        return {"net": "net-0.safetensors", "positions": []}

    def valid(self, state: Any, done: int) -> bool:
        names = [state["net"], *state["positions"]]
        return state["net"] == f"net-{done}.safetensors" and all((self.folder / name).is_file() for name in names)

    def step(self, number: int, state: dict[str, Any]) -> tuple[dict[str, Any], Entry]:
        options, folder = self.options, self.folder
        tensors.sweep(folder, "net-*.safetensors", {state["net"]})
        tensors.sweep(folder, "positions-*.safetensors", state["positions"])
        features, targets = self.self_play(number, folder / state["net"])
        names = {"net": f"net-{number + 1}.safetensors", "positions": f"positions-{number}.safetensors"}
        tensors.save(folder / names["positions"], {"features": features, "targets": targets})
        window = [*state["positions"], names["positions"]][-options.keep :]
        params = {name: jnp.asarray(part) for name, part in tensors.read(folder / state["net"]).items()}
        surprise = float(loss(params, jnp.asarray(features), jnp.asarray(targets), self.kind))
        parts = [tensors.read(folder / name) for name in window]
        features, targets = (np.concatenate([part[key] for part in parts]) for key in ("features", "targets"))
        params, final = fit(params, features, targets, self.kind, options, self.seed(number, 1))
        model = tensors.save(folder / names["net"], params, self.metadata)
        tensors.write(folder / "model.safetensors", model)
        entry: Entry = {
            "round": number,
            "games": options.games,
            "positions": len(parts[-1]["targets"]),
            "loss": final,
            "surprise": surprise,
        }
        if (number + 1) % options.every == 0 or number + 1 == options.rounds:
            entry["scores"] = self.scores(number, folder / names["net"], folder / state["net"])
        return {"net": names["net"], "positions": window}, entry

    def result(self, last: Entry) -> dict[str, Any]:
        """The file to play with, and how well it did."""
        return {"model": "model.safetensors", "loss": last["loss"], "scores": last["scores"]}

    def seed(self, number: int, use: int, index: int = 0) -> int:
        """A seed for one use in one round."""
        return int(np.random.default_rng([self.options.seed, 1 + number, use, index]).integers(2**63))

    def searcher(self, net: Path | None) -> Agent:
        """A tree search on a network, or with random play-outs."""
        options = {"eval": "flat"} if net is None else {"eval": "net", "model": str(net)}
        return SearchAgent(self.game, "mcts", options, Budget(nodes=self.options.nodes))

    def self_play(self, number: int, net: Path) -> tuple[Array, Array]:
        """A round of games against oneself: features [n, seats, inputs], targets [n, seats]."""
        options, game = self.options, self.game
        agents = [self.searcher(net if number else None) for _ in range(game.seats)]
        episodes = []
        for index in range(options.games):
            seed = self.seed(number, 2, index)
            episodes.append(play(game, agents, seed, seed % (options.opening + 1), options.stray))
        if not any(episode.states for episode in episodes):
            raise GameError(f"opening={options.opening}: every game of {game.spec} was over by then")
        return examples(game, episodes, options.trust)

    def scores(self, number: int, net: Path, previous: Path) -> dict[str, float]:
        """Mean score of a network's search against others at equal nodes, 0 to 1; in a solo game, of each alone."""
        ours: Maker = partial(self.searcher, net)
        others: dict[str, Maker] = {"random": Random, "mcts": partial(self.searcher, None)}
        if number:
            others["previous"] = partial(self.searcher, previous)
        if self.game.seats == 1:
            return {name: self.score(number, make, make) for name, make in {"net": ours, **others}.items()}
        return {name: self.score(number, ours, theirs) for name, theirs in others.items()}

    def score(self, number: int, ours: Maker, theirs: Maker) -> float:
        """Mean score of one agent that takes every seat in turn, the others' kind in the rest."""
        game, results = self.game, []
        for block in range(self.options.blocks):
            for seat in range(game.seats):
                agents = [ours() if place == seat else theirs() for place in range(game.seats)]
                outcome = play(game, agents, self.seed(number, 3, block), game.opening).outcome
                results.append(float(scaled(game, outcome)[seat]))
        return round(float(np.mean(results)), 4)


def feature_count(game: Game) -> int:
    """How many features a position has."""
    return len(game.features(game.start(_core.Dice(0)), 0))


def check(game: Game) -> None:
    """Complains about a game that no network can look at."""
    if feature_count(game) == 0:
        raise GameError(f"{game.spec} has no features: a network needs features(state, seat)")


def train(run: Run[Options]) -> None:
    """Trains in the run's folder."""
    run.steps(Value(load_game(run.game), run.options, run.folder))
