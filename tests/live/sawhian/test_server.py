"""The arbiter: whole games over the wire, and clients that break every rule."""

import dataclasses
import math
import random
import socket
import time

import pytest

from reineke import record
from reineke.game import GameError
from reineke.live import sawhian
from reineke.live.sawhian import SawhianClient, SawhianServer, protocol, replay
from reineke.record import read_records
from tests.live.sawhian.puppet import PATIENCE, Puppet, connect, introduce


@pytest.fixture
def serve(game):
    """Starts servers, and stops them."""
    servers = []

    def serve(**options):
        server = SawhianServer(**{"limit": 10, "game": game, **options})
        servers.append(server)
        return server.start()

    yield serve
    for server in servers:
        server.stop()


def clients(server, count, **options):
    players = [SawhianClient(port=server.port, agent="random", name=f"c{i}", seed=i, **options) for i in range(count)]
    for player in players:
        player.start()
    return players


def finish(server, players=()):
    assert server.wait(PATIENCE)
    assert server.error is None
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()
    return server.results


@pytest.mark.covers("W7")
def test_four_clients_in_one_process_finish_a_game_in_parallel(serve):
    server = serve()
    players = clients(server, 4)
    (result,) = finish(server, players)
    assert sorted(player.results[0]["seat"] for player in players) == [0, 1, 2, 3]
    for player in players:
        own = player.results[0]
        assert player.error is None
        assert own["status"] == "finished"
        assert own["position"] == result["position"]
        assert own["outcome"] == result["outcome"]
        assert result["names"][own["seat"]] == player.player_name
    assert result["eliminated"] == []
    assert sum(result["outcome"]) == 1
    assert sum(player.results[0]["moves"] for player in players) == result["moves"]


def stay_silent(wire, mirror):
    pass


def leave(wire, mirror):
    wire.close()


def play_someone_elses_stone(wire, mirror):
    stones = mirror.game.json(mirror.state)["board"].replace("/", "")
    mover = str(mirror.mover)
    index = next(index for index, owner in enumerate(stones) if owner not in (".", mover))
    wire.send(7 * (index % 7) + index // 7)


def send_no_cell(wire, mirror):
    wire.send(201)


MISDEEDS = {"late": stay_silent, "disconnect": leave, "illegal": play_someone_elses_stone, "illegal byte": send_no_cell}


@pytest.mark.covers("W8")
@pytest.mark.parametrize("misdeed", MISDEEDS)
@pytest.mark.parametrize("turn", [0, 9])
def test_who_moves_late_or_illegally_or_leaves_is_out(serve, game, tmp_path, misdeed, turn):
    if misdeed == "illegal" and turn == 0:
        turn = 1  # on an empty board there are no stones of others
    server = serve(limit=2 if misdeed == "late" else 10, records=tmp_path / "games.jsonl")
    puppet = Puppet(server.port, game, turn, MISDEEDS[misdeed])
    players = clients(server, 3)
    (result,) = finish(server, players)
    puppet.join(PATIENCE)
    (out,) = result["eliminated"]
    assert (out["seat"], out["kind"]) == (puppet.seat, misdeed.split()[0])
    assert result["position"]["alive"][puppet.seat] == 0
    # Stones and points stay as they were when he went out.
    before = game.json(puppet.mirror.state)
    assert result["points"][puppet.seat] == before["points"][puppet.seat]
    assert result["position"]["hand"][puppet.seat] == before["hand"][puppet.seat]
    # He is told, unless he is gone; the others find out by themselves.
    assert puppet.heard == ([] if misdeed == "disconnect" else [protocol.KICKED])
    for player in players:
        assert player.results[0]["status"] == "finished"
        assert player.results[0]["position"] == result["position"]
        assert player.results[0]["outcome"] == result["outcome"]
    (played,) = read_records(tmp_path / "games.jsonl")
    assert [puppet.seat, "out"] in played.turns
    assert played.result["eliminated"] == result["eliminated"]
    assert game.json(list(replay(played, game))[-1]) == result["position"]


def test_who_leaves_while_the_others_think_is_out_at_his_next_turn(serve, game):
    def move_and_leave(wire, mirror):
        wire.send(game.legal(mirror.state, mirror.mover)[0])
        assert wire.byte() is not None
        wire.close()

    server = serve(agents=["random"] * 3)
    puppet = Puppet(server.port, game, 2, move_and_leave)
    (result,) = finish(server)
    puppet.join(PATIENCE)
    (out,) = result["eliminated"]
    assert (out["seat"], out["kind"], out["turn"]) == (0, "disconnect", 12)


def test_the_game_ends_when_all_players_have_left(serve, game):
    server = serve()
    puppets = [Puppet(server.port, game, 2, leave, f"p{i}") for i in range(4)]
    (result,) = finish(server)
    assert [out["kind"] for out in result["eliminated"]] == ["disconnect"] * 4
    assert result["position"]["alive"] == [0, 0, 0, 0]
    assert result["moves"] == 8
    assert result["outcome"] == [0.25] * 4
    for puppet in puppets:
        puppet.join(PATIENCE)


def test_bytes_sent_out_of_turn_are_no_moves(serve, game):
    server = serve(agents=["random"] * 2)
    heard = []

    def move_after_the_other_has_spoken(wire, mirror):
        second.wire.send(255, game.parse_action("a7"))
        wire.send(game.parse_action("a1"))

    def answer_and_leave(wire, mirror):
        wire.send(game.parse_action("a4"))
        heard.append(wire.byte())
        wire.close()

    first = Puppet(server.port, game, 0, move_after_the_other_has_spoken, "first")
    second = Puppet(server.port, game, 0, answer_and_leave, "second")
    second.join(PATIENCE)
    assert (first.seat, second.seat) == (0, 1)
    assert heard == [protocol.move(1, game.parse_action("a4"))[0]]


def test_who_floods_the_server_is_out(serve, game):
    server = serve(agents=["random"] * 3)

    def flood(wire, mirror):
        wire.send(mirror.game.legal(mirror.state, mirror.mover)[0])
        wire.sock.settimeout(2)
        try:
            for _ in range(1000):
                wire.sock.sendall(bytes(65536))
        except OSError:
            pass
        wire.sock.settimeout(PATIENCE)

    puppet = Puppet(server.port, game, 1, flood)
    (result,) = finish(server)
    puppet.join(PATIENCE)
    (out,) = result["eliminated"]
    assert (out["seat"], out["kind"]) == (puppet.seat, "illegal")


def test_agents_fill_the_seats_that_nobody_takes(serve):
    server = serve(fill="random", wait=0.0)
    (player,) = clients(server, 1)
    (result,) = finish(server, [player])
    assert sorted(result["names"]) == ["c0", "random", "random", "random"]
    assert player.results[0]["position"] == result["position"]


def test_games_follow_each_other_and_seats_rotate(serve, game, tmp_path):
    server = serve(games=5, agents=["random"] * 4, records=tmp_path / "games.jsonl", seed=3)
    results = finish(server)
    assert [result["number"] for result in results] == [1, 2, 3, 4, 5]
    records = list(read_records(tmp_path / "games.jsonl"))
    for played, result in zip(records, results, strict=True):
        assert game.json(list(replay(played, game))[-1]) == result["position"]
        assert game.json(list(record.replay(played, game))[-1][0]) == result["position"]
        assert len(played.times) == len(played.turns)
    assert len({str(played.turns) for played in records}) == 5


def test_seats_rotate_among_clients_and_agents(serve):
    server = serve(games=4, agents=["random"] * 3)
    (player,) = clients(server, 1, games=4)
    results = finish(server, [player])
    assert [result["names"].index("c0") for result in results] == [0, 1, 2, 3]
    assert [result["seat"] for result in player.results] == [0, 1, 2, 3]


def test_the_same_seed_gives_the_same_games(serve):
    positions = [
        [result["position"] for result in finish(serve(games=2, agents=["random"] * 4, seed=seed))]
        for seed in (5, 5, 6)
    ]
    assert positions[0] == positions[1] != positions[2]


GARBAGE = {
    "nothing": b"",
    "another version": b"\2",
    "http": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no line end": b"\1" + b"x" * 100,
    "three lines": b"\1name\npicture\nmore\n",
    "endless name": b"\1" + b"x" * (2 * protocol.MAX_GREETING),
}


@pytest.mark.parametrize("words", GARBAGE)
def test_a_client_that_does_not_speak_the_protocol_takes_no_seat(serve, words):
    server = serve(agents=["random"] * 3)
    with connect(server.port) as wire:
        try:
            wire.sock.sendall(GARBAGE[words])
        except ConnectionError:
            assert words == "endless name"
        players = clients(server, 1)
        (result,) = finish(server, players)
    assert result["eliminated"] == []
    assert "c0" in result["names"]


def test_random_bytes_do_not_disturb_a_game(serve):
    rng = random.Random(7)
    server = serve()
    wires = [connect(server.port) for _ in range(8)]
    for wire in wires:
        wire.sock.sendall(b"\1" * rng.randrange(2) + rng.randbytes(300).replace(b"\n", b""))
    (result,) = finish(server, clients(server, 4))
    assert sorted(result["names"]) == ["c0", "c1", "c2", "c3"]
    for wire in wires:
        wire.close()


def test_who_leaves_the_queue_frees_the_place(serve):
    server = serve(agents=["random"])
    with introduce(server.port, "leaver"):
        pass
    (result,) = finish(server, clients(server, 3))
    assert "leaver" not in result["names"]
    assert result["eliminated"] == []


def test_a_client_that_never_answers_its_welcome_is_out_at_its_turn(serve, monkeypatch):
    monkeypatch.setattr("reineke.live.sawhian.table.PING", 0.2)
    server = serve(agents=["random"] * 3)
    with introduce(server.port, "mute") as wire:
        (result,) = finish(server)
        assert wire.rest()[:2] == [10 << 2 | 0, protocol.KICKED]
    assert [(out["seat"], out["kind"]) for out in result["eliminated"]] == [(0, "late")]


def test_more_clients_than_seats_wait_for_the_next_game(serve):
    server = serve(games=2)
    players = clients(server, 8)
    results = finish(server, players)
    assert sorted(results[0]["names"] + results[1]["names"]) == sorted(player.player_name for player in players)


def test_a_long_queue_is_cut(serve, monkeypatch):
    monkeypatch.setattr("reineke.live.sawhian.server.WAITING", 2)
    server = serve(agents=["random"])
    waiting = [introduce(server.port, f"w{i}") for i in range(2)]
    with connect(server.port) as late:
        assert late.byte() is None
    for wire in waiting:
        wire.close()


def test_clients_that_wait_when_the_last_game_is_over_are_told(serve):
    server = serve()
    players = clients(server, 5)
    finish(server, players)
    assert sorted(len(player.results) for player in players) == [0, 1, 1, 1, 1]
    (left,) = [player for player in players if not player.results]
    assert str(left.error) == "the server did not let us in: it closed the connection"


def test_a_server_stops_in_the_middle_of_a_game(serve, game):
    server = serve(games=3)
    puppets = [Puppet(server.port, game, 3, stay_silent, f"p{i}") for i in range(4)]
    while not any(len(puppet.mirror.turns) == 12 for puppet in puppets):
        time.sleep(0.01)
    server.stop()
    assert server.results == []
    for puppet in puppets:
        puppet.join(PATIENCE)
        assert not puppet.is_alive()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port))


def test_a_taken_port_is_one_clear_line(serve, game):
    server = serve()
    with pytest.raises(GameError, match=rf"^cannot listen on 127.0.0.1:{server.port}: [^\n]+$"):
        SawhianServer(port=server.port, game=game).start()


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 0},
        {"limit": 64},
        {"limit": 1.5},
        {"limit": math.nan},
        {"games": 0},
        {"agents": ["random"] * 5},
        {"agents": ["nobody?"]},
    ],
)
def test_a_wrong_option_is_one_clear_line(game, options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        SawhianServer(game=game, **options)


def test_a_record_file_that_cannot_be_is_one_clear_line_and_leaves_the_port_free(game, tmp_path):
    (tmp_path / "games.jsonl").write_text("no record\n")
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        SawhianServer(game=game, records=tmp_path / "games.jsonl").start()
    assert (tmp_path / "games.jsonl").read_text() == "no record\n"


def test_a_record_with_a_turn_that_cannot_be_does_not_replay(serve, game, tmp_path):
    finish(serve(agents=["random"] * 4, records=tmp_path / "games.jsonl"))
    (played,) = read_records(tmp_path / "games.jsonl")
    turns = played.turns
    for broken in (turns[1:], turns[:-1], [[0, "d4"], *turns[1:]], [*turns, [0, "out"]], [[1, "out"], *turns]):
        with pytest.raises(GameError, match=r"^[^\n]+$"):
            list(replay(dataclasses.replace(played, turns=broken), game))
    wrong = {**played.result, "points": [7.0] * 4}
    with pytest.raises(GameError, match="other points"):
        list(replay(dataclasses.replace(played, result=wrong), game))


def test_serve_returns_the_results():
    lines = []
    results = sawhian.serve(port=0, agents=["random"] * 4, games=2, log=lines.append)
    assert [result["number"] for result in results] == [1, 2]
    assert any("game 2 is over" in line for line in lines)


def test_pass_mode_is_played_too():
    (result,) = sawhian.serve(port=0, game="sawhian(blocked=pass)", agents=["random"] * 4)
    assert result["game"] == "sawhian(blocked=pass)"
    assert result["position"]["alive"] == [1, 1, 1, 1]
