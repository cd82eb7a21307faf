import numpy as np
import pytest

from reineke.game import GameError
from reineke.learn import recipe
from reineke.learn.genetic import Genetic, Options, breed, first, following, pairings
from reineke.learn.options import read

SMALL = Options(population=20, offsets=(1, 3), generations=3)


@pytest.mark.covers("W21")
def test_the_defaults_are_the_sources_table() -> None:
    options = Options()
    assert (options.generations, options.population, options.survivors) == (100, 100, 0.25)
    assert (options.mutation, options.strength, options.depth) == (0.05, 0.5, 2)
    assert len(pairings(options)) == 500
    assert options.parents == 25
    assert recipe.load("genetic").read() == options


@pytest.mark.covers("W21")
@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("generations", "7", 7),
        ("population", "60", 60),
        ("offsets", "1/2/9", (1, 2, 9)),
        ("survivors", "0.33", 0.33),
        ("mutation", "0.01", 0.01),
        ("strength", "0.1", 0.1),
        ("clamp", "on", True),
        ("depth", "3", 3),
        ("cut", "off", False),
        ("blocked", "server", "server"),
        ("draws", "points", "points"),
        ("flaw", "on", True),
        ("opening", "8", 8),
        ("seed", "5", 5),
        ("threads", "2", 2),
    ],
)
def test_every_parameter_can_be_set(key: str, text: str, value: object) -> None:
    assert getattr(recipe.load("genetic").read({key: text}), key) == value


@pytest.mark.covers("W21")
def test_everybody_meets_three_others_once_per_offset_in_every_seat() -> None:
    tables = pairings(Options())
    for seat in range(4):
        assert (np.bincount(tables[:, seat]) == 5).all()
    assert all(len(set(table)) == 4 for table in tables.tolist())
    assert tables[:5].tolist() == [[0, k, 2 * k, 3 * k] for k in (1, 3, 5, 7, 11)]


@pytest.mark.covers("W21")
def test_the_first_generation_is_uniform_in_the_unit_range() -> None:
    weights = first(Options(population=10_000))
    assert weights.min() >= -1
    assert weights.max() <= 1
    np.testing.assert_allclose(np.quantile(weights, [0.25, 0.5, 0.75]), [-0.5, 0, 0.5], atol=0.03)


@pytest.mark.covers("W21")
def test_the_best_quarter_goes_on_as_identical_copies() -> None:
    ranked = first(Options())
    after = following(ranked, Options(), np.random.default_rng(0)).tolist()
    assert len(after) == 100
    assert all(elite in after for elite in ranked[:25].tolist())
    assert not any(loser in after for loser in ranked[25:].tolist())


@pytest.mark.covers("W21")
def test_each_weight_of_a_child_comes_from_one_of_its_parents_unless_mutated() -> None:
    survivors = first(Options())[:25]
    brood = breed(survivors, 4_000, Options(), np.random.default_rng(1))
    assert brood.parents.min() == 0
    assert brood.parents.max() == 24
    mother, father = survivors[brood.parents[:, 0]], survivors[brood.parents[:, 1]]
    inherited = (brood.weights == mother) | (brood.weights == father)
    assert inherited[~brood.mutated].all()
    moved = np.minimum(abs(brood.weights - mother), abs(brood.weights - father))
    assert moved[brood.mutated].max() <= 0.5
    assert brood.mutated.mean() == pytest.approx(0.05, abs=0.01)
    different = mother != father
    assert (brood.weights == mother)[different & ~brood.mutated].mean() == pytest.approx(0.5, abs=0.02)


def test_without_mutation_no_new_weight_appears() -> None:
    survivors = first(Options())[:25]
    children = breed(survivors, 500, Options(mutation=0), np.random.default_rng(2)).weights
    assert all(set(children[:, weight]) <= set(survivors[:, weight]) for weight in range(4))


def test_weights_may_leave_the_unit_range_unless_clamped() -> None:
    survivors = np.full((5, 4), 0.99)
    for clamp in (False, True):
        options = Options(mutation=1, clamp=clamp)
        children = breed(survivors, 200, options, np.random.default_rng(3)).weights
        assert (abs(children).max() > 1) is not clamp


@pytest.mark.covers("W21")
def test_the_same_seed_gives_the_same_generations_and_another_seed_others() -> None:
    def run(options: Options) -> list[object]:
        learner = Genetic(options)
        state, entries = learner.start(), []
        for number in range(3):
            state, entry = learner.step(number, state)
            entries.append(entry)
        return [state, entries]

    assert run(SMALL) == run(SMALL)
    assert run(SMALL) == run(read(Options, "genetic", {**vars(SMALL), "threads": 3}))
    assert run(SMALL) != run(read(Options, "genetic", {**vars(SMALL), "seed": 1}))


def test_individuals_are_ranked_by_wins_and_ties_keep_the_order_of_the_list() -> None:
    learner = Genetic(SMALL)
    state = learner.start()
    _, entry = learner.step(0, state)
    wins = entry["wins"]
    assert sum(wins) + entry["draws"] == entry["games"] == 40
    assert entry["best"] == state[wins.index(max(wins))]


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"offsets": "1/50"}, "offsets=50: in a list of 100 somebody would meet himself"),
        ({"survivors": "0.001"}, "survivors=0.001: nobody out of 100 would survive"),
        ({"generations": "many"}, "generations=many: expected a whole number from 1 to 1000000"),
        ({"survivors": "1.5"}, "survivors=1.5: expected a number from 0 to 1"),
        ({"mutation": "nan"}, "mutation=nan: expected a number from 0 to 1"),
        ({"clamp": "perhaps"}, "clamp=perhaps: expected on or off"),
        ({"draws": "never"}, "draws=never: expected one of all, points"),
        ({"offsets": "1/1"}, "offsets=1/1: expected different whole numbers above 0, such as 1/3/5/7/11"),
        ({"depth": 2.5}, "depth=2.5: expected a whole number from 1 to 12"),
        ({"population": True}, "population=True: expected a whole number from 4 to 100000"),
    ],
)
def test_a_bad_value_is_named_in_one_line(given: dict[str, object], line: str) -> None:
    with pytest.raises(GameError) as caught:
        read(Options, "genetic", given)
    assert str(caught.value) == line


def test_an_unknown_key_is_refused_with_the_keys_there_are() -> None:
    with pytest.raises(GameError, match=r"genetic has no option gens; it has .*generations, mutation"):
        read(Options, "genetic", {"gens": 5})
