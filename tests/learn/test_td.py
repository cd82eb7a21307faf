"""TD(λ) on Ganz schön clever: the run, the network in both forms, and playing with it."""

import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from safetensors import safe_open

from reineke import _core, learn, models
from reineke.agent import Budget, Decision
from reineke.agents import catalogue, make
from reineke.arena import run_match
from reineke.cli import main
from reineke.game import GameError
from reineke.games import load
from reineke.learn import tensors
from reineke.learn.run import read_log
from reineke.learn.td import INPUTS, MIDDLE, SCALE, TD, Options, Params, fit, fresh, judged, known, loss

PAGE = (Path(__file__).parents[2] / "docs" / "learning-td.md").read_text("utf-8")
TINY = {"rounds": "3", "games": "60", "batch": "128", "width": "16", "every": "1", "exam": "40"}
ROWS = 600
SAYS = jax.jit(judged)


def train(out: Path, resume: bool = False, game: str = "clever", **options: str) -> Path:
    return learn.train(game, "td", ({} if resume else TINY) | options, out, resume, quiet=True)


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_log(run / "log.jsonl")]


def network(path: Path, seed: int = 0, game: str = "clever") -> Params:
    """Random weights in a file."""
    params = fresh(Options(width=16, seed=seed))
    params["w2"] = jnp.asarray(np.random.default_rng(seed).standard_normal((16, 1)) / 4, dtype=jnp.float32)
    tensors.save(path, params, TD(game, Options(), path.parent).metadata)
    return params


def decision(spec: str) -> Decision:
    """What an agent thinks of a first roll."""
    game = load("clever")
    state = game.parse("1.0.roll1 3p/5p/1p/6p/2p/4p 000000000000|00000000000|0|||1+0+0||")
    return make(spec, game).decide(game.view(state, 0), Budget())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny run that nothing interrupted."""
    return train(tmp_path_factory.mktemp("td") / "whole")


# The network.


@pytest.mark.parametrize("spec", ["clever", "clever(mode=thesis)", "clever(seats=2)"])
def test_the_core_says_what_jax_says(spec: str, tmp_path: Path) -> None:
    params = network(tmp_path / "net.safetensors", game=spec)
    _core.load_net("net:test", (tmp_path / "net.safetensors").read_bytes())
    options = TD(spec, Options(), tmp_path).game
    # One step ahead, what follows a position is what the core says of the next one of the same seat.
    seen, targets, scores = _core.clever_selfplay(options, 5, models=["net:test"], lam=0.0, seed=1)
    assert seen.shape == (len(targets), 6)
    padded = np.zeros((ROWS, 6), np.uint64)
    padded[: len(seen)] = seen
    said = np.asarray(SAYS(params, jnp.asarray(padded.view(np.uint32))))[1 : len(seen) + 1]
    final = np.isin(targets, ((scores - MIDDLE) / SCALE).astype(np.float32))
    assert len(scores) <= final.sum() <= 2 * len(scores)
    np.testing.assert_allclose(targets[~final], said[~final], atol=1e-4)


def test_fresh_weights_say_the_same_of_every_position() -> None:
    params = fresh(Options(width=8, layers=3))
    assert [params[f"w{index}"].shape for index in range(4)] == [(INPUTS, 8), (8, 8), (8, 8), (8, 1)]
    bits = jnp.asarray(np.random.default_rng(1).integers(2**32, size=(5, 12), dtype=np.uint32))
    assert SAYS(params, bits).tolist() == [0.0] * 5
    assert float(jax.jit(loss)(params, bits, jnp.full(5, 2.0))) == 4.0


def test_bits_enter_in_their_order() -> None:
    weights = jnp.arange(INPUTS, dtype=jnp.float32)[:, None]
    for bit in (0, 31, 32, 63, 64, INPUTS - 1):
        words = np.zeros((1, 6), np.uint64)
        words[0, bit // 64] = 1 << (bit % 64)
        assert SAYS({"w0": weights, "b0": jnp.zeros(1)}, jnp.asarray(words.view(np.uint32))).tolist() == [bit]


def test_steps_in_pieces_are_the_same_steps() -> None:
    rng = np.random.default_rng(2)
    bits = rng.integers(2**32, size=(18, 128, 12), dtype=np.uint32)
    targets = rng.standard_normal((18, 128)).astype(np.float32)

    def fitted(*counts: int) -> list[bytes]:
        params = fresh(Options(width=16))
        state: tuple[Any, ...] = params, optax.scale_by_adam().init(params), fresh(Options(width=16))
        first = 0
        for count in counts:
            *state, _ = fit(*state, bits[first : first + count], targets[first : first + count], 0.01, 0.9)  # type: ignore[assignment]
            first += count
        return [np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(state)]

    assert fitted(18) == fitted(16, 1, 1)


# The run.


def test_a_line_of_the_log_tells_games_loss_and_score(whole: Path) -> None:
    lines = log(whole)
    assert [line["round"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert set(line) == {"round", "games", "positions", "loss", "score", "exam"}
        assert line["games"] == 60
        assert line["positions"] > 20 * line["games"]
        assert 0 < line["loss"] < 4
        assert 0 < line["score"] < 624
    assert json.loads((whole / "result.json").read_text()) == {"model": "model.safetensors", "exam": lines[-1]["exam"]}


def test_examinations_come_every_so_often_and_at_the_end(tmp_path: Path) -> None:
    lines = log(train(tmp_path / "run", every="2"))
    assert ["exam" in line for line in lines] == [False, True, True]


@pytest.mark.parametrize("place", ["step", "examine"])
def test_a_killed_run_goes_on_as_if_nothing_had_happened(
    place: str, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = getattr(TD, place), []

    def interrupted(*arguments: Any) -> Any:
        calls.append(None)
        if len(calls) == 2:
            raise KeyboardInterrupt  # in the second round; an examination comes after everything but the checkpoint
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(TD, place, interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path / "killed")
    assert len(log(tmp_path / "killed")) == 1
    killed = train(tmp_path / "killed", resume=True)
    assert log(killed) == log(whole)
    names = {path.name for path in whole.iterdir()}
    assert {path.name for path in killed.iterdir()} == names
    assert names >= {"td-2.safetensors", "td-3.safetensors", "model.safetensors"}
    for name in names - {"log.jsonl", "checkpoint.json"}:
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name


def test_threads_change_nothing_and_seeds_do(whole: Path, tmp_path: Path) -> None:
    assert log(train(tmp_path / "threads", threads="5")) == log(whole)
    assert (tmp_path / "threads" / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()
    assert log(train(tmp_path / "seed", seed="1")) != log(whole)


def test_a_checkpoint_without_its_file_is_refused(tmp_path: Path) -> None:
    run = train(tmp_path / "run", rounds="1")
    (run / "td-1.safetensors").unlink()
    with pytest.raises(GameError, match=r"checkpoint\.json: not a checkpoint of this run"):
        train(run, resume=True, rounds="2")


@pytest.mark.covers("G21")
def test_several_seats_and_the_thesis_are_learnt_too(tmp_path: Path) -> None:
    for game in ("clever(seats=2)", "clever(mode=thesis)"):
        run = train(tmp_path / game, game=game, rounds="1", games="30")
        spec = f"td(model={run}/model.safetensors)"
        assert make(spec, load(game)).spec == spec
        with pytest.raises(GameError, match=re.escape(f"the network is for {game}, not for clever")):
            make(spec, load("clever"))


def test_every_game_of_clever_takes_a_network_and_no_other_game_does() -> None:
    for spec in ("clever(mode=thesis)", "clever(areas=yb)"):
        assert "td" in catalogue(load(spec))
        with pytest.raises(GameError, match="td needs model=FILE, a trained network"):
            make("td", load(spec))
    assert "td" not in catalogue(load("tictactoe"))
    with pytest.raises(GameError, match="no agent of tictactoe is called 'td'"):
        make("td", load("tictactoe"))


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"games": "0"}, "games=0: expected a whole number from 1 to 10000000"),
        ({"lam": "1.5"}, "lam=1.5: expected a number from 0 to 1"),
        ({"width": "wide"}, "width=wide: expected a whole number from 1 to 4096"),
        ({"depth": "2"}, "td has no option depth; it has "),
    ],
)
def test_bad_options_get_one_line_and_no_folder(options: dict[str, str], line: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match=re.escape(line)) as caught:
        train(tmp_path / "run", **options)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_too_few_games_for_a_batch_are_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="games=2: too few for one batch of 4096"):
        train(tmp_path / "run", games="2", batch="4096")


def test_other_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "tictactoe", "td", "--out", str(tmp_path / "run")]) == 2
    assert capsys.readouterr().err == "reineke: td learns clever, not tictactoe\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.covers("G19")
def test_a_short_run_learns_and_plays_without_jax(tmp_path: Path) -> None:
    options = {"rounds": "6", "games": "300", "rate": "0.01", "lam": "1"}
    run = train(tmp_path / "run", exam="200", **options)
    exams = [line["exam"] for line in log(run)]
    assert exams[-1] > exams[0] + 15, exams
    spec = f"td(model={run}/model.safetensors)"
    reports = [run_match("clever", [agent], blocks=40, jobs=1) for agent in ("random", spec)]
    scores = [report.agents[0].mean_score or 0.0 for report in reports]
    assert scores[1] > scores[0] + 25
    code = "import sys; sys.modules['jax'] = None; from reineke.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "match", "clever", spec, "-n", "1"]
    played = subprocess.run(command, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert {path.name for path in learn.plot(run)} == {"loss.png", "loss.svg", "points.png", "points.svg"}


# Playing with it.


def test_several_networks_are_averaged(tmp_path: Path) -> None:
    files = [tmp_path / f"{seed}.safetensors" for seed in range(2)]
    for seed, file in enumerate(files):
        network(file, seed)
    one, other = (decision(f"td(model={file})") for file in files)
    both = decision(f"td(model={files[0]}+{files[1]})")
    assert [choice.action for choice in both.choices] == [choice.action for choice in one.choices]
    values = [[choice.value for choice in found.choices] for found in (one, other, both)]
    assert values[0] != values[1]
    np.testing.assert_allclose(values[2], np.mean(values[:2], axis=0), atol=1e-3)
    assert both.action == max(both.choices, key=lambda choice: choice.value).action


def test_the_agents_of_the_package_play_whole_games() -> None:
    for spec in ("td", "default(rolls=2)"):
        report = run_match("clever", [spec], blocks=2, jobs=1)
        assert sum(report.agents[0].forfeits.values()) == 0


def test_a_wrong_network_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, file = tmp_path / "good.safetensors", tmp_path / "net.safetensors"
    params = network(good)
    about = TD("clever", Options(), tmp_path).metadata

    def refused(model: str) -> str:
        with pytest.raises(GameError) as caught:
            make(f"td(model={model})", load("clever"))
        assert main(["match", "clever", f"td(model={model})", "-n", "1"]) == 2
        error = capsys.readouterr().err
        assert error == f"reineke: {caught.value}\n"
        return str(caught.value)

    assert refused("nowhere") == "nowhere: No such file or directory"
    assert refused(f"{good}+") == "td needs model=FILE, a trained network"
    assert refused(f"{good}+nowhere") == "nowhere: No such file or directory"
    file.write_bytes(good.read_bytes()[:-40])
    assert refused(str(file)).startswith(f"{file}: not a safetensors file")
    tensors.save(file, params, about | {"game": "clever(seats=2)", "seats": "2"})
    assert refused(str(file)) == "the network is for clever(seats=2), not for clever"
    assert refused(f"{good}+{file}") == "the network is for clever(seats=2), not for clever"
    tensors.save(file, {**params, "w0": params["w0"][:-1]}, about | {"features": str(INPUTS - 1)})
    assert refused(str(file)) == f"the network is for {INPUTS - 1} features, clever has {INPUTS}"
    tensors.save(file, params, about | {"format": "reineke-policy-net"})
    assert refused(str(file)).endswith("metadata format: expected reineke-value-net, found reineke-policy-net")
    assert "of another kind" in refused("sawhian-lanes")


def test_options_of_the_agent_are_checked(tmp_path: Path) -> None:
    network(tmp_path / "net.safetensors")
    for options, line in (("rolls=-1", "rolls=-1: expected"), ("deep=1", "td has no option deep; it has ")):
        with pytest.raises(GameError, match=line):
            make(f"td(model={tmp_path}/net.safetensors,{options})", load("clever"))


def test_every_model_of_the_package_has_a_card_that_names_its_recipe() -> None:
    assert models.shipped() >= {"clever-odds", "clever-td", "sawhian-lanes"}
    for name in models.shipped():
        card = models.path(name).with_suffix(".md").read_text("utf-8")
        assert card.startswith(f"# {name}\n")
        assert f"`{name}.safetensors`" in card
        recipe = re.search(r'`reineke train (?:"[^"]+"|\S+) ([\w-]+)', card)
        assert recipe
        assert recipe[1] in learn.recipes()


# Tables of several.


def test_a_network_that_learnt_tables_plays_every_seat_of_them_alone(tmp_path: Path) -> None:
    tiny = {key: value for key, value in TINY.items() if key != "width"}
    run = learn.train("clever", "tables", tiny | {"tables": "3"}, tmp_path / "run", quiet=True)
    file = run / "model.safetensors"
    with safe_open(file, "numpy") as opened:
        assert opened.metadata()["seats"] == "3"
    for seats in (2, 3, 4):
        agents = [f"td(model={file},solo=on,rolls=2)", *["random"] * (seats - 1)]
        report = run_match(f"clever(seats={seats})", agents, blocks=2)
        assert sum(report.agents[0].forfeits.values()) == 0
    # Alone it is the first of two.
    assert decision(f"td(model={file})").choices


def test_tables_and_beginnings_that_cannot_be_are_refused(tmp_path: Path) -> None:
    def refused(game: str, options: dict[str, str]) -> str:
        with pytest.raises(GameError) as caught:
            train(tmp_path / "refused", game=game, **options)
        assert not list(tmp_path.iterdir())
        return str(caught.value)

    assert refused("clever(seats=2)", {"tables": "2"}) == "tables=2: for clever alone, not for clever(seats=2)"
    assert "tables" in refused("clever", {"tables": "5"})
    assert refused("clever", {"begin": "nothing"}) == "begin=nothing: no network of the package"
    assert refused("clever", {"begin": "clever-odds"}) == "begin=clever-odds: not a value network of clever"
    assert refused("clever", {"begin": "clever-td"}) == "begin=clever-td: has layers=2 and width=128"
    assert refused("clever", {"begin": "sawhian-lanes"}) == "begin=sawhian-lanes: not a value network of clever"


def test_a_known_network_says_the_same_with_the_inputs_that_came_after_it() -> None:
    params = known("clever-td")
    assert params["w0"].shape == (INPUTS, 128)
    shipped = {key: jnp.asarray(array) for key, array in tensors.read(models.path("clever-td")).items()}
    assert len(shipped["w0"]) < INPUTS
    seen, _, _ = _core.clever_selfplay({}, 3, seed=1)
    bits = jnp.asarray(seen.view(np.uint32))
    np.testing.assert_allclose(judged(params, bits), judged(shipped, bits), atol=1e-5)


# The page.


def test_the_page_tells_every_set_of_inputs() -> None:
    rows = re.findall(r"^\| ([^|`]+) \| (\d+) \| (\d+) \|", PAGE.split("## What the network sees")[1], re.MULTILINE)
    inputs, sets, scale = _core.clever_inputs()
    assert [(name, int(first), int(count)) for name, first, count in rows] == sets
    assert f"{inputs} inputs" in PAGE
    assert f"{MIDDLE:.0f} + {SCALE:.0f}" in PAGE
    assert scale == (MIDDLE, SCALE)


def test_the_page_tells_every_knob_with_its_default() -> None:
    told = re.findall(r"^\| `(\w+)` \| ([\d.]*) ?\| ", PAGE.split("## Knobs")[1].split("\n## ")[0], re.MULTILINE)
    recipe = learn._recipe.load("td").read()
    assert dict(told) == {name: str(value) for name, value in asdict(recipe).items()}


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)), scope)
    assert all(path.is_file() for path in scope["pictures"])
    assert scope["decision"].choices
