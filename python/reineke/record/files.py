"""Files of records: one line per game, `.gz` too for reading."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

from reineke.game import GameError
from reineke.record.form import FORMAT, Record

_BEGIN = f'{{"format":{FORMAT},'.encode()
"""What every line of ours begins with."""


def read_records(path: str | Path, *, skip_partial: bool = False) -> Iterator[Record]:
    """The records of a file, in order. Raises `GameError`, naming the line, at the first that is none.

    A killed run leaves at most one incomplete line, the last; `skip_partial` passes over it.
    """
    path = Path(path)
    number = 0
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = Record.parse(line)
        except GameError as error:
            if skip_partial and not line.endswith(b"\n") and _could_be_ours(line):
                return
            raise GameError(f"{path}, line {number}: {error}") from error
        yield record
    if number == 0:
        raise GameError(f"{path}: an empty file")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GameError(f"{path}: cannot be read: {reason}") from error


def _could_be_ours(line: bytes) -> bool:
    return line.startswith(_BEGIN) or _BEGIN.startswith(line)


class RecordWriter:
    """Appends records to a file, one flushed line at a time.

    A file that exists must hold records; `present` are the games in it, by block key and rotation. Nothing is changed
    before the first `write`, which also cuts off an incomplete last line, left by a killed run.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.suffix == ".gz":
            raise GameError(f"{self.path}: records are written as plain text; compress the file afterwards")
        self.present: set[tuple[str, str]] = set()
        if self.path.exists() and self.path.stat().st_size:
            for record in read_records(self.path, skip_partial=True):
                self.present.add((str(record.seeds.get("key")), str(record.seeds.get("rotation"))))
        if not os.access(self.path if self.path.exists() else self.path.parent, os.W_OK):
            raise GameError(f"{self.path}: cannot be written")
        self._file: IO[bytes] | None = None

    def write(self, line: str) -> None:
        """Appends one record, in text form."""
        try:
            if self._file is None:
                self._file = self.path.open("ab+")
                _mend(self._file)
            self._file.write(line.encode("utf-8") + b"\n")
            self._file.flush()
        except OSError as error:
            raise GameError(f"{self.path}: cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Ends the writing."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _mend(file: IO[bytes]) -> None:
    """Makes the file end with a line end: a complete last line gets one, an incomplete one goes."""
    begin, last = _last_line(file)
    if not last:
        return
    try:
        Record.parse(last)
    except GameError:
        file.truncate(begin)
    else:
        file.write(b"\n")


def _last_line(file: IO[bytes]) -> tuple[int, bytes]:
    """Where what follows the last line end begins, and its text."""
    begin = file.seek(0, os.SEEK_END)
    tail = b""
    while begin and b"\n" not in tail:
        step = min(65536, begin)
        begin = file.seek(begin - step)
        tail = file.read(step) + tail
    cut = tail.rfind(b"\n") + 1
    return begin + cut, tail[cut:]
