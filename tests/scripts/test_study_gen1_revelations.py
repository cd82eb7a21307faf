"""Counts of sets against their odds, as a chi-square test compares them."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from scripts import study_gen1_revelations as study
from scripts.study_gen1_revelations import Comparison


def row(*sets: list[list[float]], teams: int = 1000, members: tuple[float, ...] = ()) -> dict[str, Any]:
    return {"accepted": teams, "sets": list(sets), "members": list(members)}


EVEN = [[0.5, 548], [0.5, 452], [0.0, 0]]
"""Deviates by more than three standard errors."""
THIRDS = [[1 / 3, 333], [1 / 3, 343], [1 / 3, 324]]


def test_the_standard_error_goes_by_the_odds() -> None:
    assert Comparison(0.5, 548, 1000).deviation == pytest.approx(48 / 250**0.5)
    assert Comparison(0.1, 0, 100).deviation == pytest.approx(-10 / 3)


def test_of_two_sets_one_is_looked_at_and_of_more_all() -> None:
    assert [one.count for one in study.comparisons(row(EVEN, THIRDS))] == [548, 333, 343, 324]
    assert study.comparisons(row([[1.0, 1000]])) == []


def test_rare_sets_are_put_together_until_they_are_expected_often() -> None:
    sets = [[0.01, 12], [0.96, 958], [0.02, 20], [0.01, 10]]
    assert study.classes(sets, 1000) == [(0.96, 958), (pytest.approx(0.04), 42)]
    assert study.classes(sets, 200) == [(pytest.approx(1.0), 1000)]
    assert [odds for odds, _ in study.classes(sets, 10_000)] == [0.96, 0.02, 0.01, 0.01]


def test_equal_odds_keep_their_order_whatever_was_counted() -> None:
    assert [count for _, count in study.classes(THIRDS, 1000)] == [333, 343, 324]


def test_chance_is_that_of_the_binomial_distribution() -> None:
    # Of 36 coins the standard error is 3.
    beyond = sum(comb(36, count) for count in range(37) if abs(count - 18) > 9) / 2**36
    assert Comparison(0.5, 18, 36).chance() == pytest.approx(beyond)
    assert Comparison(0.3, 30_000, 100_000).chance() == pytest.approx(study.BEYOND, rel=0.02)


def test_chi_squares_and_their_tails_are_those_of_the_tables() -> None:
    square, freedom = study.chi_square(row(EVEN, THIRDS))
    assert (square, freedom) == (pytest.approx(2 * 48**2 / 500 + (1 + 29**2 + 28**2) / 3000), 3)
    assert study.tail(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert study.tail(5.991, 2) == pytest.approx(0.05, abs=1e-4)
    assert study.tail(18.307, 10) == pytest.approx(0.05, abs=1e-4)
    assert study.tail(24.996, 15) == pytest.approx(0.05, abs=1e-4)
    assert study.tail(553.127, 500) == pytest.approx(0.05, abs=1e-4)
    assert study.tail(0.0, 4) == 1


def test_what_lies_beyond_is_shown_beside_what_came_of_it_with_other_dice() -> None:
    one = {"stream": 1, "teams": 50, "draws": 5000, "revelations": [row(THIRDS), row(EVEN, members=(1.0, 3.5))]}
    calm = row([[0.5, 505], [0.5, 495], [0.0, 2]], members=(1.0, 0.5))
    other = {"stream": 2, "teams": 50, "draws": 6000, "revelations": [row(THIRDS), calm]}
    lines = study.section([one, other])
    assert any(line.startswith("| dice 1 | 4 | 1 (0.0) | 1 (0.0) | 3.04 |") for line in lines)
    assert any(line.startswith("| dice 2 | 4 | 0 (0.0) | 0 (0.0) |") for line in lines)
    assert any(line.startswith("| all | 8 | 1 (0.0) | 1 (0.0) | 3.04 |") for line in lines)
    assert "| dice 1 | 2 | 1 (0.0) | 3.50 | 6.625 |" in lines
    assert "Sets that the belief rules out were drawn 2 times." in lines
    assert any(
        line.endswith("What lies beyond: with dice 1 +3.04 in revelation 1 (+0.32 with the other dice).")
        for line in lines
    )
    assert "No set lies beyond three standard errors." in study.section([other, other])
