"""The slot through which workers say whom they are asking."""

from __future__ import annotations

import os
import signal
from time import monotonic

from reineke.arena.watch import NOBODY, Slot


def test_a_slot_says_who_is_asked_and_for_how_long():
    slot = Slot()
    slot.enter(3, 7, 2.5)
    asked = slot.read()
    assert (asked.seat, asked.call, asked.limit) == (3, 7, 2.5)
    assert not asked.overdue()
    slot.leave()
    assert slot.read().seat == NOBODY
    slot.close()


def test_nobody_reads_half_of_what_was_written():
    """Another process writes all the time."""
    slot = Slot()
    slot.enter(1, 1, 1.0)
    child = os.fork()
    if child == 0:
        number = 1
        while True:
            number = number % 1000 + 1
            slot.enter(number, number, float(number))
    try:
        end, seen = monotonic() + 1.0, set()
        while monotonic() < end:
            asked = slot.read()
            assert asked.seat == asked.call == asked.limit >= 1
            seen.add(asked.seat)
        assert len(seen) > 10
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        slot.close()
