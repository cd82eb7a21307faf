import json
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reineke import learn
from reineke.game import GameError
from reineke.learn import genetic, optimisers, report, stability
from reineke.learn.stability import jumps, turn
from reineke.learn.study import read_study

STORED = Path(__file__).parents[2] / "docs" / "studies"
TINY = {
    "stability-study": {"seeds": "2", "generations": "3", "population": "40", "tail": "2", "tables": "10"},
    "optimiser-study": {"seeds": "1", "generations": "2", "tables": "12", "milestones": "2", "milestone_tables": "3"},
}


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("studies")
    return {name: learn.train("sawhian", name, options, folder / name, quiet=True) for name, options in TINY.items()}


@pytest.mark.covers("W25")
def test_jumps_are_mean_absolute_changes_over_the_last_generations() -> None:
    tuples = np.array([[9, 9, 9, 9], [0, 0, 0, 0], [1, 0, -2, 0], [0, 0, 2, 0.5]], dtype=float)
    assert jumps(tuples, 2).tolist() == [1, 0, 3, 0.25]


@pytest.mark.covers("W25")
def test_a_turn_ignores_the_scale() -> None:
    tuples = np.array([[1, 0, 0, 0], [5, 0, 0, 0], [0, 3, 0, 0], [0, 3, 3, 0]], dtype=float)
    assert turn(tuples[:2], 5) == pytest.approx(0)
    assert turn(tuples, 3) == pytest.approx((0 + 90 + 45) / 3)


@pytest.mark.covers("W25")
def test_arms_differ_in_one_thing_and_share_their_first_generation(studies: dict[str, Path]) -> None:
    run = studies["stability-study"]
    for seed in (0, 1):
        first = genetic.first(genetic.Options(population=40, seed=seed)).mean(axis=0)
        for name, (_, changes) in stability.ARMS.items():
            options = json.loads((run / f"{name}-{seed}" / "run.json").read_text())["options"]
            plain = {**vars(genetic.Options(generations=3, population=40, seed=seed)), **changes}
            assert {key: options[key] for key in changes} == changes
            assert options == json.loads(json.dumps(plain))
            [line, *_] = (run / f"{name}-{seed}" / "log.jsonl").read_text().splitlines()
            np.testing.assert_array_equal(json.loads(line)["mean"], first)


@pytest.mark.parametrize("name", TINY)
def test_an_interrupted_study_goes_on_to_the_same_end(
    name: str, studies: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = genetic.Genetic.step, iter(range(10))

    def step(self: Any, number: int, state: Any) -> Any:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return real(self, number, state)

    with monkeypatch.context() as patch:
        patch.setattr(genetic.Genetic, "step", step)
        with pytest.raises(KeyboardInterrupt):
            learn.train("sawhian", name, TINY[name], tmp_path / "run", quiet=True)
    with pytest.raises(GameError, match="log"):
        learn.plot(tmp_path / "run")
    run = learn.train("sawhian", name, {}, tmp_path / "run", resume=True, quiet=True)
    assert read_study(run / "study.json") == read_study(studies[name] / "study.json")


@pytest.mark.covers("W26")
def test_all_methods_spend_about_the_same_games(studies: dict[str, Path]) -> None:
    data = read_study(studies["optimiser-study"] / "study.json")
    spent = {arm["name"]: arm["runs"][0]["games"] for arm in data["arms"]}
    assert set(spent) == {"genetic", "genetic-openings", "random-search", "cma"}
    assert spent["genetic"] == 1_000
    assert all(800 <= games <= 1_000 for games in spent.values())


@pytest.mark.covers("W26")
def test_a_curve_holds_answers_against_the_fixed_three() -> None:
    options = optimisers.Options(milestones=2, milestone_tables=30)
    lines = [{"games": 10, "best": [-1, 0, 0, 0]}, {"games": 10, "best": [1, -0.3, 0, 0]}]
    [[early, weak], [late, strong]] = optimisers.curve(lines, "best", options)
    assert (early, late) == (10, 20)
    assert weak < 0.05 < 0.15 < strong


@pytest.mark.covers("W24")
def test_studies_can_be_drawn(studies: dict[str, Path]) -> None:
    names = {path.name for run in studies.values() for path in learn.plot(run)}
    assert names == {f"{name}.{kind}" for name in PICTURES for kind in ("png", "svg")}


PICTURES = ("stability", "arms", "draws", "curves", "tournaments")


def test_the_page_is_written_from_stored_studies_alone(studies: dict[str, Path], tmp_path: Path) -> None:
    assert report.main([str(tmp_path), *map(str, studies.values())]) == 0
    text = (tmp_path / report.PAGE).read_text()
    assert text == report.page(tmp_path)
    for name in PICTURES:
        assert f"(sawhian-{name}.png)" in text
        assert (tmp_path / f"sawhian-{name}.png").is_file()
    for word in (*stability.ARMS, "genetic-mean", "random-search", "cma", "published"):
        assert word in text
    assert "nan" not in text


def test_a_missing_or_foreign_study_is_named(
    studies: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report.main([str(tmp_path)]) == 2
    assert "sawhian-stability.json: there is no such study" in capsys.readouterr().err
    (tmp_path / "data").mkdir()
    for file in report.FILES.values():
        shutil.copy(studies["optimiser-study"] / "study.json", tmp_path / "data" / file)
    assert report.main([str(tmp_path)]) == 2
    assert "sawhian-stability.json: holds the optimiser-study, not the stability-study" in capsys.readouterr().err
    assert not (tmp_path / report.PAGE).exists()


@pytest.mark.covers("W25")
def test_the_stored_stability_study_is_large_enough_and_its_page_is_what_it_says() -> None:
    data = read_study(STORED / "data" / report.FILES["stability-study"], "stability-study")
    assert {arm["name"] for arm in data["arms"]} == set(stability.ARMS)
    for arm in data["arms"]:
        assert len({run["seed"] for run in arm["runs"]}) >= 5
        for run in arm["runs"]:
            assert len(run["best"]) == len(run["draws"]) == 100
    assert (STORED / report.PAGE).read_text() == report.page(STORED)


@pytest.mark.covers("W26")
def test_the_stored_optimiser_study_spends_fifty_thousand_games_a_run() -> None:
    data = read_study(STORED / "data" / report.FILES["optimiser-study"], "optimiser-study")
    for arm in data["arms"]:
        assert len({run["seed"] for run in arm["runs"]}) >= 5
        assert all(47_500 <= run["games"] <= 50_000 for run in arm["runs"])
    assert [one["conditions"].split(",")[0] for one in data["tournaments"]] == ["depth 2", "depth 4", "depth 4"]


def test_the_page_on_learning_names_every_recipe_and_option() -> None:
    text = (STORED.parent / "learning.md").read_text()
    for recipe in ("genetic", "random-search", "cma", "stability-study", "optimiser-study"):
        assert f"| `{recipe}` |" in text
    for option in fields(genetic.Options):
        assert f"| `{option.name}` |" in text
