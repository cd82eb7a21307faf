"""Every game by name: native ones, and Python classes from files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from reineke import _core
from reineke.game import Game, GameError
from reineke.games.files import load_file
from reineke.games.native import NativeGame
from reineke.spec import parse

__all__ = ["GameError", "NativeGame", "load", "names", "seated"]


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


def seated(spec: str, seats: int, load: Callable[[str], Game] = load) -> Game:
    """The game behind a spec at a table for so many. Where the spec leaves the number open, that is the game's option
    `seats`, if it has one: `speed` for two is `speed(seats=2)`."""
    game, parsed = load(spec), parse(spec)

    def sized(number: int) -> Game:
        return load(str(replace(parsed, options={**parsed.options, "seats": str(number)})))

    if game.seats != seats and "seats" not in parsed.options:
        takes_option = False
        with suppress(GameError):
            takes_option = sized(game.seats).seats == game.seats
        if takes_option:
            game = sized(seats)
    if game.seats != seats:
        needed = "1 agent" if game.seats == 1 else f"{game.seats} agents"
        raise GameError(f"{game.spec} needs {needed}, but {seats} {'was' if seats == 1 else 'were'} given")
    return game
