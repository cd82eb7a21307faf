"""Thousands of games of Ganz schön clever in one Gymnasium vector environment."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from reineke.envs.spaces import LegalMany
from reineke.game import GameError
from reineke.games.clever.batch import FORCED, ILLEGAL, LENGTH, SCORE, Batch, Invalid, Layout, Seeds, game_options

Observations = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int64]
Step = tuple[Observations, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class CleverVectorEnv(VectorEnv[Observations, Actions, npt.NDArray[Any]]):
    """Solo games side by side, played by Rust on several threads.

    Game i of `reset(seed=s)` is the game of `CleverEnv.reset(seed=s + i)`, whatever the number of threads. A game that
    ends is followed by a new one in the same step (`AutoresetMode.SAME_STEP`): its last observation is a row of
    `info["final_obs"]`, and `info["final_info"]` has score, length, forced turns and illegal actions, both valid where
    `info["_final_obs"]`. All actions of a call are checked first: an illegal one raises `GameError` with the number of
    its game, and no game has changed.

    Args:
        num_envs: How many games.
        autoreset: `False` leaves ended games as they are (`AutoresetMode.DISABLED`) until
            `reset(options={"reset_mask": …})`.
        threads: At most so many; by default the cores there are.
        copy: Whether every call returns new arrays. Without, they are filled anew by the next call.
        mode: This and all others as in `CleverEnv`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset: bool = True,
        threads: int | None = None,
        copy: bool = True,
        mode: str = "official",
        masks: str = "strict",
        areas: str = "ybgop",
        dice: str = "ybgopw",
        bonuses: bool = True,
        layout: Layout | None = None,
        invalid: Invalid = "mask",
        penalty: float = 1.0,
        forced: float = 0.0,
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        options = game_options(mode=mode, masks=masks, areas=areas, dice=dice, bonuses=bonuses)
        self.batch = Batch(
            num_envs,
            options,
            layout=layout,
            invalid=invalid,
            penalty=penalty,
            forced=forced,
            autoreset=autoreset,
            threads=threads,
        )
        if render_mode not in (None, "ansi"):
            raise GameError(f"render_mode={render_mode}: expected ansi")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        mode_of = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": mode_of}
        self.single_observation_space = Box(self.batch.low, self.batch.high, dtype=np.uint8)
        self.single_action_space = Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        if invalid == "mask":
            self.action_space = LegalMany(self.batch.actions, self.batch.masks)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._fresh = True

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[games, actions]: what is legal now."""
        return self._given(self.batch.masks).view(np.bool_)

    def positions(self) -> list[str]:
        """The positions as texts."""
        return [self.batch.core.text(game) for game in range(self.num_envs)]

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and self._fresh:
            seed = self.np_random.integers(1 << 63, size=self.num_envs).tolist()
        self._fresh = False
        which = (options or {}).get("reset_mask")
        if which is not None and (np.shape(which) != (self.num_envs,) or which.dtype != np.bool_ or not which.any()):
            raise GameError(f"reset_mask: expected {self.num_envs} truth values, at least one of them true")
        self.batch.reset(seed, which)
        return self._given(self.batch.observations), self._info()

    def step(self, actions: Actions) -> Step:
        self.batch.step(actions)
        info = self._info()
        over = self.batch.over
        if over.any():
            tallies, ended = self.batch.tallies.copy(), over.copy()
            columns = {"score": SCORE, "length": LENGTH, "forced": FORCED, "illegal": ILLEGAL}
            final: dict[str, Any] = {name: tallies[:, column] for name, column in columns.items()}
            final |= {f"_{name}": ended for name in columns}
            info |= {
                "final_obs": self.batch.last.copy(),
                "_final_obs": ended,
                "final_info": final,
                "_final_info": ended,
            }
        return (
            self._given(self.batch.observations),
            self._given(self.batch.rewards)[:, 0],
            self._given(over),
            self._given(self._truncated),
            info,
        )

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode is None:
            return None
        from reineke.games import load

        game = load(self.batch.core.spec)
        return tuple(game.board(game.parse(text)) for text in self.positions())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self.batch.masks).view(np.int8)}

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array
