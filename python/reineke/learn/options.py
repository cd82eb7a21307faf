"""Options of learners: frozen dataclasses whose fields say what they accept, read from TOML values or typed text.

>>> @dataclass(frozen=True)
... class Options:
...     generations: int = number(100, 1, 10_000)
>>> read(Options, "genetic", {"generations": "7"})
Options(generations=7)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from reineke.game import GameError

T = TypeVar("T")

_SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class _Kind:
    """How a value is read; `read` raises ValueError for whatever is not `wanted`."""

    wanted: str
    read: Callable[[Any], Any]


def number(default: int, low: int, high: int) -> Any:
    """A whole number from `low` to `high`."""

    def read(value: Any) -> int:
        if isinstance(value, bool | float):
            raise ValueError
        whole = int(value)
        if not low <= whole <= high:
            raise ValueError
        return whole

    return field(default=default, metadata={"kind": _Kind(f"a whole number from {low} to {high}", read)})


def real(default: float, low: float, high: float) -> Any:
    """A number from `low` to `high`."""

    def read(value: Any) -> float:
        if isinstance(value, bool):
            raise ValueError
        result = float(value)
        if not (math.isfinite(result) and low <= result <= high):
            raise ValueError
        return result

    return field(default=default, metadata={"kind": _Kind(f"a number from {low:g} to {high:g}", read)})


def word(*words: str) -> Any:
    """One of several words, the default first."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return field(default=words[0], metadata={"kind": _Kind(f"one of {', '.join(words)}", read)})


def text(default: str) -> Any:
    """Any text; what it may be is the learner's business."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError
        return value.strip()

    return field(default=default, metadata={"kind": _Kind("a text", read)})


def switch(default: bool) -> Any:
    """`on` or `off`."""

    def read(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if str(value).lower() not in _SWITCH:
            raise ValueError
        return _SWITCH[str(value).lower()]

    return field(default=default, metadata={"kind": _Kind("on or off", read)})


def numbers(*default: int) -> Any:
    """Different whole numbers above 0: a list in TOML, `1/3/5` when typed."""

    def read(value: Any) -> tuple[int, ...]:
        parts = value if isinstance(value, list | tuple) else str(value).split("/")
        if any(isinstance(part, bool | float) for part in parts):
            raise ValueError
        result = tuple(int(part) for part in parts)
        if not result or min(result) < 1 or len(set(result)) < len(result):
            raise ValueError
        return result

    wanted = "different whole numbers above 0, such as 1/3/5/7/11"
    return field(default=default, metadata={"kind": _Kind(wanted, read)})


def read(kind: type[T], owner: str, given: Mapping[str, Any]) -> T:
    """An options object from given values; the rest keeps its defaults. One clear line for anything wrong."""
    known = {item.name: item.metadata["kind"] for item in fields(kind)}  # type: ignore[arg-type]
    values = {}
    for key, value in given.items():
        if key not in known:
            raise GameError(f"{owner} has no option {key}; it has {', '.join(sorted(known))}")
        try:
            values[key] = known[key].read(value)
        except (TypeError, ValueError):
            raise GameError(f"{key}={value}: expected {known[key].wanted}") from None
    return kind(**values)
