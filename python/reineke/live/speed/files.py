"""What a server writes down: results, records, statistics, and the contest's own log."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from reineke.game import GameError
from reineke.games.speed import wire
from reineke.live.lines import LineFile
from reineke.live.speed import stats
from reineke.live.speed.table import Table
from reineke.record import Record, RecordWriter


class Books:
    """The files that a server keeps, each if it is wanted."""

    def __init__(
        self,
        records: str | Path | None = None,
        results: str | Path | None = None,
        statistics: str | Path | None = None,
        logs: str | Path | None = None,
    ) -> None:
        self._records = RecordWriter(records) if records is not None else None
        self._results = LineFile(results) if results is not None else None
        self._statistics = LineFile(statistics) if statistics is not None else None
        self._logs = Path(logs) if logs is not None else None
        if self._logs is not None:
            try:
                self._logs.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise GameError(f"{self._logs}: cannot be made: {error.strerror}") from error

    @property
    def wants_states(self) -> bool:
        """Whether the contest's log is kept."""
        return self._logs is not None

    def write(self, number: int, table: Table, seeds: dict[str, Any], at: float, seconds: float) -> dict[str, Any]:
        """Writes a finished game down, and returns its result."""
        result = summary(number, table, seeds, seconds)
        if self._results is not None:
            self._results.append(result)
        if self._records is not None:
            self._records.write(record(table, seeds).line())
        if self._statistics is not None:
            self._statistics.append(statistics(table, at, seconds))
        if self._logs is not None:
            path = self._logs / f"{wire.moment_text(at).replace(':', '')}-{number}.jsonl.gz"
            path.write_bytes(gzip.compress("".join(f"{line}\n" for line in table.states).encode("utf-8"), 6))
        return result

    def close(self) -> None:
        """No more games."""
        if self._records is not None:
            self._records.close()


def summary(number: int, table: Table, seeds: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The result of a game."""
    survivors = [seat + 1 for seat, account in enumerate(table.accounts) if not account.died]
    document = table.game.json(table.state)
    return {
        "number": number,
        "width": document["width"],
        "height": document["height"],
        "rounds": document["round"],
        "names": [seat.name for seat in table.seats],
        "places": stats.places([account.died for account in table.accounts]),
        "outcome": [float(share) for share in table.game.outcome(table.state)],
        "winner": survivors[0] if survivors else None,
        "eliminated": [
            {"player": seat + 1, "reason": account.reason, "round": account.died}
            for seat, account in enumerate(table.accounts)
            if account.died
        ],
        "seeds": seeds,
        "seconds": round(seconds, 3),
    }


def record(table: Table, seeds: dict[str, Any]) -> Record:
    """The record of a game. Who broke a rule of the protocol is out by the rules of the game, so none are forfeits."""
    game, state = table.game, table.state
    eliminated = [
        {"seat": seat, "kind": account.reason, "turn": account.died - 1}
        for seat, account in enumerate(table.accounts)
        if account.died
    ]
    result = {
        "outcome": [float(share) for share in game.outcome(state)],
        "points": [float(points) for points in game.points(state)],
        "forfeits": [],
        "eliminated": eliminated,
    }
    agents = tuple(seat.agent or seat.name for seat in table.seats)
    return Record(game.spec, game.text(table.deal), 0, agents, seeds, table.turns, table.times, result)


def statistics(table: Table, at: float, seconds: float) -> dict[str, Any]:
    """A game as the statistics have it."""
    document = table.game.json(table.state)
    places = stats.places([account.died for account in table.accounts])
    outcome, points = table.game.outcome(table.state), table.game.points(table.state)
    players = [
        stats.player_entry(
            seat.name,
            seat.agent,
            places[index],
            float(outcome[index]),
            int(points[index]),
            key=seat.key,
            reason=account.reason,
            answers=account.answers,
            reserves=account.reserves,
        )
        for index, (seat, account) in enumerate(zip(table.seats, table.accounts, strict=True))
    ]
    board = document["width"], document["height"]
    return stats.game_entry("server", wire.moment_text(at), seconds, *board, table.rounds, players)
