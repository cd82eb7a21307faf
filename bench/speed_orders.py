"""What sorting, parallel depths and compiling do for Multi-Minimax in spe_ed.

    python -m bench.speed_orders                            all three tables, under two minutes
    python -m bench.speed_orders --json FILE                and as JSON

Nodes (leaves evaluated) per decision for several orders of trying the actions, digits as in `order=`; the depth reached
in a fixed time with one and more depths searched at once; and the compiled search beside the readable Python reference
of the tests, at equal time and at equal depth. Positions are of games of five on 60x60, and of two on 41x41 beside the
reference. Wherever two searches must decide alike, a difference is an error and no table is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reineke import Budget, Dice, Game, View, load
from reineke.agents import make
from reineke.game import NO_ACTION, OVER
from tests.games.speed import multiminimax as reference
from tests.games.speed import twin

VARIANT = "v-multiminimax"
OPTIONS = reference.Options(voronoi=True, hug=True, endgame=True, cap=3, kamikaze=True)
"""The variant's, for the reference."""

ORDERS = ("01234", "12034", "34012", "40123", "43210", "21043")
PARALLEL = (1, 2, 4, 6)


def positions(game: Game, count: int, seed: int) -> list[Any]:
    """States 10 to 60 rounds into games of the variant with itself at few nodes."""
    rng = random.Random(seed)
    agents = [make(VARIANT, game) for _ in range(game.seats)]
    found: list[Any] = []
    while len(found) < count:
        state = game.start(Dice(rng.randrange(2**32)))
        for _ in range(rng.randint(10, 60)):
            acting = game.turn(state)
            if acting == OVER:
                break
            joint = [NO_ACTION] * game.seats
            for seat in acting:
                joint[seat] = agents[seat].decide(game.view(state, seat), Budget(nodes=60)).action
            state = game.play(state, tuple(joint), Dice(0))
        if game.turn(state) != OVER:
            found.append(state)
    return found


def first_views(game: Game, states: Iterable[Any]) -> list[View]:
    """Each state as the first of those who act sees it."""
    return [game.view(state, game.turn(state)[0]) for state in states]


def nodes_by_order(
    game: Game, views: Sequence[View], orders: Iterable[str], name: str = VARIANT, depth: int = 6
) -> dict[str, float]:
    """Mean nodes of a decision at a fixed depth, by the order in which actions are tried."""
    nodes = {}
    decided = set()
    for order in orders:
        agent = make(f"{name}(order={order},depth={depth},deepen=off)", game)
        decisions = [agent.decide(view, Budget()) for view in views]
        nodes[order] = statistics.mean(decision.nodes for decision in decisions)
        decided.add(tuple((decision.action, decision.value) for decision in decisions))
    if len(decided) != 1:
        raise AssertionError("orders of trying change decisions")
    return nodes


def depth_by_parallel(game: Game, views: Sequence[View], seconds: float) -> dict[int, dict[str, float]]:
    """Mean depth and nodes of a decision in a fixed time, by the number of depths searched at once."""
    found = {}
    for parallel in PARALLEL:
        agent = make(f"{VARIANT}(parallel={parallel})", game)
        decisions = [agent.decide(view, Budget(seconds=seconds)) for view in views]
        found[parallel] = {
            "depth": statistics.mean(decision.depth for decision in decisions),
            "nodes": statistics.mean(decision.nodes for decision in decisions),
        }
    return found


# Compiled and readable


class Timed(reference.Search):
    """The reference, until a moment of `time.perf_counter`."""

    def __init__(self, options: reference.Options, scene: reference.Scene, end: float) -> None:
        super().__init__(options, scene)
        self.end = end

    def played(self, state: twin.State, standing: tuple[twin.Cell, ...]) -> int:
        if time.perf_counter() > self.end:
            raise TimeoutError
        return super().played(state, standing)


def deepened(state: twin.State, number: int, seconds: float) -> tuple[int, int]:
    """The last depth that the reference finishes in a time, and the leaves it evaluates in all of it."""
    scene = reference.prepare(state, number, OPTIONS)
    end = time.perf_counter() + seconds
    depth = nodes = 0
    while True:
        search = Timed(replace(OPTIONS, depth=depth + 2), scene, end)
        try:
            search.root()
        except TimeoutError:
            return depth, nodes + search.nodes
        depth += 2
        nodes += search.nodes


def read(game: Game, state: Any) -> twin.State:
    """A state of the game as the twin has it."""
    data = game.json(state)
    players = [
        twin.Player(**player, died=died) for player, died in zip(data["players"].values(), data["died"], strict=True)
    ]
    return twin.State(tuple(map(tuple, data["cells"])), tuple(players), data["round"])


def contested(game: Game, states: Iterable[Any]) -> list[Any]:
    """Those in which the first to act has an opponent within reach and lives on for four rounds whatever that one does:
    there a depth is worth the same to both searches."""
    look = make(f"{VARIANT}(depth=8,deepen=off)", game)
    found = []
    for state in states:
        seat = game.turn(state)[0]
        scene = reference.prepare(read(game, state), seat + 1, OPTIONS)
        value = look.decide(game.view(state, seat), Budget()).value
        if scene.foes and value is not None and value > reference.LOSS / reference.CELL / 2:
            found.append(state)
    return found


def compiled_and_readable(game: Game, states: Sequence[Any], seconds: float) -> dict[str, dict[str, float]]:
    """Means over the states: depth and leaves in a fixed time, and the time that depth 2 takes."""
    rows: dict[str, list[tuple[float, float, float]]] = {"readable": [], "compiled": []}
    deep = make(VARIANT, game)
    shallow = make(f"{VARIANT}(depth=2,deepen=off)", game)
    for state, view in zip(states, first_views(game, states), strict=True):
        slow = read(game, state)
        began = time.perf_counter()
        answer = reference.decide(slow, view.seat + 1, replace(OPTIONS, depth=2))
        took = time.perf_counter() - began
        rows["readable"].append((*deepened(slow, view.seat + 1, seconds), took))
        fast = shallow.decide(view, Budget())
        if answer.action != fast.action:
            raise AssertionError(f"the reference decides {answer.action}, not {fast.action}: {game.text(state)}")
        decision = deep.decide(view, Budget(seconds=seconds))
        rows["compiled"].append((decision.depth, decision.nodes, fast.seconds))
    columns = ("depth", "nodes", "seconds_depth_2")
    return {
        name: dict(zip(columns, map(statistics.mean, zip(*measured, strict=True)), strict=True))
        for name, measured in rows.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--time", type=float, default=0.25, help="seconds a decision, for parallel depths")
    parser.add_argument("--reference-time", type=float, default=2.0, help="seconds a decision, beside the reference")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()

    game = load("speed(seats=5,width=60,height=60)")
    states = positions(game, args.positions, args.seed)
    views = first_views(game, states)
    orders = nodes_by_order(game, views, ORDERS)
    parallel = depth_by_parallel(game, views, args.time)
    duel = load("speed(seats=2,width=41,height=41)")
    fought = contested(duel, positions(duel, args.positions // 2, args.seed))
    compiled = compiled_and_readable(duel, fought, args.reference_time)
    speedup = {
        "nodes": compiled["compiled"]["nodes"] / compiled["readable"]["nodes"],
        "depth_2": compiled["readable"]["seconds_depth_2"] / compiled["compiled"]["seconds_depth_2"],
        "depth_gain": compiled["compiled"]["depth"] - compiled["readable"]["depth"],
    }

    print(f"{VARIANT}, {len(views)} positions of {game.spec}, {os.cpu_count()} cores")
    print("\norder   nodes a decision at depth 6   of the default's")
    for order, nodes in orders.items():
        print(f"{order}   {nodes:27,.0f}   {nodes / orders[ORDERS[0]]:16.2f}")
    print(f"\nparallel   depth in {args.time} s   nodes")
    for number, row in parallel.items():
        print(f"{number:8}   {row['depth']:{len(f'depth in {args.time} s')}.2f}   {row['nodes']:,.0f}")
    print(f"\n{len(fought)} positions of {duel.spec}")
    print(f"search     depth in {args.reference_time} s   nodes a second   seconds for depth 2")
    for name, row in compiled.items():
        rate = row["nodes"] / args.reference_time
        print(f"{name}   {row['depth']:14.2f}   {rate:14,.0f}   {row['seconds_depth_2']:19.5f}")
    gain = "gain: {nodes:,.0f} times the nodes, depth 2 {depth_2:,.0f} times as fast, {depth_gain:.1f} plies"
    print(gain.format(**speedup))
    if args.json is not None:
        data = {"variant": VARIANT, "seed": args.seed, "cores": os.cpu_count()}
        data |= {"game": game.spec, "positions": len(views), "time": args.time, "orders": orders, "parallel": parallel}
        data |= {"reference_game": duel.spec, "reference_positions": len(fought), "reference_time": args.reference_time}
        data |= {"compiled": compiled, "gain": speedup}
        args.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
