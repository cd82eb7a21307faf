"""Files of JSON lines, plain or compressed."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reineke.game import GameError


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and content of every line; raises `GameError` at the first that is no JSON object."""
    number = 0
    for number, line in enumerate(lines(path), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            raise GameError(f"{path}, line {number}: not JSON, or cut off") from None
        if not isinstance(entry, dict):
            raise GameError(f"{path}, line {number}: not a JSON object")
        yield number, entry
    if number == 0:
        raise GameError(f"{path}: an empty file")


def lines(path: Path) -> Iterator[bytes]:
    """The lines as they are; raises `GameError` if the file cannot be read."""
    try:
        with path.open("rb") as file:
            yield from gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GameError(f"{path}: cannot be read: {reason}") from error
