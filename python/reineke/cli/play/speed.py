"""spe_ed on a terminal: two cells to a character, so that a board of 60 x 60 takes thirty lines."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from reineke.cli.output import COLOURS
from reineke.games.speed.position import Position, read

ARROWS = "↑→↓←"
CRASHED = "grey54"
HEAD = "bright_white"
DEAD = "grey30"
UPPER, LOWER = "▀", "▄"


def speed(data: dict[str, Any], seat: int | None) -> Text:
    """The board with a colour per seat, heads white and dead ones dark; below it the players, the person's `seat`
    marked."""
    position = read(data)
    heads = {(player.x, player.y): HEAD if player.active else DEAD for player in position.players}
    edge = "─" * position.width
    lines = [Text(f"┌{edge}┐", style="dim")]
    for y in range(0, position.height, 2):
        line = Text().append("│", style="dim")
        for x in range(position.width):
            above, below = (_colour(position, heads, x, row) for row in (y, y + 1))
            line.append(*_pair(above, below))
        lines.append(line.append("│", style="dim"))
    lines.append(Text(f"└{edge}┘", style="dim"))
    gap = "the next round has gaps" if position.to_gap == 0 else f"{position.to_gap} more before gaps"
    lines.append(Text(f"round {position.round}, {gap}"))
    lines += [_player(position, one, own=one == seat) for one in range(len(position.players))]
    return Text("\n").join(lines)


def _colour(position: Position, heads: dict[tuple[int, int], str], x: int, y: int) -> str | None:
    if y >= position.height:
        return None
    if (x, y) in heads:
        return heads[x, y]
    cell = int(position.cells[y, x])
    return None if cell == 0 else CRASHED if cell < 0 else COLOURS[cell - 1]


def _pair(above: str | None, below: str | None) -> tuple[str, str]:
    """Two cells, one above the other, with their style; free ones show the terminal's own background."""
    if above is None:
        return (" ", "") if below is None else (LOWER, below)
    return UPPER, above if below is None else f"{above} on {below}"


def _player(position: Position, seat: int, *, own: bool) -> Text:
    player = position.players[seat]
    line = Text().append(f"■ Seat {seat}{' (you)' if own else ''}", style=f"bold {COLOURS[seat]}")
    if not player.active:
        return line.append(f"  out in round {position.died[seat]}", style="dim")
    return line.append(f"  {ARROWS[player.direction]} speed {player.speed} at {player.x},{player.y}")
