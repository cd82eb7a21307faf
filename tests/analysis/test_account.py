"""Luck, own errors, others' errors and the rest are what they are said to be, and add up."""

from __future__ import annotations

import math
from statistics import fmean

import pytest

from reineke._core import Dice
from reineke.agent import Budget, Choice, Decision, Stop
from reineke.analysis import Analysis, analyse
from reineke.analysis.account import choice_of
from reineke.analysis.chance import after_turn, all_after, some_after
from reineke.analysis.judge import Judge, analyst, stronger
from reineke.game import NO_ACTION, OVER, GameError
from reineke.games import load
from reineke.record import Record, replay
from tests.analysis.games import ODDS, PAYOFFS, Shake, Toss, recorded, written

GAMES = (
    "sawhian",
    "speed(width=12,height=12,seats=3)",
    "clever",
    "clever(seats=2)",
    "gen1",
    "kuhn",
    "goofspiel",
    "rps",
    "tictactoe",
    "pig(goal=15)",
    "pig(goal=15,chance=inside)",
    "pig(seats=3,goal=10)",
    "examples/nim.py",
)


def holds(found: Analysis) -> None:
    """The identity, step by step and for every seat."""
    for step in found.steps:
        parts = zip(step.before, step.luck, step.own, step.others, step.rest, step.after, strict=True)
        for before, luck, own, others, rest, after in parts:
            assert before + luck + own + others + rest == pytest.approx(after, abs=1e-9)
    for one, next_ in zip(found.steps, found.steps[1:], strict=False):
        assert one.after == next_.before
    for seat in found.seats():
        assert seat.start + seat.luck + seat.own + seat.others + seat.rest == pytest.approx(seat.end, abs=1e-9)


@pytest.mark.parametrize("spec", GAMES)
def test_luck_errors_and_the_rest_are_the_change_of_value(spec: str) -> None:
    record = recorded(spec)
    found = analyse(record, budget=Budget(nodes=80))
    holds(found)
    assert found.complete
    ends = record.result["points" if found.scale == "points" else "outcome"]
    assert [seat.end for seat in found.seats()] == ends
    assert all(own <= 0 for step in found.steps for own in step.own)
    assert all(one.cost is None or one.cost >= 0 for one in found.judged)
    turns = [played for _, played in replay(record, found.game) if played is not None][record.opening :]
    assert len(found.judged) == sum(len(played.actions) for played in turns)


@pytest.mark.parametrize(("row", "action"), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)])
def test_luck_is_the_outcome_of_chance_less_its_expectation(row: int, action: int) -> None:
    game = Toss()
    found = analyse(written(game, [["chance", str(row)], [0, str(action)]]), game=game, agent="expectimax(depth=2)")
    roll, choice = found.steps
    expected = sum(odds * max(pair) for odds, pair in zip(ODDS, PAYOFFS, strict=True))
    assert roll.before == pytest.approx((expected, -expected))
    assert roll.luck[0] == pytest.approx(max(PAYOFFS[row]) - expected)
    assert roll.luck[1] == pytest.approx(-roll.luck[0])
    best = [max(pair) - expected for pair in PAYOFFS]
    assert roll.spread[0] == pytest.approx((min(best), max(best)))  # every outcome has more than a tenth
    assert roll.spread[1] == pytest.approx((-max(best), -min(best)))
    assert choice.spread == ()
    assert roll.own == roll.others == roll.rest == (0.0, 0.0)
    worse = sum(odds for odds, pair in zip(ODDS, PAYOFFS, strict=True) if max(pair) < max(PAYOFFS[row]))
    assert roll.beaten[0] == pytest.approx(worse + ODDS[row] / 2)
    cost = max(PAYOFFS[row]) - PAYOFFS[row][action]
    assert choice.own == pytest.approx((-cost, 0.0))
    assert choice.others == pytest.approx((0.0, cost))
    assert choice.rest == pytest.approx((0.0, 0.0))
    assert choice.luck == (0.0, 0.0)


def test_dice_inside_a_turn_are_luck_of_that_turn() -> None:
    game = Shake()
    found = analyse(written(game, [[0, "1", {"dice": [2]}]]), game=game, agent="expectimax(depth=1,rolls=64)")
    (step,) = found.steps
    assert step.luck[0] == pytest.approx(2.0, abs=0.7), "the die brings nothing on the average"
    assert step.luck[1] == -step.luck[0]
    assert step.beaten[0] == pytest.approx(5 / 6, abs=0.15)
    faces = [place[1] for _, place in after_turn(game, (), 1, 3000, 7)]
    assert [faces.count(face) / 3000 for face in range(3)] == pytest.approx([1 / 3] * 3, abs=0.03)


def test_errors_of_one_are_gains_of_the_others() -> None:
    game = load("tictactoe")
    turns = [[0, "a1"], [1, "a3"], [0, "b1"], [1, "b3"], [0, "c2"], [1, "c3"]]
    found = analyse(written(game, turns), agent="alphabeta", budget=Budget(nodes=100_000))
    blunder = next(one for one in found.judged if one.turn == 5)
    assert (blunder.cost, found.mistakes()[0]) == (2.0, blunder)
    step = found.step(blunder)
    assert (step.own, step.others, step.rest) == ((-2.0, 0.0), (0.0, 2.0), (0.0, 0.0))


def test_what_the_judge_sees_of_everybody_is_what_others_gain() -> None:
    record = recorded("sawhian", seed=3)
    found = analyse(record, agent="maxn(depth=2)")
    one = found.mistakes()[0]
    played, best = (choice_of(one.decision, action) for action in (one.action, one.decision.action))
    assert played is not None
    assert best is not None
    assert played.values
    assert best.values
    for seat in range(4):
        gained = played.values[seat] - best.values[seat]
        assert found.step(one).own[seat] + found.step(one).others[seat] == pytest.approx(gained)


def test_a_mixed_strategy_is_worth_what_it_brings() -> None:
    found = analyse(recorded("rps"), budget=Budget(nodes=4000))
    assert all(one.cost == pytest.approx(0, abs=0.1) for one in found.judged), "every choice is as good in equilibrium"


# Chance.


def test_all_outcomes_are_weighed_by_their_odds_or_none_is() -> None:
    game = load("clever")
    start = game.start(Dice(0))
    assert all_after(game, start, 400) is None
    two = game.parse(game.text(start).replace("roll1 ?p/?p/?p/?p/?p/?p", "roll1 3p/4p/5p/6p/?p/?p"))
    found = all_after(game, two, 400)
    assert found is not None
    assert len(found) == len({game.text(place) for _, place in found}) == 36
    assert math.fsum(weight for weight, _ in found) == pytest.approx(1)
    assert sorted(all_after(Toss(), (), 3) or [], reverse=True) == [(0.5, (0,)), (0.25, (2,)), (0.25, (1,))]


def test_drawn_outcomes_come_as_often_as_their_odds_say() -> None:
    rows = [place[0] for _, place in some_after(Toss(), (), 4000, 5)]
    for row, odds in enumerate(ODDS):
        assert rows.count(row) / 4000 == pytest.approx(odds, abs=0.03)
    assert len({tuple(place[0] for _, place in some_after(Toss(), (), 30, seed)) for seed in range(5)}) == 5


def test_luck_averages_zero_over_what_chance_may_bring() -> None:
    toss, shake = Toss(), Shake()
    rows = [analyse(written(toss, [["chance", str(row)], [0, "0"]]), game=toss, agent="expectimax") for row in range(3)]
    assert math.fsum(odds * one.seats()[0].luck for odds, one in zip(ODDS, rows, strict=True)) == pytest.approx(0)
    assert min(one.seats()[0].luck for one in rows) < -0.1
    faces = [analyse(written(shake, [[0, "1", {"dice": [face]}]]), game=shake, agent="expectimax") for face in range(3)]
    assert fmean(one.seats()[0].luck for one in faces) == pytest.approx(0, abs=0.7)
    assert faces[2].seats()[0].luck - faces[0].seats()[0].luck == pytest.approx(4)


# What is hidden.


def test_values_see_everything_and_errors_what_the_seat_knows() -> None:
    game = load("kuhn")
    judge = Judge(game, analyst(game, None, Budget(nodes=3000)))
    strong, weak = game.parse("QJ"), game.parse("QK")
    assert judge.decisions(strong)[0].choices == judge.decisions(weak)[0].choices
    values = [judge.values(state, judge.decisions(state)) for state in (strong, weak)]
    assert (values[0][0] or 0) > 0.5 > -0.5 > (values[1][0] or 0)


def test_only_an_open_view_holds_the_position() -> None:
    for spec in ("kuhn", "gen1", "sawhian"):
        game = load(spec)
        state = game.start(Dice(1))
        assert game.view(state, 0).open is None
        assert (game.open_view(state, 0).open is not None) == game.hidden


# Judges of other kinds.


def test_evaluations_on_a_scale_of_their_own_are_brought_onto_the_outcomes() -> None:
    found = analyse(recorded("sawhian", seed=2), agent="maxn(eval=seed,depth=2)")
    holds(found)
    assert all(0 <= value <= 1 for step in found.steps for value in step.before)
    assert len({round(step.before[0], 3) for step in found.steps}) > 10


def test_actions_that_were_not_tried_have_no_value() -> None:
    tried = Decision(0, 0.5, (Choice(0, 0.5, visits=9), Choice(1, 0.0), Choice(2, 0.0, proven=True)))
    assert [choice_of(tried, action) is None for action in range(4)] == [False, True, False, True]
    told = Decision(0, 0.5, (Choice(0, 0.5), Choice(1, 0.0)))
    assert choice_of(told, 1) is not None


def test_a_blunder_that_the_search_did_not_try_is_judged_by_what_came_of_it() -> None:
    game = load("tictactoe")
    turns = [[0, "a1"], [1, "a3"], [0, "b1"], [1, "b3"], [0, "c2"], [1, "c3"]]
    found = analyse(written(game, turns), budget=Budget(nodes=20_000))
    blunder = next(one for one in found.judged if one.turn == 5)
    assert blunder.decision.proven
    assert blunder.cost == pytest.approx(2.0)
    assert found.mistakes()[0] == blunder


def test_a_judge_that_explains_nothing_leaves_costs_open() -> None:
    found = analyse(recorded("tictactoe"), agent="tests/analysis/games.py:Silent")
    holds(found)
    assert all(one.cost is None for one in found.judged if not one.agreed)
    assert found.mistakes() == ()


HASTY = "tests/analysis/games.py:Hasty"
PREJUDICED = "tests/analysis/games.py:Prejudiced"
LONG = ["a1", "a2", "a3", "b1", "b3", "b2", "c1", "c3", "c2"]
"""A drawn game; every move but the last is an error to `Hasty`."""


def test_mistakes_are_named_after_a_closer_look() -> None:
    game = load("tictactoe")
    record = written(game, [[number % 2, cell] for number, cell in enumerate(LONG)])
    found = analyse(record, agent=HASTY, budget=Budget(nodes=50))
    holds(found)
    named = {(one.turn, one.seat): one for seat in (None, 0, 1) for one in found.mistakes(seat)}
    assert named
    assert {one.decision.nodes for one in named.values()} == {200}
    assert {one.cost for one in named.values()} == {0.25}
    assert {one.decision.nodes for one in found.judged} >= {50, 200}, "the others keep their first judgement"


def test_where_all_choose_at_once_two_actions_are_compared_by_what_they_lead_to() -> None:
    record = recorded("speed(seats=2,width=20,height=20)", ("default", "default"))
    game = load(record.game)
    first = Judge(game, analyst(game, PREJUDICED))
    errors = 0
    for state, played in replay(record, game):
        said = {} if played is None else first.decisions(state)
        errors += sum(action != said[seat].action for seat, action in (() if played is None else played.actions))
    assert errors > 10, "at first sight"
    found = analyse(record, agent=PREJUDICED)
    holds(found)
    dear = [one for one in found.judged if (one.cost or 0) > 0.1]
    assert all((one.cost or 0) < 0.01 for one in found.judged if one.turn < 5), "both lead to nearly the same value"
    assert len(dear) < errors / 2


def test_a_comparison_takes_what_is_found_after_both_actions() -> None:
    record = recorded("speed(seats=3,width=14,height=14)", ("default", "random", "random"), seed=5)
    game = load(record.game)
    found = analyse(record, game=game, budget=Budget(nodes=150))
    judge = Judge(game, analyst(game, budget=Budget(nodes=150)))
    states = {number: state for number, (state, _) in enumerate(replay(record, game), 1)}
    first = found.mistakes()[0]
    assert first.cost
    decisions = judge.decisions(states[first.turn])
    for action in (first.action, first.decision.action):
        joint = [decisions[seat].action if seat in decisions else NO_ACTION for seat in range(3)]
        joint[first.seat] = action
        after = game.play(states[first.turn], tuple(joint), Dice(0))
        over = game.turn(after) == OVER
        values = judge.result(after) if over else judge.values(after, judge.decisions(after))
        choice = choice_of(first.decision, action)
        assert choice is not None
        assert choice.values == values
        assert choice.value == values[first.seat]


def test_a_budget_of_seconds_grows_for_a_closer_look() -> None:
    who = analyst(load("tictactoe"), budget=Budget(0.5))
    assert stronger(who, 4).budget == Budget(2.0)
    assert stronger(analyst(load("tictactoe"), budget=Budget(80_000)), 4).budget == Budget(86_400)
    assert stronger(analyst(load("tictactoe"), budget=Budget(1, 10)), 4).budget == Budget(1, 40)


def test_a_stop_during_the_closer_look_leaves_a_whole_analysis() -> None:
    stop, record = Stop(), recorded("tictactoe")

    def progress(done: int, total: int) -> None:
        if done > len(record.turns):
            stop.set()

    found = analyse(record, agent=HASTY, budget=Budget(nodes=50), stop=stop, progress=progress)
    holds(found)
    assert found.complete


# Stopping and refusing.


def test_what_was_judged_before_a_stop_is_told() -> None:
    stop, record = Stop(), recorded("sawhian")

    def progress(done: int, total: int) -> None:
        if done == 12:
            stop.set()

    found = analyse(record, agent="maxn(depth=2)", stop=stop, progress=progress)
    holds(found)
    assert not found.complete
    assert 0 < len(found.steps) < len(record.turns)
    whole = analyse(record, agent="maxn(depth=2)").json()["steps"]
    assert whole[: len(found.steps)] == found.json()["steps"]


def test_ctrl_c_tells_what_was_judged() -> None:
    def progress(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    found = analyse(recorded("tictactoe"), agent="greedy", progress=progress)
    assert (found.complete, [step.turn for step in found.steps]) == (False, [3, 4])


def test_an_impossible_record_is_refused() -> None:
    record = recorded("tictactoe")
    broken = Record(**{**vars(record), "turns": [record.turns[0], *record.turns]})
    with pytest.raises(GameError, match="turn"):
        analyse(broken)


def test_analyses_repeat() -> None:
    record = recorded("gen1", ("maxdamage", "maxdamage"))
    first, second = (analyse(record, budget=Budget(nodes=50)).json() for _ in range(2))
    assert first == second


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_is_expected_to_end_with_fewer_points_than_there_are(seed: int) -> None:
    found = analyse(recorded("clever", seed=seed), budget=Budget(nodes=50))
    for step in found.steps:
        (least,) = found.game.points(found.game.parse(step.position))
        assert step.before[0] + step.luck[0] >= least - 1e-9 or not step.judged
        for one in step.judged:
            assert all(choice.value >= least for choice in one.decision.choices)
            assert one.decision.value is None or one.decision.value >= least
