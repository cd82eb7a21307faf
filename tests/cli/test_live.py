"""Servers and clients from the command line; the protocol itself is tested under tests/live."""

from __future__ import annotations

from pathlib import Path

from reineke.cli.live.sawhian import PORT
from reineke.live.sawhian import protocol
from reineke.live.sawhian.server import SawhianServer
from tests.cli.conftest import Command


def test_the_port_is_the_protocols() -> None:
    assert PORT == protocol.PORT


def test_a_server_plays_agents_and_prints_the_results(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    agents = ["--agent", "random"] * 4
    results = reineke("serve", "sawhian", "--port", "0", *agents, "--records", file, "--quiet", "--json").json()
    assert len(results) == 1
    assert results[0]["names"] == ["random"] * 4
    assert len(file.read_text().splitlines()) == 1


def test_events_go_to_stderr_and_the_result_to_stdout(reineke: Command) -> None:
    done = reineke("serve", "sawhian", "--port", "0", *["--agent", "random"] * 4)
    assert done.code == 0
    assert "listening on 127.0.0.1:" in done.err
    assert done.out.startswith("game 1: ")
    assert done.out.count("\n") == 1


def test_a_client_joins_a_server(reineke: Command) -> None:
    with SawhianServer(agents=["random"] * 3, limit=1) as server:
        arguments = ("live", "sawhian", "--port", str(server.port), "--agent", "random", "--name", "Fox", "--quiet")
        results = reineke(*arguments, "--json").json()
        assert server.wait(60)
    assert [result["status"] for result in results] == ["finished"]
    assert results[0]["name"] == "Fox"


def test_a_server_that_is_not_there_is_said(reineke: Command) -> None:
    with SawhianServer(limit=1) as server:
        port = server.port
    assert "cannot connect" in reineke("live", "sawhian", "--port", str(port), "--quiet").refused()
