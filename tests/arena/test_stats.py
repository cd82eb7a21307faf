"""Statistics against numbers worked out by hand or by a slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from reineke.agent import Budget
from reineke.arena.play import GameResult
from reineke.arena.schedule import Run
from reineke.arena.stats import bootstrap, ranking, summarise

RUN = Run("nim(heaps=3,rule=last,rate=0.5)", ("a", "b"), Budget(seconds=0.1), 1)


def block(run: Run, number: int, *outcomes, points=None, forfeits=(), micros=None, digests=None) -> list[GameResult]:
    """A block with these outcomes, each per player (not per seat)."""
    jobs = [job for job in run.jobs(number + 1) if job.block == number]
    games = []
    for turn, (job, outcome) in enumerate(zip(jobs, outcomes, strict=True)):
        seated = tuple(outcome[player] for player in job.seating)
        scores = tuple((points or outcomes)[turn][player] for player in job.seating)
        faults = [dict(f, seat=job.seating.index(f["player"])) for f in forfeits if f["game"] == turn]
        times = tuple(tuple((micros or {}).get(player, ())) for player in job.seating)
        digest = digests[turn] if digests else f"{number}-{turn}"
        games.append(GameResult(job, seated, scores, faults, times, digest, ""))
    return games


@pytest.mark.parametrize(
    ("outcome", "out", "shares", "places"),
    [
        ((1, -1), (), [1, 0], [1, 2]),
        ((0, 0), (), [0.5, 0.5], [1.5, 1.5]),
        ((0.1 + 0.2, 0.3), (), [0.5, 0.5], [1.5, 1.5]),
        ((3, 1, 2), (), [1, 0, 0], [1, 3, 2]),
        ((2, 2, 1), (), [0.5, 0.5, 0], [1.5, 1.5, 3]),
        ((2, 1, 1, 0), (), [1, 0, 0, 0], [1, 2.5, 2.5, 4]),
        ((1, 1, 1), (), [1 / 3] * 3, [2, 2, 2]),
        ((0, 0, 0), (1,), [0.5, 0, 0.5], [1.5, 3, 1.5]),
        ((0, 0), (0, 1), [0.5, 0.5], [1.5, 1.5]),
        ((5,), (), [1], [1]),
    ],
)
def test_ties_share_wins_and_places_and_forfeiters_come_last(outcome, out, shares, places):
    found = ranking(outcome, frozenset(out))
    assert found == (pytest.approx(shares), pytest.approx(places))


@pytest.mark.covers("P21")
@pytest.mark.parametrize(
    ("outcome", "points", "out", "places"),
    [
        ((1, 0, 0, 0), (90, 12, 40, 40), (), [1, 4, 2, 2]),
        ((0, 0.5, 0.5), (7, 80, 80), (), [3, 1, 1]),
        ((0, 1, 0), (99, 30, 99), (), [2, 1, 2]),
        ((1, 0, 0), (50, 20, 30), (0,), [3, 2, 1]),
    ],
)
def test_points_decide_among_equal_outcomes_and_ties_share_the_better_place(outcome, points, out, places):
    shares, found = ranking(outcome, frozenset(out), points)
    assert found == places
    assert shares == ranking(outcome, frozenset(out))[0]


@pytest.mark.covers("P21")
def test_a_game_that_is_ranked_by_points_has_its_mean_place_by_them():
    run = Run("speed(seats=3)", ("a", "b", "c"), Budget(), 1)
    outcomes = ((1, 0, 0), (1, 0, 0), (0, 0.5, 0.5))
    games = block(run, 0, *outcomes, points=((60, 59, 20), (60, 33, 33), (9, 70, 70)))
    by_points = summarise(run, games, 1.0, "points").agents
    assert [agent.mean_place for agent in by_points] == pytest.approx([(1 + 1 + 3) / 3, (2 + 2 + 1) / 3, 2], abs=1e-6)
    assert [(agent.wins, agent.share) for agent in by_points] == [
        (agent.wins, agent.share) for agent in summarise(run, games, 1.0).agents
    ]
    assert [agent.wins for agent in by_points] == [2, 0, 0]


def test_the_numbers_of_a_small_match():
    games = [
        *block(RUN, 0, (1, -1), (1, -1), points=((10, 4), (12, 6))),
        *block(RUN, 1, (0, 0), (-1, 1), points=((5, 5), (1, 9))),
    ]
    result = summarise(RUN, games, 12.34567)
    assert (result.game, result.options) == ("nim", {"heaps": 3, "rule": "last", "rate": 0.5})
    assert (result.blocks, result.games, result.distinct_games, result.seconds) == (2, 4, 4, 12.346)
    assert result.budget == {"seconds": 0.1, "nodes": None}
    a, b = result.agents
    assert (a.games, a.wins, a.share, a.mean_place) == (4, 2, 0.625, 1.375)
    assert (b.games, b.wins, b.share, b.mean_place) == (4, 1, 0.375, 1.625)
    assert a.mean_score == 7.0
    assert a.score_sd == pytest.approx(np.std([10, 12, 5, 1], ddof=1), abs=1e-6)
    assert b.mean_score == 6.0


def test_the_order_of_the_games_does_not_matter():
    games = [*block(RUN, 0, (1, -1), (1, -1)), *block(RUN, 1, (-1, 1), (-1, 1)), *block(RUN, 2, (1, -1), (0, 0))]
    assert summarise(RUN, games, 1.0) == summarise(RUN, games[::2] + games[1::2], 1.0)


def test_only_complete_blocks_count():
    games = [*block(RUN, 0, (1, -1), (1, -1)), *block(RUN, 3, (-1, 1), (-1, 1))[:1]]
    result = summarise(RUN, games, 1.0)
    assert (result.blocks, result.games, result.agents[0].share) == (1, 2, 1.0)
    nothing = summarise(RUN, games[2:], 1.0)
    assert (nothing.blocks, nothing.games, nothing.agents[0].share) == (0, 0, None)


def test_equal_games_count_once_as_distinct():
    games = block(RUN, 0, (1, -1), (1, -1), digests=["x", "x"]) + block(RUN, 1, (1, -1), (1, -1), digests=["x", "y"])
    assert summarise(RUN, games, 1.0).distinct_games == 2


def test_forfeits_are_counted_by_kind_for_who_made_them():
    faults = [
        {"game": 0, "player": 1, "kind": "crash"},
        {"game": 1, "player": 0, "kind": "late"},
        {"game": 1, "player": 0, "kind": "late"},
    ]
    a, b = summarise(RUN, block(RUN, 0, (1, -1), (1, -1), forfeits=faults), 1.0).agents
    assert a.forfeits == {"late": 2, "illegal": 0, "crash": 0, "hang": 0, "disconnect": 0}
    assert b.forfeits == {"late": 0, "illegal": 0, "crash": 1, "hang": 0, "disconnect": 0}


def test_times_are_the_players_wherever_it_sits():
    a, b = summarise(RUN, block(RUN, 0, (1, -1), (1, -1), micros={0: range(1000, 101_000, 1000)}), 1.0).agents
    assert a.ms_per_move == {"p50": 50.5, "p99": pytest.approx(99.505, abs=0.5), "max": 100.0}
    assert b.ms_per_move == {"p50": None, "p99": None, "max": None}


def test_a_solo_game_has_a_score_but_no_share_or_place():
    solo = Run("solo", ("a",), Budget(), 1)
    games = [game for number in range(4) for game in block(solo, number, (number,))]
    (agent,) = summarise(solo, games, 1.0).agents
    assert (agent.share, agent.share_ci, agent.wins, agent.mean_place, agent.place_ci) == (None,) * 5
    assert agent.mean_score == 1.5
    assert agent.score_ci[0] < 1.5 < agent.score_ci[1]


def test_a_single_block_has_no_interval():
    (agent, _) = summarise(RUN, block(RUN, 0, (1, -1), (1, -1)), 1.0).agents
    assert agent.share_ci == agent.place_ci == agent.score_ci == (None, None)


def test_intervals_hold_games_of_a_block_together():
    # Each block is one win and one loss: games vary, blocks do not.
    games = [game for number in range(30) for game in block(RUN, number, (1, -1), (-1, 1))]
    assert summarise(RUN, games, 1.0).agents[0].share_ci == (0.5, 0.5)


def test_the_bootstrap_agrees_with_a_slow_twin():
    values = np.random.default_rng(5).normal(3.0, 2.0, 60)
    low, high = bootstrap(values[:, None], 1)
    twin = np.random.default_rng(9)
    means = sorted(np.mean([values[twin.integers(60)] for _ in range(60)]) for _ in range(4000))
    assert low[0] == pytest.approx(means[100], abs=0.05)
    assert high[0] == pytest.approx(means[3900], abs=0.05)


def test_a_95_percent_interval_holds_the_truth_about_95_times_in_100():
    rng, held = np.random.default_rng(1), 0
    for trial in range(400):
        low, high = bootstrap((rng.random((50, 1)) < 0.6).astype(float), trial)
        held += low[0] <= 0.6 <= high[0]
    assert 360 <= held <= 395


def test_the_bootstrap_is_seeded():
    values = np.random.default_rng(5).random((20, 3))
    assert np.array_equal(bootstrap(values, 1), bootstrap(values, 1))
    assert not np.array_equal(bootstrap(values, 1), bootstrap(values, 2))


def test_the_bootstrap_of_many_blocks_fits_in_memory():
    low, high = bootstrap(np.random.default_rng(1).random((20_000, 2)), 1)
    assert np.all(low < 0.5)
    assert np.all(high > 0.5)
    assert np.all(high - low < 0.02)
