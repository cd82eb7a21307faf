"""What a game was like is counted once and right, and the plot shows it."""

import json
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from reineke.games import load
from reineke.games.clever.analysis import Facts, facts, scores, summary
from reineke.games.clever.paper import AREAS
from reineke.games.clever.position import read
from reineke.games.clever.statistics import bands
from tests.games.clever.games import positions

SPECS = ("clever", "clever(mode=thesis)", "clever(seats=3)", "clever(bonuses=off)")


def one_game(spec, seed):
    """All states of a random game with the seat and action chosen in them."""
    found = [
        (game, state, [] if action is None else [(game.turn(state), action)])
        for game, state, action in positions(spec, seed=seed)
    ]
    return found[0][0], [(state, actions) for _, state, actions in found]


def ids(svg):
    return {element.get("id"): element for element in ET.fromstring(svg).iter() if element.get("id")}


# What a game was like.


@pytest.mark.covers("G23")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_counts_agree_with_the_sheets(spec, seed):
    game, states = one_game(spec, seed)
    final = read(game.json(states[-1][0]), game.spec)
    for seat, one in enumerate(facts(game, states)):
        sheet = final.sheets[seat]
        assert one.score == game.points(states[-1][0])[seat]
        assert one.areas == sheet.areas
        assert one.score == sum(one.areas.values()) + one.fox_points
        assert Counter(one.order) == Counter({area: count for area, count in sheet.counts.items() if count})
        assert sum(one.ways.values()) == sum(sheet.counts.values())
        assert one.bonuses + one.lost == (Counter(sheet.bonuses()) if final.options.bonuses else Counter())
        for kind, used, left in (("RR", one.rerolls, sheet.rerolls), ("+1", one.pluses, sheet.pluses)):
            assert used + left == sheet.earned(kind, final.options, final.round)
            assert one.left[kind] == left
        assert one.foxes == one.bonuses["FOX"]
        assert one.decisions == sum(seat == acting for _, actions in states for acting, _ in actions)


@pytest.mark.covers("G20")
def test_a_pass_without_another_option_is_told_apart_from_a_refusal():
    game, counted, states = load("clever"), Counter(), []
    for seed in range(40):
        _, states = one_game("clever", seed)
        (one,) = facts(game, states)
        expected = Counter()
        for state, actions in states:
            if actions and game.action_text(actions[0][1]) == "pass":
                alone = len(game.legal(state, 0)) == 1
                phase = read(game.json(state)).phase
                expected["kept" if phase == "plus" else "forced" if alone else "declined"] += 1
        assert one.passes == expected
        counted += expected
    assert min(counted["forced"], counted["declined"], counted["kept"]) > 0


@pytest.mark.covers("G20", "G23")
def test_the_summary_of_many_games_is_their_mean():
    games = [facts(*one_game("clever", seed))[0] for seed in range(1, 9)]
    found = json.loads(json.dumps(summary(games)))
    assert found["games"] == 8
    assert sum(found["scores"].values()) == 8
    assert found["mean"] == pytest.approx(sum(one.score for one in games) / 8)
    for area in AREAS:
        assert found["areas"][area] == pytest.approx(sum(one.areas[area] for one in games) / 8, abs=1e-3)
    assert sum(found["areas"].values()) + found["fox_points"] == pytest.approx(found["mean"], abs=0.01)
    assert found["passes"]["forced"] == pytest.approx(sum(one.passes["forced"] for one in games) / 8, abs=1e-3)
    assert found["quarters"]["best"]["score"] > found["quarters"]["worst"]["score"]
    assert all(0 <= when <= 1 for when in found["order"].values())


def test_areas_that_are_marked_first_come_first_in_the_order():
    one = Facts(order=["blue", "blue", "green", "green"], areas=dict.fromkeys(AREAS, 0), boxes=dict.fromkeys(AREAS, 0))
    one.left = {"RR": 0, "+1": 0}
    order = summary([one])["order"]
    assert order["blue"] < order["green"]
    assert "yellow" not in order


@pytest.mark.covers("G26")
def test_scores_are_sorted_into_the_levels_of_the_scale():
    assert bands([300, 281, 280, 139, 0, 150]) == [0.3333, 0.1667, 0, 0, 0, 0, 0, 0.1667, 0.3333]
    assert sum(bands(list(range(334)))) == pytest.approx(1, abs=1e-3)


@pytest.mark.covers("G26")
def test_the_distribution_shows_agents_and_people():
    svg = scores({"random": [60, 61, 75], "empty": []}, [("people", 175.75, 26.75), ("one", 215.75, None)])
    drawn = ids(svg)
    assert drawn["agent-0"].text == "random"
    assert drawn["mark-0"].text == "people: 175.75 ± 26.75"
    assert drawn["mark-1"].text == "one: 215.75"
    bars = {
        (int(element.get("data-low")), int(element.get("data-count")))
        for element in ET.fromstring(svg).iter()
        if element.get("data-low")
    }
    assert bars == {(60, 2), (70, 1)}
