"""One game as a client plays it: every state gets an answer before its deadline, whatever server and agent do."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from reineke.agent import Agent, Decision, Stop
from reineke.game import OVER, Game, GameError, View
from reineke.games.speed import wire
from reineke.games.speed.tracker import Tracker
from reineke.games.speed.wire import Message
from reineke.live.figures import spread
from reineke.live.speed import stats
from reineke.live.speed.clock import ServerClock
from reineke.live.speed.safety import choose
from reineke.live.thinker import GRACE, Thinker
from reineke.record.text import one_line

LEAST = 0.01
"""Seconds to think where the deadline leaves none."""
SHARE = 0.4
"""The most of a round that the margin may take: short rounds have a short one."""
STALL = 60.0
"""Seconds of silence after a deadline at which a server is given up."""
STRANGE = 1000
"""How many messages without meaning are passed over before the server is given up."""
SENDING = 10.0
"""Seconds that a server has to take an answer."""


class Broken(Exception):
    """The game has ended before its end; the text says why."""


@dataclass(frozen=True)
class Care:
    """How a client treats its time, in seconds."""

    margin: float = 0.3
    """Of every round kept in reserve, less where rounds are short."""
    max_think: float | None = None
    patience: float = 600.0
    """To wait for a game to begin, and the most to wait for a next state."""

    def thinking(self, left: float, round_trip: float) -> float:
        """How long to think if a deadline is so far away."""
        margin = min(self.margin, SHARE * left) + round_trip
        return max(LEAST, min(left - margin, self.max_think or left))


@dataclass
class Diary:
    """What a client remembers of its game."""

    at: float = field(default_factory=time.time)
    begin: float = field(default_factory=time.monotonic)
    rounds: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    reserves: list[float] = field(default_factory=list)
    late: int = 0
    """States that were replaced before we had answered."""
    safety: int = 0
    """Answers for which the agent had nothing: the move in hand was played."""
    strange: int = 0
    """Messages without meaning."""


class Player:
    """Plays one game over a connection.

    `make` gives the agent for the game that turns out to be played. `log` gets a line per event, `warn` one per failure
    of the agent.
    """

    def __init__(
        self,
        connection: ClientConnection,
        make: Callable[[Game], Agent],
        clock: ServerClock,
        executor: Executor,
        care: Care,
        seed: int,
        *,
        ponder: bool,
        log: Callable[[str], None],
        warn: Callable[[str], None],
    ) -> None:
        self.tracker, self.diary = Tracker(), Diary()
        self.names: tuple[str, ...] | None = None
        self._connection, self._make, self._clock, self._executor = connection, make, clock, executor
        self._care, self._seed, self._ponder, self._log, self._warn = care, seed, ponder, log, warn
        self._thinker: Thinker | None = None
        self._stop = Stop()
        self._arrived = 0.0

    async def play(self) -> None:
        """Plays to the last state. Raises `Broken` if it does not come."""
        pending = asyncio.ensure_future(self._next(self._care.patience))
        try:
            while True:
                message = await pending
                arrived = self._arrived
                view = self._begin(message)
                left, by = self._clock.left(message.deadline, arrived)
                if not message.running:
                    break
                silence = min(self._care.patience, left + STALL)
                pending = asyncio.ensure_future(self._next(silence))
                if view.legal:
                    await self._answer(view, message, arrived, left, by, pending)
        finally:
            pending.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await pending
            self._stop.set()
            if self._thinker is not None:
                await asyncio.get_running_loop().run_in_executor(self._executor, self._thinker.close)
        self.names = message.names

    # What is heard.

    async def _next(self, silence: float) -> Message:
        """The next state that makes sense. Raises `Broken` if the line breaks or is silent for too long."""
        before = self._arrived
        try:
            async with asyncio.timeout(silence):
                while True:
                    text = await self._connection.recv()
                    arrived = time.monotonic()
                    try:
                        message = self.tracker.take(text)
                    except GameError as error:
                        self._pass_over(error)
                        continue
                    if before:
                        self.diary.rounds.append(round(arrived - before, 3))
                    else:
                        self.diary.at, self.diary.begin = time.time(), arrived
                    self._arrived = arrived
                    return message
        except TimeoutError:
            raise Broken(f"nothing was heard for {silence:.0f} s") from None
        except ConnectionClosed as error:
            said = error.rcvd.reason if error.rcvd is not None else ""
            raise Broken("the server closed the connection" + (f": {one_line(said, 100)}" if said else "")) from None

    def _pass_over(self, error: GameError) -> None:
        self.diary.strange += 1
        if self.diary.strange <= 20:
            self._log(f"the server says what means nothing: {error}")
        if self.diary.strange >= STRANGE:
            raise Broken(f"the server has sent {STRANGE} messages that mean nothing")

    def _begin(self, message: Message) -> View:
        """A state has come: the agent hears what was done."""
        game, seat = self.tracker.game, message.you
        view = game.view(self.tracker.state, seat)
        if self._thinker is None:
            position = message.position
            size = f"{position.width}x{position.height}, {len(position.players)} players"
            self._log(f"the game begins: {size}, we are player {seat + 1}")
            self._thinker = Thinker(self._make(game), game, self._warn, ponder=self._ponder)
            self._thinker.start(seat, self._seed)
        else:
            if not self.tracker.faithful:
                self._log(f"round {self.tracker.round}: the rules lead to another state than the server shows")
            self._thinker.observe(view, self.tracker.event)
        if not message.running and game.turn(self.tracker.state) == OVER:
            self._thinker.finish(tuple(float(share) for share in game.outcome(self.tracker.state)))
        return view

    # What is said.

    async def _answer(
        self, view: View, message: Message, arrived: float, left: float, by: str, pending: asyncio.Future[Message]
    ) -> None:
        """Thinks and answers, unless the next state comes first: our answer would count for that one."""
        thinker = self._thinker
        assert thinker is not None
        number = message.position.round + 1
        in_hand = Decision(choose(message.position, view.seat, view.legal), note="the move in hand")
        best = self._clock.best
        seconds = self._care.thinking(left - (time.monotonic() - arrived), best.round_trip if best else 0.0)
        grace = min(GRACE, self._care.margin / 2, seconds / 4)
        loop, stop = asyncio.get_running_loop(), Stop()
        self._stop = stop
        thinking = loop.run_in_executor(self._executor, thinker.decide, view, seconds, grace, in_hand, stop)
        await asyncio.wait((thinking, pending), return_when=asyncio.FIRST_COMPLETED)
        if pending.done():
            stop.set()
        decision = await thinking
        if pending.done():
            if pending.exception() is None:
                self.diary.late += 1
                self._log(f"round {number}: the next state came before our answer")
            return
        word = view.game.action_text(decision.action)
        try:
            async with asyncio.timeout(SENDING):
                await self._connection.send(wire.answer(word))
        except (TimeoutError, ConnectionClosed):
            return  # `pending` tells what has become of the connection
        spent = time.monotonic() - arrived
        self.diary.answers.append(round(spent, 4))
        self.diary.reserves.append(round(left - spent, 4))
        self.diary.safety += decision is in_hand
        self._log(f"round {number}: {word} ({_why(decision)}{spent:.2f} s, {left - spent:+.2f} s left by {by} clock)")
        thinker.ponder(view)

    # What is remembered.

    def result(self, status: str, text: str) -> dict[str, Any]:
        """What has come of the game; see `SpeedClient.results`."""
        message = self.tracker.message
        diary = self.diary
        result: dict[str, Any] = {
            "status": status,
            "message": text,
            "player": None,
            "moves": len(diary.answers),
            "late": diary.late,
            "safety": diary.safety,
            "strange": diary.strange,
            "answer_seconds": spread(diary.answers),
            "reserve_seconds": min(diary.reserves, default=None),
            "clock_offset": self._clock.offset,
        }
        if message is None:
            return result
        game, state, position = self.tracker.game, self.tracker.state, message.position
        over = game.turn(state) == OVER
        return result | {
            "player": message.you + 1,
            "width": position.width,
            "height": position.height,
            "rounds": position.round,
            "names": list(self.names or ()),
            "places": stats.places(self.tracker.died),
            "survived": [int(points) for points in game.points(state)],
            "outcome": [float(share) for share in game.outcome(state)] if over else None,
        }


def _why(decision: Decision) -> str:
    """How a decision was found, in a few words."""
    value = "" if decision.value is None else f"value {decision.value:.3g}, "
    depth = f"depth {decision.depth}, " if decision.depth else ""
    return f"{value}{depth}{decision.note + ', ' if decision.note else ''}"
