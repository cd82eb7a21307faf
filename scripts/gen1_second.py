"""Plays `default` of gen1 against a second, unrelated search, Oak: docs/studies/data/gen1-second.json.

    python -m scripts.gen1_second                               500 battles, 0.1 s a decision
    python -m scripts.gen1_second --blocks 10 --out FOLDER      a first look
    python -m scripts.gen1_second --counted                     where other work disturbs the clock
    python -m scripts.gen1_second --against random greedy       how Oak does against others, 30 battles each

`make oak` installs Oak. A match that was stopped goes on where it was, unless the core or the player has changed since.
With --counted both get the nodes that they search in that much time of the processor, measured once before the match.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import process_time

from reineke import NO_ACTION, OVER, Agent, Budget, Dice, GameError, Unfit, load, make_agent
from reineke.arena import run_match
from scripts.study_runs import ROOT, store_of, write

DATA = ROOT / "docs" / "studies" / "data"
STORES = ROOT / "runs" / "gen1-second"
OAK = "scripts/oak/agent.py"
OTHERS = ("random", "maxdamage", "heuristics", "greedy", "minimax")
BLOCKS, FEW_BLOCKS = 250, 15
TRIAL = {"default": 7_000, OAK: 10_000}
"""Nodes by which speed is measured."""

Rates = dict[str, float]
"""Nodes a second of the processor, by agent."""


@dataclass
class Work:
    """What an agent has done in how much time of the processor."""

    nodes: int = 0
    seconds: float = 0.0


def rates(battles: int = 3) -> Rates:
    """How fast both are, measured in battles between them."""
    done = [Work() for _ in TRIAL]
    for seed in range(battles):
        battle(seed, done)
    return {spec: work.nodes / work.seconds for spec, work in zip(TRIAL, done, strict=True)}


def battle(seed: int, done: Sequence[Work]) -> None:
    """Plays a battle between the two, and adds what each of them did."""
    game, dice = load("gen1"), Dice(seed)
    agents = [make_agent(spec, game) for spec in TRIAL]
    budgets = [Budget(nodes=nodes) for nodes in TRIAL.values()]
    state = game.start(dice)
    for seat, agent in enumerate(agents):
        agent.start(game, seat, seed)
    while (turn := game.turn(state)) != OVER:
        joint = [NO_ACTION, NO_ACTION]
        for seat in turn if isinstance(turn, tuple) else (turn,):
            view, before = game.view(state, seat), processor(agents[seat])
            found = agents[seat].decide(view, budgets[seat])
            joint[seat] = found.action
            if len(view.legal) > 1:
                done[seat].nodes += found.nodes
                done[seat].seconds += processor(agents[seat]) - before
        state = game.play(state, tuple(joint) if isinstance(turn, tuple) else joint[turn], dice)


def processor(agent: Agent) -> float:
    """The time of the processor that an agent has used: its own program's, or that of this process."""
    return float(getattr(agent, "cpu", process_time()))


def kept_rates(path: Path) -> Rates:
    """The rates that were measured before, or now."""
    if not path.exists():
        write(path, rates())
    found: Rates = json.loads(path.read_text("utf-8"))
    return found


def specs(other: str, args: argparse.Namespace) -> tuple[str, str]:
    """The two agents of a match."""
    options = [f"samples={args.samples}"] if args.samples else []
    if not args.counted:
        return other, f"{OAK}({','.join(options)})" if options else OAK
    speed = kept_rates(args.stores / "rates.json")
    options.append(f"nodes={round(args.time * speed[OAK])}")
    first = f"default(nodes={round(args.time * speed['default'])})" if other == "default" else other
    return first, f"{OAK}({','.join(options)})"


def player() -> str:
    """A digest of what makes Oak the player that it is: battles with another are other battles."""
    parts = (ROOT / "scripts" / "oak" / f"{name}.py" for name in ("agent", "layout", "program"))
    return blake2b(b"".join(part.read_bytes() for part in parts), digest_size=4).hexdigest()


def measure(other: str, args: argparse.Namespace) -> Path:
    """Plays a match, or what is left of it, and writes its file."""
    name = "second" if other == "default" else f"second-{other}"
    blocks = args.blocks or (BLOCKS if other == "default" else FEW_BLOCKS)
    store = store_of(f"{name}-{player()}", args.stores)
    budget = Budget() if args.counted else Budget(seconds=args.time)
    pair = specs(other, args)
    result = run_match("gen1", pair, blocks, budget, args.seed, args.jobs, store, progress=sys.stderr.isatty())
    told = {**result.json(), "counted": args.time if args.counted else None}
    if args.counted:
        told["rates"] = kept_rates(args.stores / "rates.json")
    return write(args.out / f"gen1-{name}.json", told)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", nargs="+", choices=("default", *OTHERS), metavar="AGENT", default=["default"])
    parser.add_argument("--blocks", type=int, help="pairs of battles, sides swapped")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a decision, of either")
    parser.add_argument("--counted", action="store_true", help="count nodes instead of looking at the clock")
    parser.add_argument("--samples", type=int, help="how many positions Oak searches for a decision")
    parser.add_argument("--jobs", type=int, default=1, help="battles at once, at most one for each core")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=DATA, help="where the file goes")
    parser.add_argument("--stores", type=Path, default=STORES, help="where battles are kept")
    args = parser.parse_args(arguments)
    try:
        for other in args.against:
            print(measure(other, args), flush=True)
    except (GameError, Unfit) as error:
        print(f"reineke: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
