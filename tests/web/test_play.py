"""Games over the page's socket: every kind from start to result, and what people may do on the way."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from reineke.games import load
from reineke.record import Record, replay
from reineke.web.hall import SOME
from reineke.web.sight import Window as Looker
from tests.web.conftest import Visitor, free, serving

NIM = "examples/nim.py"
GAMES = [
    ("tictactoe", {}, 2),
    ("sawhian", {}, 4),
    ("speed", {"width": 9, "height": 9, "seats": 2}, 2),
    ("clever", {}, 1),
    ("clever", {"seats": 2}, 2),
    ("gen1", {}, 2),
    ("pig", {"goal": 12}, 2),
    ("rps", {}, 2),
    ("goofspiel", {}, 2),
    ("kuhn", {}, 2),
    (NIM, {}, 2),
]


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_a_whole_game_is_played_and_its_record_replays(
    tmp_path: Path, game: str, options: dict[str, int], seats: int
) -> None:
    with serving(tmp_path, (NIM,)) as client:
        ann = Visitor(client)
        room = ann.open(game, ["you", *["random"] * (seats - 1)], options=options, name="Ann")
        with ann.window(room) as window:
            end = window.finish(-1)
        assert len(end["result"]["outcome"]) == seats
        record = Record.parse(ann.get(f"/g/{room}/game.jsonl").content)
        assert record.agents == ("human", *["random"] * (seats - 1))
        *_, (state, _) = replay(record, load(record.game))
        assert list(load(record.game).points(state)) == end["result"]["points"]


def test_a_solo_game_of_clever_ends_with_its_rating(ann: Visitor) -> None:
    with ann.window(ann.open("clever", ["you"])) as window:
        assert window.finish()["result"]["rating"] == "room to grow"


def test_a_move_is_shown_before_the_agents_have_answered(ann: Visitor) -> None:
    room = ann.open("sawhian", ["you", *["default(time=20)"] * 3])
    with ann.window(room) as window:
        window.play()
        window.until(lambda state: any(seat["thinks"] for seat in state["seats"]))
        assert window.state["at"] == 1
        assert [seat["thinks"] for seat in window.state["seats"]] == [False, True, False, False]


def test_a_board_comes_whole_at_first_and_then_as_changes(ann: Visitor) -> None:
    with ann.window(ann.open("sawhian", ["you", *["random"] * 3])) as window:
        assert "full" in window.turn()["board"]
        window.play()
        assert "changes" in window.state["board"]


def test_the_decision_of_an_agent_is_shown_after_its_move(ann: Visitor) -> None:
    with ann.window(ann.open("tictactoe", ["you", "mcts(nodes=200)"])) as window:
        window.play()
        (thought,) = window.until(lambda state: state["at"] == 2)["thoughts"]
        assert thought["agent"] == "mcts(nodes=200)"
        assert thought["choices"][0]["action"] == thought["action"]
        assert sum(choice["visits"] for choice in thought["choices"]) > 100
        assert thought["line"]


def test_a_double_click_plays_once(ann: Visitor) -> None:
    with ann.window(ann.open("sawhian", ["you", *["random"] * 3], seed=1)) as window:
        state = window.turn()
        action = state["options"][0]["choices"][0]["action"]
        for _ in range(2):
            window.say("play", seat=0, at=0, action=action)
        window.until(lambda state: state["at"] == 4 and bool(free(state)))
        window.say("look", moment=None)
        assert window.step()["type"] == "state"
        assert window.state["at"] == 4


def test_a_click_on_an_old_position_is_refused_and_nothing_changes(ann: Visitor) -> None:
    with ann.window(ann.open("tictactoe", ["you", "random"], seed=1)) as window:
        window.play()
        at = window.turn()["at"]
        window.say("play", seat=0, at=0, action=8)
        assert window.error() == "error.late"
        window.say("play", seat=0, at=at, action=0)
        assert window.error() == "error.illegal"
        assert window.state["at"] == at


def test_two_windows_on_one_seat_see_the_same(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"], seed=1)
    with ann.window(room) as one, ann.window(room) as other:
        one.play()
        assert other.until(lambda state: state["at"] == 2)["options"] == one.turn()["options"]
        other.play()
        assert one.until(lambda state: state["at"] == 4)["at"] == 4


def test_taking_back_leads_to_the_own_last_choice(ann: Visitor) -> None:
    with ann.window(ann.open("sawhian", ["you", *["random"] * 3], seed=2)) as window:
        assert not window.turn()["can"]["undo"]
        window.play()
        before = window.turn()
        window.play(1)
        window.turn()
        window.say("undo")
        after = window.until(lambda state: state["at"] == before["at"])
        assert after["options"] == before["options"]
        assert after["log"]["from"] <= after["moments"]
        assert window.finish()["status"] == "over"


def test_a_hint_tells_what_the_strongest_agent_would_do(ann: Visitor) -> None:
    with ann.window(ann.open("tictactoe", ["you", "random"])) as window:
        window.turn()
        window.say("hint")
        while (hint := window.step())["type"] != "hint":
            pass
        assert hint["action"] in [choice["label"] for choice in window.state["options"][0]["choices"]]


def test_who_gives_up_has_lost_and_the_game_is_played_out(ann: Visitor) -> None:
    with ann.window(ann.open("sawhian", ["you", *["default(time=20)"] * 3])) as window:
        window.play()
        window.say("resign")
        end = window.until(lambda state: state["status"] == "over")
        assert end["result"]["outcome"][0] == min(end["result"]["outcome"])
        assert end["result"]["forfeits"][0]["seat"] == 0


def test_agents_play_alone_and_any_position_can_be_looked_at(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["random", "random"], seed=5)
    with ben.window(room) as window:
        end = window.until(lambda state: state["status"] == "over")
        assert end["options"] == []
        for moment in (0, 3, end["moments"] - 1):
            window.say("look", moment=moment)
            assert window.until(lambda state, wanted=moment: state["moment"] == wanted)["moments"] == end["moments"]


def test_every_onlooker_is_told_of_every_move_after_those_who_play(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "random"], seed=1)
    with ExitStack() as stack:
        own = stack.enter_context(ann.window(room))
        others = [stack.enter_context(ben.window(room)) for _ in range(2 * SOME + 3)]
        end = own.finish()
        for window in others:
            told = window.until(lambda state: state["status"] == "over")
            assert (told["moments"], told["result"]) == (end["moments"], end["result"])


def test_those_who_play_are_told_first_and_onlookers_a_few_at_a_time(ann: Visitor) -> None:
    place = ann.client.hall.place(ann.open("tictactoe", ["you", "random"]))  # type: ignore[attr-defined]
    told: list[str] = []
    windows = [Looker("x") for _ in range(SOME + 1)] + [Looker(place.room.kept.creator)]

    async def tell() -> list[list[str]]:
        place.windows.update({window: lambda who=window.visitor: told.append(who) for window in windows})
        place.tell()
        counts = [[*told]]
        for _ in range(2):
            await asyncio.sleep(0)
            counts.append([*told])
        place.windows.clear()
        return counts

    first, second, third = asyncio.run(tell())
    assert first == [place.room.kept.creator]
    assert second == [*first, *["x"] * SOME]
    assert third == [*second, "x"]


def test_in_real_time_who_does_not_answer_goes_on_as_before(ann: Visitor) -> None:
    options = {"width": 8, "height": 8, "seats": 2}
    room = ann.open("speed", ["you", "bot-stupid"], options=options, clock=0.15, seed=3)
    with ann.window(room) as window:
        assert 0 < window.turn()["left"] <= 3150
        end = window.until(lambda state: state["status"] == "over")
        assert end["at"] > 0
    record = Record.parse(ann.get(f"/g/{room}/game.jsonl").content)
    assert {turn[0][1] for turn in record.turns if turn[0][0] == 0} == {"change_nothing"}


def test_in_real_time_the_last_choice_before_the_end_of_a_turn_counts(ann: Visitor) -> None:
    options = {"width": 20, "height": 20, "seats": 2}
    room = ann.open("speed", ["you", "bot-stupid"], options=options, clock=0.2, seed=3)
    with ann.window(room) as window:
        choices = {one["label"]: one["action"] for one in window.turn()["options"][0]["choices"]}
        for words in ("turn left", "turn right"):
            window.say("play", seat=0, at=0, action=choices[words])
        window.until(lambda state: state["at"] >= 1)
    store = ann.client.hall.store  # type: ignore[attr-defined]
    assert store.turns(room)[0].played[0] == [0, "turn_right"]


def test_two_people_play_in_one_room_by_its_link(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("tictactoe", ["you", "open"], name="Ann")
    with ann.window(room) as one, ben.window(room) as other:
        assert one.until(lambda state: True)["status"] == "waiting"
        other.until(lambda state: True)
        other.say("sit", seat=1, name="Ben\u0000\n")
        assert one.until(lambda state: state["status"] == "playing")["seats"][1]["name"] == "Ben"
        for window in (one, other) * 3 + (one,):
            window.play()
        assert one.until(lambda state: state["status"] == "over")["result"]
        assert other.until(lambda state: state["status"] == "over")["result"]


def test_choices_made_at_once_are_not_told_before_all_have_chosen(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("rps", ["you", "open"])
    with ann.window(room) as one, ben.window(room) as other:
        other.until(lambda state: True)
        other.say("sit", seat=1, name="Ben")
        one.play(1)
        told = other.until(lambda state: state["seats"][0]["chosen"])
        assert told["options"][0]["chosen"] is None
        assert "paper" not in str([told["log"], told["board"], told["seats"], told["thoughts"]])
        other.play(0)
        assert other.until(lambda state: state["status"] == "over")["result"]["winners"] == [0]


def test_the_page_and_its_files_are_served_with_their_version(server: TestClient) -> None:
    page = server.get("/")
    assert page.status_code == 200
    version = re.search(r'name="version" content="([^"]+)"', page.text)[1]  # type: ignore[index]
    for path in ("style.css", "app.js", "table.js", "en.json", "de.json", "fox.svg"):
        assert server.get(f"/static/{version}/{path}").status_code == 200
        assert server.get(f"/static/old/{path}").status_code == 404
