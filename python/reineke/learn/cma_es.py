"""CMA-ES on the four weights, by the library `cma`.

A candidate's fitness is its share of won games against a pool that rolls along: it starts with random individuals, and
after every generation the present centre of the search takes the place of the oldest. All candidates of a generation
play the same tables (three of the pool, an opening, all four seats), so that they differ in nothing but their weights.

What has been told to the strategy is the whole state: with the same draws it gives the same strategy, so that a
checkpoint is the list of fitness values, and a resumed run tells them again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.learn.league import SEATS, League, Numbers, Weights, opening_seeds, rotations
from reineke.learn.options import number, real
from reineke.learn.run import Entry, Run


@dataclass(frozen=True)
class Options(League):
    """The strategy and how it is judged; by default just under 50,000 games."""

    generations: int = number(52, 1, 100_000)
    candidates: int = number(16, 4, 1_000)
    """Per generation."""
    tables: int = number(15, 1, 100_000)
    """Per candidate, each played in all four seats."""
    pool: int = number(16, 3, 10_000)
    sigma: float = real(0.5, 1e-6, 1_000)
    """First step size; the search starts at zero."""


class Strategy:
    """The strategy with its own draws."""

    def __init__(self, options: Options) -> None:
        try:
            import cma
        except ModuleNotFoundError:
            raise GameError("cma needs the package cma: install reineke[learn]") from None
        rng = np.random.default_rng([options.seed, 0])
        settings = {
            "popsize": options.candidates,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": math.nan,
            "verbose": -10,
            "verb_log": 0,
        }
        self._strategy = cma.CMAEvolutionStrategy([0.0] * 4, options.sigma, settings)
        self.candidates = self._ask()

    def tell(self, fitness: list[float]) -> None:
        """How good the candidates were, higher is better; new ones follow."""
        self._strategy.tell(list(self.candidates), [-value for value in fitness])
        self.candidates = self._ask()

    @property
    def centre(self) -> Weights:
        """The mean of the search distribution. [4]"""
        return np.array(self._strategy.mean)

    @property
    def spread(self) -> Weights:
        """Its standard deviations. [4]"""
        return np.array(self._strategy.stds)

    def _ask(self) -> Weights:
        return np.array(self._strategy.ask())


class CmaEs:
    """The run as steps: one generation each. The state is the fitness of all candidates so far. [done, candidates]"""

    unit = "generation"

    def __init__(self, options: Options) -> None:
        self.options = options
        self.total = options.generations
        self._begin()

    def _begin(self) -> None:
        self._strategy = Strategy(self.options)
        self._told = 0
        self._pool = np.random.default_rng([self.options.seed, 2]).uniform(-1, 1, (self.options.pool, 4))

    def start(self) -> list[list[float]]:
        return []

    def valid(self, state: Any, done: int) -> bool:
        array = np.asarray(state, dtype=np.float64)
        return array.shape == (done, self.options.candidates) and bool(((array >= 0) & (array <= 1)).all())

    def step(self, number: int, state: list[list[float]]) -> tuple[list[list[float]], Entry]:
        options = self.options
        self._catch_up(state)
        candidates, spread = self._strategy.candidates, self._strategy.spread
        rng = np.random.default_rng([options.seed, 1, number])
        pairings = self._pairings(rng)
        openings = np.tile(opening_seeds(options.tables, rng), options.candidates)
        games = options.play(np.concatenate([self._pool, candidates]), pairings, openings)
        wins = games.wins(options.pool + options.candidates)[options.pool :]
        fitness: list[float] = (wins / (options.tables * SEATS)).tolist()
        state = [*state, fitness]
        self._catch_up(state)
        entry: Entry = {
            "generation": number,
            "games": len(pairings),
            "wins": wins.tolist(),
            "draws": games.draws,
            "best": candidates[wins.argmax()].tolist(),
            "best_wins": int(wins.max()),
            "mean": self._strategy.centre.tolist(),
            "sd": spread.tolist(),
        }
        return state, entry

    def _pairings(self, rng: np.random.Generator) -> Numbers:
        """Places in pool + candidates: each candidate at the same tables, in all seats. [4 · tables · candidates, 4]"""
        options = self.options
        others = np.array([rng.choice(options.pool, SEATS - 1, replace=False) for _ in range(options.tables)])
        tables = [
            np.column_stack([np.full(options.tables, options.pool + candidate), others])
            for candidate in range(options.candidates)
        ]
        return rotations(np.concatenate(tables))

    def _catch_up(self, state: list[list[float]]) -> None:
        """Tells the strategy what it has not been told, and rolls the pool along."""
        if self._told > len(state):
            self._begin()
        for fitness in state[self._told :]:
            self._strategy.tell(fitness)
            self._pool = np.concatenate([self._pool[1:], [self._strategy.centre]])
            self._told += 1

    def result(self, last: Entry) -> list[float]:
        """The centre of the last search distribution."""
        return list(last["mean"])


def train(run: Run[Options]) -> None:
    """Runs the strategy in the run's folder."""
    run.steps(CmaEs(run.options))
