"""Which weights are better: tables of four from different groups, random openings, all rotations of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reineke.learn.league import SEATS, League, Numbers, Weights, opening_seeds, rotations

RESAMPLES = 2_000
Group = Sequence[Sequence[float]]
"""Entrants of one kind, such as what one method found under several seeds."""


@dataclass(frozen=True)
class Standing:
    """How a group fared. With four at a table, a share of 0.25 is par."""

    group: str
    games: int
    share: float
    """Share of wins, draws split."""
    interval: tuple[float, float]
    """95 %, by bootstrap over tables."""
    entrants: tuple[float | None, ...]
    """The share of every entrant; None if it never sat down."""

    def json(self) -> dict[str, Any]:
        """As JSON, with shares to four digits."""
        return {
            "group": self.group,
            "games": self.games,
            "share": round(self.share, 4),
            "interval": [round(end, 4) for end in self.interval],
            "entrants": [None if share is None else round(share, 4) for share in self.entrants],
        }


def tournament(groups: Mapping[str, Group], tables: int, league: League) -> list[Standing]:
    """Plays `tables` tables in all four rotations; each seats one random entrant of four random groups."""
    rng = np.random.default_rng([league.seed, 3])
    sizes = np.array([len(group) for group in groups.values()])
    seated = np.array([rng.choice(len(sizes), SEATS, replace=False) for _ in range(tables)])
    firsts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    places = firsts[seated] + rng.integers(sizes[seated])
    population = np.concatenate([np.array(group, dtype=np.float64) for group in groups.values()])
    games = league.play(population, rotations(places), opening_seeds(tables, rng))
    shares = _by_player(games.shares())
    return _standings(list(groups), sizes, seated, places, shares, rng)


def _by_player(shares: Weights) -> Weights:
    """Mean share of each player of a table over its rotations, from shares by seat [4 · tables, 4]. [tables, 4]"""
    turned = shares.reshape(-1, SEATS, SEATS)
    # In rotation r player p sits on seat p - r.
    seats = (np.arange(SEATS)[None, :] - np.arange(SEATS)[:, None]) % SEATS
    players: Weights = np.take_along_axis(turned, np.broadcast_to(seats, turned.shape), axis=2).mean(axis=1)
    return players


def _standings(
    names: list[str], sizes: Numbers, seated: Numbers, places: Numbers, shares: Weights, rng: np.random.Generator
) -> list[Standing]:
    entrants = np.repeat(np.arange(len(names)), sizes)
    sums = np.bincount(places.ravel(), shares.ravel(), minlength=len(entrants))
    counts = np.bincount(places.ravel(), minlength=len(entrants))
    resampled = rng.integers(len(seated), size=(RESAMPLES, len(seated)))
    standings = []
    for index, name in enumerate(names):
        sits = seated == index
        share, present = (shares * sits).sum(axis=1), sits.any(axis=1)
        with np.errstate(invalid="ignore"):
            means = share[resampled].sum(axis=1) / present[resampled].sum(axis=1)
        places_of = np.flatnonzero(entrants == index)
        own = tuple(float(sums[place] / counts[place]) if counts[place] else None for place in places_of)
        low, high = np.nanpercentile(means, (2.5, 97.5))
        mean = float(share.sum() / present.sum())
        standings.append(Standing(name, int(present.sum()) * SEATS, mean, (float(low), float(high)), own))
    return standings
