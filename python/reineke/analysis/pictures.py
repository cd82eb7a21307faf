"""Positions of an analysis as pictures, with what the judge thought there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reineke.agent import Decision
from reineke.analysis.account import choice_of
from reineke.game import Game
from reineke.games.native import is_family


def picture(game: Game, state: Any, seat: int, decision: Decision, names: Sequence[str] | None = None) -> str | None:
    """A position in which a seat decides, as SVG: max^n's tuple beside a board of Sawhian, territories and battlefronts
    of spe_ed, the value of every option of clever, in gen1 what the seat knows. None where a game has no drawing."""
    if is_family(game, "sawhian"):
        from reineke.games.sawhian import draw as sawhian

        best = choice_of(decision, decision.action)
        values = None if best is None else best.values
        legal = game.legal(state, seat)
        return sawhian.board(game.json(state), values=values, depth=decision.depth, legal=legal, names=names)
    if is_family(game, "speed"):
        from reineke.games.speed import draw as speed

        return speed.board(game.json(state), names=names, territory=True, decision=decision, seat=seat)
    if is_family(game, "clever"):
        from reineke.games.clever import draw as clever

        legal = game.legal(state, seat)
        return clever.board(game.json(state), spec=game.spec, names=names, legal=legal, decision=decision)
    if is_family(game, "gen1"):
        from reineke.games.gen1 import draw as gen1

        info = game.info(state, seat)
        return gen1.picture(state, info=info, names=names, decision=gen1.thought(game, decision))
    return game.draw(state)
