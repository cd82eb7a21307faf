"""Kuhn poker: three cards, two seats, one bet; the smallest game with secrets."""

from __future__ import annotations

from typing import NamedTuple

from reineke.game import OVER, Dice, Game, GameError

PASS, BET = 0, 1
RANKS = "JQK"
COURSES = ("", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb")
"""Every course of the betting."""


class State(NamedTuple):
    """A position."""

    cards: tuple[int, int]
    betting: str


class Info(NamedTuple):
    """What one seat knows."""

    card: int
    betting: str


class Kuhn(Game):
    """Both seats ante one chip and are dealt one of J, Q and K. `pass` is a check, or a fold after a bet; `bet` puts in
    one more chip, or calls. A position reads `QJ pb`: the cards of both seats, then the betting; a seat knows `Q pb`.
    """

    name = "kuhn"
    actions = 2
    low = -2.0
    high = 2.0
    hidden = True

    def start(self, dice: Dice) -> State:
        return State(_deal(dice), "")

    def turn(self, state: State) -> int:
        return len(state.betting) % 2 if state.betting in ("", "p", "b", "pb") else OVER

    def legal(self, state: State, seat: int) -> tuple[int, ...]:
        return (PASS, BET)

    def play(self, state: State, action: int, dice: Dice) -> State:
        return state._replace(betting=state.betting + "pb"[action])

    def outcome(self, state: State) -> tuple[float, ...]:
        showdown = 1.0 if state.cards[0] > state.cards[1] else -1.0
        first = {"pp": showdown, "bp": 1.0, "pbp": -1.0}.get(state.betting, 2 * showdown)
        return (first, -first)

    def info(self, state: State, seat: int) -> Info:
        return Info(state.cards[seat], state.betting)

    def sample(self, info: Info, seat: int, dice: Dice) -> State:
        other = _other(info.card, dice)
        return State((info.card, other) if seat == 0 else (other, info.card), info.betting)

    def sample_public(self, info: Info, seat: int, dice: Dice) -> State:
        return State(_deal(dice), info.betting)

    def text(self, state: State) -> str:
        return f"{RANKS[state.cards[0]]}{RANKS[state.cards[1]]} {state.betting}".strip()

    def parse(self, text: str) -> State:
        cards, _, betting = text.strip().partition(" ")
        if len(cards) != 2 or set(cards) - set(RANKS) or betting not in COURSES:
            raise GameError("not a position of kuhn, such as QJ pb")
        if cards[0] == cards[1]:
            raise GameError(f"kuhn: there is only one {cards[0]}")
        return State((RANKS.index(cards[0]), RANKS.index(cards[1])), betting)

    def info_text(self, info: Info, seat: int) -> str:
        return f"{RANKS[info.card]} {info.betting}".strip()

    def action_text(self, action: int) -> str:
        return ("pass", "bet")[action]

    def features(self, state: State, seat: int) -> list[float]:
        """0–2 the own card (J, Q, K), 3–8 the first to third action (passed, bet), 9 whether the seat acts first."""
        card = [float(state.cards[seat] == card) for card in range(3)]
        betting = [float(made == letter) for made in state.betting.ljust(3) for letter in "pb"]
        return [*card, *betting, float(seat == 0)]


def _deal(dice: Dice) -> tuple[int, int]:
    """Two cards, the first seat's first."""
    first = dice.roll(3)
    return first, _other(first, dice)


def _other(card: int, dice: Dice) -> int:
    """One of the two other cards."""
    drawn = dice.roll(2)
    return drawn + (drawn >= card)
