"""Options as a person types them, and numbers inside a position."""

from __future__ import annotations

from reineke.game import GameError


def number(key: str, value: int | str, low: int, high: int) -> int:
    """A number inside a range, also from text."""
    text = str(value)
    if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
        raise GameError(f"{key}={text}: expected a number from {low} to {high}")
    return int(text)


def word(key: str, value: str, words: tuple[str, ...]) -> str:
    """One of several words."""
    if value not in words:
        raise GameError(f"{key}={value}: expected one of {', '.join(words)}")
    return value


def count(text: str) -> int:
    """A number from 0 to 2³² − 1 in a position; anything else is a `ValueError`."""
    if not (text.isascii() and text.isdigit()) or int(text) >= 1 << 32:
        raise ValueError(text)
    return int(text)


def spec(name: str, options: dict[str, tuple[int | str, int | str]]) -> str:
    """The name with the options, given as (value, default), that are not the default."""
    typed = ",".join(f"{key}={value}" for key, (value, default) in options.items() if value != default)
    return f"{name}({typed})" if typed else name


def scale(limit: int) -> int:
    """The least power of two that is not below the limit: dividing by it is exact."""
    return 1 << (limit - 1).bit_length()
