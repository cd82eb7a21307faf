"""spe_ed's server and client from the command line; the protocol itself is tested under tests/live/speed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from reineke.cli.live.speed import PORT, read_pace
from reineke.cli.run import COMPLETE
from reineke.live import speed
from reineke.live.speed import Pace, SpeedServer
from tests.cli.conftest import COMMAND, ROOT, Command

SMALL = ("--port", "0", "--width", "20", "--height", "20", "--round", "0.5", "--seed", "1")


def test_the_port_is_the_servers() -> None:
    assert PORT == speed.PORT


def test_a_server_plays_agents_and_prints_the_results(reineke: Command, tmp_path: Path) -> None:
    names = ("records", "results", "stats")
    files = [word for name in names for word in (f"--{name}", str(tmp_path / f"{name}.jsonl"))]
    agents = ["--agent", "random", "--agent", "bot-snail", "--players", "2"]
    arguments = (*SMALL, *agents, "--games", "2", *files, "--log", tmp_path / "logs", "--quiet", "--json")
    results = reineke("serve", "speed", *arguments).json()
    assert [result["number"] for result in results] == [1, 2]
    assert results[0]["names"] == ["random", "bot-snail"]
    assert [len((tmp_path / f"{name}.jsonl").read_text().splitlines()) for name in names] == [2, 2, 2]
    assert len(list((tmp_path / "logs").iterdir())) == 2
    assert reineke("verify", "speed", tmp_path / "records.jsonl").out.endswith(", 0 differences\n")


def test_events_go_to_stderr_and_the_result_to_stdout(reineke: Command) -> None:
    done = reineke("serve", "speed", *SMALL, "--agent", "random", "--agent", "random", "--players", "2", "--games", "1")
    assert done.code == 0
    assert "listening, ws://127.0.0.1:" in done.err
    assert "is out: " in done.err
    assert done.out.startswith("game 1: ")
    assert done.out.count("\n") == 1


@pytest.mark.covers("P6", "P32")
def test_a_client_takes_its_server_from_the_environment(
    reineke: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "stats.jsonl"
    with SpeedServer(players=2, agents=["random"], pace=Pace(1, 1), width=30, height=30, games=1) as server:
        for name, value in (("URL", server.url), ("KEY", "abc"), ("TIME_URL", server.time_url)):
            monkeypatch.setenv(name, value)
        results = reineke("live", "speed", "--agent", "bot-snail", "--stats", file, "--quiet", "--json").json()
        assert server.wait(60)
    assert [result["status"] for result in results] == ["finished"]
    table = reineke("live", "stats", file)
    assert table.code == 0
    assert "bot-snail" in table.out
    (mine,) = [one for one in reineke("live", "stats", file, "--json").json() if one["agent"].endswith("bot-snail")]
    assert (mine["games"], mine["boards"]) == (1, [30, 30, 30, 30])


def test_a_game_that_breaks_off_exits_with_1(reineke: Command) -> None:
    with SpeedServer(players=2) as server:
        done = reineke("live", "speed", "--url", server.url, "--key", "a", "--patience", "0.2", "--quiet")
    assert done.code == 1
    assert done.err == "reineke: the game broke off: nothing was heard for 0 s\n"


def test_a_server_that_is_not_there_is_said(reineke: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"ws://127.0.0.1:{listener.getsockname()[1]}/spe_ed"
    said = reineke("live", "speed", "--url", url, "--key", "a").refused()
    assert said == f"cannot connect to {url}: connection refused"


def test_keys_come_from_options_and_files(reineke: Command, tmp_path: Path) -> None:
    with SpeedServer(players=2, keys=["good"]) as server:
        assert "403" in reineke("live", "speed", "--url", server.url, "--key", "bad").refused()
    assert "no key" in reineke("serve", "speed", "--keys", _write(tmp_path / "keys", "")).refused()
    assert "a key and a name" in reineke("serve", "speed", "--names", _write(tmp_path / "names", "abc")).refused()


def _write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("live", "speed"),
        ("live", "speed", "--url", "ws://127.0.0.1:1/spe_ed"),
        ("live", "speed", "--url", "nonsense", "--key", "a"),
        ("live", "speed", "--url", "ws://127.0.0.1:1/spe_ed", "--key", "a", "--agent", "nobody"),
        ("live", "speed", "--url", "ws://127.0.0.1:1/spe_ed", "--key", "a", "--margin", "-1"),
        ("live", "stats", "/no/such/file"),
        ("serve", "speed", "--round", "soon"),
        ("serve", "speed", "--round", "9-5"),
        ("serve", "speed", "--round", "0"),
        ("serve", "speed", "--players", "7"),
        ("serve", "speed", "--width", "1"),
        ("serve", "speed", "--width", "5000"),
        ("serve", "speed", "--agent", "nobody"),
        ("serve", "speed", "--fill", "nobody"),
        ("serve", "speed", "--keys", "/no/such/file"),
        ("serve", "speed", "--results", "/no/such/folder/file"),
        ("serve", "speed", "--log", "/dev/null/folder"),
    ],
)
def test_a_users_mistake_is_one_clear_line(
    reineke: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    for name in ("URL", "KEY", "TIME_URL"):
        monkeypatch.delenv(name, raising=False)
    reineke(*arguments).refused()


@pytest.mark.parametrize(
    ("text", "pace"),
    [("5-15", Pace(5, 15, 1)), ("10", Pace(10, 10, 1)), ("0.2", Pace(0.2, 0.2, 1)), ("0.1-3", Pace(0.1, 3, 1))],
)
def test_rounds_are_read(text: str, pace: Pace) -> None:
    assert read_pace(text, 1) == pace


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("reineke live sp", "speed"),
        ("reineke live st", "stats"),
        ("reineke live speed --agent bot-sn", "bot-snail"),
        ("reineke serve speed --fill bot-mi", "bot-mirror"),
        ("reineke serve speed --pl", "--players"),
    ],
)
def test_words_are_completed(reineke: Command, monkeypatch: pytest.MonkeyPatch, words: str, expected: str) -> None:
    monkeypatch.setenv(COMPLETE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert f"plain,{expected}" in reineke().out.splitlines()


@pytest.mark.parametrize("verb", ["serve", "live"])
def test_ctrl_c_ends_it_at_once(verb: str) -> None:
    with SpeedServer(players=2) as server:
        more = ["--port", "0"] if verb == "serve" else ["--url", server.url, "--key", "a"]
        process = subprocess.Popen([*COMMAND, verb, "speed", *more], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stderr is not None
        assert process.stdout is not None
        with process, process.stderr, process.stdout:
            process.stderr.readline()
            process.send_signal(2)
            assert process.wait(20) == 130


def test_a_file_that_holds_something_else_is_refused(reineke: Command, tmp_path: Path) -> None:
    file = _write(tmp_path / "stats.jsonl", json.dumps({"format": 1, "game": "sawhian", "players": []}))
    assert "not a live game" in reineke("live", "stats", file).refused()


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "games" / "speed-server.md").read_text("utf-8")
    (example,) = re.findall(r"```bash\n(.*?)```", page, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in (["bash", "-ec", example.replace("8888", str(port))], [sys.executable, "-c", code]):
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
