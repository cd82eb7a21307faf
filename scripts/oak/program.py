"""Oak as a program: one JSON object a line in, one out. It runs where `oak-lab` is installed, and needs nothing else.

    python -m scripts.oak.program

A request has the `states` that a player thinks possible (as `game.json` tells them), its `seat`, and the `seconds` or
the `iterations` for all of them together. Oak searches each for an equal part of that, both sides seeing everything,
and the answer adds up how often the player's choices were tried: `visits` by name, with the `iterations`, the `seconds`
and the time of the processor, `cpu`, that were used. The first line out has its `name`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from time import perf_counter, process_time
from typing import Any

import oak
import oak.search

from scripts.oak.layout import MOVE, Numbers, Packed, Tree, confusion, pack

BANDIT, EVALUATION = "ucb-0.2", "fp"
"""Oak's own selection, with less exploration than the 1.0 of its benchmark: at so few iterations 0.5 is better, 0.3
better still, and from there to 0.1 all are alike, as Oak's own tool `vs` finds. Of the two evaluations that need no
network the stronger one."""
COUNTER_TYPES = (0, 1)


@cache
def _types(name: str) -> int:
    kind, battle = oak.Set(), oak.Battle()
    kind.species = oak.id_to_species(name)
    oak.complete_pokemon_from_set(battle.side(0).pokemon(0), kind)
    return int(battle.side(0).pokemon(0).types)


@cache
def _counterable(name: str) -> bool:
    data = oak.move_data(oak.id_to_move(name))
    return bool(name != "counter" and data["bp"] and data["type"] in COUNTER_TYPES)


NUMBERS = Numbers(cache(oak.id_to_species), cache(oak.id_to_move), _types, _counterable)


def search(packed: Packed, budget: str) -> Any:
    """What Oak finds in a position of which everything is known."""
    agent = oak.search.Agent()
    agent.budget, agent.bandit, agent.eval = budget, BANDIT, EVALUATION
    battle, durations = oak.Battle(packed.battle), oak.Durations(packed.durations)
    return oak.search.search(battle, durations, packed.result, oak.search.Heap(), agent)


def choices(packed: Packed, state: Tree, seat: int) -> list[str]:
    """The choices of a side, by name; a move that has no alternative is nameless."""
    side = (state["p1"], state["p2"])[seat]
    numbers = oak.choices(oak.Battle(packed.battle), packed.result)[seat]
    return [_name(number & 3, number >> 2, side) for number in numbers]


def _name(kind: int, place: int, side: Tree) -> str:
    if kind == MOVE:
        return str(side["a"]["mv"][place - 1]) if place else ""
    return f"switch {side['m'][side['o'][place - 1]]['sp']}" if place else ""


def answer(request: Mapping[str, Any], begin: float) -> dict[str, Any]:
    """Searches every state for its part of the time."""
    states, seat = request["states"], request["seat"]
    confused = tuple(max(confusion(state[side]) for state in states) for side in ("p1", "p2"))
    visits: Counter[str] = Counter()
    iterations, cpu = 0, process_time()
    for done, state in enumerate(states):
        packed = pack(state, NUMBERS, confused)
        found = search(packed, _part(request, len(states) - done, iterations, perf_counter() - begin))
        counts = found.visit_matrix.sum(axis=1 - seat)
        visits.update(dict(zip(choices(packed, state, seat), map(int, counts), strict=False)))
        iterations += found.iterations
    used = {"seconds": perf_counter() - begin, "cpu": process_time() - cpu}
    return {"visits": visits, "iterations": iterations, **used}


def _part(request: Mapping[str, Any], states: int, iterations: int, seconds: float) -> str:
    """The budget of the next of so many states, as Oak reads it: iterations, or milliseconds."""
    if "iterations" in request:
        return str(max(1, (request["iterations"] - iterations) // states))
    return f"{max(1, int(1000 * (request['seconds'] - seconds) / states))}ms"


def main() -> None:
    """Says who it is, then answers until there are no more requests."""
    print(json.dumps({"name": f"oak {oak.__version__}"}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), perf_counter())), flush=True)


if __name__ == "__main__":
    main()
