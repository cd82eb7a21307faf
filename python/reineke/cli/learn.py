"""`reineke train` and `reineke plot`: learning runs, and pictures of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from reineke.cli.options import game_argument
from reineke.game import GameError


@contextmanager
def _extra() -> Iterator[None]:
    """Learning needs more packages than playing does; says which is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "reineke":
            raise
        raise GameError(f"this needs the package {error.name}: install reineke[learn]") from None


def _complete_recipes(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from reineke.learn import recipes

    return [CompletionItem(name, help=about) for name, about in recipes().items() if name.startswith(begun)]


def _pairs(_: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise click.BadParameter(f"{word!r} is not key=value", param=parameter)
        pairs[key.strip()] = value.strip()
    return pairs


@click.command()
@game_argument()
@click.argument("recipe", shell_complete=_complete_recipes)
@click.option(
    "--set",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="KEY=VALUE",
    help="Change an option of the recipe; may be given again.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The run's folder (default: runs/GAME-RECIPE-1, -2, …).",
)
@click.option("--resume", is_flag=True, help="Go on from the last checkpoint, of the latest run or the one in --out.")
@click.option("--quiet", is_flag=True, help="No progress on stderr; without a terminal there is none anyway.")
def train(game: str, recipe: str, options: dict[str, str], out: Path | None, resume: bool, quiet: bool) -> None:
    """Train by a RECIPE.

    That is the name of one that ships with the package, or a path to a TOML file. The run's folder is printed.
    """
    with _extra():
        from reineke import learn

        folder = learn.train(game, recipe, options, out=out, resume=resume, quiet=quiet or not sys.stderr.isatty())
    print(folder)


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
def plot(run: Path) -> None:
    """Draw the diagrams of a training RUN, from its log."""
    with _extra():
        from reineke import learn

        pictures = learn.plot(run)
    for picture in pictures:
        print(picture)
