"""Lines from stdin. Ctrl-C is heard whenever it comes: readline, and plain `input` too, may sleep through one that
arrives just before they begin to wait."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Keyboard:
    """Reads stdin, a terminal, a file or a pipe, line by line."""

    def __init__(self) -> None:
        self._rest = b""
        """Read, but not asked for yet."""

    def line(self) -> str:
        """The next line, without its end; raises EOFError when there is none."""
        line = self._line()
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace").rstrip("\r\n")

    def _line(self) -> bytes:
        try:
            stdin = sys.stdin.fileno()
        except (OSError, ValueError):  # something else stands in for it
            return bytes(sys.stdin.buffer.readline())
        while b"\n" not in self._rest:
            _wait(stdin)
            more = os.read(stdin, 4096)
            if not more:
                line, self._rest = self._rest, b""
                return line
            self._rest += more
        line, end, self._rest = self._rest.partition(b"\n")
        return line + end


def _wait(file: int) -> None:
    """Returns when the file can be read. A signal that comes before or while we wait wakes us, and its handler runs."""
    with _alarm() as alarm:
        while not select.select([file, *alarm], [], [])[0].count(file):
            pass


@contextmanager
def _alarm() -> Iterator[list[int]]:
    """A file that can be read once a signal has come; none outside the main thread, which signals do not reach."""
    if threading.current_thread() is not threading.main_thread():
        yield []
        return
    read, write = os.pipe()
    os.set_blocking(write, False)
    before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    try:
        yield [read]
    finally:
        signal.set_wakeup_fd(before)
        os.close(read)
        os.close(write)
