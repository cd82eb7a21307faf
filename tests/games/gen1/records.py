"""Recorded battles, as tests change them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data" / "gen1"
BATTLES, TEAMS = DATA / "battles.jsonl.gz", DATA / "teams.jsonl.gz"
FIXTURES = DATA / "fixtures"

Entry = dict[str, Any]


def entries(path: Path) -> Iterator[Entry]:
    with gzip.open(path) as file:
        yield from map(json.loads, file)


def short_battle() -> Entry:
    """The shortest of the first recorded ones of random play."""
    found = (entry for entry in entries(BATTLES) if entry["id"].startswith("su"))
    return min(islice(found, 20), key=lambda entry: len(entry["d"]))


def write(path: Path, *lines: Entry) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
