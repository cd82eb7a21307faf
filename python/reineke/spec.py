"""Specs: how people name games and agents, `name(key=value, other)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reineke.game import GameError

_NAME = re.compile(r"[A-Za-z0-9_+.\-/~]+(:[A-Za-z_][A-Za-z0-9_]*)?")


@dataclass(frozen=True)
class Spec:
    """A parsed spec: `mcts(nodes=2000)` has the name `mcts` and one option."""

    name: str
    args: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        inside = [*self.args, *(f"{key}={value}" for key, value in self.options.items())]
        return f"{self.name}({','.join(inside)})" if inside else self.name


def parse(text: str) -> Spec:
    """Reads a spec; raises `GameError` with one line for anything else.

    >>> parse("maxn(depth=7, cut=seed)").options
    {'depth': '7', 'cut': 'seed'}
    """
    stripped = text.strip()
    match = _NAME.match(stripped)
    if match is None:
        raise GameError(f"malformed spec {text!r}: expected a name, or name(key=value,...)")
    name, rest = match.group(), stripped[match.end() :]
    if not rest:
        return Spec(name)
    if not (rest.startswith("(") and rest.endswith(")")):
        raise GameError(f"malformed spec {text!r}: expected name(key=value,...)")
    args: list[str] = []
    options: dict[str, str] = {}
    for part in _split(rest[1:-1], text):
        key, equals, value = part.partition("=")
        key, value = key.strip(), value.strip()
        if not equals:
            args.append(key)
        elif not key or not value:
            raise GameError(f"malformed spec {text!r}: {part.strip()!r} is not key=value")
        elif key in options:
            raise GameError(f"malformed spec {text!r}: {key} is given twice")
        else:
            options[key] = value
    return Spec(name, tuple(args), options)


def _split(inside: str, text: str) -> list[str]:
    """Splits at commas outside brackets."""
    parts, depth, current = [], 0, ""
    for char in inside:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
        if char == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    if depth != 0:
        raise GameError(f"malformed spec {text!r}: brackets do not match")
    parts.append(current)
    if not inside.strip():
        return []
    if any(not part.strip() for part in parts):
        raise GameError(f"malformed spec {text!r}: an empty option")
    return parts
