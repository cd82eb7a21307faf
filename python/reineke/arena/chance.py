"""Chance in a match: the deal, the opening and every roll, keyed by block and event.

The streams depend on game, seed and block alone, not on the agents or the rotation, so that the same deal gives the
same dice after different choices, and other agents at the same seed get the same deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from reineke._core import Dice
from reineke.arena.schedule import derive
from reineke.game import CHANCE, OVER, Game
from reineke.record import Played, RecordingDice
from reineke.spec import parse

OPENING_TRIES = 100
"""How often an opening is redrawn when it ends the game; then the game is opened without one."""


class Nature:
    """Everything random about one game of a block that is nobody's choice."""

    def __init__(self, game: Game, seed: int, block: int) -> None:
        self.game = game
        self._block = (_name(game.spec), seed, block)
        self._happened: Counter[tuple[str, str, int]] = Counter()

    def deal(self) -> Any:
        """The start state of the block."""
        return self.game.start(Dice(derive("deal", *self._block)))

    def draw(self, state: Any, turns: int) -> int:
        """The outcome of a chance turn."""
        unit = self._derive("chance", self._event(state, turns)) / 2**64
        odds = self.game.odds(state)
        for outcome, likely in odds:
            if unit < likely:
                return outcome
            unit -= likely
        return max(outcome for outcome, likely in odds if likely > 0)

    def dice(self, state: Any, turns: int) -> RecordingDice:
        """The dice for what is rolled inside a turn."""
        return RecordingDice(lambda: Dice(self._derive("dice", self._event(state, turns))))

    def play(self, state: Any, played: Played, turns: int) -> tuple[Any, Played]:
        """The state after a turn, and the turn with the dice rolled in it."""
        dice = self.dice(state, turns)
        after = self.game.play(state, played.move(self.game.seats), dice)
        if dice.rolled:
            played = Played(played.actions, played.joint, played.chance, tuple(dice.rolled))
        return after, played

    def opening(self, deal: Any) -> tuple[Any, list[Played]]:
        """The position after `Game.opening` random plies, with the turns that led there. Chance turns do not count."""
        for attempt in range(OPENING_TRIES):
            state, turns, plies = deal, list[Played](), 0
            while (whose := self.game.turn(state)) != OVER:
                if plies == self.game.opening:
                    return state, turns
                if whose == CHANCE:
                    played = Played(chance=self.draw(state, len(turns)))
                else:
                    joint = isinstance(whose, tuple)
                    seats = whose if isinstance(whose, tuple) else (whose,)
                    place = ("opening", *self._block, attempt, len(turns))
                    played = Played(
                        tuple((seat, pick(self.game.legal(state, seat), *place, seat)) for seat in seats), joint
                    )
                    plies += 1
                state, played = self.play(state, played, len(turns))
                turns.append(played)
            self._happened.clear()
        return deal, []

    def _event(self, state: Any, turns: int) -> tuple[str, int]:
        event = self.game.event(state)
        return ("turn", turns) if event is None else ("event", event)

    def _derive(self, purpose: str, event: tuple[str, int]) -> int:
        """A number of the block's stream. An event that happens again gets a new one."""
        count = self._happened[purpose, *event]
        self._happened[purpose, *event] += 1
        return derive(purpose, *self._block, *event, count)


def _name(spec: str) -> str:
    """The spec, without the folder if the game comes from a file: its deals do not depend on where that lies."""
    parsed = parse(spec)
    return str(replace(parsed, name=PurePath(parsed.name).name))


def pick(legal: Sequence[int], *place: str | int) -> int:
    """One of the legal actions, each equally likely, fixed by the place."""
    return legal[derive(*place) % len(legal)]
