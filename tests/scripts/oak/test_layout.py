"""Where everything about a battle stands in the bytes that Oak reads."""

from __future__ import annotations

import struct

import pytest

from scripts.oak.layout import pack
from tests.scripts.oak.positions import NUMBERS, first_position

SIDE, ACTIVE = 184, 144


@pytest.fixture
def state():
    return first_position()


def member(packed, seat, place):
    return packed.battle[seat * SIDE + (place - 1) * 24 :][:24]


def active(packed, seat):
    return packed.battle[seat * SIDE + ACTIVE :][:32]


def conditions(packed, seat):
    return struct.unpack("<Q", active(packed, seat)[16:24])[0]


def durations(packed):
    return struct.unpack("<II", packed.durations)


def test_a_battle_has_384_bytes_with_turn_damage_and_generator_behind_the_sides(state):
    state |= {"t": 0x102, "ld": 0x304}
    packed = pack(state, NUMBERS, seed=0x1122334455667788)
    assert (len(packed.battle), len(packed.durations)) == (384, 8)
    assert packed.battle[368:372] == bytes((2, 1, 4, 3))
    assert packed.battle[376:] == bytes.fromhex("8877665544332211")


def test_a_member_has_stats_moves_hp_status_species_types_level(state):
    one = state["p2"]["m"]["3"]
    one.update(h=77, s="par", pp=[1, 2, 3, 4])
    attack, defense, special, _, speed = one["bs"]
    found = member(pack(state, NUMBERS), 1, 3)
    assert struct.unpack("<5H", found[:10]) == (one["H"], attack, defense, speed, special)
    assert list(found[10:18:2]) == [NUMBERS.move(name) for name in one["mv"]]
    assert list(found[11:18:2]) == [1, 2, 3, 4]
    assert struct.unpack("<H4B", found[18:]) == (
        77,
        64,
        NUMBERS.species(one["sp"]),
        NUMBERS.types(one["sp"]),
        one["lv"],
    )


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"s": ""}, 0),
        ({"s": "psn"}, 8),
        ({"s": "brn"}, 16),
        ({"s": "frz"}, 32),
        ({"s": "slp", "st": 3, "st0": 5, "sb": "p2"}, 3),
        ({"s": "slp", "st": 2, "st0": 2, "sb": "p1"}, 128 | 2),
        ({"s": "fnt", "h": 0}, 0),
    ],
)
def test_sleep_counts_down_in_the_status_and_ones_own_is_marked(state, fields, status):
    state["p1"]["m"]["2"].update(fields)
    assert member(pack(state, NUMBERS), 0, 2)[20] == status


def test_turns_slept_stand_by_place_in_the_order_from_one(state):
    state["p1"]["o"] = "321456"
    state["p1"]["a"]["i"] = 3
    state["p1"]["m"]["1"].update(s="slp", st=2, st0=6, sb="p2")
    assert durations(pack(state, NUMBERS)) == (5 << 6, 0)
    state["p1"]["m"]["1"]["h"] = 0
    assert durations(pack(state, NUMBERS)) == (0, 0)


def test_the_one_on_the_field_has_stats_as_they_count_looks_and_stages(state):
    one = state["p1"]["a"]
    one.update(ms=[10, 20, 30, 30, 40], ty=["Water", "Psychic"], b={"atk": 2, "spe": -1, "spa": -6, "spd": -6})
    found = active(pack(state, NUMBERS), 0)
    assert struct.unpack("<5H", found[:10])[1:] == (10, 20, 40, 30)
    assert tuple(found[10:12]) == (NUMBERS.species(one["sp"]), 9 | 12 << 4)
    assert struct.unpack("<I", found[12:16])[0] == 2 | 15 << 8 | 10 << 12


def test_conditions_are_bits_with_their_numbers_behind(state):
    one = state["p2"]["a"]
    one["v"] = {"substitute": {"hp": 57}, "confusion": {"time": 3}, "mustrecharge": {}, "reflect": {}}
    packed = pack(state, NUMBERS, confused=(0, 4))
    assert conditions(packed, 1) == 1 << 7 | 1 << 10 | 1 << 11 | 1 << 16 | 3 << 18 | 57 << 40
    assert conditions(packed, 0) == 0
    assert durations(packed) == (0, 2 << 18)


def test_confusion_that_may_last_longest_was_just_seen(state):
    state["p1"]["a"]["v"] = {"confusion": {"time": 1}}
    assert durations(pack(state, NUMBERS, confused=(5, 0))) == (1 << 18, 0)
    assert durations(pack(state, NUMBERS, confused=(1, 0))) == (5 << 18, 0)


def test_whoever_is_transformed_names_whom_it_copies(state):
    whom = state["p1"]["m"]["4"]["sp"]
    state["p2"]["a"].update(tr=1, sp=whom)
    assert conditions(pack(state, NUMBERS), 1) == 1 << 17 | 4 << 48
    state["p1"]["a"].update(tr=1, sp=state["p2"]["m"]["5"]["sp"])
    assert conditions(pack(state, NUMBERS), 0) == 1 << 17 | (8 | 5) << 48


def test_a_copy_of_a_copy_is_one_of_the_own_side(state):
    state["p1"]["a"].update(tr=1, sp=state["p1"]["m"]["2"]["sp"])
    assert conditions(pack(state, NUMBERS), 0) == 1 << 17 | 2 << 48


def test_what_was_selected_and_used_last_stands_behind_the_order(state):
    state["p1"].update(lsm="surf", lss=2, lm="bodyslam")
    state["p1"]["a"]["lm"] = "rest"
    state["p2"].update(lsm="nomove", lss=0, lm="surf")
    packed = pack(state, NUMBERS)
    assert packed.battle[176:182] == bytes((1, 2, 3, 4, 5, 6))
    assert packed.battle[182:184] == bytes((NUMBERS.move("surf"), NUMBERS.move("rest")))
    assert packed.battle[SIDE + 182] == 0
    assert packed.battle[372:376] == bytes((3, 1, 0, 0))


def test_who_has_to_choose_what(state):
    assert pack(state, NUMBERS).result == 0x50
    state["rs"] = "switch"
    state["p2"]["m"][str(state["p2"]["a"]["i"])]["h"] = 0
    assert pack(state, NUMBERS).result == 0x80
    state["p1"]["m"][str(state["p1"]["a"]["i"])]["h"] = 0
    assert pack(state, NUMBERS).result == 0xA0
