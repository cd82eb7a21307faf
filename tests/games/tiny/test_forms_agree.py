"""The native and the Python form of a tiny game are one game: random play in lockstep, every answer compared."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import reineke
from reineke.game import CHANCE, OVER, Game, GameError
from reineke.games.tiny import Goofspiel, Kuhn, Pig, RockPaperScissors, TicTacToe
from tests.games.tiny.contract import actors, random_choice

FORMS: dict[str, Callable[[], Game]] = {
    "tictactoe": TicTacToe,
    "pig": Pig,
    "pig(goal=20)": lambda: Pig(goal=20),
    "pig(chance=inside)": lambda: Pig(chance="inside"),
    "pig(seats=4,goal=33,chance=inside)": lambda: Pig(4, 33, "inside"),
    "pig(seats=6,goal=20)": lambda: Pig(seats="6", goal="20"),
    "rps": RockPaperScissors,
    "rps(rock=2)": lambda: RockPaperScissors(rock=2),
    "goofspiel": Goofspiel,
    "goofspiel(cards=13)": lambda: Goofspiel(cards=13),
    "goofspiel(order=up)": lambda: Goofspiel(order="up"),
    "goofspiel(cards=7,order=down)": lambda: Goofspiel(7, "down"),
    "kuhn": Kuhn,
}

ABOUT = ("spec", "seats", "actions", "low", "high", "sum", "hidden", "inside", "informed", "opening")


@pytest.fixture(params=FORMS)
def forms(request: pytest.FixtureRequest) -> tuple[Game, Game]:
    """The native and the Python form."""
    return reineke.games.load(request.param), FORMS[request.param]()


@dataclass
class Noted:
    """Seeded dice that note how many sides each roll had."""

    seed: int
    sides: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.source = reineke.Dice(self.seed)

    def roll(self, sides: int) -> int:
        self.sides.append(sides)
        return self.source.roll(sides)


def observe(game: Game, state: Any, seed: int) -> dict[str, Any]:
    """Everything that a search, a record, a page or a network can ask of a position."""
    turn = game.turn(state)
    skipped = game.skip(state)
    seen: dict[str, Any] = {
        "text": game.text(state),
        "turn": turn,
        "odds": [tuple(pair) for pair in game.odds(state)] if turn == CHANCE else None,
        "outcome": list(game.outcome(state)) if turn == OVER else None,
        "points": list(game.points(state)),
        "event": game.event(state),
        "json": game.json(state),
        "board": game.board(state),
        "skip": None if skipped is None else game.text(skipped),
        "parsed": game.text(game.parse(game.text(state))),
    }
    for seat in actors(game, state):
        seen[f"legal {seat}"] = list(game.legal(state, seat))
    for seat in range(game.seats):
        view = game.view(state, seat)
        dice = Noted(seed)
        seen[f"seat {seat}"] = {
            "text": view.text,
            "turn": view.turn,
            "legal": list(view.legal),
            "features": [float(number) for number in game.features(state, seat)],
            "sample": game.text(game.sample(view.info, seat, dice)),
            "public": game.text(game.sample_public(view.info, seat, dice)),
            "sides": dice.sides,
        }
    return seen


def test_both_forms_say_the_same_about_themselves(forms: tuple[Game, Game]) -> None:
    def about(game: Game) -> dict[str, Any]:
        return {
            **{name: getattr(game, name) for name in ABOUT},
            "names": [game.action_text(action) for action in range(game.actions)],
            "chance": [game.chance_text(outcome) for outcome in range(game.actions)],
        }

    native, python = map(about, forms)
    assert native == python


@pytest.mark.parametrize("seed", range(10))
def test_random_games_are_the_same_in_both_forms(forms: tuple[Game, Game], seed: int) -> None:
    native, python = forms
    rng = random.Random(seed)
    first, second = Noted(seed), Noted(seed)
    one, two = native.start(first), python.start(second)
    while True:
        assert first.sides == second.sides
        sampling = rng.randrange(1 << 32)
        assert observe(native, one, sampling) == observe(python, two, sampling)
        if python.turn(two) == OVER:
            break
        choice = random_choice(python, two, rng)
        one, two = native.play(one, choice, first), python.play(two, choice, second)
    assert first.roll(1 << 30) == second.roll(1 << 30)


def reached(game: Game, seed: int) -> list[str]:
    """The texts of a random game's positions."""
    rng, dice = random.Random(seed), Noted(seed)
    state = game.start(dice)
    texts = [game.text(state)]
    while game.turn(state) != OVER:
        state = game.play(state, random_choice(game, state, rng), dice)
        texts.append(game.text(state))
    return texts


def verdict(game: Game, text: str) -> str:
    try:
        return game.text(game.parse(text))
    except GameError as error:
        return f"refused: {error}"


@pytest.mark.parametrize("seed", range(3))
def test_damaged_positions_meet_the_same_verdict_in_both_forms(forms: tuple[Game, Game], seed: int) -> None:
    native, python = forms
    rng = random.Random(seed)
    refused = 0
    for text in reached(python, seed):
        for _ in range(20):
            at = rng.randrange(len(text) + 1)
            damaged = text[:at] + rng.choice(["", *"0123456789 xo./+,:?-AJQKTpb"]) + text[at + rng.randrange(3) :]
            answer = verdict(python, damaged)
            assert verdict(native, damaged) == answer
            refused += answer.startswith("refused")
    assert refused > 0


@pytest.mark.parametrize(
    ("spec", "form", "options"),
    [
        ("pig(goal=1)", Pig, {"goal": 1}),
        ("pig(seats=7)", Pig, {"seats": "7"}),
        ("pig(chance=maybe)", Pig, {"chance": "maybe"}),
        ("rps(rock=0)", RockPaperScissors, {"rock": 0}),
        ("goofspiel(cards=1)", Goofspiel, {"cards": 1}),
        ("goofspiel(order=sideways)", Goofspiel, {"order": "sideways"}),
    ],
)
def test_wrong_options_are_refused_in_the_same_words(spec: str, form: type[Game], options: dict[str, Any]) -> None:
    with pytest.raises(GameError) as native:
        reineke.games.load(spec)
    with pytest.raises(GameError) as python:
        form(**options)
    assert str(python.value) in str(native.value)
