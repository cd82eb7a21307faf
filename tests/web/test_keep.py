"""What is kept: nothing is lost by a restart, a full disk or a second server; games can be listed and taken away."""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from reineke.web.store import FILE, Chair, Full, Kept, Store, Taken, Turn
from tests.web.conftest import Visitor, serving

GAMES = [
    ("sawhian", {}, ["you", "greedy", "random", "random"]),
    ("speed", {"width": 14, "height": 14, "seats": 2}, ["you", "bot-snail"]),
    ("clever", {"seats": 2}, ["you", "greedy"]),
    ("gen1", {}, ["you", "maxdamage"]),
]


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_a_game_goes_on_after_a_restart(tmp_path: Path, game: str, options: dict[str, int], seats: list[str]) -> None:
    with serving(tmp_path) as client:
        ann = Visitor(client)
        room = ann.open(game, seats, options=options, seed=7)
        with ann.window(room) as window:
            for _ in range(3):
                window.play()
            before = window.turn()
    with serving(tmp_path) as client:
        again = Visitor(client, ann.secret)
        with again.window(room) as window:
            after = window.turn()
            for key in ("at", "moments", "options", "can"):
                assert after[key] == before[key], key
            assert [seat["facts"] for seat in after["seats"]] == [seat["facts"] for seat in before["seats"]]
            assert after["board"]["full"]
            for _ in range(2):
                if window.turn()["status"] != "over":
                    window.play()
            assert window.turn()["at"] > before["at"]


def test_agents_that_play_alone_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        room = Visitor(client).open("sawhian", ["default(time=0.2)"] * 4)
    with serving(tmp_path) as client, Visitor(client).window(room) as window:
        at = window.until(lambda state: True)["at"]
        assert window.until(lambda state: state["at"] > at)


def test_a_choice_that_waits_for_others_outlives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ann, ben = Visitor(client), Visitor(client)
        room = ann.open("rps", ["you", "open"])
        with ann.window(room) as one, ben.window(room) as other:
            other.until(lambda state: True)
            other.say("sit", seat=1, name="Ben")
            one.play(1)
    with serving(tmp_path) as client, Visitor(client, ben.secret).window(room) as other:
        assert other.turn()["seats"][0]["chosen"]
        other.play(0)
        assert other.until(lambda state: state["status"] == "over")["result"]["winners"] == [0]


def full(store: Store) -> None:
    """Lets the database grow no more."""
    pages = store._base.execute("PRAGMA page_count").fetchone()[0]
    store._base.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_is_told_and_the_move_is_played_once_there_is_room(ann: Visitor) -> None:
    store: Store = ann.client.hall.store  # type: ignore[attr-defined]
    room = ann.open("speed", ["you", "bot-snail"], options={"width": 40, "height": 40, "seats": 2}, seed=4)
    with ann.window(room) as window:
        window.turn()
        full(store)
        troubled = False
        for _ in range(200):
            own = window.turn()["options"][0]
            window.say("play", seat=0, at=window.state["at"], action=own["choices"][0]["action"])
            at = window.state["at"]
            message = window.step()
            while message["type"] == "state" and message["at"] == at and not message["trouble"]:
                message = window.step()
            if message["type"] == "error" or message["trouble"]:
                troubled = True
                break
        assert troubled
        assert len(store.turns(room)) == window.state["at"]
        store._base.execute("PRAGMA max_page_count = 1000000")
        if message["type"] == "error":
            assert message["text"] == "error.full"
            window.say("play", seat=0, at=at, action=own["choices"][0]["action"])
        assert window.until(lambda state: state["at"] > at and not state["trouble"])
        assert len(store.turns(room)) >= at + 1


def test_a_game_that_cannot_be_kept_is_not_opened(ann: Visitor) -> None:
    full(ann.client.hall.store)  # type: ignore[attr-defined]
    answers = {ann.ask("gen1", ["you", "random"]).status_code for _ in range(15)}
    assert 507 in answers


def test_only_one_server_uses_a_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.announce("http://127.0.0.1:1/own/x")
    with pytest.raises(Taken, match=r"in use by another server: http://127\.0\.0\.1:1/own/x"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE diary (entry TEXT)")
    base.commit()
    base.close()
    with pytest.raises(ValueError, match="no games of this version's"):
        Store(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    assert base.execute("SELECT * FROM diary").fetchall() == []
    base.close()


def test_a_turn_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(Kept("x", "rps", "-", 1, None, "c", [Chair("random"), Chair()]))
    store.append("x", 0, Turn([0, "a"], {0: 0.5}, {}), [])
    full(store)
    with pytest.raises(Full):
        store.append("x", 1, Turn([0, "a" * 100_000], {}, {}), [{"seat": 0}], {"over": True})
    kept = store.find("x")
    assert kept is not None
    assert (kept.forfeits, kept.result, len(store.turns("x"))) == ([], None, 1)
    store.close()


def test_games_are_listed_for_those_who_have_to_do_with_them(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"])
    with ann.window(room) as window:
        window.finish()
    (listed,) = ann.get("/api/games").json()
    assert (listed["id"], listed["over"], listed["title"]) == (room, True, "Tic-tac-toe")
    assert ben.get("/api/games").json() == []


def test_a_finished_game_can_be_taken_away_in_every_form(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["random", "random"], seed=3)
    with ann.window(room) as window:
        end = window.until(lambda state: state["status"] == "over")
    record: dict[str, Any] = json.loads(ben.get(f"/g/{room}/game.jsonl").content)
    assert len(record["turns"]) == end["at"]
    assert ben.get(f"/g/{room}/board.svg?moment=2").text.startswith("<svg")
    png = Image.open(io.BytesIO(ben.get(f"/g/{room}/board.png").content))
    assert (png.format, png.width) == ("PNG", 1200)
    gif = Image.open(io.BytesIO(ben.get(f"/g/{room}/game.gif").content))
    assert (gif.format, gif.n_frames) == ("GIF", end["moments"])


def test_an_unfinished_game_has_no_record_yet(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"])
    assert ann.get(f"/g/{room}/game.jsonl").status_code == 409
    assert ann.get(f"/g/{room}/game.gif").status_code == 409
