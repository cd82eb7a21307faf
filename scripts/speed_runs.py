"""Plays the matches behind docs/studies/speed.md and keeps them as docs/studies/data/speed-NAME.json.

    python -m scripts.speed_runs                              everything that is missing
    python -m scripts.speed_runs --only table v1-v2 --jobs 2  some of it
    python -m scripts.speed_runs --list                       the same matches as commands

A run that was stopped goes on where it was, unless the core has changed since. Matches with a time budget want a core
for every job. The files hold what
`reineke match … --json` prints, and as `differences` what only the games themselves can tell: for each pair of agents
how far their shares lie apart, with an interval over blocks.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from reineke import Budget
from reineke.arena import Run, Store, derive, run_match
from reineke.arena.play import GameResult
from reineke.arena.stats import bootstrap, ranking
from scripts.study_runs import store_of, write

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "speed-studies"

V1, V2 = "sw-rg-v-multiminimax-v1", "sw-rg-v-multiminimax-v2"
VARIANTS = ("multiminimax", "v-multiminimax", "rg-v-multiminimax", V1, V2)
KINDS = ("bot-random", "bot-super-snail", "bot-largest-free", "bot-jump")
"""One bot of each kind: by lot, along walls, the longest free line, over walls."""
BOTS = ("bot-super-snail", "bot-jumping-largest-free", "bot-meta", "bot-jump")
"""The strongest ones."""


@dataclass(frozen=True)
class Match:
    """A match between agents on 60 × 60, one seat each."""

    specs: tuple[str, ...]
    blocks: int
    seed: int
    nodes: int | None = None
    seconds: float | None = None
    side: int = 60

    @property
    def game(self) -> str:
        return f"speed(seats={len(self.specs)},width={self.side},height={self.side})"

    @property
    def command(self) -> str:
        """What a person types for it."""
        budget = {"--nodes": self.nodes, "--time": self.seconds}
        words = ["reineke", "match", self.game, *self.specs, "-n", str(self.blocks)]
        words += [word for name, value in budget.items() if value is not None for word in (name, str(value))]
        return shlex.join([*words, "--seed", str(self.seed), "--json"]).replace("'", '"')


def variant(**options: object) -> str:
    """V1 with some options of its own."""
    return f"{V1}({','.join(f'{key}={value}' for key, value in options.items())})"


def against_v1(specs: Sequence[str], seed: int, nodes: int = 200, blocks: int = 40) -> Match:
    """V1 and four others, all with the same few nodes."""
    return Match((V1, *specs), blocks, seed, nodes=nodes)


CAPS = tuple(variant(cap=cap) for cap in (1, 2, 5, "off"))
TERRITORIES = (V1, variant(voronoi="speed"), variant(voronoi="lead"))


def windows(size: int) -> tuple[str, ...]:
    """One row of the window grid; V1 itself is the window of 40 with an offset of 5."""
    if size == 40:
        return (*(variant(window=40, offset=offset) for offset in (0, 3, 10)), variant(window="off"))
    return tuple(variant(window=size, offset=offset) for offset in (0, 3, 5, 10))


MATCHES: dict[str, Match] = {
    "table": Match(VARIANTS, 60, 1, nodes=500),
    # Side by side, not in turns: rotating V1, V2, V1, V2 by two seats would repeat every game.
    "v1-v2": Match((V1, V1, V2, V2), 60, 2, nodes=500),
    "strength": Match(("default(time=0.1)", *[f"{V1}(nodes=500)"] * 4), 40, 18),
    "strength-equal": Match(("default", *[V1] * 4), 80, 21, seconds=0.03),
    "strength-blind": Match(("default(time=0.1,model=0)", *[f"{V1}(nodes=500)"] * 4), 20, 15),
    "bots-kinds": Match(("default(time=0.02)", *KINDS), 24, 20),
    "bots": Match(("default(time=0.02)", *BOTS), 24, 19),
    "strength-two": Match(("default", V1), 40, 6, seconds=0.03),
    "strength-six": Match(("default", *[V1] * 5), 20, 7, seconds=0.03),
    "ablation-search": against_v1(
        (variant(voronoi="off"), variant(order=43210), variant(cap="off"), variant(kamikaze="off")), 8
    ),
    "ablation-board": against_v1(
        (variant(hug="off"), variant(endgame="off"), variant(reduced="off"), variant(window="off")), 9
    ),
    "ablation-deepening": against_v1(tuple(variant(deepen="off", depth=depth) for depth in (2, 4, 6, 8)), 10),
    **{f"windows-{size}": against_v1(windows(size), 10 + size) for size in (20, 30, 40, 60)},
    "cap": against_v1(CAPS, 11),
    "cap-deep": against_v1(CAPS, 12, nodes=1000, blocks=20),
    "voronoi-nodes": Match(TERRITORIES, 40, 13, nodes=200),
    "voronoi-time": Match(TERRITORIES, 40, 14, seconds=0.01),
}
"""Every match of the page, by the name of its file."""


def differences(run: Run, games: Sequence[GameResult]) -> list[dict[str, Any]]:
    """For each pair of agents the first's share less the second's, with its interval over blocks. The agents of a game
    depend on each other, so that no two intervals of shares tell this. Copies of an agent count as one."""
    names = list(dict.fromkeys(run.specs))
    copies = np.array([[spec == name for name in names] for spec in run.specs], dtype=np.float64)
    share = np.zeros((len(games), len(run.specs)))
    for row, game in enumerate(sorted(games, key=lambda game: (game.job.block, game.job.rotation))):
        out = frozenset(forfeit["seat"] for forfeit in game.forfeits if forfeit["kind"] != "late")
        share[row, list(game.job.seating)] = ranking(game.outcome, out)[0]
    means = share @ (copies / copies.sum(axis=0))
    pairs = list(combinations(range(len(names)), 2))
    apart = np.stack([means[:, one] - means[:, other] for one, other in pairs], axis=1)
    per_block = apart.reshape(-1, len(run.seating_orders()), len(pairs)).mean(axis=1)
    low, high = bootstrap(per_block, derive("differences", run.seed, len(per_block)))
    return [
        {
            "agents": [names[one], names[other]],
            "difference": round(float(per_block[:, pair].mean()), 6),
            "ci": [round(float(low[pair]), 6), round(float(high[pair]), 6)],
        }
        for pair, (one, other) in enumerate(pairs)
    ]


def measure(name: str, match: Match, out: Path, stores: Path, jobs: int) -> Path:
    """Plays a match, or what is left of it, and writes its file."""
    store = store_of(name, stores)
    budget = Budget(seconds=match.seconds, nodes=match.nodes)
    result = run_match(match.game, match.specs, match.blocks, budget, match.seed, jobs, store)
    with Store(store, create=False) as kept:
        wanted = (match.specs, budget, match.seed)
        found = next(run for run in kept.runs() if (run.run.specs, run.run.budget, run.run.seed) == wanted)
        games = kept.games(found.number, match.blocks)
        apart = differences(found.run, games)
    path = write(out / f"speed-{name}.json", {**result.json(), "differences": apart})
    store.unlink()
    return path


def main(arguments: Sequence[str] | None = None, matches: Mapping[str, Match] = MATCHES) -> int:
    """Plays what is asked for, in the order of the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(matches), metavar="NAME", default=list(matches))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="games at once")
    parser.add_argument("--again", action="store_true", help="replace what is there")
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--stores", type=Path, default=STORES, help="where unfinished matches are kept")
    parser.add_argument("--list", action="store_true", help="print the matches as commands")
    args = parser.parse_args(arguments)
    for name in (name for name in matches if name in args.only):
        if args.list:
            print(f"{name}: {matches[name].command}")
        elif args.again or not (args.out / f"speed-{name}.json").exists():
            print(measure(name, matches[name], args.out, args.stores, args.jobs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
