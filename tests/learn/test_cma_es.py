import sys
from typing import Any

import numpy as np
import pytest

from reineke.game import GameError
from reineke.learn.cma_es import CmaEs, Options, Strategy
from reineke.learn.league import League, rotations

SMALL = Options(generations=4, candidates=6, tables=3, pool=5, opening=4)


def steps(learner: CmaEs, state: list[list[float]], count: int) -> tuple[list[list[float]], list[dict[str, Any]]]:
    entries = []
    for _ in range(count):
        state, entry = learner.step(len(state), state)
        entries.append(entry)
    return state, entries


@pytest.mark.covers("W26")
def test_the_default_spends_just_under_what_the_genetic_algorithm_spends() -> None:
    options = Options()
    assert 49_000 < options.generations * options.candidates * options.tables * 4 <= 50_000


def test_fitness_is_the_share_of_won_games() -> None:
    state, [entry] = steps(CmaEs(SMALL), [], 1)
    assert entry["games"] == 6 * 3 * 4
    assert state == [[wins / 12 for wins in entry["wins"]]]


@pytest.mark.covers("W26")
def test_a_strategy_told_the_same_goes_on_the_same() -> None:
    whole, entries = steps(CmaEs(SMALL), [], 4)
    middle, _ = steps(CmaEs(SMALL), [], 2)
    resumed, rest = steps(CmaEs(SMALL), middle, 2)
    assert (resumed, rest) == (whole, entries[2:])


def test_a_learner_can_be_taken_back_to_an_earlier_state() -> None:
    learner = CmaEs(SMALL)
    _, entries = steps(learner, [], 3)
    assert steps(learner, [], 3)[1] == entries


def test_all_candidates_of_a_generation_play_the_same_tables() -> None:
    pairings = CmaEs(SMALL)._pairings(np.random.default_rng(0)).reshape(6, 12, 4)
    for candidate, tables in enumerate(pairings):
        assert ((tables == 5 + candidate).sum(axis=1) == 1).all()
        np.testing.assert_array_equal(np.where(tables >= 5, -1, tables), np.where(pairings[0] >= 5, -1, pairings[0]))


def test_the_strategy_climbs_a_plain_hill() -> None:
    strategy = Strategy(Options())
    for _ in range(60):
        strategy.tell([-float(abs(candidate - np.array([1, -1, 2, 0])).max()) for candidate in strategy.candidates])
    np.testing.assert_allclose(strategy.centre, [1, -1, 2, 0], atol=0.02)


@pytest.mark.covers("W26")
def test_the_centre_ends_up_better_than_chance() -> None:
    _, entries = steps(CmaEs(Options(candidates=8, tables=8, pool=8, opening=6)), [], 10)
    population = np.concatenate([[entries[-1]["mean"]], np.random.default_rng(5).uniform(-1, 1, (30, 4))])
    tables = np.array([[0, *np.random.default_rng(seed).choice(30, 3, replace=False) + 1] for seed in range(50)])
    games = League(opening=6).play(population, rotations(tables), np.arange(200, dtype=np.uint64))
    assert games.shares()[games.pairings == 0].mean() > 0.4


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(GameError, match=r"cma needs the package cma: install reineke\[learn\]"):
        CmaEs(SMALL)
