"""The positions that speed is measured on."""

from __future__ import annotations

import gzip
from importlib.resources import files

from reineke import _core
from reineke.games import load

GAME = "speed(seats=6,width=60,height=60)"


def positions() -> list[_core.State]:
    """Every position of the recorded six-player games, scaled to 60 × 60 (scripts/speed_positions.py made the file)."""
    game = load(GAME)
    packed = files("reineke.games.speed").joinpath("positions.txt.gz").read_bytes()
    return [game.parse(line) for line in gzip.decompress(packed).decode().splitlines()]
