"""Who is let in."""

import contextlib
import http.client
import json
import socket
import time

import pytest
from websockets.exceptions import InvalidStatus

from reineke.game import GameError
from reineke.live.speed import doors
from reineke.live.speed.keys import Keys, pseudonym, read_keys, read_names
from tests.live.speed.puppet import PATIENCE, Puppet


def get(server, path, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers


def refused(server, key):
    with pytest.raises(InvalidStatus) as info:
        Puppet(server.url, key)
    return info.value.response.status_code


@pytest.mark.covers("P6")
def test_the_time_endpoint_tells_the_time(serving):
    before = time.time()
    status, text, headers = get(serving(), "/spe_ed_time")
    said = json.loads(text)
    assert status == 200
    assert headers["Content-Type"] == "application/json"
    assert list(said) == ["time", "milliseconds"]
    assert 0 <= said["milliseconds"] < 1000
    told = time.mktime(time.strptime(said["time"], "%Y-%m-%dT%H:%M:%SZ")) - time.timezone + said["milliseconds"] / 1000
    assert before - 0.01 <= told <= time.time()


@pytest.mark.parametrize("path", ["/", "/spe_ed/", "/other", "/spe_ed_times", "//", "/spe_ed%00"])
def test_other_paths_are_not_there(serving, path):
    assert get(serving(), path)[0] == 404


def test_a_request_that_is_no_web_socket_does_not_take_the_key(serving, puppets):
    server = serving()
    assert get(server, "/spe_ed?key=a")[0] in (400, 426)
    puppets(server, "a")


@pytest.mark.covers("P6")
def test_an_unknown_key_is_forbidden(serving, puppets):
    server = serving(keys=["a", "b"])
    assert [refused(server, key) for key in ("c", "", "A", "x" * 5000)] == [403, 403, 403, 403]
    assert get(server, "/spe_ed")[0] == 403
    puppets(server, "a")


def test_without_a_list_every_key_is_welcome_but_the_empty_one(serving, puppets):
    server = serving()
    puppets(server, "whoever")
    assert refused(server, "") == 403


@pytest.mark.covers("P6")
def test_a_key_plays_one_game_at_a_time(serving, puppets):
    server = serving()
    (first,) = puppets(server, "a")
    assert refused(server, "a") == 429
    (second,) = puppets(server, "b")
    first.hear(), second.hear()
    assert [refused(server, key) for key in "ab"] == [429, 429]


@pytest.mark.covers("P6")
def test_after_its_game_a_key_may_play_again(serving, puppets):
    server = serving(games=2)
    for _ in range(2):
        first, second = puppets(server, "a", "b")
        first.hear(), second.hear()
        first.say("change_nothing"), second.say("jump")
        assert not first.hear()["running"]
        assert not second.hear()["running"]
    assert server.wait(PATIENCE)


def test_who_leaves_the_lobby_gives_back_seat_and_key(serving, puppets):
    server = serving()
    (first,) = puppets(server, "a")
    first.close()
    while True:
        with contextlib.suppress(InvalidStatus):
            (again,) = puppets(server, "a")
            break
    (other,) = puppets(server, "b")
    assert [again.hear()["you"], other.hear()["you"]] == [1, 2]


def test_a_server_that_has_begun_its_last_game_takes_nobody(serving, puppets):
    server = serving(games=1)
    first, second = puppets(server, "a", "b")
    first.hear(), second.hear()
    assert refused(server, "c") == 503


def test_who_never_asks_is_not_waited_for(serving, monkeypatch):
    monkeypatch.setattr(doors, "OPENING", 0.2)
    server = serving()
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as sock:
        sock.sendall(b"GET /spe_ed?key=a HTTP/1.1\r\nHost: x\r\n")
        with contextlib.suppress(ConnectionError):
            assert sock.recv(1000) == b""


def test_headers_without_end_are_cut_off(serving):
    with (
        socket.create_connection(("127.0.0.1", serving().port), PATIENCE) as sock,
        contextlib.suppress(ConnectionError),
    ):
        sock.sendall(b"GET /spe_ed_time HTTP/1.1\r\nHost: " + b"x" * 100_000)
        while sock.recv(65536):
            pass


def test_too_many_connections_are_turned_away(serving, puppets, monkeypatch):
    monkeypatch.setattr(doors, "CONNECTIONS", 2)
    server = serving(players=4)
    puppets(server, "a", "b")
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as sock, contextlib.suppress(ConnectionError):
        sock.sendall(b"GET /spe_ed_time HTTP/1.1\r\nHost: x\r\n\r\n")
        assert sock.recv(1000) == b""


def test_names_are_the_given_ones_or_pseudonyms_that_betray_no_key():
    keys = Keys(None, {"a": "Fox"})
    assert keys.name("a") == "Fox"
    assert keys.name("secret") == pseudonym("secret") != pseudonym("other")
    assert "secret" not in pseudonym("secret")


def test_files_of_keys_and_names(tmp_path):
    file = tmp_path / "keys"
    file.write_text("# ours\nabc\n\n  def  \n")
    assert read_keys(file) == ["abc", "def"]
    file.write_text("# key and name\nabc Reineke Fox\ndef\tWolf\n")
    assert read_names(file) == {"abc": "Reineke Fox", "def": "Wolf"}


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"\xff\xfe"])
def test_a_file_without_keys_is_refused(tmp_path, content):
    file = tmp_path / "keys"
    file.write_bytes(content)
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        read_keys(file)


def test_a_name_without_a_key_is_refused(tmp_path):
    file = tmp_path / "names"
    file.write_text("abc\n")
    with pytest.raises(GameError, match="a key and a name"):
        read_names(file)
    with pytest.raises(GameError, match="cannot be read"):
        read_names(tmp_path / "none")
