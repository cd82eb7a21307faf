"""An analysis as one HTML file that needs nothing else: no script, no fonts, no pictures from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from reineke.agent import Decision
from reineke.analysis import words
from reineke.analysis.beliefs import beliefs
from reineke.analysis.chart import chart
from reineke.analysis.pictures import picture
from reineke.analysis.result import Analysis, Judged, Step

OPTIONS = 8
"""Options shown of a decision, the played one always among them."""


def report(found: Analysis, *, title: str | None = None, names: Sequence[str] | None = None) -> str:
    """The whole page."""
    called = list(names or found.agents)
    head = title or f"{found.game.spec}: what each move cost"
    style = files("reineke.analysis").joinpath("report.css").read_text("utf-8")
    body = "\n".join(_body(found, head, called))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(head)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _body(found: Analysis, title: str, names: Sequence[str]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="about">{escape(_about(found))}</p>'
    if not found.complete:
        done = found.steps[-1].turn if found.steps else 0
        words_ = f"This analysis was stopped: {done} of {found.turns} turns are judged."
        yield f'<p class="partial" role="note">{words_}</p>'
    yield from _sums(found, names)
    yield f'<figure class="chart">{chart(found, names=names)}</figure>'
    yield "<h2>The worst mistakes</h2>"
    if not found.mistakes():
        yield "<p>None found.</p>"
    for place, one in enumerate(found.mistakes(), 1):
        yield from _mistake(found, one, place, names)
    yield from _each_seat(found, names)
    yield from _moves(found)
    yield _NOTES


def _about(found: Analysis) -> str:
    nodes, seconds = found.budget.nodes, found.budget.seconds
    budget = [f"{nodes:,} nodes" if nodes else "", f"{seconds:g} s" if seconds else ""]
    limits = f" with {' and '.join(filter(None, budget))} a decision" if any(budget) else ""
    return f"{found.turns} turns, judged by {found.analyst}{limits}; values are {words.measure(found)}."


def _sums(found: Analysis, names: Sequence[str]) -> Iterator[str]:
    heads = ("seat", "", "start", "luck", "own errors", "others’ errors", "the rest", "end", "agreed")
    yield '<div class="wide"><table class="sums">'
    yield _row(heads, "th")
    for seat in found.seats():
        changes = [words.change(found, value) for value in (seat.luck, seat.own, seat.others, seat.rest)]
        cells = [_dot(seat.seat), names[seat.seat], words.figure(found, seat.start), *changes]
        yield _row([*cells, words.figure(found, seat.end), f"{seat.agreed} of {seat.decisions}"], raw=(0,))
    yield "</table></div>"


def _mistake(found: Analysis, one: Judged, place: int, names: Sequence[str]) -> Iterator[str]:
    step, state = found.step(one), found.game.parse(found.step(one).position)
    yield f'<section class="mistake" id="mistake-{place}">'
    cost = words.figure(found, one.cost)
    who = f"seat {_dot(one.seat)} ({escape(names[one.seat])})"
    yield f"<h3><span class='rank'>{place}</span> Turn {one.turn}, {who}: {escape(words.played(found, one))}</h3>"
    line = f" Expected: {' '.join(one.decision.line)}." if len(one.decision.line) > 1 else ""
    values = f"{words.figure(found, one.value)} instead of {words.figure(found, one.best)}"
    better = f"It cost {cost}: {values}. Better was {words.better(found, one)}.{line}"
    yield f"<p>{escape(better)}</p>"
    drawn = picture(found.game, state, one.seat, one.decision, names)
    if drawn is not None:
        yield f'<figure class="board">{_once(drawn)}</figure>'
    else:
        yield f"<pre>{escape(found.game.board(state))}</pre>"
    yield from _options(found, one)
    yield from _beliefs(found, one, state)
    yield f'<p class="about">{escape(_thought(one.decision, step))}</p>'
    yield "</section>"


def _once(drawn: str) -> str:
    """A drawing without the ids that would stand on the page twice."""
    import re

    return re.sub(r' id="[^"]*"', "", drawn)


def _thought(decision: Decision, step: Step) -> str:
    parts = [f"depth {decision.depth}"] * bool(decision.depth) + [f"{decision.nodes:,} nodes"] * bool(decision.nodes)
    parts += [f"{decision.seconds:.2f} s"] * bool(decision.seconds) + ["proven"] * decision.proven
    return f"The judge’s search: {', '.join(parts)}." if parts else ""


def _options(found: Analysis, one: Judged) -> Iterator[str]:
    choices = sorted(one.decision.choices, key=lambda c: (c.action != one.decision.action, -c.value, c.action))
    shown = [choice for index, choice in enumerate(choices) if index < OPTIONS or choice.action == one.action]
    if not shown:
        return
    tried, mixed = any(c.visits for c in shown), sum(c.share > 0 for c in shown) > 1
    tuples = found.game.seats > 2 and any(c.values is not None for c in shown)
    heads = ["option", "value", *["for every seat"] * tuples, *["visits"] * tried, *["share"] * mixed, ""]
    yield '<div class="wide"><table class="options">'
    yield _row(heads, "th")
    for choice in shown:
        said = "played" if choice.action == one.action else "best" if choice.action == one.decision.action else ""
        row = [words.named(found, one, choice.action), words.figure(found, choice.value)]
        row += [" · ".join(words.figure(found, value) for value in choice.values or ())] * tuples
        row += [f"{choice.visits:,}"] * tried + [f"{choice.share:.0%}"] * mixed
        yield _row([*row, said], kind=said)
    yield "</table></div>"
    left = len(choices) - len(shown)
    if left > 0:
        yield f'<p class="about">and {left} more options</p>'


def _beliefs(found: Analysis, one: Judged, state: Any) -> Iterator[str]:
    rows = beliefs(found.game, state, one)
    if rows:
        yield "<h4>What the seat could believe</h4>"
        yield '<div class="wide"><table class="beliefs">'
        yield from (_row([what, f"{odds:.0%}"]) for what, odds in rows)
        yield "</table></div>"


def _each_seat(found: Analysis, names: Sequence[str]) -> Iterator[str]:
    if found.game.seats == 1:
        return
    yield "<h2>The worst of every seat</h2>"
    for seat in found.seats():
        yield f"<h3>{_dot(seat.seat)} {escape(names[seat.seat])}</h3>"
        yield f"<p>{escape(words.total(found, seat))}.</p>"
        listed = [words.mistake(found, one) for one in seat.mistakes] or ["no mistake found"]
        yield "<ol>" + "".join(f"<li>{escape(one)}</li>" for one in listed) + "</ol>"


def _moves(found: Analysis) -> Iterator[str]:
    yield "<h2>All moves</h2>"
    yield f"<details{' open' if len(found.steps) <= 60 else ''}><summary>{len(found.steps)} steps</summary>"
    yield '<div class="wide"><table class="moves">'
    yield _row(("turn", "seat", "what", "better", "before", "after", "luck", "luckier than", "error", "the rest"), "th")
    for step in found.steps:
        yield from _step(found, step)
    yield "</table></div></details>"


def _step(found: Analysis, step: Step) -> Iterator[str]:
    chance = words.chance(found, step)
    if not step.judged:
        for seat in range(found.game.seats):
            if step.luck[seat] or (step.rest[seat] and not step.chance) or found.game.seats == 1:
                yield _numbers(found, step, seat, chance or "the arbiter", "", None, "chance")
        return
    for one in step.judged:
        better = "" if one.agreed else words.better(found, one)
        kind = "worst" if one in found.mistakes() else "error" if words.change(found, one.cost) else ""
        yield _numbers(found, step, one.seat, words.played(found, one), better, one.cost, kind)


def _numbers(found: Analysis, step: Step, seat: int, what: str, better: str, cost: float | None, kind: str) -> str:
    beaten = step.beaten[seat]
    odds = "" if beaten is None or not words.change(found, step.luck[seat]) else f"{beaten:.0%}"
    ends = [words.figure(found, step.before[seat]), words.figure(found, step.after[seat])]
    error = words.change(found, -cost) if cost is not None else "–" if step.judged else ""
    changes = [words.change(found, step.luck[seat]), odds, error, words.change(found, step.rest[seat])]
    return _row([str(step.turn), _dot(seat), what, better, *ends, *changes], kind=kind, raw=(1,))


def _dot(seat: int) -> str:
    return f'<span class="seat seat-{seat % 6}">{seat}</span>'


def _row(cells: Sequence[str], tag: str = "td", kind: str = "", raw: Sequence[int] = ()) -> str:
    """A row of a table; `raw` cells are HTML already."""
    shown = (cell if index in raw else escape(cell) for index, cell in enumerate(cells))
    marked = f' class="{kind}"' if kind else ""
    return f"<tr{marked}>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in shown) + "</tr>"


_NOTES = """<h2>What the words mean</h2>
<dl>
<dt>luck</dt><dd>what chance brought, less what it would bring on the average over all outcomes, or many drawn ones;
<em>luckier than</em> is the part of those outcomes that would have brought less</dd>
<dt>error</dt><dd>how much less the played action is worth than the best one, by what the seat could know</dd>
<dt>others’ errors</dt><dd>what those of the other seats brought this seat, or took from it</dd>
<dt>the rest</dt><dd>how choices met that were made at once, what nobody could know, and what the judge had seen
otherwise before. Start, luck, errors and the rest add up to the end, for every seat.</dd>
</dl>"""
