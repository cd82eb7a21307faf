"""Records: what they hold, that they replay, and that every broken one is refused in one line."""

from __future__ import annotations

import dataclasses
import gzip
import json

import pytest

from reineke.agent import Budget
from reineke.arena.play import play_game
from reineke.arena.schedule import Run
from reineke.game import GameError
from reineke.record import (
    ForcedDice,
    Played,
    Record,
    RecordingDice,
    RecordWriter,
    read_records,
    replay,
    seen,
    settle,
    views,
)
from tests.arena import toys

KINDS = ["nim", "rolls", "bids", "solo", "cards"]


def record_of(game: str, *specs: str, seed: int = 1, rotation: int = 0, **options) -> Record:
    specs = specs or ("random",) * toys.load(game).seats
    run = Run(game, specs, Budget(), seed)
    job = list(run.jobs(1))[rotation]
    return Record.parse(play_game(run, job, toys.load(game), toys.make, **options).record)


def last_state(record: Record):
    return list(replay(record, toys.load(record.game)))[-1][0]


def change(record: Record, **fields) -> Record:
    """The record with other fields, through its JSON, as an editor would do it."""
    return Record.parse(json.dumps(json.loads(record.line()) | fields))


@pytest.mark.parametrize("game", KINDS)
def test_a_record_is_one_line_that_reads_back(game):
    record = record_of(game)
    assert "\n" not in record.line()
    assert Record.parse(record.line()) == record


@pytest.mark.parametrize("game", KINDS)
def test_replay_gives_every_position_and_the_same_result_without_a_generator(game):
    record, rules = record_of(game), toys.load(game)
    steps = list(replay(record, rules))
    assert len(steps) == len(record.turns) + 1
    assert rules.text(steps[0][0]) == record.deal
    assert [played.json(rules) for _, played in steps[:-1]] == record.turns
    final, played = steps[-1]
    assert played is None
    assert list(rules.outcome(final)) == record.result["outcome"]
    assert list(rules.points(final)) == record.result["points"]


def test_turns_are_written_as_the_format_says():
    nim = record_of("nim", "first", "first")
    assert nim.opening == 2
    assert nim.turns[2:4] == [[0, "take1"], [1, "take1"]]
    bids = record_of("bids", "first", "last", "last")
    assert bids.turns[0][0] == "chance"
    assert bids.turns[0][1] in ("1", "2", "3")
    assert bids.turns[1] == [[0, "1"], [1, "3"], [2, "3"]]
    rolls = record_of("rolls", "last", "first")
    assert rolls.turns[0][:2] == [0, "1"]
    assert len(rolls.turns[0][2]["dice"]) == 2
    assert rolls.turns[1] == [1, "0"]


def test_times_have_one_entry_per_action_after_the_opening():
    nim = record_of("nim")
    assert len(nim.times) == len(nim.turns) - nim.opening
    bids = record_of("bids")
    assert len(bids.times) == 9
    assert all(seconds >= 0 for seconds in bids.times)


def test_decisions_are_kept_when_asked_for():
    assert record_of("nim").decisions is None
    record = record_of("nim", "last", "last", decisions=True)
    assert len(record.decisions) == len(record.times)
    assert record.decisions[0]["value"] == 0.5
    assert record.decisions[0]["action"] == record.turns[record.opening][1]


def test_views_are_what_each_seat_saw():
    record, game = record_of("cards", seed=3), toys.load("cards")
    cards = json.loads(record.deal)[0]
    for seat in (0, 1):
        saw = list(views(record, game, seat))
        assert [view.info for view, _ in saw] == [(cards[seat], count) for count in range(3)]
        own = record.turns[seat]
        assert [event for _, event in saw] == [None, own if seat == 0 else None, own if seat == 1 else None]
    with pytest.raises(GameError, match="no seat 2"):
        next(views(record, game, 2))


def test_an_open_game_shows_turns_whole_and_a_hidden_one_only_ones_own_part():
    nim, cards = toys.Nim(), toys.Cards()
    joint = [[0, "rock"], [1, "paper"], {"dice": [3]}]
    assert seen(nim, joint, 0) == joint
    assert seen(cards, joint, 1) == [[1, "paper"]]
    assert seen(cards, joint, 2) is None
    assert seen(cards, ["chance", "3"], 0) is None
    assert seen(cards, [0, "1", {"dice": [3]}], 0) == [0, "1"]
    assert seen(cards, [0, "1"], 1) is None


def test_settling_gives_a_forfeiter_the_lowest_and_the_others_its_part():
    nim, bids, solo = toys.Nim(), toys.Bids(), toys.Solo()
    assert settle(nim, (1.0, -1.0), {0}) == (-1.0, 1.0)
    assert settle(nim, (-1.0, 1.0), {0}) == (-1.0, 1.0)
    assert settle(nim, (0.0, 0.0), set()) == (0.0, 0.0)
    assert settle(bids, (1.0, 0.0, 0.0), {0}) == (0.0, 0.5, 0.5)
    assert settle(bids, (0.5, 0.5, 0.0), {0, 2}) == (0.0, 1.0, 0.0)
    assert settle(solo, (9.0,), {0}) == (0.0,)
    assert settle(nim, (1.0, -1.0), {0, 1}) == (-1.0, -1.0)


def test_settling_gives_nobody_more_than_the_highest():
    three = toys.Anywhere(3)
    assert settle(three, (0.5, 0.5, -1.0), {0}) == pytest.approx((-1.0, 1.0, 0.0))


def test_recording_and_forced_dice_are_inverse():
    recording = RecordingDice(lambda: ForcedDice([4, 0, 1]))
    assert [recording.roll(6), recording.roll(2)] == [4, 0]
    assert recording.rolled == [4, 0]


def test_recording_dice_make_their_source_only_when_rolled():
    def never():
        raise AssertionError

    assert RecordingDice(never).rolled == []


def test_forced_dice_refuse_what_cannot_be_rolled():
    with pytest.raises(GameError, match="2 sides cannot roll 4"):
        ForcedDice([4]).roll(2)
    with pytest.raises(GameError, match="more dice"):
        ForcedDice([]).roll(2)
    with pytest.raises(GameError, match="holds 2 dice, but 0"):
        ForcedDice([1, 1]).finish()


def test_a_game_cannot_swallow_the_complaint_of_forced_dice():
    dice = ForcedDice([])
    with pytest.raises(GameError):
        dice.roll(6)
    with pytest.raises(GameError, match="more dice"):
        dice.finish()


def one_line_error(error: pytest.ExceptionInfo[GameError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    return text


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", "not JSON"),
        ('{"format":1,"game":"ni', "not JSON, or cut off"),
        ("[1,2]", 'no "format"'),
        ("{}", 'no "format"'),
        ('{"format":2}', "format 2; this version reads format 1"),
        ('{"format":"1"}', "format"),
        ('{"format":1}', 'no "game"'),
        ("[" * 100_000, "not JSON"),
        (b"\xff\xfe\xff", "not JSON"),
    ],
)
def test_what_is_no_record_is_refused(line, wanted):
    with pytest.raises(GameError, match=wanted) as error:
        Record.parse(line)
    one_line_error(error)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 3),
        ("deal", None),
        ("opening", -1),
        ("opening", True),
        ("opening", 1000),
        ("agents", "random"),
        ("agents", [1, 2]),
        ("seeds", []),
        ("turns", {}),
        ("turns", ["take1"]),
        ("times", ["soon"]),
        ("decisions", {}),
        ("result", {}),
        ("result", {"outcome": [1, -1], "points": [1, -1]}),
        ("result", {"outcome": ["1", "-1"], "points": [1, -1], "forfeits": []}),
        ("result", {"outcome": [1, -1], "points": [1, -1], "forfeits": [{"seat": 0, "kind": "sulk"}]}),
    ],
)
def test_a_field_of_the_wrong_shape_is_named(field, value):
    with pytest.raises(GameError, match=field) as error:
        change(record_of("nim"), **{field: value})
    one_line_error(error)


@pytest.mark.parametrize("field", ["game", "deal", "opening", "agents", "seeds", "turns", "times", "result"])
def test_a_missing_field_is_named(field):
    data = json.loads(record_of("nim").line())
    del data[field]
    with pytest.raises(GameError, match=f'no "{field}"'):
        Record.parse(json.dumps(data))


def edited(game: str, number: int, turn) -> Record:
    """A record in which one turn was replaced (or removed: None)."""
    record = record_of(game)
    turns = list(record.turns)
    turns[number - 1 : number] = [] if turn is None else [turn]
    return change(record, turns=turns)


@pytest.mark.parametrize(
    ("game", "number", "turn", "wanted"),
    [
        ("nim", 3, [0, "take9"], "turn 3: no action of nim is called 'take9'"),
        ("nim", 3, [1, "take1"], "turn 3: it is the turn of seat 0, not"),
        ("nim", 3, [0], "turn 3: it is the turn of seat 0"),
        ("nim", 3, [], "turn 3: it is the turn of seat 0"),
        ("nim", 3, [0, 1], "turn 3: it is the turn of seat 0"),
        ("nim", 3, ["chance", "1"], "turn 3: it is the turn of seat 0"),
        ("nim", 3, [[0, "take1"]], "turn 3: it is the turn of seat 0"),
        ("nim", 3, [0, "take0"], "turn 3: 'take0' is not legal for seat 0"),
        ("nim", 3, [0, "take1", {"dice": [1]}], "turn 3: the record holds 1 dice, but 0 were rolled"),
        ("bids", 1, ["chance", "4"], "turn 1: '4' cannot happen"),
        ("bids", 1, ["chance", "six"], "turn 1: no chance outcome"),
        ("bids", 1, ["chance", 1], "turn 1: it is nature's turn"),
        ("bids", 1, [0, "1"], "turn 1: it is nature's turn"),
        ("bids", 2, [[0, "1"], [1, "1"]], "turn 2: it is the turn of seats 0, 1, 2"),
        ("bids", 2, [[1, "1"], [0, "1"], [2, "1"]], "turn 2: it is the turn of seats 0, 1, 2"),
        ("bids", 2, [[0, "1"], [1, "1"], [2, "0"]], "turn 2: '0' is not legal for seat 2"),
        ("bids", 2, [0, "1"], "turn 2: it is the turn of seats 0, 1, 2"),
        ("bids", 2, None, "turn 2: it is the turn of seats"),
        ("rolls", 1, [0, "1"], "turn 1: more dice are rolled"),
        ("rolls", 1, [0, "1", {"dice": [6, 1]}], "turn 1: dice with 6 sides cannot roll 6"),
        ("rolls", 1, [0, "1", {"dice": ["1", "1"]}], "turn 1: no dice"),
        ("rolls", 1, [0, "1", {"cards": [1, 1]}], "turn 1: no dice"),
    ],
)
def test_a_turn_that_cannot_be_is_named(game, number, turn, wanted):
    with pytest.raises(GameError) as error:
        last_state(edited(game, number, turn))
    assert one_line_error(error).startswith(wanted)


def test_a_game_that_is_not_over_or_goes_on_after_its_end_is_refused():
    record = record_of("nim")
    with pytest.raises(GameError, match="not over after its"):
        last_state(dataclasses.replace(record, turns=record.turns[:-1]))
    with pytest.raises(GameError, match="the game is over before it"):
        last_state(dataclasses.replace(record, turns=[*record.turns, [0, "take1"]]))


@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        ({"outcome": [5, 5]}, "the record says outcome"),
        ({"outcome": [1.0]}, "the record says outcome"),
        ({"points": [0, 0]}, "the record says points"),
        ({"forfeits": [{"seat": 5, "kind": "crash"}]}, "a forfeit of a seat that is not there"),
        ({"outcome": [float("nan"), 1]}, "the record says outcome"),
    ],
)
def test_a_result_that_does_not_match_is_refused(result, wanted):
    record = record_of("nim")
    with pytest.raises(GameError, match=wanted) as error:
        last_state(change(record, result=record.result | result))
    one_line_error(error)


@pytest.mark.parametrize("deal", ["nonsense", "[1,", "[]", '"text"', "{}", "[1,[2]]"])
def test_a_deal_that_is_no_position_is_refused_whatever_the_game_raises(deal):
    with pytest.raises(GameError) as error:
        last_state(change(record_of("nim"), deal=deal))
    one_line_error(error)


def test_the_number_of_agents_must_be_the_games():
    with pytest.raises(GameError, match="3 agents at a game of 2 seats"):
        last_state(change(record_of("nim"), agents=["a", "b", "c"]))


def test_a_forfeit_replays_with_its_outcome():
    record = record_of("nim", "crash(1)", "random")
    assert record.result["forfeits"][0]["kind"] == "crash"
    assert record.result["outcome"] == [-1.0, 1.0]
    assert record.times[0] is None
    last_state(record)


def test_files_of_records_read_back_packed_or_not(tmp_path):
    records = [record_of("nim", seed=seed) for seed in range(3)]
    text = "".join(record.line() + "\n" for record in records)
    (tmp_path / "plain.jsonl").write_text(text)
    with gzip.open(tmp_path / "packed.jsonl.gz", "wt") as file:
        file.write(text)
    assert list(read_records(tmp_path / "plain.jsonl")) == records
    assert list(read_records(str(tmp_path / "packed.jsonl.gz"))) == records


def test_an_unreadable_file_is_refused_in_one_line(tmp_path):
    whole = gzip.compress((record_of("nim").line() + "\n").encode())
    for name, content in {"cut.gz": whole[:-20], "no.gz": b"plain", "empty": b"", "two": b"{}\n{}\n"}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(GameError, match=name) as error:
            list(read_records(tmp_path / name))
        one_line_error(error)
    with pytest.raises(GameError, match="No such file"):
        list(read_records(tmp_path / "absent"))
    with pytest.raises(GameError, match="directory"):
        list(read_records(tmp_path))


def test_a_broken_line_is_named_by_its_number(tmp_path):
    line = record_of("nim").line()
    path = tmp_path / "games"
    path.write_text(f"{line}\n\n{line[:50]}\n{line}\n")
    with pytest.raises(GameError, match=r"line 3: .*cut off"):
        list(read_records(path))
    with pytest.raises(GameError, match="line 3"):
        list(read_records(path, skip_partial=True))


@pytest.mark.parametrize("kept", [0, 5, 60])
def test_an_incomplete_last_line_is_reported_or_skipped_knowingly(tmp_path, kept):
    line = record_of("nim").line()
    path = tmp_path / "games"
    path.write_text(f"{line}\n{line[:kept]}")
    assert len(list(read_records(path, skip_partial=True))) == 1
    if kept:
        with pytest.raises(GameError, match="line 2"):
            list(read_records(path))


def test_a_foreign_last_line_is_never_skipped(tmp_path):
    path = tmp_path / "games"
    path.write_text(record_of("nim").line() + "\nshopping list")
    with pytest.raises(GameError, match="line 2"):
        list(read_records(path, skip_partial=True))


def test_a_writer_appends_and_flushes_line_by_line(tmp_path):
    path = tmp_path / "games"
    first, second = record_of("nim", seed=1), record_of("nim", seed=2)
    with RecordWriter(path) as writer:
        assert not path.exists()
        writer.write(first.line())
        assert list(read_records(path)) == [first]
    with RecordWriter(path) as writer:
        assert writer.present == {(first.seeds["key"], "0")}
        writer.write(second.line())
    assert list(read_records(path)) == [first, second]


@pytest.mark.parametrize("complete", [True, False])
def test_a_writer_mends_the_end_that_a_killed_run_has_left(tmp_path, complete):
    path = tmp_path / "games"
    first, second = record_of("nim", seed=1), record_of("nim", seed=2)
    path.write_text(first.line() + "\n" + (second.line() if complete else second.line()[:-1]))
    before = path.read_bytes()
    with RecordWriter(path) as writer:
        assert path.read_bytes() == before
        writer.write(first.line())
    assert list(read_records(path)) == ([first, second, first] if complete else [first, first])


def test_a_long_incomplete_line_is_cut_off_whole(tmp_path):
    path = tmp_path / "games"
    record = record_of("nim")
    long = dataclasses.replace(record, seeds={"x": "y" * 200_000}).line()
    path.write_text(record.line() + "\n" + long[:-5])
    with RecordWriter(path) as writer:
        writer.write(record.line())
    assert list(read_records(path)) == [record, record]


@pytest.mark.parametrize("content", ["notes to myself", "notes\nto myself\n", '{"a":1}\n'])
def test_a_writer_refuses_and_keeps_a_file_of_something_else(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(GameError, match=r"notes\.txt"):
        RecordWriter(path)
    assert path.read_text() == content


def test_a_writer_refuses_what_it_cannot_write(tmp_path):
    with pytest.raises(GameError, match="compress"):
        RecordWriter(tmp_path / "games.gz")
    with pytest.raises(GameError, match="cannot be written"):
        RecordWriter(tmp_path / "absent" / "games")
    with pytest.raises(GameError, match="directory"):
        RecordWriter(tmp_path)
    with RecordWriter(tmp_path / "games") as writer:
        (tmp_path / "games").mkdir()
        with pytest.raises(GameError, match="cannot be written: Is a directory"):
            writer.write("{}")


def test_the_move_of_a_joint_turn_has_an_entry_per_seat():
    assert Played(((0, 3), (2, 1)), joint=True).move(3) == (3, 65535, 1)
    assert Played(((1, 2),)).move(3) == 2
    assert Played(chance=4).move(3) == 4
