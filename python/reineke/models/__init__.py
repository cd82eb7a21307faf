"""Trained weights that ship with the package, each with a card beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from reineke import _core
from reineke.game import GameError

_LOADERS: dict[str, Callable[[str, bytes], None]] = {"sawhian-lanes": _core.sawhian_load_lanes}


def path(name: str) -> Path:
    """The weights file of a model."""
    return Path(__file__).parent / f"{name}.safetensors"


@cache
def load(name: str) -> None:
    """Makes a shipped model ready for searches; once is enough."""
    read(name, path(name))


def read(name: str, file: Path) -> None:
    """Makes the weights in a file ready under a shipped model's name, or under `name:path` for one's own."""
    family = name.partition(":")[0]
    if family not in _LOADERS:
        raise GameError(f"no model is called {name!r}; there are {', '.join(_LOADERS)}")
    try:
        data = file.read_bytes()
    except OSError as error:
        raise GameError(f"{file}: {error.strerror}") from None
    try:
        _LOADERS[family](name, data)
    except ValueError as error:
        raise GameError(f"{file}: {error}") from None
