"""Positions on a terminal: some games in colours and words of their own, every other as it draws itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Protocol

from rich.text import Text

from reineke.arena.people import Step, Table
from reineke.cli.output import COLOURS
from reineke.cli.play import clever, gen1
from reineke.game import Game, View
from reineke.games.native import NativeGame, is_family

SAWHIAN = ("Blue", "Orange", "Green", "Purple")
"""Players by colour, as in the drawings."""
ARROWS = "↑→↓←"
SIZE = 7


def names(game: Game, *, colour: bool) -> tuple[str, ...]:
    """What the seats are called: by colours only where these can be seen."""
    if colour and is_family(game, "sawhian"):
        return SAWHIAN
    return tuple(f"Seat {seat}" for seat in range(game.seats))


def board(game: Game, state: Any, view: View | None, before: Any = None, *, colour: bool) -> Text:
    """A position as the person may see it; `view` is None where nothing is to be hidden (any more). What has changed
    since `before` is marked, where the drawing can show it."""
    own = voice(game)
    if own is not None:
        return own.board(game, state, view)
    if view is not None and game.hidden:
        return Text(view.text)
    if colour and is_family(game, "speed"):
        from reineke.cli.play.speed import speed

        return speed(game.json(state), view.seat if view else None)
    if colour and is_family(game, "sawhian"):
        old = None if before is None else game.json(before)
        return _sawhian(game.json(state), old, view.seat if view else None, view.legal if view else ())
    return Text(game.board(state).rstrip("\n"))


def points(game: Game, state: Any, view: View | None) -> Text | None:
    """The score so far, where there is one to show."""
    shown = tuple(game.points(state))
    if (
        (view is not None and game.hidden)
        or not any(shown)
        or is_family(game, "sawhian")
        or is_family(game, "speed")
        or voice(game) is not None
    ):
        return None
    called = names(game, colour=False)
    parts = [(f"{called[seat]} {shown[seat]:g}", COLOURS[seat % len(COLOURS)]) for seat in range(game.seats)]
    return Text("Points: ") + Text(", ").join(Text(words, style=style) for words, style in parts)


class Voice(Protocol):
    """A module that has words of its own for everything in a game."""

    LEGEND: str

    def board(self, game: Game, state: Any, view: View | None) -> Text: ...
    def options(self, view: View, *, whole: bool = False) -> Iterable[Text]: ...
    def words(self, view: View, action: int) -> str: ...
    def understand(self, view: View, words: str) -> int | None: ...
    def tell(self, table: Table, step: Step, called: Callable[[int], Text]) -> Iterator[Text]: ...


_VOICES: dict[str, Voice] = {"clever": clever, "gen1": gen1}


def voice(game: Game) -> Voice | None:
    """The words of a game that has its own."""
    return _VOICES.get(game.family) if isinstance(game, NativeGame) else None


def _sawhian(position: dict[str, Any], before: dict[str, Any] | None, seat: int | None, legal: Collection[int]) -> Text:
    """The board with Blue at the bottom: everybody moves away from his own side. Marked are the stones (▸) and cells
    (+) that the person may play, and, underlined, the stones that have come to where they are since `before`."""
    rows, left, right = position["board"].split("/"), _facts(position, 1), _facts(position, 3)
    old = rows if before is None else before["board"].split("/")
    margin = max(text.cell_len for text in left) + 2
    lines = [_pad(Text(), margin + 4) + Text("  ").join(_facts(position, 2))]
    for y in reversed(range(SIZE)):
        near, far = (left[5 - y], right[5 - y]) if 3 <= y <= 5 else (Text(), Text())
        line = _pad(near, margin) + Text(f"{y + 1} ", style="dim")
        for x in range(SIZE):
            line += _cell(rows[y][x], seat, 7 * x + y in legal, rows[y][x] != old[y][x])
        lines.append(line + Text("  ") + far)
    lines.append(_pad(Text(), margin + 2) + Text("".join(f" {letter} " for letter in "abcdefg"), style="dim"))
    lines.append(_pad(Text(), margin + 4) + Text("  ").join(_facts(position, 0)))
    return Text("\n").join(lines)


def _cell(mark: str, seat: int | None, legal: bool, new: bool) -> Text:
    if mark == ".":
        return Text(" + ", style=f"bold {COLOURS[seat]}") if legal and seat is not None else Text(" · ", style="dim")
    style = f"bold black on {COLOURS[int(mark)]}"
    return Text.assemble(("▸" if legal else " ", style), (mark, f"{style} underline" if new else style), (" ", style))


def _facts(position: dict[str, Any], player: int) -> tuple[Text, Text, Text]:
    """Who it is, and how he stands."""
    mover = " reverse" if position["mover"] == player else ""
    name = Text.assemble((f"{ARROWS[player]} {SAWHIAN[player]} ({player})", f"bold {COLOURS[player]}{mover}"))
    if not position["alive"][player]:
        name.append(" out", style="dim")
    return name, Text(f"{position['hand'][player]} in hand"), Text(f"{position['points'][player]} of 7 home")


def _pad(text: Text, width: int) -> Text:
    return Text().append_text(text).append(" " * (width - text.cell_len))
