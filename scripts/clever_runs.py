"""Plays the games behind docs/studies/clever.md and keeps what they were like as docs/studies/data/clever-NAME.json.

    python -m scripts.clever_runs                          everything that is missing
    python -m scripts.clever_runs --only random --jobs 2   some of it
    python -m scripts.clever_runs --list                   the same games as commands
    python -m scripts.clever_runs --records FILE NAME      of games that are there: records or a store

A file holds what `reineke match … --json` prints, and of solo games as `facts` what
`reineke.games.clever.analysis.summary` says of them: every score, points and boxes by area, bonuses, passes, the order
of the areas. A match of several players that was stopped goes on where it was, unless the core or a network has changed
since.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reineke import Budget
from reineke.arena import Store, run_match
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.analysis import Facts, facts, summary
from reineke.record import Record, read_records, replay
from scripts.study_runs import store_of

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "clever-studies"


@dataclass(frozen=True)
class Games:
    """Games of one agent, alone or against others."""

    agent: str
    blocks: int
    game: str = "clever"
    seed: int = 1
    others: tuple[str, ...] = ()

    @property
    def agents(self) -> tuple[str, ...]:
        return (self.agent, *self.others)

    @property
    def command(self) -> str:
        """What a person types for it."""
        words = ["reineke", "match", self.game, *self.agents, "-n", str(self.blocks), "--seed", str(self.seed)]
        return shlex.join(words).replace("'", '"')


def against(other: str, seats: int, blocks: int) -> Games:
    """`default` in one seat, another agent in all others."""
    return Games("default", blocks, f"clever(seats={seats})", 11, (other,) * (seats - 1))


RUNS = {
    "random": Games("random", 1000),
    "points": Games("expectimax(depth=1)", 1000),
    "greedy": Games("greedy", 1000),
    "rules": Games("rules", 1000),
    "td": Games("td", 1000),
    "default": Games("default(time=0.04)", 3000, seed=7),
    "mcts-300": Games("mcts(eval=flat,nodes=300)", 400),
    "thesis-random": Games("random", 1000, "clever(mode=thesis)"),
    "thesis-greedy": Games("greedy", 1000, "clever(mode=thesis)"),
    "thesis-mcts-300": Games("mcts(eval=flat,nodes=300)", 400, "clever(mode=thesis)"),
    "two-greedy": against("greedy", 2, 500),
    "two-rules": against("rules", 2, 500),
    "two-solo": against("solo", 2, 2000),
    "three-solo": against("solo", 3, 2000),
    "four-solo": against("solo", 4, 2000),
}
"""Every run by name; agents that come later get a line each."""


def kept(path: Path) -> Iterator[Record]:
    """The records of a file, or of a store of `reineke match --store`."""
    with path.open("rb") as file:
        stored = file.read(15) == b"SQLite format 3"
    if not stored:
        yield from read_records(path)
        return
    with Store(path, create=False) as store:
        for run in store.runs():
            for _, _, line in store.records(run.number):
                yield Record.parse(line)


def played(path: Path) -> Iterator[tuple[str, str, Facts]]:
    """Game, agent and facts of every seat in a file of records or a store."""
    for number, record in enumerate(kept(path), 1):
        game = load(record.game)
        try:
            positions = [(state, turn.actions if turn is not None else ()) for state, turn in replay(record, game)]
        except GameError as error:
            raise GameError(f"{path}, game {number}: {error}") from error
        yield from ((record.game, agent, one) for agent, one in zip(record.agents, facts(game, positions), strict=True))


def measure(name: str, games: Games, out: Path, jobs: int, stores: Path = STORES) -> Path:
    """Plays games and writes their file."""
    if games.others:
        store = store_of(name, stores)
        result = run_match(games.game, games.agents, games.blocks, Budget(), games.seed, jobs, store, None)
        return _write(out, name, result.json())
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        result = run_match(games.game, games.agents, games.blocks, Budget(), games.seed, jobs, None, records)
        found = summary([one for _, _, one in played(records)])
    return _write(out, name, {**result.json(), "facts": found})


def adopt(name: str, records: Path, out: Path) -> Path:
    """Writes the file of games that were played elsewhere: of one agent, alone."""
    found = list(played(records))
    kinds = {(game, agent) for game, agent, _ in found}
    if len(kinds) != 1:
        raise GameError(f"{records}: one agent in one game is wanted, not {len(kinds)}")
    ((game, agent),) = kinds
    if load(game).seats != 1:
        raise GameError(f"{records}: solo games are wanted, not {game}")
    data = {"game": game, "agents": [{"spec": agent}], "facts": summary([one for _, _, one in found])}
    return _write(out, name, data)


def _write(out: Path, name: str, data: dict[str, Any]) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"clever-{name}.json"
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return path


def main(arguments: Sequence[str] | None = None, runs: Mapping[str, Games] = RUNS, stores: Path = STORES) -> int:
    """Plays what is asked for, in the order of the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(runs), metavar="NAME", default=list(runs))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="games at once")
    parser.add_argument("--again", action="store_true", help="replace what is there")
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--list", action="store_true", help="print the games as commands")
    parser.add_argument("--records", nargs=2, metavar=("FILE", "NAME"), help="take these games instead of playing")
    args = parser.parse_args(arguments)
    if args.records is not None:
        print(adopt(args.records[1], Path(args.records[0]), args.out))
        return 0
    for name in (name for name in runs if name in args.only):
        if args.list:
            print(f"{name}: {runs[name].command}")
        elif args.again or not (args.out / f"clever-{name}.json").exists():
            print(measure(name, runs[name], args.out, args.jobs, stores), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
