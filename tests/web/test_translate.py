"""Games in German: the sentences of their course, what may be chosen, and the words inside drawings."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from reineke.agent import Budget
from reineke.analysis import analyse
from reineke.analysis.chart import chart
from reineke.arena.people import Table
from reineke.game import CHANCE, acting
from reineke.games import load
from reineke.games.clever.rating import BANDS
from reineke.games.gen1 import scene
from reineke.web import boards, trees, words

SCRIPT = Path(__file__).with_name("translate.mjs")
NAMES = ["Ann", "Ben", "Cem", "Dot"]
ENGLISH = re.compile(
    r"\b(the|is|has|of|and|to|uses|comes|round|points?|turn|left|right|speed|rolled|yellow|white|purple|luck|"
    r"seat|moves?|home|wins|cross|tray|roll|again|nothing|expected|error|asleep|burned|depth|nodes|positions|now)\b",
    re.IGNORECASE,
)


def german(texts: Iterable[str]) -> dict[str, str]:
    asked = sorted(set(texts))
    done = subprocess.run(
        ["node", SCRIPT, "de"], input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=60
    )
    return dict(zip(asked, json.loads(done.stdout), strict=True))


def texts(svg: str) -> list[str]:
    return [re.sub(r"&(\w+);", "", found) for found in re.findall(r"<(?:text|title)\b[^>]*>([^<]+)<", svg)]


def said(spec: str, agents: Sequence[str], seed: int) -> set[str]:
    """All that a game says in words to the first seat and to those who see everything."""
    game, found = load(spec), set[str]()
    table = Table(game, agents, Budget(nodes=30), seed)
    names = NAMES[: game.seats]

    def look(state: Any, legal: tuple[int, ...], thought: Any = None) -> None:
        view = game.view(state, 0) if game.hidden else None
        found.update(texts(boards.draw(boards.Look(game, state, names, view, 0, legal, thought=thought))))
        found.update(texts(boards.draw(boards.Look(game, state, names, None, None))))

    while not table.over:
        turn = table.turn
        if turn == CHANCE:
            step = table.play({})
        else:
            moves = {seat: table.ask(seat) for seat in acting(turn)}
            seat = min(moves)
            view = game.view(table.state, seat)
            for option in words.options(view):
                found |= {option["label"], option["detail"]}
            thought = None if moves[seat].decision is None else (seat, moves[seat].decision)
            if len(table.steps) % 4 == 0:
                look(table.state, view.legal if seat == 0 else (), thought)
            step = table.play(moves)
        for seat_, whole in ((0, not game.hidden), (None, True)):
            found.update(words.tell(game, step.state, table.state, step.played, seat_, names, whole=whole))
        found |= {words.facts(game, table.state, one, None) for one in range(game.seats)}
    look(table.state, ())
    return found - {""}


def names_of_things() -> set[str]:
    moves = {scene.move(one)["name"] for one in scene.all_moves()}
    return moves | {scene.species(one)["name"] for one in scene.all_species()}


GAMES = [
    ("sawhian", ["maxn(depth=1)"] * 4, 2),
    ("speed(width=12,height=12,seats=3)", ["bot-meta"] * 3, 2),
    ("clever", ["greedy"], 3),
    ("clever(seats=2)", ["rules", "random"], 4),
    ("gen1", ["random", "random"], 0),
    ("gen1", ["maxdamage", "random"], 1),
]


@pytest.mark.parametrize(("spec", "agents", "seed"), GAMES)
def test_a_whole_game_is_told_and_drawn_in_german(spec: str, agents: list[str], seed: int) -> None:
    found = german(said(spec, agents, seed))
    assert len(found) > 20
    things = sorted(names_of_things(), key=len, reverse=True)

    def rest(text: str) -> str:
        for thing in things if spec == "gen1" else ():
            text = text.replace(thing, "")
        return text

    english = {text: told for text, told in found.items() if ENGLISH.search(rest(told))}
    assert english == {}


def test_charts_and_ratings_are_told_in_german() -> None:
    from tests.analysis.games import recorded

    asked = {rating for _, rating in BANDS} | {"Expected points", "Expected points over a game of clever"}
    for spec in ("sawhian", "goofspiel", "pig(goal=10)"):
        found = analyse(recorded(spec, seed=2), budget=Budget(nodes=30))
        asked.update(texts(chart(found, names=NAMES[: found.game.seats])))
    sawhian = load("sawhian")
    asked.update(texts(trees.draw(sawhian, sawhian.parse(recorded("sawhian").deal), NAMES, "light")))
    assert {text: told for text, told in german(asked).items() if ENGLISH.search(told)} == {}


def test_the_check_would_notice_english() -> None:
    told = german(["Your Onix uses an unknown thing at the end of it!"])
    assert all(ENGLISH.search(text) for text in told.values())


SENTENCES = {
    "Your Pikachu uses Thunderbolt.": "Dein Pikachu setzt Thunderbolt ein.",
    "Ann's Onix is paralysed.": "Onix von Ann ist gelähmt.",
    "Attack of their Onix falls by 2.": "Das gegnerische Onix: Angriff sinkt um 2.",
    "Their Onix has 43 % left.": "Das gegnerische Onix hat noch 43 %.",
    "Ann: turn left, Ben: speed up": "Ann: nach links, Ben: schneller",
    "white yellow 5 upper (3 points; a fox)": "weiß gelb 5 oben (3 Punkte; ein Fuchs)",
    "roll 4 dice again, 1 left after it": "4 Würfel neu werfen, danach noch 1",
    "Electric, power 95, 100 %, 24 of 24 PP": "Elektro, Stärke 95, 100 %, 24 von 24 AP",
    "Ann: a3": "Ann: a3",
    "Sawhian, Ann to move; points: Ann 0, Ben 1": "Sawhian, Ann am Zug; Punkte: Ann 0, Ben 1",
    "Pokémon, generation 1": "Pokémon, Generation 1",
    "Rock, paper, scissors": "Schere, Stein, Papier",
    "123": "123",
    "constructor": "constructor",
}


def test_sentences_are_put_together_as_people_say_them() -> None:
    assert german(SENTENCES) == SENTENCES
