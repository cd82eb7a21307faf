"""Trained weights that ship with the package, each with a card beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from reineke import _core
from reineke.game import GameError

_LOADERS: dict[str, Callable[[str, bytes], None]] = {
    "sawhian-lanes": _core.sawhian_load_lanes,
    "clever-odds": _core.load_net,
    "clever-tables": _core.load_net,
    "clever-td": _core.load_net,
    "net": _core.load_net,
    "policy": _core.load_policy,
}
"""What puts a model on the core's shelf, by family: what a model's name begins with, up to a colon or dot."""

_READ: dict[str, tuple[int, int, int]] = {}
"""Models on the shelf that came from a file, with what told that file from its later versions."""


def shipped() -> frozenset[str]:
    """The models that are part of the package."""
    return frozenset(file.stem for file in Path(__file__).parent.glob("*.safetensors"))


def path(name: str) -> Path:
    """The weights file of a model."""
    return Path(__file__).parent / f"{name}.safetensors"


@cache
def load(name: str) -> None:
    """Makes a shipped model ready for searches; once is enough."""
    read(name, path(name))


def read(name: str, file: Path) -> None:
    """Makes the weights in a file ready under a shipped model's name, or under `family:path` for one's own. A file that
    has not changed since is not read again."""
    family = name.partition(":")[0].partition(".")[0]
    if family not in _LOADERS:
        raise GameError(f"no model is called {name!r}; there are {', '.join(_LOADERS)}")
    try:
        about = file.stat()
        version = (about.st_mtime_ns, about.st_size, about.st_ino)
        if _READ.get(name) == version:
            return
        data = file.read_bytes()
    except OSError as error:
        raise GameError(f"{file}: {error.strerror}") from None
    try:
        _LOADERS[family](name, data)
    except ValueError as error:
        raise GameError(f"{file}: {error}") from None
    _READ[name] = version
