"""Strength in plain words: five levels of every game, each an agent with its budget."""

from __future__ import annotations

import re
from dataclasses import replace

from reineke.agents import catalogue, make
from reineke.agents.presets import presets
from reineke.agents.thinking import SearchAgent, take_budget
from reineke.game import Game, GameError
from reineke.games.native import NativeGame
from reineke.spec import parse

LEVELS = ("novice", "easy", "fair", "strong", "best")
"""From the weakest on; what they are called on the page stands in its table of strings."""

LONGEST = 60.0
"""Seconds that an agent may think about one move."""
MOST_NODES = 10**8
THREADS = 4

_SPECS = {
    "sawhian": ("random", "greedy", "default(nodes=500)", "default(time=0.5)", "default(time=3)"),
    "speed": ("bot-stupid", "bot-snail", "bot-meta", "default(time=0.1)", "default(time=0.5)"),
    "clever": ("random", "greedy", "rules", "td", "default"),
    "gen1": ("random", "maxdamage", "expectimax", "default(time=0.5)", "default(time=3)"),
}
_TABLES = ("random", "greedy", "rules", "tables", "default")
"""Of clever among several."""
_OTHERS = ("random", "mcts(nodes=20)", "mcts(nodes=200)", "mcts(nodes=3000)", "default(time=2)")
_FILES = {"net", "ppo"}


def levels(game: Game) -> dict[str, str]:
    """The spec of every level of a game."""
    specs = _SPECS.get(game.family, _OTHERS) if isinstance(game, NativeGame) else _OTHERS
    if "tables" in presets(game):
        specs = _TABLES
    # What needs a file is listed, too, and cannot be a level unless a preset names the file.
    known = (catalogue(game).keys() - _FILES - {"td"}) | presets(game).keys()
    fitting = [spec if parse(spec).name in known else other for spec, other in zip(specs, _OTHERS, strict=True)]
    return dict(zip(LEVELS, fitting, strict=True))


def checked(spec: str, game: Game) -> str:
    """A spec that somebody typed on a page, if it may be used there: it names no file and has a bounded budget."""
    if len(spec) > 200:
        raise GameError("an agent is named in 200 characters at most")
    parsed = parse(spec)
    named = [parsed.name, *parsed.args, *parsed.options.values()]
    if (
        parsed.name in _FILES
        or "model" in parsed.options
        or any(re.search(r"[/\\~]|\.py|\.safe", one) for one in named)
    ):
        raise GameError(f"{spec!r}: agents that are read from files cannot be named on the page")
    budget, _ = take_budget(parsed)
    if budget is not None and (budget.seconds or 0) > LONGEST:
        raise GameError(f"{spec!r}: at most {LONGEST:g} seconds a move")
    if budget is not None and (budget.nodes or 0) > MOST_NODES:
        raise GameError(f"{spec!r}: at most {MOST_NODES} nodes a move")
    if any(not value.isdigit() or int(value) > THREADS for key, value in parsed.options.items() if key == "threads"):
        raise GameError(f"{spec!r}: at most {THREADS} threads")
    return bounded(spec, game)


def bounded(spec: str, game: Game) -> str:
    """The spec of an agent that ends its thoughts by itself: a search without a limit gets its usual seconds."""
    agent = make(spec, game)
    if agent.budget is None and isinstance(agent, SearchAgent) and agent.usual.seconds is not None:
        parsed = parse(spec)
        return str(replace(parsed, options={**parsed.options, "time": f"{agent.usual.seconds:g}"}))
    return spec
