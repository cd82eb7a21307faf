"""The server's clock, as a client knows it: measured in milliseconds, never trusted blindly."""

from __future__ import annotations

import contextlib
import http.client
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from reineke.game import GameError
from reineke.games.speed import wire

FIRST = 5
"""Samples at the beginning, one right after the other."""
EVERY = 15.0
"""Seconds between samples afterwards."""
OLD = 600.0
"""Seconds after which a sample counts no more: clocks drift."""
TIMEOUT = 2.0
"""Seconds that a sample may take."""
SLOW = 1.0
"""A longer round trip says too little of the time."""
FARTHEST = 60.0
"""Seconds to a deadline beyond which a clock must be wrong."""
CUT = 1.0
"""Deadlines are shown up to so many seconds early: the fraction is cut off."""
BLIND = 1.0
"""Seconds that a round lasts at least, for all we know without a clock."""


@dataclass(frozen=True)
class Sample:
    """One look at the server's clock."""

    at: float
    """When, on our monotonic clock."""
    round_trip: float
    shift: float
    """The server's time less our monotonic clock's."""


class ServerClock:
    """Asks the time endpoint in a thread of its own, so that no move ever waits for it.

    Of several samples the one with the shortest round trip counts. Everything is kept against the monotonic clock, so
    that nothing happens when our own clock is set.
    """

    def __init__(self, url: str | None, log: Callable[[str], None]) -> None:
        self._url, self._log = url, log
        self._samples: list[Sample] = []
        self._stopped = threading.Event()
        self._complaint = ""
        self._fractions = False  # whether deadlines have any
        self._thread = threading.Thread(target=self._run, name="speed-clock", daemon=True)

    def start(self) -> None:
        """Begins to measure, if it has not begun."""
        if self._url is not None and not self._thread.is_alive():
            self._thread.start()

    def stop(self) -> None:
        """Ends the measuring."""
        self._stopped.set()

    @property
    def best(self) -> Sample | None:
        """The sample that counts."""
        young = [sample for sample in self._samples if time.monotonic() - sample.at < OLD]
        return min(young, key=lambda sample: sample.round_trip, default=None)

    @property
    def offset(self) -> float | None:
        """The server's clock less ours, in seconds; None if it could not be measured."""
        best = self.best
        return None if best is None else best.shift + time.monotonic() - time.time()

    def left(self, deadline: float | None, now: float) -> tuple[float, str]:
        """Seconds from `now` (monotonic) to a deadline, and by which clock: `server`, `own`, or `none`.

        A clock by which the deadline has long passed, or is absurdly far, is not believed. If neither the measured
        clock nor our own makes sense, a round is taken to last a second. So does a round whose deadline seems to be
        less than one away, if none had a fraction yet: rounds last whole seconds then, and the fraction was cut off.
        """
        if deadline is not None:
            self._fractions |= deadline != int(deadline)
            best = self.best
            clocks = [] if best is None else [("server", best.shift)]
            for name, shift in [*clocks, ("own", time.time() - time.monotonic())]:
                left = deadline - shift - now
                if -CUT < left <= FARTHEST:
                    return (left if self._fractions else max(left, CUT)), name
        return BLIND, "none"

    def _run(self) -> None:
        count = 0
        while not self._stopped.is_set():
            try:
                self._samples = [*self._samples[-99:], measure(str(self._url))]
                self._complaint = ""
            except (OSError, GameError, http.client.HTTPException, ValueError) as error:
                words = f"the time endpoint fails: {str(error) or type(error).__name__}"
                if words != self._complaint and not self._stopped.is_set():
                    self._log(words)
                    self._complaint = words
            count += 1
            self._stopped.wait(0.05 if count < FIRST else EVERY)


def measure(url: str) -> Sample:
    """One sample. Raises whatever goes wrong."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise GameError(f"{url} is no http address")
    connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
    with contextlib.closing(connection):
        connection.connect()  # not part of the round trip
        begin = time.monotonic()
        connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        answer = connection.getresponse()
        text = answer.read(4096)
        end = time.monotonic()
    if answer.status != 200:
        raise GameError(f"it answers {answer.status}")
    if end - begin > SLOW:
        raise GameError(f"it took {end - begin:.1f} s")
    return Sample(end, end - begin, wire.read_time(text) - (begin + end) / 2)
