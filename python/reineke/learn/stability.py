"""How much the best tuple still jumps late in the genetic algorithm, and what calms it.

The source saw its best tuple jump to the end, and suspected too few games or too much mutation. Here each remedy is one
arm, all arms share seeds and so first generations, and one number per weight says how calm an arm is: the mean absolute
change of the best tuple from one generation to the next, over the last generations. As a tuple and any positive
multiple of it play the same moves, the angle between successive tuples is measured too.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from reineke.learn.league import PUBLISHED, League, Weights
from reineke.learn.options import number
from reineke.learn.run import Run
from reineke.learn.study import finish, outcome, part, rounded
from reineke.learn.tournament import Group, tournament


@dataclass(frozen=True)
class Options:
    """How large the study is."""

    seeds: int = number(8, 1, 1_000)
    generations: int = number(100, 3, 100_000)
    population: int = number(100, 40, 10_000)
    tail: int = number(30, 2, 99_999)
    """Generations at the end over which the jumps are averaged."""
    tables: int = number(3_000, 2, 1_000_000)
    """Of the closing tournament, four games each."""
    depth: int = number(2, 1, 12)
    seed: int = number(0, 0, 2**31 - 1)
    threads: int = number(0, 0, 256)


MANY = list(range(1, 40, 2))
ARMS: dict[str, tuple[str, dict[str, Any]]] = {
    "baseline": ("the source's parameters", {}),
    "games-x4": ("four times the games", {"offsets": MANY}),
    "strength-0.1": ("mutation ±0.1 instead of ±0.5", {"strength": 0.1}),
    "mutation-0.01": ("mutation of 1 % instead of 5 %", {"mutation": 0.01}),
    "both": ("four times the games, mutation ±0.1", {"offsets": MANY, "strength": 0.1}),
    "flaw": ("the source's flawed winner", {"flaw": True}),
}
"""Every arm: what it is, and how it differs from the baseline."""


def jumps(tuples: Weights, tail: int) -> Weights:
    """Mean absolute change per weight between successive tuples [n, 4], over the last `tail` of them. [4]"""
    changes: Weights = np.abs(np.diff(tuples, axis=0))[-tail:].mean(axis=0)
    return changes


def turn(tuples: Weights, tail: int) -> float:
    """Mean angle in degrees between successive tuples [n, 4], over the last `tail` of them."""
    unit = tuples / np.linalg.norm(tuples, axis=1, keepdims=True)
    cosines = np.clip((unit[1:] * unit[:-1]).sum(axis=1), -1, 1)[-tail:]
    return float(np.degrees(np.arccos(cosines)).mean())


def train(run: Run[Options]) -> None:
    """Runs every arm under every seed, and a tournament of what they found."""
    options = run.options
    shared = {key: getattr(options, key) for key in ("generations", "population", "depth", "threads")}
    arms = []
    groups: dict[str, Group] = {}
    for name, (about, changes) in ARMS.items():
        logs = []
        for seed in range(options.seed, options.seed + options.seeds):
            lines = part(run, f"{name}-{seed}", "genetic", {**shared, **changes, "seed": seed})
            logs.append(
                {
                    "seed": seed,
                    "weights": rounded(outcome(run, f"{name}-{seed}"), 4),
                    "draws": [line["draws"] for line in lines],
                    "best": [rounded(line["best"]) for line in lines],
                    "mean": [rounded(line["mean"]) for line in lines],
                    "spread": round(float(np.mean([line["sd"] for line in lines[-options.tail :]])), 4),
                }
            )
        arms.append({"name": name, "about": about, "games": lines[-1]["games"], "runs": logs})
        groups[name] = [outcome(run, f"{name}-{log['seed']}") for log in logs]
    groups["published"] = [list(PUBLISHED)]
    league = League(depth=options.depth, opening=8, seed=options.seed, threads=options.threads)
    standings = [standing.json() for standing in tournament(groups, options.tables, league)]
    finish(run, {"options": asdict(options), "arms": arms, "tournament": standings})
