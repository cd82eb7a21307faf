"""Drawings on their way to a page: an SVG as a tree in which every element has an id, and what changes from one tree to
the next, by id.

Elements that a drawing names keep their names; the others are named after their parent, tag and place, so that equal
drawings have equal names. Style sheets travel beside the tree, and nothing that could run or load anything travels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

NAMESPACE = "http://www.w3.org/2000/svg"
ROOT = "drawing"
DROPPED = {"script", "foreignObject", "iframe", "image", "a", "animate", "set"}
WORTH = 0.6
"""Changes longer than this share of the whole drawing are not worth it: the whole is sent."""

PLAIN = re.compile(r"[\w .,:%()+-]*").fullmatch

Change = list[Any]
"""`["set", id, {attribute: value or None}]`, `["text", id, words]`, `["cut", id]`, `["add", parent, id before it or "",
xml]` or `["put", id, xml]`."""


@dataclass(frozen=True)
class Picture:
    """A drawing: its tree, its style sheet, and about how many letters it has."""

    root: ElementTree.Element
    css: str
    size: int
    number: int = field(default_factory=count().__next__)
    """Another for every picture."""

    @cached_property
    def svg(self) -> str:
        """Its text without styles."""
        return write(self.root, outer=True)


def read(svg: str) -> Picture:
    """The picture behind an SVG."""
    root = ElementTree.fromstring(svg)
    sheets = _clean(root)
    _name(root)
    css = "\n".join(sheets)
    return Picture(root, css, len(svg) - len(css))


def _clean(element: ElementTree.Element) -> list[str]:
    """Strips namespaces, styles and all that is not for looking at; returns the style sheets."""
    sheets = []
    element.tag = element.tag.rpartition("}")[2]
    for name in list(element.attrib):
        if "}" in name or name.startswith("on") or name in ("style", "href"):
            del element.attrib[name]
    for child in list(element):
        tag = child.tag.rpartition("}")[2]
        if tag == "style":
            sheets.append(child.text or "")
        if tag == "style" or tag in DROPPED:
            element.remove(child)
        else:
            sheets += _clean(child)
    return sheets


def _name(root: ElementTree.Element) -> None:
    taken = {element.get("id") for element in root.iter()}
    seen: set[str] = set()
    root.set("id", ROOT)

    def below(parent: ElementTree.Element) -> None:
        counts: dict[str, int] = {}
        for child in parent:
            name = child.get("id")
            if name is None or name in seen:
                counts[child.tag] = counts.get(child.tag, 0) + 1
                name = f"{parent.get('id')}.{child.tag}{counts[child.tag]}"
                while name in taken or name in seen:
                    name += "_"
                child.set("id", name)
            seen.add(name)
            below(child)

    below(root)


def write(element: ElementTree.Element, *, outer: bool = False) -> str:
    """An element as text."""
    attributes = "".join([f" {name}={_quoted(value)}" for name, value in element.attrib.items()])
    space = f' xmlns="{NAMESPACE}"' if outer else ""
    inside = escape((element.text or "").strip()) + "".join([write(child) for child in element])
    if not inside:
        return f"<{element.tag}{space}{attributes}/>"
    return f"<{element.tag}{space}{attributes}>{inside}</{element.tag}>"


def _quoted(value: str) -> str:
    """An attribute's value; most have nothing that would need care."""
    return f'"{value}"' if PLAIN(value) else quoteattr(value)


def changes(old: Picture, new: Picture) -> list[Change] | None:
    """What makes the old picture the new one; None if that is not worth it, or the style sheets differ."""
    if old is new:
        return []
    if old.css != new.css:
        return None
    found, size = list[Change](), 0
    for change in _compare(old.root, new.root):
        found.append(change)
        size += sum(len(str(part)) for part in change)
        if size > WORTH * new.size:
            return None
    # What has moved to another parent is cut there before it is added here: at no time do two have the same id.
    return sorted(found, key=lambda change: change[0] != "cut")


def _compare(old: ElementTree.Element, new: ElementTree.Element) -> Iterator[Change]:
    name = new.attrib["id"]
    if old.attrib != new.attrib:
        gone = dict.fromkeys(key for key in old.attrib if key not in new.attrib)
        yield ["set", name, {**gone, **{key: value for key, value in new.items() if old.get(key) != value}}]
    words = (new.text or "").strip()
    if (old.text or "").strip() != words:
        if len(old) or len(new):
            yield ["put", name, write(new)]
            return
        yield ["text", name, words]
    yield from _children(old, new)


def _children(old: ElementTree.Element, new: ElementTree.Element) -> Iterator[Change]:
    before = {child.attrib["id"]: child for child in old}
    after = {child.attrib["id"]: child for child in new}
    kept = [key for key, child in before.items() if key in after and after[key].tag == child.tag]
    if kept != [key for key, child in after.items() if key in before and before[key].tag == child.tag]:
        yield ["put", new.attrib["id"], write(new)]
        return
    stays = set(kept)
    for key in before:
        if key not in stays:
            yield ["cut", key]
    last = ""
    for key, child in after.items():
        if key in stays:
            yield from _compare(before[key], child)
        else:
            yield ["add", new.attrib["id"], last, write(child)]
        last = key
