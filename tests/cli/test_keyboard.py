"""Lines from stdin, whatever it is."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator

import pytest

from reineke.cli.play.keyboard import Keyboard


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is written into it comes from stdin."""
    read, write = os.pipe()
    with os.fdopen(read) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield write
    os.close(write)


def test_lines_come_one_by_one_however_they_were_written(pipe: int) -> None:
    keyboard = Keyboard()
    os.write(pipe, b"first\r\nsec")
    assert keyboard.line() == "first"
    os.write(pipe, b"ond\nthird\n")
    assert (keyboard.line(), keyboard.line()) == ("second", "third")


def test_a_last_line_without_an_end_counts_and_then_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.write(write, b"last")
    os.close(write)
    with os.fdopen(read) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        keyboard = Keyboard()
        assert keyboard.line() == "last"
        with pytest.raises(EOFError):
            keyboard.line()


def test_ctrl_c_wakes_who_waits_for_a_line(pipe: int) -> None:
    before = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(before)
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Keyboard().line()
    timer.join()
    assert signal.set_wakeup_fd(before) == before


def test_outside_the_main_thread_lines_are_read_too(pipe: int) -> None:
    os.write(pipe, b"hello\n")
    lines: list[str] = []
    thread = threading.Thread(target=lambda: lines.append(Keyboard().line()))
    thread.start()
    thread.join(60)
    assert lines == ["hello"]
