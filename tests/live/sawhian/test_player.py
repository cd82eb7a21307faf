"""The server's end of one connection, over a pair of sockets."""

import asyncio
import socket

import pytest

from reineke.live.sawhian import player as module
from reineke.live.sawhian import protocol
from reineke.live.sawhian.avatar import avatar
from reineke.live.sawhian.player import FLOOD, Player, Refused


@pytest.fixture
def pair():
    """The player, and the client's socket."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(60)
    with ours, theirs:
        yield Player(ours), theirs


def greet(player):
    asyncio.run(player.greet())


def byte(player, timeout=60.0):
    return asyncio.run(player.byte(timeout))


def test_a_greeting_gives_name_and_picture(pair):
    player, client = pair
    client.sendall(b"\1" + protocol.greeting("Hinze", avatar("Hinze")))
    greet(player)
    assert (player.name, player.picture) == ("Hinze", avatar("Hinze"))
    assert client.recv(10) == b"\1"


def test_a_greeting_in_pieces_is_a_greeting(pair):
    player, client = pair

    async def speak():
        listening = asyncio.create_task(player.greet())
        for piece in (b"\1", b"Hin", b"ze", b"\n", b"pic", b"\n"):
            client.send(piece)
            await asyncio.sleep(0.001)
        await listening

    asyncio.run(speak())
    assert (player.name, player.picture) == ("Hinze", None)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (b"\2", "speaks version 2 of the protocol"),
        (b"\1a\nb\nc", "sends more than name and picture"),
        (b"\1a\nb\nc\n", "sends more than name and picture"),
        (b"\1a\n", "closed the connection"),
        (b"", "closed the connection"),
    ],
)
def test_who_does_not_speak_the_protocol_is_refused(pair, words, why):
    player, client = pair
    client.sendall(words)
    client.shutdown(socket.SHUT_WR)
    with pytest.raises(Refused, match=f"^{why}$"):
        greet(player)


def test_a_greeting_without_end_is_refused(pair, monkeypatch):
    monkeypatch.setattr(protocol, "MAX_GREETING", 1000)
    player, client = pair
    client.sendall(b"\1" + b"x" * 2000)
    with pytest.raises(Refused, match="without end"):
        greet(player)


def test_who_does_not_introduce_himself_is_refused(pair, monkeypatch):
    monkeypatch.setattr(module, "GREETING", 0.05)
    player, client = pair
    client.sendall(b"\1Hin")
    with pytest.raises(Refused, match="does not introduce itself"):
        greet(player)


def test_a_broken_line_refuses_the_greeting():
    ours, theirs = tcp_pair()
    with ours, theirs:
        player = Player(ours)
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        theirs.close()
        with pytest.raises(Refused, match="reset"):
            greet(player)


def tcp_pair():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
    return server, client


def test_bytes_come_one_by_one_and_then_the_end(pair):
    player, client = pair
    client.sendall(b"\5\6")
    client.shutdown(socket.SHUT_WR)
    assert [byte(player) for _ in range(4)] == [5, 6, None, None]
    assert player.lost == "closed the connection"


def test_a_byte_that_does_not_come_is_a_timeout(pair):
    with pytest.raises(TimeoutError):
        byte(pair[0], 0.01)
    assert pair[0].lost is None


@pytest.mark.parametrize("act", [byte, Player.discard, Player.gone])
def test_a_reset_connection_is_lost(act):
    ours, theirs = tcp_pair()
    with ours, theirs:
        player = Player(ours)
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        theirs.close()
        act(player)
        assert player.lost == "connection reset by peer"


def test_nothing_can_be_sent_to_who_is_gone(pair):
    player, client = pair
    client.close()
    player.send(b"\1")
    assert player.lost == "broken pipe"
    player.send(b"\1")


def test_a_client_that_does_not_read_loses_its_connection(pair):
    player, _ = pair
    for _ in range(100_000):
        player.send(bytes(100))
        if player.lost is not None:
            break
    assert player.lost == "does not read"


def test_what_was_sent_unasked_is_thrown_away(pair):
    player, client = pair
    client.sendall(bytes(100))
    assert player.discard() == 100
    client.sendall(b"\7")
    assert byte(player) == 7
    assert player.lost is None


def test_a_flood_is_not_read_to_its_end(pair):
    player, client = pair
    client.sendall(bytes(3 * FLOOD))
    assert FLOOD < player.discard() <= FLOOD + 1024


def test_someone_who_waits_in_silence_or_chatters_is_not_gone(pair):
    player, client = pair
    assert not player.gone()
    client.sendall(b"x")
    assert not player.gone()
    assert player.discard() == 1
    client.close()
    assert player.gone()


def test_who_is_kicked_hears_it_and_no_more(pair):
    player, client = pair
    player.kick()
    player.send(b"\1")
    player.close()
    assert client.recv(10) == bytes([protocol.KICKED])
    assert client.recv(10) == b""
