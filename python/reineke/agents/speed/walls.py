"""How an agent uses the room along the walls, alone on a board: `python -m reineke.agents.speed.walls [SPEC …]`.

The room beside a wall is the cheapest there is: nobody comes from that side. An agent that keeps off walls gives it
away, and with it rounds that it could have lived.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reineke.agents import make
from reineke.games import load
from reineke.games.speed.model import SpeedModel

SPECS = ("potential-field", "bot-snail", "bot-super-snail")
SIZES = (12, 20, 40)
GAMES = 20


@dataclass(frozen=True)
class Use:
    """What became of a board, as means over the games."""

    rounds: float
    """How long the agent lived."""
    walls: float
    """Share of the cells beside the edge that it used."""
    inner: float
    """Share of all other cells that it used."""


def measure(spec: str, width: int, height: int, games: int = GAMES, seed: int = 0) -> Use:
    """Lets an agent play alone until it dies, from as many starts as there are games."""
    game = load(f"speed(seats=1,width={width},height={height})")
    inner = np.zeros((height, width), bool)
    inner[1:-1, 1:-1] = True
    rows = []
    for number in range(games):
        model = SpeedModel(width, height, [make(spec, game)], seed + number).run()
        position = model.grid.position
        used = position.cells != 0
        rows.append((position.round, used[~inner].mean(), used[inner].mean()))
    return Use(*(float(value) for value in np.mean(rows, axis=0)))


def main(specs: Sequence[str]) -> None:
    """Prints a table of all agents and sizes."""
    print(f"{'agent':<28} {'board':>7} {'rounds lived':>13} {'per cell':>13} {'beside walls':>13} {'elsewhere':>10}")
    for size in SIZES:
        for spec in specs:
            use = measure(spec, size, size)
            share = use.rounds / size**2
            board = f"{size}x{size}"
            print(f"{spec:<28} {board:>7} {use.rounds:>13.1f} {share:>13.1%} {use.walls:>13.1%} {use.inner:>10.1%}")


if __name__ == "__main__":
    main(sys.argv[1:] or SPECS)
