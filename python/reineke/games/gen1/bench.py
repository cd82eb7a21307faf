"""The same battles on Showdown and on the engine, for speed."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from hashlib import blake2b

from reineke import _core
from reineke.game import GameError
from reineke.games.gen1 import showdown


@dataclass(frozen=True)
class Replayed:
    """What Showdown did with the battles."""

    turns_per_second: float
    signature: str
    """Of how all battles ended."""


def replay(scripts: _core.Gen1Scripts) -> Replayed:
    """Plays the battles on Showdown. Raises `GameError` if one ends otherwise than here."""
    showdown.version()
    done = subprocess.run(
        ["node", str(showdown.FOLDER / "speed.mjs")],
        input="\n".join(scripts.lines()),
        capture_output=True,
        text=True,
        timeout=showdown.PATIENCE,
    )
    if done.returncode:
        raise GameError(f"Node gave up: {showdown.complaint(done.stderr) or done.returncode}")
    found, ends = json.loads(done.stdout), scripts.ends()
    for number, (there, here) in enumerate(zip(found["ends"], ends, strict=True)):
        if there != here:
            raise GameError(f"battle {number} ends as {there!r} on Showdown, as {here!r} here")
    signature = blake2b("\n".join(ends).encode(), digest_size=8).hexdigest()
    return Replayed(found["turns"] / found["seconds"], signature)
