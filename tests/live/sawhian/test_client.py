"""The client against servers that follow a script, most of them badly."""

import base64
import socket
import threading
import time

import pytest

from reineke.agent import Agent, Decision
from reineke.game import GameError
from reineke.live import sawhian
from reineke.live.sawhian import SawhianClient, avatar, protocol
from tests.live.sawhian.puppet import Script


class First(Agent):
    """Plays the first legal move."""

    spec = "first"

    def decide(self, view, budget, stop=None, progress=None):
        return Decision(view.legal[0])


def play(script, game, **options):
    """The result of one game at the server."""
    client = SawhianClient(port=script.port, **{"agent": First(), "game": game, "name": "Reineke", **options})
    (result,) = client.play_games(1)
    return result


def move(game, seat, name):
    return protocol.move(seat, game.parse_action(name))[0]


def test_the_client_introduces_itself_and_answers_with_its_cell(game):
    answers = []

    def act(wire):
        wire.send(protocol.YOUR_TURN)
        answers.append(wire.byte())

    script = Script(act, seat=0, limit=4)
    result = play(script, game)
    assert answers == [game.parse_action("a1")]
    assert script.name_line == b"Reineke\n"
    assert base64.b64decode(script.picture_line) == avatar("Reineke")
    assert (result["seat"], result["limit"], result["moves"]) == (0, 4, 1)


@pytest.mark.covers("W4")
def test_the_client_mirrors_what_it_hears(game):
    names = ["d1", "a4", "d7", "g4", "d1", "a4"]

    def act(wire):
        for turn, name in enumerate(names):
            wire.send(move(game, turn % 4, name))

    result = play(Script(act, seat=2), game)
    assert result["turns"] == [[turn % 4, name] for turn, name in enumerate(names)]
    assert result["position"] == {
        "board": "......./...0.../......./.1....3/......./......./...2...",
        "hand": [6, 6, 6, 6],
        "points": [0, 0, 0, 0],
        "alive": [1, 1, 1, 1],
        "mover": 2,
    }


def test_a_gap_in_the_order_means_that_the_skipped_are_out(game):
    def act(wire):
        wire.send(move(game, 0, "d1"), move(game, 3, "g4"))

    result = play(Script(act, seat=0), game)
    assert result["position"]["alive"] == [1, 0, 0, 1]
    assert result["position"]["mover"] == 0


def test_being_asked_early_means_that_those_before_us_are_out(game):
    answers = []

    def act(wire):
        wire.send(protocol.YOUR_TURN)
        answers.append(wire.byte())

    result = play(Script(act, seat=2), game)
    assert result["position"]["alive"] == [0, 0, 1, 1]
    assert answers == [game.parse_action("a7")]


def test_a_kicked_client_says_so(game):
    def act(wire):
        wire.send(protocol.YOUR_TURN)
        wire.byte()
        wire.send(protocol.KICKED)

    result = play(Script(act), game)
    assert result["status"] == "kicked"
    assert result["position"]["alive"] == [0, 1, 1, 1]
    assert result["outcome"] is None


@pytest.mark.parametrize("abrupt", [False, True])
def test_a_server_that_vanishes_ends_the_game(game, abrupt):
    def act(wire):
        wire.send(move(game, 0, "d1"))
        if abrupt:
            wire.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    result = play(Script(act, seat=1), game)
    assert result["status"] == "vanished"
    assert "\n" not in result["message"]


def test_a_client_that_is_out_takes_the_end_of_the_line_for_the_end_of_the_game(game):
    """Who is blocked hears the others' moves; if the server closes, nobody is left."""

    def act(wire):
        wire.send(move(game, 1, "a1"), move(game, 2, "a7"))

    result = play(Script(act, seat=0), game)
    assert result["status"] == "finished"
    assert result["position"]["alive"] == [0, 0, 0, 0]
    assert result["outcome"] == [0.25] * 4


def test_bytes_without_meaning_are_passed_over(game):
    def act(wire):
        wire.send(move(game, 0, "d1"), 196, 255, 202, move(game, 1, "a4"))

    result = play(Script(act, seat=3), game)
    assert result["turns"] == [[0, "d1"], [1, "a4"]]


def test_a_server_that_talks_nonsense_is_given_up(game):
    def act(wire):
        wire.send(*[255] * 100)
        wire.rest()

    result = play(Script(act), game)
    assert result["status"] == "vanished"
    assert "mean nothing" in result["message"]


def test_an_impossible_move_ends_the_game(game):
    def act(wire):
        wire.send(move(game, 0, "d4"))
        wire.rest()

    result = play(Script(act, seat=1), game)
    assert result["status"] == "vanished"
    assert result["message"] == "the server plays another game: d4 is no move of player 0"


def test_a_silent_server_is_given_up(game):
    release = threading.Event()
    script = Script(lambda wire: release.wait(60))
    result = play(script, game, patience=0.3)
    release.set()
    assert result["status"] == "vanished"
    assert "nothing was heard" in result["message"]


def test_nobody_at_the_port_is_one_clear_line(game):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(GameError, match=rf"^cannot connect to 127.0.0.1:{port}: connection refused$"):
        SawhianClient(port=port, agent=First(), game=game).play_games(1)


@pytest.mark.parametrize(("host", "port"), [("no such host.invalid", 1), ("127.0.0.1", 99999), ("x" * 300, 1)])
def test_an_address_that_is_none_is_one_clear_line(game, host, port):
    with pytest.raises(GameError, match=r"^cannot connect to [^\n]+$"):
        SawhianClient(host, port, First(), game=game).play_games(1)


def test_another_version_of_the_server_is_one_clear_line(game):
    def act(wire):
        wire.byte()
        wire.send(7)

    with pytest.raises(GameError, match=r"^the server speaks version 7 of the protocol, not 1$"):
        play(Script(act, welcome=False), game)


def test_a_server_that_shows_us_the_door_is_one_clear_line(game):
    def act(wire):
        wire.byte()

    with pytest.raises(GameError, match=r"^the server did not let us in: [^\n]+$"):
        play(Script(act, welcome=False), game)


def test_a_client_stops_when_it_is_told_to(game):
    begun, release = threading.Event(), threading.Event()

    def act(wire):
        begun.set()
        release.wait(60)

    client = SawhianClient(port=Script(act).port, agent=First(), game=game)
    client.start()
    assert begun.wait(60)
    client.stop()
    client.join(60)
    release.set()
    assert not client.is_alive()
    assert [result["status"] for result in client.results] == ["stopped"]


@pytest.mark.covers("W7")
def test_an_agent_that_never_answers_costs_no_game(game):
    """The agent hangs for good; the moves come all the same, and in time."""
    release = threading.Event()

    class Hanging(Agent):
        spec = "hanging"

        def decide(self, view, budget, stop=None, progress=None):
            progress(Decision(view.legal[-1]))
            release.wait(60)
            return Decision(view.legal[0])

    server = sawhian.SawhianServer(game=game, limit=1, agents=["random"] * 3)
    rounds = []

    def log(line):
        rounds.append(line)
        if sum("we play" in line for line in rounds) == 2:
            client.stop()

    with server:
        client = SawhianClient(port=server.port, agent=Hanging(), game=game, log=log)
        client.start()
        client.join(60)
        server.stop()
    release.set()
    assert any("the agent does not answer in time" in line for line in rounds)
    assert client.results[0]["moves"] == 2
    assert client.results[0]["status"] == "stopped"


def test_the_agent_hears_every_turn_and_ponders_while_others_think(game):
    heard, pondered = [], []

    class Witness(First):
        def observe(self, view, event):
            heard.append(event)

        def ponder(self, view, stop):
            pondered.append(view.turn)
            while not stop.is_set():
                time.sleep(0.001)

    def act(wire):
        wire.send(protocol.YOUR_TURN)
        wire.send(move(game, 0, game.action_text(wire.byte())))
        time.sleep(0.05)
        wire.send(move(game, 1, "a4"), move(game, 2, "d7"))

    play(Script(act, seat=0), game, agent=Witness())
    assert heard == [[0, "a1"], [1, "a4"], [2, "d7"]]
    assert pondered[0] == 1


def test_thinking_time_is_the_limit_less_round_trip_and_margin(game):
    budgets = []

    class Timed(First):
        def decide(self, view, budget, stop=None, progress=None):
            budgets.append(budget.seconds)
            return Decision(view.legal[0])

    def act(wire):
        wire.send(protocol.YOUR_TURN)
        wire.byte()

    result = play(Script(act, limit=10), game, agent=Timed(), margin=3.0)
    assert budgets[0] <= 10 - result["latency"] - 3.0
    assert budgets[0] > 5


def test_a_ping_that_is_answered_late_costs_at_most_half_the_limit(game):
    budgets = []

    class Timed(First):
        def decide(self, view, budget, stop=None, progress=None):
            budgets.append(budget.seconds)
            return Decision(view.legal[0])

    def act(wire):
        assert wire.byte() == protocol.VERSION
        wire.send(protocol.VERSION)
        wire.line(), wire.line()
        wire.sock.sendall(protocol.welcome(0, 1))
        ping = wire.byte()
        time.sleep(0.7)
        wire.send(ping, protocol.YOUR_TURN)
        wire.byte()

    result = play(Script(act, welcome=False), game, agent=Timed(), margin=0.1)
    assert result["latency"] == 0.5
    assert 0 < budgets[0] <= 0.4


def test_a_limit_of_nothing_still_leaves_a_moment(game):
    answers = []

    def act(wire):
        wire.send(protocol.YOUR_TURN)
        answers.append(wire.byte())

    play(Script(act, limit=0), game)
    assert answers == [game.parse_action("a1")]


@pytest.mark.parametrize("options", [{"games": 0}, {"margin": -1}, {"patience": 0}, {"picture": b"no picture"}])
def test_a_wrong_option_is_one_clear_line(game, options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        SawhianClient(agent=First(), game=game, **options)


def test_join_returns_the_results(game):
    lines = []
    with sawhian.SawhianServer(game=game, games=2, limit=10, agents=["random"] * 3) as server:
        results = sawhian.join(port=server.port, agent="random", name="Hinze", games=2, log=lines.append)
        assert server.wait(60)
    assert [result["status"] for result in results] == ["finished", "finished"]
    assert [result["position"] for result in results] == [result["position"] for result in server.results]
    assert lines[0] == "Hinze: waiting for the game to begin"


def test_join_without_a_server_is_one_clear_line():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(GameError, match="connection refused"):
        sawhian.join(port=port, agent="random")
