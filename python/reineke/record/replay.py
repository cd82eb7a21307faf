"""Playing a record again, without a generator."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from reineke.game import OVER, Game, GameError, View
from reineke.record.form import Record
from reineke.record.text import one_line, short
from reineke.record.turn import ForcedDice, Played, seen


def replay(record: Record, game: Game) -> Iterator[tuple[Any, Played | None]]:
    """Every position with the turn played in it, and last the final position with None. `game` is the record's.

    Raises `GameError` at the first turn that cannot be, and at the end if the result is not the recorded one.
    """
    if len(record.agents) != game.seats:
        raise GameError(f"{len(record.agents)} agents at a game of {game.seats} seats ({game.spec})")
    with _Blame("the deal"):
        state = game.parse(record.deal)
        game.turn(state)
    for number, turn in enumerate(record.turns, 1):
        with _Blame(f"turn {number}"):
            played = Played.parse(game, state, turn)
            dice = ForcedDice(played.dice)
            after = game.play(state, played.move(game.seats), dice)
            dice.finish()
        yield state, played
        state = after
    with _Blame("the result"):
        _check_result(record, game, state)
    yield state, None


def views(record: Record, game: Game, seat: int) -> Iterator[tuple[View, list[Any] | None]]:
    """What a seat saw: its View of every position, with the turn that led there as the seat saw it (see `seen`)."""
    if not 0 <= seat < game.seats:
        raise GameError(f"{game.spec} has no seat {seat}")
    event: list[Any] | None = None
    for state, played in replay(record, game):
        yield game.view(state, seat), event
        event = seen(game, played.json(game), seat) if played is not None else None


def settle(game: Game, outcome: Sequence[float], forfeiters: Collection[int]) -> tuple[float, ...]:
    """The outcome with forfeits: who forfeited gets the lowest there is. In a constant-sum game the others share what
    that frees equally, none beyond the highest there is."""
    settled = [float(value) for value in outcome]
    freed = sum(settled[seat] - game.low for seat in forfeiters)
    for seat in forfeiters:
        settled[seat] = game.low
    others = [seat for seat in range(game.seats) if seat not in forfeiters]
    while game.sum is not None and freed > 1e-12 and others:
        part = freed / len(others)
        for seat in others:
            given = min(part, game.high - settled[seat])
            settled[seat] += given
            freed -= given
        others = [seat for seat in others if game.high - settled[seat] > 1e-12]
    return tuple(settled)


def _check_result(record: Record, game: Game, state: Any) -> None:
    if game.turn(state) != OVER:
        raise GameError(f"the game is not over after its {len(record.turns)} turns")
    if any(not 0 <= seat < game.seats for seat in record.forfeiters):
        raise GameError("a forfeit of a seat that is not there")
    found = {"outcome": settle(game, game.outcome(state), record.forfeiters), "points": game.points(state)}
    for key, values in found.items():
        recorded = record.result[key]
        close = (math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in zip(values, recorded, strict=False))
        if len(recorded) != len(values) or not all(close):
            raise GameError(f"the record says {key} {short(recorded)}, the game {short(list(values))}")


class _Blame:
    """Says where a replay failed, in one line, whatever the game raised."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GameError):
            raise GameError(one_line(f"{self.place}: {error}")) from error
        # A panic of a native game is no Exception, but an error like any other.
        if error is not None and not isinstance(error, KeyboardInterrupt | SystemExit):
            raise GameError(one_line(f"{self.place}: {type(error).__name__}: {error}")) from error
