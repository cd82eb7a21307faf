"""Small positions, drawn: `.` is free, `#` entered more than once, a digit the trail of that player."""

from collections.abc import Sequence
from typing import Any

Head = tuple[int, int, str] | tuple[int, int, str, int] | tuple[int, int, str, int, bool]
"""x, y, direction; then speed (1) and whether active (True)."""


def board(rows: Sequence[str], *heads: Head, played: int = 0) -> dict[str, Any]:
    """A position as `game.json(state)` gives it. The heads of active players need not be drawn."""
    players = {}
    for number, head in enumerate(heads, 1):
        x, y, direction, speed, active = (*head, 1, True)[:5] if len(head) == 3 else (*head, True)[:5]
        players[str(number)] = {"x": x, "y": y, "direction": direction, "speed": speed, "active": active}
    cells = [[{".": 0, "#": -1}[mark] if mark in ".#" else int(mark) for mark in row] for row in rows]
    for number, player in players.items():
        if player["active"]:
            cells[player["y"]][player["x"]] = int(number)
    alive = sum(player["active"] for player in players.values())
    return {
        "width": len(rows[0]),
        "height": len(rows),
        "cells": cells,
        "players": players,
        "running": alive > 1 or (alive == 1 and len(players) == 1),
        "round": played,
        "died": [0 if player["active"] else max(played, 1) for player in players.values()],
    }


def game_spec(data: dict[str, Any]) -> str:
    """The game that a position is of."""
    return f"speed(seats={len(data['players'])},width={data['width']},height={data['height']})"
