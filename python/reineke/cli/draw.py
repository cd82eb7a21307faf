"""`reineke draw`: a position or its game tree as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from reineke.cli.options import (
    agent_option,
    budget,
    budget_options,
    deciding_seat,
    game_argument,
    read_position,
    seed_option,
)
from reineke.game import OVER, Game, GameError
from reineke.games.native import NativeGame

LEAF = "maxn(depth=1,eval=seed)"
"""Judges the leaves of a tree where no agent is named."""
MOST = 200_000
"""Positions in a tree that is still drawn."""


@click.command()
@game_argument()
@click.argument("position")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the SVG goes (default: stdout).",
)
@click.option(
    "--tree", type=click.IntRange(1, 12), metavar="DEPTH", help="Draw the game tree with its tuples of values."
)
@agent_option(
    None, help="Show its values and depth beside the board; in a tree it judges the leaves.", show_default=False
)
@budget_options
@seed_option()
def draw(
    game: str,
    position: str,
    output: Path | None,
    tree: int | None,
    agent: str | None,
    seconds: float | None,
    nodes: int | None,
    seed: int,
) -> None:
    """Draw a position, or its game tree, as SVG.

    A POSITION is its text or JSON form, "start", or - to read it from stdin.
    """
    from reineke.games import load

    table = load(game)
    limits = budget(seconds, nodes)
    think = None if agent is None and tree is None else _Thinker(table, agent or _leaf(table), limits, seed)
    state = read_position(table, position, seed)
    picture = _board(table, state, think) if tree is None else _tree(table, state, tree, think)
    if output is None:
        print(picture)
    else:
        output.write_text(picture, "utf-8")


class _Thinker:
    """Asks an agent for the tuple of a position."""

    def __init__(self, game: Game, spec: str, limits: Any, seed: int) -> None:
        from reineke.agents import make

        self.game, self.limits, self.seed = game, limits, seed
        self.agent = make(spec, game)
        self.depth: int | None = None

    def values(self, state: Any) -> Sequence[float]:
        """The values of all seats after the agent's choice."""
        seat = deciding_seat(self.game, state, None)
        self.agent.start(self.game, seat, self.seed)
        decision = self.agent.decide(self.game.view(state, seat), self.limits)
        self.depth = decision.depth
        for choice in decision.choices:
            if choice.action == decision.action and choice.values is not None:
                return choice.values
        raise GameError(f"{self.agent.spec} does not say what a position is worth to every seat; maxn and mcts do")


def _leaf(game: Game) -> str:
    return LEAF if _is_sawhian(game) else "greedy"


def _is_sawhian(game: Game) -> bool:
    return isinstance(game, NativeGame) and game.family == "sawhian"


def _board(game: Game, state: Any, think: _Thinker | None) -> str:
    if think is not None and _is_sawhian(game):
        from reineke.games.sawhian import draw

        values = think.values(state) if game.turn(state) != OVER else None
        return draw.board(game.json(state), values=values, depth=think.depth)
    picture = game.draw(state)
    if picture is None:
        raise GameError(f"{game.spec} has no drawing")
    return picture


def _tree(game: Game, state: Any, depth: int, think: _Thinker | None) -> str:
    from reineke.games.sawhian import draw

    assert think is not None
    if game.hidden or game.inside:
        raise GameError(f"a game tree is drawn of games without secrets and dice, not of {game.spec}")
    count = 1

    def leaf(position: Any) -> Sequence[float]:
        nonlocal count
        count += 1
        if count > MOST:
            raise GameError(f"a tree of depth {depth} has more than {MOST} leaves here; draw a smaller one")
        return think.values(position)

    root = draw.expand(game, state, depth, leaf)
    names = None if _is_sawhian(game) else [f"seat {seat}" for seat in range(game.seats)]
    return draw.tree(root, names=names, title=f"{game.spec}, depth {depth}")
