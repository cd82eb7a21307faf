"""A battle as a picture: who stands on the field, who waits, and what happened in the last turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from reineke import _core
from reineke.agent import Decision
from reineke.game import Game, GameError
from reineke.games.gen1 import scene
from reineke.games.gen1.log import turns
from reineke.games.gen1.scene import Tree
from reineke.games.gen1.style import svg
from reineke.games.gen1.words import Teller
from reineke.games.replays import pictures
from reineke.games.svg import Theme, number, short, text

WIDTH, HEIGHT = 900.0, 500.0
FIELD = 600.0
COLUMN = 42
"""Letters in a line of the column."""
LINES = 20
"""Lines in the column."""

Thought = Sequence[tuple[str, str]]
"""Choices, and what is said of each."""


def picture(
    state: _core.State,
    *,
    info: _core.Info | None = None,
    names: Sequence[str] | None = None,
    decision: Thought = (),
    switches: Mapping[str, int] | None = None,
    column: bool = True,
    theme: Theme = "auto",
) -> str:
    """A position as SVG: all of it, or with `info` what one seat knows. `names` are the players', `decision` is what
    one of them thinks of its choices, `switches` the actions that bring in a species of the seat that looks; `column`
    is the text beside the field."""
    if info is None:
        told = turns(state)
        shown = {**scene.whole(state), "last": told[-1] if told else []}
    else:
        shown = scene.seen(info)
    return board(shown, names=names, decision=decision, switches=switches, column=column, theme=theme)


def thought(game: Game, decision: Decision | None, most: int = 6) -> list[tuple[str, str]]:
    """The best choices of a Decision, as the column shows them."""
    if decision is None:
        return []
    choices = sorted(decision.choices, key=lambda choice: (-choice.visits, -(choice.value or 0.0)))[:most]
    words = [f"{choice.share:.0%}" if choice.share else f"{choice.value or 0.0:.2f}" for choice in choices]
    return [(game.action_text(choice.action), said) for choice, said in zip(choices, words, strict=True)]


def board(
    shown: Tree,
    *,
    names: Sequence[str] | None = None,
    decision: Thought = (),
    switches: Mapping[str, int] | None = None,
    column: bool = True,
    theme: Theme = "auto",
) -> str:
    """A scene (`scene.whole`, `scene.seen`) as SVG: the seat that looks, or the first, stands below. Both have the ids
    `side-s`, for seat s, those who wait `member-s-species`, with `data-action` where they may come in."""
    if names is not None and len(names) != 2:
        raise GameError("names are 2, one per seat")
    seat = shown.get("seat")
    below = 0 if seat is None else seat
    called = list(names) if names is not None else ["You" if one == seat else f"Seat {one}" for one in (0, 1)]
    parts = [
        f'<rect class="g1-field" x="12" y="12" width="{number(FIELD - 18)}" height="{number(HEIGHT - 24)}" rx="14"/>'
    ]
    for one, y in ((1 - below, 24.0), (below, 264.0)):
        known = switches if switches is not None and one == seat else {}
        body = "\n".join(_side(one, shown["sides"][one], called[one], y, known, far=one != below))
        parts.append(f'<g id="side-{one}">\n{body}\n</g>')
    if column:
        parts += _column(shown, seat, names, decision)
    turn = f"turn {shown['turn']}" if shown["phase"] != "over" else "the end"
    return svg(WIDTH if column else FIELD + 6, HEIGHT, theme, f"Pokémon, generation 1, {turn}", parts)


def _side(seat: int, side: Tree, name: str, y: float, switches: Mapping[str, int], *, far: bool) -> Iterator[str]:
    """One player's half: the one on the field and its card beside each other, the others in a row."""
    left = 30.0
    token, card = (510.0, left) if far else (96.0, 180.0)
    yield text(left, y + 14, short(name, 44), size=13, classes="g1-soft")
    if side["members"]:
        active, about = side["members"][0], side["active"]
        yield from _token(active, about, token, y + 82)
        yield from _card(active, about, card, y + 26)
    waiting = [*side["members"][1:], *[None] * side["unseen"]]
    for place, member in enumerate(waiting):
        species = f"unseen{place}" if member is None else member["species"]
        known = f' data-action="{switches[species]}"' if species in switches else ""
        out = " g1-out" if member is not None and member["status"] == "fnt" else ""
        yield f'<g id="member-{seat}-{species}" class="g1-waits{out}"{known}>'
        yield from _waiting(member, left + 108 * place, y + 156, "g1-card g1-comes" if known else "g1-card")
        yield "</g>"


def _token(member: Tree, active: Tree, x: float, y: float) -> Iterator[str]:
    """Who stands on the field, a disc in the colours of its types; a dashed ring is a Substitute, bars are Reflect."""
    kinds, out = active["types"], " g1-out" if member["status"] == "fnt" else ""
    radius = 50.0
    yield f'<g class="g1-token{out}">'
    for kind, sweep in zip((kinds[0], kinds[-1]), (0, 1), strict=True):
        arc = f"M{number(x)} {number(y - radius)} A{radius:g} {radius:g} 0 0 {sweep} {number(x)} {number(y + radius)} Z"
        yield f'<path class="g1-{kind.lower()}" d="{arc}"/>'
    letters = active["looks"][:2] if len(active["looks"]) > 1 else active["looks"]
    yield text(x, y + 13, letters, size=38, classes="g1-bold g1-white", anchor="middle")
    yield "</g>"
    if active["substitute"]:
        yield f'<circle class="g1-ring" cx="{number(x)}" cy="{number(y)}" r="{number(radius + 7)}"/>'
    if active["reflect"]:
        for step in (-1, 1):
            at = x + step * (radius + 13)
            yield f'<path class="g1-wall" d="M{number(at)} {number(y - 34)} V{number(y + 34)}"/>'


def _card(member: Tree, active: Tree, x: float, y: float) -> Iterator[str]:
    wide = 392.0
    yield f'<rect class="g1-card" x="{number(x)}" y="{number(y)}" width="{wide:g}" height="118" rx="10"/>'
    yield text(x + 14, y + 26, member["name"], size=19, classes="g1-bold")
    yield text(x + wide - 14, y + 25, f"level {member['level']}", size=13, classes="g1-soft", anchor="end")
    yield from _chips(active["types"], x + 14, y + 36)
    if member["status"]:
        yield from _badge(scene.STATUS[member["status"]], x + wide - 14, y + 36)
    yield from _bar(member["percent"], x + 14, y + 64, wide - 142, 12)
    exact = f"{member['hp']} of {member['max']} HP" if "hp" in member else f"{member['percent']} %"
    yield text(x + wide - 14, y + 75, exact, size=13, classes="g1-num", anchor="end")
    about = ", ".join(scene.marks(active))
    about = about[:1].upper() + about[1:]
    moves = ", ".join(scene.move(move["id"])["name"] for move in active["moves"])
    rows = [(short(about, 60), "g1-bold")] * bool(about) + [(short(moves, 62), "g1-soft")] * bool(moves)
    for row, (words, classes) in enumerate(rows):
        yield text(x + 14, y + 95 + 16 * row, words, size=12, classes=classes)


def _waiting(member: Tree | None, x: float, y: float, card: str) -> Iterator[str]:
    """One that waits; somebody who has not been seen is a question mark."""
    yield f'<rect class="{card}" x="{number(x)}" y="{number(y)}" width="100" height="58" rx="8"/>'
    if member is None:
        yield text(x + 50, y + 33, "?", size=20, classes="g1-soft", anchor="middle")
    else:
        yield text(x + 9, y + 18, member["name"], size=12.5, classes="g1-bold")
        width = 82.0 / len(member["types"])
        for place, kind in enumerate(member["types"]):
            at = f'x="{number(x + 9 + place * width)}" y="{number(y + 24)}" width="{number(width)}" height="4"'
            yield f'<rect class="g1-{kind.lower()}" {at}/>'
        yield from _bar(member["percent"], x + 9, y + 34, 82, 6)
        words = scene.STATUS.get(member["status"], "")
        if words:
            yield text(x + 9, y + 52, words, size=9.5, classes="g1-soft")


def _chips(kinds: Sequence[str], x: float, y: float) -> Iterator[str]:
    for kind in kinds:
        width = 16 + 7.6 * len(kind)
        at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="19" rx="9.5"'
        yield f'<rect class="g1-{kind.lower()}" {at}/>'
        yield text(x + width / 2, y + 13.5, kind, size=11.5, classes="g1-bold g1-white", anchor="middle")
        x += width + 6


def _badge(words: str, end: float, y: float) -> Iterator[str]:
    width = 18 + 7 * len(words)
    at = f'x="{number(end - width)}" y="{number(y)}" width="{number(width)}" height="19" rx="4"'
    yield f'<rect class="g1-badge" {at}/>'
    yield text(end - width / 2, y + 13.5, words, size=11.5, classes="g1-bold g1-on", anchor="middle")


def _bar(percent: int, x: float, y: float, width: float, height: float) -> Iterator[str]:
    at = f'x="{number(x)}" y="{number(y)}" height="{number(height)}" rx="{number(height / 2)}"'
    yield f'<rect class="g1-track" {at} width="{number(width)}"/>'
    if percent:
        colour = "good" if percent > 50 else "fair" if percent > 20 else "poor"
        yield f'<rect class="g1-{colour}" {at} width="{number(max(height, width * percent / 100))}"/>'


def _column(shown: Tree, seat: int | None, names: Sequence[str] | None, decision: Thought) -> Iterator[str]:
    """What happened in the last turn, and what is thought of the next."""
    owners = None if seat is not None or names is None else [f"{short(name, 16)}'s" for name in names]
    told = list(Teller(seat, owners).sentences(shown.get("last", ())))
    title = "The end" if shown["phase"] == "over" else f"Before turn {shown['turn']}"
    yield text(FIELD + 10, 34, title, size=16, classes="g1-bold")
    thoughts = [("", ""), ("Thinks of", "g1-bold"), *((f"{words}  {said}", "g1-num") for words, said in decision)]
    lines = [*_wrapped(told, LINES - (len(thoughts) if decision else 0)), *(thoughts if decision else ())]
    for row, (words, classes) in enumerate(lines):
        yield text(FIELD + 10, 60 + 21 * row, words, size=12.5, classes=classes)


def _wrapped(sentences: Iterable[str], most: int) -> list[tuple[str, str]]:
    """The last lines of the text."""
    rows = [(row, "") for sentence in sentences for row in wrap(sentence, COLUMN, subsequent_indent="  ")]
    return rows if len(rows) <= most else [("…", "g1-soft"), *rows[len(rows) - most + 1 :]]


def page(states: Sequence[_core.State], *, names: Sequence[str] | None = None, title: str = "gen1") -> str:
    """The positions of a battle as an HTML file with a slider."""
    if not states:
        raise GameError("a replay needs at least one position")
    told = turns(states[-1])
    frames = []
    for state, lines in zip(states, told, strict=True):
        shown = {**scene.whole(state), "last": lines}
        ended = shown["phase"] == "over"
        what = "The end" if ended else f"Turn {shown['turn']}"
        more = " ".join(list(Teller(None, names and [f"{name}'s" for name in names]).sentences(lines))[-1:])
        frames.append((board(shown, names=names), what, more))
    return pictures(title, frames)
