"""Keys: who may play, who is playing, and under which name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from reineke.game import GameError

LONGEST = 200
"""Characters of a key."""
# fmt: off
_MOODS = (
    "Artful", "Bold", "Brisk", "Calm", "Clever", "Daring", "Eager", "Gentle", "Hasty", "Hidden", "Jolly", "Keen",
    "Lucky", "Mild", "Nimble", "Patient", "Proud", "Quiet", "Rapid", "Silent", "Sly", "Steady", "Swift", "Wary",
)
_BEASTS = (
    "Badger", "Bear", "Beaver", "Boar", "Cat", "Crane", "Deer", "Falcon", "Hare", "Hedgehog", "Heron", "Lynx",
    "Marten", "Mole", "Otter", "Owl", "Raven", "Rooster", "Squirrel", "Stork", "Toad", "Weasel", "Wolf", "Wren",
)
# fmt: on


def pseudonym(key: str) -> str:
    """A name that follows from a key and does not betray it."""
    digest = hashlib.sha256(key.encode("utf-8", "replace")).digest()
    return f"{_MOODS[digest[0] % len(_MOODS)]} {_BEASTS[digest[1] % len(_BEASTS)]} {digest[2] % 90 + 10}"


class Keys:
    """The keys of a server. Without a list, every key is welcome."""

    def __init__(self, known: Iterable[str] | None = None, names: Mapping[str, str] | None = None) -> None:
        self._known = None if known is None else frozenset(known)
        self._names = dict(names or {})
        self._busy: set[str] = set()

    def refusal(self, key: str) -> int | None:
        """The HTTP status that a key is turned away with: 403 unknown, 429 in a game or lobby; None if it may play."""
        if not key or len(key) > LONGEST or (self._known is not None and key not in self._known):
            return 403
        return 429 if key in self._busy else None

    def claim(self, key: str) -> None:
        """The key plays from now on."""
        self._busy.add(key)

    def release(self, key: str) -> None:
        """The key is free again."""
        self._busy.discard(key)

    def name(self, key: str) -> str:
        """The name shown at the end of a game."""
        return self._names.get(key) or pseudonym(key)


def read_keys(path: str | Path) -> list[str]:
    """A file with one key a line; empty lines and those that begin with # are passed over."""
    keys = [line for line in _lines(path) if not line.startswith("#")]
    if not keys:
        raise GameError(f"{path}: no key in it")
    return keys


def read_names(path: str | Path) -> dict[str, str]:
    """A file with a key, blanks and a name a line."""
    names = {}
    for line in _lines(path):
        key, _, name = line.partition(" ") if " " in line else line.partition("\t")
        if not line.startswith("#"):
            if not name.strip():
                raise GameError(f"{path}: expected a key and a name in every line, not {line[:60]!r}")
            names[key] = name.strip()
    return names


def _lines(path: str | Path) -> list[str]:
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise GameError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise GameError(f"{path}: not a text in UTF-8") from error
    return [line.strip() for line in text.splitlines() if line.strip()]
