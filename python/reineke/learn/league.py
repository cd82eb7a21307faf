"""Sawhian games between individuals of four weights, by the hundred, in the Rust core.

An individual plays the seed's evaluation with its own weights, by max^n at a fixed depth, of equally good moves the
last. A game without a random opening depends on the weights and the seats alone: the same pairing gives the same game.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from reineke import _core
from reineke.game import GameError
from reineke.learn.options import number, switch, word

Weights = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]

SEATS = 4
PUBLISHED = (1.436, -0.378, -0.541, -0.366)
"""The weights that the source's training ended with."""


@dataclass(frozen=True)
class Games:
    """Finished games, in the order of their pairings."""

    pairings: Numbers
    """[games, 4]"""
    winners: npt.NDArray[np.int8]
    """The winning seat, -1 for a draw. [games]"""
    points: npt.NDArray[np.uint8]
    """[games, 4]"""
    plies: npt.NDArray[np.uint32]
    """[games]"""
    everybody: bool
    """Whether a draw belongs to all four, whatever their points."""

    def wins(self, count: int) -> Numbers:
        """Games won per individual of a population of `count`. [count]"""
        won = self.winners >= 0
        return np.bincount(self.pairings[won, self.winners[won]], minlength=count)

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return int((self.winners < 0).sum())

    def shares(self) -> Weights:
        """Share of the win per seat; those who share a draw split it. [games, 4]"""
        most = (self.points == self.points.max(axis=1, keepdims=True)) | self.everybody
        split = most / most.sum(axis=1, keepdims=True)
        shares: Weights = np.where(self.winners[:, None] >= 0, np.eye(SEATS)[self.winners], split)
        return shares


@dataclass(frozen=True)
class League:
    """The conditions of all games; the options of every learner of four weights begin with these."""

    depth: int = number(2, 1, 12)
    cut: bool = switch(True)
    """Whether the search uses the seed's unsound cut."""
    blocked: str = word("pass", "server")
    """Whether a player without a move passes, as in the source's trainer, or is eliminated, as on the real server."""
    draws: str = word("all", "points")
    """Whether a `pass` game in which nobody can move is a draw, or goes to whoever has most points alone."""
    flaw: bool = switch(False)
    """Whether games go on behind the first finisher and the finisher with the lowest seat wins, as in the source."""
    opening: int = number(0, 0, 40)
    """Random moves before the individuals take over; the source has none."""
    seed: int = number(0, 0, 2**31 - 1)
    threads: int = number(0, 0, 256)
    """0: one per CPU. Changes nothing but the time."""

    def __post_init__(self) -> None:
        if self.flaw and self.blocked == "server":
            raise GameError("flaw=on belongs to blocked=pass: the source's trainer knows no elimination")

    def play(self, population: Weights, pairings: Numbers, openings: Seeds | None = None) -> Games:
        """Plays population [n, 4] by pairings [games, 4], places in it by seat; openings [games] are seeds."""
        options = {
            key: str(getattr(self, key)).lower() for key in ("depth", "cut", "blocked", "draws", "flaw", "opening")
        }
        winners, points, plies = _core.sawhian_league(
            np.ascontiguousarray(population, dtype=np.float64),
            np.ascontiguousarray(pairings, dtype=np.int64),
            np.zeros(len(pairings), dtype=np.uint64) if openings is None else openings,
            options,
            self.threads or len(os.sched_getaffinity(0)),
        )
        everybody = self.blocked == "pass" and self.draws == "all"
        return Games(pairings, winners, points, plies, everybody)


def rotations(tables: Numbers) -> Numbers:
    """Every table in all four cyclic seatings, side by side, so that luck of the seat cancels. [4 · tables, 4]"""
    turns = (np.arange(SEATS)[:, None] + np.arange(SEATS)) % SEATS
    return tables[:, turns].reshape(-1, SEATS)


def opening_seeds(count: int, rng: np.random.Generator) -> Seeds:
    """Seeds for the openings of `count` tables, each for all four rotations of its table. [4 · count]"""
    return np.repeat(rng.integers(2**63, size=count, dtype=np.uint64), SEATS)
