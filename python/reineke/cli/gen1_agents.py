"""Agents in lockstep with Showdown: they play on the engine from the same seeds, then Showdown plays their choices."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from reineke import _core
from reineke.agent import Agent, Budget, Stop
from reineke.agents import make
from reineke.arena.player import describe, merge
from reineke.game import OVER, Game, GameError
from reineke.games import load
from reineke.games.gen1.showdown import Job
from reineke.record import Played, seen


def agent_pairs(specs: Sequence[str]) -> list[tuple[str, str]]:
    """One agent for both sides, or two that change sides from battle to battle."""
    if len(specs) > 2:
        raise GameError(f"there are two sides, but {len(specs)} agents: {', '.join(specs)}")
    game = load("gen1")
    for spec in specs:
        make(spec, game)
    first, second = specs[0], specs[-1]
    return [(first, second), (second, first)]


class Agents:
    """Plays jobs with `agents` on the engine, until it is closed."""

    def __init__(self) -> None:
        self._stop = Stop()

    def close(self) -> None:
        """All thinking ends, and so do battles."""
        self._stop.set()

    def play(self, job: Job) -> Job:
        """A job with what its agents choose, decision by decision; others as they are."""
        if "agents" not in job:
            return job
        table, choices = _Table(job, self._stop), []
        while table.game.turn(table.state) != OVER and not self._stop.is_set():
            choices.append(table.turn())
        return {**{key: value for key, value in job.items() if key != "ps"}, "c": choices}


class _Table:
    """A battle in progress."""

    def __init__(self, job: Job, stop: Stop) -> None:
        self.game: Game = load("gen1")
        self.dice: Any = _core.Gen1Dice(job["seed"])
        (first, second), _ = _core.gen1_teams(*job["ts"])
        self.state = self.game.parse(_core.gen1_begin(first, second, self.dice))
        self.stop = stop
        self.agents = [self._sit_down(spec, seat, job["ps"]) for seat, spec in enumerate(job["agents"])]

    def _sit_down(self, spec: str, seat: int, seed: str) -> Agent:
        agent = make(spec, self.game)
        words = blake2b(f"{seed} {seat}".encode(), digest_size=8).digest()
        agent.start(self.game, seat, int.from_bytes(words))
        return agent

    def turn(self) -> list[str | None]:
        """Plays a turn: how each side tells Showdown its choice, None if it is not asked."""
        whose = self.game.turn(self.state)
        seats = whose if isinstance(whose, tuple) else (whose,)
        played = Played(tuple((seat, self._decide(seat)) for seat in seats), joint=isinstance(whose, tuple))
        texts: list[str | None] = [None, None]
        for seat, action in played.actions:
            texts[seat] = _core.gen1_choice(self.state, seat, action)
        self.state = self.game.play(self.state, played.move(2), self.dice)
        self._tell(played)
        return texts

    def _decide(self, seat: int) -> int:
        agent, view = self.agents[seat], self.game.view(self.state, seat)
        try:
            action = agent.decide(view, merge(agent.budget, Budget()), self.stop).action
        except Exception as error:  # somebody's own agent may do anything
            raise GameError(f"{agent.spec} does not decide: {describe(error)}") from error
        if action not in view.legal:
            raise GameError(f"{agent.spec} answers {action!r}, which is not legal")
        return action

    def _tell(self, played: Played) -> None:
        turn = played.json(self.game)
        for seat, agent in enumerate(self.agents):
            if type(agent).observe is not Agent.observe:
                agent.observe(self.game.view(self.state, seat), seen(self.game, turn, seat))
