"""`reineke live showdown` and `reineke serve showdown`. Some of these tests run Node."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from reineke.cli.live.showdown import PORT, URL
from reineke.live import showdown
from tests.cli.conftest import ROOT, Command
from tests.live.showdown.puppet import ROOM, Server, Talk

COMMAND = [sys.executable, "-c", "import sys; from reineke.cli import main; sys.exit(main())"]


def given_up(talk: Talk) -> None:
    """A battle that the other gives up at the first turn."""
    talk.login()
    talk.begin()
    talk.send("|init|battle", "|player|p1|foxtwo|1|", "|player|p2|foxone|1|", "|start", room=ROOM)
    talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
    talk.wait()


def test_the_address_is_the_librarys() -> None:
    assert showdown.URL == URL
    assert str(PORT) in URL


def test_a_summary_is_printed(reineke: Command) -> None:
    with Server(given_up) as server:
        words = (
            "live",
            "showdown",
            "--url",
            server.url,
            "--name",
            "foxone",
            "--challenge",
            "foxtwo",
            "--agent",
            "random",
        )
        done = reineke(*words)
    assert done.code == 0
    assert done.out.splitlines()[0] == "1 battles: 1 won, 0 lost, 0 tied, 0 aborted"
    assert "0 protocol errors" in done.out
    assert "won against foxtwo after 0 turns: foxtwo forfeited. (1/1)" in done.err


def test_json_has_summary_and_battles(reineke: Command) -> None:
    with Server(given_up) as server:
        words = ("--url", server.url, "--name", "foxone", "--challenge", "foxtwo", "--agent", "random", "--quiet")
        done = reineke("live", "showdown", *words, "--json").json()
    assert done["summary"]["wins"] == 1
    assert [battle["opponent"] for battle in done["battles"]] == ["foxtwo"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "say one of"),
        (("--ladder", "--accept"), "say one of"),
        (("--challenge", "!"), "no name of a user"),
        (("--ladder", "--name", "a|b"), "no name for a user"),
        (("--ladder", "--url", "http://somewhere"), "no address of a web socket"),
        (("--ladder", "--agent", "nobody"), "no agent of gen1 is called"),
        (("--ladder", "--time", "0"), "--time"),
        (("--ladder", "--battles", "0"), "--battles"),
        (("--ladder", "--timer", "perhaps"), "--timer"),
        (("--ladder", "--save", "/nowhere/battles.jsonl"), "cannot be written"),
        (("--ladder", "--url", "ws://127.0.0.1:1/"), "cannot connect"),
    ],
)
def test_a_mistake_is_one_line(reineke: Command, options: tuple[str, ...], words: str) -> None:
    assert words in reineke("live", "showdown", *options).refused()


def test_ctrl_c_ends_it_where_nothing_is_going_on() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.wait()

    with Server(script) as server:
        words = ["live", "showdown", "--url", server.url, "--name", "foxone", "--accept", "--agent", "random"]
        process = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stderr is not None
        assert process.stdout is not None
        with process, process.stderr, process.stdout:
            assert b"logged in" in process.stderr.readline()
            process.send_signal(2)
            assert process.wait(20) == 130


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "games" / "gen1-live.md").read_text("utf-8")
    (example,) = re.findall(r"```bash\n(.*?)```", page, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in (["bash", "-c", example.replace("8123", str(port))], [sys.executable, "-c", code]):
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300
        )
        assert done.stderr == ""
        assert "1 battles:" in done.stdout
    record = json.loads((tmp_path / "battles.jsonl").read_text())
    assert record["result"]["protocol_errors"] == 0
