"""A slot of shared memory through which a worker says whom it is asking, and since when.

The worker writes, the parent reads; a worker that hangs or dies leaves in it who was being asked.
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
                file.truncate(_FORM.size)
                self.number = os.dup(file.fileno())
        else:
            self.number = number
        self._memory = mmap.mmap(self.number, _FORM.size)

    def enter(self, seat: int, call: int, limit: float) -> None:
        """A seat's agent is being asked."""
        _FORM.pack_into(self._memory, 0, seat, call, monotonic(), limit)

    def leave(self, limit: float = 600.0) -> None:
        """Nobody is being asked; the game itself is at work."""
        _FORM.pack_into(self._memory, 0, NOBODY, 0, monotonic(), limit)

    def read(self) -> Asked:
        """What the slot says now."""
        return Asked(*_FORM.unpack_from(self._memory, 0))

    def close(self) -> None:
        """Gives the memory back."""
        self._memory.close()
        os.close(self.number)
