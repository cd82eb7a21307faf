"""Who may do, see and send what."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from reineke.games.gen1 import scene
from reineke.games.gen1.log import turns
from reineke.web.messages import Bucket, Malformed, read
from tests.web.conftest import HOST, Visitor, Window, free


def test_nobody_moves_undoes_or_resigns_for_another_seat(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"])
    with ann.window(room) as own, ben.window(room) as foreign:
        state = own.turn()
        assert foreign.until(lambda state: True)["options"] == []
        action = state["options"][0]["choices"][0]["action"]
        foreign.say("play", seat=0, at=0, action=action)
        assert foreign.error() == "error.not-yours"
        foreign.say("play", seat=1, at=0, action=action)
        assert foreign.error() == "error.not-yours"
        own.play()
        for kind, words in (("undo", "error.undo"), ("resign", "error.late"), ("hint", "error.hint")):
            foreign.say(kind)
            assert foreign.error() == words
        foreign.say("sit", seat=0, name="Ben")
        assert foreign.error() == "error.taken"
        assert own.turn()["at"] == 2


def test_with_other_people_nothing_is_taken_back_and_no_hints_or_thoughts_are_shown(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("sawhian", ["you", "open", "maxn(depth=1)", "random"])
    with ann.window(room) as one, ben.window(room) as other:
        other.until(lambda state: True)
        other.say("sit", seat=1, name="Ben")
        one.play()
        other.play()
        state = one.turn()
        assert state["at"] == 4
        assert state["thoughts"] == []
        assert not state["can"]["undo"]
        assert not state["can"]["hint"]
        for kind, words in (("undo", "error.undo"), ("hint", "error.hint")):
            one.say(kind)
            assert one.error() == words


def test_rooms_need_their_link(ann: Visitor) -> None:
    for room in ("nothing", "games.sqlite", "a" * 500):
        with ann.client.websocket_connect(f"ws://{HOST}/ws/{room}", headers=ann.headers) as socket:
            assert json.loads(socket.receive_text())["text"] == "error.gone"
    for path in ("game.jsonl", "board.svg", "board.png", "game.gif"):
        assert ann.get(f"/g/nothing/{path}").status_code == 404
    assert len(ann.open("rps", ["you", "random"])) >= 22


# What is hidden.


def secrets_of(state: Any, seat: int) -> dict[str, set[str]]:
    """Of every Pokémon of a side its name and its moves."""
    side = scene.whole(state)["sides"][seat]
    return {member["name"]: {scene.move(move["id"])["name"] for move in member["moves"]} for member in side["members"]}


@pytest.mark.parametrize("seed", range(3))
def test_no_message_of_a_pokemon_game_tells_what_is_hidden(ann: Visitor, ben: Visitor, seed: int) -> None:
    room = ann.open("gen1", ["you", "mcts(nodes=30)"], seed=seed)
    with ann.window(room) as window, ben.window(room) as onlooker:
        hall = ann.client.hall  # type: ignore[attr-defined]
        place = hall.place(room)
        game, rng = place.room.game, random.Random(seed)
        hidden = secrets_of(place.room.table.state, 1)
        others = {name for team in (hidden, secrets_of(place.room.table.state, 0)) for name in team}
        assert len(others) > 6
        for _ in range(12):
            if window.turn()["status"] == "over":
                break
            window.play(rng.randrange(9))
            window.say("look", moment=rng.randrange(window.state["moments"]))
        running = window.state["status"] != "over"
        assert running
        told = "\n".join(window.heard)
        view = game.view(place.room.table.state, 0)
        seen = scene.seen(view.info)["sides"][1]
        known = {member["name"] for member in seen["members"]}
        own = set().union(*secrets_of(place.room.table.state, 0).values())
        public = "\n".join(line for turn in turns(place.room.table.state, 0) for line in turn)
        shown = {move for moves in hidden.values() for move in moves if move in public}
        for move in sorted(own | shown, key=len, reverse=True):
            told = told.replace(move, "")
        for name, moves in hidden.items():
            assert name in known or name not in told
            for move in moves - own - shown:
                assert move not in told, (name, move)
        assert f'"seed": {seed}' not in told
        assert game.text(place.room.table.deal) not in told
        assert all(json.loads(line).get("thoughts", []) == [] for line in window.heard)
        onlooker.say("look", moment=0)
        onlooker.step()
        for line in onlooker.heard[1:]:
            message = json.loads(line)
            assert (message["board"], message["options"]) == (None, [])
            assert not any(message["log"]["lines"])
        assert ben.get(f"/g/{room}/board.svg").status_code == 409
        assert not any(name in line for line in onlooker.heard for name in others)


def test_the_test_of_hidden_things_would_notice_them(ann: Visitor) -> None:
    room = ann.open("gen1", ["random", "random"], seed=1)
    with ann.window(room) as window:
        window.until(lambda state: state["status"] == "over")
        hidden = secrets_of(ann.client.hall.place(room).room.table.state, 1)  # type: ignore[attr-defined]
        assert all(name in "".join(window.heard) for name in hidden)


def test_a_card_of_kuhn_poker_is_seen_by_its_owner_alone(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("kuhn", ["you", "open"])
    with ann.window(room) as one, ben.window(room) as other:
        other.until(lambda state: True)
        other.say("sit", seat=1, name="Ben")
        cards = ann.client.hall.place(room).room.kept.deal  # type: ignore[attr-defined]
        one.play()
        other.turn()
        for window, seat in ((one, 0), (other, 1)):
            drawn = "".join(re.findall(r">([JQK]+)</text>", "".join(window.heard)))
            assert set(drawn) == {cards[seat]}


def test_where_several_people_play_nobody_chooses_the_seed(ann: Visitor) -> None:
    assert ann.ask("gen1", ["you", "open"], seed=1).status_code == 400
    assert ann.ask("gen1", ["you", "you"]).status_code == 400


# What is sent.


GARBAGE = [
    "", "null", "[]", "{}", "1", '"play"', "{", "\u0000", '{"type": 1}', '{"type": "play"}', '{"type": "quit"}',
    '{"type": "play", "seat": -1, "at": 0, "action": 0}', '{"type": "play", "seat": 0, "at": 0, "action": 1e9}',
    '{"type": "play", "seat": true, "at": 0, "action": 0}', '{"type": "play", "seat": 0, "at": 0, "action": "a1"}',
    '{"type": "play", "seat": 63, "at": 0, "action": 0}', '{"type": "play", "seat": 0, "at": 0, "action": 0, "x": 1}',
    '{"type": "look", "moment": -1}', '{"type": "look", "moment": 1.5}', '{"type": "dress", "theme": "pink"}',
    '{"type": "sit", "seat": 0, "name": null}', '{"type": ["undo"]}', "[" * 1500, "x" * 5000,
    '{"type": "undo", "a": {}}', '{"type": "eyes"}', '{"type": "eyes", "seat": -1}', '{"type": "eyes", "seat": "0"}',
    '{"type": "overlay", "on": 1}', '{"type": "agree"}', '{"type": "agree", "to": null}',
]  # fmt: skip


def test_a_thousand_malformed_messages_leave_the_server_as_it_was(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"], seed=1)
    with ann.window(room) as window:
        before = window.turn()
        sent = 0
        while sent < 1000:
            with ben.client.websocket_connect(f"ws://{HOST}/ws/{room}", headers=ben.headers) as socket:
                for number in range(50):
                    if number % 10 == 9:
                        socket.send_bytes(b"\xff\x00")
                    else:
                        socket.send_text(GARBAGE[(sent + number) % len(GARBAGE)])
                sent += 50
        window.say("look", moment=None)
        window.step()
        while window.state["seats"] != before["seats"]:
            window.step()
        assert {key: window.state[key] for key in ("at", "options", "status", "can")} == {
            key: before[key] for key in ("at", "options", "status", "can")
        }
        assert window.finish()["status"] == "over"


def test_who_talks_nonsense_or_too_fast_is_cut_off(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"])
    for text in ("nonsense", '{"type": "look", "moment": null}'):
        with ann.window(room) as window:
            for _ in range(400):
                window.session.send_text(text)
            with pytest.raises(WebSocketDisconnect):
                exhaust(window)


def exhaust(window: Window) -> None:
    while True:
        window.step()


@pytest.mark.parametrize("text", GARBAGE)
def test_every_malformed_message_is_recognised(text: str) -> None:
    if text == '{"type": "play", "seat": 63, "at": 0, "action": 0}':
        return  # of the right shape: the room has no such seat
    with pytest.raises(Malformed):
        read(text)


def test_a_bucket_lets_so_many_through_and_refills() -> None:
    now = 0.0
    bucket = Bucket(rate=2, burst=3, clock=lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


BAD_WISHES: list[Any] = [
    None, [], "x", {}, {"game": "chess", "seats": []}, {"game": "/etc/passwd", "seats": []},
    {"game": "examples/nim.py", "seats": [{"kind": "you"}] * 2}, {"game": "rps", "seats": [{"kind": "you"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "evil.py"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "net(../../x)"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "mcts(eval=net,model=/etc/passwd)"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "mcts(time=9999)"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "mcts(nodes=999999999999)"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "agent", "spec": "mcts(threads=200)"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "god"}]},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "easy"}], "seed": -1},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "easy"}], "clock": 1},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "easy"}], "name": 5},
    {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "easy"}], "more": 5},
    {"game": "speed", "seats": [{"kind": "you"}] * 4, "options": {"width": 100000}},
    {"game": "speed", "seats": [{"kind": "you"}] * 4, "options": {"width": [1]}},
    {"game": "speed", "seats": [{"kind": "you"}] * 4, "options": {"a),b(": 1}},
    {"game": "speed", "seats": [{"kind": "you"}] * 4, "clock": 0.001},
]  # fmt: skip


def test_a_wish_that_cannot_be_is_refused_with_one_line(server: TestClient) -> None:
    for wish in BAD_WISHES:
        visitor = Visitor(server)
        answer = server.post("/api/games", json=wish, headers=visitor.headers)
        assert answer.status_code == 400, wish
        assert answer.json()["error"].count("\n") == 0
    assert list(server.hall.store.games()) == []  # type: ignore[attr-defined]
    visitor = Visitor(server)
    assert server.post("/api/games", content=b"{", headers=visitor.headers).status_code == 400
    assert server.post("/api/games", content=b"[" * 9000, headers=visitor.headers).status_code == 400


def test_opening_games_has_a_rate(ann: Visitor) -> None:
    assert 429 in {ann.ask("rps", ["you", "random"]).status_code for _ in range(30)}


# Where it comes from.


def test_every_answer_keeps_the_page_to_itself(ann: Visitor) -> None:
    for path in ("/", "/g/x", "/api/catalogue", "/nothing", "/static/x/y", "/own/x"):
        headers = ann.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_inline_script_or_style() -> None:
    folder = Path("python/reineke/web/static")
    page = (folder / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)
    for script in folder.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|document\.write", script.read_text("utf-8")
        )


def test_foreign_pages_and_names_are_refused(server: TestClient, ann: Visitor) -> None:
    foreign = {**ann.headers, "origin": "http://evil.example"}
    wish = {"game": "rps", "seats": [{"kind": "you"}, {"kind": "level", "level": "easy"}]}
    assert server.post("/api/games", json=wish, headers=foreign).status_code == 403
    assert server.get("/", headers={**ann.headers, "host": "evil.example"}).status_code == 421
    room = ann.open("rps", ["you", "random"])
    for headers in (foreign, {}):
        with (
            pytest.raises(WebSocketDisconnect),
            server.websocket_connect(f"ws://{HOST}/ws/{room}", headers=headers),
        ):
            pass
    with pytest.raises(WebSocketDisconnect), server.websocket_connect(f"ws://evil.example/ws/{room}"):
        pass


@pytest.mark.parametrize(
    "path", ["/static/{v}/../app.py", "/static/{v}/..%2fapp.py", "/static/{v}/%2e%2e/store.py", "/../x"]
)
def test_no_path_leads_out_of_the_folder(server: TestClient, path: str) -> None:
    version = re.search(r'content="([\d.]+-\w+)"', server.get("/").text)[1]  # type: ignore[index]
    assert server.get(path.replace("{v}", version)).status_code == 404


def test_the_owner_is_known_by_the_secret_of_the_folder(server: TestClient) -> None:
    secret = server.hall.store.owner()  # type: ignore[attr-defined]
    assert server.get("/own/wrong", follow_redirects=False).status_code == 404
    answer = server.get(f"/own/{secret}?game=//evil.example", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert secret in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    folder = server.hall.store.folder  # type: ignore[attr-defined]
    assert (folder / "owner").stat().st_mode & 0o077 == 0
    assert secret.encode() not in (folder / "games.sqlite").read_bytes()


def test_two_seats_of_one_person_show_whoever_moves(ann: Visitor) -> None:
    with ann.window(ann.open("tictactoe", ["you", "you"])) as window:
        for seat in (0, 1, 0):
            assert free(window.turn())[0]["seat"] == seat
            window.play()
