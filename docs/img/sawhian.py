"""Draws the pictures of docs/games/sawhian.md: `python docs/img/sawhian.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import reineke
from reineke.games.sawhian import draw
from reineke.games.sawhian.position import FORWARD, SIZE, read

MOVES = (
    "g1 a7 f7 g7 e1 a4 e7 g3 c1 a6 c7 g3 a1 a5 b7 g4 b1 a6 b7 g5 d1 a5 d7 g6 e1 a3 b7 g6 e1 c5 b5 g3 a1 a4 b7 g6 "
    "a2 a6 b7 f6 d1 d5 f7 g4 a4 a4 f6 f4 d2 c4 d7 e4 g1 d4 c7 f3 d3 a7 d6 g7 d4 e4 c6 f7 g2 f4 c5 e3 c1 b6 b7 d3 "
    "b1 a3 c3 d7 a5 c7 d5 b7 c2 b3 f5 g3 d6 c6 d4 e6 c3"
)


def race(state: Any, game: reineke.Game) -> list[float]:
    """How far each player has come, less the mean: steps of stones on the board, eight for one that is home."""
    place = read(game.json(state))
    way = [8.0 * points for points in place.points]
    for (x, y), seat in place.stones.items():
        dx, dy = FORWARD[seat]
        along = dx * x + dy * y
        way[seat] += 1 + (along if dx + dy > 0 else along + SIZE - 1)
    return [one - sum(way) / 4 for one in way]


def pictures() -> dict[str, str]:
    """Every picture by file name."""
    game = reineke.load("sawhian")
    state, turns = game.start(reineke.Dice(0)), []
    for name in MOVES.split():
        seat = game.turn(state)
        turns.append([seat, name])
        state = game.play(state, game.parse_action(name), reineke.Dice(0))
    mover = game.turn(state)
    assert isinstance(mover, int)
    tree = draw.expand(game, state, 3, lambda leaf: race(leaf, game))
    names = ["Reineke", "Isegrim", "Grimbart", "Hinze"]
    board = draw.board(
        game.json(state),
        last=tuple(turns[-1]),
        legal=game.legal(state, mover),
        values=tree["values"],
        depth=3,
        moves=turns,
        names=names,
    )
    return {
        "sawhian-start.svg": draw.board(game.json(game.start(reineke.Dice(0))), legal=range(0, 49, 7)),
        "sawhian-board.svg": board,
        "sawhian-tree.svg": draw.tree(tree, rows=24, names=names, title="Three moves ahead"),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (Path(__file__).parent / name).write_text(svg, encoding="utf-8")
