"""Records of a file, and their positions, whether they were played here or at a live server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reineke.game import Game, GameError
from reineke.record import Played, Record, read_records, replay
from reineke.spec import parse


def pick(path: Path, number: int | None) -> tuple[Record, int]:
    """The record asked for, the last one if none is, and its number in the file."""
    place = 0
    for place, record in enumerate(read_records(path, skip_partial=True), 1):
        found = record
        if place == number:
            return record, place
    if place == 0:
        raise GameError(f"{path}: no game in it")
    if number is not None:
        raise GameError(f"{path}: there is no game {number}, the last is {place}")
    return found, place


def positions(record: Record, game: Game) -> Iterator[tuple[Any, Played | None]]:
    """Every position with the turn played in it; None at the end, and where an arbiter struck a player out.

    Raises `GameError` at the first turn that cannot be.
    """
    if not _is_live(record):
        yield from replay(record, game)
        return
    from reineke.live.sawhian import replay as replay_live

    for number, state in enumerate(replay_live(record, game)):
        turn = record.turns[number] if number < len(record.turns) else None
        out = turn is None or turn[-1] == "out"
        yield state, None if out or turn is None else Played.parse(game, state, turn)


def _is_live(record: Record) -> bool:
    """Only live games know the turn `[seat, "out"]`."""
    return any(turn[-1:] == ["out"] for turn in record.turns)


def check_record(game: Game, entry: dict[str, Any]) -> Iterator[str | None]:
    """Replays a record that was read as JSON: one check per turn, one for the result; None, or what differs."""
    from reineke.games import load

    record = Record.parse(json.dumps(entry))
    if parse(record.game).name != parse(game.spec).name:
        raise GameError(f"a record of {record.game}, not of {game.spec}")
    try:
        for _ in positions(record, load(record.game)):
            yield None
    except GameError as error:
        yield str(error)
