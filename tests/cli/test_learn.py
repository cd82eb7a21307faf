"""Training from the command line is a thin dispatch; the learners are tested under tests/learn."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from reineke import learn
from tests.cli.conftest import Command


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Stands in for the learners and notes how they are called, in a way that the real ones accept."""
    noted: list[dict[str, Any]] = []

    def stand_in(real: Callable[..., Any], answer: Any) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            bound = signature(real).bind(*arguments, **more)
            bound.apply_defaults()
            noted.append(bound.arguments)
            return answer

        return call

    monkeypatch.setattr(learn, "train", stand_in(learn.train, Path("runs/sawhian-genetic-1")))
    monkeypatch.setattr(learn, "plot", stand_in(learn.plot, [Path("a.svg"), Path("b.svg")]))
    return noted


def test_train_passes_everything_on_and_prints_the_run(reineke: Command, calls: list[Any], tmp_path: Path) -> None:
    more = ("--out", tmp_path, "--set", "seed=3", "--set", "games = 20", "--resume")
    done = reineke("train", "sawhian", "genetic", *more)
    assert (done.code, done.out) == (0, "runs/sawhian-genetic-1\n")
    assert list(calls[0].values()) == ["sawhian", "genetic", {"seed": "3", "games": "20"}, tmp_path, True, True]


def test_a_run_chooses_its_own_folder(reineke: Command, calls: list[Any]) -> None:
    reineke("train", "sawhian", "genetic")
    assert list(calls[0].values()) == ["sawhian", "genetic", {}, None, False, True]


def test_plot_prints_the_pictures(reineke: Command, calls: list[Any]) -> None:
    assert reineke("plot", "runs/x").out == "a.svg\nb.svg\n"
    assert list(calls[0].values()) == [Path("runs/x")]


@pytest.mark.parametrize("arguments", [("train", "sawhian", "cma"), ("plot", "runs/x")])
def test_without_the_extra_one_line_says_what_to_install(
    reineke: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    def missing(*_: Any, **__: Any) -> None:
        raise ModuleNotFoundError("No module named 'cma.es'", name="cma.es")

    monkeypatch.setattr(learn, arguments[0], missing)
    assert reineke(*arguments).refused() == "this needs the package cma.es: install reineke[learn]"


def test_a_module_of_our_own_that_is_missing_is_an_internal_error(
    reineke: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: Any, **__: Any) -> None:
        raise ModuleNotFoundError("No module named 'reineke.lost'", name="reineke.lost")

    monkeypatch.setattr(learn, "train", missing)
    assert reineke("train", "sawhian", "genetic").code == 1


def test_a_recipe_or_run_that_is_not_there_is_refused(reineke: Command, tmp_path: Path) -> None:
    assert "nosuch" in reineke("train", "sawhian", "nosuch").refused()
    assert str(tmp_path) in reineke("plot", tmp_path).refused()
