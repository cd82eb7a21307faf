"""Named presets: searches with the options that make them an agent of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from reineke.agent import Budget
from reineke.game import Game
from reineke.games.native import NativeGame, is_family


@dataclass(frozen=True)
class Preset:
    """A search with options under a name."""

    about: str
    search: str
    options: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    """Called once before the search is made, e.g. to load a model."""
    budget: Budget | None = None
    """Where nobody gives one; an empty one where the search ends by itself."""


_SEED = {"eval": "seed", "cut": "seed", "ties": "last", "order": "off", "table": "off"}

_SAWHIAN = {
    "default": Preset("the strongest agent: paranoid search on learnt line patterns", "paranoid", {"eval": "lanes"}),
    "seed": Preset("the seed's max^n with its evaluation, tie rule and unsound cut, deepening", "maxn", _SEED),
    "dephiloper": Preset(
        "a tournament bot: paranoid search with its own evaluation", "paranoid", {"eval": "dephiloper"}
    ),
}

_VORONOI = {
    "voronoi": "plain",
    "hug": "on",
    "endgame": "on",
    "cap": "3",
    "kamikaze": "on",
}
_REDUCED = {**_VORONOI, "reduced": "on"}

_SPEED = {
    "default": Preset(
        "territory search; plans of filling and jumping once alone or nearly shut in",
        "fox",
        {
            **_REDUCED,
            "voronoi": "lead",
            "foe": "0",
            "caution": "20",
            "clash": "100",
            "heed": "on",
            "roomy": "on",
            "sort": "on",
            "pace": "50",
        },
    ),
    "multiminimax": Preset("the published Multi-Minimax: alpha-beta against one opponent at a time", "multiminimax"),
    "v-multiminimax": Preset(
        "with Voronoi regions, wall hugging, endgame mode, speed cap and kamikaze", "multiminimax", _VORONOI
    ),
    "rg-v-multiminimax": Preset("and only the opponents whose regions meet its own", "multiminimax", _REDUCED),
    "sw-rg-v-multiminimax-v1": Preset(
        "and a sliding window of 40 cells, offset 5", "multiminimax", {**_REDUCED, "window": "40", "offset": "5"}
    ),
    "sw-rg-v-multiminimax-v2": Preset(
        "and a sliding window of 30 cells, offset 3", "multiminimax", {**_REDUCED, "window": "30", "offset": "3"}
    ),
}

_AHEAD = {"rolls": "24", "margin": "8"}
"""How far `default` looks: a few milliseconds at most decisions."""
_SOLO = {"model": "clever-td"}
_SEATED = {"model": "clever-tables", "solo": "on"}
"""The networks of clever: of the solo game, and of every seat at tables of two to four."""
_STRONGEST = "the strongest agent: a value network, all own decisions up to the next roll, and many rolls"
_BARE = "the bare value network: goes to the position that it likes best"

_CLEVER = {
    "default": Preset(_STRONGEST, "td", {**_SOLO, **_AHEAD}),
    "td": Preset(_BARE, "td", _SOLO),
}
_CLEVER_TABLES = {
    "default": Preset(_STRONGEST, "td", {**_SEATED, **_AHEAD}),
    "tables": Preset(_BARE, "td", _SEATED),
    "solo": Preset("the bare value network of the solo game, as if alone", "td", {**_SOLO, "solo": "on"}),
}
_CLEVER_ELSE = {"default": Preset("the strongest agent here without a trained network: tree search", "mcts")}


def _clever(game: Game) -> dict[str, Preset]:
    if game.spec == "clever":
        return _CLEVER
    official = game.spec == f"clever(seats={game.seats})"
    return _CLEVER_TABLES if official else _CLEVER_ELSE


_GEN1 = {
    "default": Preset(
        "the strongest agent: tree search over what it believes, the other side knowing its own moves",
        "mcts",
        {"joint": "puct", "c": "1.5", "secrets": "on", "hunches": "on", "least": "0.7"},
    ),
    "maxdamage": Preset("the move that does most to whoever stands there; never leaves", "maxdamage", budget=Budget()),
    "heuristics": Preset(
        "by types, base power and base stats, as poke-env's SimpleHeuristicsPlayer", "heuristics", budget=Budget()
    ),
    "greedy": Preset("the best position after one own action, by HP", "greedy", budget=Budget()),
    "minimax": Preset(
        "one round: own action, then the reply of somebody who knows it; by HP",
        "minimax",
        {"eval": "hp", "depth": "2", "samples": "4", "rolls": "4"},
    ),
    "expectimax": Preset(
        "one round: own action, all replies and dice averaged; by HP",
        "expectimax",
        {"eval": "hp", "depth": "2", "samples": "4", "rolls": "4", "others": "even"},
    ),
    "lance": Preset(
        "tree search in the open on four teams by the generator's odds, moves in turn; by HP",
        "lance",
        budget=Budget(nodes=1000),
    ),
    "light": Preset(
        "the same with simplified chance: average damage, no critical hits, no secondary effects",
        "light",
        budget=Budget(nodes=1000),
    ),
    "talonbot": Preset("the thesis' agent: 100 simulations over 20 weighted teams; by HP", "talonbot", budget=Budget()),
}

_FAMILIES = {"sawhian": _SAWHIAN, "speed": _SPEED, "gen1": _GEN1}


def presets(game: Game) -> dict[str, Preset]:
    """The presets of a game; `default` is its strongest agent."""
    other = {"default": Preset("the strongest agent", "mcts")}
    if is_family(game, "clever"):
        return _clever(game)
    return _FAMILIES.get(game.family, other) if isinstance(game, NativeGame) else other
