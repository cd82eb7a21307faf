"""A match: worker processes play the games of a run, the parent keeps the results and watches the workers.

A worker whose agent hangs or dies is killed, and its game is played again in a new one with that seat's forfeit known.
Results depend on the run alone: not on the number of workers, nor on how often the run was interrupted.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic

from reineke._core import __version__
from reineke.agent import Budget
from reineke.arena.play import GameResult
from reineke.arena.player import Known, Maker, describe, hang_message
from reineke.arena.pool import Worker, WorkerDied
from reineke.arena.progress import Bar
from reineke.arena.schedule import Job, Run
from reineke.arena.stats import MatchResult, summarise
from reineke.arena.store import Store
from reineke.arena.watch import NOBODY, Asked
from reineke.arena.worker import Failure, Loader, Order, Setup, registered_agent, registered_game
from reineke.game import Game, GameError
from reineke.games import seated
from reineke.record import RecordWriter, one_line

_TICK = 0.1
"""Seconds between two looks at the workers; Ctrl-C and hanging agents are noticed that soon."""


def run_match(
    game: str,
    specs: Sequence[str],
    blocks: int,
    budget: Budget | None = None,
    seed: int = 0,
    jobs: int = 1,
    store: str | Path | None = None,
    records: str | Path | None = None,
    *,
    progress: bool = False,
    seatings: str = "cyclic",
    hang_seconds: float | None = None,
    decisions: bool = False,
    load: Loader | None = None,
    make: Maker | None = None,
) -> MatchResult:
    """Plays blocks of a game between agents, one spec per seat, and says how they did.

    With a `store` the run resumes: only games that it lacks are played. `records` is a file that gets a line per game.
    `load` and `make` replace the registries of games and agents; they must be importable, for workers call them too.
    Raises `GameError` for whatever is wrong with the arguments before anything is written. Ctrl-C raises
    KeyboardInterrupt once the workers are gone; every finished game is in the store by then.
    """
    for name, value in (("blocks", blocks), ("jobs", jobs)):
        if value < 1:
            raise GameError(f"the number of {name} must be at least 1, not {value}")
    if hang_seconds is not None and not hang_seconds > 0:
        raise GameError(f"the hang limit must be above 0 seconds, not {hang_seconds}")
    load, make = load or registered_game, make or registered_agent
    if "__main__" in (load.__module__, make.__module__):
        raise GameError("load and make must be in a module that workers can import, not in the script itself")
    with redirect_stdout(sys.stderr):
        table = seated(game, len(specs), load)
        run = Run(table.spec, tuple(spec.strip() for spec in specs), budget or Budget(), seed, seatings, __version__)
        for agent in specs:
            _try_agent(make, agent, table)
    setup = Setup(run, load, make, hang_seconds, decisions)
    with ExitStack() as stack:
        writer = stack.enter_context(RecordWriter(records)) if records is not None else None
        results = stack.enter_context(Store(store))
        match = _Match(setup, blocks, results, writer)
        try:
            with Bar(run.specs, match.total, match.finished()) if progress else nullcontext() as bar:
                match.play(jobs, bar)
        except KeyboardInterrupt:
            print(match.how_to_go_on(), file=sys.stderr)
            raise
        return summarise(run, match.finished(), results.seconds(match.number), table.ranking)


class _Match:
    """A run in progress."""

    def __init__(self, setup: Setup, blocks: int, store: Store, writer: RecordWriter | None) -> None:
        self.setup, self.blocks, self.store, self.writer = setup, blocks, store, writer
        self.number = store.begin(setup.run)
        done = store.done(self.number)
        every = list(setup.run.jobs(blocks))
        self.total = len(every)
        self.waiting = deque(Order(job) for job in every if (job.block, job.rotation) not in done)
        self.workers: list[Worker] = []
        self.deaths: Counter[Job] = Counter()
        if writer is not None and store.path is not None:
            self._complete_records(writer)

    def finished(self) -> list[GameResult]:
        return self.store.games(self.number, self.blocks)

    def play(self, jobs: int, bar: Bar | None) -> None:
        """Plays everything that is waiting."""
        self.bar, self.since = bar, monotonic()
        try:
            with _interruptible() as interrupted:
                while self.waiting or any(worker.order for worker in self.workers):
                    self._hand_out(jobs)
                    busy = {worker.connection: worker for worker in self.workers if worker.order}
                    for ready in wait(list(busy), timeout=_TICK):
                        self._receive(next(worker for connection, worker in busy.items() if connection is ready))
                    self._watch()
                    if interrupted.is_set():
                        raise KeyboardInterrupt
        finally:
            for worker in self.workers:
                worker.close()

    def _hand_out(self, jobs: int) -> None:
        for worker in self.workers:
            if self.waiting and worker.order is None:
                worker.play(self.waiting.popleft())
        while self.waiting and len(self.workers) < jobs:
            worker = Worker(self.setup)
            self.workers.append(worker)
            worker.play(self.waiting.popleft())

    def _receive(self, worker: Worker) -> None:
        assert worker.order is not None
        try:
            answer = worker.receive()
        except WorkerDied as death:
            self._play_again(worker, worker.asked(), "crash", str(death))
            return
        job = worker.order.job
        if isinstance(answer, Failure):
            raise GameError(one_line(f"{self.setup.run.game}, block {job.block}: the game failed: {answer.message}"))
        worker.order = None
        if self.waiting:  # first, so that it plays while we write
            worker.play(self.waiting.popleft())
        now = monotonic()
        self.store.add(self.number, answer, now - self.since)
        self.since = now
        if self.writer is not None:
            self.writer.write(answer.record)
        if self.bar is not None:
            self.bar.advance(answer)

    def _watch(self) -> None:
        for worker in list(self.workers):
            if worker.order is None:
                continue
            if worker.dead:
                self._play_again(worker, worker.asked(), "crash", worker.how_it_ended())
            elif (asked := worker.overdue()) is not None:
                self._play_again(worker, asked, "hang", hang_message(asked.limit))

    def _play_again(self, worker: Worker, asked: Asked, kind: str, message: str) -> None:
        """Ends a worker and puts its game back, with the forfeit of the seat that was being asked."""
        assert worker.order is not None
        order = worker.order
        self.workers.remove(worker)
        worker.close()
        if asked.seat == NOBODY:
            # Nobody is to blame. It may be an accident (out of memory), so it gets a second chance.
            self.deaths[order.job] += 1
            if self.deaths[order.job] > 1:
                raise GameError(f"{self.setup.run.game}, block {order.job.block}: the game failed twice: {message}")
        else:
            forfeit = Known(asked.call, kind, message)
            order = replace(order, known={**order.known, asked.seat: forfeit})
        self.waiting.appendleft(order)

    def _complete_records(self, writer: RecordWriter) -> None:
        """Adds the records of games that are in the store but not in the file, where a killed run has left it."""
        for block, rotation, record in self.store.records(self.number):
            if (self.setup.run.block_key(block), str(rotation)) not in writer.present:
                writer.write(record)

    def how_to_go_on(self) -> str:
        done = f"{len(self.finished())} of {self.total} games"
        if self.store.path is None:
            return f"Stopped after {done}. With a store, a match can go on where it was stopped."
        return f"Stopped: {done} are in {self.store.path}. The same command goes on from there."


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that it never cuts through a write. Outside the main thread nothing sets it."""
    event = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = signal.signal(signal.SIGINT, lambda *_: event.set())
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)


def _try_agent(make: Maker, spec: str, game: Game) -> None:
    """Makes an agent once, so that a wrong spec shows before anything is written."""
    try:
        make(spec, game)
    except GameError:
        raise
    except Exception as error:
        raise GameError(f"agent {spec} cannot be made: {describe(error)}") from error
