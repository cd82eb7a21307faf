"""Goofspiel: both seats bid a card for each prize at once; the higher bid takes it, equal bids discard it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from reineke.game import CHANCE, OVER, Dice, Game, GameError, Turn
from reineke.games.tiny.options import count, number, scale, spec, word

RANKS = "A23456789TJQK"

Cards = tuple[int, ...]
"""Cards by action number, ascending."""


class State(NamedTuple):
    """A position."""

    hands: tuple[Cards, Cards]
    prize: int | None
    """The prize on the table; None while it is still to be turned up, and at the end."""
    prizes: Cards
    """The prizes to come."""
    points: tuple[int, int]


class Goofspiel(Game):
    """Options: `cards=4` (2 to 13), `order=random` (each prize is turned up by an explicit chance turn), `up` or `down`
    (prizes ascend or descend, no chance). Bids are seen once both are made, so there are no secrets. Cards are named
    `A23456789TJQK`; the action of a card, or the chance outcome that turns it up, is its value − 1.

    A position reads `A24 234 3 A 4:0`: the hands, the prize on the table, the prizes to come, the points; `-` stands
    for no card.
    """

    name = "goofspiel"

    def __init__(self, cards: int | str = 4, order: str = "random") -> None:
        self.cards = self.actions = number("cards", cards, 2, 13)
        self.order = word("order", order, ("random", "up", "down"))

    @property
    def spec(self) -> str:
        return spec("goofspiel", {"cards": (self.cards, 4), "order": (self.order, "random")})

    def start(self, dice: Dice) -> State:
        deck = tuple(range(self.cards))
        return self._turn_up(State((deck, deck), None, deck, (0, 0)))

    def _turn_up(self, state: State) -> State:
        """Turns up the next prize where the order says which."""
        if self.order == "random" or not state.prizes:
            return state
        prize = state.prizes[0 if self.order == "up" else -1]
        return state._replace(prize=prize, prizes=_without(state.prizes, prize))

    def turn(self, state: State) -> Turn:
        if state.prize is not None:
            return (0, 1)
        return CHANCE if state.prizes else OVER

    def legal(self, state: State, seat: int) -> Cards:
        return state.hands[seat]

    def odds(self, state: State) -> list[tuple[int, float]]:
        return [(card, 1 / len(state.prizes)) for card in state.prizes]

    def play(self, state: State, action: int | tuple[int, int], dice: Dice) -> State:
        if isinstance(action, int):
            return state._replace(prize=action, prizes=_without(state.prizes, action))
        first, second = action
        prize = 0 if state.prize is None else state.prize + 1
        own, other = state.points
        state = State(
            hands=(_without(state.hands[0], first), _without(state.hands[1], second)),
            prize=None,
            prizes=state.prizes,
            points=(own + prize * (first > second), other + prize * (first < second)),
        )
        return self._turn_up(state)

    def outcome(self, state: State) -> tuple[float, ...]:
        own, other = state.points
        return (float((own > other) - (own < other)), float((own < other) - (own > other)))

    def points(self, state: State) -> tuple[float, ...]:
        return (float(state.points[0]), float(state.points[1]))

    def event(self, state: State) -> int:
        """The round, from 0."""
        return self.cards - len(state.hands[0])

    def text(self, state: State) -> str:
        prize = _names(() if state.prize is None else (state.prize,))
        hands = f"{_names(state.hands[0])} {_names(state.hands[1])}"
        return f"{hands} {prize} {_names(state.prizes)} {state.points[0]}:{state.points[1]}"

    def parse(self, text: str) -> State:
        text = text.strip()
        try:
            state = self._read(text)
        except ValueError:
            state = None
        if state is None or self.text(state) != text:
            deck = RANKS[: self.cards]
            prizes = {"random": f"- {deck}", "up": f"A {deck[1:]}", "down": f"{deck[-1]} {deck[:-1]}"}[self.order]
            raise GameError(f"not a position of {self.spec}, such as {deck} {deck} {prizes} 0:0")
        self._validate(state)
        return state

    def _read(self, text: str) -> State:
        first, second, table, prizes, points = text.split(" ")
        own, other = points.split(":")
        on_table = self._cards(table)
        return State(
            hands=(self._cards(first), self._cards(second)),
            prize=on_table[0] if on_table else None,
            prizes=self._cards(prizes),
            points=(count(own), count(other)),
        )

    def _cards(self, names: str) -> Cards:
        return tuple(sorted({RANKS.index(name, 0, self.cards) for name in names.lstrip("-")}))

    def _validate(self, state: State) -> None:
        first, second = map(len, state.hands)
        if first != second:
            raise GameError(f"{self.spec}: hands of {first} and {second} cards")
        left = tuple(sorted({*state.prizes, *(() if state.prize is None else (state.prize,))}))
        if state.prize in state.prizes or len(left) != first:
            raise GameError(f"{self.spec}: hands of {first} cards need {first} prizes on the table and to come")
        if self.order != "random":
            lowest = 0 if self.order == "down" else self.cards - first
            ordered = self._turn_up(state._replace(prize=None, prizes=left))
            if left != tuple(range(lowest, lowest + first)) or state != ordered:
                raise GameError(f"{self.spec}: the prizes are out of order")
        won = state.points[0] + state.points[1]
        most = sum(card + 1 for card in range(self.cards) if card not in left)
        if won > most:
            raise GameError(f"{self.spec}: {won} points won of {most}")

    def action_text(self, action: int) -> str:
        return RANKS[action]

    def chance_text(self, outcome: int) -> str:
        return RANKS[outcome]

    def parse_chance(self, text: str) -> int:
        return self.parse_action(text)

    def features(self, state: State, seat: int) -> list[float]:
        """With n cards: 0 to n−1 the own hand, n to 2n−1 the other's, 2n to 3n−1 the prizes to come, 3n to 4n−1 the
        prize on the table, 4n the own points, 4n+1 the other's. Points are divided by the least power of two that is
        not below the sum of all prizes, which is exact.
        """
        table = () if state.prize is None else (state.prize,)
        sets = (state.hands[seat], state.hands[1 - seat], state.prizes, table)
        unit = scale(self.cards * (self.cards + 1) // 2)
        held = [float(card in cards) for cards in sets for card in range(self.cards)]
        return [*held, state.points[seat] / unit, state.points[1 - seat] / unit]


def _without(cards: Cards, card: int) -> Cards:
    return tuple(other for other in cards if other != card)


def _names(cards: Iterable[int]) -> str:
    return "".join(RANKS[card] for card in cards) or "-"
