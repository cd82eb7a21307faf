"""Every game by name: native ones, and Python classes from files."""

from __future__ import annotations

from reineke import _core
from reineke.game import Game, GameError
from reineke.games.files import load_file
from reineke.games.native import NativeGame
from reineke.spec import parse

__all__ = ["GameError", "NativeGame", "load", "names"]


def names() -> dict[str, str]:
    """Every game that ships with the package, with one line about it."""
    return dict(_core.native_games())


def load(spec: str) -> Game:
    """The game behind a spec: `sawhian`, `sawhian(blocked=pass)`, or a Python class in a file,
    `examples/nim.py` or `examples/nim.py:Nim(heaps=4)`."""
    parsed = parse(spec)
    if parsed.args:
        raise GameError(f"{spec!r}: options of a game are written key=value, got {parsed.args[0]!r}")
    if ".py" in parsed.name:
        return load_file(parsed)
    if parsed.name not in names():
        raise GameError(f"no game is called {parsed.name!r}; there are {', '.join(names())}")
    return NativeGame(parsed.name, parsed.options)
