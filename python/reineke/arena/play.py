"""One game of a match, from the deal to the result.

A seat that forfeits is played on by uniformly random legal moves, drawn from a stream of its own, so that the others'
game goes on; the outcome is settled at the end (`record.settle`).
"""

from __future__ import annotations

import json
import operator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from reineke.agent import Decision
from reineke.arena.chance import Nature, pick
from reineke.arena.player import Known, Maker, NoWatch, Player, Watch
from reineke.arena.schedule import Job, Run
from reineke.game import CHANCE, OVER, Game
from reineke.record import Played, Record, seen, settle


@dataclass(frozen=True)
class GameResult:
    """What a match keeps of one game."""

    job: Job
    outcome: tuple[float, ...]
    """Per seat, like everything here."""
    points: tuple[float, ...]
    forfeits: list[dict[str, Any]]
    micros: tuple[tuple[int, ...], ...]
    """For each seat how long its decisions took, in microseconds."""
    digest: str
    """Equal for games with the same deal and the same turns."""
    record: str
    """The record, as one line."""


def play_game(
    run: Run,
    job: Job,
    game: Game,
    make: Maker,
    *,
    known: dict[int, Known] | None = None,
    watch: Watch | None = None,
    hang_seconds: float | None = None,
    decisions: bool = False,
) -> GameResult:
    """Plays one game of a run. `known` are forfeits by seat that earlier attempts did not survive; `decisions` keeps
    every Decision in the record."""
    table = _Table(run, job, game, known or {}, watch or NoWatch(), hang_seconds, decisions)
    table.sit_down(make)
    while game.turn(table.state) != OVER:
        table.play_turn()
    return table.close()


class _Table:
    """A game in progress."""

    def __init__(
        self,
        run: Run,
        job: Job,
        game: Game,
        known: dict[int, Known],
        watch: Watch,
        hang_seconds: float | None,
        decisions: bool,
    ) -> None:
        self.run, self.job, self.game = run, job, game
        self.nature = Nature(game, run.seed, job.block)
        self.deal = self.nature.deal()
        self.state, opening = self.nature.opening(self.deal)
        self.opening = len(opening)
        self.turns = [played.json(game) for played in opening]
        self.times: list[float | None] = []
        self.micros: list[list[int]] = [[] for _ in range(game.seats)]
        self.decisions: list[dict[str, Any] | None] | None = [] if decisions else None
        self.players = [Player(seat, run.budget, known.get(seat), watch, hang_seconds) for seat in range(game.seats)]
        self.seeds = [run.agent_seed(job, seat) for seat in range(game.seats)]
        self.specs = tuple(run.specs[player] for player in job.seating)

    @property
    def turn(self) -> int:
        """The number of the turn to be played, from 1."""
        return len(self.turns) + 1

    def sit_down(self, make: Maker) -> None:
        for player, spec, seed in zip(self.players, self.specs, self.seeds, strict=True):
            player.start(make, spec, self.game, seed)

    def play_turn(self) -> None:
        whose = self.game.turn(self.state)
        if whose == CHANCE:
            played = Played(chance=self.nature.draw(self.state, len(self.turns)))
        elif isinstance(whose, tuple):
            played = Played(tuple((seat, self.choose(seat)) for seat in whose), joint=True)
        else:
            played = Played(((whose, self.choose(whose)),))
        self.state, played = self.nature.play(self.state, played, len(self.turns))
        turn = played.json(self.game)
        self.turns.append(turn)
        for player in self.players:
            if player.observes:
                view = self.game.view(self.state, player.seat)
                player.observe(view, seen(self.game, turn, player.seat), len(self.turns))

    def choose(self, seat: int) -> int:
        """A seat's action: its agent's, or a random one if it has forfeited."""
        view, player = self.game.view(self.state, seat), self.players[seat]
        decision = player.decide(view, self.turn)
        if self.decisions is not None:
            self.decisions.append(None if decision is None else _explain(decision, self.game))
        if decision is None:
            self.times.append(None)
            return pick(view.legal, "forfeit", self.run.seed, self.job.block, self.job.rotation, seat, self.turn)
        self.times.append(round(player.seconds, 6))
        self.micros[seat].append(round(player.seconds * 1e6))
        return operator.index(decision.action)

    def close(self) -> GameResult:
        outcome = self.outcome()
        for player in self.players:
            player.finish(outcome, len(self.turns))
        outcome = self.outcome()
        points = tuple(float(value) for value in self.game.points(self.state))
        forfeits = [forfeit for player in self.players for forfeit in player.forfeits]
        deal = self.game.text(self.deal)
        record = Record(
            game=self.run.game,
            deal=deal,
            opening=self.opening,
            agents=self.specs,
            seeds={
                "match": self.run.seed,
                "agents": self.seeds,
                "rotation": self.job.rotation,
                "key": self.run.block_key(self.job.block),
            },
            turns=self.turns,
            times=self.times,
            decisions=self.decisions,
            result={"outcome": list(outcome), "points": list(points), "forfeits": forfeits},
        )
        digest = blake2b(json.dumps([deal, self.turns]).encode(), digest_size=16).hexdigest()
        micros = tuple(map(tuple, self.micros))
        return GameResult(self.job, outcome, points, forfeits, micros, digest, record.line())

    def outcome(self) -> tuple[float, ...]:
        out = {player.seat for player in self.players if player.out}
        return settle(self.game, self.game.outcome(self.state), out)


def _explain(decision: Decision, game: Game) -> dict[str, Any] | None:
    """The decision as a record keeps it; None if an agent has put into it what JSON cannot hold."""
    try:
        data = decision.json(game, times=False)
        json.dumps(data, allow_nan=False)
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
        return None
    return data
