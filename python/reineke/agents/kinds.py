"""Agents of a game that are classes, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reineke.agent import Agent
from reineke.game import Game, GameError
from reineke.games.native import is_family


@dataclass(frozen=True)
class Kind:
    """A class of agents under a name."""

    about: str
    make: Callable[[Mapping[str, str]], Agent]
    """Takes the options of the spec, and raises `GameError` for those it does not know."""


def plain(name: str, make: Callable[[], Agent], about: str) -> Kind:
    """A class without options."""

    def refuse_options(options: Mapping[str, str]) -> Agent:
        if options:
            raise GameError(f"{name} takes no options, got {next(iter(options))}")
        return make()

    return Kind(about, refuse_options)


def kinds(game: Game | None) -> dict[str, Kind]:
    """The agents of a game that are classes of its own."""
    if is_family(game, "speed"):
        from reineke.agents.speed import KINDS

        return KINDS
    if is_family(game, "clever"):
        from reineke.agents.clever import KINDS

        return KINDS
    return {}
