"""Game trees of positions on the page: max^n over two moves, with what the judge says at the leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reineke.analysis import analyst
from reineke.analysis.judge import Judge
from reineke.game import Game, acting
from reineke.games.native import is_family
from reineke.games.sawhian.draw import expand, tree
from reineke.games.svg import Theme

DEPTH = 2
LEAVES = 400
"""Of a position with more, only the next moves are shown."""


FAMILIES = ("sawhian", "tictactoe")
"""Games in which one player moves at a time, without dice and secrets."""


def has_tree(game: Game) -> bool:
    """Whether trees are drawn of a game."""
    return any(is_family(game, family) for family in FAMILIES)


def draw(game: Game, state: Any, names: Sequence[str], theme: Theme) -> str:
    """The tree of a position in which somebody moves."""
    judge = Judge(game, analyst(game))

    def leaf(place: Any) -> list[float]:
        return [0.0 if value is None else value for value in judge.quick(place)]

    wide = len(game.legal(state, acting(game.turn(state))[0]))
    depth = DEPTH if wide**DEPTH <= LEAVES else 1
    root = expand(game, state, depth, leaf, final=lambda end: list(map(float, game.outcome(end))))
    return tree(root, names=names, title="Game tree", theme=theme)
