"""Statistics of live games: one JSON object per game, the same from server and client, and what many of them say."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reineke.game import GameError
from reineke.live.figures import spread, wilson
from reineke.record.text import short

FORMAT = 1
RULES = ("second_message", "unparsable", "invalid_action", "missing_action", "closed_connection", "rule")
"""Reasons of an elimination that are violations of the protocol (`rule`: a client cannot see which); `no_answer` is
counted as late."""


def game_entry(
    side: str, at: str, seconds: float, width: int, height: int, rounds: Sequence[float], players: list[dict[str, Any]]
) -> dict[str, Any]:
    """A game: which `side` saw it (server or client), when it began, how long it took, its board, how long its rounds
    lasted, and its players as `player_entry` gives them, by seat."""
    return {
        "format": FORMAT,
        "game": "speed",
        "side": side,
        "at": at,
        "seconds": round(seconds, 3),
        "width": width,
        "height": height,
        "rounds": len(rounds),
        "round_seconds": spread(rounds),
        "players": players,
    }


def player_entry(
    name: str,
    agent: str | None,
    place: float,
    share: float,
    survived: int,
    *,
    key: str | None = None,
    reason: str | None = None,
    answers: Sequence[float] = (),
    reserves: Sequence[float] = (),
) -> dict[str, Any]:
    """A player: `agent` is who plays with the version, as far as it is known, `reason` why he was eliminated. `answers`
    are seconds from state to answer, `reserves` from there to the deadline."""
    return {
        "name": name,
        "key": key,
        "agent": agent,
        "place": place,
        "share": share,
        "survived": survived,
        "reason": reason,
        "answers": len(answers),
        "answer_seconds": spread(answers),
        "reserve_seconds": round(min(reserves), 3) if reserves else None,
        "late": sum(reserve < 0 for reserve in reserves) + (reason == "no_answer"),
        "violations": int(reason in RULES),
    }


def places(died: Sequence[int]) -> list[float]:
    """The place of every seat from the rounds of death (0: survived): who lives longer is better, and those who die
    together share the better place, as in a match."""
    worth = [math.inf if then == 0 else then for then in died]
    return [1.0 + sum(w > own for w in worth) for own in worth]


@dataclass
class AgentSummary:
    """What the games of a file say of one agent version; opponents whose agent is not known go by their names."""

    agent: str
    games: int = 0
    wins: int = 0
    """Games survived alone."""
    share: float = 0.0
    share_ci: tuple[float, float] = (0.0, 1.0)
    mean_place: float = 0.0
    late: int = 0
    violations: int = 0
    answers: int = 0
    answer_seconds: dict[str, float | None] = field(default_factory=dict)
    """Median of the games' medians, largest 99th percentile and maximum of any game."""
    boards: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Smallest and largest width, smallest and largest height."""
    seats: dict[int, int] = field(default_factory=dict)
    """Games by number of players."""
    reasons: dict[str, int] = field(default_factory=dict)
    """Eliminations by reason."""


def summarise(games: Iterable[dict[str, Any]]) -> list[AgentSummary]:
    """One summary per agent version, in the order of their share of wins."""
    seen: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {}
    for game in games:
        _check(game)
        for player in game["players"]:
            seen.setdefault(player["agent"] or f"({player['name']})", []).append((game, player))
    found = [_summary(agent, entries) for agent, entries in seen.items()]
    return sorted(found, key=lambda one: (-one.share, one.mean_place, one.agent))


def _summary(agent: str, entries: list[tuple[dict[str, Any], dict[str, Any]]]) -> AgentSummary:
    games, players = [game for game, _ in entries], [player for _, player in entries]
    share = float(np.mean([player["share"] for player in players]))
    widths, heights = [game["width"] for game in games], [game["height"] for game in games]
    times = [player["answer_seconds"] for player in players if player["answers"]]
    seats, reasons = [len(game["players"]) for game in games], [player["reason"] for player in players]
    return AgentSummary(
        agent=agent,
        games=len(players),
        wins=sum(player["share"] == 1 for player in players),
        share=share,
        share_ci=wilson(share, len(players)),
        mean_place=float(np.mean([player["place"] for player in players])),
        late=sum(player["late"] for player in players),
        violations=sum(player["violations"] for player in players),
        answers=sum(player["answers"] for player in players),
        answer_seconds={
            "p50": float(np.median([time["p50"] for time in times])) if times else None,
            "p99": max((time["p99"] for time in times), default=None),
            "max": max((time["max"] for time in times), default=None),
        },
        boards=(min(widths), max(widths), min(heights), max(heights)),
        seats={count: seats.count(count) for count in sorted(set(seats))},
        reasons={reason: reasons.count(reason) for reason in sorted({r for r in reasons if r is not None})},
    )


def _check(game: dict[str, Any]) -> None:
    """Raises `GameError` unless this is a game as `game_entry` makes it."""
    try:
        if game["format"] != FORMAT or game["game"] != "speed":
            raise GameError(f"not a live game of spe_ed in format {FORMAT}: {short(game)}")
        numbers = [game["width"], game["height"]]
        for player in game["players"]:
            numbers += [player[key] for key in ("place", "share", "answers", "late", "violations")]
            if player["answers"]:
                numbers += [player["answer_seconds"][key] for key in ("p50", "p99", "max")]
            if not isinstance(player["agent"] or player["name"], str) or not isinstance(player["reason"], str | None):
                raise TypeError
        if not game["players"] or not all(isinstance(number, int | float) for number in numbers):
            raise TypeError
    except (KeyError, TypeError):
        raise GameError(f"not a live game: {short(game)}") from None
