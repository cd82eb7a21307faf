"""The hand-written agents of clever, and its networks among several: what they choose, and what they reach."""

import pytest

from reineke import Dice
from reineke.agent import Budget
from reineke.agents import catalogue, make
from reineke.agents.clever.later import Later, later
from reineke.agents.clever.rules import Rules
from reineke.agents.clever.worth import Weights, Worth
from reineke.agents.presets import presets
from reineke.game import CHANCE, OVER, GameError
from reineke.games import load
from reineke.games.clever.position import read
from reineke.games.clever.sheet import Sheet

SOON = Later(8, rolls=True, pluses=True)
EMPTY = "000000000000|00000000000|0|||0+0+0||"


def play(game, specs, seed):
    """A whole game: its points."""
    agents = [make(spec, game) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.start(game, seat, seed)
    dice = Dice(seed)
    state = game.start(dice)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            odds = game.odds(state)
            action = odds[dice.roll(len(odds))][0]
        else:
            view = game.view(state, turn)
            action = agents[turn].decide(view, Budget(nodes=10_000)).action
            assert action in view.legal
        state = game.play(state, action, dice)
    return game.points(state)


def choice(spec, position, game="clever"):
    """What an agent does in a position, as text."""
    rules = load(game)
    state = rules.parse(position)
    view = rules.view(state, rules.turn(state))
    return rules.action_text(make(spec, rules).decide(view, Budget()).action)


def mean(spec, games):
    game = load("clever")
    return sum(play(game, [spec], seed)[0] for seed in range(games)) / games


@pytest.mark.covers("G19")
def test_rules_score_as_hand_written_players_do():
    assert mean("rules", 60) > 165


@pytest.mark.covers("G19")
def test_greedy_is_far_above_a_search_for_points_alone():
    assert mean("greedy", 60) > 125 > 115 > mean("expectimax(depth=1)", 60)


@pytest.mark.parametrize("spec", ["clever(mode=thesis)", "clever(areas=yb)", "clever(bonuses=off)", "clever(seats=4)"])
@pytest.mark.parametrize("agent", ["rules", "greedy"])
def test_every_variant_is_played_to_its_end(spec, agent):
    game = load(spec)
    points = play(game, [agent] * game.seats, 3)
    assert min(points) > 20


@pytest.mark.parametrize("agent", ["rules", "greedy"])
def test_equal_positions_get_equal_answers(agent):
    game = load("clever")
    assert play(game, [agent], 5) == play(game, [agent], 5)


@pytest.mark.parametrize("agent", ["rules", "greedy"])
def test_a_low_die_goes_first_and_keeps_the_others_in_the_game(agent):
    taken = choice(agent, f"1.0.roll1 5p/2p/1p/6p/6p/6p {EMPTY}")
    assert taken == "g:g"


@pytest.mark.parametrize("agent", ["rules", "greedy"])
def test_after_the_last_roll_dice_need_not_be_kept(agent):
    assert choice(agent, f"6.0.roll3 1p/1f/1p/6p/1f/1p {EMPTY}") == "o:o"


def test_an_extra_die_is_kept_for_later_and_used_in_the_end():
    held = "000000000000|00000000000|0||5|0+1+0||"
    assert choice("rules", f"2.0.plus0 1f/1t/1f/1t/1t/1f {held}") == "pass"
    assert choice("rules", f"6.0.plus0 1t/1t/1t/1r/1r/1r {held}") != "pass"


def test_a_poor_roll_is_rolled_again():
    held = "000010100000|00000000000|5|1|5|2+0+0||"
    assert choice("rules", f"3.0.roll3 1p/6f/1t/1p/5t/5f {held}") == "reroll"


def test_a_cross_that_waits_goes_where_dice_rarely_reach_and_in_the_end_to_what_it_completes():
    early = "000000000000|00000000000|0||1.2.3.4|1+0+0|b|"
    late = "000000000000|00100000001|0||1.2.3.4|1+0+0|b|"
    assert choice("rules", f"2.0.pass0 1t/1t/3t/4r/5r/6r {early}") in ("xb2", "xb12")
    assert choice("rules", f"6.0.pass0 1t/1t/3t/4r/5r/6r {late}") == "xb8"


def test_the_weakest_area_counts_more_with_every_fox():
    worth = Worth(Weights())
    gains = []
    for foxes in (0, 1, 3):
        before = Sheet(frozenset(range(12)), frozenset(range(2, 13)), 3, (6,) * 9, (6,) * 7, foxes=foxes)
        after = Sheet(frozenset(range(12)), frozenset(range(2, 13)), 4, (6,) * 9, (6,) * 7, foxes=foxes)
        gains.append(worth(after, SOON) - worth(before, SOON))
    assert gains == sorted(gains)
    assert gains[2] > gains[0] + 3


def test_a_high_purple_number_closes_the_way_unless_it_is_a_six():
    worth = Worth(Weights())
    five, six = (worth(Sheet(purple=(number,)), SOON) for number in (5, 6))
    assert six - five > 2


@pytest.mark.parametrize(
    ("spec", "head", "found"),
    [
        ("clever", "1.0.roll1 1p/1p/1p/1p/1p/1p", (23, True, True)),
        ("clever", "6.0.roll3 1p/1p/1p/1p/1f/1f", (1, False, True)),
        ("clever", "6.0.plus0 1t/1t/1t/1f/1f/1f", (1, False, True)),
        ("clever", "6.0.pass0 1t/1t/1t/1r/1r/1r", (0, False, True)),
        ("clever", "6.0.plus0 1t/1t/1t/1r/1r/1r", (0, False, False)),
        ("clever", "4.0.four0 -p/-p/-p/-p/-p/-p", (12, True, True)),
        ("clever(mode=thesis)", "6.0.roll1 1p/1p/1p/1p/1p/1p", (2, True, False)),
        ("clever(mode=thesis)", "5.0.pass0 1t/1t/1t/1r/1r/1r", (3, True, True)),
        ("clever(mode=thesis)", "5.0.plus0 1t/1t/1t/1r/1r/1r", (3, True, False)),
        ("clever(mode=thesis)", "4.0.plus0 1t/1t/1t/1r/1r/1r", (7, True, True)),
        ("clever(seats=4)", "4.0.four2 -p/-p/-p/-p/-p/-p", (6, True, True)),
        ("clever(seats=4)", "4.0.pass1 1t/1t/1t/1f/1f/1f", (5, True, True)),
        ("clever(seats=4)", "4.3.pass0 1t/1t/1t/1f/1f/1f", (0, False, True)),
        ("clever(seats=4)", "4.3.plus3 1t/1t/1t/1f/1f/1f", (0, False, False)),
        ("clever(seats=3)", "5.1.roll1 1p/1p/1p/1p/1p/1p", (3, True, True)),
    ],
)
def test_what_is_to_come_for_a_seat(spec, head, found):
    place = read(head + f" {EMPTY}" * load(spec).seats, spec)
    assert later(place, again=False) == Later(*found)


def test_its_numbers_are_reported_with_the_decision():
    game = load("clever")
    state = game.parse(f"1.0.roll1 5p/2p/1p/6p/6p/6p {EMPTY}")
    found = Rules().decide(game.view(state, 0), Budget())
    assert [one.action for one in found.choices] == list(game.view(state, 0).legal)
    assert found.value == max(one.value for one in found.choices)


def test_names_and_options():
    game = load("clever")
    assert {"rules", "greedy"} <= set(catalogue(game))
    assert "rules" not in catalogue(load("pig"))
    with pytest.raises(GameError, match="rules takes no options, got depth"):
        make("rules(depth=2)", game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_solo_network_plays_among_several(seats):
    game = load(f"clever(seats={seats})")
    points = play(game, ["solo"] + ["random"] * (seats - 1), 1)
    assert points[0] > 120 > max(points[1:])


def test_solo_is_for_several_seats_and_for_its_own_network():
    with pytest.raises(GameError, match="solo=on is for several seats"):
        make("td(model=clever-td,solo=on)", load("clever"))
    with pytest.raises(GameError, match="the network is for clever, not for"):
        make("td(model=clever-td,solo=on)", load("clever(seats=2,areas=yb)"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_several_seats_have_a_network_of_their_own(seats):
    game = load(f"clever(seats={seats})")
    own = {"model": "clever-tables", "solo": "on"}
    assert presets(game)["default"].options == {**own, "rolls": "24", "margin": "8"}
    assert presets(game)["tables"].options == own
    assert presets(game)["solo"].options == {"model": "clever-td", "solo": "on"}
    points = play(game, ["tables"] + ["random"] * (seats - 1), 1)
    assert points[0] > 120 > max(points[1:])


@pytest.mark.parametrize("spec", ["clever(mode=thesis)", "clever(areas=yb)", "clever(seats=2,bonuses=off)"])
def test_without_a_network_default_is_a_tree_search(spec):
    assert list(presets(load(spec))) == ["default"]
    assert presets(load(spec))["default"].search == "mcts"
