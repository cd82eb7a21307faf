"""The named agents.

A spec names a search with its options (`mcts(nodes=2000)`), a preset of a game (`seed`, `default`), a class of a game's
own (`bot-snail`), a tree search on a trained network (`net(runs/nim-value-1/model.safetensors)`), a trained policy
(`ppo(runs/clever-ppo-1/model.safetensors)`) or value network (`td(model=runs/clever-td-1/model.safetensors)`), or a
class in a file (`my_agent.py:Mine`).
"""

from __future__ import annotations

from reineke.agent import Agent
from reineke.agents.files import load_agent
from reineke.agents.kinds import Kind, kinds
from reineke.agents.presets import Preset, presets
from reineke.agents.simple import Random
from reineke.agents.thinking import SearchAgent, take_budget
from reineke.game import Game, GameError
from reineke.games.native import is_family
from reineke.search import names as search_names
from reineke.spec import Spec, parse

__all__ = ["Agent", "Kind", "Preset", "catalogue", "make"]


def catalogue(game: Game | None = None) -> dict[str, str]:
    """Every agent by name, with one line about it; with a game, its own first."""
    listed = {} if game is None else {name: preset.about for name, preset in presets(game).items()}
    listed.update({name: kind.about for name, kind in kinds(game).items()})
    listed["random"] = "a legal action, every one equally likely"
    listed["net"] = "net(FILE): tree search on a network that `reineke train` made"
    if is_family(game, "clever"):
        listed.setdefault("td", "td(model=FILE): goes to the position that a trained value network likes best")
        listed["ppo"] = "ppo(FILE): the likeliest action of a policy that `reineke train` made; sample=on draws"
    listed.update({name: about for name, about in search_names().items() if name not in listed})
    return listed


def make(spec: str, game: Game) -> Agent:
    """The agent behind a spec, for a game; raises `GameError` with one clear line if there is none."""
    parsed = parse(spec)
    agent = _make(parsed, game)
    agent.spec = spec.strip()
    return agent


def _make(spec: Spec, game: Game) -> Agent:
    if ".py" in spec.name:
        return load_agent(spec)
    budget, options = take_budget(spec)
    if spec.name == "net":
        if len(spec.args) != 1:
            raise GameError(f"{spec}: expected net(FILE) with the weights that `reineke train` made, options behind it")
        return SearchAgent(game, "mcts", {"eval": "net", "model": spec.args[0], **options}, budget)
    if spec.name == "ppo" and is_family(game, "clever"):
        if len(spec.args) > 1 or (spec.args and "model" in options):
            raise GameError(f"{spec}: expected ppo(FILE) with the weights that `reineke train` made, options behind it")
        if spec.args:
            options["model"] = spec.args[0]
        return SearchAgent(game, "ppo", options, budget)
    if spec.args:
        raise GameError(f"{spec}: options are written key=value, got {spec.args[0]!r}")
    preset = presets(game).get(spec.name)
    if preset is not None:
        return SearchAgent(game, preset.search, {**preset.options, **options}, budget, preset.prepare, preset.budget)
    kind = kinds(game).get(spec.name)
    if kind is not None:
        agent = kind.make(options)
        agent.budget = budget
        return agent
    if spec.name == "random":
        if options:
            raise GameError(f"random takes no options, got {next(iter(options))}")
        return Random()
    if spec.name in search_names() or (spec.name == "td" and is_family(game, "clever")):
        return SearchAgent(game, spec.name, options, budget)
    known = ", ".join(catalogue(game))
    raise GameError(f"no agent of {game.spec} is called {spec.name!r}; there are {known}")
