"""What is played: runs, their blocks, and the games of a block.

A run is fixed by game, agents, budget, seed, seatings and version. Its unit is the block: one deal, played in all
rotations of the seats, so that luck of seat and deal cancels. Every random number of a run derives from its seed and
the place where it is used, never from the order of play: a block gives the same games wherever and whenever it is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import permutations
from typing import Any

from reineke.agent import Budget
from reineke.game import GameError

STREAMS = 1
"""Version of everything random in a match. It goes up whenever the same run would give other games."""

SEATINGS = ("cyclic", "all")


def derive(*parts: str | int) -> int:
    """A 64-bit number that depends on every part, the same on every machine. The first part names the purpose, so that
    numbers for different purposes have nothing to do with each other."""
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"reineke").digest(), "big")


@dataclass(frozen=True)
class Job:
    """One game of a block."""

    block: int
    rotation: int
    seating: tuple[int, ...]
    """For each seat the player who sits there, a position in the run's specs."""


@dataclass(frozen=True)
class Run:
    """What fixes a match, up to its length."""

    game: str
    specs: tuple[str, ...]
    budget: Budget
    seed: int
    seatings: str = "cyclic"
    version: str = ""

    def __post_init__(self) -> None:
        if self.seatings not in SEATINGS:
            raise GameError(f"seatings are {' or '.join(SEATINGS)}, not {self.seatings!r}")

    @property
    def key(self) -> str:
        """One line of JSON that names the run."""
        return json.dumps(self._parts(), separators=(",", ":"))

    def block_key(self, block: int) -> str:
        """One line of JSON that names a block of the run."""
        return json.dumps([*self._parts(), block], separators=(",", ":"))

    def _parts(self) -> list[Any]:
        budget = {"seconds": self.budget.seconds, "nodes": self.budget.nodes}
        return [self.game, list(self.specs), budget, self.seed, self.seatings, self.version, STREAMS]

    @classmethod
    def parse(cls, key: str) -> Run:
        """The run behind a `key`."""
        game, specs, budget, seed, seatings, version, _ = json.loads(key)
        return cls(game, tuple(specs), Budget(**budget), seed, seatings, version)

    def seating_orders(self) -> list[tuple[int, ...]]:
        """The seatings of a block, one game each; the first is the order typed."""
        players = range(len(self.specs))
        if self.seatings == "all":
            return list(permutations(players))
        return [tuple((seat + turn) % len(players) for seat in players) for turn in players]

    def jobs(self, blocks: int) -> Iterator[Job]:
        """The games of the first blocks, block by block."""
        orders = self.seating_orders()
        for block in range(blocks):
            for rotation, seating in enumerate(orders):
                yield Job(block, rotation, seating)

    def agent_seed(self, job: Job, seat: int) -> int:
        """The seed of a seat's agent; it has nothing to do with the deal."""
        return derive("agent", self.seed, job.block, job.rotation, job.seating[seat])
