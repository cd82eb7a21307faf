import json
from pathlib import Path
from typing import Any

import pytest

from reineke import learn
from reineke.game import GameError
from reineke.learn import genetic
from reineke.learn.run import read_log

SMALL = {"population": "12", "offsets": "1/5", "generations": "5"}
LEARNERS = {
    "genetic": SMALL,
    "random-search": {"candidates": "16", "games": "400", "opening": "4"},
    "cma": {"generations": "5", "candidates": "6", "tables": "2", "pool": "4"},
}


def log(run: Path) -> list[dict[str, Any]]:
    """The log without the times."""
    lines = list(read_log(run / "log.jsonl"))
    assert all(line.pop("seconds") >= 0 for line in lines)
    return lines


def train(recipe: str, out: Path, resume: bool = False, **options: str) -> Path:
    given = {} if resume else LEARNERS[recipe]
    return learn.train("sawhian", recipe, {**given, **options}, out, resume, quiet=True)


def interrupt(monkeypatch: pytest.MonkeyPatch, learner: type[Any], at: int) -> None:
    """Ctrl-C in the middle of a step."""
    real = learner.step

    def step(self: Any, number: int, state: Any) -> Any:
        if number == at:
            raise KeyboardInterrupt
        return real(self, number, state)

    monkeypatch.setattr(learner, "step", step)


def learner_class(recipe: str) -> type[Any]:
    from reineke.learn.cma_es import CmaEs
    from reineke.learn.random_search import RandomSearch

    return {"genetic": genetic.Genetic, "random-search": RandomSearch, "cma": CmaEs}[recipe]


@pytest.mark.covers("W23")
def test_the_log_has_a_line_of_json_per_generation(tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    lines = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [0, 1, 2, 3, 4]
    for line in lines:
        assert len(line["wins"]) == 12
        assert sum(line["wins"]) + line["draws"] == line["games"] == 24
        assert line["best_wins"] == max(line["wins"])
        assert [len(line[key]) for key in ("best", "mean", "sd")] == [4, 4, 4]


@pytest.mark.covers("W23", "W29")
def test_a_run_keeps_parameters_seed_and_version(tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run", seed="3")
    data = json.loads((run / "run.json").read_text())
    assert data["recipe"] == "genetic"
    assert data["game"] == "sawhian"
    assert data["version"]
    assert data["options"]["seed"] == 3
    assert set(data["options"]) == set(genetic.Options.__dataclass_fields__)
    assert json.loads((run / "result.json").read_text())["weights"] == log(run)[-1]["best"]


@pytest.mark.covers("W21")
@pytest.mark.parametrize("recipe", LEARNERS)
def test_a_run_under_a_seed_can_be_repeated(recipe: str, tmp_path: Path) -> None:
    assert log(train(recipe, tmp_path / "a")) == log(train(recipe, tmp_path / "b"))
    assert log(train(recipe, tmp_path / "c", seed="9")) != log(tmp_path / "a")


@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize("recipe", LEARNERS)
def test_an_interrupted_run_goes_on_to_what_an_uninterrupted_one_gives(
    recipe: str, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(recipe, tmp_path / "whole")
    with monkeypatch.context() as patch:
        interrupt(patch, learner_class(recipe), at)
        with pytest.raises(KeyboardInterrupt):
            train(recipe, tmp_path / "cut")
    assert len(log(tmp_path / "cut")) == at
    resumed = train(recipe, tmp_path / "cut", resume=True)
    assert log(resumed) == log(whole)
    for name in ("checkpoint.json", "result.json"):
        ours, theirs = (json.loads((run / name).read_text()) for run in (resumed, whole))
        ours.pop("log_bytes", None), theirs.pop("log_bytes", None)
        assert ours == theirs


def test_what_the_log_has_beyond_the_checkpoint_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train("genetic", tmp_path / "whole")
    with monkeypatch.context() as patch:
        interrupt(patch, genetic.Genetic, 2)
        with pytest.raises(KeyboardInterrupt):
            train("genetic", tmp_path / "cut")
    with (tmp_path / "cut" / "log.jsonl").open("a") as file:
        file.write('{"generation":2,"draws":99}\n{"generation":3,"dr')
    assert log(train("genetic", tmp_path / "cut", resume=True)) == log(whole)


def test_a_finished_run_can_be_resumed_and_stays_as_it_is(tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    before = (run / "log.jsonl").read_bytes()
    train("genetic", run, resume=True)
    assert (run / "log.jsonl").read_bytes() == before


def test_a_resumed_run_may_go_on_for_longer(tmp_path: Path) -> None:
    long = train("genetic", tmp_path / "long", generations="8")
    run = train("genetic", tmp_path / "run")
    assert log(train("genetic", run, resume=True, generations="8")) == log(long)


def test_a_resumed_run_refuses_other_options_by_name(tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    with pytest.raises(GameError, match=r"the run has depth=2, and cannot go on with 3"):
        train("genetic", run, resume=True, depth="3")
    with pytest.raises(GameError, match=r"the run has generations=5, and cannot go on with 4"):
        train("genetic", run, resume=True, generations="4")
    with pytest.raises(GameError, match="a run of genetic for sawhian, not of cma"):
        train("cma", run, resume=True)


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "{",
        "[]",
        '{"done":5}',
        '{"done":true,"log_bytes":1,"state":[]}',
        '{"done":1,"log_bytes":10,"state":[[0,0,0,0]]}',
        '{"done":1,"log_bytes":10,"state":"x"}',
        '{"done":1,"log_bytes":10,"state":[[0,0],[0]]}',
    ],
)
def test_a_broken_checkpoint_is_named_and_nothing_changes(broken: str, tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    (run / "checkpoint.json").write_text(broken)
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    with pytest.raises(GameError, match=r"checkpoint\.json: not a checkpoint of this run$"):
        train("genetic", run, resume=True)
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda text: text[:50], "shorter than the checkpoint says"),
        (lambda text: "x" + text[1:], "line 1 is not a line of a training log"),
        (lambda text: "\n" + text, "line 1 is not a line of a training log"),
        (lambda text: text.replace("\n", " ", 1), "line 1 is not a line of a training log"),
        (lambda text: text.splitlines(True)[0] + '{"a":"' + "a" * len(text) + '"}\n', "line 2"),
    ],
)
def test_a_broken_log_is_named(change: Any, line: str, tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    path = run / "log.jsonl"
    path.write_text(change(path.read_text()))
    with pytest.raises(GameError, match=r"log\.jsonl: ") as caught:
        train("genetic", run, resume=True)
    assert line in str(caught.value) or "does not fit the checkpoint" in str(caught.value)


@pytest.mark.parametrize(
    "broken", ["", "{}", '{"format":1,"game":"sawhian","recipe":"genetic","learner":1,"options":{}}']
)
def test_broken_parameters_are_named(broken: str, tmp_path: Path) -> None:
    run = train("genetic", tmp_path / "run")
    (run / "run.json").write_text(broken)
    with pytest.raises(GameError, match=r"run\.json: not the parameters of a training run"):
        train("genetic", run, resume=True)


def test_runs_are_numbered_and_the_last_one_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameError, match="there is no run runs/sawhian-genetic-… to resume"):
        learn.train("sawhian", "genetic", {}, None, True)
    runs = [learn.train("sawhian", "genetic", SMALL, quiet=True) for _ in range(2)]
    assert runs == [Path("runs/sawhian-genetic-1"), Path("runs/sawhian-genetic-2")]
    assert learn.train("sawhian", "genetic", {}, None, True) == runs[1]


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(GameError, match="holds files already"):
        train("genetic", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(GameError, match="there is no training run"):
        train("genetic", tmp_path, resume=True)
