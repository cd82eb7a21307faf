"""The column beside the board: the round, the players, and what a search thinks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reineke.agent import Decision
from reineke.games.speed.flood import FRONT
from reineke.games.speed.position import GAP_EVERY, GAP_SPEED, WORDS, Board, Position
from reineke.games.speed.style import head
from reineke.games.svg import figure, number, short, text

COLUMN = 284.0
PAD = 18.0
ROW = 46.0
SIGNS = dict(zip(WORDS, "↑↰↱+−", strict=True))
"""How a word is written in a line."""
LINES = 3


@dataclass(frozen=True)
class Shown:
    """What is drawn on the board besides trails and heads."""

    regions: Board | None = None
    decision: Decision | None = None
    seat: int | None = None
    """Who decides."""
    window: bool = False


def panel_height(position: Position, shown: Shown) -> float:
    """How tall the column is."""
    tall = 84 + ROW * len(position.players) + (58 if shown.regions is not None else 0)
    if shown.decision is not None:
        tall += 50 + (22 + 20 * len(_wrapped(shown.decision)) if shown.decision.line else 0)
    return tall + 22 * len(list(_keys(position, shown))) + 12


def panel(position: Position, x: float, y: float, tall: float, names: Sequence[str], shown: Shown) -> Iterator[str]:
    """The column, its upper left corner at (x, y)."""
    shape = f'x="{number(x)}" y="{number(y)}" width="{number(COLUMN)}" height="{number(tall)}" rx="12"'
    yield f'<rect class="sp-card" {shape}/>'
    left, right, line = x + PAD, x + COLUMN - PAD, y + 34
    yield text(left, line, f"Round {position.round}", size=18, classes="sp-bold sp-num", id="round")
    yield from _gap(position, left, right, line)
    line += 56
    regions = shown.regions
    if regions is not None:
        yield from _shares(regions, left, right, line + 10)
        line += 58
    for seat, player in enumerate(position.players):
        yield from _player(position, seat, names[seat], left, line)
        if regions is not None and player.active:
            cells = str(int((regions == seat).sum()))
            yield text(right, line + 5, cells, size=14, classes="sp-num sp-bold", anchor="end", id=f"cells-{seat}")
        line += ROW
    if shown.decision is not None:
        yield from _search(shown.decision, shown.seat, left, right, line - 4)
    keys = list(_keys(position, shown))
    for index, (sign, words) in enumerate(keys):
        base = y + tall - 18 - 22 * (len(keys) - 1 - index)
        yield f'<g transform="translate({number(left + 8)} {number(base - 4)})">{sign}</g>'
        yield text(left + 26, base, words, size=12, classes="sp-soft")


def _keys(position: Position, shown: Shown) -> Iterator[tuple[str, str]]:
    """The signs that are on the board, each drawn around (0, 0), with what they mean."""
    if shown.regions is not None:
        yield '<path class="sp-fronts" d="M0-5l5 5l-5 5l-5-5z"/>', "two or more are there first"
    if (position.cells == -1).any():
        cross = '<path class="sp-cross" stroke-width="1.6" d="M-3-3l6 6m0-6l-6 6"/>'
        yield f'<rect class="sp-crash" x="-6" y="-6" width="12" height="12"/>{cross}', "entered more than once"
    if shown.window:
        yield '<rect class="sp-window sp-small" x="-8" y="-5" width="16" height="10" rx="2"/>', "what is searched"
    dots = '<circle class="sp-soft" r="3"/><circle class="sp-soft" r="3" cx="8"/>'
    yield f'<path class="sp-key" stroke-width="2" d="M-8 0h16"/>{dots}', "the next move straight on"
    if position.to_gap == 0 and any(one.active and one.speed >= GAP_SPEED for one in position.players):
        yield '<circle class="sp-pip" r="3.5"/>', "cells that it jumps"


def _gap(position: Position, left: float, right: float, line: float) -> Iterator[str]:
    """The six rounds of a cycle, those already played filled, the last one the gap round."""
    alive = len(position.active)
    if alive == 0 or (alive == 1 and len(position.players) > 1):
        words = "game over"
    elif position.to_gap == 0:
        words = "the next round has gaps"
    else:
        words = f"{position.to_gap} more before gaps"
    yield text(left, line + 22, words, size=12, classes="sp-soft", id="gap")
    done = position.round % GAP_EVERY
    for index in range(GAP_EVERY):
        at = right - 4 - 14 * (GAP_EVERY - 1 - index)
        last = index == GAP_EVERY - 1
        if last:
            yield f'<circle class="sp-pip" cx="{number(at)}" cy="{number(line - 6)}" r="5" stroke-dasharray="3 2.2"/>'
        else:
            fill = "sp-soft" if index < done else "sp-pip"
            yield f'<circle class="{fill}" cx="{number(at)}" cy="{number(line - 6)}" r="3.5"/>'


def _shares(regions: Board, left: float, right: float, line: float) -> Iterator[str]:
    """All free cells as one bar: each seat's own, and what is contested."""
    total = max(1, int((regions >= FRONT).sum()))
    at = left
    yield text(left, line - 8, "Territory", size=12, classes="sp-soft")
    fronts = int((regions == FRONT).sum())
    yield text(right, line - 8, f"{fronts} contested", size=12, classes="sp-soft sp-num", anchor="end", id="contested")
    for seat in (int(one) for one in np.unique(regions[regions >= 0])):
        wide = (right - left) * int((regions == seat).sum()) / total
        where = f'x="{number(at)}" y="{number(line)}" width="{number(wide)}" height="9"'
        yield f'<rect class="sp-p{seat}" {where}/>'
        at += wide
    rest = right - at
    if rest > 0.5:
        where = f'x="{number(at)}" y="{number(line)}" width="{number(rest)}" height="9"'
        yield f'<rect class="sp-fronts" {where}/>'


def _player(position: Position, seat: int, name: str, left: float, line: float) -> Iterator[str]:
    player = position.players[seat]
    yield f'<g id="player-{seat}">'
    yield head(left + 11, line, seat, player.direction, 10, active=player.active)
    cells = int((position.cells == seat + 1).sum())
    status = f"speed {player.speed} · {cells} cells"
    if not player.active:
        status = f"out in round {position.died[seat]} · {cells} cells"
    dim = "" if player.active else " sp-soft"
    yield text(
        left + 32,
        line - 2,
        short(name, 22 if player.active else 25),
        size=13,
        classes=f"sp-bold{dim}",
        id=f"name-{seat}",
    )
    yield text(left + 32, line + 14, status, size=11.5, classes="sp-soft sp-num", id=f"status-{seat}")
    yield "</g>"


def _search(decision: Decision, seat: int | None, left: float, right: float, line: float) -> Iterator[str]:
    yield f'<path class="sp-rule" d="M{number(left)},{number(line - 18)} H{number(right)}"/>'
    word = WORDS[decision.action] if decision.action < len(WORDS) else "?"
    who = "" if seat is None else f"Seat {seat}: "
    yield text(left, line + 6, who + word, size=13, classes="sp-bold", id="decision")
    facts = [f"depth {decision.depth}"]
    if decision.nodes:
        facts.append(f"{decision.nodes:,} nodes".replace(",", " "))
    yield text(left, line + 26, " · ".join(facts), size=12, classes="sp-soft sp-num", id="depth")
    if decision.value is not None:
        yield text(right, line + 6, figure(decision.value), size=14, classes="sp-num", anchor="end", id="value")
    if not decision.line:
        return
    yield text(left, line + 48, "Expected", size=12, classes="sp-soft")
    for index, words in enumerate(_wrapped(decision)):
        yield text(left, line + 68 + 20 * index, words, size=12, classes="sp-num", id=f"line-{index}")


def _wrapped(decision: Decision) -> list[str]:
    """The expected line in signs, over a few lines; what is left over is an ellipsis."""
    signs = []
    for entry in decision.line:
        owner, _, word = entry.rpartition(":")
        signs.append((f"{owner}:" if owner else "") + SIGNS.get(word, word))
    rows, current = [], ""
    for sign in signs:
        if len(current) + len(sign) + 1 > 30:
            rows.append(current)
            current = ""
        current = f"{current}  {sign}" if current else sign
    rows.append(current)
    return rows if len(rows) <= LINES else [*rows[: LINES - 1], rows[LINES - 1] + " …"]
