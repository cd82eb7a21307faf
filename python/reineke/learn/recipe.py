"""Recipes: which learner, with which options. TOML files, shipped with the package or written by anybody.

A recipe has one line `about` it, the name of a `learner`, and a table of `options`; what it leaves out keeps the
learner's default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from reineke.game import Game, GameError
from reineke.learn.options import read
from reineke.learn.run import Run

LEARNERS = {
    "genetic": "reineke.learn.genetic",
    "random-search": "reineke.learn.random_search",
    "cma": "reineke.learn.cma_es",
    "stability-study": "reineke.learn.stability",
    "optimiser-study": "reineke.learn.optimisers",
    "value": "reineke.learn.value",
    "lanes": "reineke.learn.lanes",
    "td": "reineke.learn.td",
    "odds": "reineke.learn.odds",
    "ppo": "reineke.learn.ppo",
}
"""Every learner by name: a module with `Options`, a dataclass for `read`, and `train(run)`. One that takes any game has
`check(game)` too, which complains of games that it cannot learn; one whose options do not suit every game has
`fits(game, options)`."""


@dataclass(frozen=True)
class Recipe:
    """A parsed recipe."""

    name: str
    about: str
    learner: str
    options: dict[str, Any]

    def read(self, *given: dict[str, Any]) -> Any:
        """The learner's options: the recipe's, then the given ones, the last first."""
        merged = dict(self.options)
        for pairs in given:
            merged.update(pairs)
        return read(_module(self.learner).Options, self.learner, merged)

    def takes(self, game: Game) -> bool:
        """Whether the learner takes any game, and so this one; False: it is for Sawhian alone."""
        check = getattr(_module(self.learner), "check", None)
        if check is not None:
            check(game)
        return check is not None

    def fits(self, game: str, options: Any) -> None:
        """Complains of options that cannot be for a game."""
        fits = getattr(_module(self.learner), "fits", None)
        if fits is not None:
            fits(game, options)

    @property
    def train(self) -> Callable[[Run[Any]], None]:
        """What does the work."""
        function: Callable[[Run[Any]], None] = _module(self.learner).train
        return function


def shipped() -> dict[str, Recipe]:
    """The recipes of the package, by name."""
    folder = resources.files("reineke.learn") / "recipes"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    names = [file.name.removesuffix(".toml") for file in files]
    return {name: _parse(name, file.name, file.read_bytes()) for name, file in zip(names, files, strict=True)}


def load(name: str) -> Recipe:
    """The recipe of that name, or in the TOML file of that path."""
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise GameError(f"{name}: there is no such recipe")
        return _parse(path.stem, name, path.read_bytes())
    recipes = shipped()
    if name not in recipes:
        raise GameError(f"no recipe is called {name!r}; there are {', '.join(recipes)}, or a path to a .toml file")
    return recipes[name]


def _parse(name: str, place: str, content: bytes) -> Recipe:
    try:
        data = tomllib.loads(content.decode())
    except ValueError as error:
        raise GameError(f"{place}: not TOML, {error}") from None
    unknown = set(data) - {"about", "learner", "options"}
    if unknown:
        raise GameError(f"{place}: a recipe has about, learner and [options], not {min(unknown)}")
    learner, options, about = data.get("learner"), data.get("options", {}), data.get("about", "")
    if learner not in LEARNERS:
        raise GameError(f"{place}: learner is one of {', '.join(LEARNERS)}, not {learner!r}")
    if not isinstance(options, dict) or not isinstance(about, str):
        raise GameError(f"{place}: about is a text, options a table")
    return Recipe(name, about, learner, options)


def _module(learner: str) -> Any:
    return import_module(LEARNERS[learner])
