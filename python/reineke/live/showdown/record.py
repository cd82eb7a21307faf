"""Records of live battles: one JSON line each.

The other team and the dice are not known, so this is no record that replays a game; it holds what we were told and what
we did, and from it follows what we knew at every decision (`views`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reineke import _core
from reineke.game import Game, GameError, View
from reineke.live.showdown.battle import Battle

FORMAT = 1


def record(battle: Battle, server: str, agent: str) -> dict[str, Any]:
    """A battle that is over. `log` has the lines of the room with the requests that were answered, `choices` what was
    chosen at each of them, with the Decision behind it (null where the request alone had to do)."""
    return {
        "format": FORMAT,
        "game": battle.game.spec,
        "live": "showdown",
        "at": round(battle.diary.at, 3),
        "server": server,
        "names": battle.names,
        "agent": agent,
        "result": battle.result(),
        "errors": battle.diary.errors,
        "log": battle.diary.log,
        "choices": battle.diary.choices,
    }


def read(path: str | Path) -> Iterator[dict[str, Any]]:
    """The records of a file. Raises `GameError`, naming the line, at the first that is none."""
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                data = json.loads(line)
                if data["format"] != FORMAT or data["live"] != "showdown":
                    raise ValueError
            except (ValueError, KeyError, TypeError):
                raise GameError(f"{path}, line {number}: not a battle of format {FORMAT}") from None
            yield data


def views(record: dict[str, Any], game: Game) -> Iterator[tuple[View, dict[str, Any]]]:
    """What we knew at every decision, with the entry of `choices`. Raises `GameError` if the record cannot be true."""
    core, choices = _core.Gen1Seat(), {entry["rqid"]: entry for entry in record["choices"]}
    for side, name in enumerate(record["names"]):
        core.name(side, name)
    begun = False
    for line in record["log"]:
        if line.startswith("|init|"):
            if begun:
                core.again()
            begun = True
        elif not line.startswith("|request|"):
            core.hear(line)
        else:
            text = line.removeprefix("|request|")
            try:
                core.ask(text)
                info, turn, legal = core.view()
            except ValueError as error:
                raise GameError(f"a request does not fit the log: {error}") from None
            entry = choices[json.loads(text)["rqid"]]
            yield View(game, record["result"]["seat"], info, turn, tuple(legal)), entry
            if entry["choice"] != "default":
                core.choose(entry["choice"])
