"""What a player cannot see changes nothing that its agent does, until it shows."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from reineke import _core, make_agent
from reineke.agent import Budget, Decision
from reineke.agents.kinds import kinds
from reineke.agents.presets import presets
from tests.games.gen1.courses import (
    GAME,
    Course,
    asked,
    differences,
    may_be_hidden,
    other_numbers,
    other_teams,
    random_course,
    told,
    walk,
)

SPECS = ["random", "mcts", "mcts(public=0.5,joint=exp3)", "greedy", *presets(GAME), *kinds(GAME)]

WANTED = (
    "member",
    "set",
    "slots",
    "HP other",
    "sleep own",
    "sleep other",
    "confusion own",
    "confusion other",
    "substitute own",
    "substitute other",
)
"""Everything that is hidden from a player, of both sides."""
TEAMS = {"member", "set", "slots"}
EACH = 2
"""How many pairs of battles differ in each."""


@dataclass(frozen=True)
class Pair:
    """Two battles that a seat cannot tell apart, and what differs between them."""

    seat: int
    one: Any
    two: Any
    what: frozenset[str]


@cache
def packs() -> dict[str, list[str]]:
    """Sets of every species that some drawn teams have."""
    found = defaultdict(set)
    for seed in range(400):
        teams, _ = _core.gen1_teams(f"gen5,{seed:016x}", f"gen5,{seed + 7777:016x}")
        for packed in "]".join(teams).split("]"):
            found[packed.partition("|")[0]].add(packed)
    return {name: sorted(sets) for name, sets in sorted(found.items())}


@cache
def pairs() -> list[Pair]:
    """Two at least for everything that is hidden."""
    found: list[Pair] = []
    left = Counter(dict.fromkeys(WANTED, EACH))
    for seed in range(300):
        for course, state in walk(seed):
            for seat in (0, 1) if len(course.turns) > 3 else ():
                wanted = {what for what in may_be_hidden(state, seat) if left[what] > 0}
                if wanted and asked(state, seat)[1]:
                    found += _pairs_at(course, state, seat, left, wanted & TEAMS)
        if not any(left[what] > 0 for what in WANTED):
            return found
    raise AssertionError(f"too few: {left}")


def _pairs_at(course: Course, state: Any, seat: int, left: Counter[str], teams: set[str]) -> list[Pair]:
    found, known = [], (told(state, seat), asked(state, seat))
    for changed in other_teams(course, seat, state, packs()) if teams else other_numbers(course):
        other = changed.play()
        if other is None or (told(other, seat), asked(other, seat)) != known:
            continue
        what = differences(state, other, seat)
        if any(left[one] > 0 for one in what):
            left.subtract(what)
            found.append(Pair(seat, state, other, frozenset(what)))
    return found


def decide(state: Any, seat: int, spec: str) -> Decision:
    agent = make_agent(spec, GAME)
    agent.start(GAME, seat, 9)
    return replace(agent.decide(GAME.view(state, seat), Budget(nodes=60)), seconds=0.0)


@pytest.mark.covers("T1")
def test_everything_hidden_is_changed_somewhere_and_changes_nothing_that_is_known() -> None:
    for pair in pairs():
        views = [GAME.view(state, pair.seat) for state in (pair.one, pair.two)]
        assert pair.one != pair.two
        assert views[0].text == views[1].text, pair.what
        assert views[0].legal == views[1].legal
        assert GAME.core.key(pair.one, pair.seat) == GAME.core.key(pair.two, pair.seat)
        assert _core.gen1_seen(views[0].info) == _core.gen1_seen(views[1].info)
        assert list(GAME.features(pair.one, pair.seat)) == list(GAME.features(pair.two, pair.seat))
        samples = [GAME.sample(view.info, pair.seat, _core.Dice(5)) for view in views]
        assert samples[0] == samples[1], pair.what


@pytest.mark.covers("T1", "T3")
@pytest.mark.parametrize("spec", SPECS)
def test_nothing_hidden_changes_a_decision(spec: str) -> None:
    for pair in pairs():
        one, two = (decide(state, pair.seat, spec) for state in (pair.one, pair.two))
        assert repr(one) == repr(two), pair.what


@pytest.mark.covers("T1")
def test_what_shows_changes_what_is_known() -> None:
    """The pairs above are alike for no other reason than that nothing has shown."""
    _, state = random_course(3, 30)
    _, other = random_course(3, 29)
    for seat in (0, 1):
        assert GAME.view(state, seat).text != GAME.view(other, seat).text
        assert GAME.core.key(state, seat) != GAME.core.key(other, seat)


@pytest.mark.covers("T1")
def test_the_dice_to_come_are_no_part_of_a_battle() -> None:
    """The same position, reached while another generator stands by."""
    _, state = random_course(8, 12)
    text = GAME.text(state)
    found = set()
    for seed in (1, 2):
        dice = _core.Dice(seed)
        GAME.start(dice)
        found.add(repr(decide(GAME.parse(text), 0, "mcts")))
        dice.roll(100)
    assert len(found) == 1


@pytest.mark.covers("T1")
def test_a_view_shows_nothing_of_who_has_not_been_seen() -> None:
    for seed in range(5):
        course, state = random_course(seed, 8)
        for seat in (0, 1):
            lines = "\n".join(line for turn in told(state, seat) for line in turn)
            view = GAME.view(state, seat)
            scene = json.loads(_core.gen1_seen(view.info))
            known = f"{view.text} {view.info!r} {json.dumps(scene['sides'][1 - seat])}"
            own, others = ({packed.partition("|")[0] for packed in course.teams[side]} for side in (seat, 1 - seat))
            for name in others - own:
                assert (name in known) == (f"p{2 - seat}a: {name}" in lines)


def test_a_whole_position_is_no_view() -> None:
    _, state = random_course(1, 3)
    agent = make_agent("mcts", GAME)
    with pytest.raises(TypeError, match="not what a seat of gen1 knows"):
        agent.decide(replace(GAME.view(state, 0), info=state), Budget(nodes=10))
