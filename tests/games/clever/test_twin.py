"""The twin's rules: recorded games, and every field rule, bonus and phase by a case made by hand."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reineke.games.clever.reference import Decision, read
from reineke.games.clever.verify import Replay, check
from tests.games.clever import twin
from tests.games.clever.engine import TwinEngine
from tests.games.clever.twin import Options, State

GAMES = Path(__file__).parents[2] / "data" / "clever" / "reference-games.jsonl.gz"
ALL_GAMES = GAMES.with_name("all-games.jsonl.gz")

SOLO = Options()
TWO = Options(seats=2)
THESIS = Options(mode="thesis")
SOURCE = Options(mode="thesis", masks="source")
EMPTY = "000000000000|00000000000|0|||0+0+0||"


def sheet(
    yellow: str = "",
    blue: str = "",
    green: int = 0,
    orange: str = "",
    purple: str = "",
    held: str = "0+0+0",
    waiting: str = "",
    used: str = "",
) -> str:
    """A sheet by the boxes that are crossed: `yellow="0 4 9"`, `blue="2 12"`."""
    yellow_boxes = "".join("1" if str(box) in yellow.split() else "0" for box in range(12))
    blue_boxes = "".join("1" if str(box) in blue.split() else "0" for box in range(2, 13))
    return f"{yellow_boxes}|{blue_boxes}|{green}|{orange}|{purple}|{held}|{waiting}|{used}"


def position(head: str, dice: str, *sheets: str, options: Options = SOLO) -> State:
    return twin.read(f"{head} {dice} {' '.join(sheets)}", options)


def played(state: State, *names: str) -> State:
    for name in names:
        assert name in twin.legal_names(state), (name, twin.legal_names(state))
        state = twin.play(state, twin.NUMBER[name])
    return state


def landed(state: State, *outcomes: int) -> State:
    """After chance outcomes; faces as they are seen."""
    for outcome in outcomes:
        assert twin.turn(state) == twin.CHANCE
        state = twin.play(state, outcome - 1 if twin.in_the_air(state) else outcome)
    return state


def names(state: State) -> set[str]:
    return set(twin.legal_names(state))


def bonuses(state: State) -> list[str]:
    """What the last step earned and what became of it."""
    return [f"{one['bonus']} {one['from']} {one['result']}" for one in state.events if "bonus" in one]


# Recorded games


def games(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.covers("G1", "G3", "G5")
def test_every_decision_of_the_recorded_games_agrees() -> None:
    checks = [found for game in games(GAMES) for found in check(TwinEngine(), game)]
    assert len(checks) > 900
    assert [found for found in checks if found] == []


@pytest.mark.covers("G5")
def test_every_event_of_the_recorded_games_comes_in_the_recorded_order() -> None:
    assert sum(events_compared(game) for game in games(GAMES)) > 1000


def events_compared(game: dict[str, Any]) -> int:
    """Replays a game on the twin and compares its own log with the record, event by event."""
    replay = Replay(TwinEngine(), read(game))
    assert replay.state.events == game["start"]
    compared = 0
    for decision, raw in merged(game):
        replay.roll(decision)
        choice = decision.options[decision.choice].name
        if decision.phase == "bonus":
            assert " ".join(replay.state.sheet.waiting[0]) == f"{raw['bonus']} {raw['from']}"
            assert [" ".join(one) for one in replay.state.sheet.waiting[1:]] == raw.get("queue", [])
        replay.state = replay.play(choice)
        assert replay.state.events == raw["events"], raw
        compared += len(raw["events"])
    return compared


def merged(game: dict[str, Any]) -> Iterator[tuple[Decision, dict[str, Any]]]:
    """Decisions that the game asks for, the events of those that it passes over added to the ones before."""
    kept: list[tuple[Decision, dict[str, Any]]] = []
    for decision, raw in zip(read(game).decisions, game["decisions"], strict=True):
        if decision.lone_end:
            kept[-1][1]["events"] = kept[-1][1]["events"] + raw["events"]
        else:
            kept.append((decision, dict(raw)))
    yield from kept


@pytest.mark.soak
def test_all_150_recorded_games_agree_to_the_event() -> None:
    entries = games(ALL_GAMES)
    assert len(entries) == 150
    for game in entries:
        assert [found for found in check(TwinEngine(), game) if found] == []
    assert sum(map(events_compared, entries)) == 7262  # besides those of the starts


# Yellow


@pytest.mark.covers("G1")
@pytest.mark.parametrize(
    ("face", "boxes"), [(1, "4 6"), (2, "3 7"), (3, "0 9"), (4, "8 10"), (5, "2 5"), (6, "1 11")], ids=str
)
def test_yellow_takes_a_box_of_the_number_shown(face: int, boxes: str) -> None:
    first, second = boxes.split()
    state = position("1.0.roll1", f"{face}p/1t/1t/1t/1t/1t", EMPTY)
    assert names(state) == {f"y:y{first}", f"y:y{second}"}
    state = position("1.0.roll1", f"{face}p/1t/1t/1t/1t/1t", sheet(yellow=first))
    assert names(state) == {f"y:y{second}"}
    assert names(position("1.0.roll1", f"{face}p/1t/1t/1t/1t/1t", sheet(yellow=boxes))) == {"pass"}


@pytest.mark.covers("G1")
@pytest.mark.parametrize(
    ("boxes", "points"),
    [("0 3 6", 10), ("1 4 9", 14), ("2 7 10", 16), ("5 8 11", 20), ("0 3 6 5 8 11", 30), ("0 1 2 3 4 5", 0)],
)
def test_yellow_pays_for_full_columns(boxes: str, points: int) -> None:
    assert twin.areas(twin.read_sheet(sheet(yellow=boxes)))[0] == points


def test_yellow_is_worth_60_in_full() -> None:
    assert twin.areas(twin.read_sheet(sheet(yellow="0 1 2 3 4 5 6 7 8 9 10 11")))[0] == 60


# Blue


@pytest.mark.covers("G1")
@pytest.mark.parametrize("place", ["p", "f", "t"])
def test_blue_takes_the_sum_with_white_wherever_that_lies(place: str) -> None:
    state = position("1.0.roll2", f"1t/4p/1t/1t/1t/3{place}", EMPTY)
    after = played(state, "b:b")
    assert after.sheet.blue == [7]
    assert "b:b" not in names(position("1.0.roll2", f"1t/4p/1t/1t/1t/3{place}", sheet(blue="7")))


@pytest.mark.covers("G1")
@pytest.mark.parametrize("place", ["p", "f", "t"])
def test_white_marks_blue_with_the_sum_too(place: str) -> None:
    state = position("1.0.roll2", f"1t/6{place}/1t/1t/1t/6p", EMPTY)
    assert played(state, "w:b").sheet.blue == [12]


@pytest.mark.covers("G1")
def test_blue_and_white_of_one_turn_may_both_mark_blue() -> None:
    state = played(position("1.0.roll1", "1t/2p/1t/1t/1t/2p", EMPTY), "b:b")
    assert state.sheet.blue == [4]
    assert played(landed(state, 5), "w:b").sheet.blue == [4, 7]


@pytest.mark.covers("G1")
def test_blue_pays_by_the_number_of_crosses() -> None:
    boxes = [str(value) for value in range(2, 13)]
    found = [twin.areas(twin.read_sheet(sheet(blue=" ".join(boxes[:count]))))[1] for count in range(12)]
    assert found == [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]


# Green


@pytest.mark.covers("G1")
@pytest.mark.parametrize(("count", "limit"), list(enumerate([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6])))
def test_green_takes_what_reaches_the_next_box(count: int, limit: int) -> None:
    for face in range(1, 7):
        state = position("1.0.roll1", f"1t/1t/{face}p/1t/1t/1t", sheet(green=count))
        assert ("g:g" in names(state)) == (face >= limit)


@pytest.mark.covers("G1")
def test_green_pays_for_the_last_crossed_box() -> None:
    found = [twin.areas(twin.read_sheet(sheet(green=count)))[2] for count in range(12)]
    assert found == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]


def test_a_full_green_takes_nothing() -> None:
    assert names(position("1.0.roll1", "1t/1t/6p/1t/1t/1t", sheet(green=11))) == {"pass"}


# Orange


@pytest.mark.covers("G1")
@pytest.mark.parametrize(("count", "times"), list(enumerate([1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3])))
def test_orange_writes_any_number_times_that_of_the_box(count: int, times: int) -> None:
    for face in range(1, 7):
        state = position("1.0.roll1", f"1t/1t/1t/{face}p/1t/1t", sheet(orange=".".join("1" * count)))
        after = played(state, "o:o")
        assert after.sheets[0].orange[count] == face * times
        assert twin.areas(after.sheets[0])[3] == count + face * times


def test_a_full_orange_takes_nothing() -> None:
    assert names(position("1.0.roll1", "1t/1t/1t/6p/1t/1t", sheet(orange="1.1.1.2.1.1.2.1.2.1.3"))) == {"pass"}


# Purple


@pytest.mark.covers("G1")
@pytest.mark.parametrize(
    ("before", "faces"),
    [("", "123456"), ("1", "23456"), ("3", "456"), ("5", "6"), ("2.6", "123456"), ("6.1", "23456")],
)
def test_purple_takes_more_than_the_number_before_and_anything_after_a_6(before: str, faces: str) -> None:
    for face in range(1, 7):
        state = position("1.0.roll1", f"1t/1t/1t/1t/{face}p/1t", sheet(purple=before))
        assert ("p:p" in names(state)) == (str(face) in faces)


def test_purple_pays_what_is_written() -> None:
    assert twin.areas(twin.read_sheet(sheet(purple="2.5.6.3")))[4] == 16


def test_a_full_purple_takes_nothing() -> None:
    full = sheet(purple="1.6.1.6.1.6.1.6.1.6.6")
    assert names(position("1.0.roll1", "1t/1t/1t/1t/6p/1t", full)) == {"pass"}


# White


@pytest.mark.covers("G1")
def test_white_stands_in_for_every_colour() -> None:
    state = position("1.0.roll1", "1t/2t/1t/1t/1t/4p", EMPTY)
    assert names(state) == {"w:y8", "w:y10", "w:b", "w:g", "w:o", "w:p"}
    assert played(state, "w:b").sheet.blue == [6]
    assert played(state, "w:o").sheet.orange == [4]
    assert played(state, "w:p").sheet.purple == [4]
    assert played(state, "w:g").sheet.green == 1
    assert played(state, "w:y10").sheet.yellow == [(3, 2)]


# Bonuses: every source, gained, applied, waiting and lost

FULL_YELLOW = "0 1 2 3 4 5 6 7 8 9 10 11"
FULL_BLUE = "2 3 4 5 6 7 8 9 10 11 12"
FULL_ORANGE = "1.1.1.2.1.1.2.1.2.1.3"
FULL_PURPLE = "1.2.3.4.5.6.1.2.3.4.5"

# source: position before, action, kind
SOURCES: dict[str, tuple[dict[str, Any], str, str]] = {
    "yellow:row0": ({"yellow": "0 1"}, "xy2", "bX"),
    "yellow:row1": ({"yellow": "3 5"}, "xy4", "o4"),
    "yellow:row2": ({"yellow": "6 8"}, "xy7", "gX"),
    "yellow:row3": ({"yellow": "9 11"}, "xy10", "FOX"),
    "yellow:diag": ({"yellow": "0 4 7"}, "xy11", "+1"),
    "blue:row0": ({"blue": "2 4"}, "xb3", "o5"),
    "blue:row1": ({"blue": "5 6 8"}, "xb7", "yX"),
    "blue:row2": ({"blue": "9 10 12"}, "xb11", "FOX"),
    "blue:col0": ({"blue": "5"}, "xb9", "RR"),
    "blue:col1": ({"blue": "2 6"}, "xb10", "gX"),
    "blue:col2": ({"blue": "3 7"}, "xb11", "p6"),
    "blue:col3": ({"blue": "4 8"}, "xb12", "+1"),
    "green:4": ({"green": 3}, "xg", "+1"),
    "green:6": ({"green": 5}, "xg", "bX"),
    "green:7": ({"green": 6}, "xg", "FOX"),
    "green:9": ({"green": 8}, "xg", "p6"),
    "green:10": ({"green": 9}, "xg", "RR"),
    "orange:3": ({"orange": "1.1"}, "xo", "RR"),
    "orange:5": ({"orange": "1.1.1.2"}, "xo", "yX"),
    "orange:6": ({"orange": "1.1.1.2.1"}, "xo", "+1"),
    "orange:8": ({"orange": "1.1.1.2.1.1.2"}, "xo", "FOX"),
    "orange:10": ({"orange": "1.1.1.2.1.1.2.1.2"}, "xo", "p6"),
    "purple:3": ({"purple": "1.2"}, "xp", "RR"),
    "purple:4": ({"purple": "1.2.3"}, "xp", "bX"),
    "purple:5": ({"purple": "1.2.3.4"}, "xp", "+1"),
    "purple:6": ({"purple": "1.2.3.4.5"}, "xp", "yX"),
    "purple:7": ({"purple": "1.2.3.4.5.6"}, "xp", "FOX"),
    "purple:8": ({"purple": "1.2.3.4.5.6.1"}, "xp", "RR"),
    "purple:9": ({"purple": "1.2.3.4.5.6.1.2"}, "xp", "gX"),
    "purple:10": ({"purple": "1.2.3.4.5.6.1.2.3"}, "xp", "o6"),
    "purple:11": ({"purple": "1.2.3.4.5.6.1.2.3.4"}, "xp", "+1"),
}
AIR = "?p/?p/?p/?p/?p/?p"


@pytest.mark.covers("G1", "G5")
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_its_bonus(source: str) -> None:
    boxes, action, kind = SOURCES[source]
    after = played(position("4.0.four0", AIR, sheet(**boxes)), action)
    result = {"RR": "gained", "+1": "gained", "FOX": "gained", "yX": "pending", "bX": "pending"}.get(kind, "applied")
    assert f"{kind} {source} {result}" in bonuses(after)
    held = after.sheet.rerolls, after.sheet.plus_ones, after.sheet.foxes
    assert held == ((kind == "RR"), (kind == "+1"), (kind == "FOX"))
    assert [one for one, _ in after.sheet.waiting] == ([kind] if result == "pending" else [])
    if kind == "gX":
        assert after.sheet.green == 1
    if kind in ("o4", "o5", "o6"):
        assert after.sheet.orange == [int(kind[1])]
    if kind == "p6":
        assert after.sheet.purple == [6]


@pytest.mark.covers("G5")
@pytest.mark.parametrize("source", [name for name, (_, _, kind) in SOURCES.items() if kind not in ("RR", "+1", "FOX")])
def test_a_bonus_without_a_free_box_is_lost(source: str) -> None:
    boxes, action, kind = SOURCES[source]
    full: dict[str, dict[str, Any]] = {
        "y": {"yellow": FULL_YELLOW},
        "b": {"blue": FULL_BLUE},
        "g": {"green": 11},
        "o": {"orange": FULL_ORANGE},
        "p": {"purple": FULL_PURPLE},
    }
    after = played(position("4.0.four0", AIR, sheet(**{**full[kind[0]], **boxes})), action)
    assert f"{kind} {source} lost" in bonuses(after)
    assert (after.phase, after.sheet.waiting) == ("roll", [])


@pytest.mark.covers("G5")
def test_no_bonus_is_given_twice() -> None:
    state = position("4.0.four0", AIR, sheet(yellow="0 1 2 4 7", blue="5 9"))
    after = played(state, "xy3")
    assert bonuses(after) == []


@pytest.mark.covers("G5")
def test_orange_bonuses_are_multiplied_and_green_ones_ignore_the_limit() -> None:
    state = position("4.0.four0", AIR, sheet(blue="2 4", orange="1.1.1"))
    assert played(state, "xb3").sheet.orange == [1, 1, 1, 10]
    state = position("4.0.four0", AIR, sheet(green=4))
    assert played(state, "xg").sheet.green == 5
    state = position("4.0.four0", AIR, sheet(orange="1.1.1.2.1.1.2.1.2.1"))
    assert played(state, "xo").sheet.orange[-1] == 18


@pytest.mark.covers("G5")
def test_bonuses_chain_at_once_rows_first_and_depth_first() -> None:
    # Blue 3 completes row 0 (o5, which earns a re-roll) and column 2 (p6, which makes a bX wait).
    state = position("4.0.four0", AIR, sheet(blue="2 4 7 11", orange="1.1", purple="1.2.3"))
    after = played(state, "xb3")
    assert bonuses(after) == [
        "o5 blue:row0 applied",
        "RR orange:3 gained",
        "p6 blue:col2 applied",
        "bX purple:4 pending",
    ]
    assert (after.sheet.orange, after.sheet.purple, after.sheet.rerolls) == ([1, 1, 5], [1, 2, 3, 6], 1)


@pytest.mark.covers("G5")
def test_crosses_wait_first_in_first_out_and_are_asked_for_before_all_else() -> None:
    # Blue 6 completes row 1 (yX) and column 1 (gX, the sixth: bX).
    state = position("2.0.roll2", "1p/3p/1t/1t/1t/3p", sheet(blue="2 5 7 8 10", green=5))
    after = played(state, "b:b")
    assert [kind for kind, _ in after.sheet.waiting] == ["yX", "bX"]
    assert twin.text(after).split()[:2] == ["2.0.roll2", "1t/3f/1t/1t/1t/3p"]
    assert names(after) == {f"xy{box}" for box in range(12)}
    after = played(after, "xy0")
    assert names(after) == {"xb3", "xb4", "xb9", "xb11", "xb12"}
    after = played(after, "xb12")
    assert twin.turn(after) == twin.CHANCE
    assert twin.text(after).split()[:2] == ["2.0.roll3", "1t/3f/1t/1t/1t/?p"]


@pytest.mark.covers("G5")
def test_a_waiting_cross_that_lost_its_last_box_is_dropped() -> None:
    almost = sheet(yellow="1 2 3 4 5 6 7 8 9 10 11", blue=FULL_BLUE, waiting="yy")
    state = position("2.0.roll3", "1t/1f/1t/1t/1t/1f", almost)
    after = played(state, "xy0")
    assert {"drop": "yX"} in after.events
    assert after.sheet.waiting == []


@pytest.mark.covers("G5")
def test_the_three_first_rounds_bring_their_bonus_to_every_seat() -> None:
    assert [(one.rerolls, one.plus_ones) for one in twin.start(TWO).sheets] == [(1, 0), (1, 0)]
    for number, held in ((1, (0, 1)), (2, (1, 0)), (4, (0, 0)), (5, (0, 0))):
        state = position(f"{number}.1.pass0", "1f/1f/1f/1t/1t/1t", EMPTY, EMPTY, options=TWO)
        after = played(state, "pass")
        assert (after.round, after.active, after.phase) == (number + 1, 0, "roll")
        assert [(one.rerolls, one.plus_ones) for one in after.sheets] == [held, held]


@pytest.mark.covers("G5")
def test_round_4_is_one_choice_over_all_boxes_for_each_seat_in_turn() -> None:
    state = position("3.1.pass0", "1f/1f/1f/1t/1t/1t", EMPTY, sheet(yellow="0", blue="7", green=11), options=TWO)
    state = played(state, "pass")
    assert (twin.text(state).split()[0], twin.turn(state), len(names(state))) == ("4.0.four0", 0, 26)
    state = played(state, "xo")
    assert (twin.text(state).split()[0], twin.turn(state)) == ("4.0.four1", 1)
    assert names(state) == (
        {f"xy{box}" for box in range(1, 12)} | {f"xb{box}" for box in range(2, 13) if box != 7} | {"xo", "xp"}
    )
    state = played(state, "xp")
    assert (twin.text(state).split()[0], twin.turn(state)) == ("4.0.roll1", twin.CHANCE)
    assert (state.sheets[0].orange, state.sheets[1].purple) == ([6], [6])


@pytest.mark.covers("G5")
def test_round_4_is_lost_where_nothing_can_be_marked() -> None:
    full = sheet(FULL_YELLOW, FULL_BLUE, 11, FULL_ORANGE, FULL_PURPLE)
    state = played(position("3.0.pass0", "1t/1t/1t/2r/2r/2r", full), "pass")
    assert twin.text(state).split()[0] == "4.0.roll1"


# Foxes and the score


@pytest.mark.covers("G1")
def test_every_fox_is_worth_the_weakest_area() -> None:
    state = position("6.0.over", AIR, sheet("0 3 6", "2 3 5 6", 3, "6", "6", held="0+0+1"))
    assert twin.areas(state.sheets[0]) == [10, 7, 6, 6, 6]
    assert twin.points(state) == [41]
    state = position("6.0.over", AIR, sheet(FULL_YELLOW, "2 3 5 6 8", 7, "6.6.6", "6.6.1", held="0+0+3"))
    assert twin.areas(state.sheets[0]) == [60, 11, 28, 18, 13]
    assert twin.points(state) == [163]


@pytest.mark.covers("G1")
def test_foxes_are_worth_nothing_beside_an_empty_area() -> None:
    state = position("6.0.over", AIR, sheet("0", "2 3 5 6", 3, "6", "6", held="0+0+4"))
    assert twin.points(state) == [25]


@pytest.mark.covers("G13")
def test_only_areas_that_exist_count_for_foxes() -> None:
    state = position("6.0.over", AIR, sheet(green=3, orange="5", held="0+0+2"), options=Options(areas="go"))
    assert twin.points(state) == [21]


def test_the_full_sheet_is_worth_624() -> None:
    full = sheet(FULL_YELLOW, FULL_BLUE, 11, "6.6.6.12.6.6.12.6.12.6.18", "6.6.6.6.6.6.6.6.6.6.6", held="0+0+5")
    assert twin.points(position("6.0.over", AIR, full)) == [624]


@pytest.mark.covers("G21")
def test_the_winner_is_found_by_score_then_by_the_best_area_then_shared() -> None:
    def result(*sheets: str) -> list[float]:
        return twin.outcome(position("5.0.over", AIR, *sheets, options=Options(seats=len(sheets))))

    assert result(sheet(orange="5"), sheet(orange="6")) == [0, 1]
    assert result(sheet(orange="5"), sheet(orange="3", purple="2")) == [1, 0]
    assert result(sheet(orange="5"), sheet(purple="5"), sheet(orange="3", purple="2")) == [0.5, 0.5, 0]


def test_alone_the_outcome_is_the_score() -> None:
    assert twin.outcome(position("6.0.over", AIR, sheet(orange="5"))) == [5]


# The active turn


@pytest.mark.covers("G3", "G4")
def test_the_dice_land_one_by_one() -> None:
    state = twin.start()
    for face in range(1, 7):
        assert twin.turn(state) == twin.CHANCE
        assert twin.odds(state) == [(number, 1 / 6) for number in range(6)]
        state = landed(state, face)
    assert twin.text(state) == f"1.0.roll1 1p/2p/3p/4p/5p/6p {sheet(held='1+0+0')}"
    assert twin.turn(state) == 0


@pytest.mark.covers("G4")
def test_lower_dice_go_to_the_tray_and_equal_ones_stay() -> None:
    state = position("1.0.roll1", "3p/2p/4p/3p/1p/6p", EMPTY)
    after = played(state, "o:o")
    assert twin.text(after).split()[:2] == ["1.0.roll2", "?p/2t/?p/3f/1t/?p"]


@pytest.mark.covers("G4")
def test_the_own_face_counts_not_the_sum_of_blue() -> None:
    after = played(position("1.0.roll1", "3p/2p/1p/1p/2p/6p", EMPTY), "b:b")
    assert twin.dice_text(after) == "?p/2f/1t/1t/?p/?p"
    after = played(position("1.0.roll1", "3p/6p/1p/3p/2p/3p", EMPTY), "w:b")
    assert twin.dice_text(after) == "?p/?p/1t/?p/2t/3f"


@pytest.mark.covers("G3")
def test_after_three_rolls_the_rest_goes_to_the_tray() -> None:
    after = played(position("1.0.roll3", "3f/2f/4p/3p/1t/6p", EMPTY), "o:o")
    assert (after.phase, twin.turn(after)) == ("tray", twin.CHANCE)
    after = played(position("1.0.roll3", "3f/2f/4p/3p/1t/6p", sheet(held="0+1+0")), "o:o")
    assert twin.text(after).split()[:2] == ["1.0.plus0", "3f/2f/4t/3f/1t/6t"]


@pytest.mark.covers("G3")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_a_turn_ends_early_when_no_dice_are_left(roll: int) -> None:
    state = position(f"1.0.roll{roll}", "1p/2p/3p/4p/5p/6p", sheet(held="0+1+0"))
    after = played(state, "w:o")
    assert twin.text(after).split()[:2] == ["1.0.plus0", "1t/2t/3t/4t/5t/6f"]


@pytest.mark.covers("G3")
def test_a_reroll_takes_all_dice_of_the_pool_and_no_others() -> None:
    state = position("1.0.roll2", "1p/2f/3p/1t/5p/6p", sheet(held="2+0+0"))
    assert "reroll" in names(state)
    after = played(state, "reroll")
    assert twin.text(after).split()[:2] == ["1.0.roll2+1", "?p/2f/?p/1t/?p/?p"]
    assert (after.sheet.rerolls, twin.turn(after)) == (1, twin.CHANCE)
    again = played(landed(after, 1, 1, 1, 1), "reroll")
    assert (twin.text(again).split()[0], again.sheet.rerolls) == ("1.0.roll2+2", 0)
    assert "reroll" not in names(landed(again, 1, 1, 1, 1))


@pytest.mark.covers("G3")
def test_a_seat_passes_only_when_no_die_of_the_pool_can_be_used() -> None:
    assert "pass" not in names(position("1.0.roll1", "1p/2p/3p/4p/5p/6p", EMPTY))
    stuck = sheet(yellow="4 6", held="1+0+0")
    state = position("1.0.roll1", "1p/2t/3t/4t/5t/6t", stuck)
    assert names(state) == {"reroll", "pass"}
    after = played(state, "pass")
    assert twin.text(after).split()[:2] == ["1.0.roll2", "?p/2t/3t/4t/5t/6t"]
    assert names(position("1.0.roll1", "1p/2t/3t/4t/5t/6t", sheet(yellow="4 6"))) == {"pass"}


@pytest.mark.covers("G3")
def test_passing_always_goes_on_to_the_next_roll_and_after_the_third_to_the_end_of_the_turn() -> None:
    state = position("1.0.roll3", "1p/2t/3t/4t/5t/6f", sheet(yellow="4 6", held="0+1+0"))
    after = played(state, "pass")
    assert twin.text(after).split()[:2] == ["1.0.plus0", "1t/2t/3t/4t/5t/6f"]


# The +1 phase


@pytest.mark.covers("G3", "G4")
def test_plus_one_takes_any_die_from_anywhere_but_each_only_once() -> None:
    state = position("1.0.plus0", "1f/2f/3f/4t/5t/6t", sheet(held="0+2+0"))
    assert {name.partition(":")[0] for name in names(state)} == {*"ybgopw", "pass"}
    after = played(state, "o:o")
    assert (after.sheet.plus_ones, after.sheet.orange, after.sheet.used) == (1, [4], ["o"])
    assert twin.dice_text(after) == "1f/2f/3f/4t/5t/6t"
    assert "o:o" not in names(after)
    assert "w:o" in names(after)
    after = played(after, "w:o")
    assert after.phase == "tray"
    assert after.sheet.used == []


@pytest.mark.covers("G3")
def test_the_plus_one_phase_is_passed_over_without_a_use() -> None:
    assert played(position("1.0.roll3", "1f/1f/1t/4p/1t/1t", EMPTY), "o:o").phase == "tray"
    useless = sheet(yellow="4 6 8 10", blue="2 4", green=4, orange=FULL_ORANGE[:-2], purple="5", held="0+1+0")
    state = position("1.0.roll3", "1f/1f/1t/4p/1t/1t", useless)
    assert played(state, "o:o").phase == "tray"


@pytest.mark.covers("G3")
def test_pass_ends_the_plus_one_phase_and_keeps_what_is_held() -> None:
    state = position("1.0.plus0", "1f/2f/3f/4t/5t/6t", sheet(held="0+2+0", used="ow"))
    after = played(state, "pass")
    assert (after.phase, after.sheet.plus_ones, after.sheet.used) == ("tray", 2, [])


@pytest.mark.covers("G5")
def test_a_plus_one_that_earns_another_goes_on_after_its_bonuses() -> None:
    state = position("1.0.plus0", "1f/2f/3f/4t/5t/6t", sheet(orange="1.1.1.2", held="0+2+0"))
    after = played(state, "o:o")
    assert (after.phase, names(after)) == ("plus", {f"xy{box}" for box in range(12)})
    after = played(after, "xy0")
    assert (after.phase, "o:o" in names(after), "w:o" in names(after)) == ("plus", False, True)


# The passive turn alone


@pytest.mark.covers("G2", "G3")
def test_alone_the_three_lowest_dice_come_onto_the_tray() -> None:
    state = played(position("1.0.plus0", "1f/2f/3f/4t/5t/6t", sheet(held="0+1+0")), "pass")
    assert twin.dice_text(state) == AIR
    after = landed(state, 5, 1, 6, 2, 4, 3)
    assert twin.text(after).split()[:2] == ["1.0.pass0", "5r/1t/6r/2t/4r/3t"]
    assert names(after) == {"b:b", "o:o", "w:y0", "w:y9", "w:b", "w:g", "w:o", "w:p", "pass"}


@pytest.mark.covers("G2", "G3")
def test_ties_for_the_last_places_of_the_tray_are_drawn() -> None:
    state = position("1.0.tray", AIR, EMPTY)
    drawing = landed(state, 3, 1, 3, 3, 6, 3)
    assert (twin.turn(drawing), twin.odds(drawing)) == (twin.CHANCE, [(0, 0.25), (2, 0.25), (3, 0.25), (5, 0.25)])
    drawing = landed(drawing, 3)
    assert twin.odds(drawing) == [(0, 1 / 3), (2, 1 / 3), (5, 1 / 3)]
    after = landed(drawing, 0)
    assert twin.text(after).split()[:2] == ["1.0.pass0", "3t/1t/3r/3t/6r/3r"]


@pytest.mark.covers("G3")
def test_alone_the_dice_beside_the_tray_are_never_opened_and_a_pick_may_be_declined() -> None:
    state = position("1.0.pass0", "1t/1t/1t/6r/6r/6r", sheet(yellow="4 6", blue="7", green=1))
    assert names(state) == {"pass"}
    assert "reroll" not in names(position("1.0.pass0", "1t/1t/1t/6r/6r/6r", sheet(held="1+0+0")))
    after = played(state, "pass")
    assert twin.text(after).split()[0] == "2.0.roll1"


@pytest.mark.covers("G2", "G3")
def test_alone_plus_one_follows_the_passive_pick_and_may_take_any_die() -> None:
    state = position("6.0.pass0", "1t/1t/1t/6r/6r/6r", sheet(held="3+1+0"))
    after = played(state, "y:y4")
    assert (twin.text(after).split()[0], "o:o" in names(after), "y:y6" in names(after)) == ("6.0.plus0", True, True)
    after = played(after, "o:o")
    assert (twin.turn(after), twin.points(after)) == (twin.OVER, [6])


# Several seats


@pytest.mark.covers("G21")
@pytest.mark.parametrize(("seats", "rounds"), [(1, 6), (2, 6), (3, 5), (4, 4)])
def test_a_game_has_6_6_5_4_rounds_by_seats_and_all_are_active_in_turn(seats: int, rounds: int) -> None:
    rng = random.Random(seats)
    state = twin.start(Options(seats=seats))
    turns: list[tuple[int, int]] = []
    while (turn := twin.turn(state)) != twin.OVER:
        if not turns or turns[-1] != (state.round, state.active):
            turns.append((state.round, state.active))
        state = twin.play(state, rng.choice([one for one, _ in twin.odds(state)] if turn == -2 else twin.legal(state)))
    assert turns == [(number, seat) for number in range(1, rounds + 1) for seat in range(seats)]


@pytest.mark.covers("G21")
def test_the_others_pick_in_order_with_their_plus_ones_and_the_dice_stay() -> None:
    plus = sheet(held="0+1+0")
    options = Options(seats=3)
    state = position("1.1.roll3", "1t/1f/1t/4p/1t/1f", EMPTY, plus, plus, options=options)
    order = []
    for name in ("o:o", "pass", "g:g", "o:o", "y:y4"):
        order.append((twin.text(state).split()[0], twin.turn(state)))
        state = played(state, name)
        assert twin.dice_text(state) in ("1t/1f/1t/4p/1t/1f", "1t/1f/1t/4f/1t/1f", AIR)
    assert order == [("1.1.roll3", 1), ("1.1.plus1", 1), ("1.1.pass2", 2), ("1.1.plus2", 2), ("1.1.pass0", 0)]
    assert (twin.text(state).split()[0], twin.turn(state)) == ("1.2.roll1", twin.CHANCE)
    assert (state.sheets[1].plus_ones, state.sheets[2].orange) == (1, [4])


@pytest.mark.covers("G21")
def test_fields_of_the_active_player_open_only_where_no_die_of_the_tray_can_be_used() -> None:
    state = position("1.0.pass1", "1t/6f/1t/6f/1t/6f", EMPTY, EMPTY, options=TWO)
    assert names(state) == {"y:y4", "y:y6", "g:g", "p:p", "pass"}
    stuck = sheet(yellow="4 6", green=1, purple="1")
    state = position("1.0.pass1", "1t/6f/1t/6f/1t/6f", EMPTY, stuck, options=TWO)
    assert names(state) == {"b:b", "o:o", "w:y1", "w:y11", "w:b", "w:g", "w:o", "w:p", "pass"}
    assert played(state, "o:o").sheets[1].orange == [6]


@pytest.mark.covers("G21")
def test_a_passive_seat_never_rerolls() -> None:
    held = sheet(held="3+0+0")
    assert "reroll" not in names(position("1.0.pass1", "1t/6f/1t/6f/1t/6f", held, held, options=TWO))


@pytest.mark.covers("G21")
def test_the_bonus_of_a_passive_seat_is_its_own_decision() -> None:
    state = position("1.0.pass1", "1t/6f/1t/6f/1t/6f", EMPTY, sheet(green=5, orange="1"), options=TWO)
    after = played(state, "g:g")
    assert (twin.turn(after), names(after)) == (1, {f"xb{value}" for value in range(2, 13)})
    after = played(after, "xb2")
    assert (twin.text(after).split()[0], after.sheets[1].blue) == ("1.1.roll1", [2])


# The thesis


@pytest.mark.covers("G2")
def test_in_the_thesis_the_tray_is_three_random_dice() -> None:
    state = landed(position("1.0.tray", AIR, EMPTY, options=THESIS), 1, 2, 3, 4, 5, 6)
    assert twin.odds(state) == [(die, 1 / 6) for die in range(6)]
    state = landed(state, 5)
    assert twin.odds(state) == [(die, 1 / 5) for die in range(5)]
    state = landed(state, 0)
    state = landed(state, 4)
    assert twin.text(state).split()[:2] == ["1.0.pass0", "1t/2r/3r/4r/5t/6t"]


@pytest.mark.covers("G2")
@pytest.mark.parametrize("action", ["o:o", "pass"])
def test_the_thesis_ends_after_the_last_roll_of_round_6(action: str) -> None:
    held = sheet(held="1+3+0", orange=FULL_ORANGE if action == "pass" else "")
    state = position("6.0.roll3", "1f/2f/3t/4p/5t/6t", held, options=THESIS)
    assert twin.turn(played(state, action)) == twin.OVER
    assert twin.turn(played(position("6.0.roll3", "1f/2f/3t/4p/5t/6t", held), action)) != twin.OVER


@pytest.mark.covers("G2")
def test_the_thesis_still_carries_out_what_its_last_pick_earned() -> None:
    state = position("6.0.roll3", "1f/2f/3t/4p/5t/6t", sheet(orange="1.1.1.2", held="0+3+0"), options=THESIS)
    after = played(state, "o:o")
    assert twin.turn(after) == 0
    assert twin.turn(played(after, "xy0")) == twin.OVER


@pytest.mark.covers("G2")
def test_an_early_end_of_the_turn_in_round_6_ends_the_thesis_too() -> None:
    state = position("6.0.roll1", "1p/2p/3p/4p/5p/6p", sheet(held="0+3+0"), options=THESIS)
    assert twin.turn(played(state, "w:o")) == twin.OVER


@pytest.mark.covers("G2")
def test_the_thesis_draws_the_bonus_of_round_4() -> None:
    def drawn(lot: int, before: str = EMPTY) -> State:
        return twin.play(position("4.0.four", AIR, before, options=THESIS), lot)

    state = position("4.0.four", AIR, EMPTY, options=THESIS)
    assert (twin.turn(state), twin.odds(state)) == (twin.CHANCE, [(lot, 1 / 5) for lot in range(5)])
    assert names(drawn(0)) == {f"xy{box}" for box in range(12)}
    assert names(drawn(1)) == {f"xb{box}" for box in range(2, 13)}
    assert drawn(2).sheet.green == 1
    assert drawn(3, sheet(orange="1.1.1")).sheet.orange == [1, 1, 1, 12]
    assert drawn(4).sheet.purple == [6]
    lost = drawn(2, sheet(green=11))
    assert (twin.text(lost).split()[0], bonuses(lost)) == ("4.0.roll1", ["gX round4 lost"])


@pytest.mark.covers("G2")
def test_the_source_bars_five_pairs_in_green() -> None:
    barred = set()
    for count, limit in enumerate(twin.GREEN_LIMITS):
        for face in range(1, 7):
            state = position("1.0.roll1", f"1t/1t/{face}p/1t/1t/1t", sheet(green=count), options=SOURCE)
            if "g:g" not in names(state):
                barred.add((face, limit))
    assert barred == {(2, 2), (2, 3), (3, 4), (4, 5), (5, 6)}


@pytest.mark.covers("G2")
def test_the_source_opens_purple_to_both_dice_when_one_is_high_enough() -> None:
    def purple(dice: str, head: str = "1.0.roll1", used: str = "") -> set[str]:
        before = sheet(purple="4", held="0+1+0", used=used)
        return {name for name in names(position(head, dice, before, options=SOURCE)) if name.endswith(":p")}

    assert purple("1t/1t/1t/1t/2p/5p") == {"p:p", "w:p"}
    assert purple("1t/1t/1t/1t/5p/2p") == {"p:p", "w:p"}
    assert purple("1t/1t/1t/1t/4p/4p") == set()
    assert purple("1t/1t/1t/1t/2p/5f") == set()
    assert purple("1r/1r/1r/1t/2t/5t", "1.0.pass0") == {"p:p", "w:p"}
    assert purple("1r/1r/1t/1t/2t/5r", "1.0.pass0") == set()
    assert purple("1f/1f/1f/1t/2t/5t", "1.0.plus0") == {"p:p", "w:p"}
    assert purple("1f/1f/1f/1t/2t/5t", "1.0.plus0", used="w") == set()
    state = position("1.0.roll1", "1t/1t/1t/1t/2p/5p", sheet(purple="4"), options=SOURCE)
    assert played(state, "p:p").sheet.purple == [4, 2]


# The ladder of prototypes


@pytest.mark.covers("G13")
def test_without_an_area_its_boxes_are_never_marked_and_bonuses_for_it_are_lost() -> None:
    options = Options(areas="yo")
    state = position("1.0.roll1", "1p/1p/1p/1p/1p/1p", EMPTY, options=options)
    assert names(state) == {"y:y4", "y:y6", "w:y4", "w:y6", "o:o", "w:o"}
    after = played(position("1.0.roll1", "5p/1p/1p/1p/1p/1p", sheet(yellow="0 1"), options=options), "y:y2")
    assert bonuses(after) == ["bX yellow:row0 lost"]
    after = played(position("3.0.pass0", "1t/1t/1t/1r/1r/1r", EMPTY, options=options), "pass")
    assert names(after) == {f"xy{box}" for box in range(12)} | {"xo"}


@pytest.mark.covers("G13")
def test_dice_that_do_not_exist_are_not_rolled_and_blue_needs_both() -> None:
    state = landed(twin.start(Options(dice="yb")), 1, 2)
    assert names(state) == {"y:y4", "y:y6", "reroll"}
    state = landed(twin.start(Options(dice="bw")), 1, 2)
    assert {"b:b", "w:b"} <= names(state)
    state = landed(position("1.0.tray", "?p/-p/-p/-p/-p/?p", EMPTY, options=Options(dice="yw")), 1, 2)
    assert state.phase == "pass"
    assert state.dice("tray") == ["y", "w"]
    thesis = Options(mode="thesis", dice="ygw")
    assert landed(position("1.0.tray", "?p/-p/?p/-p/-p/?p", EMPTY, options=thesis), 1, 2, 3).phase == "pass"


@pytest.mark.covers("G13")
def test_without_bonuses_nothing_is_earned_or_given() -> None:
    options = Options(bonuses="off")
    assert (twin.start(options).sheet.rerolls, twin.start(options).phase) == (0, "roll")
    state = position("3.0.pass0", "5t/1t/1t/1r/1r/1r", sheet(yellow="0 1 9 10 11"), options=options)
    after = played(state, "y:y2")
    assert (twin.text(after).split()[0], bonuses(after), after.sheet.waiting) == ("4.0.roll1", [], [])


# Invariants


@pytest.mark.covers("G1", "G3")
@pytest.mark.parametrize(
    "options",
    [SOLO, TWO, Options(seats=3), Options(seats=4), THESIS, SOURCE, Options(areas="yb", dice="ybw", bonuses="off")],
    ids=lambda options: options.spec,
)
def test_random_games_end_and_keep_their_bounds(options: Options) -> None:
    rng = random.Random(7)
    for _ in range(15):
        state = twin.start(options)
        while (turn := twin.turn(state)) != twin.OVER:
            assert twin.text(twin.read(twin.text(state), options)) == twin.text(state)
            before = twin.points(state)
            if turn == twin.CHANCE:
                odds = twin.odds(state)
                assert abs(sum(share for _, share in odds) - 1) < 1e-9
                state = twin.play(state, rng.choice([one for one, _ in odds]))
            else:
                assert twin.legal(state)
                state = twin.play(state, rng.choice(twin.legal(state)))
            assert all(now >= then for now, then in zip(twin.points(state), before, strict=True))
        assert state.round == twin.ROUNDS[options.seats]
        for one in state.sheets:
            assert max(one.rerolls, one.plus_ones) <= 7
            assert one.foxes <= 5
        if options == SOLO:
            assert max(twin.points(state)) <= 334


@pytest.mark.covers("G1")
def test_random_play_scores_as_measured_elsewhere() -> None:
    rng = random.Random(11)
    scores = []
    for _ in range(400):
        state = twin.start()
        while (turn := twin.turn(state)) != twin.OVER:
            actions = [one for one, _ in twin.odds(state)] if turn == twin.CHANCE else twin.legal(state)
            state = twin.play(state, rng.choice(actions))
        scores += twin.points(state)
    assert abs(sum(scores) / len(scores) - 64.4) < 4  # four standard errors
