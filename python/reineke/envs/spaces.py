"""Action spaces that draw legal actions when nobody says what is legal.

`space.sample()` without a mask is what checkers, tutorials and random agents call. Where an illegal action is an error
it has to know the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete, MultiDiscrete

from reineke.games.clever.batch import sample_actions

Mask = npt.NDArray[np.int8]


class Legal(Discrete[np.int64]):
    """The actions of one game; samples are legal in its present position.

    Args:
        size: Of the action space.
        mask: Tells what is legal now.
        upcoming: Tells what will be legal after `reset(seed=…)`, if a reset is due. Gymnasium's checker seeds the space
            of a running game, samples, and plays the sample after a reset with the same seed.

    Copies and pickles are plain `Discrete` spaces: they know no game.
    """

    def __init__(
        self, size: int, mask: Callable[[], Mask], upcoming: Callable[[int], Mask | None] | None = None
    ) -> None:
        super().__init__(size)
        self._mask, self._upcoming = mask, upcoming
        self._next: Mask | None = None

    def seed(self, seed: int | None = None) -> Any:
        self._next = None if seed is None or self._upcoming is None else self._upcoming(seed)
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._mask()
            if self._next is not None:
                both = mask & self._next
                mask = both if both.any() else self._next
        return super().sample(mask, probability)

    def moved(self) -> None:
        """The game was reset or has gone on."""
        self._next = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Discrete, (int(self.n),)


class LegalMany(MultiDiscrete):
    """The actions of many games; samples are legal in their present positions. Copies are plain spaces."""

    def __init__(self, size: int, masks: npt.NDArray[np.uint8]) -> None:
        super().__init__(np.full(len(masks), size))
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[Any]:
        if mask is None and probability is None:
            return sample_actions(self._masks, self.np_random)
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return MultiDiscrete, (self.nvec,)
