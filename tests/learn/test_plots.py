import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from reineke import learn
from reineke.game import GameError

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = {"population": "12", "offsets": "1/5", "generations": "6"}
    return learn.train("sawhian", "genetic", options, tmp_path_factory.mktemp("plots") / "run", quiet=True)


@pytest.mark.covers("W24")
def test_the_log_alone_gives_both_diagrams_as_png_and_svg(run: Path, tmp_path: Path) -> None:
    shutil.copy(run / "log.jsonl", tmp_path)
    pictures = learn.plot(tmp_path)
    assert [path.name for path in pictures] == ["draws.png", "draws.svg", "weights.png", "weights.svg"]
    for path in pictures:
        content = path.read_bytes()
        assert content.startswith(PNG) if path.suffix == ".png" else b"</svg>" in content


@pytest.mark.covers("W24")
def test_the_curves_are_those_of_the_log(run: Path) -> None:
    from reineke.learn.plots import WEIGHTS, draw_draws, draw_weights, log_lines

    lines = log_lines(run)
    [axes] = draw_draws(lines).axes
    [curve] = axes.get_lines()
    assert list(curve.get_ydata()) == [line["draws"] for line in lines]
    [axes] = draw_weights(lines).axes
    curves: dict[Any, Any] = {curve.get_label(): curve for curve in axes.get_lines()}
    for index, name in enumerate(WEIGHTS):
        assert list(curves[name].get_xdata()) == list(range(6))
        assert list(curves[name].get_ydata()) == [line["best"][index] for line in lines]


def test_the_same_log_gives_the_same_pictures(run: Path, tmp_path: Path) -> None:
    shutil.copy(run / "log.jsonl", tmp_path)
    first = [path.read_bytes() for path in learn.plot(tmp_path)]
    assert [path.read_bytes() for path in learn.plot(tmp_path)] == first


def test_a_run_of_one_generation_can_be_drawn(run: Path, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text((run / "log.jsonl").read_text().splitlines(True)[0])
    assert len(learn.plot(tmp_path)) == 4


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (None, "there is no log"),
        ("", "the log is empty"),
        ("nonsense\n", "line 1 is not a line of a training log"),
        ('{"generation": 0}\n', "line 1 has no games"),
        ('{"generation": 0, "games": 5, "draws": 1, "best": [1, 2], "mean": [1, 2, 3, 4]}\n', "line 1 has no best"),
    ],
)
def test_a_broken_log_is_named_and_draws_nothing(text: str | None, line: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(GameError) as caught:
        learn.plot(tmp_path)
    assert line in str(caught.value)
    assert not list(tmp_path.glob("*.png"))


def test_a_broken_study_is_named(tmp_path: Path) -> None:
    (tmp_path / "study.json").write_text(json.dumps([1]))
    with pytest.raises(GameError, match="not a finished study"):
        learn.plot(tmp_path)
