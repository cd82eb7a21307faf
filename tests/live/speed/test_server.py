"""The server as its clients see it."""

import contextlib
import gzip
import json
import re
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosedError

from reineke.game import GameError
from reineke.games import load
from reineke.games.speed.tracker import Tracker
from reineke.live.speed import Books, Pace, SpeedServer, seat
from reineke.record import read_records, replay
from tests.live.speed.puppet import PATIENCE, Puppet

SHORT = Pace(2, 2, 1)
"""Rounds that end without an answer, and yet leave time for one on a busy machine."""


@pytest.fixture
def pair(serving, puppets):
    """Two clients in the first round of a game, and its server."""
    server = serving(games=1)
    first, second = puppets(server, "a", "b")
    first.hear(), second.hear()
    return server, first, second


class Lines:
    """A log that can be waited for."""

    def __init__(self):
        self.lines, self.more = [], threading.Condition()

    def __call__(self, line):
        with self.more:
            self.lines.append(line)
            self.more.notify_all()

    def wait_for(self, words):
        with self.more:
            assert self.more.wait_for(lambda: any(words in line for line in self.lines), PATIENCE), words


# States.


@pytest.mark.covers("P2", "P6")
def test_the_first_state_is_as_the_contest_sends_it(serving, puppets):
    server = serving(players=3, pace=Pace(5, 15, 0))
    clients = puppets(server, "a", "b", "c")
    states = [client.hear() for client in clients]
    for number, state in enumerate(states, 1):
        assert list(state) == ["width", "height", "cells", "players", "you", "running", "deadline"]
        assert (state["you"], state["running"]) == (number, True)
        assert 41 <= state["width"] <= 80
        assert 41 <= state["height"] <= 80
        assert [len(row) for row in state["cells"]] == [state["width"]] * state["height"]
        assert list(state["players"]) == ["1", "2", "3"]
        for key, player in state["players"].items():
            assert list(player) == ["x", "y", "direction", "speed", "active"]
            assert (player["speed"], player["active"]) == (1, True)
            assert state["cells"][player["y"]][player["x"]] == int(key)
        assert sum(value != 0 for row in state["cells"] for value in row) == 3
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", state["deadline"])
    assert len({state["deadline"] for state in states}) == 1


def test_nothing_is_said_before_the_first_round(serving, puppets):
    server = serving()
    (first,) = puppets(server, "a")
    with pytest.raises(TimeoutError):
        first.connection.recv(0.1)
    puppets(server, "b")
    assert first.hear()["you"] == 1


@pytest.mark.covers("P6")
def test_a_round_ends_when_everybody_has_answered(pair):
    _, first, second = pair
    for _ in range(5):
        first.say("change_nothing"), second.say("change_nothing")
        assert first.hear()["cells"] == second.hear()["cells"]


def test_fast_rounds_show_their_milliseconds(serving, puppets):
    server = serving(pace=Pace(0.25, 0.25, 3600))
    first, _ = puppets(server, "a", "b")
    assert re.fullmatch(r"[\d-]+T[\d:]+\.\d{3}Z", first.hear()["deadline"])


@pytest.mark.covers("P6")
def test_the_last_state_has_names_and_then_the_line_is_cut_without_a_word(serving, puppets):
    server = serving(games=1, names={"a": "Fox"})
    first, second = puppets(server, "a", "b")
    first.hear(), second.hear()
    first.say("change_nothing"), second.say("jump")
    for client in (first, second):
        state = client.hear()
        assert list(state) == ["width", "height", "cells", "players", "you", "running"]
        assert state["running"] is False
        assert list(state["players"]["1"]) == ["x", "y", "direction", "speed", "active", "name"]
        assert state["players"]["1"]["name"] == "Fox"
        assert state["players"]["2"]["name"]
        with pytest.raises(ConnectionClosedError) as info:
            client.hear()
        assert info.value.rcvd is None, "no close frame"


def test_without_a_survivor_nobody_has_won(pair):
    server, first, second = pair
    first.say("slow_down"), second.say("slow_down")
    assert [player["speed"] for player in first.hear()["players"].values()] == [0, 0]
    assert server.wait(PATIENCE)
    (result,) = server.results
    assert (result["winner"], result["outcome"], result["places"]) == (None, [0.5, 0.5], [1.0, 1.0])
    assert [one["reason"] for one in result["eliminated"]] == ["speed", "speed"]


# Answers and violations.


def cell(player):
    return player["x"], player["y"]


@pytest.mark.covers("P6")
def test_an_answer_in_the_grace_counts(serving, puppets):
    server = serving(pace=Pace(0.05, 0.05, 3600))
    first, second = puppets(server, "a", "b")
    before = first.hear()
    second.hear()
    time.sleep(0.2)
    first.say("turn_left"), second.say("turn_left")
    after = first.hear()
    assert first.me(after)["active"]
    assert first.me(after)["direction"] != first.me(before)["direction"]


@pytest.mark.covers("P6")
def test_who_does_not_answer_is_out_and_does_not_move(serving, puppets):
    server = serving(pace=SHORT, games=1)
    first, second = puppets(server, "a", "b")
    before = first.hear()
    second.hear(), second.say("change_nothing")
    after = first.hear()
    assert first.me(after) == {**first.me(before), "active": False, "name": first.me(after)["name"]}
    assert server.wait(PATIENCE)
    assert server.results[0]["eliminated"] == [{"player": 1, "reason": "no_answer", "round": 1}]


@pytest.mark.covers("P6")
@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (['{"action":"jump"}'], "invalid_action"),
        (['{"action":"none"}'], "invalid_action"),
        (["{}"], "missing_action"),
        (['{"action":""}'], "missing_action"),
        (["turn_left"], "unparsable"),
        (['{"action":5}'], "unparsable"),
        ([b"\xff\xff"], "unparsable"),
        (["[" * 1000], "unparsable"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_no_answer_eliminates_and_the_game_goes_on(serving, puppets, texts, reason):
    server = serving(players=3, games=1)
    bad, *others = puppets(server, "a", "b", "c")
    before = bad.hear()
    for other in others:
        other.hear()
        other.say("change_nothing")
    bad.send(*texts)
    after = bad.hear()
    assert bad.me(after) == {**bad.me(before), "active": False}
    assert all(other.me(other.hear())["active"] for other in others)
    others[0].say("change_nothing"), others[1].say("jump")
    assert not bad.hear()["running"]
    assert server.wait(PATIENCE)
    assert server.results[0]["eliminated"][0] == {"player": 1, "reason": reason, "round": 1}


@pytest.mark.covers("P6")
@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda client: client.say("turn_right"), "second_message"),
        (lambda client: client.send("rubbish"), "unparsable"),
        (lambda client: client.send('{"action":"jump"}'), "invalid_action"),
        (lambda client: client.send("{}"), "missing_action"),
        (lambda client: client.close(), "closed_connection"),
        (lambda client: client.connection.close(), "closed_connection"),
    ],
    ids=["second", "garbage", "unknown", "missing", "cut", "closed"],
)
@pytest.mark.parametrize("word", ["turn_left", "speed_up", "slow_down"])
def test_the_first_answer_is_still_applied_to_who_then_breaks_a_rule(serving, puppets, act, reason, word):
    lines = Lines()
    server = serving(games=1, log=lines)
    bad, good = puppets(server, "a", "b")
    before = bad.me(bad.hear())
    good.hear()
    bad.say(word)
    act(bad)
    lines.wait_for(f"is out: {reason.replace('_', ' ')}")
    good.say("change_nothing")
    after = good.hear()["players"]["1"]
    turned = {"up": "left", "left": "down", "down": "right", "right": "up"}
    direction = turned[before["direction"]] if word == "turn_left" else before["direction"]
    speed = before["speed"] + {"speed_up": 1, "slow_down": -1}.get(word, 0)
    assert cell(after) == cell(before)
    assert (after["direction"], after["speed"], after["active"]) == (direction, speed, False)
    assert server.wait(PATIENCE)
    assert server.results[0]["eliminated"] == [{"player": 1, "reason": reason, "round": 1}]


@pytest.mark.covers("P6")
def test_who_breaks_a_rule_first_and_answers_then_has_not_answered(serving, puppets):
    server = serving(games=1)
    bad, good = puppets(server, "a", "b")
    before = bad.me(bad.hear())
    good.hear()
    bad.send('{"action":"jump"}')
    bad.say("turn_left")
    good.say("change_nothing")
    assert bad.me(bad.hear())["direction"] == before["direction"]


@pytest.mark.covers("P6")
def test_an_answer_from_the_lobby_counts_for_the_first_round(serving, puppets):
    server = serving(games=1)
    (early,) = puppets(server, "a")
    early.say("turn_left")
    (late,) = puppets(server, "b")
    before, _ = early.me(early.hear()), late.hear()
    late.say("change_nothing")
    assert early.me(early.hear())["direction"] != before["direction"]


@pytest.mark.covers("P6")
def test_the_dead_hear_everything_and_are_not_heard(serving, puppets):
    server = serving(players=3, games=1)
    dead, first, second = puppets(server, "a", "b", "c")
    states = [client.hear() for client in (dead, first, second)]
    dead.send("rubbish")
    first.say("change_nothing"), second.say("change_nothing")
    for number in range(4):
        states = [client.hear() for client in (dead, first, second)]
        assert [state["cells"] for state in states] == [states[0]["cells"]] * 3
        assert [player["active"] for player in states[0]["players"].values()] == [False, True, True]
        with contextlib.suppress(ConnectionClosedError):
            dead.say("turn_left")
            dead.send("more rubbish")
        first.say("change_nothing"), second.say("jump" if number == 3 else "change_nothing")
    assert [state["running"] for state in dead.rest()] == [False]


# Lobby and seats.


@pytest.mark.covers("P6")
def test_bots_take_the_empty_seats_when_nobody_comes(serving, puppets):
    server = serving(players=5, wait=0.05, fill=["random", "bot-stupid"], games=1)
    (client,) = puppets(server, "a")
    state = client.hear()
    assert len(state["players"]) == 5
    client.say("jump")
    last = client.rest()[-1]
    names = [player["name"] for player in last["players"].values()]
    assert set(names[1:]) <= {"random", "bot-stupid"}
    assert server.wait(PATIENCE)


def test_by_default_bots_like_the_organisers_take_them(serving, puppets):
    server = serving(players=4, wait=0.0, games=1)
    (client,) = puppets(server, "a")
    client.hear()
    client.send("out")
    names = [player["name"] for player in client.rest()[-1]["players"].values()]
    assert all(name.startswith("bot-") for name in names[1:])


def test_the_number_of_players_is_drawn(serving):
    server = serving(players=None)
    assert {server._lobby._draw() for _ in range(200)} == {2, 3, 4, 5, 6}


def test_own_agents_have_seats_of_their_own(serving, puppets):
    server = serving(players=3, agents=["random", "bot-snail"], games=1)
    (client,) = puppets(server, "a")
    assert client.hear()["you"] == 1
    client.say("jump")
    assert server.wait(PATIENCE)
    assert server.results[0]["names"][1:] == ["random", "bot-snail"]


def test_agents_alone_play_one_game_after_another(serving):
    server = serving(players=2, agents=["random", "random"], games=3)
    assert server.wait(PATIENCE)
    assert [result["number"] for result in server.results] == [1, 2, 3]
    assert server.error is None


def test_several_games_run_at_once(serving, puppets):
    server = serving(games=2)
    games = [puppets(server, "a", "b"), puppets(server, "c", "d")]
    for _ in range(3):
        for game in games:
            states = [client.hear() for client in game]
            assert states[0]["cells"] == states[1]["cells"]
            for client in game:
                client.say("change_nothing")
    boards = [game[0].hear() for game in games]
    assert boards[0]["cells"] != boards[1]["cells"]


def test_a_seed_gives_the_same_games_again(puppets):
    def boards():
        with SpeedServer(players=2, pace=Pace(3600, 3600), seed=7, games=2) as server:
            for _ in range(2):
                with Puppet(server.url, "a") as first, Puppet(server.url, "b") as second:
                    yield first.hear()["cells"]
                    first.say("jump"), second.say("jump")
                    first.rest()

    assert list(boards()) == list(boards())


def test_the_board_can_be_fixed(serving, puppets):
    first, _ = puppets(serving(width=50, height=20), "a", "b")
    state = first.hear()
    assert (state["width"], state["height"]) == (50, 20)


# Those who mean harm.


@pytest.mark.covers("P6")
def test_a_flood_hurts_nobody_but_its_sender(serving, puppets):
    lines = Lines()
    server = serving(players=3, games=1, log=lines)
    flood, first, second = puppets(server, "a", "b", "c")
    flood.hear()

    def pour():
        with contextlib.suppress(ConnectionClosedError, OSError):
            for _ in range(100_000):
                flood.say("turn_left")

    thread = threading.Thread(target=pour, daemon=True)
    thread.start()
    lines.wait_for("is out: second message")
    for _ in range(10):
        for client in (first, second):
            client.hear()
            client.say("change_nothing")
    first.hear(), second.hear()
    first.say("jump"), second.say("change_nothing")
    assert server.wait(PATIENCE)
    flood.close()
    thread.join(PATIENCE)
    reasons = {one["player"]: one["reason"] for one in server.results[0]["eliminated"]}
    assert reasons == {1: "second_message", 2: "invalid_action"}


@pytest.mark.parametrize("text", ["x" * 5000, json.dumps({"action": "turn_left", "more": "y" * 100_000})])
def test_a_message_that_is_too_long_ends_the_connection_not_the_game(pair, text):
    server, bad, good = pair
    with contextlib.suppress(ConnectionClosedError):
        bad.send(text)
    good.say("change_nothing")
    assert not good.hear()["running"]
    assert server.wait(PATIENCE)
    assert server.results[0]["eliminated"][0]["reason"] == "closed_connection"


def test_who_does_not_read_loses_his_connection(serving, puppets, monkeypatch):
    monkeypatch.setattr(seat, "BACKLOG", -1)
    server = serving(games=1)
    first, _ = puppets(server, "a", "b")
    first.rest()
    assert server.wait(PATIENCE)
    assert {one["reason"] for one in server.results[0]["eliminated"]} == {"closed_connection"}


def test_a_client_that_vanishes_in_the_middle_leaves_the_others_playing(serving, puppets):
    server = serving(players=3, games=1)
    gone, first, second = puppets(server, "a", "b", "c")
    gone.hear()
    gone.close()
    for _ in range(3):
        for client in (first, second):
            client.hear()
            client.say("change_nothing")
    assert [player["active"] for player in first.hear()["players"].values()] == [False, True, True]


# What is written down.


@pytest.mark.covers("P32")
def test_a_game_is_written_down_in_every_form(serving, puppets, tmp_path):
    files = [tmp_path / name for name in ("records.jsonl", "results.jsonl", "stats.jsonl")]
    books, lines = Books(*files, tmp_path / "logs"), Lines()
    server = serving(games=1, books=books, names={"a": "Fox"}, width=41, height=42, log=lines)
    first, second = Puppet(server.url, "a", "fox/1.0"), Puppet(server.url, "b")
    tracker = Tracker()
    with first, second:
        for number in range(5):
            tracker.take(first.connection.recv(PATIENCE))
            second.hear()
            first.say("turn_left" if number == 4 else "change_nothing")
            if number == 4:
                first.say("turn_left")
                lines.wait_for("is out: second message")
            second.say("change_nothing")
        tracker.take(first.connection.recv(PATIENCE))
    assert server.wait(PATIENCE)

    (record,) = read_records(files[0])
    *_, (state, _) = replay(record, load(record.game))
    assert load(record.game).text(state) == tracker.game.text(tracker.state)
    assert record.turns[-1] == [[0, "turn_left!"], [1, "change_nothing"]]
    assert record.agents == ("fox/1.0", "puppet")

    (result,) = [json.loads(line) for line in files[1].read_text().splitlines()]
    assert result == server.results[0]
    assert (result["winner"], result["rounds"], result["width"], result["height"]) == (2, 5, 41, 42)

    (entry,) = [json.loads(line) for line in files[2].read_text().splitlines()]
    fox = entry["players"][0]
    assert (entry["width"], entry["height"], entry["rounds"]) == (41, 42, 5)
    assert (fox["name"], fox["key"], fox["agent"], fox["place"]) == ("Fox", "a", "fox/1.0", 2.0)
    assert (fox["reason"], fox["violations"], fox["late"], fox["answers"]) == ("second_message", 1, 0, 5)
    assert set(fox["answer_seconds"]) == {"p50", "p99", "max"}

    (log,) = (tmp_path / "logs").iterdir()
    states = [json.loads(line) for line in gzip.decompress(log.read_bytes()).splitlines()]
    assert [state["running"] for state in states] == [True] * 5 + [False]
    assert {state["you"] for state in states} == {0}
    assert states[-1]["players"]["1"]["name"] == "Fox"


# Life.


def test_a_game_that_fails_does_not_end_the_others(serving, puppets):
    class Full(Books):
        def write(self, number, *more):
            if number == 1:
                raise GameError("the disk is full")
            return super().write(number, *more)

    server = serving(games=2, books=Full())
    for keys in ("ab", "cd"):
        first, second = puppets(server, *keys)
        first.say("jump"), second.say("jump")
        assert [state["running"] for state in first.rest()] == [True, False]
    assert server.wait(PATIENCE)
    assert [result["number"] for result in server.results] == [2]
    assert str(server.error) == "the disk is full"


def test_a_server_stops_at_once_in_the_middle_of_a_game(serving, puppets):
    server = serving()
    first, second = puppets(server, "a", "b")
    first.hear(), second.hear()
    (waiting,) = puppets(server, "c")
    server.stop()
    assert server.wait(0)
    with pytest.raises(ConnectionClosedError):
        waiting.hear()


def test_a_taken_port_is_one_clear_line(serving):
    server = serving()
    with pytest.raises(GameError, match=rf"^cannot listen on 127.0.0.1:{server.port}: address already in use$"):
        SpeedServer(port=server.port).start()


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 7},
        {"width": 1000},
        {"pace": Pace(0, 5)},
        {"pace": Pace(6, 5)},
        {"pace": Pace(1, 1, -1)},
        {"pace": Pace(float("nan"), 5)},
        {"pace": Pace(1, 1, float("inf"))},
        {"wait": -1},
        {"wait": float("nan")},
        {"think": 0},
        {"games": 0},
        {"agents": ["random"] * 7},
        {"agents": ["random"] * 2, "players": 2},
        {"agents": ["nobody"]},
        {"fill": ["nobody"]},
    ],
    ids=str,
)
def test_a_wrong_option_is_one_clear_line(options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        SpeedServer(**options)
