"""Is a genetic algorithm worth it for four weights? Three optimisers at the same number of games.

Genetic algorithm (as in the source, and with random openings as the others have), knock-out random search and CMA-ES
spend 50,000 games each under several seeds. What they find plays in tournaments, together with the published weights
and with an individual that counts nothing but progress; and along the way each is held against those three fixed
opponents.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from reineke.learn.league import PUBLISHED, SEATS, League, opening_seeds, rotations
from reineke.learn.options import number
from reineke.learn.run import Entry, Run
from reineke.learn.study import finish, outcome, part, rounded
from reineke.learn.tournament import Group, tournament


@dataclass(frozen=True)
class Options:
    """How large the study is."""

    seeds: int = number(8, 1, 1_000)
    generations: int = number(100, 2, 100_000)
    """Of the genetic algorithm, 500 games each; the others get the same number of games."""
    tables: int = number(6_000, 2, 1_000_000)
    """Of each tournament, four games each; half of them at depth 4."""
    milestones: int = number(10, 2, 1_000)
    """Points of the curves, each a constant factor of games behind the one before."""
    milestone_tables: int = number(100, 1, 100_000)
    seed: int = number(0, 0, 2**31 - 1)
    threads: int = number(0, 0, 256)


FIXED: dict[str, list[float]] = {
    "published": list(PUBLISHED),
    "published-older": [1.645, -1.119, -0.617, 0.692],
    "progress-only": [1.0, 0.0, 0.0, 0.0],
}
"""Opponents that nobody trained here."""

OPENING = 8


def methods(options: Options) -> dict[str, tuple[str, dict[str, Any], str]]:
    """Every method: its recipe, its options, and the key of the log that holds what it would answer."""
    games = 500 * options.generations
    candidates = 1024
    while games // (candidates.bit_length() - 1) < candidates:
        candidates //= 2
    return {
        "genetic": ("genetic", {"generations": options.generations}, "best"),
        "genetic-openings": ("genetic", {"generations": options.generations, "opening": OPENING}, "best"),
        "random-search": ("random-search", {"games": games, "candidates": candidates, "opening": OPENING}, "best"),
        "cma": ("cma", {"generations": games // 960, "opening": OPENING}, "mean"),
    }


def train(run: Run[Options]) -> None:
    """Runs every method under every seed, and the tournaments."""
    options = run.options
    groups: dict[str, Group] = {}
    arms = []
    for name, (recipe, changes, answer) in methods(options).items():
        parts = []
        for seed in range(options.seed, options.seed + options.seeds):
            lines = part(run, f"{name}-{seed}", recipe, {**changes, "seed": seed, "threads": options.threads})
            parts.append(
                {
                    "seed": seed,
                    "games": sum(line["games"] for line in lines),
                    "weights": rounded(outcome(run, f"{name}-{seed}"), 4),
                    "mean": rounded(lines[-1]["mean"], 4),
                    "curve": curve(lines, answer, options),
                }
            )
        arms.append({"name": name, "runs": parts})
        groups[name] = [entry["weights"] for entry in parts]
        if name == "genetic":
            groups["genetic-mean"] = [entry["mean"] for entry in parts]
    groups.update({name: [weights] for name, weights in FIXED.items()})
    conditions = {
        "depth 2, blocked players pass": (options.tables, League(depth=2, opening=OPENING)),
        "depth 4, blocked players pass": (options.tables // 2, League(depth=4, opening=OPENING)),
        "depth 4, server rules": (options.tables // 2, League(depth=4, opening=OPENING, blocked="server")),
    }
    tournaments = [
        {
            "conditions": words,
            "tables": tables,
            "standings": [standing.json() for standing in tournament(groups, tables, _with(league, options))],
        }
        for words, (tables, league) in conditions.items()
    ]
    finish(run, {"options": asdict(options), "arms": arms, "tournaments": tournaments})


def curve(lines: list[Entry], answer: str, options: Options) -> list[list[float]]:
    """Games spent, and the share of wins that the answer of that moment has against the fixed three."""
    spent = np.cumsum([line["games"] for line in lines])
    wanted = np.geomspace(spent[0], spent[-1], options.milestones)
    chosen = sorted({int(np.searchsorted(spent, games - 1e-9)) for games in wanted})
    rng = np.random.default_rng([options.seed, 4])
    tables = np.tile(np.arange(SEATS), (options.milestone_tables, 1))
    openings = opening_seeds(len(tables), rng)
    league = _with(League(opening=OPENING), options)
    points = []
    for index in chosen:
        population = np.array([lines[index][answer], *FIXED.values()])
        games = league.play(population, rotations(tables), openings)
        share = games.shares()[games.pairings == 0].mean()
        points.append([int(spent[index]), round(float(share), 4)])
    return points


def _with(league: League, options: Options) -> League:
    return League(**{**asdict(league), "seed": options.seed, "threads": options.threads})
