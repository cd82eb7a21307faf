"""The move that is in hand before anybody thinks: one that does not die in the next round, if there is one."""

from __future__ import annotations

from reineke.game import View
from reineke.games.speed.flood import Flood
from reineke.games.speed.position import Cell, Move, Position, after, read, survivable

ROOM = 0.8
"""So much of the largest room is enough: among such moves the slower one is better, then the lower action."""


def safe_action(view: View) -> int:
    """The action to play when nothing better is known; costs a few milliseconds at most.

    It survives whatever the others do, if there is such an action; else it survives where nobody comes in its way; else
    all is lost, and it is the first legal one. Of several it takes one with plenty of room behind it, the slowest.
    """
    return choose(read(view.game.json(view.info)), view.seat, view.legal)


def choose(position: Position, seat: int, legal: tuple[int, ...]) -> int:
    """The same, for a position."""
    moves = survivable(position, seat, legal)
    if not moves:
        return legal[0]
    threats = threatened(position, seat)
    calm = [move for move in moves.values() if threats.isdisjoint(move.marks)]
    candidates = calm or list(moves.values())
    if len(candidates) == 1:
        return candidates[0].action
    flood = Flood(position)
    room = {move.action: flood.area(move.head, move.marks) for move in candidates}
    enough = ROOM * max(room.values())
    return min((move for move in candidates if room[move.action] >= enough), key=_slow).action


def threatened(position: Position, seat: int) -> set[Cell]:
    """The cells that somebody else may mark in the next round."""
    others = [other for other in position.active if other != seat]
    return {cell for other in others for action in range(5) for cell in after(position, other, action).marks}


def _slow(move: Move) -> tuple[int, int]:
    return move.speed, move.action
