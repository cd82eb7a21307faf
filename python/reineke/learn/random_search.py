"""Random search by knock-out: draw many individuals, let them play, keep the better half, and so on.

The plainest optimiser that spends its games well. In every round the individuals left sit down in random fours, each
table in all four rotations of its seats, so that all have played equally often in every seat; the half with more wins
goes on. Rounds cost about the same, so that the few who are left at the end are told apart by thousands of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.learn.league import SEATS, League, Numbers, opening_seeds, rotations
from reineke.learn.options import number
from reineke.learn.run import Entry, Run


@dataclass(frozen=True)
class Options(League):
    """Knock-out over a fixed number of games."""

    candidates: int = number(1024, 4, 1_048_576)
    """A power of two."""
    games: int = number(50_000, 100, 1_000_000_000)
    """At most so many in all."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.candidates & (self.candidates - 1):
            raise GameError(f"candidates={self.candidates}: expected a power of two")
        if self.games // self.rounds < self.candidates:
            raise GameError(f"games={self.games}: too few for {self.rounds} rounds of {self.candidates} candidates")

    @property
    def rounds(self) -> int:
        """How often the field is halved until one is left."""
        return self.candidates.bit_length() - 1


def seating(count: int, sweeps: int, rng: np.random.Generator) -> Numbers:
    """Tables at which each of `count` sits `sweeps` times, four different ones while there are four. [tables, 4]"""
    return np.concatenate([rng.permutation(count) for _ in range(sweeps)]).reshape(-1, SEATS)


class RandomSearch:
    """The run as steps: one round each. The state is the list of those left."""

    unit = "round"

    def __init__(self, options: Options) -> None:
        self.options = options
        self.total = options.rounds

    def start(self) -> list[list[float]]:
        rng = np.random.default_rng([self.options.seed, 0])
        return rng.uniform(-1, 1, (self.options.candidates, 4)).tolist()  # type: ignore[no-any-return]

    def valid(self, state: Any, done: int) -> bool:
        array = np.asarray(state, dtype=np.float64)
        return array.shape == (self.options.candidates >> done, 4) and bool(np.isfinite(array).all())

    def step(self, number: int, state: list[list[float]]) -> tuple[list[list[float]], Entry]:
        options = self.options
        field = np.array(state)
        rng = np.random.default_rng([options.seed, 1, number])
        # A sweep of everybody is count / 4 tables of four rotations: count games.
        sweeps = options.games // options.rounds // len(field)
        tables = seating(len(field), sweeps - sweeps * len(field) % SEATS // len(field), rng)
        games = options.play(field, rotations(tables), opening_seeds(len(tables), rng))
        wins = games.wins(len(field))
        order = np.argsort(-wins, kind="stable")
        entry: Entry = {
            "generation": number,
            "games": len(games.winners),
            "wins": wins[order].tolist(),
            "draws": games.draws,
            "best": field[order[0]].tolist(),
            "best_wins": int(wins.max()),
            "mean": field.mean(axis=0).tolist(),
            "sd": field.std(axis=0).tolist(),
        }
        return field[order[: len(field) // 2]].tolist(), entry

    def result(self, last: Entry) -> list[float]:
        """Who is left."""
        return list(last["best"])


def train(run: Run[Options]) -> None:
    """Runs the knock-out in the run's folder."""
    run.steps(RandomSearch(run.options))
