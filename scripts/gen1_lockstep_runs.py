"""Plays the lockstep behind docs/studies/gen1.md and keeps it as docs/studies/data/gen1-lockstep-NAME.json.

    python -m scripts.gen1_lockstep_runs                         everything that is missing
    python -m scripts.gen1_lockstep_runs --only agents --jobs 1  some of it
    python -m scripts.gen1_lockstep_runs --battles 20            a first look, which is not kept
    python -m scripts.gen1_lockstep_runs --list                  the same as commands

A run that was stopped goes on where it was, unless the core has changed since.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from reineke import _core
from reineke.cli.gen1 import FIXTURES
from reineke.cli.gen1_agents import Agents, agent_pairs
from reineke.cli.steps import steps
from reineke.games.gen1 import lockstep, showdown
from reineke.games.gen1.check import Tally
from scripts.study_runs import ROOT, store_of, write

DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "gen1-lockstep"
PART = 50
"""After so many battles a run is noted down."""


@dataclass(frozen=True)
class Run:
    """Battles between drawn teams."""

    battles: int
    seed: int
    policy: str | None = None
    agents: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What a person types for it."""
        words = ["reineke", "verify", "gen1", "--battles", str(self.battles), "--seed", str(self.seed)]
        words += ["--policy", self.policy] if self.policy else []
        words += [word for spec in self.agents for word in ("--agent", spec)]
        return shlex.join(words).replace("'", '"')

    def jobs(self, begin: int, end: int) -> list[showdown.Job]:
        """Some of its battles."""
        pairs = agent_pairs(self.agents) if self.agents else lockstep.policy_pairs(self.policy or "uniform")
        who = "agents" if self.agents else "pol"
        return list(islice(lockstep.battles(self.battles, self.seed, pairs, who), begin, end))


RUNS: dict[str, Run] = {
    "uniform": Run(10_000, 31, policy="uniform"),
    "policies": Run(2_000, 32, policy="all"),
    "agents": Run(2_000, 33, agents=("default(nodes=50)", "talonbot")),
}


def play(run: Run, tally: Tally, jobs: int) -> None:
    """Plays the next part of a run."""
    agents, fixtures = Agents(), lockstep.Fixtures(ROOT / FIXTURES)
    part = run.jobs(tally.battles, tally.battles + PART)
    choose = agents.play if run.agents else None
    with closing(lockstep.run(iter(part), min(jobs, len(part)), choose=choose)) as found, closing(agents):
        for one in found:
            tally.add(one.report)
            if one.report.difference is not None:
                print(f"{one.name}: {one.report.difference} ({fixtures.keep(one)})", flush=True)


def measure(name: str, run: Run, out: Path, stores: Path, jobs: int) -> Path:
    """Plays a run, or what is left of it, and writes its file."""
    store = store_of(name, stores).with_suffix(".json")
    seconds, tally = _load(store)
    left = range(tally.battles, run.battles, PART)
    for _ in steps(iter(left), "parts", len(left)):
        begin = perf_counter()
        play(run, tally, jobs)
        seconds += perf_counter() - begin
        write(store, {"seconds": round(seconds, 1), **vars(tally)})
    never = [what for what in _core.gen1_reachable() if not tally.coverage[what]]
    told = {"command": run.command, "showdown": showdown.version(), "seconds": round(seconds, 1)}
    path = write(out / f"gen1-lockstep-{name}.json", {**told, **vars(tally), "never": never})
    store.unlink()
    return path


def _load(store: Path) -> tuple[float, Tally]:
    if not store.is_file():
        return 0.0, Tally()
    data: dict[str, Any] = json.loads(store.read_text("utf-8"))
    seconds = data.pop("seconds")
    return seconds, Tally(**{**data, "coverage": Counter(data["coverage"])})


def main(arguments: Sequence[str] | None = None, runs: Mapping[str, Run] = RUNS) -> int:
    """Plays what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(runs), metavar="NAME", default=list(runs))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="battles at once")
    parser.add_argument("--battles", type=int, help="so many, nothing is kept")
    parser.add_argument("--again", action="store_true", help="replace what is there")
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--stores", type=Path, default=STORES, help="where unfinished runs are kept")
    parser.add_argument("--list", action="store_true", help="print the runs as commands")
    args = parser.parse_args(arguments)
    for name in args.only:
        if args.list:
            print(f"{name}: {runs[name].command}")
        elif args.battles:
            begin, tally = perf_counter(), Tally()
            play(replace(runs[name], battles=args.battles), tally, args.jobs)
            print(f"{name}: {tally.battles} battles, {tally.turns} turns, {tally.differences} differences, ", end="")
            print(f"{perf_counter() - begin:.1f} s")
        elif args.again or not (args.out / f"gen1-lockstep-{name}.json").exists():
            print(measure(name, runs[name], args.out, args.stores, args.jobs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
