"""A battle in the lines of Showdown's protocol."""

from __future__ import annotations

from reineke import _core

ONLOOKER = 2
"""The seat of somebody who only looks on, to the core."""


def turns(state: _core.State, seat: int | None = None) -> list[list[str]]:
    """What a seat was told, turn by turn, the start first; without a seat what everybody may see."""
    return _core.gen1_log(state, ONLOOKER if seat is None else seat)


def log(state: _core.State, seat: int | None = None) -> str:
    """The whole battle, one line each."""
    return "".join(f"{line}\n" for turn in turns(state, seat) for line in turn)
