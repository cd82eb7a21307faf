"""Pictures: what is on the sheets is drawn once and in its place; so are the dice, the options and what is thought of
them."""

import json
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from reineke.agent import Choice, Decision
from reineke.agents import make
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever import draw
from reineke.games.clever.paper import AREAS, YELLOW
from reineke.games.clever.position import meaning, read
from reineke.search import Budget
from tests.games import pages
from tests.games.clever.games import positions

MIDDLE = "3.0.roll3+1 5p/4p/5p/4t/1f/5f 100000100000|00001110000|0|5.1.1|1.5|1+0+0||"
SPECS = ("clever", "clever(seats=2)", "clever(seats=3)", "clever(seats=4)", "clever(mode=thesis)", "clever(areas=yb)")


def by_id(svg):
    """All elements that have an id, which must be unique."""
    found = [element for element in ET.fromstring(svg).iter() if element.get("id")]
    ids = {element.get("id"): element for element in found}
    assert len(ids) == len(found)
    return ids


def numbers(element):
    return [int(one) for one in (element.get("data-actions") or "").split()]


@pytest.mark.covers("G22")
@pytest.mark.parametrize("spec", SPECS)
def test_every_box_die_and_total_is_what_the_position_says(spec):
    for game, state, _ in list(positions(spec))[::15]:
        place = read(game.json(state), game.spec)
        ids = by_id(game.draw(state))
        for seat, sheet in enumerate(place.sheets):
            drawn = {key: element.get("data-marked") for key, element in ids.items() if f"-{seat}-" in key}
            for box in range(len(YELLOW)):
                assert drawn[f"yellow-{seat}-{box}"] == str(int(box in sheet.yellow))
            for value in range(2, 13):
                assert drawn[f"blue-{seat}-{value}"] == str(int(value in sheet.blue))
            for area in AREAS[2:]:
                marks = [drawn[f"{area}-{seat}-{box}"] for box in range(11)]
                assert marks == ["1"] * sheet.counts[area] + ["0"] * (11 - sheet.counts[area])
            assert ids[f"points-{seat}"].text == ids[f"total-{seat}"].text == str(int(game.points(state)[seat]))
            for area, points in sheet.areas.items():
                assert ids[f"area-{seat}-{area}"].text == str(points)
            for bar, held, kind in (("RR", sheet.rerolls, "RR"), ("plus", sheet.pluses, "+1")):
                states = [ids[f"{bar}-{seat}-{index}"].get("data-state") for index in range(7)]
                assert states.count("held") == held
                assert states.count("spent") == sheet.earned(kind, place.options, place.round) - held
            foxes = [ids[f"fox-{seat}-{index}"].get("data-earned") for index in range(5)]
            assert foxes.count("1") == sheet.foxes
        for die in place.dice:
            if die.face is not None:
                drawn_die = ids[f"die-{die.colour}"]
                assert (drawn_die.get("data-face"), drawn_die.get("data-place")) == (str(die.face), die.place)


@pytest.mark.covers("G22")
@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_option_is_marked_at_its_box(spec):
    for game, state, action in list(positions(spec, seed=2))[::9]:
        if action is None:
            continue
        place = read(game.json(state), game.spec)
        legal = game.legal(state, place.seat)
        ids = by_id(game.draw(state))
        found = {}
        for key, element in ids.items():
            for one in numbers(element):
                found[one] = key
        assert sorted(found) == [one for one in legal if one < 58]
        for one, key in found.items():
            what = meaning(place, one)
            assert key == f"{what.area}-{place.seat}-{what.box}"
        assert ("button-re-roll" in ids, "button-pass" in ids) == (58 in legal, 59 in legal)


@pytest.mark.covers("G22")
def test_values_of_a_search_stand_at_their_boxes_and_in_the_column():
    game = load("clever")
    state = game.parse(MIDDLE)
    agent = make("mcts", game)
    agent.start(game, 0, 1)
    decision = agent.decide(game.view(state, 0), Budget(nodes=300))
    ids = by_id(draw.board(game.json(state), decision=decision))
    assert {f"option-{choice.action}" for choice in decision.choices} <= set(ids)
    assert ids[f"option-{decision.action}"].get("class") == "cl-best"
    assert {f"choice-{choice.action}" for choice in decision.choices} <= set(ids)
    assert ids["value"].text
    assert "300 nodes" in ids["facts"].text


@pytest.mark.covers("G22")
def test_a_mixed_strategy_shows_its_probabilities():
    choices = (Choice(2, 80.0, share=0.75), Choice(58, 78.0, share=0.25), Choice(13, 70.0))
    svg = draw.board(MIDDLE, decision=Decision(2, 79.5, choices), theme="dark")
    words = [element.text for element in ET.fromstring(svg).iter() if element.text]
    assert {"75%", "25%", "0%"} <= set(words)


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes_and_names(theme):
    svg = draw.board(MIDDLE, names=["<Ann & Bob>"], theme=theme)
    assert by_id(svg)["name-0"].text == "<Ann & Bob>"
    assert ("prefers-color-scheme" in svg) == (theme == "auto")
    with pytest.raises(GameError, match="one per seat"):
        draw.board(MIDDLE, names=["one", "two"])


@pytest.mark.covers("G22")
@pytest.mark.parametrize("spec", ["clever", "clever(seats=2)"])
def test_a_replay_holds_every_decision_and_the_end(spec, tmp_path):
    moments = []
    for game, state, action in positions(spec):
        if action is not None:
            moments.append(draw.Moment(game.json(state), tuple(game.legal(state, game.turn(state))), action))
    moments.append(draw.Moment(game.json(state)))
    html = draw.page(moments, spec=spec, title="<clever>")
    assert "<title>&lt;clever&gt;</title>" in html
    data = json.loads(pages.data(html))
    assert len(data["frames"]) == len(moments)
    for frame, moment in zip(data["frames"][::7], moments[::7], strict=True):
        svg = "\n".join(data["lines"][index] for index in frame["lines"])
        legal = moment.legal if moment.action is not None else None
        assert svg == draw.board(moment.position, spec=spec, legal=legal).rstrip("\n")
    assert data["frames"][-1]["what"] == "The game is over"
    assert (" points: " in data["frames"][-1]["more"]) == (spec == "clever")
    count = len(moments)
    told = pages.run(html, 'walk(frames.length, "count");', tmp_path)
    assert told == [f"{number} of {count}" for number in (1, count, 1, count, 1, count, count - 1, 1, count, 2)]
    with pytest.raises(GameError):
        draw.page([])


def test_a_decision_comes_back_from_a_record():
    game = load("clever")
    decision = Decision(2, 80.0, (Choice(2, 80.0, visits=7, share=1.0), Choice(58, 71.5, visits=3)), 4, 10)
    assert draw.thought(game, decision.json(game)) == decision
    assert draw.thought(game, None) is None


def test_the_pictures_of_the_documentation_are_drawn_as_they_stand():
    """The sheet to the letter; what a search thinks may change with the search."""
    pictures = runpy.run_path("docs/img/clever.py")["pictures"]()
    assert (Path("docs/img") / "clever-sheet.svg").read_text("utf-8") == pictures["clever-sheet.svg"]
    stored = by_id((Path("docs/img") / "clever-decision.svg").read_text("utf-8"))
    assert set(stored) == set(by_id(pictures["clever-decision.svg"]))
