import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from reineke import learn
from reineke.agent import Budget, Choice, Decision
from reineke.agents import make
from reineke.arena import run_match
from reineke.game import OVER, Dice, Game, GameError
from reineke.games import load
from reineke.learn import tensors
from reineke.learn.run import Run, read_log
from reineke.learn.value import Episode, Options, Value, examples, head, judgement, logits, scaled
from reineke.search import Search

NIM = str(Path(__file__).parents[2] / "examples" / "nim.py")
TINY = {
    "rounds": "3",
    "games": "6",
    "nodes": "8",
    "steps": "20",
    "batch": "16",
    "width": "8",
    "keep": "2",
    "blocks": "1",
}


BLIND = """
from reineke.game import Game

class Blind(Game):
    actions = 1
    def start(self, dice): return 0
    def turn(self, state): return -1
    def legal(self, state, seat): return [0]
    def play(self, state, action, dice): return 0
    def outcome(self, state): return 0.0, 0.0
"""


class Climb(Game):
    """A solo game: three steps up (1) or down (0)."""

    name = "climb"
    seats = 1
    actions = 2
    low, high, sum = -3.0, 3.0, None

    def start(self, dice: Dice) -> tuple[int, int]:
        return 0, 0

    def turn(self, state: tuple[int, int]) -> int:
        return OVER if state[0] == 3 else 0

    def legal(self, state: tuple[int, int], seat: int) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, int], action: int, dice: Dice) -> tuple[int, int]:
        return state[0] + 1, state[1] + (1 if action else -1)

    def outcome(self, state: tuple[int, int]) -> tuple[float]:
        return (float(state[1]),)

    def features(self, state: tuple[int, int], seat: int) -> list[float]:
        return [state[0] / 3, state[1] / 3]


class Ragged(Climb):
    """Features that grow."""

    name = "ragged"

    def features(self, state: tuple[int, int], seat: int) -> list[float]:
        return [1.0] * (1 + state[0])


def train(game: str, out: Path, resume: bool = False, **options: str) -> Path:
    return learn.train(game, "value", ({} if resume else TINY) | options, out, resume, quiet=True)


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_log(run / "log.jsonl")]


def network(game: Game, path: Path, seed: int = 0) -> dict[str, Any]:
    """Random weights in a file."""
    value = Value(game, Options(width=16), path.parent)
    rng = np.random.default_rng(seed)
    shapes = {"w0": (value.inputs, 16), "b0": (16,), "w1": (16, 16), "b1": (16,), "w2": (16, 1), "b2": (1,)}
    params = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    tensors.save(path, params, value.metadata)
    return params


@pytest.mark.parametrize("spec", ["tictactoe", "sawhian", NIM])
def test_the_core_says_what_jax_says(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    params = {name: jnp.asarray(part) for name, part in network(game, tmp_path / "net.safetensors").items()}
    state = game.start(None)  # type: ignore[arg-type]
    options = {"eval": "net", "model": str(tmp_path / "net.safetensors")}
    decision = Search(game, "greedy", options).decide(game.view(state, 0), Budget())
    for choice in decision.choices:
        after = game.play(state, choice.action, None)  # type: ignore[arg-type]
        features = jnp.asarray([game.features(after, seat) for seat in range(game.seats)])
        said = np.asarray(logits(params, features), dtype=np.float64)
        share = np.exp(said - said.max()) / np.exp(said - said.max()).sum()
        expected = game.low + share[0] * (game.sum - game.seats * game.low)  # type: ignore[operator]
        assert choice.value == pytest.approx(expected, abs=1e-4)


def test_a_solo_game_gets_values_in_its_range(tmp_path: Path) -> None:
    game = Climb()
    params = {name: jnp.asarray(part) for name, part in network(game, tmp_path / "net.safetensors").items()}
    options = {"eval": "net", "model": str(tmp_path / "net.safetensors")}
    decision = Search(game, "greedy", options).decide(game.view((0, 0), 0), Budget())
    for choice in decision.choices:
        said = float(logits(params, jnp.asarray(game.features(game.play((0, 0), choice.action, None), 0))))  # type: ignore[arg-type]
        assert choice.value == pytest.approx(3 * np.tanh(said), abs=1e-4)
    found = Search(game, "mcts", options).decide(game.view((0, 0), 0), Budget(nodes=200))
    assert found.proven
    assert found.value == 3
    assert found.action == 1


def test_every_search_runs_on_a_network(tmp_path: Path) -> None:
    for spec in ("tictactoe", NIM):
        game = load(spec)
        network(game, tmp_path / "net.safetensors")
        view = game.view(game.start(None), 0)  # type: ignore[arg-type]
        for search in ("alphabeta(depth=2)", "maxn(depth=2,cut=shallow)", "paranoid(depth=2)", "mcts(nodes=20)"):
            agent = make(search.replace(")", f",eval=net,model={tmp_path}/net.safetensors)"), game)
            assert agent.decide(view, Budget()).action in view.legal


def test_a_network_knows_its_game_wherever_the_class_is_kept(tmp_path: Path) -> None:
    network(load(NIM), tmp_path / "net.safetensors")
    make(f"net({tmp_path}/net.safetensors)", load(f"{NIM}:Nim"))


def test_a_wrong_network_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"

    def error(spec: str, game: str) -> str:
        with pytest.raises(GameError) as caught:
            make(spec, load(game))
        return str(caught.value)

    assert error(f"net({file})", "tictactoe") == f"{file}: No such file or directory"
    file.write_bytes(b"nonsense")
    assert error(f"net({file})", "tictactoe").startswith(f"{file}: not a safetensors file")
    network(load(NIM), file)
    assert error(f"net({file})", "tictactoe") == "the network is for nim, not for tictactoe"
    assert "expected net(FILE)" in error("net", "tictactoe")
    assert "expected net(FILE)" in error(f"net({file},{file})", "tictactoe")
    assert error("mcts(eval=net)", NIM) == "eval=net needs model=FILE, a trained network"
    assert error(f"mcts(model={file})", NIM).startswith("mcts has no option model")
    assert error("mcts(eval=nets)", "tictactoe") == "eval=nets: expected one of flat, net"
    weights = tensors.read(file)
    tensors.save(file, {**weights, "b0": weights["b1"][:3]}, Value(load(NIM), Options(), tmp_path).metadata)
    assert error(f"net({file})", NIM) == f"{file}: tensor b0: expected the shape [16], found [3]"


def test_features_that_change_their_number_are_refused(tmp_path: Path) -> None:
    game = Ragged()
    network(game, tmp_path / "net.safetensors")
    search = Search(game, "mcts", {"eval": "net", "model": str(tmp_path / "net.safetensors")})
    with pytest.raises(ValueError, match="ragged: features\\(\\) must give 1 finite numbers, as at the start"):
        search.decide(game.view((0, 0), 0), Budget(nodes=20))
    with pytest.raises(GameError, match="ragged: features\\(\\) must give equally many numbers"):
        examples(game, [Episode([(0, 0), (1, 1)], [None, None], (3.0,))], 0.5)


def test_a_file_that_was_replaced_is_read_again(tmp_path: Path) -> None:
    game = load("tictactoe")
    view = game.view(game.start(None), 0)  # type: ignore[arg-type]
    values = []
    for seed in (0, 0, 1):
        network(game, tmp_path / "net.safetensors", seed)
        agent = make(f"maxn(depth=1,eval=net,model={tmp_path}/net.safetensors)", game)
        values.append(agent.decide(view, Budget()).value)
    assert values[0] == values[1] != values[2]


def test_targets_mix_the_outcome_with_what_the_search_thought() -> None:
    game = load("tictactoe")
    state = game.parse("x../.../... o")
    episode = Episode([state, state], [np.array([0.5, -0.5]), None], (1.0, -1.0))
    features, targets = examples(game, [episode], trust=0.25)
    assert features.shape == (2, 2, 19)
    assert features[0, 0].tolist() == list(game.features(state, 0))
    assert targets.tolist() == [[0.9375, 0.0625], [1.0, 0.0]]


def test_a_judgement_weighs_the_choices_by_their_share() -> None:
    choices = (Choice(0, 1.0, (1.0, -1.0), share=0.75), Choice(1, 0.0, (0.0, 0.0), share=0.25), Choice(2, 9.0))
    assert judgement(Decision(0, choices=choices)).tolist() == [0.75, -0.75]  # type: ignore[union-attr]
    assert judgement(Decision(0)) is None


def test_outcomes_become_shares_or_places_in_the_range() -> None:
    assert [head(load(spec)) for spec in ("sawhian", "kuhn", NIM)] == ["share"] * 3
    assert scaled(load("kuhn"), [2.0, -2.0]).tolist() == [1.0, 0.0]
    assert scaled(load("sawhian"), [0.5, 0.5, 0, 0]).tolist() == [0.5, 0.5, 0, 0]
    assert head(Climb()) == "value"
    assert scaled(Climb(), [0.0]).tolist() == [0.5]


@pytest.mark.parametrize("spec", ["tictactoe", NIM])
def test_a_killed_run_goes_on_as_if_nothing_had_happened(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(spec, tmp_path / "whole")
    real = Value.scores

    def scores(self: Value, number: int, net: Path, previous: Path) -> dict[str, float]:
        if number == 1:
            raise KeyboardInterrupt  # everything of the round is written but its checkpoint
        return real(self, number, net, previous)

    monkeypatch.setattr(Value, "scores", scores)
    with pytest.raises(KeyboardInterrupt):
        train(spec, tmp_path / "killed")
    assert len(log(tmp_path / "killed")) == 1
    monkeypatch.undo()
    killed = train(spec, tmp_path / "killed", resume=True)
    assert log(killed) == log(whole)
    names = {path.name for path in whole.iterdir()}
    assert {path.name for path in killed.iterdir()} == names
    for name in names - {"log.jsonl", "checkpoint.json"}:
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name
    assert names >= {"net-2.safetensors", "net-3.safetensors", "model.safetensors"}
    assert "net-1.safetensors" not in names
    assert "positions-0.safetensors" in names  # behind the checkpoint before the last


def test_a_run_may_go_on_for_more_rounds(tmp_path: Path) -> None:
    whole = train("tictactoe", tmp_path / "whole", every="1")
    grown = train("tictactoe", tmp_path / "grown", every="1", rounds="2")
    train("tictactoe", grown, resume=True, rounds="3")
    assert log(grown) == log(whole)
    assert (grown / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()


def test_a_checkpoint_without_its_files_is_refused(tmp_path: Path) -> None:
    run = train("tictactoe", tmp_path / "run")
    (run / "net-3.safetensors").unlink()
    with pytest.raises(GameError, match=r"checkpoint\.json: not a checkpoint of this run"):
        train("tictactoe", run, resume=True, rounds="4")


def test_a_solo_game_is_trained_and_scored_alone(tmp_path: Path) -> None:
    folder = tmp_path / "climb"
    folder.mkdir()
    run = Run(folder, "climb", "value", "value", Options(rounds=2, games=8, opening=1, steps=50, blocks=2), quiet=True)
    run.steps(Value(Climb(), run.options, folder))
    scores = log(folder)[-1]["scores"]
    assert set(scores) == {"net", "random", "mcts", "previous"}
    assert scores["net"] == scores["mcts"] == 1


def test_a_game_without_features_gets_one_line_and_no_folder(tmp_path: Path) -> None:
    (tmp_path / "blind.py").write_text(BLIND)
    with pytest.raises(GameError, match=r"blind\.py has no features: a network needs features\(state, seat\)"):
        train(str(tmp_path / "blind.py"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_names_of_runs_come_from_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    quick = {**TINY, "rounds": "1", "games": "3"}
    for spec, name in ((NIM, "nim-value-1"), (f"{NIM}:Nim", "nim-value-2"), ("pig(goal=20)", "pig-goal-20-value-1")):
        assert learn.train(spec, "value", quick, quiet=True) == Path("runs") / name


def test_a_short_training_beats_random_play_and_the_result_plays_without_jax(tmp_path: Path) -> None:
    options = {"rounds": "3", "games": "80", "nodes": "20", "steps": "200", "blocks": "5"}
    run = train(NIM, tmp_path / "run", **options)
    lines = log(run)
    assert lines[-1]["surprise"] < lines[0]["surprise"]
    assert json.loads((run / "result.json").read_text())["model"] == "model.safetensors"
    spec = f"net({run}/model.safetensors,nodes=10)"
    report = run_match(NIM, [spec, "random"], blocks=30, jobs=1)
    assert report.agents[0].share > 0.85  # type: ignore[operator]
    code = "import sys; sys.modules['jax'] = None; from reineke.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "decide", NIM, "[[0,0,2,2],0]", "--agent", spec]
    played = subprocess.run(command, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    pictures = {path.name for path in learn.plot(run)}
    assert pictures == {"loss.png", "loss.svg", "scores.png", "scores.svg"}
