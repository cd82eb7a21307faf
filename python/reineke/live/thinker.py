"""An agent on a thread of its own, asked under a deadline: whatever it does, a legal move comes back in time."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from reineke.agent import Agent, Budget, Decision, Stop
from reineke.game import Game, View

Log = Callable[[str], None]

GRACE = 0.1
"""Seconds that an agent has to answer once its time is over."""


class Thinker:
    """Calls an agent, always from the same thread and in order.

    `decide` returns the agent's move if it is legal and in time; else the last legal one that the agent has reported as
    its best so far, else the `fallback`, else the first legal one. An agent that raises, answers nonsense or hangs
    costs strength, never the game: what it says after the deadline is dropped.
    """

    def __init__(self, agent: Agent, game: Game, log: Log, *, ponder: bool = True) -> None:
        self.agent = agent
        self.game = game
        self._log = log
        self._ponders = ponder and type(agent).ponder is not Agent.ponder
        self._pondering: Stop | None = None
        self._deciding: Stop | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="reineke-thinker", daemon=True)
        self._thread.start()

    def start(self, seat: int, seed: int) -> None:
        """A game begins."""
        self._call("start", lambda: self.agent.start(self.game, seat, seed))

    def observe(self, view: View, event: Any) -> None:
        """Something happened. If the agent ponders, it does so until the next call."""
        self._rest()
        self._call("observe", lambda: self.agent.observe(view, event))

    def ponder(self, view: View) -> None:
        """Others are thinking."""
        if not self._ponders:
            return
        self._rest()
        stop = self._pondering = Stop()
        self._call("ponder", lambda: None if stop.is_set() else self.agent.ponder(view, stop))

    def decide(
        self,
        view: View,
        seconds: float,
        grace: float = GRACE,
        fallback: Decision | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        """A legal move, after `seconds` (and `grace`, for an agent that is slow to stop) at the latest.

        `fallback` is the move in hand, which is returned if the agent says nothing in time. Who sets `stop` has the
        decision end at once, even before it has begun.
        """
        deadline = time.monotonic() + seconds
        self._rest()
        stop, done = stop or Stop(), threading.Event()
        answers: list[Decision] = []  # legal ones, the latest is the best
        open_to = threading.Lock()

        def note(decision: Decision) -> None:
            if decision.action in view.legal:
                with open_to:
                    answers.append(decision)
                    del answers[:-1]
            else:
                self._log(f"the agent proposes {decision.action}, which is no legal action")

        def think() -> None:
            try:
                if not stop.is_set():
                    left = max(deadline - time.monotonic(), 0.001)
                    note(self.agent.decide(view, _budget(self.agent.budget, left), stop, note))
            finally:
                done.set()

        self._deciding = stop
        self._call("decide", think)
        if not done.wait(deadline - time.monotonic()):
            stop.set()
            if not done.wait(grace):
                self._log("the agent does not answer in time")
        stop.set()
        with open_to:
            if answers:
                return answers[-1]
        return fallback or Decision(view.legal[0], note="no answer: the first legal action")

    def hurry(self) -> None:
        """Has a decision that is being made end at once; may be called from any thread."""
        if (deciding := self._deciding) is not None:
            deciding.set()

    def finish(self, outcome: tuple[float, ...]) -> None:
        """The game is over."""
        self._rest()
        self._call("finish", lambda: self.agent.finish(outcome))

    def close(self) -> None:
        """Ends the thread, unless the agent hangs in it."""
        self._rest()
        self._jobs.put(None)
        self._thread.join(1.0)

    def _rest(self) -> None:
        if self._pondering is not None:
            self._pondering.set()
            self._pondering = None

    def _call(self, what: str, job: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                job()
            except BaseException as error:  # a panic of the core is no Exception
                self._log(f"the agent failed in {what}: {type(error).__name__}: {error}")

        self._jobs.put(guarded)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _budget(own: Budget | None, seconds: float) -> Budget:
    """The agent's own budget, inside the time that the clock allows."""
    if own is None:
        return Budget(seconds=seconds)
    return Budget(seconds=seconds if own.seconds is None else min(own.seconds, seconds), nodes=own.nodes)
