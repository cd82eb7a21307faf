"""Positions of recorded battles, and numbers that stand for Oak's."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from scripts.oak.layout import Numbers

BATTLES = Path(__file__).parents[2] / "data" / "gen1" / "battles.jsonl.gz"
COUNTERABLE = {"bodyslam", "submission"}


def first_position():
    """How a recorded battle begins."""
    with gzip.open(BATTLES, "rt", encoding="utf-8") as lines:
        return json.loads(next(lines))["s0"]


def number(name):
    """Some number of a name, never 0."""
    return 1 + sum(name.encode()) % 250


NUMBERS = Numbers(number, lambda name: number(name + "!"), lambda name: number(name + "?"), COUNTERABLE.__contains__)
