"""Checks of what stands in files of recorded games: clear errors that say where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from reineke.game import GameError
from reineke.record.text import short


def an_object(value: Any, where: str, needed: Collection[str], allowed: Collection[str] = ()) -> dict[str, Any]:
    """An object with all the needed keys, and no others than those and the allowed ones."""
    if not isinstance(value, Mapping):
        raise GameError(f"{where}: not an object but {short(value)}")
    for key in needed:
        if key not in value:
            raise GameError(f"{where}: no {key}")
    for key in value:
        if key not in needed and key not in allowed:
            raise GameError(f"{where}: {short(key)} is unknown")
    return dict(value)


def a_list(value: Any, where: str) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise GameError(f"{where}: a list, not {short(value)}")
    return value


def a_whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise GameError(f"{where}: a whole number from {low} to {high}, not {short(value)}")
    return value
