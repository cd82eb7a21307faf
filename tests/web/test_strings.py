"""The page's words: both languages are complete, and nothing is asked for that is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path

from reineke.web.analyses import STRENGTHS
from reineke.web.levels import LEVELS
from reineke.web.room import Refused

FOLDER = Path("python/reineke/web")
TABLES = {name: json.loads((FOLDER / "static" / f"{name}.json").read_text("utf-8")) for name in ("en", "de")}
TABLED = {"words", "phrases"}
"""Entries that are no strings of the page's own."""
MADE = {f"{kind}.{level}" for kind in ("level", "short") for level in LEVELS} | {
    f"theme.{name}" for name in ("auto", "light", "dark")
}
MADE |= {f"strength.{name}" for name in STRENGTHS} | {f"measure.{name}" for name in ("share", "points", "outcome")}


def test_both_languages_have_the_same_strings_with_the_same_places() -> None:
    english, german = TABLES["en"], TABLES["de"]
    assert english.keys() == german.keys()
    for key in english.keys() - TABLED:
        assert english[key], key
        assert german[key], key
        assert sorted(re.findall(r"\{\w+\}", english[key])) == sorted(re.findall(r"\{\w+\}", german[key])), key


def used() -> set[str]:
    scripts = "".join(path.read_text("utf-8") for path in (FOLDER / "static").glob("*.js"))
    return set(re.findall(r"""\bt\(["']([\w.-]+)["']""", scripts)) | set(re.findall(r"\bbutton\(\"(\w+)\"", scripts))


def test_every_string_that_the_page_asks_for_is_there() -> None:
    asked = {key if "." in key or key in TABLES["en"] else f"player.{key}" for key in used()} | MADE
    assert asked - TABLES["en"].keys() == set()


def test_every_refusal_of_the_server_has_its_words() -> None:
    assert issubclass(Refused, Exception)
    source = "".join((FOLDER / f"{name}.py").read_text("utf-8") for name in ("room", "socket", "hall"))
    keys = set(re.findall(r'"(error\.[\w-]+)"', source))
    assert len(keys) > 8
    assert keys - TABLES["en"].keys() == set()


def test_no_string_is_left_that_nobody_asks_for() -> None:
    scripts = "".join(path.read_text("utf-8") for path in (FOLDER / "static").glob("*.js"))
    made = ("about.", "pace.", "level.", "short.", "theme.", "player.", "error.", "strength.", "measure.", "part.")
    idle = [key for key in TABLES["en"] if f'"{key}"' not in scripts and not key.startswith((*made, "column."))]
    assert set(idle) <= TABLED
