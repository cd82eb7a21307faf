"""A battle as people look at it: all of it, or what one seat knows."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from reineke import _core

Tree = dict[str, Any]

TYPES = {
    "Normal": "#9a9a7c", "Fighting": "#b5452c", "Flying": "#8aa3e0", "Poison": "#9c4f9c", "Ground": "#c39b4e",
    "Rock": "#a58b4a", "Bug": "#93a42a", "Ghost": "#6a5a94", "Fire": "#e2703a", "Water": "#4f86d9",
    "Grass": "#5fae4f", "Electric": "#dfb52c", "Psychic": "#e0608a", "Ice": "#6bbcc0", "Dragon": "#6a4fd8",
}  # fmt: skip
"""A colour for every type."""

STATUS = {"slp": "asleep", "psn": "poisoned", "brn": "burned", "frz": "frozen", "par": "paralysed", "fnt": "fainted"}


@cache
def _dex() -> Tree:
    return cast("Tree", json.loads(_core.gen1_dex()))


def move(identity: str) -> Tree:
    """Name, type, category, power, accuracy (0 never misses) and most PP of a move."""
    return cast("Tree", _dex()["moves"][identity])


def species(identity: str) -> Tree:
    """Name, types and level of a species."""
    return cast("Tree", _dex()["species"][identity])


@cache
def all_moves() -> tuple[str, ...]:
    """Every move, in the order of their actions."""
    game = _core.Game("gen1", {})
    return tuple(map(game.action_text, range(len(_dex()["moves"]))))


@cache
def all_species() -> tuple[str, ...]:
    """Every species, in the order of the actions that switch to them."""
    game = _core.Game("gen1", {})
    first = game.actions - len(_dex()["species"])
    return tuple(game.action_text(action).removeprefix("switch ") for action in range(first, game.actions))


@cache
def levels() -> tuple[int, ...]:
    """Every level that a species has, ascending."""
    return tuple(sorted({one["level"] for one in _dex()["species"].values()}))


def whole(state: _core.State) -> Tree:
    """All of a battle."""
    return cast("Tree", json.loads(_core.gen1_whole(state)))


def seen(info: _core.Info) -> Tree:
    """What a seat knows, with the likeliest sets of the other side (`sets`) and the lines of the last turn (`last`)."""
    return cast("Tree", json.loads(_core.gen1_seen(info)))


def marks(active: Tree) -> list[str]:
    """What is going on with the one on the field, in words; its status is not among them."""
    words = [f"{stage:+d} {name}".replace("-", "−") for name, stage in active["stages"].items()]
    words += [word for word in ("substitute", "reflect", "confused", "recharging") if active[word]]
    if active["charging"] is not None:
        words.append(f"preparing {active['charging']}")
    if active["transformed"]:
        words.append(f"looks like {active['looks']}")
    return words
