import numpy as np
import pytest

from reineke.learn.league import League, rotations
from reineke.learn.random_search import Options, RandomSearch, seating


def rounds(options: Options) -> list[dict[str, object]]:
    learner = RandomSearch(options)
    state, entries = learner.start(), []
    for number in range(learner.total):
        before = state
        state, entry = learner.step(number, state)
        assert len(state) == len(before) // 2
        assert all(individual in before for individual in state)
        entries.append(entry)
    assert state == [entries[-1]["best"]]
    return entries


@pytest.mark.covers("W26")
def test_the_field_is_halved_until_one_is_left_within_the_budget() -> None:
    entries = rounds(Options(candidates=32, games=1_000, opening=4))
    assert len(entries) == 5
    games = [int(str(entry["games"])) for entry in entries]
    assert 0.8 * 1_000 < sum(games) <= 1_000
    assert max(games) <= 200


def test_the_default_spends_what_the_genetic_algorithm_spends() -> None:
    options = Options()
    spent = 0
    for number in range(options.rounds):
        count = options.candidates >> number
        spent += options.games // options.rounds // count * count
    assert 0.95 * 50_000 < spent <= 50_000


@pytest.mark.parametrize(("count", "sweeps"), [(16, 3), (4, 5), (2, 6)])
def test_everybody_sits_equally_often_in_every_seat(count: int, sweeps: int) -> None:
    games = rotations(seating(count, sweeps, np.random.default_rng(0)))
    for seat in range(4):
        assert (np.bincount(games[:, seat], minlength=count) == sweeps).all()
    if count >= 4:
        assert all(len(set(table)) == 4 for table in games.tolist())


@pytest.mark.covers("W26")
def test_the_last_one_left_is_better_than_chance() -> None:
    winner = rounds(Options(candidates=64, games=3_000, opening=6))[-1]["best"]
    population = np.concatenate([[winner], np.random.default_rng(5).uniform(-1, 1, (30, 4))])
    tables = np.array([[0, *np.random.default_rng(seed).choice(30, 3, replace=False) + 1] for seed in range(50)])
    games = League(opening=6).play(population, rotations(tables), np.arange(200, dtype=np.uint64))
    assert games.shares()[games.pairings == 0].mean() > 0.4
