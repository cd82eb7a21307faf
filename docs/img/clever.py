"""Draws the pictures of docs/games/clever.md: `python docs/img/clever.py`."""

from __future__ import annotations

from pathlib import Path

import reineke
from reineke.games.clever import draw

MIDDLE = (
    "5.0.roll2 4p/2p/3p/1t/3f/4p 110010010000|01101100010|5|5.4.6.10|5.6.2.3|2+1+0||"
    " 101100100000|00110110100|7|4.6.5|2.3.6.4|1+2+1||"
)


def pictures() -> dict[str, str]:
    """Every picture by file name."""
    spec = "clever(seats=2)"
    game = reineke.load(spec)
    state = game.parse(MIDDLE)
    agent = reineke.make_agent("mcts", game)
    agent.start(game, 0, seed=1)
    decision = agent.decide(game.view(state, 0), reineke.Budget(nodes=4000))
    sheet = " ".join(MIDDLE.split(" ")[:3])
    return {
        "clever-sheet.svg": draw.board(sheet, names=["A sheet in round 5"]),
        "clever-decision.svg": draw.board(game.json(state), spec=spec, names=["Ann", "Ben"], decision=decision),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (Path(__file__).parent / name).write_text(svg, encoding="utf-8")
