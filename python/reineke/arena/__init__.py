"""Numbers one can believe: seat-balanced matches that resume, their results in SQLite, intervals over blocks.

The names below load when they are first used, so that a worker process imports only what it needs to play.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reineke.arena.match import run_match
    from reineke.arena.play import GameResult, play_game
    from reineke.arena.report import render, table
    from reineke.arena.schedule import Job, Run, derive
    from reineke.arena.stats import AgentStats, MatchResult, summarise
    from reineke.arena.store import Store

__all__ = [
    "AgentStats",
    "GameResult",
    "Job",
    "MatchResult",
    "Run",
    "Store",
    "derive",
    "play_game",
    "render",
    "run_match",
    "summarise",
    "table",
]

_HOME = {
    "AgentStats": "stats",
    "GameResult": "play",
    "Job": "schedule",
    "MatchResult": "stats",
    "Run": "schedule",
    "Store": "store",
    "derive": "schedule",
    "play_game": "play",
    "render": "report",
    "run_match": "match",
    "summarise": "stats",
    "table": "report",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
