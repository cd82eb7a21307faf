"""The contest's messages: what the server says to one player, what a player answers, and both read back.

Nothing here is sent or received, and nothing is remembered: `Tracker` (tracker.py) follows a game through its messages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reineke.game import GameError
from reineke.games.speed.position import WORDS, Position, read
from reineke.record.text import short

LONGEST_NAME = 200
"""Characters of a name; what is longer is cut."""

# From the server.


def message(
    document: Mapping[str, Any], you: int, deadline: str | None = None, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """What the server says to one player of a position (`game.json(state)`), keys in the contest's order. `you` is his
    number, from 1; 0 is what a log says. `names` are revealed with the last message, which has no `deadline`."""
    players: dict[str, Any] = {}
    for index, (number, player) in enumerate(document["players"].items()):
        players[number] = {key: player[key] for key in ("x", "y", "direction", "speed", "active")}
        if names is not None:
            players[number]["name"] = names[index]
    said = {key: document[key] for key in ("width", "height", "cells")}
    said |= {"players": players, "you": you, "running": document["running"]}
    return said if deadline is None else said | {"deadline": deadline}


def encode(said: Mapping[str, Any]) -> str:
    """A message as it is sent."""
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def moment_text(moment: float, *, milliseconds: bool = False) -> str:
    """Seconds since 1970 as RFC 3339 in UTC, the fraction cut off: up to a second early. With `milliseconds`, up to one
    of these."""
    cut = datetime.fromtimestamp(moment, UTC)
    return cut.isoformat(timespec="milliseconds" if milliseconds else "seconds").replace("+00:00", "Z")


def read_moment(text: Any) -> float:
    """Seconds since 1970 behind a text of RFC 3339."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError
        return moment.timestamp()
    except (TypeError, ValueError, OverflowError):
        raise GameError(f"not a time of RFC 3339: {short(text)}") from None


def time_text(moment: float) -> str:
    """What the time endpoint says."""
    return encode({"time": moment_text(moment), "milliseconds": int(moment * 1000) % 1000})


def read_time(text: str | bytes) -> float:
    """Seconds since 1970 behind the time endpoint's answer."""
    said = _object(text)
    milliseconds = said.get("milliseconds", 0)
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int) or not 0 <= milliseconds < 1000:
        raise GameError(f"milliseconds are a number from 0 to 999, not {short(milliseconds)}")
    return read_moment(said.get("time")) + milliseconds / 1000


@dataclass(frozen=True)
class Message:
    """A state message that was read and holds together. The round is not in it."""

    position: Position
    """With the round that the reader had counted."""
    you: int
    """Our seat, from 0."""
    running: bool
    deadline: float | None
    """Seconds since 1970, by the server's clock; None in the last message, and where the server says none or says it
    in a way that cannot be read: the position can be played all the same."""
    names: tuple[str, ...] | None
    """Per seat, in the last message."""


def read_message(text: str | bytes, played: int) -> Message:
    """What the server says, `played` rounds after the start. Raises `GameError` with one line if it makes no sense."""
    said = _object(text)
    for key in ("width", "height", "cells", "players", "you", "running"):
        if key not in said:
            raise GameError(f"not a state of spe_ed: no {key}")
    position = read({key: said[key] for key in ("width", "height", "cells", "players")}, played)
    for number, player in enumerate(position.players, 1):
        if player.active and not (position.inside(player.x, player.y) and 1 <= player.speed <= 10):
            raise GameError(f"player {number} is active, but off the board or at speed {player.speed}")
        if not (-1 <= player.x <= position.width and -1 <= player.y <= position.height):
            raise GameError(f"player {number} is more than one cell off the board")
    you, running = said["you"], said["running"]
    if isinstance(you, bool) or not isinstance(you, int) or not 1 <= you <= len(position.players):
        raise GameError(f"you is the number of a player, not {short(you)}")
    if not isinstance(running, bool):
        raise GameError(f"running is true or false, not {short(running)}")
    try:
        deadline = read_moment(said["deadline"]) if running and "deadline" in said else None
    except GameError:
        deadline = None
    return Message(position, you - 1, running, deadline, None if running else _names(said["players"]))


def _names(players: Mapping[str, Any]) -> tuple[str, ...]:
    """The names, as far as there are any that can be shown in one line."""
    names = (players[str(number)].get("name") for number in range(1, len(players) + 1))
    return tuple(
        " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) and name.strip() else f"player {number}"
        for number, name in enumerate(names, 1)
    )


def cause(x: int, y: int, speed: int, width: int, height: int) -> str:
    """Of what a player died who broke no rule of the protocol, by where he ended and how fast he was."""
    if not 1 <= speed <= 10:
        return "speed"
    return "crash" if 0 <= x < width and 0 <= y < height else "wall"


# From a player.


def answer(word: str) -> str:
    """A player's answer as it is sent."""
    return encode({"action": word})


def read_answer(data: str | bytes) -> tuple[str | None, str | None]:
    """A player's answer and None, or None and the rule it breaks: `unparsable`, `missing_action`, `invalid_action`."""
    try:
        said = _object(data)
    except GameError:
        return None, "unparsable"
    word = said.get("action")
    if word is None or word == "":
        return None, "missing_action"
    if not isinstance(word, str):
        return None, "unparsable"
    return (word, None) if word in WORDS else (None, "invalid_action")


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise GameError("not JSON") from None
    if not isinstance(said, dict):
        raise GameError(f"not a JSON object: {short(said)}")
    return said
