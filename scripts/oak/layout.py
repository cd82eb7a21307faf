"""A battle in the form that libpkmn keeps, the engine inside Oak: 384 bytes, and eight for what was seen of counters.

Positions are those of `game.json`, whose fields tests/data/gen1/README.md names. Counters that nobody sees (sleep,
confusion) are drawn anew by Oak in every iteration, from how long they have lasted.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Tree = Mapping[str, Any]

STATUS = {"": 0, "psn": 8, "brn": 16, "frz": 32, "par": 64}
SELF_INFLICTED = 128
"""Marks sleep that the own side has caused."""
TYPES = (
    *("Normal", "Fighting", "Flying", "Poison", "Ground", "Rock", "Bug", "Ghost"),
    *("Fire", "Water", "Grass", "Electric", "Psychic", "Ice", "Dragon"),
)
STAGES = ("atk", "def", "spe", "spa", "accuracy")
CONDITIONS = {"flinch": 3, "twoturnmove": 4, "confusion": 7, "substitute": 10, "mustrecharge": 11, "reflect": 16}
"""Bits of what the one on the field is under; behind them their numbers."""
TRANSFORMED, CONFUSION_LEFT, SUBSTITUTE_HP, WHOM = 17, 18, 40, 48
SLEEP_BITS, CONFUSION_SEEN = 3, 18
LONGEST_CONFUSION = 5
PASS, MOVE, SWITCH = 0, 1, 2
"""What a side is asked for, and the kinds of choices."""
NO_MOVES = ("", "nomove", "recharge", "fight")
"""Names that Showdown notes where libpkmn notes nothing."""


@dataclass(frozen=True)
class Numbers:
    """What Oak calls species and moves, and a species' types in one byte."""

    species: Callable[[str], int]
    move: Callable[[str], int]
    types: Callable[[str], int]
    counterable: Callable[[str], bool]
    """Whether Counter answers a move."""


@dataclass(frozen=True)
class Packed:
    """What Oak is given."""

    battle: bytes
    durations: bytes
    result: int
    """What both sides are asked for."""


def pack(state: Tree, numbers: Numbers, confused: Sequence[int] = (0, 0), seed: int = 0) -> Packed:
    """A position; `confused` is the most turns of confusion that each side may have left."""
    sides = (state["p1"], state["p2"])
    packed = [_side(side, sides[1 - seat], seat, numbers) for seat, side in enumerate(sides)]
    last = b"".join(_last_move(side, numbers) for side in sides)
    battle = b"".join(packed) + struct.pack("<HH4sQ", state["t"], state["ld"], last, seed)
    durations = struct.pack("<II", *(_durations(side, most) for side, most in zip(sides, confused, strict=True)))
    asked = [_asked(state["rs"], side) for side in sides]
    return Packed(battle, durations, asked[0] << 4 | asked[1] << 6)


def lead(side: Tree) -> Tree:
    """The member that is on the field."""
    member: Tree = side["m"][str(side["a"]["i"])]
    return member


def confusion(side: Tree) -> int:
    """Turns of confusion left."""
    return int(side["a"]["v"].get("confusion", {}).get("time", 0))


def _asked(phase: str, side: Tree) -> int:
    if phase == "move":
        return MOVE
    return SWITCH if phase == "switch" and lead(side)["h"] == 0 else PASS


def _side(side: Tree, other: Tree, seat: int, numbers: Numbers) -> bytes:
    members = b"".join(_member(side["m"][str(place)], numbers, seat) for place in range(1, 7))
    order = bytes(int(place) for place in side["o"])
    moves = bytes(_move(name, numbers) for name in (side["lsm"], side["a"]["lm"]))
    return members + _active(side, other, seat, numbers) + order + moves


def _move(name: str, numbers: Numbers) -> int:
    return 0 if name in NO_MOVES else numbers.move(name)


def _last_move(side: Tree, numbers: Numbers) -> bytes:
    """The slot of the move that was selected last, from 1, and whether Counter answers the one that was used last."""
    slot = 0 if side["lsm"] in NO_MOVES else side["lss"] + 1
    return bytes((slot, side["lm"] not in NO_MOVES and numbers.counterable(side["lm"])))


def _stats(most: int, stats: Sequence[int]) -> bytes:
    attack, defense, special, _, speed = stats
    return struct.pack("<5H", most, attack, defense, speed, special)


def _slots(names: Sequence[str], pp: Sequence[int], numbers: Numbers) -> bytes:
    return b"".join(bytes((numbers.move(name), left)) for name, left in zip(names, pp, strict=True)).ljust(8, b"\0")


def _member(member: Tree, numbers: Numbers, seat: int) -> bytes:
    name = member["sp"]
    tail = (member["h"], _status(member, seat), numbers.species(name), numbers.types(name), member["lv"])
    slots = _slots(member["mv"], member["pp"], numbers)
    return _stats(member["H"], member["bs"]) + slots + struct.pack("<H4B", *tail)


def _status(member: Tree, seat: int) -> int:
    if member["h"] == 0:
        return 0
    if member["s"] != "slp":
        return STATUS[member["s"]]
    own = member["sb"] == f"p{seat + 1}"
    return int(member["st"]) | (SELF_INFLICTED if own else 0)


def _active(side: Tree, other: Tree, seat: int, numbers: Numbers) -> bytes:
    active = side["a"]
    teams = (side["m"], other["m"]) if seat == 0 else (other["m"], side["m"])
    types = [TYPES.index(name) for name in (active["ty"][0], active["ty"][-1])]
    head = struct.pack("<BBI", numbers.species(active["sp"]), types[0] | types[1] << 4, _stages(active["b"]))
    conditions = struct.pack("<Q", _conditions(active, teams, seat))
    return _stats(lead(side)["H"], active["ms"]) + head + conditions + _slots(active["mv"], active["pp"], numbers)


def _stages(stages: Tree) -> int:
    return sum((stages.get(name, 0) & 15) << 4 * place for place, name in enumerate(STAGES))


def _conditions(active: Tree, teams: Sequence[Tree], seat: int) -> int:
    there = active["v"]
    bits = sum(1 << bit for name, bit in CONDITIONS.items() if name in there)
    bits |= there.get("confusion", {}).get("time", 0) << CONFUSION_LEFT
    bits |= there.get("substitute", {}).get("hp", 0) << SUBSTITUTE_HP
    if "tr" in active:
        bits |= 1 << TRANSFORMED | _whom(active["sp"], teams, 1 - seat) << WHOM
    return int(bits)


def _whom(species: str, teams: Sequence[Tree], first: int) -> int:
    """Whose looks were copied: the other side's member, or the own one that the other side had copied before."""
    for seat in (first, 1 - first):
        for place, member in teams[seat].items():
            if member["sp"] == species:
                return int(place) | seat << 3
    raise ValueError(f"nobody is {species}")


def _durations(side: Tree, most: int) -> int:
    bits = 0
    for place, index in enumerate(side["o"]):
        member = side["m"][index]
        if member["s"] == "slp" and member["h"]:
            bits |= (member["st0"] - member["st"] + 1) << SLEEP_BITS * place
    if confusion(side):
        bits |= max(1, LONGEST_CONFUSION + 1 - most) << CONFUSION_SEEN
    return bits
