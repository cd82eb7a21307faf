"""Plays the battles behind docs/studies/gen1.md and keeps them as docs/studies/data/gen1-NAME.json.

    python -m scripts.gen1_runs                                  everything that is missing
    python -m scripts.gen1_runs --only default-random --jobs 2   some of it
    python -m scripts.gen1_runs --blocks 20 --out FOLDER         a first look
    python -m scripts.gen1_runs --list                           the same matches as commands

A run that was stopped goes on where it was, unless the core has changed since. The files of matches hold what
`reineke match … --json` prints; `scenarios` holds what each agent does in tests/data/gen1/scenarios.json.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reineke import Budget
from reineke.arena import run_match
from reineke.cli.scenarios import played
from reineke.games import load
from reineke.games.gen1.scenarios import load_scenarios
from scripts.study_runs import ROOT, store_of, write

DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "gen1-studies"
SCENARIOS = ROOT / "tests" / "data" / "gen1" / "scenarios.json"

DEFAULT = "default(nodes=1000)"
OPPONENTS = ("random", "minimax", "lance", "light", "greedy", "expectimax")
"""Those of the source."""
SEEDS = 20
DECIDERS = (DEFAULT, "talonbot", "mcts(nodes=2000)", "maxdamage", "greedy", "minimax", "expectimax", "lance", "light")


@dataclass(frozen=True)
class Match:
    """Battles between two agents: the same teams and dice twice, sides swapped."""

    first: str
    second: str
    seed: int
    blocks: int = 500

    @property
    def command(self) -> str:
        """What a person types for it."""
        words = ["reineke", "match", "gen1", self.first, self.second, "-n", str(self.blocks), "--seed", str(self.seed)]
        return shlex.join(words).replace("'", '"')


MATCHES: dict[str, Match] = {
    **{f"default-{name}": Match(DEFAULT, name, 1 + place) for place, name in enumerate((*OPPONENTS, "talonbot"))},
    **{f"talonbot-{name}": Match("talonbot", name, 11 + place) for place, name in enumerate(OPPONENTS)},
}
"""Every match of the page, by the name of its file."""


def measure(name: str, match: Match, out: Path, stores: Path, jobs: int) -> Path:
    """Plays a match, or what is left of it, and writes its file."""
    store = store_of(name, stores)
    result = run_match("gen1", (match.first, match.second), match.blocks, Budget(), match.seed, jobs, store)
    path = write(out / f"gen1-{name}.json", result.json())
    store.unlink()
    return path


def decide(out: Path, specs: Sequence[str] = DECIDERS, seeds: int = SEEDS) -> Path:
    """Lets agents decide in every scenario, and writes what they played."""
    game = load("gen1")
    rows: list[dict[str, Any]] = []
    for scenario in load_scenarios(SCENARIOS):
        agents = []
        for spec in specs:
            found = played(game, scenario, spec, seeds)
            right = sum(count for action, count in found.items() if scenario.right(action))
            agents.append({"spec": spec, "right": right, "played": dict(found.most_common())})
        told = {"name": scenario.name, "kind": scenario.kind, "about": scenario.about}
        right_ones = sorted(scenario.good) or sorted(f"not {action}" for action in scenario.bad)
        rows.append({**told, "right": right_ones, "agents": agents})
    return write(out / "gen1-scenarios.json", {"seeds": seeds, "scenarios": rows})


def main(arguments: Sequence[str] | None = None, matches: Mapping[str, Match] = MATCHES) -> int:
    """Plays what is asked for, in the order of the table, the scenarios last."""
    names = [*matches, "scenarios"]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", default=names)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="games at once")
    parser.add_argument("--blocks", type=int, help="other than the matches have")
    parser.add_argument("--again", action="store_true", help="replace what is there")
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--stores", type=Path, default=STORES, help="where unfinished matches are kept")
    parser.add_argument("--list", action="store_true", help="print the matches as commands")
    args = parser.parse_args(arguments)
    for name in (name for name in names if name in args.only):
        match = matches.get(name)
        if match is not None and args.blocks:
            match = replace(match, blocks=args.blocks)
        if args.list:
            if match is not None:
                print(f"{name}: {match.command}")
        elif args.again or not (args.out / f"gen1-{name}.json").exists():
            path = decide(args.out) if match is None else measure(name, match, args.out, args.stores, args.jobs)
            print(path, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
