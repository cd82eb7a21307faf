"""Play on a terminal: the menu, a screen that is drawn anew, colours, Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.conftest import COMMAND, ROOT

CLEAR = "\x1b[2J"


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *arguments: str | Path) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (40, 110))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": ""}
        for key in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
            environment.pop(key, None)
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # makes it the controlling terminal
        )
        os.close(theirs)
        self.seen = ""

    def type(self, words: str) -> None:
        os.write(self._ours, words.encode())

    def until(self, words: str) -> str:
        """What is written up to these words."""
        while words not in self.seen:
            more = self._read()
            assert more, f"{words!r} does not come after {self.seen!r}"
            self.seen += more
        before, _, self.seen = self.seen.partition(words)
        return before + words

    def end(self) -> tuple[int, str]:
        """The exit code, and what is written until then."""
        while more := self._read():
            self.seen += more
        return self.process.wait(60), self.seen

    def _read(self) -> str:
        assert select.select([self._ours], [], [], 60)[0], f"nothing comes after {self.seen!r}"
        try:
            return os.read(self._ours, 65536).decode("utf-8", "replace")
        except OSError:  # nobody is at the other end any more
            return ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@contextmanager
def terminal(*arguments: str | Path) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        opened.close()


def test_the_menu_takes_numbers_names_and_the_default() -> None:
    for typed, game in (("\n", "sawhian"), ("6\n", "pig"), ("tic\n", "tictactoe"), ("pig(goal=9)\n", "pig(goal=9)")):
        with terminal("play", "--text", "--nodes", "10") as screen:
            screen.until("Which game? [sawhian] ")
            screen.type(typed)
            assert game in screen.until("can play")
            screen.type("quit\n")
            code, out = screen.end()
            assert code == 0
            assert "The game is left unfinished." in out


def test_a_game_that_is_not_there_is_asked_for_again() -> None:
    with terminal("play", "--text") as screen:
        screen.until("Which game? [sawhian] ")
        screen.type("chess\n")
        assert "There is no game 'chess'" in screen.until("Which game? [sawhian] ")
        screen.type("\x04")
        screen.until("can play")


def test_each_turn_is_drawn_on_a_cleared_screen_in_colours() -> None:
    with terminal("play", "--text", "sawhian", "--nodes", "10", "--seed", "1") as screen:
        first = screen.until("> ")
        assert CLEAR in first
        assert "Blue" in first
        assert re.search(r"\x1b\[[0-9;]*38;5;208m", first)  # Orange is orange
        screen.type("d1\n")
        for _ in range(3):
            screen.until(" plays ")
        assert CLEAR in screen.until("can play")
        screen.type("hint\n")
        screen.until("Hint: ")
        screen.type("resign\n")
        code, out = screen.end()
        assert code == 0
        assert "The game is over: " in out


def test_watching_needs_no_keys() -> None:
    with terminal("play", "--text", "rps", "--agent", "random", "--agent", "random") as screen:
        code, out = screen.end()
    assert code == 0
    assert "The game is over: " in out


def test_ctrl_c_at_the_prompt_leaves_with_one_line() -> None:
    with terminal("play", "--text", "tictactoe", "--nodes", "10") as screen:
        screen.until("> ")
        screen.type("\x03")
        code, out = screen.end()
    assert code == 130
    assert out.splitlines()[-1] == "reineke: interrupted"


def test_lines_typed_ahead_are_kept() -> None:
    with terminal("play", "--text", "rps", "--agent", "random", "--seed", "1") as screen:
        screen.until("> ")
        screen.type("moves\nrock\n")
        screen.until("No moves yet.")
        assert screen.end()[0] == 0
