"""Getting in, and finding battles, against a scripted server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs

import pytest

from reineke.game import GameError
from reineke.live.showdown import Account, Limits, Plan, lobby
from reineke.live.web import Busy
from tests.live.showdown.puppet import ROOM, Client, Parrot, Server, Talk


def forfeited(talk: Talk) -> None:
    """A battle that the other gives up at once."""
    for _ in talk.battle(end=2):
        pass
    talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
    talk.wait()


class LoginServer:
    """Answers every question with the same words, and keeps the questions."""

    def __init__(self, answer: str) -> None:
        asked = self.asked = list[dict[str, str]]()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                asked.append({key: values[0] for key, values in parse_qs(body).items()})
                self.send_response(200)
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *words: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/action.php"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def login_server() -> Iterator[Any]:
    made: list[LoginServer] = []

    def make(answer: str) -> LoginServer:
        made.append(LoginServer(answer))
        return made[-1]

    yield make
    for server in made:
        server.close()


def test_a_password_is_turned_into_an_assertion(login_server: Any) -> None:
    words = login_server("]" + json.dumps({"actionsuccess": True, "assertion": "proof,of,it"}))

    def script(talk: Talk) -> None:
        talk.send("|challstr|4|abc")
        assert talk.hear("/trn") == "|/trn foxone,0,proof,of,it"
        talk.send("|updateuser| foxone|1|1|{}")
        talk.begin()
        forfeited(talk)

    with Server(script) as server:
        Client(server.url, account=Account("foxone", "secret", words.url)).done()
    assert words.asked == [{"act": "login", "name": "foxone", "pass": "secret", "challstr": "4|abc"}]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("]" + json.dumps({"actionsuccess": False, "assertion": ""}), "wrong name or password"),
        ("]" + json.dumps({"actionsuccess": False, "assertion": ";;Wrong password."}), "Wrong password"),
        ("<html>busy</html>", "is no login server"),
    ],
)
def test_a_wrong_password_ends_it_with_one_line(login_server: Any, answer: str, words: str) -> None:
    def script(talk: Talk) -> None:
        talk.send("|challstr|4|abc")
        talk.wait()

    with Server(script) as server:
        client = Client(server.url, account=Account("foxone", "secret", login_server(answer).url))
        with pytest.raises(GameError, match=words) as told:
            client.done()
    assert "\n" not in str(told.value)


def test_elsewhere_a_name_needs_the_login_servers_word(login_server: Any) -> None:
    far = "wss://far.example/showdown/websocket"
    assert Account("Red Fox", None, login_server("word").url).assertion("4|abc", far) == "word"
    with pytest.raises(GameError, match="a password is needed"):
        Account("Red Fox", None, login_server(";").url).assertion("4|abc", far)
    with pytest.raises(GameError, match="not allowed"):
        Account("Red Fox", None, login_server(";;not allowed").url).assertion("4|abc", far)
    with pytest.raises(Busy, match="cannot reach the login server"):
        Account("Red Fox", "x", "http://127.0.0.1:1/").assertion("4|abc", far)


def test_a_name_that_is_taken_ends_it() -> None:
    def script(talk: Talk) -> None:
        talk.send("|challstr|4|abc")
        talk.hear("/trn")
        talk.send('|nametaken|foxone|Someone is already using the name "foxone".')
        talk.wait()

    with Server(script) as server, pytest.raises(GameError, match="already using the name"):
        Client(server.url).done()


def test_only_formats_that_are_mastered_are_accepted() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.send("|pm| owl| foxone|/challenge gen9randombattle|gen9randombattle|||")
        assert talk.hear("/reject") == "|/reject owl"
        assert talk.hear("/pm") == "|/pm owl, Sorry, I play gen1randombattle only."
        talk.send("|pm| owl| foxone|/challenge gen1randombattle@@@Sleep Clause Mod|gen1randombattle|||")
        talk.hear("/reject owl")
        talk.send("|pm| foxtwo| foxone|/challenge gen1randombattle|gen1randombattle|||")
        assert talk.hear("/accept") == "|/accept foxtwo"
        forfeited(talk)

    with Server(script) as server:
        client = Client(server.url, Plan(accept=()))
        client.done()
    assert client.said("the challenge of owl is declined: gen9randombattle is not mastered")


def test_only_the_users_that_were_named_are_accepted() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.send("|pm| owl| foxone|/challenge gen1randombattle|gen1randombattle|||")
        talk.hear("/reject owl")
        talk.send("|pm|+Fox Two@!| foxone|/challenge gen1randombattle|gen1randombattle|||")
        talk.hear("/accept foxtwo")
        forfeited(talk)

    with Server(script) as server:
        Client(server.url, Plan(accept=("Fox Two",))).done()


def test_a_challenge_that_is_taken_back_is_forgotten() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.send("|pm| foxtwo| foxone|/challenge gen1randombattle|gen1randombattle|||")
        talk.hear("/accept foxtwo")
        for _ in talk.battle(end=1):
            talk.send("|pm| owl| foxone|/challenge gen1randombattle|gen1randombattle|||")
            talk.send("|pm| owl| foxone|/challenge")
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.hear("/leave")
        talk.send("|pm| hen| foxone|/challenge gen1randombattle|gen1randombattle|||")
        assert talk.hear("/accept") == "|/accept hen"
        talk.send("|init|battle", "|player|p2|foxone|1|", "|win|foxone", room="battle-gen1randombattle-99")
        talk.wait()

    with Server(script) as server:
        results = Client(server.url, Plan(accept=(), battles=2)).done()
    assert [result["status"] for result in results] == ["won", "won"]


def test_a_user_who_is_not_there_is_challenged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "AGAIN", 0.2)

    def script(talk: Talk) -> None:
        talk.login()
        talk.begin()
        talk.send("|popup|The user 'foxtwo' was not found.")
        talk.begin()
        forfeited(talk)

    with Server(script) as server:
        client = Client(server.url)
        client.done()
    assert client.said("The user 'foxtwo' was not found.")


def test_a_challenge_that_is_declined_ends_it() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.begin()
        talk.send("|pm| foxtwo| foxone|/nonotify foxtwo rejected the challenge.")
        talk.wait()

    with Server(script) as server, pytest.raises(GameError, match="foxtwo declines our challenge"):
        Client(server.url).done()


def test_patience_ends() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.wait()

    with Server(script) as server, pytest.raises(GameError, match="no battle has begun"):
        Client(server.url, Plan(accept=()), limits=Limits(patience=0.2)).done()


def test_the_ladder_is_searched_and_the_search_is_ended() -> None:
    searching = threading.Event()

    def script(talk: Talk) -> None:
        talk.login()
        talk.hear("|/search gen1randombattle")
        forfeited_one(talk)
        talk.hear("|/search gen1randombattle")
        searching.set()
        talk.hear("|/cancelsearch")
        talk.wait()

    def forfeited_one(talk: Talk) -> None:
        for _ in talk.battle(end=1):
            pass
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)

    with Server(script) as server:
        client = Client(server.url, Plan(ladder=True, battles=5))
        assert searching.wait(60)
        client.finish()
        assert len(client.done()) == 1


def test_who_is_told_to_finish_plays_to_the_end_and_begins_nothing() -> None:
    reached = threading.Event()

    def script(talk: Talk) -> None:
        talk.login()
        talk.begin()
        for number in talk.battle():
            if number == 3:
                reached.set()
        talk.wait()

    with Server(script) as server:
        client = Client(server.url, Plan(challenge="foxtwo", battles=9))
        assert reached.wait(60)
        client.finish()
        (result,) = client.done()
    assert result["status"] == "won"
    assert not any("/forfeit" in text for text in server.said[0])


def test_who_is_told_to_stop_forfeits() -> None:
    reached = threading.Event()

    def script(talk: Talk) -> None:
        talk.login()
        talk.begin()
        for _ in talk.battle(end=2):
            pass
        reached.set()
        assert talk.hear("/forfeit") == f"{ROOM}|/forfeit"
        talk.send("|-message|foxone forfeited.", "|win|foxtwo", room=ROOM)
        talk.wait()

    with Server(script) as server:
        client = Client(server.url, Plan(challenge="foxtwo", battles=9), Parrot())
        assert reached.wait(60)
        client.stop()
        (result,) = client.done()
    assert (result["status"], result["message"]) == ("lost", "foxone forfeited.")


@pytest.mark.parametrize(
    "options",
    [{}, {"challenge": "a", "ladder": True}, {"challenge": "!!"}, {"ladder": True, "battles": 0}],
)
def test_a_plan_that_makes_no_sense_is_refused(options: Any) -> None:
    with pytest.raises(GameError):
        Plan(**options)


@pytest.mark.parametrize("name", ["", "---", "a|b", "x" * 19])
def test_a_name_that_no_server_takes_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="is no name for a user"):
        Account(name)
