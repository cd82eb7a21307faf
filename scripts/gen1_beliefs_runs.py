"""Measures behind docs/studies/gen1-beliefs.md, kept as docs/studies/data/gen1-beliefs-NAME.json.

    python -m scripts.gen1_beliefs_runs                     everything that is missing
    python -m scripts.gen1_beliefs_runs --only maxdamage    some of it
    python -m scripts.gen1_beliefs_runs --list              the battles as commands

Battles are played first, as records in the folder --games; what is there already is not played again. Then both sides'
beliefs follow each of them.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reineke import _core
from reineke.arena import run_match
from reineke.cli.steps import steps
from reineke.games import load
from reineke.record import Record, read_records, replay
from scripts.study_gen1_revelations import ENOUGH

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
PREFIX = "gen1-beliefs-"
LONGEST = 100
"""Turns of the curves."""
SHOWN = {"count": 200, "seed": 1, "teams": 20_000}
"""Partial revelations, and how many teams of the belief are drawn for each."""
LEAST, MOST = 5_000, 2_000_000
"""Teams of the generator that have what was shown, and those that are drawn for it."""
STREAMS = {"revelations": 1, "revelations-again": 2}
"""The same revelations, with dice of their own for the generator."""


Hidden = tuple[int, list[list[int]], list[int]]
"""Teams, how often they have each kit of those who were seen, and each species beside those."""


@dataclass(frozen=True)
class Battles:
    """Battles of an agent against itself."""

    agent: str
    blocks: int
    seed: int

    @property
    def command(self) -> str:
        """What a person types for it."""
        words = ["reineke", "match", "gen1", self.agent, self.agent, "-n", str(self.blocks), "--seed", str(self.seed)]
        return shlex.join(words).replace("'", '"')


RUNS = {
    "maxdamage": Battles("maxdamage", 500, 11),
    "greedy": Battles("greedy", 500, 12),
    "expectimax": Battles("expectimax", 150, 15),
    "mcts": Battles("mcts(nodes=200)", 150, 13),
    "random": Battles("random", 250, 14),
}
"""No two have the same deals."""


def course(record: Record) -> str:
    """The whole battle as text."""
    game = load("gen1")
    *_, (state, _) = replay(record, game)
    return game.text(state)


def measure(records: Sequence[Record]) -> dict[str, Any]:
    """What both sides' beliefs were worth; battles of one deal are added up."""
    blocks: dict[str, dict[str, Any]] = {}
    looked, ruled_out = [0, 0, 0], [0, 0, 0]
    turns = [[0.0] * 4 for _ in range(LONGEST + 1)]
    for record in steps(iter(records), "battles", len(records)):
        for seat in json.loads(_core.gen1_beliefs(course(record)))["seats"]:
            block = blocks.setdefault(str(record.deal), {"log": [0.0, 0.0], "open": 0, "bins": _bins()})
            block["open"] += seat["open"]
            block["log"] = [old + new for old, new in zip(block["log"], seat["log"], strict=True)]
            for old, new in zip(block["bins"], seat["bins"], strict=True):
                _add(old, new)
            looked = [old + new for old, new in zip(looked, seat["looked"], strict=True)]
            ruled_out = [old + new for old, new in zip(ruled_out, seat["ruled_out"], strict=True)]
            for sums, (count, odds) in zip(turns, seat["turns"], strict=False):
                sums[:] = [old + new for old, new in zip(sums, [count, *odds], strict=True)]
    kept = [[round(number, 3) for number in row] for row in turns]
    return {"looked": looked, "ruled_out": ruled_out, "turns": kept, "blocks": [_round(one) for one in blocks.values()]}


def _bins() -> list[list[list[float]]]:
    return [[[0, 0.0, 0] for _ in range(10)] for _ in range(2)]


def _add(old: list[Any], new: Sequence[Any]) -> None:
    for row, more in zip(old, new, strict=True):
        row[:] = [one + other for one, other in zip(row, more, strict=True)]


def _round(block: dict[str, Any]) -> dict[str, Any]:
    bins = [[[count, round(odds, 2), true] for count, odds, true in rows] for rows in block["bins"]]
    return {"open": block["open"], "log": [round(log, 4) for log in block["log"]], "bins": bins}


def battles(run: Battles, games: Path, jobs: int) -> dict[str, Any]:
    """Plays what is missing, and measures."""
    path = games / f"{PREFIX}{run.agent}.jsonl"
    wanted = 2 * run.blocks
    if not path.is_file() or sum(1 for _ in read_records(path)) < wanted:
        games.mkdir(parents=True, exist_ok=True)
        store = path.with_suffix(".sqlite")
        run_match("gen1", (run.agent, run.agent), run.blocks, seed=run.seed, jobs=jobs, store=store, records=path)
    records = list(read_records(path))
    return {"agent": run.agent, "command": run.command, "games": len(records), **measure(records)}


# Against the generator itself.


def revelations(stream: int) -> dict[str, Any]:
    """Kits and members after partial revelations: what the belief says, and the generator's own teams."""
    believed = _core.gen1_revelations(**SHOWN)
    draws, rows = 0, []
    for number in steps(iter(range(SHOWN["count"])), "revelations", SHOWN["count"]):
        drawn, found = _core.gen1_accepted(number, SHOWN["seed"], LEAST, MOST, stream)
        draws += drawn
        rows.append(_row(*believed[number], found))
    return {**SHOWN, "stream": stream, "draws": draws, "revelations": rows}


def _row(odds: list[list[float]], drawn: Hidden, found: Hidden) -> dict[str, Any]:
    """One revelation: of everybody who was shown the odds of each set and how often it came; of the others how far
    each species deviates, in standard errors."""
    accepted, kits, species = found
    sets = [
        [[round(part, 12), count] for part, count in zip(parts, counts, strict=True)]
        for parts, counts in zip(odds, kits, strict=True)
    ]
    members = [round(one, 2) for one in _members(accepted, species, drawn[0], drawn[2])]
    return {"accepted": accepted, "sets": sets, "members": members}


def _members(accepted: int, found: Sequence[int], teams: int, drawn: Sequence[int]) -> Iterator[float]:
    for there, here in zip(found, drawn, strict=True):
        part = (there + here) / (accepted + teams) if accepted else 0.0
        if part * accepted >= ENOUGH:
            error = math.sqrt(part * (1 - part) * (1 / accepted + 1 / teams))
            yield (there / accepted - here / teams) / error


def keep(name: str, data: dict[str, Any]) -> None:
    """Stores a run."""
    path = DATA / f"{PREFIX}{name}.json"
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    part.replace(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = [*RUNS, *STREAMS]
    parser.add_argument("--only", action="append", choices=names, help="some of it")
    parser.add_argument("--again", action="store_true", help="also what is there")
    parser.add_argument("--list", action="store_true", help="print the battles as commands")
    parser.add_argument("--games", type=Path, default=ROOT / "runs" / "gen1-beliefs", help="where records are kept")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args(arguments)
    if wanted.list:
        print("\n".join(run.command for run in RUNS.values()))
        return 0
    for name in wanted.only or names:
        if wanted.again or not (DATA / f"{PREFIX}{name}.json").is_file():
            print(name, flush=True)
            keep(name, battles(RUNS[name], wanted.games, wanted.jobs) if name in RUNS else revelations(STREAMS[name]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
