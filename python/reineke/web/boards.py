"""Positions as a page shows them: every game drawn as SVG from one seat's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reineke.agent import Decision
from reineke.analysis.account import choice_of
from reineke.game import Game, GameError, View
from reineke.games.native import NativeGame
from reineke.games.svg import Style, Theme, text
from reineke.record import Played

SIZE, LEADING, PAD = 18.0, 25.0, 20.0
LETTER = 0.602 * SIZE

_plain = Style(
    "plain",
    "pl",
    {"paper": "#ffffff", "ink": "#26231d"},
    {"paper": "#17181b", "ink": "#eceae4"},
    """
text { font-family: "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace; fill: var(--pl-ink); }
.pl-paper { fill: var(--pl-paper); }
""",
).svg


@dataclass(frozen=True)
class Look:
    """A position and whoever looks at it."""

    game: Game
    state: Any
    names: Sequence[str]
    view: View | None
    """Where seats know different things, all that may be shown; None: everything."""
    seat: int | None
    """Whose sheet comes first, and whose choices are offered."""
    offers: tuple[int, ...] = ()
    """The actions that the seat may choose now."""
    last: Played | None = None
    """The turn that led here."""
    narrow: bool = False
    """There is little room: a phone."""
    theme: Theme = "auto"
    overlay: bool = False
    """Territories of spe_ed are shown."""
    thought: tuple[int, Decision] | None = None
    """A seat and what it should do here, which is drawn where a game can."""


def draw(look: Look) -> str:
    """The SVG."""
    if isinstance(look.game, NativeGame) and look.game.family in _DRAWN:
        return _DRAWN[look.game.family](look)
    picture = look.game.draw(look.state) if not look.game.hidden else None
    return _text(look) if picture is None else picture


def _text(look: Look) -> str:
    """A game that draws itself in letters."""
    words = look.game.board(look.state) if look.view is None else look.view.text
    rows = words.rstrip("\n").expandtabs().split("\n")
    width = max(240.0, LETTER * max(map(len, rows)) + 2 * PAD)
    parts = [
        text(
            PAD + LETTER * found.start(),
            PAD + SIZE + LEADING * row,
            found[0],
            size=SIZE,
            id=f"word-{row}-{found.start()}",
        )
        for row, line in enumerate(rows)
        for found in re.finditer(r"\S+", line)
    ]
    return _plain(width, 2 * PAD + LEADING * len(rows), look.theme, f"{look.game.spec}: {rows[0]}", parts)


def _sawhian(look: Look) -> str:
    from reineke.games.sawhian.draw import board

    document = look.game.json(look.state)
    more: dict[str, Any] = {"legal": look.offers or None, "names": look.names, "theme": look.theme}
    if look.thought is not None:
        decision = look.thought[1]
        best = choice_of(decision, decision.action)
        more |= {"values": None if best is None else best.values, "depth": decision.depth}
    if look.last is not None and look.last.actions:
        try:
            return board(document, last=look.last.actions[0], **more)
        except GameError:
            pass  # a position that was typed in need not look as if the move had been played
    return board(document, **more)


def _speed(look: Look) -> str:
    from reineke.games.speed.draw import board

    document = look.game.json(look.state)
    seat, offers, decision = look.seat, look.offers, None
    if look.thought is not None:
        offers = offers if look.thought[0] == seat else ()
        seat, decision = look.thought
    more: dict[str, Any] = {"territory": look.overlay, "decision": decision, "seat": seat, "offers": offers}
    return board(document, names=look.names, column=False, theme=look.theme, **more)


def _clever(look: Look) -> str:
    from reineke.games.clever.draw import board

    only = (look.seat or 0) if look.narrow or look.game.seats > 2 else None
    document = look.game.json(look.state)
    more: dict[str, Any] = {"legal": look.offers, "only": only, "decision": look.thought and look.thought[1]}
    return board(document, spec=look.game.spec, names=look.names, theme=look.theme, **more)


def _gen1(look: Look) -> str:
    from reineke.games.gen1.draw import picture

    names = {action: look.game.action_text(action) for action in look.offers}
    switches = {words.removeprefix("switch "): a for a, words in names.items() if words.startswith("switch ")}
    info = None if look.view is None else look.view.info
    return picture(look.state, info=info, names=look.names, switches=switches, column=False, theme=look.theme)


_DRAWN: dict[str, Callable[[Look], str]] = {"sawhian": _sawhian, "speed": _speed, "clever": _clever, "gen1": _gen1}
