"""The client against servers that follow a script, most of them badly."""

import contextlib
import json
import socket
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from reineke.agent import Agent, Decision
from reineke.game import GameError
from reineke.games.speed import wire
from reineke.games.speed.position import WORDS
from reineke.live import speed
from reineke.live.speed import Care, Pace, SpeedClient, player
from tests.live.speed.puppet import PATIENCE, Script

HOUR = 3600.0


class Straight(Agent):
    """Never turns, and notes what it was told."""

    spec = "straight"

    def __init__(self):
        self.budgets, self.events, self.outcome = [], [], None

    def observe(self, view, event):
        self.events.append(event)

    def decide(self, view, budget, stop=None, progress=None):
        self.budgets.append(budget.seconds)
        return Decision(0)

    def finish(self, outcome):
        self.outcome = outcome


def play(script, agent=None, **options):
    """The result of one game at the server."""
    client = SpeedClient(script.url, "key", agent=agent or Straight(), **options)
    client.start()
    client.join(PATIENCE)
    assert not client.is_alive()
    if client.error is not None:
        raise client.error
    (result,) = client.results
    return result


def clock(skew=0.0):
    return lambda: wire.time_text(time.time() + skew)


# A game as it should be.


@pytest.mark.covers("P2", "P6")
def test_a_game_is_played_to_its_last_state():
    agent, answers = Straight(), []

    def act(line):
        for _ in range(3):
            line.show()
            answers.append(line.answer())
            line.step(answers[-1], "turn_left")
        line.end()

    with Script(act, tell=clock()) as script:
        result = play(script, agent)
    assert answers == ["change_nothing"] * 3
    assert (result["status"], result["message"], result["player"]) == ("finished", "", 1)
    assert (result["moves"], result["rounds"], result["late"], result["safety"]) == (4, 4, 0, 0)
    assert (result["names"], result["places"], result["outcome"]) == (["Fox", "Wolf"], [1.0, 2.0], [1.0, 0.0])
    assert agent.events == [[[0, "change_nothing"], [1, "turn_left"]]] * 3 + [[[0, "change_nothing"], [1, "none"]]]
    assert agent.outcome == (1.0, 0.0)
    assert abs(result["clock_offset"]) < 1


def test_the_abrupt_end_is_the_end_of_the_game():
    def act(line):
        line.end()
        line.connection.socket.shutdown(socket.SHUT_RDWR)

    with Script(act) as script:
        assert play(script)["status"] == "finished"


def test_the_client_says_who_plays_and_which_version():
    with Script(lambda line: line.end()) as script:
        play(script)
    assert script.agents == [f"reineke/{speed.client.__version__} straight"]


def test_the_dead_stay_to_the_end_and_say_nothing():
    heard = []

    def act(line):
        line.game = line.game.__class__("speed", {"seats": "3", "width": "12", "height": "12"})
        line.state = line.game.parse("12x12 0 2,2,d,1,0 9,2,d,1,0 6,2,d,1,0 12/12/2a3c2b2/12/12/12/12/12/12/12/12/12")
        line.show()
        line.answer()
        for words in (
            ("none", "change_nothing", "change_nothing"),
            ("", "change_nothing", "turn_left"),
            ("", "none", "turn_left"),
        ):
            joint = tuple(65535 if word == "" else line.game.parse_action(word) for word in words)
            line.state = line.game.play(line.state, joint, None)
            line.show()
            with contextlib.suppress(TimeoutError, ConnectionClosed):
                heard.append(line.connection.recv(0.05))

    with Script(act) as script:
        result = play(script)
    assert heard == []
    assert (result["status"], result["moves"], result["places"]) == ("finished", 1, [3.0, 2.0, 1.0])


@pytest.mark.covers("P15")
def test_the_agent_thinks_until_the_deadline_less_the_margin():
    agent = Straight()

    def act(line):
        for seconds in (10.0, 0.8, 0.1):
            line.show(seconds)
            line.step(line.answer())
        line.end()

    with Script(act, tell=clock()) as script:
        play(script, agent)
    long, short, least = agent.budgets[:3]
    assert 5.0 < long <= 9.7 + 0.01
    assert 0 < short <= 0.5 + 0.01, "a part of a short round is kept, not all the margin"
    assert 0 < least <= 0.06 + 0.01


def test_thinking_can_be_limited():
    agent = Straight()

    def act(line):
        line.end()

    with Script(act, tell=clock()) as script:
        play(script, agent, care=Care(max_think=0.5))
    assert 0 < agent.budgets[0] <= 0.5


def test_the_agent_thinks_on_while_others_think():
    pondering, rested = threading.Event(), threading.Event()

    class Ponderer(Straight):
        def ponder(self, view, stop):
            pondering.set()
            while not stop.is_set():
                time.sleep(0.001)
            rested.set()

    def act(line):
        line.show()
        word = line.answer()
        assert pondering.wait(PATIENCE)
        line.step(word)
        line.show()
        line.step(line.answer())
        assert rested.wait(PATIENCE)
        line.end()

    with Script(act, tell=clock()) as script:
        assert play(script, Ponderer())["moves"] == 3


# Agents that fail.


class Failing(Straight):
    def decide(self, view, budget, stop=None, progress=None):
        raise ZeroDivisionError


class Hanging(Straight):
    def decide(self, view, budget, stop=None, progress=None):
        time.sleep(1.0)


class Absurd(Straight):
    def decide(self, view, budget, stop=None, progress=None):
        return Decision(99)


@pytest.mark.covers("P15")
@pytest.mark.parametrize("agent", [Failing, Hanging, Absurd])
def test_a_safe_move_is_in_hand_whatever_the_agent_does(agent):
    """Straight on is the wall: the move in hand turns, and the game goes on."""

    def act(line):
        line.state = line.game.parse("12x12 0 2,11,d,1,0 9,2,d,1,0 12/12/9b2/12/12/12/12/12/12/12/12/2a9")
        line.show(0.4)
        word = line.answer()
        assert word in ("turn_left", "turn_right")
        line.step(word)
        assert line.game.json(line.state)["running"]
        line.end(0.4)

    lines = []
    with Script(act, tell=clock()) as script:
        result = play(script, agent(), log=lines.append)
    assert (result["status"], result["moves"], result["safety"]) == ("finished", 2, 2)
    assert any("the agent" in line for line in lines)


# Servers that fail.

GARBAGE = [
    "",
    "hello",
    "{}",
    "[]",
    "null",
    b"\x00\xff",
    '{"width":',
    '{"width":100000,"height":100000,"cells":[],"players":{},"you":1,"running":true}',
    '{"width":-1,"height":5,"cells":[[1]],"players":{"1":{}},"you":1,"running":true}',
    "[" * 10_000,
]


@pytest.mark.covers("P6")
def test_garbage_is_passed_over():
    def act(line):
        for text in GARBAGE:
            line.send(text)
        line.show()
        for text in GARBAGE:
            line.send(text)
        line.step(line.answer())
        line.show(you=2)  # a message to somebody else
        line.show()
        line.step(line.answer())
        line.end()

    lines = []
    with Script(act) as script:
        result = play(script, log=lines.append)
    assert (result["status"], result["moves"], result["rounds"]) == ("finished", 3, 3)
    assert result["strange"] == 2 * len(GARBAGE) + 1
    assert all("\n" not in line and len(line) < 400 for line in lines)


def test_a_server_that_talks_nonsense_for_ever_is_given_up(monkeypatch):
    monkeypatch.setattr(player, "STRANGE", 50)

    def act(line):
        while True:
            line.send("nonsense")

    with Script(act) as script:
        result = play(script)
    assert (result["status"], result["message"]) == ("broken", "the server has sent 50 messages that mean nothing")


@pytest.mark.covers("P6")
@pytest.mark.parametrize("polite", [False, True])
@pytest.mark.parametrize("moves", [0, 2])
def test_a_server_that_closes_early_breaks_the_game(polite, moves):
    def act(line):
        for _ in range(moves):
            line.show()
            line.step(line.answer())
        if polite:
            line.connection.close(1001, "good bye")

    with Script(act) as script:
        result = play(script)
    assert (result["status"], result["moves"]) == ("broken", moves)
    assert result["message"] == "the server closed the connection" + (": good bye" if polite else "")


def test_a_server_that_closes_while_we_think_is_noticed_at_once():
    begun, stopped = threading.Event(), threading.Event()

    class Deep(Straight):
        def decide(self, view, budget, stop=None, progress=None):
            begun.set()
            while not stop.is_set():
                time.sleep(0.001)
            stopped.set()
            return Decision(0)

    def act(line):
        line.show(50)
        assert begun.wait(PATIENCE)

    with Script(act) as script:
        assert play(script, Deep())["status"] == "broken"
    assert stopped.is_set()


@pytest.mark.covers("P6")
@pytest.mark.parametrize("moves", [0, 1])
def test_a_server_that_stalls_is_given_up(moves):
    release = threading.Event()

    def act(line):
        for _ in range(moves):
            line.show()
            line.step(line.answer())
        release.wait(PATIENCE)

    with Script(act) as script:
        result = play(script, care=Care(patience=0.3))
        release.set()
    assert (result["status"], result["moves"]) == ("broken", moves)
    assert result["message"].startswith("nothing was heard for")


def test_an_answer_that_comes_too_late_is_kept_back():
    """It would count for the next round."""
    begun = threading.Event()

    class Slow(Straight):
        def decide(self, view, budget, stop=None, progress=None):
            self.budgets.append(budget.seconds)
            begun.set()
            if len(self.budgets) > 1:
                return Decision(1)
            while not stop.is_set():
                time.sleep(0.001)
            return Decision(2)

    answers = []

    def act(line):
        line.show(30)
        assert begun.wait(PATIENCE)
        line.step("change_nothing")
        line.show(30)
        answers.append(line.answer())
        line.step(answers[-1])
        line.end()

    with Script(act) as script:
        result = play(script, Slow())
    assert answers == ["turn_left"]
    assert (result["late"], result["moves"]) == (1, 2)


@pytest.mark.covers("P6", "P15")
@pytest.mark.parametrize("skew", [-HOUR, HOUR, -40.0, 2.5])
def test_a_skewed_clock_is_seen_through(skew):
    agent = Straight()

    def act(line):
        time.sleep(0.3)  # in the lobby, while the clock is measured
        for _ in range(2):
            line.show(8.0, skew=skew)
            line.step(line.answer())
        line.end()

    with Script(act, tell=clock(skew)) as script:
        result = play(script, agent)
    assert result["status"] == "finished"
    assert result["clock_offset"] == pytest.approx(skew, abs=0.5)
    assert all(4.0 < budget <= 8.0 for budget in agent.budgets[:2])


@pytest.mark.covers("P6")
@pytest.mark.parametrize("skew", [-HOUR, HOUR])
@pytest.mark.parametrize("tell", [None, lambda: "garbage", lambda: '{"time":"never"}', clock()], ids=str)
def test_without_a_clock_to_trust_the_client_is_quick(skew, tell):
    """The time endpoint is down, talks nonsense, or shows another time than the deadlines."""
    agent = Straight()

    def act(line):
        time.sleep(0.2)
        line.show(8.0, skew=skew)
        line.step(line.answer())
        line.end()

    with Script(act, tell=tell) as script:
        assert play(script, agent)["status"] == "finished"
    assert 0 < agent.budgets[0] <= 1.0


@pytest.mark.parametrize("tell", [None, lambda: "garbage", clock(HOUR), clock(-HOUR)], ids=str)
def test_a_time_endpoint_that_is_wrong_does_not_matter_where_our_own_clock_is_right(tell):
    agent = Straight()

    def act(line):
        time.sleep(0.2)
        line.show(8.0)
        line.step(line.answer())
        line.end()

    with Script(act, tell=tell) as script:
        play(script, agent)
    assert 4.0 < agent.budgets[0] <= 8.0


def test_a_time_endpoint_that_never_answers_delays_nothing():
    release = threading.Event()

    def stall():
        release.wait(PATIENCE)
        return ""

    def act(line):
        for _ in range(3):
            line.show()
            line.step(line.answer())
        line.end()
        release.set()

    with Script(act, tell=stall) as script:
        assert play(script)["status"] == "finished"


@pytest.mark.covers("P6")
@pytest.mark.parametrize("deadline", ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "soon", 5, None, ""])
def test_a_deadline_that_makes_no_sense_leaves_a_second(deadline):
    agent = Straight()

    def act(line):
        if deadline == "":
            line.show(None)
        else:
            line.show(deadline=deadline)
        line.step(line.answer())
        line.end()

    with Script(act, tell=clock()) as script:
        assert play(script, agent)["status"] == "finished"
    assert 0 < agent.budgets[0] <= 1.0


# Getting in.


@pytest.mark.covers("P6")
@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "does not know this key \\(403\\)"),
        (429, "this key is already in a game or waits for one \\(429\\)"),
        (404, "answers 404"),
        (503, "answers 503"),
    ],
)
def test_being_refused_is_one_clear_line(status, words):
    with Script(lambda line: None, refuse=[status]) as script, pytest.raises(GameError, match=f"^[^\n]*{words}[^\n]*$"):
        play(script)


def test_a_busy_key_is_tried_again():
    with Script(lambda line: line.end(), refuse=[429]) as script:
        assert play(script, retry=PATIENCE)["status"] == "finished"
    assert len(script.agents) == 2


def test_nobody_at_the_port_is_one_clear_line():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    url = f"ws://127.0.0.1:{port}/spe_ed"
    with pytest.raises(GameError, match=rf"^cannot connect to {url}: connection refused$"):
        SpeedClient(url, "key", agent=Straight()).play_games()


def test_a_server_of_something_else_is_one_clear_line():
    def babble(listener):
        with contextlib.suppress(OSError):
            sock, _ = listener.accept()
            with sock:
                sock.sendall(b"220 mail.example.com ESMTP\r\n")
                sock.recv(1000)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=babble, args=[listener], daemon=True).start()
        url = f"ws://127.0.0.1:{listener.getsockname()[1]}/spe_ed"
        with pytest.raises(GameError, match=r"^cannot connect to [^\n]+$"):
            SpeedClient(url, "key", agent=Straight()).play_games()


@pytest.mark.parametrize("url", ["", "http://host/spe_ed", "ws://", "127.0.0.1:8080", "ws:///spe_ed"])
def test_an_address_that_is_none_is_one_clear_line(url):
    with pytest.raises(GameError, match=r"^[^\n]+is no address of a web socket[^\n]+$"):
        SpeedClient(url, "key", agent=Straight())


@pytest.mark.parametrize(
    "options",
    [
        {"games": 0},
        {"retry": -1},
        {"care": Care(margin=-1)},
        {"care": Care(patience=0)},
        {"care": Care(max_think=0)},
        {"care": Care(margin=float("nan"))},
        {"care": Care(patience=float("inf"))},
        {"retry": float("nan")},
        {"agent": "nobody"},
        {"statistics": "/no/such/folder/file"},
    ],
    ids=str,
)
def test_a_wrong_option_is_one_clear_line(options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        SpeedClient("ws://127.0.0.1:1/spe_ed", "key", **{"agent": Straight(), **options})


def test_a_client_stops_when_it_is_told_to():
    begun, release = threading.Event(), threading.Event()

    def act(line):
        line.show(50)
        release.wait(PATIENCE)

    def log(line):
        if "the game begins" in line:
            begun.set()

    with Script(act) as script:
        client = SpeedClient(script.url, "key", agent="mcts", log=log)
        client.start()
        assert begun.wait(PATIENCE)
        client.stop()
        client.join(PATIENCE)
        release.set()
    assert [result["status"] for result in client.results] == ["stopped"]


# Client and server together.


@pytest.mark.covers("P6", "P32")
def test_six_clients_play_two_games_and_both_sides_note_the_same(serving, tmp_path):
    theirs, ours = tmp_path / "server.jsonl", tmp_path / "client.jsonl"
    books = speed.Books(statistics=theirs)
    server = serving(players=6, games=2, pace=Pace(30.5, 30.5, 5), books=books)
    clients = [
        SpeedClient(
            server.url, f"key{number}", agent="mcts(nodes=50)", games=2, seed=number, retry=PATIENCE, statistics=ours
        )
        for number in range(6)
    ]
    for client in clients:
        client.start()
    for client in clients:
        client.join(4 * PATIENCE)
        assert [result["status"] for result in client.results] == ["finished", "finished"]
        assert sum(result["late"] for result in client.results) == 0
    assert server.wait(PATIENCE)
    games = [json.loads(line) for line in theirs.read_text().splitlines()]
    for game in games:
        for entry in game["players"]:
            assert (entry["late"], entry["violations"]) == (0, 0)
            assert entry["agent"].endswith("mcts(nodes=50)")
    noted = [json.loads(line) for line in ours.read_text().splitlines()]
    assert len(noted) == 12
    for entry in noted:
        (game,) = [game for game in games if game["rounds"] == entry["rounds"] and game["width"] == entry["width"]]
        for key in ("place", "share", "survived", "reason", "name"):
            assert [one[key] for one in entry["players"]] == [one[key] for one in game["players"]]
        (us,) = [one for one in entry["players"] if one["agent"] is not None]
        assert us["answers"] > 0


def test_join_plays_and_returns_the_results(serving):
    lines = []
    server = serving(players=2, agents=["random"], games=1)
    (result,) = speed.join(url=server.url, key="a", agent="bot-snail", log=lines.append)
    assert result["status"] == "finished"
    assert lines[0] == "waiting for the game to begin"
    assert all(
        word in WORDS for word in [line.split(": ")[1].split(" ")[0] for line in lines if line.startswith("round")]
    )


def test_two_clients_with_one_key_the_second_is_refused(serving):
    server = serving(players=3)
    first = SpeedClient(server.url, "same", agent=Straight())
    first.start()
    while not first._stopped and server._lobby._guests == []:
        time.sleep(0.005)
    with pytest.raises(GameError, match="429"):
        SpeedClient(server.url, "same", agent=Straight()).play_games()
    first.stop()
    first.join(PATIENCE)
    assert [result["status"] for result in first.results] == ["stopped"]
