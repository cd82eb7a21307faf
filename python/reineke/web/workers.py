"""Threads on which agents think. The core lets go of Python's lock while it searches, so the server stays quick; the
threads are also nicer than it, so that a click never waits for a thought."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

NICE = 10

Answer = TypeVar("Answer")
Job = Callable[[], None]


class Workers:
    """A few threads that die with the process."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(2, os.cpu_count() or 2)
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        for number in range(self.count):
            threading.Thread(target=self._work, name=f"reineke-worker-{number}", daemon=True).start()

    async def run(self, ask: Callable[[], Answer], *, at_once: bool = False) -> Answer:
        """What `ask` returns or raises, on one of the threads, or `at_once` on a thread of its own."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()

        def give(call: Callable[[Any], None], value: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(lambda: None if answer.done() else call(value))

        def job() -> None:
            try:
                give(answer.set_result, ask())
            except Exception as error:
                give(answer.set_exception, error)

        if at_once:
            threading.Thread(target=job, name="reineke-worker-now", daemon=True).start()
        else:
            self._jobs.put(job)
        return await answer

    def _work(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while True:
            self._jobs.get()()
