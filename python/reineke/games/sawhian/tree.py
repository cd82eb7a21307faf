"""The game tree as a picture, with the tuple of values at every node and the chosen line marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reineke.game import CHANCE, OVER, Game, GameError
from reineke.games.sawhian.style import Theme, chip, figure, number, short, svg, text

PAD = 20.0
ROW = 34.0
BOX = 244.0  # width of a node
TALL = 26.0  # height of a node
GAP = 64.0  # between two columns
HEAD = 30.0

# How many moves are shown at a node, on the chosen line and beside it: the first pair whose picture is low enough.
WIDTHS = ((99, 99), (99, 6), (99, 4), (99, 3), (99, 2), (99, 1), (8, 1), (6, 1), (5, 1), (4, 1), (3, 0), (2, 0), (1, 0))


class _Dice:
    """For games whose moves draw no chance."""

    def roll(self, sides: int) -> int:
        raise GameError("a game tree is drawn of games without chance")


def expand(
    game: Game,
    state: Any,
    depth: int,
    evaluate: Callable[[Any], Sequence[float]],
    *,
    final: Callable[[Any], Sequence[float]] | None = None,
) -> dict[str, Any]:
    """The max^n tree of a position: `{"action", "mover", "values", "best", "children"}`, nested.

    Every mover takes the child that is best for himself, the lowest action number among equals; `best` names it.
    `evaluate` judges unfinished leaves. Finished games are worth what `final` says: by default +∞ to a sole winner,
    −∞ to losers and 0 to those who share a win, so that no evaluation outweighs a won game.
    """
    verdict = final if final is not None else lambda end: _verdict(game, end)
    return _expand(game, state, depth, evaluate, verdict, None)


def _expand(
    game: Game,
    state: Any,
    depth: int,
    evaluate: Callable[[Any], Sequence[float]],
    verdict: Callable[[Any], Sequence[float]],
    action: str | None,
) -> dict[str, Any]:
    mover = game.turn(state)
    node: dict[str, Any] = {"action": action, "mover": None, "values": [], "best": None, "children": []}
    if mover == OVER:
        node["values"] = list(verdict(state))
        return node
    if mover == CHANCE or not isinstance(mover, int):
        raise GameError(f"a game tree is drawn of games in which one player moves at a time, not of {game.spec}")
    node["mover"] = mover
    if depth <= 0:
        node["values"] = list(evaluate(state))
        return node
    for move in game.legal(state, mover):
        after = game.play(state, move, _Dice())
        node["children"].append(_expand(game, after, depth - 1, evaluate, verdict, game.action_text(move)))
    best = max(node["children"], key=lambda child: child["values"][mover])  # the first of equals
    node["best"], node["values"] = best["action"], list(best["values"])
    return node


def _verdict(game: Game, state: Any) -> list[float]:
    outcome = game.outcome(state)
    return [math.inf if share >= game.high else -math.inf if share <= game.low else 0.0 for share in outcome]


# The picture.


@dataclass
class _Box:
    """A node with its place: column and row."""

    node: Mapping[str, Any]
    column: int
    chooser: int | None
    """Who chose to come here."""
    chosen: bool
    on_line: bool
    row: float = 0.0
    children: list[_Box] = field(default_factory=list)
    hidden: int = 0
    """Moves left out here."""
    hidden_nodes: int = 0
    hidden_row: float = 0.0


def tree(
    root: Mapping[str, Any],
    *,
    rows: int = 36,
    names: Sequence[str] | None = None,
    title: str = "Game tree",
    theme: Theme = "auto",
) -> str:
    """A tree as `expand` returns it, from left to right, best moves on top, as SVG.

    Where it would take more than `rows` lines, the moves that matter least are counted instead of drawn: first beside
    the chosen line, then on it. Nodes have the class `sw-node`; those of the chosen line `sw-line` too.
    """
    for on_line, beside in WIDTHS:
        top = _lay_out(root, 0, None, True, True, on_line, beside)
        lines = _place(top, 0)
        if lines <= rows:
            break
    columns = _columns(top)
    width = 2 * PAD + columns * BOX + (columns - 1) * GAP + (150 if _hides(top, columns - 1) else 10)
    height = 2 * PAD + HEAD + max(lines, 1) * ROW
    heading = f"{title}: {_count(root)} positions"
    body = [text(PAD, PAD + 14, short(heading, 90), size=15, classes="sw-bold")]
    body += _legend(names, width)
    body += _edges(top)
    body += _nodes(top)
    return svg(width, height, theme, heading, body)


def _lay_out(
    node: Mapping[str, Any], column: int, chooser: int | None, chosen: bool, on_line: bool, wide: int, beside: int
) -> _Box:
    mover, children = node.get("mover"), list(node.get("children") or ())
    box = _Box(node, column, chooser, chosen, on_line)
    best = node.get("best")
    if mover is not None:
        children.sort(key=lambda child: -child["values"][mover])
    children.sort(key=lambda child: child["action"] != best)
    room = wide if on_line else beside
    # A line that says "1 more move" takes as much room as the move.
    shown = children if len(children) <= room + (room > 0) else children[:room]
    for child in shown:
        is_best = child["action"] == best
        box.children.append(_lay_out(child, column + 1, mover, is_best, on_line and is_best, wide, beside))
    left_out = children[len(shown) :]
    box.hidden, box.hidden_nodes = len(left_out), sum(_count(child) for child in left_out)
    return box


def _count(node: Mapping[str, Any]) -> int:
    return 1 + sum(_count(child) for child in node.get("children") or ())


def _place(box: _Box, row: float) -> float:
    """Gives every box its row, parents beside their first child; returns the number of rows used."""
    box.row = row
    used = 0.0
    for child in box.children:
        used += _place(child, row + used)
    if box.hidden and box.children:
        box.hidden_row = row + used
        used += 1
    elif box.hidden:
        box.hidden_row = row
    return max(used, 1.0)


def _columns(box: _Box) -> int:
    return max([box.column + 1, *(_columns(child) for child in box.children)])


def _hides(box: _Box, column: int) -> bool:
    """Whether moves are left out behind this column."""
    return (box.column == column and box.hidden > 0) or any(_hides(child, column) for child in box.children)


def _legend(names: Sequence[str] | None, width: float) -> Iterator[str]:
    words = [short(name, 14) for name in names] if names is not None else ["Blue", "Orange", "Green", "Purple"]
    x = width - PAD
    for seat in reversed(range(len(words))):
        x -= 8 * len(words[seat]) + 34
        yield chip(x, PAD + 9, seat, 8)
        yield text(x + 13, PAD + 14, words[seat], size=12, classes="sw-soft")


def _left(box: _Box) -> float:
    return PAD + box.column * (BOX + GAP)


def _line(row: float) -> float:
    return PAD + HEAD + (row + 0.5) * ROW


def _edges(box: _Box) -> Iterator[str]:
    x0, y0 = _left(box) + BOX, _line(box.row)
    mover = box.node.get("mover")
    for child in reversed(box.children):  # the chosen one last, on top
        classes = f"sw-l{mover}" if child.chosen and mover is not None else "sw-edge"
        thick = 3.5 if child.on_line else 2 if child.chosen else 1.3
        yield _curve(x0, y0, _left(child), _line(child.row), classes, thick)
        yield from _edges(child)
    if box.hidden:
        y1 = _line(box.hidden_row)
        yield _curve(x0, y0, x0 + GAP - 8, y1, "sw-edge", 1.3, " stroke-dasharray='3 4'")
        moves = f"+{box.hidden} {'move' if box.hidden == 1 else 'moves'}"
        more = f", {box.hidden_nodes} positions" if box.hidden_nodes > box.hidden else ""
        yield text(x0 + GAP, y1 + 4, moves + more, size=12, classes="sw-soft sw-hidden")


def _curve(x0: float, y0: float, x1: float, y1: float, classes: str, thick: float, more: str = "") -> str:
    middle = number((x0 + x1) / 2)
    way = f"M{number(x0)},{number(y0)} C{middle},{number(y0)} {middle},{number(y1)} {number(x1)},{number(y1)}"
    return f'<path class="{classes}" d="{way}" stroke-width="{number(thick)}"{more}/>'


def _nodes(box: _Box) -> Iterator[str]:
    x, y = _left(box), _line(box.row)
    action = box.node.get("action")
    mover = box.node.get("mover")
    yield f'<g class="sw-node{" sw-line" if box.on_line else ""}">'
    shape = f'x="{number(x)}" y="{number(y - TALL / 2)}" width="{number(BOX)}" height="{number(TALL)}" rx="7"'
    yield f'<rect class="sw-card" {shape}/>'
    if box.on_line:
        seat = box.chooser if box.chooser is not None else mover
        yield f'<rect class="sw-l{seat if seat is not None else 0}" {shape} stroke-width="2"/>'
    shade = f"sw-t{box.chooser}" if box.chooser is not None else "sw-soft"
    yield text(
        x + 10, y + 4.5, short(str(action), 4) if action is not None else "now", size=13, classes=f"sw-bold {shade}"
    )
    for seat, value in enumerate(box.node["values"]):
        bold = " sw-bold" if seat == box.chooser or (box.chooser is None and seat == mover) else ""
        yield text(
            x + 88 + 44 * seat, y + 4.5, figure(value), size=11.5, classes=f"sw-num sw-t{seat}{bold}", anchor="end"
        )
    if mover is not None:
        yield chip(x + BOX, y, mover, 8)
    yield "</g>"
    for child in box.children:
        yield from _nodes(child)
