"""What a seat could believe of what it does not see, in words with odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reineke.analysis.result import Judged
from reineke.game import Game, View
from reineke.games.native import is_family

Beliefs = list[tuple[str, float]]

MOST = 12
"""Beliefs that are told."""


def beliefs(game: Game, state: Any, one: Judged) -> Beliefs:
    """The likeliest sets of the other side in gen1, the likeliest positions in other games with secrets; nothing where
    nothing is hidden."""
    if not game.hidden:
        return []
    if is_family(game, "gen1"):
        return believed(game.view(state, one.seat))
    return sorted(one.decision.beliefs, key=lambda row: -row[1])[:MOST]


def believed(view: View) -> Beliefs:
    """What follows from a View alone: in gen1 the likeliest sets of the other side."""
    if not is_family(view.game, "gen1"):
        return []
    return sorted(_sets(view), key=lambda row: -row[1])[:MOST]


def _sets(view: View) -> Iterator[tuple[str, float]]:
    from reineke.games.gen1 import scene

    for member in scene.seen(view.info)["sides"][1 - view.seat]["members"]:
        shown = {move["id"] for move in member["moves"]}
        for one in member.get("sets", ()):
            names = [scene.move(move)["name"] + ("" if move in shown else "?") for move in one["moves"]]
            yield f"{member['name']}: {', '.join(names)}", one["odds"]
