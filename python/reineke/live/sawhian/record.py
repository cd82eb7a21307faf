"""Records of live games. They are records like any other, with one kind of turn more: `[2, "out"]` says that the
arbiter struck out a player whose turn it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reineke.game import Game, GameError
from reineke.live.sawhian.mirror import Mirror
from reineke.record import Record


def record(
    mirror: Mirror,
    names: Sequence[str],
    times: Sequence[float | None],
    eliminated: Sequence[dict[str, Any]],
    seeds: dict[str, Any],
) -> Record:
    """The record of a finished game. `eliminated` lists what the arbiter did: seat, kind, turn and message.

    An eliminated player keeps his points and may still win by them, so these are no forfeits.
    """
    game, state = mirror.game, mirror.state
    result = {
        "outcome": [float(share) for share in game.outcome(state)],
        "points": [float(points) for points in game.points(state)],
        "forfeits": [],
        "eliminated": list(eliminated),
    }
    return Record(game.spec, game.text(mirror.deal), 0, tuple(names), seeds, mirror.turns, list(times), result)


def replay(record: Record, game: Game) -> Iterator[Any]:
    """Every position of a live game, from the deal to the end. Raises `GameError` where the record cannot be true."""
    mirror = Mirror(game)
    mirror.state = game.parse(record.deal)
    yield mirror.state
    for number, turn in enumerate(record.turns, 1):
        if len(turn) != 2 or turn[0] != mirror.mover:
            raise GameError(f"turn {number}: it is the turn of player {mirror.mover}, not {turn}")
        seat, text = turn
        if text == "out":
            mirror.strike(seat)
        else:
            mirror.play(seat, game.parse_action(text))
        yield mirror.state
    if not mirror.over:
        raise GameError(f"the game is not over after its {len(record.turns)} turns")
    if [float(points) for points in game.points(mirror.state)] != record.result["points"]:
        raise GameError("the record says other points than the game")
