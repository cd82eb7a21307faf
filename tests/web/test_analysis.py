"""Finished games are analysed in the background, once, and what is found can be looked at and taken away."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from reineke.games import load
from reineke.record import Record
from reineke.web.analyses import STRENGTHS, unpack
from reineke.web.store import Full
from tests.web.conftest import Visitor, serving

PATIENCE = 120
NIM = "examples/nim.py"


def over(visitor: Visitor, game: str, seats: list[str], **more: Any) -> str:
    """A finished game of agents."""
    room = visitor.open(game, seats, **more)
    with visitor.window(room) as window:
        window.until(lambda state: state["status"] == "over")
    return room


def begin(visitor: Visitor, room: str, strength: str = "quick") -> Any:
    return visitor.client.post(f"/g/{room}/analysis/{strength}", headers=visitor.headers)


def states(visitor: Visitor, room: str) -> Any:
    return visitor.get(f"/g/{room}/analysis").json()["states"]


def analysed(visitor: Visitor, room: str, strength: str = "quick") -> Any:
    """What the page is told of an analysis, once it is done."""
    assert begin(visitor, room, strength).status_code == 202
    return wait(visitor, room, strength)


def wait(visitor: Visitor, room: str, strength: str) -> Any:
    end = time.monotonic() + PATIENCE
    while (state := states(visitor, room)[strength])["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state == {"state": "done"}
    return visitor.get(f"/g/{room}/analysis/{strength}").json()


GAMES = [
    ("sawhian", {}, ["greedy", "random", "greedy", "random"]),
    ("speed", {"width": 8, "height": 8, "seats": 2}, ["bot-snail", "bot-stupid"]),
    ("clever", {}, ["greedy"]),
    ("gen1", {}, ["random", "random"]),
    ("pig", {"goal": 10}, ["random", "random"]),
    ("kuhn", {}, ["random", "random"]),
    (NIM, {}, ["random", "random"]),
]


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_an_analysis_names_the_worst_mistakes_by_positions_of_the_slider(
    tmp_path: Path, game: str, options: dict[str, int], seats: list[str]
) -> None:
    with serving(tmp_path, (NIM,)) as client:
        ann = Visitor(client)
        room = over(ann, game, seats, options=options, seed=6)
        found = analysed(ann, room)
        place = client.hall.place(room)  # type: ignore[attr-defined]
        moments, rules = place.room.moments, place.room.game
        packed = client.hall.store.analysis(room, "quick")  # type: ignore[attr-defined]
    whole = unpack(packed, rules)
    assert found["worst"] == [[one.turn, one.seat] for one in whole.mistakes()]
    assert len(found["seats"]) == len(seats)
    for told, step in zip(found["steps"], whole.steps, strict=True):
        number = moments[told["moment"]]
        if step.judged:
            assert number == step.turn - 1
            assert rules.text(place.room.state(number)) == step.position
        else:
            assert number >= step.turn
        for choice, one in zip(told["choices"], step.judged, strict=True):
            assert (choice["better"] is None) == one.agreed
            assert choice["action"]
            assert choice["thought"]["choices"] or not one.decision.choices
            options_ = [option["action"] for option in choice["thought"]["choices"]]
            assert choice["action"] in options_ or not any(c.action == one.action for c in one.decision.choices)
    for told, seat in zip(found["seats"], whole.seats(), strict=True):
        total = told["start"] + told["luck"] + told["own"] + told["others"] + told["rest"]
        assert total == pytest.approx(seat.end, abs=1e-3)
    assert 'id="turn-1"' in found["chart"]["full"] or found["steps"][0]["turn"] > 1
    assert found["end"]["moment"] == len(moments) - 1


def test_an_analysis_is_made_once_and_outlives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ann = Visitor(client)
        room = over(ann, "tictactoe", ["random", "random"], seed=2)
        first = analysed(ann, room)
        made = client.hall.store._base.execute("SELECT made FROM analysis").fetchall()  # type: ignore[attr-defined]
    with serving(tmp_path) as client:
        again = Visitor(client)
        assert states(again, room) == {"quick": {"state": "done"}}
        assert begin(again, room).json()["states"] == {"quick": {"state": "done"}}
        assert again.get(f"/g/{room}/analysis/quick").json() == first
        assert client.hall.store._base.execute("SELECT made FROM analysis").fetchall() == made  # type: ignore[attr-defined]


def test_an_analysis_that_a_restart_interrupts_is_made_after_it(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ann = Visitor(client)
        room = over(ann, "sawhian", ["random"] * 4, seed=1)
        begin(ann, room, "thorough")
        begin(ann, room, "quick")
        assert states(ann, room)["quick"]["state"] == "waiting"
        stop = client.delete(f"/g/{room}/analysis/thorough", headers=ann.headers)
        assert "thorough" not in stop.json()["states"]
    with serving(tmp_path) as client:
        again = Visitor(client)
        assert states(again, room).keys() == {"quick"}
        assert wait(again, room, "quick")["worst"]


def test_a_full_disk_is_told_and_nothing_is_begun(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    room = over(ann, "tictactoe", ["random", "random"])

    def full(*_: Any) -> None:
        raise Full

    monkeypatch.setattr(ann.client.hall.store, "keep_analysis", full)  # type: ignore[attr-defined]
    answer = begin(ann, room)
    assert (answer.status_code, answer.json()["error"]) == (507, "error.full")
    assert states(ann, room) == {}


def test_progress_is_told_while_it_is_made_and_it_can_be_given_up(ann: Visitor) -> None:
    room = over(ann, "sawhian", ["random"] * 4, seed=1)
    begin(ann, room, "thorough")
    end = time.monotonic() + PATIENCE
    while not (state := states(ann, room)["thorough"]).get("done"):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state["state"] == "running"
    assert 0 < state["done"] < state["of"]
    assert begin(ann, room, "thorough").json()["states"]["thorough"]["state"] == "running"
    ann.client.delete(f"/g/{room}/analysis/thorough", headers=ann.headers)
    assert states(ann, room) == {}
    assert analysed(ann, over(ann, "tictactoe", ["random"] * 2))["worst"] is not None
    assert states(ann, room) == {}


def test_a_game_that_is_not_over_is_not_analysed(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"])
    assert begin(ann, room).status_code == 409
    assert ann.get(f"/g/{room}/analysis").status_code == 409
    assert ann.get(f"/g/{room}/analysis/quick").status_code == 409
    assert ann.get(f"/g/{room}/report-quick.html").status_code == 409


def test_what_is_not_there_is_said_in_one_line(ann: Visitor, server: TestClient) -> None:
    room = over(ann, "tictactoe", ["random", "random"])
    assert ann.get(f"/g/{room}/analysis/quick").status_code == 404
    assert ann.get(f"/g/{room}/report-quick.html").status_code == 404
    assert begin(ann, room, "eternal").status_code == 404
    assert begin(ann, "nothing").status_code == 404
    foreign = {**ann.headers, "origin": "http://evil.example"}
    assert server.post(f"/g/{room}/analysis/quick", headers=foreign).status_code == 403
    assert server.post(f"/g/{room}/analysis/quick").status_code == 403
    assert 429 in {begin(ann, room, "eternal").status_code for _ in range(30)}
    assert states(ann, room) == {}


def test_a_judge_that_fails_says_so_and_can_be_asked_again(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    room = over(ann, "tictactoe", ["random", "random"])
    monkeypatch.setitem(STRENGTHS, "quick", "x")
    begin(ann, room)
    end = time.monotonic() + PATIENCE
    while (state := states(ann, room)["quick"])["state"] != "failed":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state["error"]
    assert "\n" not in state["error"]
    monkeypatch.setitem(STRENGTHS, "quick", 0.1)
    assert analysed(ann, room)["steps"]


def test_the_report_is_taken_away_with_the_names_of_the_players(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"], name="Ann <b>")
    with ann.window(room) as window:
        window.finish()
    analysed(ann, room)
    answer = ann.get(f"/g/{room}/report-quick.html")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.startswith("<!DOCTYPE html>")
    assert "Ann &lt;b&gt;" in answer.text
    record = Record.parse(ann.get(f"/g/{room}/game.jsonl").content)
    assert f"{len(record.turns)} turns" in answer.text
    assert load(record.game).spec == "tictactoe"
