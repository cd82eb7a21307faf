"""What windows say: checked in size, rate and shape before anything else looks at it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

SIZE = 2048
"""Characters of a message."""
RATE, BURST = 20.0, 60.0
"""Messages a second, and how many may come at once."""


class Malformed(Exception):
    """No message that this server knows."""


class Bucket:
    """Lets so many messages through a second; more is too much."""

    def __init__(self, rate: float = RATE, burst: float = BURST, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether one more may come."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _number(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


_count = _number(0, 10**6)
_SHAPES: dict[str, dict[str, Callable[[Any], bool]]] = {
    "look": {"moment": lambda value: value is None or _count(value)},
    "dress": {
        "theme": lambda value: value in ("auto", "light", "dark"),
        "narrow": lambda value: isinstance(value, bool),
    },
    "play": {"seat": _number(0, 63), "at": _count, "action": _number(0, 65534)},
    "sit": {"seat": _number(0, 63), "name": lambda value: isinstance(value, str) and len(value) <= 100},
    "eyes": {"seat": lambda value: value is None or _number(0, 63)(value)},
    "overlay": {"on": lambda value: isinstance(value, bool)},
    "agree": {"to": lambda value: isinstance(value, bool)},
    "undo": {},
    "resign": {},
    "hint": {},
}


def read(text: Any) -> dict[str, Any]:
    """A message of a window; raises `Malformed` for anything else."""
    if not isinstance(text, str) or len(text) > SIZE:
        raise Malformed
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed from None
    kind = message.get("type") if isinstance(message, dict) else None
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None or message.keys() != {"type", *shape}:
        raise Malformed
    if not all(fits(message[key]) for key, fits in shape.items()):
        raise Malformed
    return dict(message)
