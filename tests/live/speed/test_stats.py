"""What live games leave behind."""

import pytest

from reineke.game import GameError
from reineke.live.figures import spread, wilson
from reineke.live.speed import summarise
from reineke.live.speed.stats import game_entry, places, player_entry


def entry(*players, width=50, height=60, rounds=(1.0, 2.0)):
    return game_entry("server", "2026-01-01T00:00:00Z", 3.0, width, height, rounds, list(players))


@pytest.mark.parametrize(
    ("died", "expected"),
    [([0, 7], [1, 2]), ([7, 7], [1, 1]), ([3, 0, 9, 3], [3, 1, 2, 3]), ([5, 5, 5, 2], [1, 1, 1, 4])],
)
def test_who_lives_longer_has_the_better_place_and_ties_share_it(died, expected):
    assert places(died) == expected


def test_times_are_spread():
    assert spread([]) == {"p50": None, "p99": None, "max": None}
    assert spread([1.0, 2.0, 9.0]) == {"p50": 2.0, "p99": pytest.approx(8.86), "max": 9.0}


def test_an_interval_holds_the_share():
    assert wilson(0.5, 100) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))
    assert wilson(0.0, 0) == (0.0, 1.0)
    low, high = wilson(1.0, 10)
    assert 0.7 < low < 1.0
    assert high == pytest.approx(1.0)


@pytest.mark.covers("P32")
def test_games_are_summed_up_by_agent_version():
    games = [
        entry(
            player_entry("Fox", "fox/1", 1.0, 1.0, 9, answers=[1.0, 3.0], reserves=[0.5, -0.2]),
            player_entry("Wolf", None, 2.0, 0.0, 8, reason="wall"),
        ),
        entry(
            player_entry("Fox", "fox/1", 3.0, 0.0, 2, reason="no_answer", answers=[2.0], reserves=[1.0]),
            player_entry("Fox", "fox/2", 1.5, 0.5, 9, reason="crash", answers=[0.1], reserves=[1.0]),
            player_entry("Wolf", None, 1.5, 0.5, 9, reason="second_message"),
            width=70,
        ),
    ]
    first, second, third = summarise(games)
    assert [one.agent for one in (first, second, third)] == ["fox/2", "fox/1", "(Wolf)"]
    assert (second.games, second.wins, second.share, second.mean_place) == (2, 1, 0.5, 2.0)
    assert (second.late, second.violations, second.answers) == (2, 0, 3)
    assert second.share_ci == wilson(0.5, 2)
    assert second.boards == (50, 70, 60, 60)
    assert second.seats == {2: 1, 3: 1}
    assert second.reasons == {"no_answer": 1}
    assert second.answer_seconds == {"p50": 2.0, "p99": pytest.approx(2.98), "max": 3.0}
    assert (third.violations, third.late, third.share) == (1, 0, 0.25)
    assert third.answer_seconds == {"p50": None, "p99": None, "max": None}


@pytest.mark.parametrize(
    "game",
    [
        {},
        {"format": 2, "game": "speed"},
        {"format": 1, "game": "sawhian", "players": []},
        {**entry(), "players": []},
        {**entry(), "players": [{}]},
        {**entry(), "players": 5},
        {**entry(player_entry("Fox", "f", 1.0, 1.0, 9)), "width": "50"},
        entry({**player_entry("Fox", "f", 1.0, 1.0, 9), "share": None}),
        entry({**player_entry("Fox", "f", 1.0, 1.0, 9), "agent": 5}),
        entry({**player_entry("Fox", "f", 1.0, 1.0, 9), "answers": 3}),
    ],
)
def test_what_is_no_live_game_is_one_clear_line(game):
    with pytest.raises(GameError, match=r"^not a live game[^\n]*$"):
        summarise([game])
