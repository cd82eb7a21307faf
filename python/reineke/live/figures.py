"""Figures of live games, whatever the game: times and shares of wins."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

_QUANTILE = 1.959964
"""Of the normal distribution, for intervals of 95 %."""


def spread(values: Sequence[float]) -> dict[str, float | None]:
    """Median, 99th percentile and maximum."""
    if not values:
        return {"p50": None, "p99": None, "max": None}
    middle, late = np.percentile(values, (50, 99))
    return {"p50": round(float(middle), 4), "p99": round(float(late), 4), "max": round(float(max(values)), 4)}


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins over single games; a little too wide where wins were split."""
    if games == 0:
        return 0.0, 1.0
    square = _QUANTILE**2 / games
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
