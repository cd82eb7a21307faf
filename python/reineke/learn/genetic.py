"""The genetic algorithm of the Sawhian seed: four weights, bred by the games they win.

Each generation plays `population × offsets` games: individual p sits at a table with those 1, 2 and 3 offsets further
down the list, so that everybody plays each offset once in every seat. The list is shuffled after each generation, which
makes the pairing random. The best go on unchanged; the rest are children of two of them, each weight that of one
parent, now and then moved by a mutation.

A generation's generator comes from the seed and the number of the generation, so that the list of individuals is all
that a checkpoint needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.learn.league import SEATS, League, Numbers, Weights
from reineke.learn.options import number, numbers, real, switch
from reineke.learn.run import Entry, Run


@dataclass(frozen=True)
class Options(League):
    """The source's parameters."""

    generations: int = number(100, 1, 1_000_000)
    population: int = number(100, 4, 100_000)
    offsets: tuple[int, ...] = numbers(1, 3, 5, 7, 11)
    """Distances in the list between those who meet; one game per individual and offset."""
    survivors: float = real(0.25, 0, 1)
    """Share that goes on unchanged and breeds: 25 % in the source's text, 33 % in its code."""
    mutation: float = real(0.05, 0, 1)
    """Chance of a mutation, per weight of a child."""
    strength: float = real(0.5, 0, 1_000)
    """A mutation adds a number from -strength to strength."""
    clamp: bool = switch(False)
    """Keep mutated weights in [-1, 1], where they start; the source lets them go."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for offset in self.offsets:
            if any(offset * seat % self.population == 0 for seat in range(1, SEATS)):
                raise GameError(f"offsets={offset}: in a list of {self.population} somebody would meet himself")
        if self.parents < 1:
            raise GameError(f"survivors={self.survivors:g}: nobody out of {self.population} would survive")

    @property
    def parents(self) -> int:
        """How many survive."""
        # 0.29 · 100 is a little less than 29.
        return int(self.population * self.survivors + 1e-9)


def pairings(options: Options) -> Numbers:
    """Who plays whom, as places in the list, in order of the seats. [population · offsets, 4]"""
    places = np.arange(options.population)[:, None, None]
    offsets = np.array(options.offsets)[None, :, None]
    seats = np.arange(SEATS, dtype=np.int64)
    return np.mod(places + offsets * seats, options.population).reshape(-1, SEATS)


def first(options: Options) -> Weights:
    """The first generation: uniform in [-1, 1]. [population, 4]"""
    return np.random.default_rng([options.seed, 0]).uniform(-1, 1, (options.population, 4))


@dataclass(frozen=True)
class Brood:
    """Children, and how they came about."""

    weights: Weights
    """[children, 4]"""
    parents: Numbers
    """Places of both parents in the list of survivors. [children, 2]"""
    mutated: np.ndarray[Any, np.dtype[np.bool_]]
    """[children, 4]"""


def breed(survivors: Weights, count: int, options: Options, rng: np.random.Generator) -> Brood:
    """Children of survivors [n, 4]: uniform crossover, then mutation."""
    parents = rng.integers(len(survivors), size=(count, 2))
    giver = np.take_along_axis(parents, rng.integers(2, size=(count, 4)), axis=1)
    weights = survivors[giver, np.arange(4)]
    mutated = rng.random((count, 4)) < options.mutation
    weights = weights + mutated * rng.uniform(-options.strength, options.strength, (count, 4))
    if options.clamp:
        weights = np.clip(weights, -1, 1)
    return Brood(weights, parents, mutated)


def following(ranked: Weights, options: Options, rng: np.random.Generator) -> Weights:
    """The next generation of one that is sorted by wins, shuffled. [population, 4]"""
    survivors = ranked[: options.parents]
    children = breed(survivors, options.population - options.parents, options, rng).weights
    return rng.permutation(np.concatenate([survivors, children]))


class Genetic:
    """The run as steps: one generation each. The state is the list of individuals before the step."""

    unit = "generation"

    def __init__(self, options: Options) -> None:
        self.options = options
        self.total = options.generations

    def start(self) -> list[list[float]]:
        return first(self.options).tolist()  # type: ignore[no-any-return]

    def valid(self, state: Any, done: int) -> bool:
        array = np.asarray(state, dtype=np.float64)
        return array.shape == (self.options.population, 4) and bool(np.isfinite(array).all())

    def step(self, number: int, state: list[list[float]]) -> tuple[list[list[float]], Entry]:
        options = self.options
        population = np.array(state)
        rng = np.random.default_rng([options.seed, 1, number])
        tables = pairings(options)
        openings = rng.integers(2**63, size=len(tables), dtype=np.uint64) if options.opening else None
        games = options.play(population, tables, openings)
        wins = games.wins(options.population)
        ranked = population[np.argsort(-wins, kind="stable")]
        entry: Entry = {
            "generation": number,
            "games": len(tables),
            "wins": wins.tolist(),
            "draws": games.draws,
            "best": ranked[0].tolist(),
            "best_wins": int(wins.max()),
            "mean": population.mean(axis=0).tolist(),
            "sd": population.std(axis=0).tolist(),
        }
        return following(ranked, options, rng).tolist(), entry

    def result(self, last: Entry) -> list[float]:
        """The best individual of the last generation, as in the source."""
        return list(last["best"])


def train(run: Run[Options]) -> None:
    """Runs the algorithm in the run's folder."""
    run.steps(Genetic(run.options))
