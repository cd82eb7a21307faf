"""Sawhian positions for the slow twin and the engine at once."""

import random
from typing import Any

from reineke.agent import Budget, Choice, Decision
from reineke.games import load
from reineke.search import Search
from tests.games.sawhian import twin

GAME = load("sawhian")

WEIGHTS = (2, -1, -1, 1)
"""Whole numbers, so that equal values are equal to the last bit."""
TYPED = "/".join(map(str, WEIGHTS))


def native(state: twin.State) -> Any:
    return GAME.parse_json(twin.position_json(state))


def random_positions(count: int, seed: int, last: int = 1) -> list[twin.State]:
    """One position from each of so many random games, at least `last` plies before its end."""
    found = []
    for game in range(count):
        rng = random.Random(f"{seed}/{game}")
        course = list(twin.random_game(rng))
        found.append(rng.choice(course[:-last]))
    return found


def late_positions(count: int, seed: int, last: int) -> list[twin.State]:
    """Positions of random games exactly `last` plies before their ends."""
    return [list(twin.random_game(random.Random(f"{seed}/{game}")))[-1 - last] for game in range(count)]


def decide(state: twin.State, search: str, depth: int, **options: str) -> Decision:
    """A search to a fixed depth; the seed's evaluation with whole weights unless told otherwise."""
    given = {"eval": "seed", "depth": str(depth), "deepen": "off", **options}
    if given["eval"] == "seed":
        given["weights"] = TYPED
    return Search(GAME, search, given).decide(GAME.view(native(state), state.mover), Budget())


def chosen(decision: Decision) -> Choice:
    return next(choice for choice in decision.choices if choice.action == decision.action)
