"""Showdown's messages: lines of a room, names, formats."""

from __future__ import annotations

import json
import re
from typing import Any

FORMAT = "gen1randombattle"
"""What we master."""

CHATTER = frozenset({"c", "c:", "inactive", "inactiveoff", "j", "l", "n", "raw"})
"""Kinds of lines that no record needs."""

# fmt: off
KNOWN = CHATTER | {
    # what stands around a battle
    "", "askreg", "bigerror", "chat", "clearpoke", "debug", "error", "gametype", "gen", "hidelines", "html", "init",
    "join", "leave", "name", "player", "rated", "rule", "seed", "sentchoice", "spacer", "t:", "teamsize", "tempnotify",
    "tempnotifyoff", "tier", "title", "uhtml", "uhtmlchange", "unlink",
    # what happens in it
    "start", "turn", "upkeep", "switch", "move", "-prepare", "cant", "-damage", "-heal", "-status", "-curestatus",
    "-start", "-activate", "-end", "-boost", "-unboost", "-crit", "-supereffective", "-resisted", "-immune", "-miss",
    "-fail", "-hitcount", "-ohko", "-mustrecharge", "-transform", "faint", "-message", "message", "-hint", "win", "tie",
}
# fmt: on
"""Kinds of lines that a battle of our format may have."""


def split(text: str) -> tuple[str, list[str]]:
    """The room that a message is for (empty: none) and its lines."""
    room, lines = "", text.split("\n")
    if lines[0].startswith(">"):
        room, lines = lines[0][1:], lines[1:]
    return room, lines


def user_id(name: str) -> str:
    """What the server tells users apart by."""
    return re.sub("[^a-z0-9]", "", name.lower())


def bare(name: str) -> str:
    """A name without the sign of its rank, and without its status."""
    return re.sub(r"^[^\w]*|@!?.*$", "", name).strip()


def document(text: str) -> dict[str, Any]:
    """A JSON object; empty if it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def slim(request: dict[str, Any]) -> dict[str, Any]:
    """A request with what a battle is followed by, for records."""
    side = request["side"]
    kept: dict[str, Any] = {key: request[key] for key in ("forceSwitch", "wait", "rqid") if key in request}
    if "active" in request:
        kept["active"] = [
            {
                "moves": [
                    {key: move[key] for key in ("id", "pp", "disabled") if key in move} for move in one.get("moves", ())
                ],
                **({"trapped": True} if one.get("trapped") else {}),
            }
            for one in request["active"]
        ]
    members = [{key: one.get(key) for key in ("details", "condition", "stats", "moves")} for one in side["pokemon"]]
    return {**kept, "side": {"id": side["id"], "pokemon": members}}


def compact(request: dict[str, Any]) -> str:
    """A request in few characters, with what a battle is followed by."""
    return json.dumps(slim(request), separators=(",", ":"))
