"""Agents that speak the contest's language: its JSON in, its word out.

One class with one method is a whole bot. It is an ordinary agent too, so that the same object plays matches, steps
through a `SpeedModel` and plays against a server.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any, Protocol

from reineke.agent import Agent, Budget, Decision, Progress, Stop
from reineke.game import Game, GameError, View
from reineke.games.speed.position import WORDS
from reineke.games.speed.wire import message, moment_text

SECONDS = 10.0
"""What the deadline allows where nobody has set one: the contest's mean."""


class Acts(Protocol):
    """Anything that plays spe_ed the contest's way."""

    def act(self, state: dict[str, Any]) -> str:
        """The contest's message to one player, answered with one of the five words."""
        ...


class SpeedAgent(Agent, ABC):
    """A bot of the contest. Only `act` must be written:

    >>> class Straight(SpeedAgent):
    ...     def act(self, state):
    ...         return "change_nothing"
    """

    @abstractmethod
    def act(self, state: dict[str, Any]) -> str:
        """The contest's message to one player (`width`, `height`, `cells`, `players`, `you`, `running`, `deadline`),
        answered with one of the five words. As in the contest, the message does not tell the round: who needs it counts
        the messages since `start`."""

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        deadline = time.time() + (SECONDS if budget.seconds is None else budget.seconds)
        word = self.act(message(view.game.json(view.info), view.seat + 1, moment_text(deadline)))
        if word not in WORDS:
            raise GameError(f"{word!r} is none of {', '.join(WORDS)}")
        return Decision(WORDS.index(word))


class Adapter(SpeedAgent):
    """An ordinary agent around anything that has an `act`."""

    def __init__(self, actor: Acts) -> None:
        self.actor = actor

    def start(self, game: Game, seat: int, seed: int) -> None:
        begin = getattr(self.actor, "start", None)
        if callable(begin):
            begin(game, seat, seed)

    def act(self, state: dict[str, Any]) -> str:
        return self.actor.act(state)


def as_agent(player: Agent | Acts) -> Agent:
    """An ordinary agent: the player itself, or an adapter around it."""
    return player if isinstance(player, Agent) else Adapter(player)
