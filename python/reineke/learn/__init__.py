"""Learning: recipes, runs, and pictures of them.

>>> from reineke import learn
>>> sorted(learn.recipes())[:2]
['cma', 'genetic']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reineke.game import GameError
from reineke.games import load as load_game
from reineke.learn import recipe as _recipe
from reineke.learn.recipe import Recipe
from reineke.learn.run import Run, read_run
from reineke.spec import parse

__all__ = ["plot", "recipes", "train"]

RUNS = Path("runs")
GAME = "sawhian"
LENGTHS = frozenset({"generations", "phases", "rounds"})
LOOSE = LENGTHS | {"threads"}
"""Options that a resumed run may change: it may go on for longer, and on another number of threads."""


def recipes() -> dict[str, str]:
    """Every recipe that ships with the package, with one line about it."""
    return {name: recipe.about for name, recipe in _recipe.shipped().items()}


def train(
    game_spec: str,
    recipe: str,
    options: Mapping[str, str] | None = None,
    out: Path | None = None,
    resume: bool = False,
    quiet: bool = False,
) -> Path:
    """Trains by a recipe, one that ships with the package or a path to a TOML file; returns the run's folder.

    Options override the recipe's; with a recipe for Sawhian alone, the game's own options (`sawhian(blocked=server)`)
    stand between the two. Without `out` the folder is runs/<game>-<recipe>-<n>. With `resume` the run goes on from its
    last checkpoint; the options typed must be those of the run, but for its length (`generations`, `rounds`, `phases`)
    and `threads`.
    """
    found = _recipe.load(recipe)
    loaded = load_game(game_spec)
    typed = dict(options or {})
    if found.takes(loaded):
        game = loaded.spec
    else:
        game = parse(loaded.spec).name
        if game != GAME:
            raise GameError(f"the recipe {found.name} trains {GAME}, not {game_spec}")
        typed = {**parse(game_spec).options, **typed}
    if resume:
        run = _reopened(game, found, typed, out, quiet)
    else:
        settings = found.read(typed)
        found.fits(game, settings)
        folder = _fresh(game, found) if out is None else out
        if folder.exists() and any(folder.iterdir()):
            raise GameError(f"{folder}: holds files already; resume the run in it, or choose another folder")
        run = Run(folder, game, found.name, found.learner, settings, quiet)
    run.save()
    found.train(run)
    return run.folder


def plot(run: Path) -> list[Path]:
    """Draws the diagrams of a run, PNG and SVG, beside its log and from the log alone."""
    from reineke.learn.plots import plot as draw

    return draw(run)


def _reopened(game: str, recipe: Recipe, typed: dict[str, str], out: Path | None, quiet: bool) -> Run[Any]:
    folder = _latest(game, recipe) if out is None else out
    data = read_run(folder)
    if (data["game"], data["learner"]) != (game, recipe.learner):
        raise GameError(f"{folder}: a run of {data['learner']} for {data['game']}, not of {recipe.learner} for {game}")
    kept = recipe.read(data["options"])
    settings = recipe.read(data["options"], typed)
    for key, value in asdict(settings).items():
        before = getattr(kept, key)
        if value != before and (key not in LOOSE or (key in LENGTHS and value < before)):
            raise GameError(f"{folder}: the run has {key}={before}, and cannot go on with {value}")
    return Run(folder, game, data["recipe"], recipe.learner, settings, quiet)


def _prefix(game: str, recipe: Recipe) -> str:
    """What the names of a game's runs begin with: `nim-value-` for examples/nim.py:Nim."""
    spec = parse(game)
    file, _, _ = spec.name.partition(":")
    words = [Path(file).stem if file.endswith(".py") else file, *spec.args]
    words += [f"{key}-{value}" for key, value in spec.options.items()]
    return "-".join(re.sub(r"[^\w.+-]", "-", word) for word in [*words, recipe.name, ""])


def _numbered(game: str, recipe: Recipe) -> dict[int, Path]:
    prefix = _prefix(game, recipe)
    found = RUNS.glob(f"{prefix}*") if RUNS.is_dir() else ()
    numbers = {path.name.removeprefix(prefix): path for path in found}
    return {int(text): path for text, path in numbers.items() if text.isdecimal()}


def _fresh(game: str, recipe: Recipe) -> Path:
    return RUNS / f"{_prefix(game, recipe)}{max(_numbered(game, recipe), default=0) + 1}"


def _latest(game: str, recipe: Recipe) -> Path:
    found = _numbered(game, recipe)
    if not found:
        raise GameError(f"there is no run {RUNS}/{_prefix(game, recipe)}… to resume")
    return found[max(found)]
