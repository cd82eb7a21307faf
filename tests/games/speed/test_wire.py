"""The contest's messages, to the letter and back."""

import json

import pytest

from reineke.game import GameError
from reineke.games import load
from reineke.games.speed import wire

TEXT = "6x4 3 1,2,d,1,0 6,2,r,2,2 1a4/1a2bb/1a4/6"


@pytest.fixture(scope="module")
def document():
    game = load("speed(seats=2,width=6,height=4)")
    return game.json(game.parse(TEXT))


@pytest.mark.covers("P2")
def test_a_state_is_said_as_the_contest_says_it(document):
    text = wire.encode(wire.message({**document, "running": True}, 2, "2020-10-01T12:00:00Z"))
    assert text == (
        '{"width":6,"height":4,"cells":[[0,1,0,0,0,0],[0,1,0,0,2,2],[0,1,0,0,0,0],[0,0,0,0,0,0]],'
        '"players":{"1":{"x":1,"y":2,"direction":"down","speed":1,"active":true},'
        '"2":{"x":6,"y":2,"direction":"right","speed":2,"active":false}},'
        '"you":2,"running":true,"deadline":"2020-10-01T12:00:00Z"}'
    )


@pytest.mark.covers("P2")
def test_the_last_state_has_names_and_no_deadline(document):
    said = wire.message(document, 1, None, ["Fox", "Wolf"])
    assert list(said) == ["width", "height", "cells", "players", "you", "running"]
    assert list(said["players"]["2"]) == ["x", "y", "direction", "speed", "active", "name"]
    assert [player["name"] for player in said["players"].values()] == ["Fox", "Wolf"]
    assert said["running"] is False


def test_deadlines_lose_their_fraction():
    assert wire.moment_text(1601553600.999) == "2020-10-01T12:00:00Z"
    assert wire.moment_text(1601553600.9999, milliseconds=True) == "2020-10-01T12:00:00.999Z"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2020-10-01T12:00:00Z", 1601553600),
        ("2020-10-01T14:00:00.25+02:00", 1601553600.25),
        ("2020-10-01T12:00:00.123456Z", 1601553600.123456),
    ],
)
def test_moments_are_read(text, moment):
    assert wire.read_moment(text) == pytest.approx(moment)


@pytest.mark.parametrize("text", ["", "noon", "2020-10-01T12:00:00", 12, None, [], "2020-13-01T12:00:00Z"])
def test_what_is_no_moment_is_refused(text):
    with pytest.raises(GameError, match=r"^not a time of RFC 3339: [^\n]*$"):
        wire.read_moment(text)


@pytest.mark.covers("P2")
def test_the_time_is_told_as_the_contest_tells_it():
    text = wire.time_text(1601553600.123)
    assert json.loads(text) == {"time": "2020-10-01T12:00:00Z", "milliseconds": pytest.approx(123, abs=1)}
    assert wire.read_time(text) == pytest.approx(1601553600.123, abs=0.0011)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", '{"time":5}', '{"time":"2020-10-01T12:00:00Z","milliseconds":1000}', "x" * 10],
)
def test_a_time_that_makes_no_sense_is_refused(text):
    with pytest.raises(GameError):
        wire.read_time(text)


@pytest.mark.covers("P2")
def test_a_message_is_read_back(document):
    said = wire.encode(wire.message({**document, "running": True}, 1, "2020-10-01T12:00:00Z"))
    message = wire.read_message(said, 3)
    assert (message.you, message.running, message.deadline, message.names) == (0, True, 1601553600, None)
    assert message.position.round == 3
    assert message.position.players[1].x == 6, "a dead player may stand one cell outside"
    assert message.position.cells.tolist() == document["cells"]


def test_names_come_with_the_last_message_as_far_as_they_can_be_shown(document):
    said = wire.message(document, 1, None, ["  Fox\n\tII ", "x" * 5000])
    assert wire.read_message(wire.encode(said), 3).names == ("Fox II", "x" * 200)
    said["players"]["1"]["name"] = 5
    del said["players"]["2"]["name"]
    assert wire.read_message(wire.encode(said), 3).names == ("player 1", "player 2")


@pytest.mark.parametrize("deadline", ["soon", 5, None])
def test_a_deadline_that_cannot_be_read_does_not_spoil_the_state(document, deadline):
    said = {**wire.message({**document, "running": True}, 1), "deadline": deadline}
    assert wire.read_message(wire.encode(said), 3).deadline is None


def change(said, path, value):
    *way, last = path
    for step in way:
        said = said[step]
    if value is KeyError:
        del said[last]
    else:
        said[last] = value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *((key, KeyError) for key in (["width"], ["height"], ["cells"], ["players"], ["you"], ["running"])),
        (["width"], "6"),
        (["width"], -6),
        (["width"], 10**9),
        (["height"], 5),
        (["height"], True),
        (["cells"], []),
        (["cells"], None),
        (["cells", 0], [0] * 5),
        (["cells", 0, 0], "0"),
        (["cells", 0, 0], 3),
        (["cells", 0, 0], -2),
        (["cells", 0, 0], 2**80),
        (["cells", 0, 0], 0.5),
        (["players"], []),
        (["players"], {}),
        (["players", "3"], 5),
        (["players", "1"], None),
        (["players", "1", "x"], KeyError),
        (["players", "1", "x"], -1),
        (["players", "1", "x"], 1.5),
        (["players", "1", "y"], 4),
        (["players", "1", "direction"], "north"),
        (["players", "1", "direction"], ["up"]),
        (["players", "1", "speed"], 11),
        (["players", "1", "speed"], 0),
        (["players", "1", "active"], 1),
        (["players", "2", "x"], 8),
        (["players", "2", "y"], -2),
        (["you"], 0),
        (["you"], 3),
        (["you"], "1"),
        (["you"], True),
        (["running"], "true"),
    ],
)
def test_a_message_that_makes_no_sense_is_one_clear_line(document, path, value):
    said = json.loads(wire.encode(wire.message({**document, "running": True}, 1, "2020-10-01T12:00:00Z")))
    change(said, path, value)
    with pytest.raises(GameError, match=r"^[^\n]{1,200}$"):
        wire.read_message(json.dumps(said), 3)


@pytest.mark.parametrize(
    "text", ["", "hello", "[1,2]", "5", "null", '{"width":', b"\xff\xfe\x00", pytest.param("[" * 100_000, id="deep")]
)
def test_what_is_no_object_is_one_clear_line(text):
    with pytest.raises(GameError, match=r"^[^\n]{1,200}$"):
        wire.read_message(text, 0)


@pytest.mark.covers("P2")
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('{"action":"turn_left"}', ("turn_left", None)),
        (b'{"action":"slow_down","more":[1]}', ("slow_down", None)),
        ('{"action":"jump"}', (None, "invalid_action")),
        ('{"action":"none"}', (None, "invalid_action")),
        ('{"action":"turn_left!"}', (None, "invalid_action")),
        ('{"action":""}', (None, "missing_action")),
        ('{"action":null}', (None, "missing_action")),
        ("{}", (None, "missing_action")),
        ('{"action":5}', (None, "unparsable")),
        ('{"action":["turn_left"]}', (None, "unparsable")),
        ('["turn_left"]', (None, "unparsable")),
        ("turn_left", (None, "unparsable")),
        ("", (None, "unparsable")),
        (b"\xff\x00", (None, "unparsable")),
        pytest.param("[" * 2000, (None, "unparsable"), id="deep"),
    ],
)
def test_answers_and_the_rules_they_break(data, expected):
    assert wire.read_answer(data) == expected


def test_an_answer_is_read_as_it_is_written():
    assert wire.answer("speed_up") == '{"action":"speed_up"}'
    assert wire.read_answer(wire.answer("speed_up")) == ("speed_up", None)


@pytest.mark.parametrize(
    ("place", "cause"), [((3, 3, 0), "speed"), ((3, 3, 11), "speed"), ((-1, 3, 2), "wall"), ((3, 3, 2), "crash")]
)
def test_the_cause_of_a_death_shows(place, cause):
    assert wire.cause(*place, 6, 4) == cause
