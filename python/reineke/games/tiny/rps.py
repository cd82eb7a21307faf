"""Rock, paper, scissors: the smallest simultaneous turn."""

from __future__ import annotations

from itertools import product

from reineke.game import OVER, Dice, Game, GameError, Turn
from reineke.games.tiny.options import number, spec

NAMES = ("rock", "paper", "scissors")

State = tuple[int, ...]
"""What the seats have chosen; empty before."""


class RockPaperScissors(Game):
    """Option `rock=1`: what a win with rock counts; 2 gives the biased game whose equilibrium is not uniform.

    A position reads `?` before the turn and `rock paper` after it.
    """

    name = "rps"
    actions = 3

    def __init__(self, rock: int | str = 1) -> None:
        self.rock = number("rock", rock, 1, 100)
        self.low, self.high = -float(self.rock), float(self.rock)

    @property
    def spec(self) -> str:
        return spec("rps", {"rock": (self.rock, 1)})

    def start(self, dice: Dice) -> State:
        return ()

    def turn(self, state: State) -> Turn:
        return OVER if state else (0, 1)

    def legal(self, state: State, seat: int) -> range:
        return range(3)

    def play(self, state: State, action: tuple[int, ...], dice: Dice) -> State:
        return tuple(action)

    def outcome(self, state: State) -> tuple[float, ...]:
        if not state or state[0] == state[1]:
            return (0.0, 0.0)
        winner = 0 if (state[0] - state[1]) % 3 == 1 else 1
        gain = float(self.rock if state[winner] == 0 else 1)
        return (gain, -gain) if winner == 0 else (-gain, gain)

    def text(self, state: State) -> str:
        return " ".join(NAMES[choice] for choice in state) or "?"

    def parse(self, text: str) -> State:
        text = text.strip()
        for state in ((), *product(range(3), repeat=2)):
            if self.text(state) == text:
                return state
        raise GameError(f"not a position of {self.spec}, such as ? or rock paper")

    def action_text(self, action: int) -> str:
        return NAMES[action]

    def features(self, state: State, seat: int) -> list[float]:
        """0 whether the choices are still to be made, 1–3 the own choice, 4–6 the other's."""
        if not state:
            return [1.0] + [0.0] * 6
        return [0.0] + [float(state[who] == choice) for who in (seat, 1 - seat) for choice in range(3)]
