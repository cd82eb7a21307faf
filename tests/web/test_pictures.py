"""Changes by id lead from one drawing to the next, for every game."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from reineke._core import Dice
from reineke.game import CHANCE, OVER, acting
from reineke.games import load
from reineke.web import pictures
from reineke.web.boards import Look, draw

GAMES = ["sawhian", "speed(width=40,height=40,seats=3)", "clever", "clever(seats=2)", "gen1", "pig", "examples/nim.py"]


def frames(spec: str, seed: int, most: int = 60) -> list[pictures.Picture]:
    game, dice = load(spec), Dice(seed)
    state, found = game.start(dice), []
    names = [f"Player {seat}" for seat in range(game.seats)]
    while (turn := game.turn(state)) != OVER and len(found) < most:
        seats = acting(turn)
        legal = tuple(game.legal(state, seats[0])) if seats else ()
        view = game.view(state, seats[0]) if game.hidden and seats else None
        found.append(pictures.read(draw(Look(game, state, names, view, seats[0] if seats else None, legal))))
        if turn == CHANCE:
            state = game.play(state, game.odds(state)[dice.roll(len(game.odds(state)))][0], dice)
            continue
        picks = {seat: game.legal(state, seat)[dice.roll(len(game.legal(state, seat)))] for seat in seats}
        move = (
            tuple(picks.get(seat, 65535) for seat in range(game.seats)) if isinstance(turn, tuple) else picks[seats[0]]
        )
        state = game.play(state, move, dice)
    return found


def apply(root: ElementTree.Element, changes: list[pictures.Change]) -> str:
    """What the page does with changes, on a copy of the tree."""
    root = ElementTree.fromstring(ElementTree.tostring(root))

    def named(name: str) -> ElementTree.Element:
        (found,) = [element for element in root.iter() if element.get("id") == name]
        return found

    def parent(child: ElementTree.Element) -> ElementTree.Element:
        return next(element for element in root.iter() if child in list(element))

    for kind, name, *more in changes:
        element = named(name)
        if kind == "set":
            for key, value in more[0].items():
                element.attrib.pop(key, None)
                if value is not None:
                    element.set(key, value)
        elif kind == "text":
            element.text = more[0]
        elif kind == "cut":
            parent(element).remove(element)
        elif kind == "put":
            above = parent(element)
            above[list(above).index(element)] = ElementTree.fromstring(more[0])
        else:
            place = list(element).index(named(more[0])) + 1 if more[0] else 0
            element.insert(place, ElementTree.fromstring(more[1]))
    return plain(root)


def plain(root: ElementTree.Element) -> str:
    """The tree as text that does not depend on the order of attributes."""
    text = f"<{root.tag} {sorted(root.attrib.items())}>{(root.text or '').strip()}"
    return text + "".join(plain(child) for child in root) + "</>"


@pytest.mark.parametrize("spec", GAMES)
def test_changes_make_the_old_drawing_the_new_one(spec: str) -> None:
    shown = frames(spec, 3, 25)
    small = 0
    for old, new in pairwise(shown):
        found = pictures.changes(old, new)
        if found is not None:
            small += 1
            assert apply(old.root, found) == plain(new.root)
    assert small >= min(5, len(shown) // 2)


@pytest.mark.parametrize("spec", GAMES)
def test_every_element_has_an_id_of_its_own(spec: str) -> None:
    for picture in frames(spec, 4, 12):
        ids = [element.get("id") for element in picture.root.iter()]
        assert None not in ids
        assert len(ids) == len(set(ids))


def test_equal_drawings_need_no_changes() -> None:
    one, other = (frames("sawhian", 5, 4)[3] for _ in range(2))
    assert pictures.changes(one, other) == []


def test_what_moves_to_another_parent_is_cut_before_it_is_added() -> None:
    old, new = (
        pictures.read(f'<svg xmlns="{pictures.NAMESPACE}"><g id="a">{a}</g><g id="b">{b}</g><g id="c"/></svg>')
        for a, b in (('<rect id="x"/>', ""), ("", '<rect id="x"/>'))
    )
    assert apply(old.root, pictures.changes(old, new) or []) == plain(new.root)


def test_nothing_that_runs_or_loads_goes_to_a_page() -> None:
    svg = (
        f'<svg xmlns="{pictures.NAMESPACE}" xmlns:x="http://www.w3.org/1999/xlink" onload="alert(1)"><script>1</script>'
        '<style>.a { fill: red; }</style><g style="fill: red" onclick="alert(1)"><image href="http://evil"/>'
        '<foreignObject><p/></foreignObject><rect x:href="http://evil" class="a"/></g></svg>'
    )
    picture = pictures.read(svg)
    assert picture.css.strip() == ".a { fill: red; }"
    for word in ("script", "onload", "onclick", "evil", "style", "foreignObject", "image"):
        assert word not in picture.svg
    assert 'class="a"' in picture.svg
