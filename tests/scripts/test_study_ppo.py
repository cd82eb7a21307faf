"""What the study of masked PPO rests on is stored, its page says what the runs say, and runs are kept small."""

import json
import re
from statistics import fmean

import pytest

from reineke.game import GameError
from scripts import ppo_arms, ppo_gradients, study_ppo
from scripts.ppo_arms import arms
from scripts.ppo_runs import CAUSES, CHANGES, KNOBS, RUNS, STAGES, TREATMENTS, Training, main, read_group, told
from scripts.study_ppo import THESIS
from scripts.study_ppo_knobs import differences, phases
from scripts.study_runs import ROOT, Runs

DATA = ROOT / "docs" / "studies" / "data"
TINY = {
    "steps": "128", "phases": "1", "environments": "4", "n_steps": "32", "packets": "2", "batch": "16", "width": "8",
    "layers": "1", "exam": "10", "every": "1", "epochs": "1",
}  # fmt: skip
GROUPS = {
    "treatments": {f"{kind} 0": Training(f"ppo-yellow-{kind}", TINY) for kind in ("penalty", "mask")},
    "ablations": {
        f"{change} {seed}": Training("ppo-thesis", {**TINY, **more, "seed": str(seed)})
        for seed in (0, 1)
        for change, more in {"base": {}, "gamma=0.9": {"gamma": "0.9"}}.items()
    },
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Two groups of tiny runs: where they are kept, and where they were trained."""
    out, runs = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("runs")
    assert main(["--out", str(out), "--runs", str(runs)], GROUPS) == 0
    return out, runs


# What is promised.


@pytest.mark.covers("G17")
def test_the_mean_and_median_of_the_thesis_are_reached_in_its_game():
    run = read_group(DATA / "ppo-final.json")["source"]
    assert run["game"] == "clever(mode=thesis,masks=source)"
    assert run["finished"]
    exam = run["exam"]
    assert exam["games"] >= 1000
    assert exam["interval"][0] > THESIS["mean"] == 204.98
    assert exam["median"] >= THESIS["median"] == 211
    assert exam["calm"] > 0.5, "most games have at most one invalid move"


@pytest.mark.covers("G17", "G18")
def test_they_are_surpassed_with_the_masks_of_the_rules_too():
    run = read_group(DATA / "ppo-final.json")["strict"]
    assert run["game"] == "clever(mode=thesis)"
    assert run["exam"]["games"] >= 1000
    assert run["exam"]["interval"][0] > THESIS["mean"]
    assert run["exam"]["illegal"] == 0


@pytest.mark.covers("G17")
@pytest.mark.parametrize("name", ["source", "strict"])
def test_the_core_plays_as_well_as_the_learner_was_examined(name):
    run = read_group(DATA / "ppo-final.json")[name]
    games, exam = run["played"], run["exam"]
    assert games["games"] >= 1000
    error = (games["sd"] ** 2 / games["games"] + exam["sd"] ** 2 / exam["games"]) ** 0.5
    assert abs(games["mean"] - exam["mean"]) < 3 * error


@pytest.mark.covers("G18")
def test_the_advanced_player_is_surpassed_under_the_official_rules():
    match = json.loads((DATA / "clever-default.json").read_text("utf-8"))
    assert (match["game"], match["options"]) == ("clever", {})
    facts = match["facts"]
    assert facts["games"] >= 1000
    assert facts["mean"] - 1.96 * facts["sd"] / facts["games"] ** 0.5 > 215.75


@pytest.mark.covers("G12")
def test_all_treatments_of_illegal_actions_are_measured():
    by_kind = arms(read_group(DATA / "ppo-treatments.json"))
    assert set(by_kind) == set(TREATMENTS)
    assert all(run["finished"] and run["options"]["invalid"] == kind for kind in by_kind for run in by_kind[kind].runs)
    assert by_kind["abort"].mean < by_kind["penalty"].mean < by_kind["mask"].mean
    assert by_kind["mask"].mean > 0.75 * study_ppo.YELLOW


@pytest.mark.covers("G13")
def test_every_stage_of_the_ladder_is_measured():
    by_stage = arms(read_group(DATA / "ppo-ladder.json"))
    assert set(by_stage) == set(STAGES)
    assert by_stage["full"].mean > 110, "the thesis' first training of the whole game"


@pytest.mark.covers("G25")
def test_every_knob_was_changed_at_least_twice_over():
    asked = {"gamma", "entropy", "rate", "width", "clip", "epochs", "environments", "activation", "steps_mean"}
    assert set(KNOBS) >= asked
    by_change = arms(read_group(DATA / "ppo-ablations.json"))
    assert set(by_change) == {"base", *CHANGES}
    base = by_change["base"].runs[0]["options"]
    for change, arm in by_change.items():
        assert len({run["options"]["seed"] for run in arm.runs}) >= 2
        knob, _, value = change.partition("=")
        for run in arm.runs:
            changed = {key for key, own in run["options"].items() if own != base[key]} - {"seed"}
            assert changed == ({knob} if value else set())


@pytest.mark.covers("G24")
def test_the_tests_run_by_one_command_with_a_report_of_what_they_cover():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    coverage, ci = (re.search(rf"^{name}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1] for name in ("coverage", "ci"))
    assert "pytest --cov --cov-report=term" in coverage
    assert "test-rust coverage" in ci


def test_the_run_that_failed_is_kept_with_what_its_log_shows():
    run = read_group(DATA / "ppo-final.json")["failed"]
    assert not run["finished"]
    assert run["exam"]["mean"] < THESIS["mean"]
    assert min(run["curve"]["entropy"]) < 1e-6
    exploring = [
        share for share, steps in zip(run["curve"]["clipped"], run["curve"]["steps"], strict=True) if steps < 2e6
    ]
    assert min(exploring) > 0.4


def test_small_runs_show_what_the_recipe_was_changed_for():
    by_change = arms(read_group(DATA / "ppo-causes.json"))
    assert set(by_change) == {"base", *CAUSES}
    clipped = {change: fmean(fmean(run["curve"]["clipped"]) for run in arm.runs) for change, arm in by_change.items()}
    for change in ("scale=1", "rate=0.00006", "norm=0.001"):
        assert clipped[change] < clipped["base"] / 2, "the policy's steps are shorter"
    assert clipped["scale=1,norm=1000000"] > 0.9 * clipped["base"], "by the limit on the gradient alone"
    assert clipped["entropy=0.01"] > 0.8 * clipped["base"]
    assert clipped["scale=1"] < clipped["layers=2"] < clipped["base"]
    assert by_change["scale=1"].mean > by_change["base"].mean
    longer = read_group(DATA / "ppo-longer.json")
    assert longer["scale=1 0"]["exam"]["interval"][0] > longer["base 0"]["exam"]["interval"][1]
    for recipe in ("ppo-thesis", "ppo-source"):
        assert Training(recipe).settings["scale"] == 1


def test_gradients_are_measured_in_the_last_weights_of_a_run(trained, tmp_path):
    _, runs = trained
    path = tmp_path / "gradients.json"
    assert ppo_gradients.main([str(runs / "ablations-base-0")], path) == 0
    (found,) = json.loads(path.read_text()).values()
    assert found["value"] > found["policy"] > 0, "rewards are points"
    assert found["kept"] == pytest.approx(0.5 / found["value"], rel=0.3)
    assert 0 < found["step"] < 10
    assert 0 <= found["under"] <= 1


# How runs are kept.


@pytest.mark.parametrize("group", RUNS)
def test_files_are_small_and_hold_runs_of_the_table(group):
    path = DATA / f"ppo-{group}.json"
    found = read_group(path)
    assert set(found) <= set(RUNS[group])
    assert path.stat().st_size < 100_000
    for name, run in found.items():
        wanted = RUNS[group][name]
        assert (run["game"], run["recipe"]) == (wanted.game, wanted.recipe)
        assert {key: run["options"][key] for key in wanted.settings} == wanted.settings
        assert run["device"]
        assert run["seconds"] > 0


def test_a_run_is_kept_with_its_curve_its_options_and_its_examinations(trained):
    out, runs = trained
    found = read_group(out / "ppo-treatments.json")
    assert list(found) == ["penalty 0", "mask 0"]
    assert found["penalty 0"]["options"]["invalid"] == "penalty"
    run = found["mask 0"]
    result = json.loads((runs / "treatments-mask-0" / "result.json").read_text())
    assert (run["exam"], run["phases"]) == (result["exam"], result["phases"])
    assert run["curve"]["steps"] == [row[0] for row in run["exams"]]
    assert [part for part, _ in run["parts"]] == ["explore", "consolidate"]
    assert run["parts"][-1][1] == run["curve"]["steps"][-1] == 192
    text = (out / "ppo-treatments.json").read_text()
    assert json.loads(text)["options"]["width"] == 8, "what all runs share stands in the file once"


def test_what_is_there_is_not_trained_again(trained, tmp_path):
    out, _ = trained
    before = (out / "ppo-ablations.json").read_bytes()
    assert main(["--out", str(out), "--runs", str(tmp_path / "none")], GROUPS) == 0
    assert (out / "ppo-ablations.json").read_bytes() == before
    assert not (tmp_path / "none").exists()


def test_a_run_from_elsewhere_is_kept_if_it_is_the_one_that_the_table_names(trained, tmp_path):
    folder = trained[1] / "ablations-base-0"
    adopted = ["--out", str(tmp_path), "--adopt", str(folder)]
    assert main([*adopted, "ablations", "base 0", "--device", "an abacus"], GROUPS) == 0
    assert read_group(tmp_path / "ppo-ablations.json")["base 0"] == told(folder, "an abacus")
    with pytest.raises(GameError, match=r"gamma is 1\.0, not 0\.9"):
        main([*adopted, "ablations", "gamma=0.9 0"], GROUPS)
    with pytest.raises(GameError, match="recipe is ppo-thesis, not ppo-yellow-mask"):
        main([*adopted, "treatments", "mask 0"], GROUPS)
    with pytest.raises(GameError, match="no run is called ablations rest"):
        main([*adopted, "ablations", "rest"], GROUPS)


def test_the_list_names_commands_of_some_groups_and_seeds(capsys):
    assert main(["--list", "--only", "final"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        'final source: reineke train "clever(mode=thesis,masks=source)" ppo',
        'final strict: reineke train "clever(mode=thesis)" ppo',
        "final thesis: reineke train clever ppo-source",
        "final failed: reineke train clever ppo-source --set scale=100",
    ]
    assert main(["--list", "--only", "treatments", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"treatments {kind} 1: reineke train clever ppo-yellow-{kind} --set seed=1" for kind in TREATMENTS
    ]


# The page.


def test_the_page_shows_what_there_is_and_says_what_is_missing(trained, monkeypatch):
    out, _ = trained
    monkeypatch.setattr(ppo_arms, "RUNS", {**RUNS, "ablations": GROUPS["ablations"]})
    page = study_ppo.page(Runs(out))
    asked = re.findall(r"`python -m scripts.ppo_runs --only (\w+)`", page)
    assert asked == ["final", "ladder", "final", "causes"]
    assert re.search(r"\| `gamma=0.9` \| 1 \| [\d.]+ \| [\d.]+, [\d.]+ \| [+-][\d.]+ \(± [\d.]+\) \| ", page)
    assert "Verdict" not in page.split("## From one area")[0], "two of three treatments decide nothing"
    assert set(study_ppo.pictures(Runs(out))) == {"clever-ppo-treatments.svg", "clever-ppo-ablations.svg"}


def test_a_difference_counts_if_it_is_more_than_the_spread_between_seeds():
    def runs(change, *means):
        return {f"{change} {seed}": {"exam": {"mean": mean}} for seed, mean in enumerate(means)}

    far = runs("base", 100, 102) | runs("a", 100, 103) | runs("b", 150, 151) | runs("c", 60, 61) | runs("d", 99, 101)
    words = {one.arm.change: one.word for one in differences(arms(far))}
    assert words == {"a": "not decided", "b": "better", "c": "worse", "d": "not decided"}
    assert differences(arms(runs("base", 100) | runs("a", 150))) == [], "one seed says nothing about noise"


@pytest.mark.covers("G15")
def test_scores_after_the_phases_stand_beside_those_of_the_thesis(trained):
    assert phases({}) == ["Not trained yet: `reineke train clever ppo-source`, for a GPU.", ""]
    run = told(trained[1] / "ablations-base-0", "an abacus")
    lines = phases({"thesis": run})
    exam = run["phases"][0]
    assert lines[-2].startswith(f"| 1 | {exam['mean']:.2f} | {exam['interval'][0]:.2f} to {exam['interval'][1]:.2f} | ")
    assert lines[-2].endswith("| 192.26 |")
