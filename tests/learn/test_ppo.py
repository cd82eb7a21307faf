import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from reineke import learn
from reineke.agent import Budget
from reineke.agents import catalogue, make
from reineke.arena import run_match
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.batch import Batch, game_options
from reineke.learn import ppo_games, tensors
from reineke.learn.ppo import PPO, Options, plan, rate
from reineke.learn.ppo_games import LIMIT, Table, summary
from reineke.learn.ppo_net import Shape, act, clipped, entropy_of, fresh, gae, judged, log_odds, loss
from reineke.learn.run import read_log
from reineke.search import Search

PAGE = (Path(__file__).parents[2] / "docs" / "learning-ppo.md").read_text("utf-8")
YELLOW = "clever(mode=thesis,areas=y,dice=yw,bonuses=off)"
TINY = {
    "steps": "512",
    "phases": "2",
    "environments": "8",
    "n_steps": "128",
    "packets": "3",
    "epochs": "2",
    "batch": "32",
    "width": "16",
    "layers": "2",
    "exam": "20",
    "every": "2",
}
SMALL: dict[str, Any] = {"environments": 4, "n_steps": 8, "batch": 8}


def train(out: Path, resume: bool = False, game: str = "clever", **options: str) -> Path:
    return learn.train(game, "ppo-thesis", ({} if resume else TINY) | options, out, resume, quiet=True)


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_log(run / "log.jsonl")]


def masked(rng: np.random.Generator, rows: int, actions: int) -> tuple[Any, Any]:
    """Random logits, and masks that leave at least one action."""
    masks = rng.random((rows, actions)) < 0.3
    masks[np.arange(rows), rng.integers(actions, size=rows)] = True
    return (3 * rng.standard_normal((rows, actions))).astype(np.float32), masks


# The arithmetic.


@pytest.mark.covers("G14")
def test_advantages_are_those_of_a_plain_loop() -> None:
    rng = np.random.default_rng(1)
    steps, games, gamma, lam = 17, 5, 0.9, 0.8
    rewards, values = rng.standard_normal((steps, games)), rng.standard_normal((steps + 1, games))
    over = rng.random((steps, games)) < 0.2
    expected = np.zeros((steps, games))
    for game in range(games):
        for start in range(steps):
            weight = 1.0
            for step in range(start, steps):
                later = 0.0 if over[step, game] else gamma * values[step + 1, game]
                expected[start, game] += weight * (rewards[step, game] + later - values[step, game])
                weight *= gamma * lam
                if over[step, game]:
                    break
    found = gae(jnp.asarray(rewards), jnp.asarray(values), jnp.asarray(over), gamma, lam)
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.covers("G14")
def test_illegal_actions_have_no_probability_and_no_part_in_the_entropy() -> None:
    logits, masks = masked(np.random.default_rng(2), 40, 9)
    logs = np.asarray(log_odds(jnp.asarray(logits), jnp.asarray(masks)))
    entropies = np.asarray(entropy_of(jnp.asarray(logs)))
    for row, mask, log_row, entropy in zip(logits.astype(float), masks, logs, entropies, strict=True):
        odds = np.exp(row[mask]) / np.exp(row[mask]).sum()
        np.testing.assert_allclose(log_row[mask], np.log(odds), atol=1e-5)
        assert np.all(np.isneginf(log_row[~mask]))
        assert entropy == pytest.approx(-(odds * np.log(odds)).sum(), abs=1e-5)


def test_gradients_pass_by_illegal_actions() -> None:
    logits, masks = masked(np.random.default_rng(3), 10, 6)
    masks[0] = np.arange(6) == 2  # a single legal action

    def score(logits: jax.Array) -> jax.Array:
        logs = log_odds(logits, jnp.asarray(masks))
        return entropy_of(logs).sum() + logs[jnp.arange(10), masks.argmax(1)].sum()

    gradient = np.asarray(jax.grad(score)(jnp.asarray(logits)))
    assert np.isfinite(gradient).all()
    assert not gradient[~masks].any()
    assert not gradient[0].any()


@pytest.mark.covers("G14")
def test_the_change_of_the_policy_is_clipped() -> None:
    ratio = jnp.asarray([1.5, 1.5, 0.5, 0.5, 1.1])
    advantage = jnp.asarray([2.0, -2.0, 2.0, -2.0, 3.0])
    np.testing.assert_allclose(clipped(ratio, advantage, 0.2), [2.4, -3.0, 1.0, -1.6, 3.3], rtol=1e-6)


def test_the_loss_is_policy_value_and_entropy() -> None:
    # Without hidden weights the policy is uniform over the legal actions and every value is the bias, 0.5.
    params = fresh(2, [4], 3, shared=False, seed=0)
    params = {name: jnp.zeros_like(part) for name, part in params.items()} | {"v.b1": jnp.asarray([0.5])}
    data = {
        "numbers": jnp.zeros((2, 2), jnp.uint8),
        "masks": jnp.asarray([[1, 1, 0], [1, 1, 1]], bool),
        "actions": jnp.asarray([0, 2]),
        "logs": jnp.log(jnp.asarray([0.25, 0.5])),
        "advantages": jnp.asarray([1.0, -1.0]),
        "returns": jnp.asarray([1.5, 0.0]),
    }
    knobs = {"clip": jnp.float32(0.2), "value_weight": jnp.float32(0.5), "entropy": jnp.float32(0.1)}
    shape = Shape(tanh=False, shared=False, epochs=1, batch=2, normalise=False)
    total, news = loss(params, {"scale": jnp.ones(2)}, data, knobs, shape)
    # Ratios 0.5 / 0.25 and (1/3) / 0.5: the first is clipped to 1.2, the second to 0.8.
    policy, value, entropy = -(1.2 - 0.8) / 2, (1.0 + 0.25) / 2, (np.log(2) + np.log(3)) / 2
    assert news["policy"] == pytest.approx(policy)
    assert news["value"] == pytest.approx(value)
    assert news["entropy"] == pytest.approx(entropy)
    assert news["clipped"] == 1
    assert total == pytest.approx(policy + 0.5 * value - 0.1 * entropy, rel=1e-5)


@pytest.mark.parametrize("best", [False, True])
def test_only_legal_actions_are_chosen(best: bool) -> None:
    params = fresh(4, [8], 9, shared=True, seed=1)
    rng = np.random.default_rng(4)
    _, masks = masked(rng, 200, 9)
    numbers = rng.integers(7, size=(200, 4)).astype(np.uint8)
    look = {"scale": jnp.ones(4)}
    actions = act(params, look, numbers, masks, jax.random.key(0), 0, tanh=False, best=best)
    assert masks[np.arange(200), np.asarray(actions)].all()


# The course of a run.


@pytest.mark.covers("G15")
@pytest.mark.parametrize(("third", "total"), [("same", 16_650_000), ("double", 23_310_000)])
def test_three_phases_explore_and_consolidate_two_to_one(third: str, total: int) -> None:
    options = Options(third=third)
    rounds = plan(options)
    lengths: dict[tuple[int, str], int] = {}
    for one in rounds:
        assert one.before == sum(lengths.values())
        lengths[one.phase, one.part] = lengths.get((one.phase, one.part), 0) + one.packets
    last = 2 if third == "same" else 4
    wanted = [2_220_000 * factor * part for factor in (1, 2, last) for part in (1, 0.5)]
    assert list(lengths) == [(phase, part) for phase in (1, 2, 3) for part in ("explore", "consolidate")]
    np.testing.assert_allclose([count * options.packet for count in lengths.values()], wanted, rtol=1e-3)
    assert sum(lengths.values()) * options.packet == pytest.approx(total, rel=1e-3)
    assert [one.phase for one in rounds if one.ends] == [1, 2, 3]
    assert rounds[-1].ends


def test_a_packet_counts_over_all_environments_or_for_each() -> None:
    assert Options().packet == 2048
    assert Options(steps_mean="each").packet == 65_536


def test_the_rate_falls_to_nothing_if_it_falls() -> None:
    assert [rate(Options(decay="none"), x) for x in (0, 1)] == [0.0006, 0.0006]
    assert [rate(Options(decay="linear"), x) for x in (0, 0.5)] == pytest.approx([0.0006, 0.0003])
    assert rate(Options(decay="cosine"), 1) == pytest.approx(0)


@pytest.mark.covers("G14")
def test_the_defaults_are_the_final_ones_of_the_thesis() -> None:
    options = Options()
    assert (options.layers, options.width, options.activation, options.environments) == (7, 1024, "relu", 32)
    assert (options.gamma, options.rate, options.clip, options.n_steps) == (1, 0.0006, 0.2, 2048)
    assert (options.epochs, options.batch, options.entropy, options.settled) == (5, 128, 0.1, 0)


@pytest.mark.parametrize(
    ("game", "options", "line"),
    [
        ("clever", {"rules": "areas=q"}, "areas=q: expected some of ybgop, in this order"),
        ("clever", {"rules": "seats=2"}, "rules=seats=2: ppo learns to play alone"),
        ("clever", {"rules": "thesis"}, "rules=thesis: expected options of clever, such as mode=thesis,areas=y"),
        ("clever", {"n_steps": "100"}, "n_steps=100: expected a multiple of environments=8"),
        ("clever", {"batch": "129"}, "batch=129: a packet has 128 decisions"),
        ("clever", {"invalid": "scold"}, "invalid=scold: expected one of mask, penalty, abort"),
        ("clever", {"gamma": "2"}, "gamma=2: expected a number from 0 to 1"),
        ("clever", {"learning": "1"}, "ppo has no option learning; it has"),
        ("clever(seats=2)", {}, "ppo learns clever for one seat, not clever(seats=2)"),
        ("tictactoe", {}, "ppo learns clever for one seat, not tictactoe"),
    ],
)
def test_a_mistake_is_one_clear_line_and_leaves_nothing(
    game: str, options: dict[str, str], line: str, tmp_path: Path
) -> None:
    with pytest.raises(GameError) as caught:
        train(tmp_path / "run", game=game, **options)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.covers("G12", "G13")
def test_the_ladder_of_prototypes_is_recipes() -> None:
    specs = {}
    for name in learn.recipes():
        options = learn._recipe.load(name)
        if options.learner == "ppo":
            read = options.read()
            specs[name] = (Table(PPO("clever", read, Path()).table.rules, read).spec, read.invalid)
    assert specs == {
        "ppo": ("clever", "mask"),
        "ppo-thesis": ("clever(mode=thesis)", "mask"),
        "ppo-source": ("clever(mode=thesis,masks=source)", "mask"),
        **{f"ppo-yellow-{kind}": (YELLOW, kind) for kind in ("abort", "penalty", "mask")},
        "ppo-two-dice": (YELLOW, "mask"),
        "ppo-four-dice": ("clever(mode=thesis,areas=ybg,dice=ybgw,bonuses=off)", "mask"),
        "ppo-fields": ("clever(mode=thesis,bonuses=off)", "mask"),
        "ppo-full": ("clever(mode=thesis)", "mask"),
    }


# Runs.


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(tmp_path_factory.mktemp("ppo") / "whole")


@pytest.mark.covers("G14")
def test_a_killed_run_goes_on_as_if_nothing_had_happened(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, asked = PPO.examine, [0]

    def examine(self: PPO, params: Any, play: str) -> Any:
        asked[0] += 1
        if asked[0] == 2:
            raise KeyboardInterrupt  # everything of the round is written but its checkpoint
        return real(self, params, play)

    monkeypatch.setattr(PPO, "examine", examine)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "killed")
    monkeypatch.undo()
    assert 0 < len(log(tmp_path / "killed")) < len(log(whole))
    killed = train(tmp_path / "killed", resume=True)
    assert log(killed) == log(whole)
    names = {path.name for path in whole.iterdir()}
    assert {path.name for path in killed.iterdir()} == names
    for name in names - {"log.jsonl", "checkpoint.json"}:
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_run_may_go_on_for_more_phases_on_other_threads(whole: Path, tmp_path: Path) -> None:
    grown = train(tmp_path / "grown", phases="1", threads="1")
    train(grown, resume=True, phases="2", threads="2")
    assert log(grown) == log(whole)
    assert (grown / "model.safetensors").read_bytes() == (whole / "model.safetensors").read_bytes()


@pytest.mark.covers("G15", "G16")
def test_scores_after_phases_stand_beside_those_of_the_thesis(whole: Path) -> None:
    result = json.loads((whole / "result.json").read_text())
    assert [(one["phase"], one["thesis"]) for one in result["phases"]] == [(1, 192.26), (2, 201.04)]
    played = tensors.read(whole / "games-phase-2.safetensors")
    told = result["phases"][-1]
    assert told | result["exam"] == told
    assert set(told) - set(result["exam"]) == {"phase", "thesis", "mean_best"}
    assert told["games"] == len(played["score"]) == 20
    assert told["mean"] == pytest.approx(played["score"].mean(), abs=1e-3)
    assert told["median"] == np.median(played["score"])
    assert told["max"] == played["score"].max()
    assert told["interval"][0] < told["mean"] < told["interval"][1]


@pytest.mark.covers("G16")
def test_the_log_gives_histories_as_pictures(whole: Path) -> None:
    from reineke.learn.curves import curves

    pictures = {name: draw(data) for name, (draw, data) in curves(whole).items()}
    assert list(pictures) == ["scores", "invalid", "learning", "history", "invalid-history"]
    [axes] = pictures["scores"].axes
    examined = [line["exam"]["mean"] for line in log(whole) if "exam" in line]
    assert [list(line.get_ydata()) for line in axes.get_lines()][1] == examined
    assert {text.get_text() for text in axes.texts} == {"thesis 192.26", "thesis 201.04"}


def test_weights_of_another_run_are_taken_or_refused(whole: Path, tmp_path: Path) -> None:
    options = Options(width=16, layers=2, rules="mode=thesis", model=str(max(whole.glob("ppo-*.safetensors"))))
    learner = PPO("clever", options, tmp_path)
    learner.start()
    begun, _, _ = learner.load("ppo-0.safetensors")
    wanted = tensors.read(Path(options.model))
    assert all((begun[name] == wanted[f"params.{name}"]).all() for name in begun)
    wider = Options(width=32, layers=2, rules="mode=thesis", model=options.model)
    with pytest.raises(GameError, match=r"does not fit, p\.w0 should be \[97, 32\]"):
        PPO("clever", wider, tmp_path).start()


@pytest.mark.covers("G12", "G13")
def test_a_short_training_on_yellow_beats_random_play(tmp_path: Path) -> None:
    options = {"steps": "10000", "packets": "8", "width": "64", "layers": "1", "exam": "300", "scale": "10"}
    run = learn.train("clever", "ppo-yellow-mask", options, tmp_path / "run", quiet=True)
    exam = json.loads((run / "result.json").read_text())["exam"]
    assert exam["illegal"] == 0
    chance = run_match(YELLOW, ["random"], blocks=300, jobs=1).agents[0]
    assert exam["mean"] > chance.mean_score + 5  # type: ignore[operator]
    played = run_match(YELLOW, [f"ppo({run}/model.safetensors)"], blocks=100, jobs=1).agents[0]
    assert played.mean_score > chance.mean_score + 3  # type: ignore[operator]
    assert sum(played.forfeits.values()) == 0


@pytest.mark.covers("G12", "G20")
@pytest.mark.parametrize("invalid", ["penalty", "abort"])
def test_without_a_mask_mistakes_are_made_and_counted(
    invalid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo_games, "LIMIT", 200)
    exam = log(train(tmp_path / "run", rules=YELLOW[7:-1], invalid=invalid, phases="1"))[-1]["exam"]
    assert exam["illegal"] > 0.5
    assert exam["illegal"] <= 1 or invalid == "penalty"


@pytest.mark.covers("G12")
def test_legal_actions_are_praised_where_illegal_ones_are_possible() -> None:
    table = Table({}, Options(invalid="penalty", penalty=3, praise=2, scale=10, **SMALL))
    batch = table.batch(0)
    legal = batch.masks.argmax(1)
    choices = iter((np.full(4, 60 - 1), legal))  # to pass is illegal as long as a die can be taken
    rolled, _ = table.roll(batch, lambda **_: next(choices), 2)
    np.testing.assert_allclose(rolled["rewards"][0], -0.3, rtol=1e-6)
    assert (rolled["rewards"][1] >= 0.2 - 1e-6).all()
    assert "masks" not in rolled  # nothing is ruled out


@pytest.mark.covers("G20")
def test_an_examination_ends_even_if_an_agent_errs_for_ever() -> None:
    table = Table(game_options(mode="thesis"), Options(invalid="penalty", exam=2, **SMALL))
    played = table.examine(lambda **_: np.full(2, 16))  # the printed cross of blue
    assert played.tolist() == [[0, LIMIT, 0, LIMIT]] * 2


@pytest.mark.covers("G16", "G20")
def test_finished_games_are_summed_up() -> None:
    told = summary(np.array([[100, 40, 1, 0], [110, 41, 1, 1], [150, 42, 0, 0], [140, 41, 0, 3]]))
    assert (told["mean"], told["median"], told["max"], told["length"]) == (125, 125, 150, 41)
    assert (told["forced"], told["illegal"], told["calm"]) == (0.5, 1, 0.5)
    sd = np.std([100, 110, 150, 140], ddof=1)
    assert told["sd"] == pytest.approx(sd, abs=1e-3)
    assert told["interval"] == pytest.approx([125 - 1.96 * sd / 2, 125 + 1.96 * sd / 2], abs=1e-2)


# Games that stop and go on.


@pytest.mark.parametrize("mode", ["official", "thesis"])
def test_saved_games_go_on_to_the_last_die(mode: str) -> None:
    rng = np.random.default_rng(5)
    one, other = (Batch(30, game_options(mode=mode), seed=seed) for seed in (1, 1000))
    for _ in range(55):
        one.step(one.sample(rng))
    other.restore(one.save())
    for _ in range(70):
        assert (one.observations == other.observations).all()
        assert (one.masks == other.masks).all()
        actions = one.sample(rng)
        one.step(actions)
        other.step(actions)
        assert (one.rewards == other.rewards).all()
        assert (one.over == other.over).all()
        assert (one.tallies[one.over] == other.tallies[one.over]).all()


def test_what_cannot_be_restored_is_refused() -> None:
    batch = Batch(2)
    saved = batch.save()
    with pytest.raises(GameError, match=r"generators is \[2, 4\], not \[3, 4\]"):
        Batch(3).restore(saved)
    with pytest.raises(GameError, match="1 positions for 2 games"):
        batch.restore({**saved, "positions": Batch(1).save()["positions"]})
    with pytest.raises(GameError, match="a generator of zeros"):
        batch.restore({**saved, "generators": np.zeros((2, 4), np.uint64)})
    with pytest.raises(GameError, match="only games with autoreset are saved"):
        Batch(1, autoreset=False).save()


# The policy in play.


@pytest.mark.covers("G14")
@pytest.mark.parametrize("inputs", ["numbers", "bits"])
@pytest.mark.parametrize("rules", ["", "mode=thesis"])
@pytest.mark.parametrize(("activation", "value"), [("relu", "separate"), ("tanh", "shared")])
def test_the_core_says_what_jax_says(inputs: str, rules: str, activation: str, value: str, tmp_path: Path) -> None:
    options = Options(rules=rules, inputs=inputs, activation=activation, value=value, width=24, layers=2)
    learner = PPO("clever", options, tmp_path)
    params = fresh(learner.inputs, [24, 24], learner.table.actions, learner.shape.shared, 3)
    params["p.w2"] = 100 * params["p.w2"]
    file = tmp_path / "model.safetensors"
    tensors.save(file, *learner.exported(params))
    game = load(learner.table.spec)
    search = Search(game, "ppo", {"model": str(file)})
    batch, rng = learner.table.batch([1, 2, 3]), np.random.default_rng(6)
    for _ in range(15):
        logits, _ = judged(params, learner.look, jnp.asarray(batch.observations), learner.shape)
        odds = np.exp(np.asarray(log_odds(logits, jnp.asarray(batch.masks.view(bool)))))
        for index in range(batch.games):
            view = game.view(game.parse(batch.core.text(index)), 0)
            decision = search.decide(view, Budget())
            shares = {batch.core.encode(index, choice.action): choice.share for choice in decision.choices}
            for number, share in shares.items():
                assert share == pytest.approx(0 if number is None else odds[index, number], abs=1e-4)
            best = max(decision.choices, key=lambda choice: choice.share)
            assert decision.action == best.action
        batch.step(batch.sample(rng))


def test_the_agent_plays_whole_games_by_argmax_or_by_lot(whole: Path) -> None:
    file = whole / "model.safetensors"
    game = load("clever(mode=thesis)")
    for spec in (f"ppo({file})", f"ppo(model={file},sample=on)"):
        report = run_match(game.spec, [spec], blocks=10, jobs=1)
        assert sum(report.agents[0].forfeits.values()) == 0
    assert "ppo" in catalogue(game)
    assert "ppo" not in catalogue(load("tictactoe"))
    drawn = set()
    state = Batch(1, game_options(mode="thesis"), seed=3).core.text(0)
    for seed in range(40):
        agent = make(f"ppo({file},sample=on)", game)
        agent.start(game, 0, seed)
        drawn.add(agent.decide(game.view(game.parse(state), 0), Budget()).action)
    assert len(drawn) > 1


def test_a_wrong_policy_is_refused_in_one_line(whole: Path, tmp_path: Path) -> None:
    file = whole / "model.safetensors"

    def error(spec: str, game: str = "clever(mode=thesis)") -> str:
        with pytest.raises(GameError) as caught:
            make(spec, load(game))
        return str(caught.value)

    assert error(f"ppo({file})", "clever") == "the network is for clever(mode=thesis), not for clever"
    assert error(f"ppo({file})", "tictactoe").startswith("ppo(")
    assert error("ppo") == "ppo needs model=FILE, a trained policy"
    assert "expected ppo(FILE)" in error(f"ppo({file},{file})")
    assert error(f"ppo({file},lot=on)") == "ppo has no option lot; it has model, sample"
    assert error("ppo(nowhere)") == "nowhere: No such file or directory"
    learner = PPO("clever", Options(rules="mode=thesis", width=16, layers=2), tmp_path)
    weights, about = learner.exported(fresh(learner.inputs, [16, 16], learner.table.actions, False, 0))
    for changes, line in (
        ({"layout": "lean"}, "the network is for 97 features, layout lean has 79"),
        ({"layout": "wide"}, "layout=wide: expected lean or thesis"),
        ({"inputs": "bits"}, "the network is for 97 features, layout thesis has 749"),
        ({"actions": "60"}, "tensor w2: the last layer has width 247, expected 60"),
        ({"format": "reineke-value-net"}, "metadata format: expected reineke-policy-net, found reineke-value-net"),
    ):
        tensors.save(tmp_path / "net.safetensors", weights, {**about, **changes})
        assert error(f"ppo({tmp_path}/net.safetensors)").endswith(line)


# The page.


def test_the_page_tells_every_knob_with_its_default() -> None:
    told = re.findall(r"^\| `(\w+)` \| ([^|]*?) ?\| ", PAGE.split("## Knobs")[1].split("\n## ")[0], re.MULTILINE)
    defaults = asdict(Options())
    assert dict(told) == {name: "on" if value is True else str(value) for name, value in defaults.items()}


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)), scope)
    assert all(path.is_file() for path in scope["pictures"])
