"""Fresh battles on Showdown and on the engine at once: `reineke verify gen1 --battles N`. These tests run Node."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from reineke.agent import Agent, Budget, Decision
from reineke.cli import gen1_agents
from reineke.cli.gen1_agents import Agents, agent_pairs
from reineke.game import GameError, View
from reineke.games.gen1 import lockstep, showdown
from reineke.games.gen1.check import Report, check
from reineke.games.gen1.lockstep import Fixtures, Found
from reineke.games.gen1.showdown import Simulator, spread
from tests.cli.conftest import COMMAND, ROOT, Command, process
from tests.games.gen1.records import BATTLES

SEEDS = {"seed": "gen5,00000000000000aa", "ts": ["gen5,00000000000000ab", "gen5,00000000000000ac"]}
HEAD = ["move", "hit", "miss", "crit", "immune", "substitute", "breaks", "ko"]
PLAYED = {**SEEDS, "pol": ["uniform", "attack"], "ps": "gen5,0000000000000001"}

# Changes of Showdown that lockstep has to find: a stronger move, odds of critical hits, a draw that is left out.
STRONGER = "Dex.mod('gen1').data.Moves.bodyslam.basePower = 86;"
SHARPER = """
const {Battle} = require(SHOWDOWN);
const chance = Battle.prototype.randomChance;
Battle.prototype.randomChance = function (odds, of) {
  return chance.call(this, of === 256 && new Error().stack.includes('getDamage') ? Math.min(255, odds + 25) : odds, of);
};"""
HARMLESS = "Dex.mod('gen1').data.Moves.bodyslam.secondary = null;"


def changed_showdown(folder: Path, change: str) -> dict[str, str]:
    """An environment in which Node changes Showdown before anything else runs."""
    package = json.dumps(str(showdown.FOLDER / "node_modules" / "pokemon-showdown"))
    patch = folder / "patch.cjs"
    patch.write_text(f"const SHOWDOWN = {package};\nconst {{Dex}} = require(SHOWDOWN);\n{change}\n")
    return {"NODE_OPTIONS": f"--require {patch}"}


def test_battles_of_every_pair_of_policies_agree_and_tell_what_they_covered() -> None:
    done = process("verify", "gen1", "--battles", "49", "--policy", "all", "--seed", "3", "--jobs", "2")
    assert (done.code, done.err) == (0, "")
    first, *middle, counts, last = done.out.splitlines()
    assert first == f"in lockstep with Showdown {showdown.version()}, seed 3"
    assert counts.startswith("49 battles, ")
    assert last.endswith(" checked, 0 differences")
    assert any(line.split() == HEAD for line in middle)
    assert middle[-1].startswith("never seen: ")


@pytest.mark.covers("T5")
def test_what_each_side_knows_by_its_own_lines_is_what_the_engine_shows_it(reineke: Command) -> None:
    done = reineke("verify", "gen1", "--battles", "8", "--views", "--policy", "rare,status", "--seed", "4")
    assert done.code == 0
    assert done.out.splitlines()[-1].endswith(" checked, 0 differences")


def test_a_difference_in_what_a_side_knows_is_shrunk_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    difference = "decision 3: view of side 1: '|turn|4' told, '|turn|5' here"
    seen: list[bool] = []

    def checked(line: bytes, views: bool = False) -> Report:
        seen.append(views)
        return Report(True, 4, 4, 4, difference, {})

    monkeypatch.setattr(lockstep, "check", checked)
    (found,) = lockstep.run(iter([{**PLAYED, "id": "views"}]), 1, views=True)
    assert seen == [True, True], "the battle itself, and its beginning"
    assert found.report.difference == difference
    assert found.record is not None
    assert len(json.loads(found.record)["d"]) == 4


def test_directed_battles_are_played_by_name() -> None:
    jobs = [job for job in lockstep.directed(1, 1) if job["scenario"] in ("nobody but Dittos", "surf on a Substitute")]
    found = list(lockstep.run(iter(jobs), 1))
    assert [one.report.difference for one in found] == [None, None]
    surf, dittos = (one.report.coverage for one in found)
    assert surf["surf breaks"] > 0
    assert dittos["Endless Battle Clause"] == 1


def test_a_seed_gives_the_same_battles_whatever_the_number_of_jobs(reineke: Command) -> None:
    runs = [reineke("verify", "gen1", "--battles", "6", "--seed", "5", "--jobs", jobs).out for jobs in ("1", "3")]
    assert runs[0] == runs[1]
    assert runs[0] != reineke("verify", "gen1", "--battles", "6", "--seed", "6").out.replace("seed 6", "seed 5")


def test_some_battles_and_half_the_teams_have_seeds_of_the_other_generator(reineke: Command) -> None:
    kinds = [job["seed"].partition(",")[0] for job in lockstep.battles(16, 1, [("uniform", "uniform")])]
    assert kinds.count("sodium") == 2
    teams = [job["ts"][0].partition(",")[0] for job in lockstep.team_pairs(4, 1)]
    assert teams == ["gen5", "sodium", "gen5", "sodium"]
    done = reineke("verify", "gen1", "--teams", "60", "--seed", "9")
    assert (done.code, done.out.splitlines()[1:]) == (0, ["60 pairs of teams", "120 checked, 0 differences"])


def test_a_battle_from_a_sodium_seed_agrees_number_for_number() -> None:
    with Simulator() as simulator:
        line = simulator.ask({**PLAYED, "seed": "sodium,0123456789abcdef"})
    record, report = json.loads(line), check(line)
    assert report.difference is None
    assert len(record["s0"]["rng"]) == 64
    record["d"][3]["s"]["rng"] = "0" * 64
    assert "decision 3: state.rng" in str(check(json.dumps(record).encode()).difference)


@pytest.mark.parametrize(
    ("change", "words", "name"),
    [
        (STRONGER, "log", "log.jsonl"),
        (SHARPER, "log", "log.jsonl"),
        (HARMLESS, "for Extra here", "number-extra.jsonl"),
    ],
    ids=["stronger", "sharper", "harmless"],
)
def test_a_difference_is_shrunk_named_and_kept(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, words: str, name: str
) -> None:
    for key, value in changed_showdown(tmp_path, change).items():
        monkeypatch.setenv(key, value)
    kept = tmp_path / "kept"
    done = reineke("verify", "gen1", "--battles", "24", "--seed", "2", "--save", kept)
    assert done.code == 1
    differences = [line for line in done.out.splitlines() if " recorded, " in line]
    assert done.out.endswith(f" checked, {len(differences)} differences\n")
    assert any(words in line for line in differences)
    record = json.loads((kept / name).read_text())
    report = check((kept / name).read_bytes())
    assert report.difference is not None
    assert words in report.difference
    assert report.decisions == len(record["d"]), "nothing is kept behind the difference"
    assert "win" not in record
    shortest = min(int(line.split("decision ")[1].split(":")[0]) for line in differences if words in line)
    assert len(record["d"]) == shortest + 1, "the shortest of its kind is kept"
    assert all(len(number) == 4 for decision in record["d"] for number in decision["n"]), "with Showdown's functions"
    monkeypatch.delenv("NODE_OPTIONS")
    assert reineke("verify", "gen1", kept / name).code == 1


def test_teams_that_differ_are_kept(reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = "Dex.mod('gen1').data.Pokedex.pikachu.types = ['Water'];"
    for key, value in changed_showdown(tmp_path, change).items():
        monkeypatch.setenv(key, value)
    done = reineke("verify", "gen1", "--teams", "200", "--save", tmp_path / "kept")
    assert done.code == 1
    assert "team" in done.out
    assert check(next((tmp_path / "kept").iterdir()).read_bytes()).difference is not None


def test_only_a_shorter_battle_of_its_kind_replaces_a_fixture(tmp_path: Path) -> None:
    def found(decisions: int, difference: str) -> Found:
        return Found("x", Report(True, 1, 1, decisions, difference, {}), str(decisions).encode())

    fixtures = Fixtures(tmp_path / "new")
    path = fixtures.keep(found(9, "decision 8: log[2]: 1 recorded, 2 here"))
    assert path is not None
    assert fixtures.keep(found(9, "decision 8: log[4]: 1 recorded, 2 here")) is None
    assert fixtures.keep(found(5, "decision 4: log[1]: 3 recorded, 2 here")) == path
    assert path.read_bytes() == b"5"
    other = fixtures.keep(found(20, "decision 19: state.p1.m.3.h: 3 recorded, 2 here"))
    assert other is not None
    assert sorted(one.name for one in path.parent.iterdir()) == ["log.jsonl", "state-p-m-h.jsonl"]


# Agents.

FAST = ("mcts(nodes=20)", "maxdamage(samples=1,rolls=1)")


def test_agents_play_battles_on_which_showdown_agrees(reineke: Command) -> None:
    words = ["verify", "gen1", "--battles", "9", "--seed", "8", "--agent", FAST[0], "--agent", FAST[1]]
    runs = [reineke(*words, "--jobs", jobs) for jobs in ("1", "2")]
    assert [run.code for run in runs] == [0, 0]
    assert runs[0].out == runs[1].out
    counts, last = runs[0].out.splitlines()[-2:]
    assert counts.startswith("9 battles, ")
    assert last.endswith(" checked, 0 differences")


def test_agents_change_sides_and_choose_by_what_they_are() -> None:
    pairs = agent_pairs(FAST)
    jobs = list(lockstep.battles(2, 8, pairs, "agents"))
    assert [job["agents"] for job in jobs] == [FAST, FAST[::-1]]
    agents = Agents()
    with Simulator() as simulator:
        played = json.loads(simulator.ask(agents.play(jobs[0])))
    assert played["agents"] == list(FAST)
    assert played["win"] in ("p1", "p2", "")
    other = {**jobs[0], "agents": ("random", FAST[1])}
    assert agents.play(jobs[0]) == agents.play(jobs[0])
    assert agents.play(jobs[0])["c"] != agents.play(other)["c"]
    assert agents.play(jobs[0])["c"] != agents.play({**jobs[0], "ps": "another"})["c"]


def test_a_difference_in_a_battle_of_agents_is_shrunk_and_kept(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in changed_showdown(tmp_path, SHARPER).items():
        monkeypatch.setenv(key, value)
    kept = tmp_path / "kept"
    done = reineke("verify", "gen1", "--battles", "4", "--seed", "2", "--agent", FAST[1], "--save", kept)
    assert done.code == 1
    record = json.loads(next(kept.iterdir()).read_text())
    assert record["agents"] == [FAST[1], FAST[1]]
    assert "win" not in record


def test_closed_agents_play_no_further() -> None:
    agents = Agents()
    (job,) = lockstep.battles(1, 8, agent_pairs(FAST), "agents")
    agents.close()
    assert agents.play(job)["c"] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--battles", "1", "--agent", "dance"], "dance"),
        (["--battles", "1", "--agent", "random", "--policy", "attack"], "not by both"),
        (["--battles", "1", "--agent", "random", "--agent", "random", "--agent", "random"], "3 agents"),
        (["--teams", "1", "--agent", "random"], "neither is asked for"),
    ],
    ids=["unknown", "policies", "three", "nothing to play"],
)
def test_wrong_agents_are_a_mistake(reineke: Command, words: list[str], told: str) -> None:
    assert told in reineke("verify", "gen1", *words).refused()


def test_an_agent_that_breaks_or_cheats_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    (job,) = lockstep.battles(1, 8, agent_pairs(["random"]), "agents")

    def broken(self: Agent, *_: object) -> Decision:
        raise RuntimeError("out of order")

    monkeypatch.setattr(gen1_agents, "make", lambda spec, game: type("Broken", (Agent,), {"decide": broken})())
    with pytest.raises(GameError, match=r"does not decide: RuntimeError: out of order"):
        Agents().play(job)
    cheat = type("Cheat", (Agent,), {"decide": lambda self, *_: Decision(9999)})
    monkeypatch.setattr(gen1_agents, "make", lambda spec, game: cheat())
    with pytest.raises(GameError, match="answers 9999, which is not legal"):
        Agents().play(job)


def test_agents_that_watch_are_told_what_they_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    (job,) = lockstep.battles(1, 8, agent_pairs(["random"]), "agents")
    seen: list[tuple[int, Any]] = []

    class Watcher(Agent):
        def observe(self, view: View, event: Any) -> None:
            seen.append((view.seat, event))

        def decide(self, view: View, budget: Budget, stop: Any = None, progress: Any = None) -> Decision:
            return Decision(view.legal[0])

    monkeypatch.setattr(gen1_agents, "make", lambda spec, game: Watcher())
    turns = len(Agents().play(job)["c"])
    assert [seat for seat, _ in seen] == [0, 1] * turns


# Choices from outside.


def test_given_choices_are_recorded_as_far_as_they_go() -> None:
    with Simulator() as simulator:
        played = json.loads(simulator.ask(PLAYED))
        choices = [decision["c"] for decision in played["d"]]
        again = json.loads(simulator.ask({**SEEDS, "c": choices}))
        packed = json.loads(simulator.ask({"seed": SEEDS["seed"], "teams": played["teams"], "c": choices}))
        begun = json.loads(simulator.ask({**SEEDS, "c": choices[:4]}))
    assert again["d"] == played["d"]
    assert again["win"] == played["win"]
    assert packed["d"] == played["d"]
    assert begun["d"] == played["d"][:4]
    assert "win" not in begun


def test_what_showdown_refuses_is_told() -> None:
    with Simulator() as simulator:
        line = simulator.ask({**SEEDS, "c": [["switch 1", "move 1"], ["move 1", "move 1"]]})
        assert len(json.loads(line)["d"]) == 1, "a battle ends there"
        assert re.match(r"decision 0: refused: switch 1: .*Can't", str(check(line).difference))
        with pytest.raises(GameError, match="no policy is called dance"):
            simulator.ask({**PLAYED, "pol": ["dance", "uniform"]})
        with pytest.raises(GameError, match="no scenario is called opera"):
            simulator.ask({**PLAYED, "scenario": "opera"})
        assert simulator.ask(PLAYED), "it goes on"


# What can go wrong.


@pytest.mark.parametrize("policy", ["dance", "uniform,dance", "uniform,uniform,uniform", ""])
def test_an_unknown_policy_is_a_mistake(reineke: Command, policy: str) -> None:
    assert "polic" in reineke("verify", "gen1", "--battles", "1", "--policy", policy).refused()


def test_without_node_one_line_says_so(reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Node 20 or newer is missing" in reineke("verify", "gen1", "--battles", "1").refused()


def test_without_showdown_one_line_says_what_to_do(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showdown, "FOLDER", tmp_path)
    assert "from a checkout" in reineke("verify", "gen1", "--teams", "1").refused()
    (tmp_path / "lockstep.mjs").touch()
    refused = reineke("verify", "gen1", "--teams", "1").refused()
    assert "run make showdown, or cd showdown && npm ci --omit=optional" in refused


def test_a_simulator_that_is_killed_is_an_error() -> None:
    def kill(simulator: Simulator, job: showdown.Job) -> bytes:
        os.kill(simulator.pid, signal.SIGKILL)
        return simulator.ask(job)

    with pytest.raises(GameError, match=r"Node ended in the middle of a battle \(signal 9\)"):
        list(spread([PLAYED] * 3, 2, kill))


def test_a_driver_that_fails_is_an_error_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in changed_showdown(tmp_path, "throw new Error('out of order');").items():
        monkeypatch.setenv(key, value)
    with Simulator() as simulator, pytest.raises(GameError, match="exit code 1: Error: out of order"):
        simulator.ask(PLAYED)


def test_a_battle_that_the_engine_cannot_read_is_an_error(
    reineke: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = """
const sets = require(SHOWDOWN + '/dist/data/random-battles/gen1/data.json');
for (const set of Object.values(sets)) set.essentialMoves = ['splash'];"""
    for key, value in changed_showdown(tmp_path, change).items():
        monkeypatch.setenv(key, value)
    done = reineke("verify", "gen1", "--battles", "2", "--save", tmp_path / "kept")
    assert done.code == 2
    assert 'is not understood: no move here is called "splash"' in done.err


def test_a_simulator_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdown, "PATIENCE", 0.1)

    def stop(simulator: Simulator, job: showdown.Job) -> bytes:
        os.kill(simulator.pid, signal.SIGSTOP)
        return simulator.ask(job)

    with pytest.raises(GameError, match="has not answered"):
        list(spread([PLAYED], 1, stop))


def running() -> tuple[subprocess.Popen[str], int]:
    """The command in the midst of many battles, and its Node process."""
    command = [*COMMAND, "verify", "gen1", "--battles", "100000", "--jobs", "1"]
    begun = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    )
    assert begun.stdout is not None
    assert begun.stdout.readline().startswith("in lockstep")
    children = Path(f"/proc/{begun.pid}/task/{begun.pid}/children")
    while not (found := children.read_text().split()):
        time.sleep(0.05)
    return begun, int(found[0])


def test_node_killed_from_outside_ends_the_command_with_one_line() -> None:
    begun, node = running()
    os.kill(node, signal.SIGKILL)
    _, err = begun.communicate(timeout=60)
    assert begun.returncode == 2
    assert err == "reineke: Node ended in the middle of a battle (signal 9)\n"


def test_ctrl_c_ends_the_command_and_node() -> None:
    begun, node = running()
    begun.send_signal(signal.SIGINT)
    _, err = begun.communicate(timeout=60)
    assert (begun.returncode, err) == (130, "reineke: interrupted\n")
    # Node may have been started a moment before it could be ended: then it ends as its input does.
    for _ in range(600):
        if not Path(f"/proc/{node}").exists():
            return
        time.sleep(0.1)
    pytest.fail("Node is still there")


@pytest.mark.soak
@pytest.mark.parametrize(
    "wanted",
    [
        ("--battles", "10000", "--policy", "uniform"),
        ("--battles", "2000", "--policy", "all"),
        ("--teams", "20000"),
    ],
    ids=["uniform", "biased", "teams"],
)
def test_thousands_of_battles_and_teams_agree(reineke: Command, tmp_path: Path, wanted: tuple[str, ...]) -> None:
    done = reineke("verify", "gen1", *wanted, "--seed", "2026", "--save", tmp_path)
    assert (done.code, list(tmp_path.iterdir())) == (0, [])


@pytest.mark.soak
def test_everything_that_can_happen_does_in_directed_battles(reineke: Command, tmp_path: Path) -> None:
    done = reineke("verify", "gen1", BATTLES, "--directed", "10", "--seed", "1", "--save", tmp_path)
    assert done.code == 0
    assert "never seen: nothing" in done.out.splitlines()
