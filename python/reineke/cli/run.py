"""From arguments to an exit code: calls a verb, and turns what it raises into one line."""

from __future__ import annotations

import os
import sys
import traceback

import click
from click.shell_completion import shell_complete

from reineke.cli.verbs import reineke
from reineke.game import GameError

COMPLETE = "_REINEKE_COMPLETE"
"""The variable through which shells ask for completions."""


def run(arguments: list[str]) -> int:
    """The exit code of the command with these arguments."""
    if instruction := os.environ.get(COMPLETE):
        return shell_complete(reineke, {}, "reineke", COMPLETE, instruction)
    debug = "--debug" in arguments
    try:
        with reineke.make_context("reineke", [word for word in arguments if word != "--debug"]) as context:
            code = reineke.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return _flushed(leave.exit_code)
    except SystemExit:
        raise
    except BaseException as error:
        if debug and not isinstance(error, BrokenPipeError | click.Abort | KeyboardInterrupt):
            traceback.print_exc()
        words, code = explain(error)
        if isinstance(error, BrokenPipeError):
            _silence()
        else:
            from reineke.record.text import one_line

            begin = "\n" if code == 130 and sys.stderr.isatty() else ""  # the terminal has written ^C
            print(f"{begin}reineke: {one_line(words, 600)}", file=sys.stderr)
        return code


def explain(error: BaseException) -> tuple[str, int]:
    """What is said of an error, and the exit code."""
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return "interrupted", 130
    if isinstance(error, BrokenPipeError):
        return "", 141
    if isinstance(error, click.UsageError):
        verb = error.ctx.command_path if error.ctx is not None else "reineke"
        return f"{error.format_message().rstrip('.')} (see {verb} --help)", 2
    if isinstance(error, click.ClickException):
        return error.format_message(), 2
    if isinstance(error, GameError):
        return str(error), 2
    if isinstance(error, OSError) and error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}", 2
    return f"internal error, {type(error).__name__}: {error} (--debug shows where)", 1


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return 141
    return code


def _silence() -> None:
    """Nobody reads us any more: what is still in the buffers goes nowhere, also when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
