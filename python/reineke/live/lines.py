"""Files that grow by one JSON object a line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from reineke.game import GameError


class LineFile:
    """Appends one JSON object a line; the file is made at the first one."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.is_dir() or not os.access(self.path if self.path.exists() else self.path.parent, os.W_OK):
            raise GameError(f"{self.path}: cannot be written")

    def append(self, entry: dict[str, Any]) -> None:
        """One line more."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")
        except OSError as error:
            raise GameError(f"{self.path}: cannot be written: {error.strerror}") from error
