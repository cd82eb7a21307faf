"""Matches: the same results however they are run, and whatever agents do to their processes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from reineke.agent import Budget
from reineke.arena import MatchResult, Store, run_match, table
from reineke.game import GameError
from reineke.record import Record, read_records, replay
from tests.arena import toys

REPOSITORY = Path(__file__).parents[2]


def match(game: str, *specs: str, blocks: int = 3, **options) -> MatchResult:
    return run_match(game, specs, blocks, **{"load": toys.load, "make": toys.make} | options)


def timeless(result: MatchResult | dict) -> dict:
    """The result as JSON without what a clock decides."""
    data = result if isinstance(result, dict) else result.json()
    data = {key: value for key, value in data.items() if key != "seconds"}
    agents = [{key: value for key, value in agent.items() if key != "ms_per_move"} for agent in data["agents"]]
    return data | {"agents": agents}


def forfeits(result: MatchResult) -> list[dict[str, int]]:
    return [{kind: count for kind, count in agent.forfeits.items() if count} for agent in result.agents]


@pytest.mark.parametrize(
    ("game", "specs"),
    [
        ("nim", ["random", "last"]),
        ("rolls", ["random", "first"]),
        ("bids", ["random", "first", "random"]),
        ("solo", ["random"]),
        ("cards", ["random", "random"]),
        ("nim", ["crash(2)", "exit(2)"]),
    ],
)
def test_one_and_two_jobs_give_the_same_results(game, specs):
    assert timeless(match(game, *specs, blocks=4, jobs=1)) == timeless(match(game, *specs, blocks=4, jobs=2))


def test_the_json_of_a_match_is_as_designed():
    data = match("anywhere(seats=3)", "random", "first", "last", blocks=2, budget=Budget(nodes=9), seed=5).json()
    assert json.loads(json.dumps(data)) == data
    assert list(data) == [
        "game",
        "options",
        "seed",
        "blocks",
        "games",
        "distinct_games",
        "budget",
        "agents",
        "seconds",
    ]
    assert (data["game"], data["options"], data["seed"]) == ("anywhere", {"seats": 3}, 5)
    assert (data["blocks"], data["games"]) == (2, 6)
    assert data["budget"] == {"seconds": None, "nodes": 9}
    assert [agent["spec"] for agent in data["agents"]] == ["random", "first", "last"]
    agent = data["agents"][0]
    assert list(agent) == [
        "spec",
        "games",
        "wins",
        "share",
        "share_ci",
        "mean_place",
        "place_ci",
        "mean_score",
        "score_sd",
        "score_ci",
        "forfeits",
        "ms_per_move",
    ]
    assert list(agent["forfeits"]) == ["late", "illegal", "crash", "hang", "disconnect"]
    assert list(agent["ms_per_move"]) == ["p50", "p99", "max"]
    assert sum(agent["share"] for agent in data["agents"]) == pytest.approx(1, abs=1e-5)


def test_a_solo_game_takes_one_spec_and_has_no_share():
    data = match("solo", "first", blocks=5).json()
    assert data["games"] == 5
    assert data["agents"][0]["share"] is None
    assert data["agents"][0]["mean_score"] == 0.0


def test_no_state_leaks_from_game_to_game():
    # An agent that plays otherwise in its second game would lose to itself being made anew.
    assert (
        timeless(match("nim", "sticky", "random", blocks=5))["agents"][0]["share"]
        == (timeless(match("nim", "first", "random", blocks=5))["agents"][0]["share"])
    )


@pytest.mark.parametrize(
    ("spec", "kind", "message"),
    [
        ("hang(2)", "hang", "no answer within 3 s"),
        ("hangatstart", "hang", "no answer within 3 s"),
        ("exit(2)", "crash", "its process ended with code 7"),
        ("segfault(2)", "crash", "its process died of SIGSEGV"),
        ("crash(2)", "crash", "ValueError: two lines"),
        ("illegal(2)", "illegal", "answered 99"),
        ("lost(2)", "disconnect", "ConnectionResetError"),
    ],
)
def test_the_match_goes_on_whatever_an_agent_does(tmp_path, spec, kind, message):
    records = tmp_path / "games"
    result = match("nim", "random", spec, blocks=1, jobs=2, hang_seconds=3, records=records)
    assert forfeits(result) == [{}, {kind: 2}]
    assert result.agents[0].share == 1.0
    games = list(read_records(records))
    assert len(games) == 2
    for game in games:
        (forfeit,) = game.result["forfeits"]
        assert forfeit["message"].startswith(message)
        list(replay(game, toys.load("nim")))


def test_the_game_up_to_a_fatal_decision_is_kept(tmp_path):
    match("nim", "random", "random", blocks=1, records=tmp_path / "plain", seed=3)
    match("nim", "random", "exit(2)", blocks=1, records=tmp_path / "fatal", seed=3)
    plain, fatal = ([game.turns for game in read_records(tmp_path / name)] for name in ("plain", "fatal"))
    assert plain[0][:5] == fatal[0][:5]


def test_two_agents_may_die_in_the_same_game():
    assert forfeits(match("nim", "exit(1)", "segfault(2)", blocks=1)) == [{"crash": 2}, {"crash": 2}]


@pytest.mark.parametrize("way", ["spawn", "fork"])
def test_what_an_agent_has_started_is_ended_with_it(tmp_path, way):
    note = tmp_path / "pid"
    result = match("nim", "random", f"{way}({note})", blocks=1, make=toys.make_parent)
    assert forfeits(result) == [{}, {"crash": 2}]
    for pid in note.read_text().split():
        assert_gone(int(pid))


def assert_gone(pid: int) -> None:
    for _ in range(1000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        time.sleep(0.01)
    raise AssertionError(f"process {pid} lives on")


def test_a_game_whose_rules_fail_is_one_clear_line():
    with pytest.raises(GameError, match=r"broken, block 0: the game failed: RuntimeError: the rules are broken"):
        match("broken", "random", "random")


def test_a_game_that_kills_its_process_twice_is_one_clear_line():
    with pytest.raises(GameError, match="the game failed twice: its process ended with code 5"):
        match("deadly", "first", "first")


def test_agents_print_to_stderr_alone(capfd):
    match("nim", "chatty", "random", blocks=1)
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking aloud" in err


def test_agents_have_no_stdin():
    read, write = os.pipe()
    os.write(write, b"1\n" * 100)
    before = os.dup(0)
    os.dup2(read, 0)
    try:
        assert forfeits(match("nim", "random", "asking", blocks=1)) == [{}, {"crash": 2}]
    finally:
        os.dup2(before, 0)
        for number in (read, write, before):
            os.close(number)


@pytest.mark.parametrize(
    ("game", "specs", "options", "wanted"),
    [
        ("chess", ["random", "random"], {}, "no game is called 'chess'"),
        ("nim", ["random", "clever"], {}, "no agent is called 'clever'"),
        ("nim", ["random"], {}, "nim needs 2 agents, but 1 was given"),
        ("nim", ["random"] * 3, {}, "nim needs 2 agents, but 3 were given"),
        ("solo", ["random"] * 2, {}, "solo needs 1 agent, but 2 were given"),
        ("nim", [], {}, "0 were given"),
        ("nim", ["random", "crash(x)"], {}, "agent crash.x. cannot be made: ValueError"),
        ("nim", ["random", "random"], {"blocks": 0}, "blocks must be at least 1, not 0"),
        ("nim", ["random", "random"], {"jobs": 0}, "jobs must be at least 1, not 0"),
        ("nim", ["random", "random"], {"hang_seconds": 0}, "hang limit"),
        ("nim", ["random", "random"], {"seatings": "some"}, "cyclic or all"),
        ("nim", ["random", "random"], {"records": "games.gz"}, "compress"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_written(tmp_path, monkeypatch, game, specs, options, wanted):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameError, match=wanted) as error:
        match(game, *specs, **{"store": "results.sqlite", "records": "games"} | options)
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_an_agent_that_is_unfit_ends_the_match_in_one_line_and_its_game_does_not_count(tmp_path):
    store = tmp_path / "results.sqlite"
    with pytest.raises(GameError, match=r"nim, block 0: the game failed: .*Unfit: its program is broken") as error:
        match("nim", "random", "broken(2)", blocks=3, store=store)
    assert "\n" not in str(error.value)
    with Store(store) as results:
        assert results.games(1, 3) == []


def test_what_workers_cannot_import_is_refused(monkeypatch):
    def make(spec, game):
        return toys.make(spec, game)

    monkeypatch.setattr(make, "__module__", "__main__")
    with pytest.raises(GameError, match="module that workers can import"):
        match("nim", "random", "random", make=make)


def test_a_game_takes_its_seats_from_the_number_of_agents():
    assert match("anywhere", "random", "random", "first", blocks=1).json()["options"] == {"seats": 3}
    assert match("anywhere", "random", "random", blocks=1).json()["options"] == {}
    with pytest.raises(GameError, match=r"anywhere\(seats=3\) needs 3 agents, but 2"):
        match("anywhere(seats=3)", "random", "random")
    with pytest.raises(GameError, match="seats=5: expected a number from 2 to 4"):
        match("anywhere", *["random"] * 5)
    with pytest.raises(GameError, match="nim needs 2 agents, but 3"):
        match("nim", *["random"] * 3)


def test_a_run_given_again_plays_only_what_is_missing(tmp_path):
    store, records = tmp_path / "results.sqlite", tmp_path / "games"
    match("nim", "random", "last", blocks=2, store=store, records=records)
    assert len(list(read_records(records))) == 4
    longer = match("nim", "random", "last", blocks=5, store=store, records=records)
    assert len(list(read_records(records))) == 10
    assert timeless(longer) == timeless(match("nim", "random", "last", blocks=5))
    again = match("nim", "random", "last", blocks=5, store=store, records=records)
    assert len(list(read_records(records))) == 10
    assert again == longer
    shorter = match("nim", "random", "last", blocks=2, store=store)
    assert timeless(shorter) == timeless(match("nim", "random", "last", blocks=2))


def test_a_store_holds_many_runs(tmp_path):
    store = tmp_path / "results.sqlite"
    match("nim", "random", "last", blocks=2, store=store)
    match("nim", "last", "random", blocks=1, store=store)
    match("nim", "random", "last", blocks=1, store=store, seed=9)
    with Store(store) as results:
        assert [len(results.games(run.number)) for run in results.runs()] == [4, 2, 2]


def test_records_that_a_killed_run_did_not_write_come_from_the_store(tmp_path):
    store, records = tmp_path / "results.sqlite", tmp_path / "games"
    match("nim", "random", "last", blocks=3, store=store, records=records)
    lines = records.read_text().splitlines(keepends=True)
    records.write_text("".join(lines[:2]) + lines[2][:100])
    match("nim", "random", "last", blocks=4, store=store, records=records)
    games = list(read_records(records))
    assert len(games) == 8
    assert len({(game.seeds["key"], game.seeds["rotation"]) for game in games}) == 8


def test_the_store_keeps_records_that_replay(tmp_path):
    store = tmp_path / "results.sqlite"
    match("bids", "random", "random", "random", blocks=2, store=store, decisions=True)
    with Store(store) as results:
        records = [Record.parse(line) for _, _, line in results.records(1)]
    assert len(records) == 6
    for record in records:
        list(replay(record, toys.load("bids")))
        assert len(record.decisions) == 9


SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from reineke.arena import run_match
from tests.arena import toys
names = dict(load=toys.load, make=toys.make_parent)
run_match("nim", ["{spec}", "random"], 60, jobs=2, store={store!r}, records={records!r}, **names)
"""


@pytest.fixture
def start(tmp_path):
    """Starts a long match in a process of its own; its script has no `if __name__ == "__main__"`."""
    processes = []

    def start(spec: str) -> tuple[subprocess.Popen[str], Path, Path]:
        store, records, script = tmp_path / "results.sqlite", tmp_path / "games", tmp_path / "match.py"
        paths = [entry for entry in sys.path if entry]
        script.write_text(SCRIPT.format(paths=paths, spec=spec, store=str(store), records=str(records)))
        command = [sys.executable, script]
        process = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, start_new_session=True)
        processes.append(process)
        return process, store, records

    yield start
    for process in processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stderr.close()


@pytest.fixture
def running(start):
    """A match of which some games are finished."""
    process, store, records = start("slow")
    while process.poll() is None and games_in(store) < 3:
        time.sleep(0.02)
    assert process.poll() is None, process.stderr.read()
    return process, store, records


def games_in(store: Path) -> int:
    if not store.exists():
        return 0
    base = sqlite3.connect(store, timeout=30)
    try:
        return base.execute("SELECT count(*) FROM game").fetchone()[0]
    finally:
        base.close()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_kill_9_loses_no_finished_game_and_the_run_resumes(running, tmp_path):
    process, store, records = running
    workers = children(process.pid)
    assert len(workers) == 2
    process.kill()
    process.wait()
    for worker in workers:
        assert_gone(worker)
    finished = games_in(store)
    assert finished >= 3
    whole = list(read_records(records, skip_partial=True))
    assert abs(len(whole) - finished) <= 1

    resumed = match("nim", "slow", "random", blocks=60, store=store, records=records, jobs=2)
    uninterrupted = tmp_path / "other.sqlite"
    assert timeless(resumed) == timeless(
        match("nim", "slow", "random", blocks=60, store=uninterrupted, jobs=2, records=tmp_path / "other")
    )
    tables = [json.loads(table(path, "json")) for path in (store, uninterrupted)]
    assert [timeless(one) for one in tables[0]] == [timeless(one) for one in tables[1]]
    games = [sorted(json.dumps([g.seeds, g.turns]) for g in read_records(p)) for p in (records, tmp_path / "other")]
    assert games[0] == games[1]
    assert len(games[0]) == 120


def test_a_worker_with_a_hanging_agent_dies_with_its_parent(start, tmp_path):
    note = tmp_path / "pid"
    process, *_ = start(f"loop({note})")
    while process.poll() is None and not (note.exists() and note.read_text().endswith("\n")):
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert_gone(int(note.read_text()))


def test_ctrl_c_ends_the_workers_and_says_how_to_go_on(running):
    process, store, _ = running
    workers = children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode != 0
    finished = games_in(store)
    assert f"Stopped: {finished} of 120 games are in {store}. The same command goes on from there." in err
    for worker in workers:
        assert_gone(worker)
    assert [path.name for path in store.parent.glob("results*")] == ["results.sqlite"]


def test_a_match_can_be_played_outside_the_main_thread():
    import threading

    results = []
    thread = threading.Thread(target=lambda: results.append(match("nim", "random", "last", blocks=1)))
    thread.start()
    thread.join()
    assert timeless(results[0]) == timeless(match("nim", "random", "last", blocks=1))


def test_a_worker_imports_only_what_playing_needs():
    code = (
        "import sys; from reineke.arena import worker; print(*{'numpy', 'rich', 'sqlite3', 'click'} & set(sys.modules))"
    )
    paths = [entry for entry in sys.path if entry]
    printed = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {paths!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.strip() == ""
