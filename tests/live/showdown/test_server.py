"""Battles on the pinned server itself, with the timer on. These tests run Node."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from reineke.games import load
from reineke.live.showdown import Account, Care, Limits, Plan, ShowdownClient, lobby, summarise
from reineke.live.showdown.record import read, views
from reineke.live.showdown.server import LocalServer
from tests.live.showdown.puppet import PATIENCE


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "AGAIN", 0.5)


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server


def pair(server: LocalServer, plans: tuple[Plan, Plan], agents: tuple[str, str], records=(None, None)):
    clients = []
    for number, (name, plan) in enumerate(zip(("Red Fox", "Grey Fox"), plans, strict=True)):
        clients.append(
            ShowdownClient(
                server.url,
                Account(name),
                plan,
                agents[number],
                care=Care(seconds=5.0),
                limits=Limits(retry=60, patience=60),
                records=records[number],
            )
        )
    return clients


def done(clients):
    for client in clients:
        client.join(3 * PATIENCE)
        assert not client.is_alive()
        assert client.error is None
    return [client.results for client in clients]


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.covers("T2", "T3", "T23")
def test_two_of_ours_play_battles_without_a_protocol_error(server, tmp_path):
    files = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    plans = Plan(accept=("greyfox",), battles=3, at_once=2), Plan(challenge="Red Fox", battles=3, at_once=2)
    clients = pair(server, plans, ("mcts(nodes=60)", "random"), files)
    for client in clients:
        client.start()
        time.sleep(0.5)
    for results in done(clients):
        summary = summarise(results)
        assert (summary.battles, summary.aborts, summary.timer_losses, summary.protocol_errors) == (3, 0, 0, 0)
    game = load("gen1")
    for file in files:
        for record in read(file):
            assert any("|inactive|" not in line and line.startswith("|turn|") for line in record["log"])
            for view, entry in views(record, game):
                assert game.parse_action(entry["decision"]["action"]) in view.legal


def test_the_ladder_brings_two_of_ours_together(server):
    plan = Plan(ladder=True, battles=1)
    clients = pair(server, (plan, plan), ("random", "random"))
    for client in clients:
        client.start()
    ends = {results[0]["status"] for results in done(clients)}
    assert ends in ({"won", "lost"}, {"tied"})


def test_a_server_that_restarts_is_found_again():
    with LocalServer() as server:
        plans = Plan(accept=(), battles=2), Plan(challenge="Red Fox", battles=2)
        clients = pair(server, plans, ("mcts(nodes=300)", "mcts(nodes=300)"))
        for client in clients:
            client.start()
        wait_for(lambda: all(client.playing for client in clients))
        server.stop()
        server.start()
        ends = [[result["status"] for result in results] for results in done(clients)]
    assert [end[0] for end in ends] == ["aborted", "aborted"]
    assert all(end[1] in ("won", "lost", "tied") for end in ends)


@pytest.mark.covers("T2")
def test_connections_that_break_in_the_middle_cost_nothing(server):
    plans = Plan(accept=(), battles=1), Plan(challenge="Red Fox", battles=1)
    clients = pair(server, plans, ("mcts(nodes=300)", "mcts(nodes=300)"))
    for client in clients:
        client.start()
    for victim in (clients[0], clients[1], clients[0]):
        before = victim.reconnects
        wait_for(lambda victim=victim: victim.playing and victim.ready)
        victim.drop()
        wait_for(lambda victim=victim, before=before: victim.reconnects > before)
    for results in done(clients):
        assert [(one["status"] in ("won", "lost", "tied"), one["protocol_errors"]) for one in results] == [(True, 0)]
