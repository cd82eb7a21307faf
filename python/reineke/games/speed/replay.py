"""A whole game as one HTML file: a slider over its rounds, trails, territories and what the agents thought.

The file needs nothing else, no network either. It holds the changes from round to round and the territories of each,
and draws them itself: a game of six players on 60 x 60 takes some hundred kilobytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.games.replays import fill
from reineke.games.speed.flood import FRONT, NOBODY, regions
from reineke.games.speed.position import SEATS, WORDS, Board, Position, read
from reineke.games.speed.style import DARK, LIGHT
from reineke.games.svg import printable

Thoughts = Mapping[int, Mapping[str, Any]]
"""Per seat its Decision in a round, as a record holds it (`Decision.json`)."""

SIGNS = {**{seat: "abcdef"[seat] for seat in range(SEATS)}, FRONT: "x", NOBODY: "."}
"""Who owns a cell, as a letter."""


def page(
    positions: Sequence[Mapping[str, Any]],
    *,
    names: Sequence[str] | None = None,
    thoughts: Sequence[Thoughts] | None = None,
    title: str = "spe_ed",
) -> str:
    """The rounds of a game (`game.json(state)` each, from the start to the end) as an HTML file.

    `thoughts[i]` is what the seats thought in `positions[i]`.
    """
    places = [read(position) for position in positions]
    if not places:
        raise GameError("a replay needs at least one position")
    first = places[0]
    shape = (first.width, first.height, len(first.players))
    if any((place.width, place.height, len(place.players)) != shape for place in places):
        raise GameError("the positions of a replay are of one game: the same board and players")
    called = list(names) if names is not None else [f"Seat {seat}" for seat in range(shape[2])]
    if len(called) != shape[2]:
        raise GameError(f"names are {shape[2]}, one per seat")
    empty = np.zeros_like(first.cells)
    befores = [empty, *(place.cells for place in places)]
    data = {
        "width": first.width,
        "height": first.height,
        "names": [printable(name) for name in called],
        "words": WORDS,
        "colours": {"light": LIGHT, "dark": DARK},
        "rounds": [
            _round(place, before, thoughts[index] if thoughts is not None and index < len(thoughts) else {})
            for index, (before, place) in enumerate(zip(befores, places, strict=False))
        ],
    }
    return fill("reineke.games.speed", title, data)


def _round(place: Position, before: Board, thoughts: Thoughts) -> dict[str, Any]:
    changed = np.argwhere(place.cells != before)
    found: dict[str, Any] = {
        "round": place.round,
        "players": [
            [player.x, player.y, player.direction, player.speed, int(player.active), place.died[seat]]
            for seat, player in enumerate(place.players)
        ],
        "changed": [value for y, x in changed.tolist() for value in (y * place.width + x, int(place.cells[y, x]))],
        "owners": runs(regions(place)),
    }
    if thoughts:
        found["thoughts"] = {seat: _thought(thought) for seat, thought in thoughts.items()}
    return found


def _thought(thought: Mapping[str, Any]) -> dict[str, Any]:
    """What is shown of a Decision."""
    return {key: thought.get(key) for key in ("action", "depth", "nodes", "value", "line")}


def runs(owners: Board) -> str:
    """The owners of all cells, row by row, in runs: `12a3x` are twelve cells of seat 0, then three contested ones."""
    flat = owners.ravel()
    ends = np.append(np.flatnonzero(np.diff(flat)), flat.size - 1)
    starts = np.append(0, ends[:-1] + 1)
    return "".join(
        f"{end - start + 1}{SIGNS[int(flat[start])]}" for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    )
