import json
from pathlib import Path

import pytest

from reineke import learn
from reineke.game import GameError
from reineke.learn import recipe
from reineke.learn.bar import Bar, news

SMALL = {"population": "12", "offsets": "1", "generations": "1"}


def test_every_shipped_recipe_has_a_line_and_valid_options() -> None:
    assert {"genetic", "random-search", "cma", "stability-study", "optimiser-study"} <= set(learn.recipes())
    for name, about in learn.recipes().items():
        assert about
        assert "\n" not in about
        recipe.load(name).read()


def test_a_recipe_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text('learner = "genetic"\n[options]\npopulation = 12\noffsets = [1]\ngenerations = 2\nclamp = true\n')
    run = learn.train("sawhian", str(path), {"seed": "4"}, tmp_path / "run", quiet=True)
    options = json.loads((run / "run.json").read_text())["options"]
    assert (options["generations"], options["clamp"], options["seed"]) == (2, True, 4)


def test_options_of_the_game_stand_between_the_recipe_and_those_typed(tmp_path: Path) -> None:
    def options(game: str, given: dict[str, str], name: str) -> tuple[str, str]:
        run = learn.train(game, "genetic", {**SMALL, **given}, tmp_path / name, quiet=True)
        data = json.loads((run / "run.json").read_text())["options"]
        return data["blocked"], data["draws"]

    assert options("sawhian", {}, "a") == ("pass", "all")
    assert options("sawhian(blocked=server)", {}, "b") == ("server", "all")
    assert options("sawhian(blocked=server,draws=points)", {"blocked": "pass"}, "c") == ("pass", "points")


@pytest.mark.parametrize(
    ("game", "name", "options", "line"),
    [
        ("sawhian", "nonsense", {}, "no recipe is called 'nonsense'; there are cma, genetic"),
        ("sawhian", "missing.toml", {}, "missing.toml: there is no such recipe"),
        ("sawhian", "genetic", {"speed": "9"}, "genetic has no option speed; it has"),
        ("sawhian", "genetic", {"depth": "x"}, "depth=x: expected a whole number from 1 to 12"),
        ("sawhian", "cma", {"candidates": "1"}, "candidates=1: expected a whole number from 4 to 1000"),
        ("sawhian", "random-search", {"candidates": "1000"}, "candidates=1000: expected a power of two"),
        ("sawhian", "random-search", {"games": "200"}, "games=200: too few for 10 rounds of 1024 candidates"),
        ("sawhian(blocked=nowhere)", "genetic", {}, "blocked=nowhere"),
        ("tictactoe", "genetic", {}, "the recipe genetic trains sawhian, not tictactoe"),
        ("chess", "genetic", {}, "chess"),
    ],
)
def test_a_mistake_is_one_clear_line_and_leaves_nothing(
    game: str, name: str, options: dict[str, str], line: str, tmp_path: Path
) -> None:
    with pytest.raises(GameError) as caught:
        learn.train(game, name, options, tmp_path / "run")
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("learner = ", "not TOML"),
        ('learner = "magic"', "learner is one of genetic, random-search"),
        ("", "learner is one of"),
        ('learner = "genetic"\nrate = 3', "a recipe has about, learner and [options], not rate"),
        ('learner = "genetic"\noptions = 3', "about is a text, options a table"),
        ('learner = "genetic"\n[options]\ngenerations = 1.5', "generations=1.5: expected a whole number"),
    ],
)
def test_a_broken_recipe_is_named(text: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(GameError) as caught:
        recipe.load(str(path)).read()
    assert line in str(caught.value)


def test_the_bar_says_draws_and_the_best_tuple() -> None:
    assert news({"draws": 3, "best": [0.5, -1, 0.25, 0]}) == "3 draws, best +0.50 -1.00 +0.25 +0.00"
    with Bar("generation", 2, 0, quiet=False) as bar:
        bar.show(1, {"draws": 0, "best": [1, 2, 3, 4]})
