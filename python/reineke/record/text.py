"""Short texts for error messages."""

from __future__ import annotations

import json
from typing import Any


def one_line(text: str, limit: int = 300) -> str:
    """A text without line breaks, cut where it is very long."""
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def short(value: Any) -> str:
    """A value of a record as an error message quotes it."""
    return one_line(json.dumps(value, ensure_ascii=False, default=str), 60)
