"""A position as a picture: the dice and where they lie, the round, the sheets, what may be done and what a search
thinks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reineke.agent import Decision
from reineke.game import GameError
from reineke.games.clever.page import HEIGHT, WIDTH, Offer, Page, pill
from reineke.games.clever.panel import COLUMN, panel, said
from reineke.games.clever.paper import PASS, REROLL, ROUND_BONUSES
from reineke.games.clever.position import Die, Position, meaning, read
from reineke.games.clever.style import badge, die, shape, svg
from reineke.games.svg import Theme, number, text

PAD = 16.0
GAP = 16.0
HEAD = 158.0
SIDE = 36.0  # of a die
PITCH = 44.0
FIELDS = 3


def board(
    position: Mapping[str, Any] | str,
    *,
    spec: str = "clever",
    names: Sequence[str] | None = None,
    legal: Iterable[int] | None = None,
    decision: Decision | None = None,
    only: int | None = None,
    theme: Theme = "auto",
) -> str:
    """A position (`game.json(state)` or its text) of the game `spec` as SVG.

    `legal` frames the boxes and dice that may be chosen; `decision` is what the deciding seat thinks: the value of
    every option, or its share of a mixed strategy, at its box, and all of them in a column beside the sheets; `only`
    is the one seat whose sheet is drawn. Sheets
    have the ids `sheet-s`, boxes `area-s-n` (yellow 0 to 11, blue 2 to 12, tracks 0 to 10) with the attributes
    `data-marked` and `data-actions`, dice `die-colour`, options of a decision `option-a`.
    """
    place = read(position, spec)
    called = tuple(names) if names is not None else tuple(f"Seat {seat}" for seat in range(len(place.sheets)))
    if len(called) != len(place.sheets):
        raise GameError(f"names are {len(place.sheets)}, one per seat")
    known = {choice.action for choice in decision.choices} | {decision.action} if decision is not None else set()
    options = sorted({*(legal or ()), *known})
    offers = [_offer(action, decision) for action in options]
    shown = range(len(place.sheets)) if only is None else (only,)
    columns = 1 if len(shown) == 1 else 2
    rows = -(-len(shown) // columns)
    wide = columns * WIDTH + (columns - 1) * GAP
    tall = HEAD + rows * (HEIGHT + GAP)
    parts = [*_head(place, called, offers, wide)]
    boxes: dict[tuple[str, int], list[Offer]] = {}
    for offer in offers:
        what = meaning(place, offer.action)
        if what.area:
            boxes.setdefault((what.area, what.box), []).append(offer)
    for index, seat in enumerate(shown):
        moves = place.phase != "over" and seat == place.seat and len(place.sheets) > 1
        x, y = PAD + (index % columns) * (WIDTH + GAP), PAD + HEAD + GAP + (index // columns) * (HEIGHT + GAP)
        mine = boxes if seat == place.seat else {}
        parts += Page(seat, place.sheets[seat], place.options, place.round, called[seat], moves, mine, x, y).parts()
    width = wide + 2 * PAD
    if decision is not None:
        parts += panel(place, decision, width, PAD, tall)
        width += COLUMN + PAD
    return svg(width, tall + 2 * PAD, theme, _title(place, called), parts)


def _offer(action: int, decision: Decision | None) -> Offer:
    white = 16 <= action < 32
    colour = (
        "white"
        if white
        else "yellow"
        if action < 12
        else ("blue", "green", "orange", "purple")[max(0, action - 12) % 4]
    )
    words = "" if decision is None else said(decision, action)
    return Offer(action, colour if action < 32 else "", words, decision is not None and action == decision.action)


def _title(place: Position, names: Sequence[str]) -> str:
    points = ", ".join(f"{names[seat]} {sheet.score(place.options)}" for seat, sheet in enumerate(place.sheets))
    return f"Ganz schön clever, round {place.round} of {place.options.rounds}, {situation(place)}; points: {points}"


def situation(place: Position, names: Sequence[str] | None = None) -> str:
    """What is going on, in a few words."""
    several = len(place.sheets) > 1
    who = "" if not several else (names[place.seat] if names is not None else f"seat {place.seat}") + ": "
    sheet = place.sheet
    if sheet.pending:
        return f"{who}a {'yellow' if sheet.pending[0] == 'y' else 'blue'} cross to place"
    if place.phase == "roll":
        again = "" if not place.rerolls else f", re-rolled {place.rerolls}×" if place.rerolls > 1 else ", re-rolled"
        return f"{who}roll {place.roll} of 3{again}"
    words = {
        "plus": "extra dice (+1)",
        "tray": "the passive roll",
        "pass": "one die from the silver tray",
        "four": "the bonus of round 4",
        "over": "the game is over",
    }
    return words[place.phase] if place.phase == "over" else f"{who}{words[place.phase]}"


# The dice.


def _head(place: Position, names: Sequence[str], offers: Sequence[Offer], width: float) -> Iterator[str]:
    yield shape(PAD, PAD, width, HEAD, "cl-card", 14)
    left, right = PAD + 18, PAD + width - 18
    yield text(left, PAD + 32, f"Round {place.round}", size=21, classes="cl-bold", id="round")
    yield text(left + 104, PAD + 32, f"of {place.options.rounds}", size=14, classes="cl-soft")
    words = situation(place, names)
    yield text(left + 150, PAD + 32, words[:1].upper() + words[1:], size=15, classes="cl-bold", id="situation")
    for index in range(place.options.rounds):
        at = right - 14 - 34 * (place.options.rounds - 1 - index)
        yield from _round(place, index + 1, at, PAD + 27)
    groups = (("pool", 6), ("field", FIELDS), ("tray", 6))
    room = right - left - sum(slots for _, slots in groups) * PITCH
    gap, at = min(room / 2, 44.0), left
    able = {meaning(place, offer.action).die for offer in offers}
    for group, slots in groups:
        yield from _group(place, group, slots, at, PAD + 78, able)
        at += slots * PITCH + gap
    at = right
    for offer in reversed([offer for offer in offers if offer.action in (REROLL, PASS)]):
        label = "re-roll" if offer.action == REROLL else "pass"
        wide = 58.0 + 40 * bool(offer.words)
        at -= wide + 6
        known = {"id": f"button-{label}", "data_action": str(offer.action)}
        yield shape(at, PAD + HEAD - 30, wide, 23, "cl-hint", 8, **known)
        yield text(at + 29, PAD + HEAD - 14, label, size=13, classes="cl-bold", anchor="middle")
        if offer.words:
            yield pill(at + wide - 43, PAD + HEAD - 27, 39, offer)


def _round(place: Position, round_: int, x: float, y: float) -> Iterator[str]:
    """A place of the round track: its number, or what the round brings."""
    bonus = ROUND_BONUSES[round_ - 1] if place.options.bonuses else ""
    now, past = round_ == place.round, round_ < place.round
    yield f'<g id="round-{round_}" opacity="{"0.4" if past else "1"}">'
    if bonus:
        yield badge(x, y, bonus, earned=False, radius=12)
    else:
        yield f'<circle class="cl-slot" cx="{number(x)}" cy="{number(y)}" r="12"/>'
    classes = "cl-num cl-bold" if now else "cl-num cl-soft"
    yield text(x, y + 27, str(round_), size=12, classes=classes, anchor="middle")
    if now:
        yield f'<circle class="cl-hint" cx="{number(x)}" cy="{number(y)}" r="15"/>'
    yield "</g>"


def _group(place: Position, group: str, slots: int, x: float, y: float, able: set[str]) -> Iterator[str]:
    found = place.lying(group)  # type: ignore[arg-type]
    left_over = group == "pool" and place.phase in ("pass", "plus", "over") and bool(place.lying("rest"))
    if left_over:
        found = place.lying("rest")
    words = {"pool": "Not offered" if left_over else "Rolled", "field": "Chosen", "tray": "Silver tray"}[group]
    yield text(x + 2, y - 8, words, size=12, classes="cl-soft")
    width = slots * PITCH
    if group == "tray":
        yield shape(x - 4, y - 2, width + 2, SIDE + 8, "cl-tray", 22)
    if group == "field":
        for slot in range(slots):
            yield shape(x + PITCH * slot, y + 2, SIDE, SIDE, "cl-slot", 8)
    inset = 6.0 if group == "tray" else 0.0
    for slot, one in enumerate(one for one in found if one.face is not None or one.air):
        yield from _die(place, one, x + inset + (PITCH - inset / 3) * slot, y + 2, one.colour in able, left_over)


def _die(place: Position, one: Die, x: float, y: float, able: bool, faint: bool) -> Iterator[str]:
    used = one.colour[0] in place.sheet.used
    weak = ' opacity="0.45"' if (faint and not able) or used else ""
    yield f"<g{weak}>{die(x, y, SIDE, one.colour, one.face, id=f'die-{one.colour}', data_place=one.place)}</g>"
    if able:
        yield shape(x - 3, y - 3, SIDE + 6, SIDE + 6, "cl-hint", 10)
