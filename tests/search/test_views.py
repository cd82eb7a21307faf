"""What a seat cannot see changes nothing that its agent does."""

import itertools
from dataclasses import replace

import pytest

from reineke import make_agent
from reineke.agent import Budget, Decision
from reineke.game import Game, View
from reineke.games import load
from reineke.games.tiny import Kuhn, Pig
from tests.games.tiny.contract import Fair
from tests.search.positions import random_texts

AGENTS = [
    "random",
    "greedy",
    "alphabeta",
    "minimax",
    "expectimax",
    "maxn",
    "paranoid",
    "brs",
    "brs+",
    "mcts",
    "mcts(joint=exp3,public=0.5)",
    "mcts(joint=ucb1,public=0)",
    "default",
]


def decisions(game: Game, spec: str, views: list[View]) -> list[Decision]:
    """One life of an agent: its decisions at a course of views."""
    agent = make_agent(spec, game)
    agent.start(game, views[0].seat, 9)
    return [replace(agent.decide(view, Budget(nodes=200)), seconds=0.0) for view in views]


@pytest.mark.parametrize("form", [load("kuhn"), Kuhn()], ids=["native", "python"])
@pytest.mark.parametrize("spec", AGENTS)
def test_the_other_card_changes_nothing(spec: str, form: Game) -> None:
    for card, seat in itertools.product("JQK", (0, 1)):
        courses = [["", "pb"], [""]] if seat == 0 else [["p"], ["b"]]
        for bettings in courses:
            found = set()
            for other in set("JQK") - {card}:
                cards = card + other if seat == 0 else other + card
                views = [form.view(form.parse(f"{cards} {betting}".strip()), seat) for betting in bettings]
                found.add(repr(decisions(form, spec, views)))
            assert len(found) == 1


@pytest.mark.parametrize("form", [load("kuhn"), Kuhn()], ids=["native", "python"])
def test_the_own_card_does_change_things(form: Game) -> None:
    found = {repr(decisions(form, "mcts", [form.view(form.parse(f"{card} b"), 1)])) for card in ("QJ", "QK")}
    assert len(found) == 2


@pytest.mark.parametrize("form", [load("kuhn"), Kuhn()], ids=["native", "python"])
def test_beliefs_name_only_what_fits_the_view(form: Game) -> None:
    for spec in ("mcts", "maxn"):
        (decision,) = decisions(form, spec, [form.view(form.parse("KJ b"), 1)])
        assert {text for text, _ in decision.beliefs} <= {"QJ b", "KJ b"}
        assert len(decision.beliefs) == 2
        assert sum(weight for _, weight in decision.beliefs) == pytest.approx(1)


@pytest.mark.parametrize(
    "form",
    [
        load("pig(goal=20,chance=inside)"),
        Pig(goal=20, chance="inside"),
        load("pig(goal=20)"),
        load("goofspiel"),
        load("sawhian"),
    ],
    ids=lambda game: f"{type(game).__name__} {game.spec}",
)
@pytest.mark.parametrize("spec", ["random", "expectimax", "mcts", "default"])
def test_the_dice_of_the_game_change_nothing(spec: str, form: Game) -> None:
    """The same positions, dealt and reached with other dice: positions carry no generator."""
    if form.spec == "sawhian" and spec in ("expectimax", "mcts"):
        spec += "(eval=seed)"
    texts = [text for text in random_texts(form, 5, seed=4) if form.turn(form.parse(text)) not in (-1, -2)]
    found = set()
    for seed in (1, 2):
        form.start(Fair(seed))
        for text in texts:
            state = form.parse(text)
            turn = form.turn(state)
            seat = turn[0] if isinstance(turn, tuple) else turn
            found.add((text, repr(decisions(form, spec, [form.view(state, seat)]))))
    assert len(found) == len(set(texts))


def test_a_state_is_not_a_view_of_a_game_with_secrets() -> None:
    """A search cannot be handed the cards by mistake."""
    game = load("kuhn")
    state = game.parse("KJ b")
    agent = make_agent("mcts", game)
    with pytest.raises(TypeError, match="not what a seat of kuhn knows"):
        agent.decide(View(game, 1, state, 1, (0, 1)), Budget(nodes=10))


def test_a_view_of_a_native_game_with_secrets_holds_no_cards_of_others() -> None:
    game = load("kuhn")
    view = game.view(game.parse("KJ b"), 1)
    assert "K" not in f"{view.text} {view.info} {view.info!r}"
