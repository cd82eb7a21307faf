"""Games written as a Python class in a file."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from reineke.game import Game, GameError
from reineke.spec import Spec


def load_file(spec: Spec) -> Game:
    """The game in `path.py`, or the class `path.py:Class` names, made with the spec's options."""
    path_text, _, class_name = spec.name.partition(":")
    module = import_file(Path(path_text))
    classes = [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    ]
    if class_name:
        classes = [value for value in classes if value.__name__ == class_name]
    if len(classes) != 1:
        found = ", ".join(value.__name__ for value in classes) or "none"
        wanted = f"a game class {class_name}" if class_name else "exactly one game class"
        raise GameError(f"{path_text}: expected {wanted}, found {found}")
    try:
        game: Game = classes[0](**{key: option_value(text) for key, text in spec.options.items()})
    except TypeError as error:
        raise GameError(f"{spec}: {error}") from None
    return _named(game, spec)


def _named(game: Game, spec: Spec) -> Game:
    """The game with the text it was loaded by as its spec, so that records and workers find it again."""
    base = type(game)
    text = str(spec)
    attributes = {"spec": property(lambda self: text), "__reduce__": lambda self: (_reload, (text,))}
    game.__class__ = type(base.__name__, (base,), {**attributes, "__module__": base.__module__})
    return game


def _reload(text: str) -> Game:
    from reineke.games import load

    return load(text)


def option_value(text: str) -> Any:
    """What a person means by an option: a number, a switch, or a word."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def import_file(path: Path) -> ModuleType:
    """The module in a file; imported once."""
    if not path.is_file():
        raise GameError(f"there is no file {path}")
    name = "reineke_game_" + hashlib.blake2b(str(path.resolve()).encode(), digest_size=6).hexdigest()
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise GameError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise GameError(f"{path}: {type(error).__name__}: {error}") from None
    return module
