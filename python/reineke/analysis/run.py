"""Analysing a recorded game: every position is judged, then the account is drawn up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from reineke.agent import Budget, Stop
from reineke.analysis.account import Account, Passage, Place
from reineke.analysis.chance import after_turn, all_after, some_after
from reineke.analysis.judge import Judge, Values, analyst, stronger
from reineke.analysis.result import Analysis
from reineke.game import Game
from reineke.games import load
from reineke.record import Played, Record, replay

Positions = Iterable[tuple[Any, Played | None]]
"""Every position with the turn played in it; None at the end, and where an arbiter intervened."""

Progress = Callable[[int, int], None]
"""Is told how many judgements of how many are made."""

LOOKS = 40
"""Positions that get a second look, at most."""
CLOSER = 4.0
"""How many times the budget a second look has, where actions are not compared by what they lead to."""


def analyse(
    record: Record,
    *,
    agent: str | None = None,
    budget: Budget | None = None,
    seed: int = 0,
    game: Game | None = None,
    positions: Positions | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """What each move of a finished game cost, and where its value went: luck, own errors, others' errors, the rest.

    `agent` and `budget` are the judge's, by default those of `analyst(game)`; mistakes are named after a second look.
    `positions` are the record's, where they are at hand. Once `stop` is set, and after Ctrl-C, what is judged by then
    is told, with `complete` false unless only second looks are missing. Raises `GameError` if the record cannot be
    played.
    """
    game = game or load(record.game)
    judge = Judge(game, analyst(game, agent, budget), seed, stop)
    table = _Table(judge, record, list(replay(record, game) if positions is None else positions))
    try:
        table.run(progress)
    except KeyboardInterrupt:
        if len(table.places) < 2:
            raise
    return table.tell()


class _Table:
    """An analysis in progress."""

    def __init__(self, judge: Judge, record: Record, positions: Sequence[tuple[Any, Played | None]]) -> None:
        self.judge, self.game, self.record, self.positions = judge, judge.game, record, positions
        self.places: list[Place] = []
        self.passages: list[Passage | None] = []

    def run(self, progress: Progress | None) -> None:
        """Judges position after position."""
        opening, count = self.record.opening, len(self.positions)
        waiting: list[tuple[int, Any, Played]] = []
        for number, (state, played) in enumerate(self.positions[opening:], opening + 1):
            if played is not None and played.chance is not None:
                waiting.append((number, state, played))
                continue
            passage = self._passage(waiting, state, number)
            place = self._place(number, state, played, self.judge)
            if self.judge.stop is not None and self.judge.stop.is_set():
                return
            self.passages.append(passage)
            self.places.append(place)
            waiting = []
            if progress is not None:
                progress(number, count + LOOKS)
        self._look_again(lambda done: progress(count + done, count + LOOKS) if progress is not None else None)

    def _look_again(self, progress: Callable[[int], None]) -> None:
        """Judges anew, and closer, wherever a mistake is named, until all that are named have been looked at twice, or
        `LOOKS` positions: of many judgements the dearest errors are those that are most often wrong."""
        closer = replace(self.judge, who=stronger(self.judge.who, CLOSER), seed=self.judge.seed + 1)
        at = {place.turn: index for index, place in enumerate(self.places)}
        twice: set[int] = set()
        while named := [turn for turn in self.tell().named() if turn not in twice][: LOOKS - len(twice)]:
            for turn in named:
                index = at[turn]
                place = self._closer(self.places[index], closer)
                if self.judge.stop is not None and self.judge.stop.is_set():
                    return
                self.places[index] = place
                twice.add(turn)
                progress(len(twice))
        progress(LOOKS)

    def _closer(self, place: Place, judge: Judge) -> Place:
        """A place as it looks at second sight."""
        played = place.played
        if played is None or not played.joint or played.dice or self.game.hidden:
            return self._place(place.turn, place.state, played, judge)
        decisions = dict(place.decisions)
        for seat, action in played.actions:
            if action != decisions[seat].action:
                said = self.judge.compared(place.state, place.decisions, seat, action)
                if said is None:
                    return self._place(place.turn, place.state, played, judge)
                decisions[seat] = said
        return replace(place, decisions=decisions)

    def _place(self, number: int, state: Any, played: Played | None, judge: Judge) -> Place:
        if number == len(self.positions):
            return Place(number, state, None, self._result(), {})
        if played is None:
            return Place(number, state, None, (None,) * self.game.seats, {})
        decisions = judge.decisions(state)
        return Place(number, state, played, judge.values(state, decisions), decisions)

    def _result(self) -> Values:
        return tuple(map(float, self.record.result["points" if self.judge.scale == "points" else "outcome"]))

    def _passage(self, waiting: Sequence[tuple[int, Any, Played]], state: Any, number: int) -> Passage | None:
        """What chance did on the way to a position."""
        before = self.places[-1] if self.places else None
        rolled = before.played if before is not None and before.played is not None and before.played.dice else None
        if not waiting and rolled is None:
            return None
        samples, seed = self.judge.who.samples, self.judge.seed * 1_000_003 + number
        first, start = (waiting[0][0], waiting[0][1]) if waiting else (number, state)
        if before is not None and rolled is not None:
            found = list(after_turn(self.game, before.state, rolled.move(self.game.seats), samples, seed))
        else:
            found = all_after(self.game, start, samples) or list(some_after(self.game, start, samples, seed))
        might = tuple((weight, self.judge.quick(place)) for weight, place in found)
        chance = tuple(self.game.chance_text(played.chance) for _, _, played in waiting if played.chance is not None)
        return Passage(first, start, chance, rolled is not None, self.judge.quick(state), might)

    def tell(self) -> Analysis:
        """What is known so far."""
        account = Account(self.game, self.judge.scale, self.places, self.passages)
        return Analysis(
            game=self.game,
            agents=self.record.agents,
            analyst=self.judge.who.spec,
            budget=self.judge.who.budget,
            scale=self.judge.scale,
            steps=tuple(account.steps()),
            turns=len(self.positions) - 1,
            complete=bool(self.places) and self.places[-1].turn == len(self.positions),
        )
