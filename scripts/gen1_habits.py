"""Fits what the styles of `habits.rs` make of each trait, and prints the table: `python -m scripts.gen1_habits STYLE…`.

A STYLE is a file of records, or several joined by commas: `reineke match gen1 maxdamage maxdamage --records FILE`. The
first style, which knows no difference, needs none. Battles that the study judges by must not be among them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from reineke import _core
from reineke.record import read_records
from scripts.gen1_beliefs_runs import course

OPTIONS = 5
"""Four moves and a switch."""
CALM = 2e-4
"""What the squares of all numbers cost, per choice: who always does the same would get infinite ones."""

Array = npt.NDArray[np.float64]


def choices(texts: Sequence[str]) -> tuple[Array, Array, npt.NDArray[np.int64]]:
    """Traits `[choices, OPTIONS, traits]`, which options there are, and which was taken."""
    rows = [row for text in texts for row in _core.gen1_chosen(text)]
    traits = np.zeros((len(rows), OPTIONS, len(rows[0][0][0])))
    open_ = np.zeros((len(rows), OPTIONS))
    taken = np.zeros(len(rows), np.int64)
    for number, (options, which, bench) in enumerate(rows):
        count = len(options) - 1
        traits[number, :count], traits[number, -1] = options[:-1], options[-1]
        open_[number, :count], open_[number, -1] = 1, bench > 0
        taken[number] = which if which < count else OPTIONS - 1
    return traits, open_, taken


def fit(traits: Array, open_: Array, taken: npt.NDArray[np.int64], steps: int = 1500) -> tuple[Array, float]:
    """Numbers under which what was taken is most likely, and the mean logarithm of its odds."""
    worth, mean, square = (np.zeros(traits.shape[2]) for _ in range(3))
    chosen = np.take_along_axis(traits, taken[:, None, None], 1)[:, 0]
    score = 0.0
    for step in range(1, steps + 1):
        values = np.where(open_ > 0, traits @ worth, -1e9)
        odds = np.exp(values - values.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        score = float(np.log(np.take_along_axis(odds, taken[:, None], 1)).mean())
        slope = (chosen - np.einsum("co,cot->ct", odds, traits)).mean(0) - 2 * CALM * worth
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        worth += 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return worth, score


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a row for each style."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("styles", nargs="+", metavar="STYLE")
    for style in parser.parse_args(arguments).styles:
        texts = [course(record) for part in style.split(",") for record in read_records(Path(part))]
        traits, open_, taken = choices(texts)
        worth, score = fit(traits, open_, taken)
        even = float(-np.log(open_.sum(1)).mean())
        print(
            f"// {len(texts)} battles, {len(taken)} choices: {score:.3f} a choice, {even:.3f} if all options were alike"
        )
        print(f"[{', '.join(f'{number:.1f}' for number in worth)}],")
    return 0


if __name__ == "__main__":
    sys.exit(main())
