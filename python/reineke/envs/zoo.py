"""Ganz schön clever for two to four as PettingZoo environments.

An observation is `{"observation": …, "action_mask": …}`: the seat's own sheet first, then the others as they sit. A
seat that waits sees the same and may only pass.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from reineke.envs.spaces import Legal
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.batch import Batch, game_options

Observation = dict[str, npt.NDArray[Any]]
Reward = Literal["points", "outcome"]


def aec(seats: int = 2, **options: Any) -> CleverAEC:
    """The game for several, one acting seat after another."""
    return CleverAEC(seats, **options)


def parallel(seats: int = 2, **options: Any) -> CleverParallel:
    """The game for several, all seats asked at once; only the action of the seat whose turn it is counts."""
    return CleverParallel(seats, **options)


class _Table:
    """A game, its seats by name, and their spaces."""

    def __init__(
        self, seats: int, reward: Reward, areas: str, dice: str, bonuses: bool, render_mode: str | None
    ) -> None:
        if seats < 2:
            raise GameError(f"seats={seats}: alone the game is reineke.envs.CleverEnv")
        if reward not in ("points", "outcome"):
            raise GameError(f"reward={reward}: expected points or outcome")
        if render_mode not in (None, "ansi", "svg"):
            raise GameError(f"render_mode={render_mode}: expected ansi or svg")
        self.reward, self.render_mode = reward, render_mode
        options = game_options(seats=seats, areas=areas, dice=dice, bonuses=bonuses)
        self.batch = Batch(1, options, autoreset=False, threads=1)
        self.game = load(self.batch.core.spec)
        self.names = [f"player_{seat}" for seat in range(seats)]
        seen = Box(self.batch.low, self.batch.high, dtype=np.uint8)
        mask = Box(0, 1, (self.batch.actions,), np.int8)
        self.sights = {name: Dict({"observation": seen, "action_mask": mask}) for name in self.names}
        self.choices = {name: self._space(seat) for seat, name in enumerate(self.names)}
        self.idle = np.zeros(self.batch.actions, np.int8)
        self.idle[self.game.parse_action("pass")] = 1
        self._rng: np.random.Generator | None = None

    def _space(self, seat: int) -> Discrete[np.int64]:
        return Legal(self.batch.actions, lambda: self.mask(seat))

    def reset(self, seed: int | None) -> None:
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.batch.reset(seed if seed is not None else int(self._rng.integers(1 << 63)))
        self.batch.over[:] = False

    @property
    def mover(self) -> str:
        return self.names[self.batch.core.mover(0)]

    @property
    def over(self) -> bool:
        return bool(self.batch.over[0])

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        waits = self.over or seat != self.batch.core.mover(0)
        return (self.idle if waits else self.batch.masks[0].view(np.int8)).copy()

    def see(self, name: str) -> Observation:
        seat = self.names.index(name)
        seen = np.empty(self.batch.width, np.uint8)
        self.batch.core.view(0, seat, seen)
        return {"observation": seen, "action_mask": self.mask(seat)}

    def play(self, action: int) -> dict[str, float]:
        """Plays the mover's action; what it brought to each seat."""
        self.batch.step(np.array([action]))
        rewards = self.batch.rewards[0].tolist()
        if self.reward == "outcome":
            rewards = self.game.outcome(self.state()) if self.over else [0.0] * len(self.names)
        return dict(zip(self.names, map(float, rewards), strict=True))

    def state(self) -> Any:
        return self.game.parse(self.batch.core.text(0))

    def info(self, name: str) -> dict[str, Any]:
        return {"score": self.batch.core.points(0)[self.names.index(name)]}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        drawn = self.game.board(self.state()) if self.render_mode == "ansi" else self.game.draw(self.state())
        if drawn is None:
            raise GameError(f"{self.game.spec} has no drawing")
        return drawn


class _Seats:
    """What both ways to play have in common."""

    def __init__(
        self,
        seats: int = 2,
        *,
        reward: Reward = "points",
        areas: str = "ybgop",
        dice: str = "ybgopw",
        bonuses: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = _Table(seats, reward, areas, dice, bonuses, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self.observation_spaces = self.table.sights
        self.action_spaces = self.table.choices

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[Any]:
        """The whole table as the first seat sees it: nothing is hidden."""
        return self.table.see(self.possible_agents[0])["observation"]

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        """There is nothing to let go of."""


class CleverAEC(_Seats, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The game for several, one acting seat after another. An illegal action raises and leaves the game as it was.

    Args:
        seats: 2 to 4.
        reward: `points` gained, or the `outcome` at the end: 1, shared by the winners.
        areas: Letters of the areas that exist.
        dice: Letters of the dice that are rolled.
        bonuses: Whether there are any.
        render_mode: `ansi` or `svg`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "clever_v0",
        "render_modes": ["ansi", "svg"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.table.info(agent) for agent in self.agents}
        self.agent_selection = self.table.mover

    def observe(self, agent: str) -> Observation:
        return self.table.see(agent)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GameError(f"{self.agent_selection} is to move")
        rewards = self.table.play(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = rewards
        self.infos = {agent: self.table.info(agent) for agent in self.agents}
        self._accumulate_rewards()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.table.mover


class CleverParallel(_Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """The game for several, all seats asked at once. Only the action of the seat whose turn it is counts: the others
    may only pass. An illegal action raises and leaves the game as it was. Arguments as for `CleverAEC`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "clever_v0",
        "render_modes": ["ansi", "svg"],
        "render_fps": 1,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        mover = self.table.mover
        if mover not in actions:
            raise GameError(f"{mover} is to move")
        rewards = self.table.play(int(actions[mover]))
        over = dict.fromkeys(self.agents, self.table.over)
        results = self._seen(), rewards, over, dict.fromkeys(self.agents, False), self._infos()
        if self.table.over:
            self.agents = []
        return results

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.table.see(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.table.info(agent) for agent in self.agents}
