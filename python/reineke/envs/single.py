"""One game of Ganz schön clever as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete

from reineke.envs.spaces import Legal
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.batch import Batch, Invalid, Layout, game_options

Observation = npt.NDArray[np.uint8]


class CleverEnv(gymnasium.Env[Observation, np.int64]):
    """The solo game. A step plays an action and rolls until there is a choice again; its reward is the points gained.

    Rewards of a game add up to its score: areas as they grow, foxes with the last step. `action_masks()` and
    `info["action_mask"]` say what is legal. `reset(options={"position": TEXT})` starts from a position.

    Args:
        mode: `official`, or `thesis` for the rules of the source.
        masks: `strict`, or `source` for its faulty masks (`thesis` alone).
        areas: Letters of the areas that exist.
        dice: Letters of the dice that are rolled.
        bonuses: Whether there are any.
        layout: `lean` or `thesis`; by default what fits the mode.
        invalid: What an illegal action does: `mask` raises `GameError` and leaves the game as it was, `penalty` leaves
            the game and costs, `abort` ends the game and costs.
        penalty: What it costs.
        forced: What a turn costs in which nothing is possible (action 246 of the thesis).
        render_mode: `ansi` for a text, `svg` for a drawing.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        *,
        mode: str = "official",
        masks: str = "strict",
        areas: str = "ybgop",
        dice: str = "ybgopw",
        bonuses: bool = True,
        layout: Layout | None = None,
        invalid: Invalid = "mask",
        penalty: float = 1.0,
        forced: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise GameError(f"render_mode={render_mode}: expected {' or '.join(self.metadata['render_modes'])}")
        self.render_mode = render_mode
        options = game_options(mode=mode, masks=masks, areas=areas, dice=dice, bonuses=bonuses)
        self.batch = Batch(
            1, options, layout=layout, invalid=invalid, penalty=penalty, forced=forced, autoreset=False, threads=1
        )
        self.game = load(self.batch.core.spec)
        self.observation_space = Box(self.batch.low, self.batch.high, dtype=np.uint8)
        self.action_space: Discrete[np.int64] = Discrete(self.batch.actions)
        if invalid == "mask":
            self.action_space = Legal(
                self.batch.actions, lambda: self.batch.masks.reshape(-1).view(np.int8), self._upcoming
            )
        self._fresh = True

    @property
    def position(self) -> str:
        """The position as text."""
        return self.batch.core.text(0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """[actions]: what is legal now; the name that sb3-contrib looks for."""
        return self.batch.masks.reshape(-1).astype(np.bool_)

    def action_text(self, action: int) -> str:
        """What an action is called."""
        return self.batch.core.action_text(action)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and self._fresh:
            seed = int(self.np_random.integers(1 << 63))
        self._fresh = False
        self.batch.reset(seed)
        position = (options or {}).get("position")
        if position is not None:
            self.batch.place(0, position)
        self._moved()
        return self.batch.observations[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self.batch.step(np.array([action]))
        reward = float(self.batch.rewards[0, 0])
        self._moved()
        return self.batch.observations[0].copy(), reward, bool(self.batch.over[0]), False, self._info()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        state = self.game.parse(self.position)
        if self.render_mode == "ansi":
            return self.game.board(state)
        picture = self.game.draw(state)
        if picture is None:
            raise GameError(f"{self.game.spec} has no drawing")
        return picture

    def _info(self) -> dict[str, Any]:
        """Of the game so far: what is legal, its points (foxes at the end), and how many turns were what."""
        length, forced, illegal = self.batch.core.tally(0)
        (score,) = self.batch.core.points(0)
        mask = self.batch.masks[0].astype(np.int8)
        return {"action_mask": mask, "score": score, "length": length, "forced": forced, "illegal": illegal}

    def _moved(self) -> None:
        if isinstance(self.action_space, Legal):
            self.action_space.moved()

    def _upcoming(self, seed: int) -> npt.NDArray[np.int8] | None:
        """What is legal at the start of the game with a seed, unless this one is at its start."""
        if self.batch.core.tally(0)[0] == 0:
            return None
        masks = Batch(1, self.batch.options, layout=self.batch.layout, seed=seed).masks
        return masks.reshape(-1).view(np.int8)
