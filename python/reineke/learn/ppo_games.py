"""The games behind masked PPO: packets of decisions, examinations, and what finished games are summed up to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from reineke.games.clever.batch import FORCED, ILLEGAL, LENGTH, SCORE, Batch

Array = npt.NDArray[Any]
Choose = Callable[..., Any]
"""Actions [games] for `numbers` [games, width] and `masks` [games, actions] or None at a `step`."""

HELD_OUT = 2**62
"""Seeds of examinations begin here; games that are learnt from have lower ones."""
LIMIT = 2_000
"""Actions after which an examination breaks off: whoever may err may err for ever."""
NORMAL = 1.959964
"""Of a normal distribution 95 % lie so many deviations about the mean."""


class Table:
    """One kind of game, and how it is played for learning."""

    def __init__(self, rules: dict[str, str], options: Any) -> None:
        self.rules, self.options = rules, options
        one = self.batch([0])
        self.layout, self.spec = one.layout, one.core.spec
        self.actions, self.width = one.actions, one.width
        self.bounds = np.stack([one.low, one.high], axis=1).astype(np.int64)
        """[width, 2]: lowest and highest of every number of an observation."""

    def batch(self, seeds: int | Sequence[int]) -> Batch:
        """Games from a seed each, or as many as there are environments."""
        options = self.options
        return Batch(
            options.environments if isinstance(seeds, int) else len(seeds),
            self.rules,
            layout=None if options.layout == "auto" else options.layout,
            invalid=options.invalid,
            penalty=options.penalty,
            forced=options.forced,
            threads=options.threads or None,
            seed=seeds,
        )

    def roll(self, batch: Batch, choose: Choose, steps: int) -> tuple[dict[str, Any], Array]:
        """Plays some steps in every game: what there is to learn from, and the tallies [n, 4] of games that ended.

        numbers [steps + 1, games, width]; actions, rewards and over [steps, games]; masks [steps, games, actions] if
        illegal actions are ruled out.
        """
        masked, everyone = self.options.invalid == "mask", np.arange(batch.games)
        numbers = np.empty((steps + 1, batch.games, self.width), np.uint8)
        masks = np.empty((steps, batch.games, self.actions), np.bool_) if masked else None
        actions = np.empty((steps, batch.games), np.int32)
        rewards = np.empty((steps, batch.games), np.float32)
        over = np.empty((steps, batch.games), np.bool_)
        ended = [np.empty((0, 4), np.int32)]
        for step in range(steps):
            numbers[step] = batch.observations
            if masks is not None:
                masks[step] = batch.masks
            legal = None if masks is None else masks[step]
            actions[step] = choose(numbers=numbers[step], masks=legal, step=step)
            praise = 0.0 if masked else self.options.praise * batch.masks[everyone, actions[step]]
            batch.step(actions[step])
            rewards[step] = (batch.rewards[:, 0] + praise) / self.options.scale
            over[step] = batch.over
            if batch.over.any():
                ended.append(batch.tallies[batch.over])
        numbers[steps] = batch.observations
        rolled = {"numbers": numbers, "actions": actions, "rewards": rewards, "over": over}
        return rolled | ({} if masks is None else {"masks": masks}), np.concatenate(ended)

    def examine(self, choose: Choose) -> Array:
        """Plays every game of an examination once. [games, 4]: score, length, forced turns, illegal actions."""
        options, games = self.options, self.options.exam
        batch = self.batch(range(HELD_OUT, HELD_OUT + games))
        played, waiting = np.zeros((games, 4), np.int32), np.ones(games, np.bool_)
        gained = np.zeros(games)
        for step in range(LIMIT):
            masks = batch.masks.view(np.bool_) if options.invalid == "mask" else None
            batch.step(np.asarray(choose(numbers=batch.observations, masks=masks, step=step)))
            gained += batch.rewards[:, 0]
            ended = waiting & batch.over
            played[ended] = batch.tallies[ended]
            waiting &= ~ended
            if not waiting.any():
                return played
        # Still under way: what is on the sheet counts, without foxes.
        for game in np.flatnonzero(waiting).tolist():
            length, forced, illegal = batch.core.tally(game)
            score = round(gained[game] + options.penalty * illegal + options.forced * forced)
            played[game] = score, length, forced, illegal
        return played


def histories(played: Array) -> dict[str, Array]:
    """Scores and counts of games [n, 4], each by itself."""
    columns = {"score": SCORE, "length": LENGTH, "forced": FORCED, "illegal": ILLEGAL}
    return {name: np.ascontiguousarray(played[:, column]) for name, column in columns.items()}


def summary(played: Array) -> dict[str, Any]:
    """What is said of finished games [n, 4].

    `forced` turns had to go by, `illegal` actions were mistakes; `calm` is the share of games with at most one of both.

    >>> summary(np.array([[200, 40, 1, 0], [210, 38, 2, 0]]))["mean"]
    205.0
    """
    scores = played[:, SCORE]
    mean, sd = float(scores.mean()), float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    half = NORMAL * sd / len(scores) ** 0.5
    return {
        "games": len(scores),
        "mean": round(mean, 3),
        "interval": [round(mean - half, 3), round(mean + half, 3)],
        "sd": round(sd, 3),
        "median": float(np.median(scores)),
        "max": int(scores.max()),
        "length": round(float(played[:, LENGTH].mean()), 3),
        "forced": round(float(played[:, FORCED].mean()), 4),
        "illegal": round(float(played[:, ILLEGAL].mean()), 4),
        "calm": round(float((played[:, FORCED] + played[:, ILLEGAL] <= 1).mean()), 4),
    }
