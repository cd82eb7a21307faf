"""`reineke games` and `reineke agents`: what there is."""

from __future__ import annotations

from typing import Any

import click

from reineke.cli.options import game_argument, json_option
from reineke.game import Game

OPTIONS: dict[str, dict[str, str]] = {
    "sawhian": {"blocked": "server|pass", "draws": "all|points"},
    "speed": {"seats": "1..6", "width": "2..128", "height": "2..128"},
    "clever": {
        "seats": "1..4",
        "mode": "official|thesis",
        "masks": "strict|source",
        "areas": "ybgop|y",
        "dice": "ybgopw|yw",
        "bonuses": "on|off",
    },
    "gen1": {},
    "tictactoe": {},
    "pig": {"seats": "2..6", "goal": "2..1000", "chance": "explicit|inside"},
    "rps": {"rock": "1..100"},
    "goofspiel": {"cards": "2..13", "order": "random|up|down"},
    "kuhn": {},
}
"""What may stand in brackets behind a game's name, with its values, the default first where they are words."""


@click.command()
@json_option("A list of objects: name, spec, seats, about, kind, options.")
def games(as_json: bool) -> None:
    """The games that ship with the package."""
    from reineke.cli.output import console, grid, print_json
    from reineke.games import load, names

    found = [_about(name, about, load(name)) for name, about in names().items()]
    if as_json:
        print_json(found)
        return
    table = grid("game", "seats", "kind", "about", "options", left=("game", "kind", "about", "options"))
    for game in found:
        options = ", ".join(f"{key}={values}" for key, values in game["options"].items())
        table.add_row(game["name"], str(game["seats"]), ", ".join(game["kind"]), game["about"], options)
    console().print(table)


def _about(name: str, about: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "spec": game.spec,
        "seats": game.seats,
        "about": about,
        "kind": kind(game),
        "actions": game.actions,
        "low": game.low,
        "high": game.high,
        "sum": game.sum,
        "options": OPTIONS.get(name, {}),
    }


def kind(game: Game) -> list[str]:
    """What makes a game hard, in words; `turns` where nothing does."""
    from reineke.games.native import NativeGame

    simultaneous, chance = game.core.flags[:2] if isinstance(game, NativeGame) else (False, False)
    words = {"simultaneous": simultaneous, "chance": chance or game.inside, "hidden": game.hidden}
    return [word for word, applies in words.items() if applies] or ["turns"]


@click.command()
@game_argument(required=False)
@json_option("A list of objects: name, about.")
def agents(game: str | None, as_json: bool) -> None:
    """The agents by name; with a GAME, its own first.

    A SPEC is a name with options in brackets. time= (seconds) and nodes= set an agent's own budget.
    """
    from reineke.agents import catalogue
    from reineke.cli.output import console, grid, print_json
    from reineke.games import load

    found = catalogue(load(game) if game is not None else None)
    if as_json:
        print_json([{"name": name, "about": about} for name, about in found.items()])
        return
    table = grid("agent", "about", left=("agent", "about"))
    for name, about in found.items():
        table.add_row(name, about)
    console().print(table)
