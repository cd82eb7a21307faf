"""From games to numbers: shares, places, scores, their intervals, forfeits and times.

The unit is the block, never the game: intervals come from a bootstrap over blocks, which keeps the games of one deal
together. Only complete blocks count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reineke.arena.play import GameResult
from reineke.arena.schedule import Run, derive
from reineke.game import Ranking
from reineke.games.files import option_value
from reineke.record import FORFEITS
from reineke.spec import parse

RESAMPLES = 2000
_TIE = 1e-9
"""Outcomes this close are equal."""

Interval = tuple[float | None, float | None]
"""A 95 % interval; (None, None) where a single block leaves its width unknown."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AgentStats:
    """What a match says of one agent. In a solo game there are no wins, shares and places: they are None."""

    spec: str
    games: int
    wins: int | None
    """Games won alone."""
    share: float | None
    """Share of wins, ties split."""
    share_ci: Interval | None
    mean_place: float | None
    """1 is first; how those who tie are placed is the game's own way, its `ranking`."""
    place_ci: Interval | None
    mean_score: float | None
    """The game's own points."""
    score_sd: float | None
    score_ci: Interval | None
    forfeits: dict[str, int]
    """By kind: games forfeited; decisions for `late`."""
    ms_per_move: dict[str, float | None]


@dataclass(frozen=True)
class MatchResult:
    """What a match says."""

    game: str
    options: dict[str, Any]
    seed: int
    blocks: int
    games: int
    distinct_games: int
    budget: dict[str, float | int | None]
    agents: tuple[AgentStats, ...]
    """One entry per spec, in the order typed."""
    seconds: float

    def json(self) -> dict[str, Any]:
        """The result as JSON."""
        data: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return data


def summarise(run: Run, games: Sequence[GameResult], seconds: float, order: Ranking = "outcome") -> MatchResult:
    """The numbers of a run's games, in whatever order they come; `order` is how the game places its seats."""
    per_block = Counter(game.job.block for game in games)
    full = len(run.seating_orders())
    counted = [game for game in games if per_block[game.job.block] == full]
    counted.sort(key=lambda game: (game.job.block, game.job.rotation))
    spec = parse(run.game)
    return MatchResult(
        game=spec.name,
        options={key: option_value(text) for key, text in spec.options.items()},
        seed=run.seed,
        blocks=len(counted) // full,
        games=len(counted),
        distinct_games=len({game.digest for game in counted}),
        budget={"seconds": run.budget.seconds, "nodes": run.budget.nodes},
        agents=_agents(run, counted, full, order),
        seconds=round(seconds, 3),
    )


def ranking(
    outcome: Sequence[float], out: frozenset[int] = frozenset(), points: Sequence[float] | None = None
) -> tuple[list[float], list[float]]:
    """Share and place of every seat. Seats that forfeited rank behind all others, whatever the outcome. Those who tie
    share the mean of their places; with `points`, these decide among equal outcomes, and who still ties shares the
    better place. They never change a share."""
    worth = [(seat not in out, value) for seat, value in enumerate(outcome)]
    shares, places = [], []
    for seat, (stays, value) in enumerate(worth):
        better = sum((s and not stays) or (s == stays and v > value + _TIE) for s, v in worth)
        equals = [other for other, (s, v) in enumerate(worth) if s == stays and abs(v - value) <= _TIE]
        shares.append(0.0 if better else 1.0 / len(equals))
        if points is None:
            places.append(1 + better + (len(equals) - 1) / 2)
        else:
            places.append(1.0 + better + sum(points[other] > points[seat] + _TIE for other in equals))
    return shares, places


def bootstrap(per_block: Floats, seed: int) -> tuple[Floats, Floats]:
    """Ends of the 95 % intervals of the means over blocks; per_block is [blocks, numbers], the ends [numbers]."""
    blocks = len(per_block)
    rng = np.random.default_rng(seed)
    step = max(1, 1_000_000 // blocks)
    means = []
    for done in range(0, RESAMPLES, step):
        count = min(step, RESAMPLES - done)
        drawn = rng.integers(0, blocks, (count, blocks)) + blocks * np.arange(count)[:, None]
        # How often each block was drawn, times its numbers: much faster than gathering the numbers.
        weights = np.bincount(drawn.ravel(), minlength=count * blocks).reshape(count, blocks)
        means.append(weights @ per_block / blocks)
    low, high = np.percentile(np.concatenate(means), (2.5, 97.5), axis=0)
    return low, high


def _agents(run: Run, games: list[GameResult], full: int, order: Ranking) -> tuple[AgentStats, ...]:
    """The numbers per player; games are complete blocks in order."""
    count = len(run.specs)
    share, place, score = (np.zeros((len(games), count)) for _ in range(3))
    forfeits: list[Counter[str]] = [Counter() for _ in run.specs]
    micros: list[list[int]] = [[] for _ in run.specs]
    for row, game in enumerate(games):
        out = frozenset(forfeit["seat"] for forfeit in game.forfeits if forfeit["kind"] != "late")
        seats = list(game.job.seating)
        share[row, seats], place[row, seats] = ranking(game.outcome, out, game.points if order == "points" else None)
        score[row, seats] = game.points
        for forfeit in game.forfeits:
            forfeits[seats[forfeit["seat"]]][forfeit["kind"]] += 1
        for seat, player in enumerate(seats):
            micros[player] += game.micros[seat]
    numbers = np.stack([share, place, score], axis=2)
    intervals = _intervals(run, numbers, full)
    solo = count == 1
    return tuple(
        AgentStats(
            spec=spec,
            games=len(games),
            wins=None if solo else int((share[:, player] == 1.0).sum()),
            share=None if solo else _mean(share[:, player]),
            share_ci=None if solo else intervals[player][0],
            mean_place=None if solo else _mean(place[:, player]),
            place_ci=None if solo else intervals[player][1],
            mean_score=_mean(score[:, player]),
            score_sd=round(float(score[:, player].std(ddof=1)), 6) if len(games) > 1 else None,
            score_ci=intervals[player][2],
            forfeits={kind: forfeits[player][kind] for kind in FORFEITS},
            ms_per_move=_times(micros[player]),
        )
        for player, spec in enumerate(run.specs)
    )


def _intervals(run: Run, numbers: Floats, full: int) -> list[list[Interval]]:
    """For each player the intervals of its numbers; numbers is [games, players, numbers]."""
    games, players, kinds = numbers.shape
    blocks = games // full
    if blocks < 2:
        return [[(None, None)] * kinds for _ in range(players)]
    per_block = numbers.reshape(blocks, full, players * kinds).mean(axis=1)
    low, high = bootstrap(per_block, derive("bootstrap", run.seed, blocks))
    ends = np.stack([low, high], axis=1).reshape(players, kinds, 2)
    return [[(round(float(lo), 6), round(float(hi), 6)) for lo, hi in player] for player in ends]


def _mean(values: Floats) -> float | None:
    return round(float(values.mean()), 6) if len(values) else None


def _times(micros: list[int]) -> dict[str, float | None]:
    if not micros:
        return {"p50": None, "p99": None, "max": None}
    middle, late = np.percentile(micros, (50, 99))
    return {
        name: round(float(value) / 1000, 3) for name, value in (("p50", middle), ("p99", late), ("max", max(micros)))
    }
