"""Many games of Ganz schön clever at once, for learners: arrays that every step fills in place.

What the numbers of an observation and of an action mean is a *layout*: `lean` for any game, `thesis` for `mode=thesis`.
docs/environments.md has both as tables.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from reineke import _core
from reineke.game import GameError

Layout = Literal["lean", "thesis"]
Invalid = Literal["mask", "penalty", "abort"]
Seeds = int | Sequence[int]

SCORE, LENGTH, FORCED, ILLEGAL = range(4)
"""Columns of `Batch.tallies`: what is told of a game that has ended."""


@dataclass(frozen=True)
class Field:
    """Neighbouring numbers of an observation: where they stand and between which bounds."""

    name: str
    start: int
    count: int
    low: int
    high: int


def game_options(
    *,
    seats: int = 1,
    mode: str = "official",
    masks: str = "strict",
    areas: str = "ybgop",
    dice: str = "ybgopw",
    bonuses: bool | str = True,
) -> dict[str, str]:
    """The options of the game as its spec has them."""
    on = {True: "on", False: "off"}.get(bonuses, str(bonuses)) if isinstance(bonuses, bool) else bonuses
    return {"seats": str(seats), "mode": mode, "masks": masks, "areas": areas, "dice": dice, "bonuses": on}


class Batch:
    """Games that are played side by side; row i of every array is game i.

    Args:
        games: How many.
        options: Of the game, by name: `game_options(mode="thesis")`.
        layout: `lean`, or `thesis` for its 97 numbers and 247 actions; by default what fits the mode.
        invalid: What an illegal action does. `mask`: the call raises and changes nothing. `penalty`: the game stays as
            it is and the reward is −penalty. `abort`: the game ends as it stands, with the penalty.
        penalty: What an illegal action costs.
        forced: What a turn costs that has to go by because nothing is possible.
        autoreset: A game that ends is followed by a new one in the same step.
        threads: At most so many; by default the cores there are. Games do not depend on it.
        seed: Of game 0, the others counting up, or one for each.
    """

    observations: npt.NDArray[np.uint8]
    """[games, width]: what the seat to move sees."""
    masks: npt.NDArray[np.uint8]
    """[games, actions]: 1 where an action is legal."""
    rewards: npt.NDArray[np.float64]
    """[games, seats]: points gained by the last step; foxes count at the end."""
    over: npt.NDArray[np.bool_]
    """[games]: whether the last step ended the game."""
    last: npt.NDArray[np.uint8]
    """[games, width]: the final observation where `over`."""
    tallies: npt.NDArray[np.int32]
    """[games, 4]: seat 0's score, actions, forced turns and illegal actions where `over`."""

    def __init__(
        self,
        games: int,
        options: dict[str, str] | None = None,
        *,
        layout: Layout | None = None,
        invalid: Invalid = "mask",
        penalty: float = 1.0,
        forced: float = 0.0,
        autoreset: bool = True,
        threads: int | None = None,
        seed: Seeds = 0,
    ) -> None:
        if games < 1:
            raise GameError(f"a batch has at least one game, not {games}")
        self.options = options = dict(options or {})
        self.layout: Layout = layout or ("thesis" if options.get("mode") == "thesis" else "lean")
        try:
            self.core = _core.CleverBatch(
                options,
                _seeds(seed, games),
                layout=self.layout,
                invalid=invalid,
                penalty=penalty,
                forced=forced,
                autoreset=autoreset,
                threads=threads or len(os.sched_getaffinity(0)),
            )
        except ValueError as error:
            raise GameError(str(error)) from None
        self.games, self.seats = games, self.core.seats
        self.actions, self.width = self.core.actions, self.core.width
        self.fields = _fields(self.core)
        self.observations = np.zeros((games, self.width), np.uint8)
        self.masks = np.zeros((games, self.actions), np.uint8)
        self.rewards = np.zeros((games, self.seats), np.float64)
        self.over = np.zeros(games, np.bool_)
        self.last = np.zeros((games, self.width), np.uint8)
        self.tallies = np.zeros((games, 4), np.int32)
        self._choice = np.zeros(games, np.int64)
        self.core.observe(self.observations, self.masks)

    @property
    def low(self) -> npt.NDArray[np.uint8]:
        """[width]: lowest values of an observation."""
        return np.repeat(*np.array([(field.low, field.count) for field in self.fields]).T).astype(np.uint8)

    @property
    def high(self) -> npt.NDArray[np.uint8]:
        """[width]: highest values of an observation."""
        return np.repeat(*np.array([(field.high, field.count) for field in self.fields]).T).astype(np.uint8)

    def reset(self, seed: Seeds | None = None, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Starts all games anew, or those of a mask [games]; without a seed their generators go on."""
        chosen = range(self.games) if which is None else np.flatnonzero(which).tolist()
        seeds = None if seed is None else _seeds(seed, self.games)
        self.core.reset(list(chosen), None if seeds is None else [int(seeds[game]) for game in chosen])
        self.core.observe(self.observations, self.masks)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays one action in every game. An illegal one raises `GameError`, and no game has changed."""
        given = np.ascontiguousarray(actions)
        if given.dtype.kind not in "iu":
            raise GameError(f"actions are whole numbers, not {given.dtype}")
        try:
            self.core.step(
                given.astype(np.int64, copy=False),
                self.observations,
                self.masks,
                self.rewards,
                self.over,
                self.last,
                self.tallies,
            )
        except (ValueError, TypeError) as error:
            raise GameError(str(error)) from None

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """[games]: a legal action for each game, uniformly. The array is used again by the next call."""
        return sample_actions(self.masks, rng, self._choice)

    def place(self, game: int, position: str) -> None:
        """Puts a position into a game; rewards count from there."""
        try:
            self.core.place(game, position)
        except ValueError as error:
            raise GameError(str(error)) from None
        self.core.observe(self.observations, self.masks)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Everything to go on from, as arrays: positions, generators and counts. The batch must have autoreset."""
        generators, tallies = np.zeros((self.games, 4), np.uint64), np.zeros((self.games, 3), np.int32)
        try:
            positions = "\n".join(self.core.save(generators, tallies))
        except ValueError as error:
            raise GameError(str(error)) from None
        return {
            "positions": np.frombuffer(positions.encode(), np.uint8),
            "generators": generators,
            "tallies": tallies,
        }

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what `save` gave, to the last die."""
        positions = saved["positions"].tobytes().decode().split("\n")
        try:
            self.core.restore(positions, saved["generators"], saved["tallies"])
        except ValueError as error:
            raise GameError(str(error)) from None
        self.core.observe(self.observations, self.masks)

    def field(self, name: str) -> slice:
        """Where a field stands in an observation."""
        for field in self.fields:
            if field.name == name:
                return slice(field.start, field.start + field.count)
        raise GameError(f"layout {self.layout} has no field {name}")


def sample_actions(
    masks: npt.NDArray[np.uint8], rng: np.random.Generator, out: npt.NDArray[np.int64] | None = None
) -> npt.NDArray[np.int64]:
    """[games]: one legal action for each row of masks [games, actions], uniformly; −1 where there is none.

    Bytes of any type do: `uint8`, `int8`, `bool`. The generator gives one number a call.
    """
    out = np.empty(len(masks), np.int64) if out is None else out
    _core.sample_actions(masks.view(np.uint8), int(rng.integers(1 << 63)), out)
    return out


def _seeds(seed: Seeds, games: int) -> npt.NDArray[np.uint64]:
    seeds = [seed + game for game in range(games)] if isinstance(seed, int | np.integer) else list(seed)
    if len(seeds) != games:
        raise GameError(f"{len(seeds)} seeds for {games} games")
    return np.array([int(one) % (1 << 64) for one in seeds], np.uint64)


def _fields(core: _core.CleverBatch) -> tuple[Field, ...]:
    fields, start = list[Field](), 0
    for name, count, low, high in core.fields():
        fields.append(Field(name, start, count, low, high))
        start += count
    return tuple(fields)
