"""spe_ed against recorded games (see tests/data/speed): every cell and every field of every player in every round.

A line is read in full before it is replayed, so that what is broken is told apart from what differs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reineke._core import Dice
from reineke.game import NO_ACTION, OVER, GameError
from reineke.games.entries import a_whole, an_object
from reineke.games.native import NativeGame
from reineke.games.speed.position import DIRECTIONS, FASTEST, SEATS, SIDE, WORDS, Cell
from reineke.record.text import short
from reineke.spec import parse

Check = str | None
"""None: as it should be; else what differs."""

HEAD = ("x", "y", "direction", "speed")


@dataclass(frozen=True)
class Round:
    """What was done in a round and what it led to."""

    actions: dict[int, str]
    """By number of the player, as the game names them: `turn_left`, `none`, or `turn_left!` where a rule was broken
    after the answer."""
    players: dict[str, dict[str, Any]]
    changed: dict[Cell, int]
    """The new values."""


@dataclass(frozen=True)
class Recorded:
    """A recorded game that holds together."""

    name: str
    width: int
    height: int
    start: dict[str, dict[str, Any]]
    rounds: list[Round]
    winner: int | None


# Replay.


def check(game: NativeGame, entry: Mapping[str, Any]) -> Iterator[Check]:
    """Replays a recorded game: one check per round, one for the winner. Raises `GameError` if the entry is broken."""
    recorded = read(entry)
    name, seats = recorded.name, len(recorded.start)
    # What the game was asked to be stays; the number of seats, if it was left open, is the entry's.
    table = NativeGame(game.family, {"seats": str(seats), **parse(game.spec).options})
    state, dice = table.parse_json(_first_position(recorded)), Dice(0)
    before = table.json(state)
    for number, played in enumerate(recorded.rounds, 1):
        turn = table.turn(state)
        active = [seat + 1 for seat in turn] if isinstance(turn, tuple) else []
        if active != sorted(played.actions):
            yield f"{name}, round {number}: expected actions of {_list(sorted(played.actions))}, found {_list(active)}"
            return
        words = [played.actions.get(player) for player in range(1, seats + 1)]
        joint = tuple(NO_ACTION if word is None else table.parse_action(word) for word in words)
        state = table.play(state, joint, dice)
        after = table.json(state)
        differences = list(_differences(played, before, after))
        more = f", and {len(differences) - 1} more" if len(differences) > 1 else ""
        yield f"{name}, round {number}: {differences[0]}{more}" if differences else None
        before = after
    if table.turn(state) != OVER:
        yield f"{name}, winner: expected {short(recorded.winner)}, found that the game goes on"
        return
    survivors = [int(player) for player, head in before["players"].items() if head["active"]]
    winner = survivors[0] if survivors else None
    yield None if winner == recorded.winner else f"{name}, winner: {_both(recorded.winner, winner)}"


def _first_position(recorded: Recorded) -> dict[str, Any]:
    cells = [[0] * recorded.width for _ in range(recorded.height)]
    for player, head in recorded.start.items():
        cells[head["y"]][head["x"]] = int(player)
    return {
        "width": recorded.width,
        "height": recorded.height,
        "cells": cells,
        "players": {player: {**head, "active": True} for player, head in recorded.start.items()},
        "running": True,
        "round": 0,
    }


def _differences(played: Round, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for player, expected in played.players.items():
        for key, value in expected.items():
            found = after["players"][player][key]
            if found != value:
                yield f"player {player}, {key}: {_both(value, found)}"
    changed = {
        (x, y): value
        for y, (old_row, row) in enumerate(zip(before["cells"], after["cells"], strict=True))
        if old_row != row
        for x, (old, value) in enumerate(zip(old_row, row, strict=True))
        if old != value
    }
    for x, y in sorted(changed.keys() | played.changed.keys(), key=lambda cell: cell[::-1]):
        old = before["cells"][y][x]
        expected, found = played.changed.get((x, y), old), changed.get((x, y), old)
        if expected != found:
            yield f"cell {x},{y}: {_both(expected, found)}"


def _both(expected: Any, found: Any) -> str:
    return f"expected {short(expected)}, found {short(found)}"


def _list(players: list[int]) -> str:
    return ", ".join(map(str, players)) or "nobody"


# Reading.


def read(entry: Any) -> Recorded:
    """A line of a file of games; raises `GameError` with what is wrong about it."""
    game = an_object(entry, "a game", ("width", "height", "start", "rounds", "winner"), ("id", "seats"))
    width, height = (a_whole(game[side], side, 1, SIDE) for side in ("width", "height"))
    heads = an_object(game["start"], "start", ("players",))["players"]
    if not isinstance(heads, dict) or not 1 <= len(heads) <= SEATS:
        raise GameError(f"start: players are an object of 1 to {SEATS}, not {short(heads)}")
    numbers = [str(number) for number in range(1, len(heads) + 1)]
    start = {
        number: _head(head, f"start, player {number}", HEAD, (0, width - 1), (0, height - 1), (1, FASTEST))
        for number, head in an_object(heads, "start, players", numbers).items()
    }
    if len({(head["x"], head["y"]) for head in start.values()}) < len(start):
        raise GameError("start: two players in one cell")
    if not isinstance(game["rounds"], list):
        raise GameError(f"rounds are a list, not {short(game['rounds'])}")
    rounds = [_round(one, f"round {number}", numbers, width, height) for number, one in enumerate(game["rounds"], 1)]
    winner = game["winner"]
    if winner is not None:
        a_whole(winner, "winner", 1, len(start))
    an_object(game.get("seats", {}), "seats", (), numbers)
    name = game.get("id", "game")
    if not isinstance(name, str):
        raise GameError(f"id is a text, not {short(name)}")
    return Recorded(name, width, height, start, rounds, winner)


def _round(value: Any, where: str, numbers: list[str], width: int, height: int) -> Round:
    played = an_object(value, where, ("actions", "players", "changed"), ("why", "first", "note"))
    for key in ("why", "note"):
        an_object(played.get(key, {}), f"{where}, {key}", (), numbers)
    return Round(
        _actions(played["actions"], played.get("first", {}), where, numbers),
        {
            number: _head(head, f"{where}, player {number}", (*HEAD, "active"), (-1, width), (-1, height), (0, 11))
            for number, head in an_object(played["players"], f"{where}, players", numbers).items()
        },
        _changed(played["changed"], where, len(numbers), width, height),
    )


def _actions(actions: Any, first: Any, where: str, numbers: list[str]) -> dict[int, str]:
    answers = an_object(actions, f"{where}, actions", (), numbers)
    earlier = an_object(first, f"{where}, first", (), numbers)
    given = [(player, word) for player, word in answers.items() if word is not None]
    for player, word in [*given, *earlier.items()]:
        if word not in WORDS:
            raise GameError(f"{where}, player {player}: no action is called {short(word)}")
    for player in earlier:
        if answers.get(player, "missing") is not None:
            raise GameError(f"{where}, player {player}: a first answer, but no broken rule after it")
    said = {player: "none" if word is None else word for player, word in answers.items()}
    said |= {player: f"{word}!" for player, word in earlier.items()}
    return {int(player): word for player, word in said.items()}


def _changed(value: Any, where: str, players: int, width: int, height: int) -> dict[Cell, int]:
    if not isinstance(value, list):
        raise GameError(f"{where}: changed is a list, not {short(value)}")
    changed: dict[Cell, int] = {}
    for one in value:
        if not isinstance(one, list) or len(one) != 3:
            raise GameError(f"{where}: a changed cell is [x, y, value], not {short(one)}")
        x = a_whole(one[0], f"{where}, changed, x", 0, width - 1)
        y = a_whole(one[1], f"{where}, changed, y", 0, height - 1)
        if (x, y) in changed:
            raise GameError(f"{where}: cell {x},{y} is changed twice")
        changed[x, y] = a_whole(one[2], f"{where}, cell {x},{y}", -1, players)
    return changed


Bounds = tuple[int, int]


def _head(value: Any, where: str, keys: Collection[str], x: Bounds, y: Bounds, speed: Bounds) -> dict[str, Any]:
    head = an_object(value, where, keys)
    for key, bounds in (("x", x), ("y", y), ("speed", speed)):
        a_whole(head[key], f"{where}, {key}", *bounds)
    if head["direction"] not in DIRECTIONS:
        raise GameError(f"{where}: no direction is called {short(head['direction'])}")
    if "active" in keys and not isinstance(head["active"], bool):
        raise GameError(f"{where}: active is true or false, not {short(head['active'])}")
    return head
