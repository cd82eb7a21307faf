"""Thoughts while a game goes on: only from the own View, and with other people only where all agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reineke.analysis.beliefs import believed
from tests.web.conftest import Visitor, Window, free, serving


def seated(one: Window, other: Window, seat: int = 1) -> None:
    other.until(lambda state: True)
    other.say("sit", seat=seat, name="Ben")
    one.until(lambda state: state["status"] == "playing")
    other.until(lambda state: state["status"] == "playing")


def states(window: Window) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, window.heard) if message["type"] == "state"]


def closed(state: dict[str, Any]) -> bool:
    """Whether a message tells nothing of what agents think."""
    drawn = json.dumps(state["board"])
    told = any((state["thoughts"], state["beliefs"], state["can"]["hint"], state["open"]))
    return not told and "value-0" not in drawn and "region-" not in drawn


def test_with_others_nothing_is_told_until_all_agree_and_nothing_more_once_one_does_not(
    ann: Visitor, ben: Visitor
) -> None:
    room = ann.open("sawhian", ["you", "open", "maxn(depth=1)", "maxn(depth=1)"], name="Ann")
    cem = Visitor(ann.client)
    with ann.window(room) as one, ben.window(room) as other, cem.window(room) as onlooker:
        seated(one, other)
        for window in (one, other, onlooker):
            window.say("overlay", on=True)
        one.play()
        other.play()
        one.turn()
        one.say("agree", to=True)
        other.until(lambda state: state["seats"][0]["agrees"])
        one.say("hint")
        assert one.error() == "error.hint"
        assert all(closed(state) for window in (one, other) for state in states(window))
        assert ann.get(f"/g/{room}/tree/0").status_code == 409

        other.say("agree", to=True)
        told = one.until(lambda state: state["open"])
        assert told["can"]["hint"]
        assert [thought["seat"] for thought in told["thoughts"]] == [3]
        assert "sw-node" in ann.get(f"/g/{room}/tree/0").json()["full"]
        assert cem.get(f"/g/{room}/tree/0").status_code == 409
        one.say("look", moment=2)
        assert "value-0" in json.dumps(one.until(lambda state: state["moment"] == 2)["board"])
        one.say("hint")
        while one.step()["type"] != "hint":
            pass

        other.say("agree", to=False)
        one.say("look", moment=None)
        assert closed(one.until(lambda state: not state["open"] and state["moment"] == 4))
        onlooker.say("agree", to=True)
        assert onlooker.error() == "error.not-yours"
        assert all(closed(state) and state["consent"] is None for state in states(onlooker))


def test_who_plays_alone_is_not_asked_and_onlookers_learn_nothing(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("sawhian", ["you", *["maxn(depth=1)"] * 3])
    with ann.window(room) as own, ben.window(room) as onlooker:
        own.play()
        state = own.turn()
        assert (state["open"], state["consent"]) == (True, None)
        assert state["thoughts"]
        assert onlooker.until(lambda state: state["at"] == 4)
        assert all(closed(state) for state in states(onlooker))


def test_who_sits_down_later_has_not_agreed(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("sawhian", ["you", "open", "open", "random"])
    cem = Visitor(ann.client)
    with ann.window(room) as one, ben.window(room) as other, cem.window(room) as third:
        other.until(lambda state: True)
        other.say("sit", seat=1, name="Ben")
        for window in (one, other):
            window.until(lambda state: not state["seats"][1]["free"])
            window.say("agree", to=True)
        one.until(lambda state: state["seats"][1]["agrees"])
        assert not one.state["open"]
        third.say("sit", seat=2, name="Cem")
        assert not one.until(lambda state: state["status"] == "playing")["open"]
        third.say("agree", to=True)
        assert one.until(lambda state: state["open"])


def test_consent_outlives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ann, ben = Visitor(client), Visitor(client)
        room = ann.open("rps", ["you", "open"])
        with ann.window(room) as one, ben.window(room) as other:
            seated(one, other)
            one.say("agree", to=True)
            other.say("agree", to=True)
            one.until(lambda state: state["open"])
    with serving(tmp_path) as client, Visitor(client, ann.secret).window(room) as one:
        assert one.turn()["open"]


def test_beliefs_rest_on_the_own_view_alone_and_agents_keep_their_thoughts(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("gen1", ["you", "mcts(nodes=30)"], seed=2)
    with ann.window(room) as own, ben.window(room) as onlooker:
        own.say("overlay", on=True)
        onlooker.say("overlay", on=True)
        place = ann.client.hall.place(room).room  # type: ignore[attr-defined]
        for _ in range(4):
            state = own.until(lambda state: bool(free(state)) and bool(state["beliefs"]))
            view = place.game.view(place.table.state, 0)
            assert state["beliefs"] == [list(row) for row in believed(view)]
            own.play()
        assert all(state["thoughts"] == [] for state in states(own))
        onlooker.say("eyes", seat=0)
        onlooker.step()
        assert all(closed(state) and state["board"] is None for state in states(onlooker))


def test_two_people_with_secrets_see_their_own_beliefs_once_they_agree(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("gen1", ["you", "open"])
    with ann.window(room) as one, ben.window(room) as other:
        seated(one, other)
        for window in (one, other):
            window.say("overlay", on=True)
        one.say("agree", to=True)
        other.until(lambda state: state["seats"][0]["agrees"])
        assert all(closed(state) for window in (one, other) for state in states(window))
        other.say("agree", to=True)
        place = ann.client.hall.place(room).room  # type: ignore[attr-defined]
        for window, seat in ((one, 0), (other, 1)):
            told = window.until(lambda state: bool(state["beliefs"]))["beliefs"]
            assert told == [list(row) for row in believed(place.game.view(place.table.state, seat))]


def test_a_game_that_goes_on_is_seen_by_nobody_from_another_seat(ann: Visitor) -> None:
    room = ann.open("gen1", ["you", "random"])
    with ann.window(room) as own:
        before = own.turn()["board"]
        own.say("eyes", seat=1)
        own.say("look", moment=0)
        own.step()
        assert own.state["board"] in (before, {"changes": []})


def test_a_finished_game_is_seen_from_any_seat(ann: Visitor, ben: Visitor) -> None:
    room = ann.open("gen1", ["random", "random"], seed=4)
    with ben.window(room) as window:
        window.until(lambda state: state["status"] == "over")
        window.say("look", moment=0)
        window.until(lambda state: state["moment"] == 0)
        window.say("eyes", seat=1)
        seen = window.step()
        assert "unseen" in json.dumps(seen["board"])
        assert seen["log"]["from"] == 0
        assert any(sentence.startswith("Your ") for lines in seen["log"]["lines"] for sentence in lines)
        window.say("eyes", seat=2)
        assert window.error() == "error.malformed"


def test_territories_lie_over_a_board_of_spe_ed(ann: Visitor) -> None:
    room = ann.open("speed", ["you", "bot-snail"], options={"width": 14, "height": 14, "seats": 2})
    with ann.window(room) as own:
        assert "region-0" not in own.turn()["board"]["full"]
        own.say("overlay", on=True)
        own.step()
        assert "region-0" in json.dumps(own.state["board"])


def test_a_hint_is_drawn_where_it_was_given(ann: Visitor) -> None:
    with ann.window(ann.open("clever", ["you"], seed=3)) as own:
        own.turn()
        own.say("overlay", on=True)
        own.step()
        own.say("hint")
        while own.step()["type"] != "hint":
            pass
        own.step()
        drawn = json.dumps(own.state["board"])
        assert "Decision" in drawn
        assert "choice-" in drawn


def test_trees_are_drawn_where_somebody_moves_and_nothing_is_hidden(ann: Visitor) -> None:
    room = ann.open("tictactoe", ["random", "random"], seed=1)
    with ann.window(room) as window:
        last = window.until(lambda state: state["status"] == "over")["moments"] - 1
        assert window.hello["tree"]
    assert ann.get(f"/g/{room}/tree/{last - 1}?theme=dark").json()["full"].startswith("<svg")
    for path in (f"{room}/tree/{last}", f"{room}/tree/{last + 1}", f"{room}/tree/x", "nothing/tree/0"):
        assert ann.get(f"/g/{path}").status_code == 404
    for game in ("gen1", "pig", "speed", "clever"):
        other = ann.open(game, ["random"] * {"speed": 4, "clever": 1}.get(game, 2))
        assert ann.get(f"/g/{other}/tree/0").status_code == 404
