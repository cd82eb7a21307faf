"""Plays poke-env's players on the pinned Showdown server, with the timer on: docs/studies/data/gen1-live-NAME.json.

    python -m scripts.gen1_live_runs                                     everything that is missing
    python -m scripts.gen1_live_runs --only random --battles 10          some of it
    python -m scripts.gen1_live_runs --agent "mcts(nodes=300)" --again   with another agent

A run that was stopped goes on where it was, without --again. poke-env comes with `reineke[showdown]`; it plays in a
process of its own.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reineke import GameError
from reineke.games.gen1.showdown import version
from reineke.live.showdown import Account, Care, Plan, ShowdownClient, summarise
from reineke.live.showdown.baselines import BASELINES, Baseline, installed
from reineke.live.showdown.record import read
from reineke.live.showdown.server import LocalServer

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "gen1-live"


def played(store: Path) -> list[dict[str, Any]]:
    """The results of battles that were played before."""
    return [record["result"] for record in read(store)] if store.exists() else []


def play(opponent: str, args: argparse.Namespace, store: Path) -> list[dict[str, Any]]:
    """Plays what is left of the battles against one opponent; returns all results."""
    before = played(store)
    if len(before) < args.battles:
        store.parent.mkdir(parents=True, exist_ok=True)
        with LocalServer() as server, Baseline(opponent, server.url, args.at_once) as other:
            plan = Plan(challenge=other.name, battles=args.battles - len(before), at_once=args.at_once)
            client = ShowdownClient(
                server.url,
                Account("Reineke"),
                plan,
                args.agent,
                care=Care(seconds=args.time),
                seed=args.seed + len(before),
                records=store,
                log=lambda line: print(line, file=sys.stderr, flush=True) if args.verbose else None,
            )
            client.play()
    return played(store)


def measure(opponent: str, args: argparse.Namespace) -> Path:
    """Plays against one opponent, and writes its file."""
    store = args.stores / f"{opponent}-{re.sub('[^a-z0-9]+', '-', args.agent.lower()).strip('-')}-{args.time:g}.jsonl"
    if args.again:
        store.unlink(missing_ok=True)
    results = play(opponent, args, store)
    data = {
        "game": "gen1",
        "opponent": f"poke-env {installed()} {BASELINES[opponent]}",
        "showdown": version(),
        "agent": args.agent,
        "seconds_per_move": args.time,
        "timer": True,
        "at_once": args.at_once,
        "seed": args.seed,
        **summarise(results).json(),
        "turns": sum(result["turns"] for result in results),
        "endings": sorted({result["message"] for result in results if result["message"]}),
    }
    args.out.mkdir(parents=True, exist_ok=True)
    path: Path = args.out / f"gen1-live-{opponent}.json"
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(BASELINES), metavar="NAME", default=list(BASELINES))
    parser.add_argument("--battles", type=int, default=1000, help="against each")
    parser.add_argument("--agent", default="default", help="who plays for us")
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move, at most")
    parser.add_argument("--at-once", type=int, default=1, help="battles at a time; each wants a core")
    parser.add_argument("--seed", type=int, default=1, help="the agent's own chance")
    parser.add_argument("--again", action="store_true", help="replace what is there")
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--stores", type=Path, default=STORES, help="where the records of the battles are kept")
    parser.add_argument("--verbose", action="store_true", help="a line per event")
    args = parser.parse_args(arguments)
    try:
        for opponent in args.only:
            if args.again or not (args.out / f"gen1-live-{opponent}.json").exists():
                print(measure(opponent, args), flush=True)
    except GameError as error:
        print(f"gen1_live_runs: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
