"""The parent's side of a worker process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pickle import UnpicklingError

from reineke.arena.play import GameResult
from reineke.arena.watch import Asked, Slot
from reineke.arena.worker import Failure, Order, Setup

# Not multiprocessing.Process: that imports the parent's main module again in every worker, which takes long and
# needs an `if __name__ == "__main__"` in the user's script.
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from reineke.arena.worker import main; main(*map(int, sys.argv[2:]))"
)


class WorkerDied(Exception):
    """A worker is gone; the text says how."""


class Worker:
    """A process that plays one game at a time. What agents print goes to stderr; they have no stdin."""

    def __init__(self, setup: Setup) -> None:
        self.order: Order | None = None
        """What it is playing."""
        self._slot = Slot()
        self._slot.leave()
        life, self._life = os.pipe()
        here, there = Pipe()
        self.connection: Connection = here
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _START,
                json.dumps(sys.path),
                str(there.fileno()),
                str(life),
                str(self._slot.number),
            ],
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=(there.fileno(), life, self._slot.number),
            start_new_session=True,
        )
        there.close()
        os.close(life)
        with suppress(OSError):  # it may be dead already; receiving will tell
            self.connection.send(setup)

    def play(self, order: Order) -> None:
        """Hands out a game."""
        self.order = order
        with suppress(OSError):
            self.connection.send(order)

    def receive(self) -> GameResult | Failure:
        """What it answers; raises `WorkerDied` if it cannot any more."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError, UnpicklingError) as error:
            raise WorkerDied(self.how_it_ended()) from error
        assert isinstance(answer, GameResult | Failure)
        return answer

    def asked(self) -> Asked:
        """Whom it is asking, and since when."""
        return self._slot.read()

    @property
    def dead(self) -> bool:
        """Whether it has ended and left no answer. Receiving would not tell if a fork of it lives on."""
        return self._process.poll() is not None and not self.connection.poll()

    def overdue(self) -> Asked | None:
        """Whom it has been asking for too long, if it has no answer ready."""
        asked = self._slot.read()
        # The second look makes sure that the first did not fall into the middle of a change.
        late = asked.overdue() and self._slot.read() == asked and not self.connection.poll()
        return asked if late else None

    def kill(self) -> None:
        """Ends the process and everything that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Ends the process and gives everything back."""
        self.kill()
        self.connection.close()
        os.close(self._life)
        self._slot.close()

    def how_it_ended(self) -> str:
        """The end of a process that answers no more, in words."""
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return "its process closed the connection"
        if code < 0:
            return f"its process died of {signal.Signals(-code).name}"
        return f"its process ended with code {code}"
