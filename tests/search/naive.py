"""Searches written from their definitions alone: full width, no tables, no order, no budget.

They walk anything that offers `Tree`: what is at a node, for as long as the depth lasts. Values are tuples with one
number per seat; scalar searches look at the searching seat's component.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from reineke.game import CHANCE, OVER, Game
from tests.games.sawhian import twin
from tests.search.positions import NO_DICE

Value = tuple[float, ...]


@dataclass(frozen=True)
class Tree:
    """A game as a search sees it."""

    turn: Callable[[Any], int]
    """`OVER`, `CHANCE` or the seat that moves."""
    moves: Callable[[Any], list[Any]]
    play: Callable[[Any, Any], Any]
    worth: Callable[[Any], Value]
    """Of a finished game its result, of any other position its evaluation."""
    odds: Callable[[Any], list[tuple[Any, float]]] = lambda state: []
    skip: Callable[[Any], Any] = lambda state: None
    settled: Callable[[Any, Any], Value | None] = lambda before, after: None
    """The value of a move that ends the line, whatever the depth left; never that of a finished game."""


def tree_of(game: Game, evaluate: Callable[[Any], Value]) -> Tree:
    """Any game of the library without simultaneous turns and dice inside turns."""

    def worth(state: Any) -> Value:
        return tuple(game.outcome(state)) if game.turn(state) == OVER else tuple(evaluate(state))

    return Tree(
        turn=game.turn,
        moves=lambda state: list(game.legal(state, game.turn(state))),
        play=lambda state, move: game.play(state, move, NO_DICE),
        worth=worth,
        odds=lambda state: list(game.odds(state)),
        skip=game.skip,
    )


def sawhian_tree(weights: tuple[float, ...], stuck: str = "tuple", crowding: str = "seed") -> Tree:
    """Sawhian as its slow twin plays it, with the seed's evaluation."""

    def worth(state: twin.State) -> Value:
        return (
            twin.terminal_value(twin.winners(state)) if state.mover is None else twin.evaluate(state, weights, crowding)
        )

    def settled(before: twin.State, after: twin.State) -> Value | None:
        if stuck == "play" or after.mover is None:
            return None
        out = twin.struck(before, after)
        return twin.blocked_value(out[0]) if out else None

    def skip(state: twin.State) -> twin.State:
        return twin.settle(state.board, state.hand, state.points, state.alive, (state.mover + 1) % 4, state.mode)

    return Tree(
        turn=lambda state: OVER if state.mover is None else state.mover,
        moves=twin.legal_moves,
        play=twin.play,
        worth=worth,
        skip=skip,
        settled=settled,
    )


def children(tree: Tree, state: Any) -> Iterator[tuple[Any, Any, Value | None]]:
    """Every move with the state behind it and, where the line ends there, its value."""
    for move in tree.moves(state):
        after = tree.play(state, move)
        yield move, after, tree.settled(state, after)


def maxn(tree: Tree, state: Any, depth: int, ties: str = "first") -> Value:
    """Every seat takes the move whose tuple is best for itself, the first or the last of equals; chance is a mean.

    A decision costs a ply, chance does not.
    """
    turn = tree.turn(state)
    if turn == CHANCE:
        weighed = [(odds, maxn(tree, tree.play(state, face), depth, ties)) for face, odds in tree.odds(state)]
        return tuple(sum(odds * value[seat] for odds, value in weighed) for seat in range(len(weighed[0][1])))
    if turn == OVER or depth == 0:
        return tree.worth(state)
    best = None
    for value in root_values(tree, state, depth, ties).values():
        if best is None or value[turn] > best[turn] or (ties == "last" and value[turn] == best[turn]):
            best = value
    return best


def root_values(tree: Tree, state: Any, depth: int, ties: str = "first") -> dict[Any, Value]:
    """The tuple of every move at the root of `maxn`."""
    return {
        move: maxn(tree, after, depth - 1, ties) if settled is None else settled
        for move, after, settled in children(tree, state)
    }


def minimax(tree: Tree, state: Any, depth: int, me: int) -> float:
    """What `me` gets if everybody else only wants him to have little."""
    turn = tree.turn(state)
    if turn == CHANCE:
        return sum(odds * minimax(tree, tree.play(state, face), depth, me) for face, odds in tree.odds(state))
    if turn == OVER or depth == 0:
        return tree.worth(state)[me]
    return (max if turn == me else min)(minimax_choices(tree, state, depth, me).values())


def minimax_choices(tree: Tree, state: Any, depth: int, me: int) -> dict[Any, float]:
    """The value of every move at the root of `minimax`."""
    return {
        move: minimax(tree, after, depth - 1, me) if settled is None else settled[me]
        for move, after, settled in children(tree, state)
    }


def best_reply(tree: Tree, state: Any, depth: int, me: int) -> float:
    """`me` moves, then one opponent: of all moves of all opponents the one that is worst for `me`; and so on."""
    turn = tree.turn(state)
    if turn == OVER or depth == 0:
        return tree.worth(state)[me]
    if turn == me:
        return max(best_reply_choices(tree, state, depth, me).values())
    replies = []
    for at in round_of(tree, state, me, tree.skip):
        for _, after, settled in children(tree, at):
            replies.append(settled[me] if settled else best_reply(tree, last_of(tree, after, me), depth - 1, me))
    return min(replies)


def best_reply_choices(tree: Tree, state: Any, depth: int, me: int) -> dict[Any, float]:
    """The value of every move at the root of `best_reply`."""
    return {
        move: best_reply(tree, after, depth - 1, me) if settled is None else settled[me]
        for move, after, settled in children(tree, state)
    }


def round_of(tree: Tree, state: Any, me: int, step: Callable[[Any], Any]) -> list[Any]:
    """The positions at which an opponent may give the reply: each opponent's, before `me` moves again."""
    found, seen = [], set()
    while (turn := tree.turn(state)) not in (OVER, me) and turn not in seen:
        seen.add(turn)
        found.append(state)
        state = step(state)
    return found


def last_of(tree: Tree, state: Any, me: int) -> Any:
    """The position with everybody skipped until `me` moves."""
    seen = set()
    while (turn := tree.turn(state)) not in (OVER, me) and turn not in seen:
        seen.add(turn)
        state = tree.skip(state)
    return state


def best_reply_plus(tree: Tree, state: Any, depth: int, me: int) -> float:
    """As `best_reply`, but nobody is skipped: those who do not give the reply play the move that looks best to them."""
    turn = tree.turn(state)
    if turn == OVER or depth == 0:
        return tree.worth(state)[me]
    if turn == me:
        return max(best_reply_plus_choices(tree, state, depth, me).values())
    replies = []
    for at in round_of(tree, state, me, lambda state: ordering_move(tree, state)):
        for _, after, settled in children(tree, at):
            if settled is None:
                for later in round_of(tree, after, me, lambda state: ordering_move(tree, state)):
                    after = ordering_move(tree, later)
            replies.append(settled[me] if settled else best_reply_plus(tree, after, depth - 1, me))
    return min(replies)


def best_reply_plus_choices(tree: Tree, state: Any, depth: int, me: int) -> dict[Any, float]:
    return {
        move: best_reply_plus(tree, after, depth - 1, me) if settled is None else settled[me]
        for move, after, settled in children(tree, state)
    }


def ordering_move(tree: Tree, state: Any) -> Any:
    """The position after the move whose position is worth most to the mover, the first of equals."""
    turn = tree.turn(state)
    return max((after for _, after, _ in children(tree, state)), key=lambda after: tree.worth(after)[turn])
