"""Agents written as a Python class in a file."""

from __future__ import annotations

import inspect
from pathlib import Path

from reineke.agent import Agent, Unfit
from reineke.game import GameError
from reineke.games.files import import_file, option_value
from reineke.spec import Spec


def load_agent(spec: Spec) -> Agent:
    """The agent class in `path.py`, or the one that `path.py:Class` names."""
    path_text, _, class_name = spec.name.partition(":")
    module = import_file(Path(path_text))
    classes = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Agent) and value.__module__ == module.__name__
    ]
    if class_name:
        classes = [value for value in classes if value.__name__ == class_name]
    if len(classes) != 1:
        found = ", ".join(value.__name__ for value in classes) or "none"
        wanted = f"an agent class {class_name}" if class_name else "exactly one agent class"
        raise GameError(f"{path_text}: expected {wanted}, found {found}")
    try:
        agent: Agent = classes[0](*spec.args, **{key: option_value(text) for key, text in spec.options.items()})
    except Unfit:
        raise
    except Exception as error:
        raise GameError(f"{spec}: {type(error).__name__}: {error}") from None
    return agent
