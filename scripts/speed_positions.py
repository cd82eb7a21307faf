"""Writes python/reineke/games/speed/positions.txt.gz: all positions of recorded six-player games, scaled to 60 × 60.

`reineke bench speed` measures evaluations on them. A cell of the scaled board takes the value of the cell it falls on;
heads stay on cells of their own. Run it again whenever the recorded games or the text form change.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from reineke import Dice
from reineke.game import NO_ACTION, OVER
from reineke.games import load

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "tests" / "data" / "speed" / "official-games.jsonl.gz"
OUT = ROOT / "python" / "reineke" / "games" / "speed" / "positions.txt.gz"
SIDE = 60
SEATS = 6


def states(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The running positions of a recorded game, as JSON."""
    game = load(f"speed(seats={SEATS})")
    players = entry["start"]["players"]
    cells = [[0] * entry["width"] for _ in range(entry["height"])]
    for name, player in players.items():
        cells[player["y"]][player["x"]] = int(name)
    state = game.parse_json(
        {
            "width": entry["width"],
            "height": entry["height"],
            "cells": cells,
            "round": 0,
            "players": {name: {**player, "active": True} for name, player in players.items()},
        }
    )
    found = []
    for turn in entry["rounds"]:
        if game.turn(state) == OVER:
            break
        found.append(game.json(state))
        first = turn.get("first", {})
        words = {
            name: word if word is not None else f"{first[name]}!" if name in first else "none"
            for name, word in turn["actions"].items()
        }
        names = [str(seat + 1) for seat in range(SEATS)]
        joint = [game.parse_action(words[name]) if name in words else NO_ACTION for name in names]
        state = game.play(state, joint, Dice(0))
    return found


def scaled(data: dict[str, Any]) -> dict[str, Any] | None:
    """The position on a board of 60 × 60; None where two active heads fall on one cell."""
    width, height = data["width"], data["height"]
    cells = [[data["cells"][y * height // SIDE][x * width // SIDE] for x in range(SIDE)] for y in range(SIDE)]
    players, taken = {}, set()
    for name, player in data["players"].items():
        x, y = player["x"] * SIDE // width, player["y"] * SIDE // height
        if player["active"]:
            if (x, y) in taken:
                return None
            taken.add((x, y))
            cells[y][x] = int(name)
        players[name] = {**player, "x": min(max(x, -1), SIDE), "y": min(max(y, -1), SIDE)}
    return {**data, "width": SIDE, "height": SIDE, "cells": cells, "players": players}


def main() -> None:
    """Scales every position and writes them, one a line."""
    game = load(f"speed(seats={SEATS},width={SIDE},height={SIDE})")
    lines = []
    for line in gzip.decompress(GAMES.read_bytes()).decode().splitlines():
        entry = json.loads(line)
        if len(entry["start"]["players"]) == SEATS:
            fitting = (scaled(data) for data in states(entry))
            lines += [game.text(game.parse_json(data)) for data in fitting if data is not None]
    OUT.write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0))
    print(f"{len(lines)} positions in {OUT.relative_to(ROOT)}, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
