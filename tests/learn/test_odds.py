"""Odds of scores: the run, the network in both forms, and what it makes of a lead."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from reineke import Dice, learn, models
from reineke.agent import Budget
from reineke.agents import make
from reineke.cli import main
from reineke.game import CHANCE, OVER, GameError
from reineke.games import load
from reineke.learn import tensors
from reineke.learn.odds import LADDER, LOWEST, RUNGS, STEP, Odds, Options, loss, surprise, widened
from reineke.learn.run import read_log
from reineke.learn.td import MIDDLE, SCALE, Params, judged, outputs

PAGE = (Path(__file__).parents[2] / "docs" / "learning-odds.md").read_text("utf-8")
TINY = {"rounds": "3", "games": "60", "batch": "128"}
FIRST = "1.0.roll1 3p/5p/1p/6p/2p/4p 000000000000|00000000000|0|||1+0+0||"


def train(out: Path, resume: bool = False, **options: str) -> Path:
    return learn.train("clever", "odds", ({} if resume else TINY) | options, out, resume, quiet=True)


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_log(run / "log.jsonl")]


def value_net() -> Params:
    return {name: jnp.asarray(array) for name, array in tensors.read(models.path("clever-td")).items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny run that nothing interrupted."""
    return train(tmp_path_factory.mktemp("odds") / "whole")


def test_the_first_network_expects_what_the_value_network_expects() -> None:
    value = value_net()
    bits = jnp.asarray(np.random.default_rng(1).integers(2**32, size=(50, 12), dtype=np.uint32))
    chances = jax.nn.sigmoid(outputs(widened(value), bits))
    assert chances.shape == (50, RUNGS)
    expected = MIDDLE + SCALE * judged(value, bits)
    inside = (expected > 140) & (expected < 310)
    assert inside.sum() > 5
    mean = LOWEST - STEP / 2 + STEP * chances.sum(-1)
    np.testing.assert_allclose(mean[inside], expected[inside], atol=1.5)


def test_surprise_is_least_where_the_odds_are_right() -> None:
    scores = jnp.asarray([150.0, 250.0, 250.0, 250.0])
    share = (scores[:, None] >= LADDER).mean(0)
    right = jnp.log(jnp.clip(share, 1e-6, 1 - 1e-6) / (1 - jnp.clip(share, 1e-6, 1 - 1e-6)))
    told = [float(surprise(jnp.tile(logits, (4, 1)), scores)) for logits in (right, right + 0.5, right - 0.5)]
    assert told[0] < min(told[1:])
    assert told[0] == pytest.approx(10 * (0.25 * np.log(4) + 0.75 * np.log(4 / 3)), rel=1e-2)


def test_the_mean_is_held_to_the_value_network() -> None:
    value = value_net()
    params = widened(value)
    lower = params | {"b2": params["b2"] - 1}
    bits = jnp.asarray(np.random.default_rng(1).integers(2**32, size=(50, 12), dtype=np.uint32))
    scores = jnp.full(50, 200.0)
    held = [
        float(loss(value, 5.0, each, bits, scores) - loss(value, 0.0, each, bits, scores)) for each in (params, lower)
    ]
    assert held[1] > held[0] + 1


def test_a_line_of_the_log_tells_games_loss_and_surprise(whole: Path) -> None:
    lines = log(whole)
    assert [line["round"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert set(line) == {"round", "games", "positions", "loss", "score", "surprise"}
        assert 240 < line["score"] < 310
    assert lines[-1]["surprise"] < lines[0]["surprise"]
    assert {path.name for path in learn.plot(whole)} == {"loss.png", "loss.svg"}


def test_a_killed_run_goes_on_as_if_nothing_had_happened(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = Odds.play, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(None)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Odds, "play", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path / "killed")
    killed = train(tmp_path / "killed", resume=True)
    assert log(killed) == log(whole)
    assert (killed / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()


def test_the_core_says_what_jax_says(whole: Path) -> None:
    params = {name: jnp.asarray(array) for name, array in tensors.read(whole / "model.safetensors").items()}
    game = load("clever")
    decision = make(f"td(model={whole}/model.safetensors)", game).decide(game.view(game.parse(FIRST), 0), Budget())
    odds = Odds("clever", Options(games=1, seed=3), whole)
    bits, _, _ = odds.play(0, params)
    # Alone it plays for points: the mean of its odds is close to what the value network says of the same choices.
    twin = make("td", game).decide(game.view(game.parse(FIRST), 0), Budget())
    assert [choice.action for choice in decision.choices] == [choice.action for choice in twin.choices]
    for own, other in zip(decision.choices, twin.choices, strict=True):
        assert own.value == pytest.approx(other.value, abs=12)
    assert outputs(params, jnp.asarray(bits)).shape == (len(bits), RUNGS)


def test_among_several_it_tells_the_chance_to_win(whole: Path) -> None:
    game = load("clever(seats=2)")
    judge = make(f"td(model={whole}/model.safetensors,solo=on,early=0,doubt=0)", game)
    players = [make("solo", game), make("random", game)]
    told: list[tuple[int, float]] = []
    dice = Dice(1)
    state = game.start(dice)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            odds = game.odds(state)
            state = game.play(state, odds[dice.roll(len(odds))][0], dice)
            continue
        assert isinstance(turn, int)
        view = game.view(state, turn)
        told.append((turn, judge.decide(view, Budget()).value or 0.0))
        state = game.play(state, players[turn].decide(view, Budget()).action, dice)
    assert 0.3 < told[0][1] < 0.7
    last = dict(told)
    assert last[0] > 0.9
    assert last[1] < 0.1


def test_at_tables_it_tells_the_odds_of_every_seat(tmp_path: Path) -> None:
    run = train(tmp_path / "run", tables="4", rounds="1")
    model = f"td(model={run / 'model.safetensors'},solo=on)"
    for seats in (2, 3, 4):
        game = load(f"clever(seats={seats})")
        state = game.start(Dice(1))
        while game.turn(state) == CHANCE:
            state = game.play(state, 0, Dice(1))
        agent = make(model, game)
        decision = agent.decide(game.view(state, 0), Budget())
        assert decision.value is not None
        assert 0 < decision.value < 1, "a chance to win"
    with pytest.raises(GameError, match="tables"):
        train(tmp_path / "other", tables="5")


def test_other_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("tictactoe", "clever(seats=2)"):
        assert main(["train", game, "odds", "--out", str(tmp_path / "run")]) == 2
        assert capsys.readouterr().err == f"reineke: odds learns clever, not {game}\n"
    with pytest.raises(GameError, match=re.escape("hold=-1: expected a number from 0 to 1000")):
        train(tmp_path / "run", hold="-1")
    assert not (tmp_path / "run").exists()


def test_the_page_tells_every_knob_with_its_default() -> None:
    told = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| ", PAGE.split("## Knobs")[1], re.MULTILINE)
    assert dict(told) == {name: str(value) for name, value in asdict(learn._recipe.load("odds").read()).items()}


def test_the_page_tells_the_ladder() -> None:
    assert f"{RUNGS} outputs" in PAGE
    assert f"{LOWEST:.0f}, {LOWEST + STEP:.0f}, … {LADDER[-1]:.0f} points" in " ".join(PAGE.split())
