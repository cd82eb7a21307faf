from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from reineke import _core, learn
from reineke.agent import Budget
from reineke.agents import make
from reineke.game import GameError
from reineke.games import load
from reineke.learn import lanes, tensors, value
from reineke.learn.recipe import load as load_recipe
from reineke.learn.run import read_log

TINY = {"rounds": "2", "games": "4", "depth": "1", "steps": "2", "batch": "32", "keep": "2"}


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "CHUNK", 2)


def train(out: Path, resume: bool = False, **options: str) -> Path:
    return learn.train("sawhian", "lanes", ({} if resume else TINY) | options, out, resume, quiet=True)


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_log(run / "log.jsonl")]


def test_every_code_is_made_of_its_parts() -> None:
    parts = lanes.parts_of_codes()
    code = 3 + 4 * 5 + 1 * 25  # nobody beyond the third cell
    assert parts["cells"][code].tolist() == [3, 4, 1, 0, 0, 0, 0]
    assert parts["pairs"][code].tolist() == [19, 21, 5, 0, 0, 0]
    assert parts["triples"][code].tolist() == [96, 105, 25, 0, 0]


def test_the_model_says_what_the_learner_fitted() -> None:
    rng = np.random.default_rng(0)
    params: Any = {name: rng.normal(0, 0.1, part.shape).astype(np.float32) for name, part in lanes.fresh().items()}
    model = lanes.quantised(params)
    states, _, outcomes = _core.sawhian_selfplay(1, depth=1, opening=4, seed=3)
    indices = _core.sawhian_lane_indices(states)
    logits = model["lanes"].reshape(-1)[indices[:, :, : lanes.LINES]].sum(-1, dtype=np.int64) / lanes.UNITS
    logits += model["scalars"][indices[:, :, lanes.LINES :]].sum(-1, dtype=np.int64) / lanes.UNITS
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    by_hand = -(outcomes * np.log(shares)).sum(axis=1).mean()
    parts = {name: jnp.asarray(part) for name, part in lanes.parts_of_codes().items()}
    fitted = lanes.loss(params, parts, jnp.asarray(indices.view(np.int32)), jnp.asarray(outcomes))
    assert float(fitted) == pytest.approx(by_hand, abs=0.01)
    assert by_hand > 0.5


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(tmp_path / "whole")
    real = tensors.save

    def save(path: Path, arrays: Any, metadata: dict[str, str] | None = None) -> bytes:
        data = real(path, arrays, metadata)
        if path.name == "tables-2.safetensors":
            raise KeyboardInterrupt  # in the second round, before its checkpoint
        return data

    monkeypatch.setattr(tensors, "save", save)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "killed")
    assert len(log(tmp_path / "killed")) == 1
    monkeypatch.setattr(tensors, "save", real)
    killed = train(tmp_path / "killed", resume=True)
    assert log(killed) == log(whole)
    assert [line["round"] for line in log(whole)] == [0, 1]
    for name in ("tables-2.safetensors", "positions-1.safetensors", "model.safetensors"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name
    assert {path.name for path in learn.plot(whole)} == {"loss.png", "loss.svg"}
    game = load("sawhian")
    agent = make(f"maxn(depth=1,eval=lanes,model={whole}/model.safetensors)", game)
    view = game.view(game.start(_core.Dice(0)), 0)
    assert agent.decide(view, Budget()).action in view.legal


def test_the_games_without_values_leave_the_window_after_one_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = []

    def fit(self: lanes.Lanes, number: int, params: Any, window: list[str]) -> tuple[Any, float]:
        windows.append([int(name.split("-")[1].split(".")[0]) for name in window])
        return params, 0.0

    monkeypatch.setattr(lanes.Lanes, "fit", fit)
    train(tmp_path / "run", rounds="5")
    assert windows == [[0], [1], [1, 2], [2, 3], [3, 4]]


def test_the_recipe_is_for_sawhian(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="the recipe lanes trains sawhian, not tictactoe"):
        learn.train("tictactoe", "lanes", TINY, tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_the_recipe_says_what_the_learner_does_by_default() -> None:
    assert load_recipe("lanes").read() == lanes.Options()
    assert load_recipe("value").read() == value.Options()
