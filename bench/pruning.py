"""What the seed's unsound cut and the sound one do to max^n: nodes, depth at equal time, changed moves.

python bench/pruning.py --positions 200 --depth 6 --time 0.05 > docs/studies/data/pruning.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import reineke
from reineke import Budget, Dice, Search

SEARCHES = {
    "none": {"eval": "seed", "cut": "none", "ties": "last", "order": "off", "table": "off"},
    "seed": {"eval": "seed", "cut": "seed", "ties": "last", "order": "off", "table": "off"},
    "seed, ordered": {"eval": "seed", "cut": "seed", "ties": "last", "order": "on", "table": "off"},
    "none, lanes": {"eval": "lanes", "cut": "none", "order": "off", "table": "off"},
    "shallow, lanes": {"eval": "lanes", "cut": "shallow", "order": "off", "table": "off"},
    "shallow, lanes, ordered": {"eval": "lanes", "cut": "shallow", "order": "on", "table": "off"},
    "seed, lanes": {"eval": "lanes", "cut": "seed", "order": "off", "table": "off"},
}
BASES = {"seed": "none", "seed, ordered": "none", "shallow, lanes": "none, lanes"}
BASES |= {"shallow, lanes, ordered": "none, lanes", "seed, lanes": "none, lanes"}


def positions(count: int, seed: int) -> Iterator[Any]:
    """Positions of games between shallow searches, 8 to 100 plies in."""
    game = reineke.load("sawhian")
    dice = Dice(seed)
    search = Search(game, "greedy", {"eval": "lanes"})
    while count > 0:
        state, plies = game.start(dice), 8 + dice.roll(93)
        for ply in range(plies):
            if game.turn(state) == reineke.OVER:
                break
            view = game.view(state, game.turn(state))
            stray = ply < 8 or dice.roll(5) == 0
            action = view.legal[dice.roll(len(view.legal))] if stray else search.decide(view, Budget()).action
            state = game.play(state, action, dice)
        if game.turn(state) != reineke.OVER and len(game.legal(state, game.turn(state))) > 1:
            count -= 1
            yield state


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--time", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = reineke.load("sawhian")
    found: dict[str, Any] = {name: {"nodes": 0, "moves": [], "depth": []} for name in SEARCHES}
    for number, state in enumerate(positions(args.positions, args.seed)):
        print(f"\rposition {number + 1} of {args.positions}", end="", file=sys.stderr)
        view = game.view(state, game.turn(state))
        for name, options in SEARCHES.items():
            fixed = Search(game, "maxn", {**options, "depth": str(args.depth), "deepen": "off"}).decide(view, Budget())
            timed = Search(game, "maxn", options).decide(view, Budget(seconds=args.time))
            found[name]["nodes"] += fixed.nodes
            found[name]["moves"].append(fixed.action)
            found[name]["depth"].append(timed.depth)
    rows = []
    for name, result in found.items():
        base = found.get(BASES.get(name, ""))
        row = {"search": name, "nodes": result["nodes"], "mean_depth": sum(result["depth"]) / len(result["depth"])}
        if base is not None:
            changed = sum(a != b for a, b in zip(result["moves"], base["moves"], strict=True))
            row |= {"of": BASES[name], "node_share": result["nodes"] / base["nodes"]}
            row |= {"changed_moves": changed / len(result["moves"])}
        rows.append(row)
    print(file=sys.stderr)
    json.dump({**vars(args), "rows": rows}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
