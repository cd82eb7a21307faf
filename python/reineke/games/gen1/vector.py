"""The battle vector (`game.features`) read back into words: which part of it means what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reineke.game import GameError
from reineke.games.gen1.scene import TYPES, all_moves, all_species, levels

BAR = 48
"""Steps of a bar of HP."""
STATS = ("max hp", "attack", "defense", "special", "speed")
STAGES = ("attack", "defense", "special", "speed", "accuracy")
STATUS = ("slp", "psn", "brn", "frz", "par")
MARKS = (
    "substitute",
    "substitute hits",
    "confused",
    "confused turns",
    "reflect",
    "recharging",
    "preparing",
    "transformed",
)
FIELD = ("turn", "own replaces", "other replaces")
SIDES = ("own", "other")
MOVE = ("knows", "pp", "revealed")

Numbers = dict[str, float]


@dataclass
class Moves:
    """Of every move whether it is there, its PP, and whether the other side has seen it."""

    knows: Numbers = field(default_factory=dict)
    pp: Numbers = field(default_factory=dict)
    revealed: Numbers = field(default_factory=dict)


@dataclass
class Member:
    """One of a team. What is only likely has its odds."""

    species: Numbers
    moves: Moves
    level: Numbers
    hp: tuple[float, ...]
    """As many ones as steps of the bar are full."""
    stats: Numbers
    status: Numbers
    slept: float
    fainted: float
    seen: float


@dataclass
class Active:
    """More about one on the field."""

    moves: Moves
    stats: Numbers
    stages: Numbers
    types: Numbers
    marks: Numbers


@dataclass
class Battle:
    """All that the vector tells."""

    teams: dict[str, list[Member]]
    actives: dict[str, Active]
    field: Numbers


def layout() -> list[tuple[str, int]]:
    """The parts of the vector in order, each with its length."""
    member = [
        ("species", len(all_species())),
        ("moves: knows, pp, revealed", 3 * len(all_moves())),
        ("level", len(levels())),
        ("hp", BAR),
        ("stats", len(STATS)),
        ("status", len(STATUS)),
        ("slept turns, fainted, seen", 3),
    ]
    active = [
        ("moves: knows, pp, revealed", 3 * len(all_moves())),
        ("stats", len(STATS) - 1),
        ("stages", len(STAGES)),
        ("types", len(TYPES)),
        ("marks", len(MARKS)),
    ]
    teams = [(f"{side} {place} {name}", size) for side in SIDES for place in range(1, 7) for name, size in member]
    return [
        *teams,
        *((f"{side} active {name}", size) for side in SIDES for name, size in active),
        ("field", len(FIELD)),
    ]


def read(numbers: Sequence[float]) -> Battle:
    """The description behind a vector."""
    size = sum(size for _, size in layout())
    if len(numbers) != size:
        raise GameError(f"a battle vector has {size} numbers, not {len(numbers)}")
    left = iter(numbers)
    teams = {side: [_member(left) for _ in range(6)] for side in SIDES}
    actives = {side: _active(left) for side in SIDES}
    return Battle(teams, actives, _named(left, FIELD))


def _named(left: Iterator[float], names: Sequence[str]) -> Numbers:
    return {name: next(left) for name in names}


def _moves(left: Iterator[float]) -> Moves:
    moves = Moves()
    for name in all_moves():
        moves.knows[name], moves.pp[name], moves.revealed[name] = next(left), next(left), next(left)
    return moves


def _member(left: Iterator[float]) -> Member:
    return Member(
        species=_named(left, all_species()),
        moves=_moves(left),
        level=_named(left, [str(level) for level in levels()]),
        hp=tuple(next(left) for _ in range(BAR)),
        stats=_named(left, STATS),
        status=_named(left, STATUS),
        slept=next(left),
        fainted=next(left),
        seen=next(left),
    )


def _active(left: Iterator[float]) -> Active:
    return Active(
        moves=_moves(left),
        stats=_named(left, STATS[1:]),
        stages=_named(left, STAGES),
        types=_named(left, list(TYPES)),
        marks=_named(left, MARKS),
    )
