"""The solo scale in words: what a score is called."""

from __future__ import annotations

BANDS: tuple[tuple[int, str], ...] = (
    (281, "beyond the scale: as clever as it gets"),
    (260, "in Einstein's company"),
    (240, "a stroke of genius"),
    (220, "impressive play"),
    (200, "hats off to that"),
    (180, "a fine result"),
    (160, "rather good"),
    (140, "not bad at all"),
    (0, "room to grow"),
)
"""Lowest score of each level, the best first, and our words for it; the levels are the rule book's."""


def rating(score: float) -> str:
    """What a final score of the solo game is called."""
    return next(words for least, words in BANDS if score >= least or least == 0)
