"""Replay pages: one HTML file with everything in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

from reineke.games.svg import printable


def fill(package: str, title: str, data: Any) -> str:
    """A package's `replay.html` with its title, its data and the script that steps through a game."""
    # A script ends at the first "</script", wherever it stands.
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script = files("reineke.games").joinpath("player.js").read_text("utf-8")
    parts = {"title": escape(printable(title)), "player": script.rstrip(), "data": text}
    page = files(package).joinpath("replay.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], page)


def pictures(title: str, frames: Iterable[tuple[str, str, str]]) -> str:
    """A page of drawings, each with a sentence in bold and one behind it. A line that many drawings share is kept once:
    from one to the next only a few change."""
    known: dict[str, int] = {}
    kept = [
        {
            "lines": [known.setdefault(line, len(known)) for line in picture.splitlines()],
            "what": printable(what),
            "more": printable(more),
        }
        for picture, what, more in frames
    ]
    return fill("reineke.games", title, {"lines": list(known), "frames": kept})
