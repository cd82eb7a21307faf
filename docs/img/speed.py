"""Draws the pictures of docs/games/speed-bots.md: `python docs/img/speed.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import reineke
from reineke.games.speed import draw
from reineke.games.speed.model import SpeedModel

BOTS = ("bot-meta", "bot-jump", "bot-jumping-largest-free", "bot-super-snail", "bot-mirror", "potential-field")


def play(specs: tuple[str, ...], width: int, height: int, rounds: int | None, seed: int) -> dict[str, Any]:
    """A position of a game between bots."""
    game = reineke.load(f"speed(seats={len(specs)},width={width},height={height})")
    model = SpeedModel(width, height, [reineke.make_agent(spec, game) for spec in specs], seed).run(rounds)
    return model.grid.game.json(model.grid.state)


def pictures() -> dict[str, str]:
    """Every picture by file name."""
    alone = {name: play((name,), 20, 20, None, 1) for name in ("potential-field", "bot-snail", "bot-super-snail")}
    return {
        "speed-board.svg": draw.board(play(BOTS, 60, 60, 77, 4), names=BOTS, territory=True),
        **{f"speed-alone-{name}.svg": draw.board(data, column=False) for name, data in alone.items()},
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (Path(__file__).parent / name).write_text(svg, encoding="utf-8")
