"""Agents without search."""

from __future__ import annotations

from reineke._core import Dice
from reineke.agent import Agent, Budget, Decision, Progress, Stop
from reineke.game import Game, View


class Random(Agent):
    """Plays a legal action, every one equally likely."""

    def __init__(self) -> None:
        self._dice = Dice(0)

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._dice = Dice(seed & (2**64 - 1))

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        return Decision(view.legal[self._dice.roll(len(view.legal))])
