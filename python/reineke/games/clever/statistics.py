"""What sort of game somebody plays: points, boxes and bonuses by area, actions used, passes, and the order of areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, pstdev
from typing import Any

from reineke.game import Game
from reineke.games.clever.paper import AREAS, LOTS, PASS, REROLL, YELLOW_COLUMNS
from reineke.games.clever.position import Position, effects, meaning, read
from reineke.games.clever.rating import BANDS
from reineke.games.clever.sheet import Event, Marking, Sheet

WAYS = ("pick", "passive", "plus", "bonus", "choice")
"""How a box comes to be marked: by a die of the own turn, one of the tray, an extra die (+1), a bonus that fills the
next box, a cross of choice."""
PASSES = ("forced", "declined", "kept")
"""forced: nothing else was legal; declined: a die could be marked or the dice rolled again; kept: a +1 phase was left
though an extra die could be used."""


@dataclass
class Facts:
    """One seat's game."""

    score: int = 0
    areas: dict[str, int] = field(default_factory=dict)
    boxes: dict[str, int] = field(default_factory=dict)
    foxes: int = 0
    fox_points: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    bonuses: Counter[str] = field(default_factory=Counter)
    """Earned, by kind, those of the rounds left out."""
    lost: Counter[str] = field(default_factory=Counter)
    """Earned without a box to put them."""
    rerolls: int = 0
    """Used, as are the extra dice."""
    pluses: int = 0
    left: dict[str, int] = field(default_factory=dict)
    """Re-rolls (RR) and extra dice (+1) that were never used."""
    passes: Counter[str] = field(default_factory=Counter)
    columns: Counter[int] = field(default_factory=Counter)
    """Yellow columns completed, by their points."""
    order: list[str] = field(default_factory=list)
    """The area of every mark, in order."""
    decisions: int = 0


def facts(game: Game, positions: Iterable[tuple[Any, Sequence[tuple[int, int]]]]) -> list[Facts]:
    """Per seat what a game was like. `positions` are all states with the actions (seat, action) chosen in them, the
    final one last."""
    found = [Facts() for _ in range(game.seats)]
    last, lot = None, None
    for last, actions in positions:
        if lot is not None:
            _note_lot(found[0], lot, read(game.json(last), game.spec).sheet)
        lot = read(game.json(last), game.spec) if not actions and ".four " in game.text(last) else None
        for seat, action in actions:
            _note(found[seat], read(game.json(last), game.spec), action, len(game.legal(last, seat)))
    if last is not None:
        place = read(game.json(last), game.spec)
        for seat, sheet in enumerate(place.sheets):
            one = found[seat]
            one.score, one.areas, one.boxes = sheet.score(place.options), sheet.areas, sheet.counts
            one.foxes, one.fox_points = sheet.foxes, sheet.foxes * sheet.lowest(place.options)
            one.left = {"RR": sheet.rerolls, "+1": sheet.pluses}
            one.columns = Counter(points for boxes, points in YELLOW_COLUMNS if sheet.yellow.issuperset(boxes))
    return found


def _note(one: Facts, place: Position, action: int, options: int) -> None:
    one.decisions += 1
    if action == REROLL:
        one.rerolls += 1
        return
    if action == PASS:
        one.passes["kept" if place.phase == "plus" else "forced" if options == 1 else "declined"] += 1
        return
    what = meaning(place, action)
    way = "choice" if what.kind == "cross" else {"plus": "plus", "pass": "passive"}.get(place.phase, "pick")
    one.pluses += way == "plus"
    _, events = effects(place, action)
    _count(one, events, way)


def _count(one: Facts, events: Iterable[Event], way: str) -> None:
    for event in events:
        if event.kind == "mark":
            one.ways["bonus" if event.free else way] += 1
            one.order.append(event.area)
        else:
            (one.lost if event.lost else one.bonuses)[event.bonus] += 1


def _note_lot(one: Facts, place: Position, after: Sheet) -> None:
    """What the thesis' lot of round 4 marked. A lot without a box leaves no trace on the sheet, and counts nothing."""
    for lot in LOTS:
        marking = Marking(place.sheet, place.options)
        marking.gain(lot)
        if marking.sheet == after != place.sheet:
            _count(one, marking.events[1:], "bonus")
            return


def summary(games: Sequence[Facts]) -> dict[str, Any]:
    """Many games of one player as JSON: how often each score was made, and means per game of everything else."""
    scores = sorted(one.score for one in games)
    return {
        "games": len(games),
        "scores": {str(score): count for score, count in sorted(Counter(scores).items())},
        "mean": fmean(scores),
        "sd": pstdev(scores),
        "median": median(scores),
        "areas": {area: _mean(one.areas[area] for one in games) for area in AREAS},
        "boxes": {area: _mean(one.boxes[area] for one in games) for area in AREAS},
        "foxes": _mean(one.foxes for one in games),
        "fox_points": _mean(one.fox_points for one in games),
        "ways": {way: _mean(one.ways[way] for one in games) for way in WAYS},
        "bonuses": _means(one.bonuses for one in games),
        "lost": _means(one.lost for one in games),
        "used": {"RR": _mean(one.rerolls for one in games), "+1": _mean(one.pluses for one in games)},
        "left": {kind: _mean(one.left[kind] for one in games) for kind in ("RR", "+1")},
        "passes": {kind: _mean(one.passes[kind] for one in games) for kind in PASSES},
        "columns": {str(points): _mean(one.columns[points] for one in games) for _, points in YELLOW_COLUMNS},
        "order": dict(_order(games)),
        "quarters": _quarters(games),
        "bands": bands(scores),
        "decisions": _mean(one.decisions for one in games),
    }


def bands(scores: Sequence[float]) -> list[float]:
    """The share of scores in each level of the solo scale, the best level first."""
    levels = [next(index for index, (least, _) in enumerate(BANDS) if score >= least) for score in scores]
    return [round(levels.count(index) / max(1, len(scores)), 4) for index in range(len(BANDS))]


def _quarters(games: Sequence[Facts]) -> dict[str, dict[str, float]]:
    """What the best and the worst quarter of the games look like: points by area, foxes and what they brought."""
    order = sorted(games, key=lambda one: one.score)
    size = max(1, len(order) // 4)
    found = {}
    for word, part in (("worst", order[:size]), ("best", order[-size:])):
        areas = {area: _mean(one.areas[area] for one in part) for area in AREAS}
        rest = {"foxes": _mean(one.foxes for one in part), "fox_points": _mean(one.fox_points for one in part)}
        found[word] = {"score": _mean(one.score for one in part), **areas, **rest}
    return found


def _mean(values: Iterable[float]) -> float:
    return round(fmean(values), 3)


def _means(counters: Iterable[Counter[str]]) -> dict[str, float]:
    found = list(counters)
    return {kind: _mean(one[kind] for one in found) for kind in sorted({kind for one in found for kind in one})}


def _order(games: Sequence[Facts]) -> Iterator[tuple[str, float]]:
    """When the boxes of an area are marked, on average: 0 is the first mark of a game, 1 the last."""
    for area in AREAS:
        times = [
            index / max(1, len(one.order) - 1)
            for one in games
            for index, marked in enumerate(one.order)
            if marked == area
        ]
        if times:
            yield area, round(fmean(times), 3)
