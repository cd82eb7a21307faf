import numpy as np
import pytest

from reineke.learn.league import PUBLISHED, League
from reineke.learn.tournament import _by_player, tournament

GOOD, BAD = list(PUBLISHED), [-weight for weight in PUBLISHED]


def test_groups_that_play_alike_share_the_wins() -> None:
    standings = tournament({name: [GOOD] for name in "abcde"}, 60, League(opening=8))
    assert sum(standing.games for standing in standings) == 4 * 60 * 4
    for standing in standings:
        # Within a table everybody holds every seat once, and all four rotations are the same game.
        assert standing.share == 0.25
        assert standing.interval == (0.25, 0.25)


@pytest.mark.covers("W26")
def test_the_better_group_is_seen_with_its_interval() -> None:
    groups = {"good": [GOOD, GOOD], "bad": [BAD], "worse": [BAD], "worst": [BAD]}
    good, bad, *_ = tournament(groups, 50, League(opening=8))
    assert good.interval[0] > 0.5 > 0.25 > bad.interval[1]
    assert good.interval[0] <= good.share <= good.interval[1]
    assert good.entrants[0] is not None
    assert len(good.entrants) == 2


def test_the_same_seed_gives_the_same_tournament() -> None:
    groups = {name: [GOOD, BAD] for name in "abcd"}
    once, again, other = (tournament(groups, 20, League(opening=8, seed=seed)) for seed in (1, 1, 2))
    assert once == again != other


def test_an_entrant_who_never_sat_down_has_no_share() -> None:
    [standing, *_] = tournament({"a": [GOOD] * 50, "b": [BAD], "c": [BAD], "d": [BAD]}, 2, League())
    assert standing.entrants.count(None) >= 48
    assert standing.json()["entrants"].count(None) >= 48


def test_shares_follow_the_players_through_the_rotations() -> None:
    # Player p of a table sits on seat p - r in rotation r; let player 2 win every time.
    shares = np.zeros((4, 4))
    for rotation in range(4):
        shares[rotation, (2 - rotation) % 4] = 1
    assert _by_player(shares).tolist() == [[0, 0, 1, 0]]
