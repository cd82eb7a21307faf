"""A slot of shared memory through which a worker says whom it is asking, and since when.

The worker writes, the parent reads; a worker that hangs or dies leaves in it who was being asked. There are two places
to write to and a count of the writes: a write goes to the place that is not being read, and the count, one byte, makes
it valid. So nobody ever reads half of what was written.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from dataclasses import dataclass
from time import monotonic

NOBODY = -1
_FORM = struct.Struct("<qqdd")
_COUNT = 2 * _FORM.size
"""Where the count of the writes stands."""


@dataclass(frozen=True)
class Asked:
    """What a slot says."""

    seat: int
    """The seat whose agent is being asked, or `NOBODY`: the game itself is at work."""
    call: int
    since: float
    limit: float

    def overdue(self) -> bool:
        """Whether an answer should long have come."""
        return monotonic() - self.since > self.limit


class Slot:
    """A slot; `Slot()` makes a new one, `Slot(number)` opens the one behind a file descriptor."""

    def __init__(self, number: int | None = None) -> None:
        if number is None:
            with tempfile.TemporaryFile() as file:
                file.truncate(_COUNT + 1)
                self.number = os.dup(file.fileno())
        else:
            self.number = number
        self._memory = mmap.mmap(self.number, _COUNT + 1)

    def enter(self, seat: int, call: int, limit: float) -> None:
        """A seat's agent is being asked."""
        self._write(seat, call, monotonic(), limit)

    def leave(self, limit: float = 600.0) -> None:
        """Nobody is being asked; the game itself is at work."""
        self._write(NOBODY, 0, monotonic(), limit)

    def _write(self, *values: float) -> None:
        count = (self._memory[_COUNT] + 1) % 256
        _FORM.pack_into(self._memory, count % 2 * _FORM.size, *values)
        self._memory[_COUNT] = count

    def read(self) -> Asked:
        """What the slot says now."""
        while True:
            count = self._memory[_COUNT]
            asked = Asked(*_FORM.unpack_from(self._memory, count % 2 * _FORM.size))
            if self._memory[_COUNT] == count:
                return asked

    def close(self) -> None:
        """Gives the memory back."""
        self._memory.close()
        os.close(self.number)
