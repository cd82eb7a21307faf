"""Exact solutions of small games, and what a strategy loses against a best response."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import linprog

from reineke.game import CHANCE, OVER, Game
from tests.search.positions import NO_DICE

Strategy = Callable[[Any, int], dict[int, float]]
"""From a state and a seat to the odds of its actions."""


def matrix_game(payoffs: np.ndarray) -> tuple[float, np.ndarray]:
    """Value and an optimal strategy of the row player, who gets `payoffs[row, column]`."""
    rows, columns = payoffs.shape
    sure = payoffs.min(axis=1)
    if sure.max() == payoffs.max(axis=0).min():
        return float(sure.max()), np.eye(rows)[sure.argmax()]
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.status == 0
    return float(found.x[-1]), found.x[:-1]


class Simultaneous:
    """A two-seat constant-sum game of chance and simultaneous turns, without secrets."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[str, float] = {}

    def value(self, state: Any) -> float:
        """What seat 0 gets under best play of both."""
        key = self.game.text(state)
        if key not in self.values:
            self.values[key] = self._fold(state, self.value, lambda matrix, state: matrix_game(matrix)[0])
        return self.values[key]

    def best_response(self, state: Any, strategy: Strategy, seat: int, memo: dict[str, float] | None = None) -> float:
        """What seat 0 gets if `seat` plays the strategy and the other seat knows it."""
        memo = {} if memo is None else memo

        def answer(matrix: np.ndarray, state: Any) -> float:
            odds = np.array([strategy(state, seat)[action] for action in self.game.legal(state, seat)])
            return float((odds @ matrix).min() if seat == 0 else (matrix @ odds).max())

        def below(state: Any) -> float:
            key = self.game.text(state)
            if key not in memo:
                memo[key] = self._fold(state, below, answer)
            return memo[key]

        return below(state)

    def _fold(self, state: Any, below: Callable[[Any], float], solve: Callable[[np.ndarray, Any], float]) -> float:
        game, turn = self.game, self.game.turn(state)
        if turn == OVER:
            return game.outcome(state)[0]
        if turn == CHANCE:
            return sum(odds * below(game.play(state, outcome, NO_DICE)) for outcome, odds in game.odds(state))
        joint = [[(a, b) for b in game.legal(state, 1)] for a in game.legal(state, 0)]
        return solve(np.array([[below(game.play(state, pair, NO_DICE)) for pair in row] for row in joint]), state)


# Kuhn poker: cards J, Q, K are 0, 1, 2; a course of betting is a string of p and b.

KUHN_DEALS = [(first, second) for first in range(3) for second in range(3) if first != second]
KUHN_SETS = [(card, betting) for betting in ("", "p", "b", "pb") for card in range(3)]
"""The twelve information sets: the own card and the betting so far."""

Kuhn = dict[tuple[int, str], float]
"""How often each information set bets."""


def kuhn_value(first: Kuhn, second: Kuhn) -> float:
    """What the first seat wins on average."""

    def below(cards: tuple[int, int], betting: str) -> float:
        stakes = {"pp": 1, "bp": 1, "pbp": -1, "bb": 2, "pbb": 2}
        if betting in ("bp", "pbp"):
            return stakes[betting]
        if betting in stakes:
            return stakes[betting] if cards[0] > cards[1] else -stakes[betting]
        seat = len(betting) % 2
        bet = (first, second)[seat][cards[seat], betting]
        return bet * below(cards, betting + "b") + (1 - bet) * below(cards, betting + "p")

    return sum(below(cards, "") for cards in KUHN_DEALS) / len(KUHN_DEALS)


def kuhn_exploitability(strategy: Kuhn) -> float:
    """Half of what two best responses together win from the strategy (NashConv / 2)."""
    sets = {seat: [s for s in KUHN_SETS if len(s[1]) % 2 == seat] for seat in (0, 1)}
    best = []
    for seat in (0, 1):
        answers = [{**strategy, **{s: float(bits >> i & 1) for i, s in enumerate(sets[seat])}} for bits in range(64)]
        if seat == 0:
            best.append(max(kuhn_value(answer, strategy) for answer in answers))
        else:
            best.append(max(-kuhn_value(strategy, answer) for answer in answers))
    return sum(best) / 2
