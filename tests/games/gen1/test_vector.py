"""The battle vector: every number means what its name says, and tells what a player knows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from reineke import _core
from reineke.game import GameError
from reineke.games.gen1 import scene
from reineke.games.gen1.vector import BAR, MARKS, SIDES, Battle, layout, read
from tests.games.gen1.courses import GAME, random_course, walk

pytestmark = pytest.mark.covers("T17")

NAMES = _core.gen1_vector_names()
PAGE = Path("docs/games/gen1.md")


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], float]]:
    """Every number of a description with where it stands."""
    if isinstance(tree, dict | list | tuple):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(value, (*path, key))
    else:
        yield path, tree


def place(name: str) -> tuple[Any, ...]:
    """Where the number of a name stands in the description."""
    words = name.split()
    if words[0] not in SIDES or words[1] == "replaces":
        return ("field", name)
    if words[1] == "active":
        return ("actives", words[0], *_active_place(words[2:]))
    return ("teams", words[0], int(words[1]) - 1, *_member_place(words[2:]))


def _move_place(words: list[str]) -> tuple[Any, ...] | None:
    return ("moves", words[0], words[1]) if words[0] in ("knows", "pp", "revealed") else None


def _member_place(words: list[str]) -> tuple[Any, ...]:
    if words[0] in ("species", "level", "status"):
        return (words[0], words[1])
    if words[0] == "hp":
        return ("hp", int(words[1].partition("/")[0]) - 1)
    if words[0] in ("slept", "fainted", "seen"):
        return (words[0],)
    return _move_place(words) or ("stats", " ".join(words))


def _active_place(words: list[str]) -> tuple[Any, ...]:
    if words[0] == "type":
        return ("types", words[1])
    if words[-1] == "stage":
        return ("stages", words[0])
    if " ".join(words) in MARKS:
        return ("marks", " ".join(words))
    return _move_place(words) or ("stats", " ".join(words))


def test_every_index_is_read_as_what_its_name_says_and_as_nothing_else() -> None:
    """Numbers that are all different show where each has gone; twice, so that none goes into another's place, too."""
    assert len(set(map(place, NAMES))) == len(NAMES)
    rng = random.Random(1)
    for _ in range(3):
        numbers = [rng.random() for _ in NAMES]
        found = dict(leaves(asdict(read(numbers))))
        assert found == {place(name): number for name, number in zip(NAMES, numbers, strict=True)}


def test_a_changed_index_changes_its_own_meaning_alone() -> None:
    _, state = random_course(5, 20)
    numbers = list(GAME.features(state, 0))
    before = dict(leaves(asdict(read(numbers))))
    for index in range(0, len(NAMES), 41):
        changed = [*numbers[:index], numbers[index] + 1, *numbers[index + 1 :]]
        after = dict(leaves(asdict(read(changed))))
        assert {path for path in after if after[path] != before[path]} == {place(NAMES[index])}


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(GameError, match="has 5797 numbers, not 3"):
        read([0.0, 1.0, 2.0])


def positions() -> Iterator[tuple[Any, int]]:
    for seed in range(40):
        for course, state in islice(walk(seed), 0, None, 7):
            if GAME.turn(state) != -1:
                yield state, len(course.turns) % 2


@pytest.fixture(scope="module")
def described() -> list[tuple[Any, dict[str, Any], Battle]]:
    """What a seat knows, told twice: by the scene and by the vector."""
    return [(seat, scene.seen(GAME.info(state, seat)), read(GAME.features(state, seat))) for state, seat in positions()]


def named(numbers: dict[str, float]) -> dict[str, float]:
    """What is not nought."""
    return {name: number for name, number in numbers.items() if number}


def full(percent: int) -> int:
    return -(-percent * BAR // 100)


def test_the_own_team_stands_as_it_is(described: list[tuple[int, dict[str, Any], Battle]]) -> None:
    for seat, shown, battle in described:
        for told, member in zip(shown["sides"][seat]["members"], battle.teams["own"], strict=True):
            assert named(member.species) == {told["species"]: 1}
            assert named(member.level) == {str(told["level"]): 1}
            assert named(member.moves.knows) == {move["id"]: 1 for move in told["moves"]}
            assert named(member.moves.pp) == {move["id"]: move["pp"] for move in told["moves"] if move["pp"]}
            assert set(named(member.moves.revealed)) <= set(named(member.moves.knows))
            assert [member.stats["max hp"], *list(member.stats.values())[1:]] == [told["max"], *told["stats"].values()]


def test_the_other_team_stands_as_far_as_it_was_seen(described: list[tuple[int, dict[str, Any], Battle]]) -> None:
    strangers = 0
    for seat, shown, battle in described:
        side = shown["sides"][1 - seat]
        for told, member in zip(side["members"], battle.teams["other"], strict=False):
            assert named(member.species) == {told["species"]: 1}
            assert named(member.moves.revealed) == {move["id"]: 1 for move in told["moves"]}
            for move in told["moves"]:
                assert (member.moves.knows[move["id"]], member.moves.pp[move["id"]]) == (1, move["pp"])
            best = told["sets"][0]
            assert all(member.moves.knows[move] >= best["odds"] - 1e-5 for move in best["moves"])
            assert (member.seen, sum(member.moves.knows.values())) == (1, pytest.approx(len(best["moves"]), abs=1e-3))
        for member in battle.teams["other"][len(side["members"]) :]:
            strangers += 1
            assert (member.seen, sum(member.hp), named(member.moves.revealed)) == (0, BAR, {})
            assert sum(member.species.values()) == pytest.approx(1, abs=1e-4)
            assert not any(member.species[told["species"]] for told in side["members"])
    assert strangers > 100


def test_health_and_status_of_all_twelve(described: list[tuple[int, dict[str, Any], Battle]]) -> None:
    found = set()
    for seat, shown, battle in described:
        for side, name in ((seat, "own"), (1 - seat, "other")):
            for told, member in zip(shown["sides"][side]["members"], battle.teams[name], strict=False):
                assert member.hp == (1,) * full(told["percent"]) + (0,) * (BAR - full(told["percent"]))
                assert member.fainted == (told["status"] == "fnt")
                status = {} if told["status"] in ("", "fnt") else {told["status"]: 1}
                assert named(member.status) == status
                assert member.slept == (told["slept"] if told["status"] == "slp" else 0)
                found |= {told["status"]} | ({"slept"} if member.slept else set())
    assert found >= {"", "slp", "psn", "brn", "par", "fnt", "slept"}


def test_who_stands_on_the_field(described: list[tuple[int, dict[str, Any], Battle]]) -> None:
    found = set()
    for seat, shown, battle in described:
        for side, name in ((seat, "own"), (1 - seat, "other")):
            told, active = shown["sides"][side]["active"], battle.actives[name]
            assert named(active.types) == dict.fromkeys(told["types"], 1)
            assert {key.lower(): value for key, value in told["stages"].items()} == named(active.stages)
            assert all(active.moves.knows[move["id"]] == 1 for move in told["moves"])
            for word, mark in (("charging", "preparing"), *((one, one) for one in WORDS)):
                assert active.marks[mark] == bool(told[word])
                found |= {mark} if told[word] else set()
            if name == "own":
                assert list(active.stats.values()) == list(told["stats"].values())
                assert named(active.moves.knows) == {move["id"]: 1 for move in told["moves"]}
        assert battle.field == {
            "turn": shown["turn"],
            "own replaces": shown["phase"] == "switch" and shown["asked"][seat],
            "other replaces": shown["phase"] == "switch" and shown["asked"][1 - seat],
        }
    assert found >= {"substitute", "confused", "reflect", "recharging"}


WORDS = ("substitute", "confused", "reflect", "recharging", "transformed")


@pytest.fixture(scope="module")
def truths() -> list[tuple[Any, int, Battle]]:
    """The positions themselves, and what the vector tells a seat of them."""
    return [(state, seat, read(GAME.features(state, seat))) for state, seat in positions()]


def numbers(told: dict[str, Any]) -> list[float]:
    return [told["stats"][name] for name in ("Attack", "Defense", "Special", "Speed")]


def test_stats_of_the_other_side_are_the_true_ones_as_far_as_its_sets_agree(
    truths: list[tuple[Any, int, Battle]], described: list[tuple[int, dict[str, Any], Battle]]
) -> None:
    certain = 0
    for (state, seat, battle), (_, shown, _) in zip(truths, described, strict=True):
        side = scene.whole(state)["sides"][1 - seat]
        real = {member["species"]: member for member in side["members"]}
        for told, member in zip(shown["sides"][1 - seat]["members"], battle.teams["other"], strict=False):
            true, found = numbers(real[told["species"]]), list(member.stats.values())
            assert found[2:] == pytest.approx(true[1:])
            if told["sets"][0]["odds"] > 1 - 1e-9:
                certain += 1
                assert found[:2] == pytest.approx([real[told["species"]]["max"], true[0]])
        assert list(battle.actives["other"].stats.values())[1:] == pytest.approx(numbers(side["active"])[1:])
        if shown["sides"][1 - seat]["members"][0]["sets"][0]["odds"] > 1 - 1e-9:
            assert battle.actives["other"].stats["attack"] == pytest.approx(numbers(side["active"])[0])
    assert certain > 100


def counted(lines: list[str], who: str) -> tuple[int, int]:
    """Hits on the Substitute and turns of confusion of the one on the field, by the lines of the battle."""
    hits = turns = 0
    for line in lines:
        if line.startswith((f"|switch|{who}", f"|-start|{who}")):
            hits = 0 if line.startswith("|switch") or "Substitute" in line else hits
            turns = 0 if line.startswith("|switch") or "confusion" in line else turns
        elif line.startswith(f"|-activate|{who}"):
            hits += "Substitute" in line
            turns += "confusion" in line
    return hits, turns


def test_hits_on_substitutes_and_turns_of_confusion_are_counted() -> None:
    found: Counter[str] = Counter()
    for state in (state for seed in range(60) for _, state in walk(seed)):
        if not any(side["active"][word] for side in scene.whole(state)["sides"] for word in ("substitute", "confused")):
            continue
        for seat in (0, 1):
            lines = [line for turn in _core.gen1_log(state, seat) for line in turn]
            battle = read(GAME.features(state, seat))
            for side, name in ((seat, "own"), (1 - seat, "other")):
                marks, counts = battle.actives[name].marks, counted(lines, f"p{side + 1}a: ")
                for word, number, count in zip(("substitute", "confused"), ("hits", "turns"), counts, strict=True):
                    assert marks[f"{word} {number}"] == (count if marks[word] else 0), (word, name)
                    found[f"{word} {name}"] += bool(marks[word] and count)
    assert min(found[f"{word} {name}"] for word in ("substitute", "confused") for name in SIDES) > 2, found


def test_a_move_of_the_own_is_revealed_by_using_it() -> None:
    for seed in range(6):
        for course, state in islice(walk(seed), 3, 30, 9):
            for seat in (0, 1):
                lines = [line for turn in _core.gen1_log(state, seat) for line in turn]
                for member in read(GAME.features(state, seat)).teams["own"]:
                    (species,) = named(member.species)
                    used = f"|move|p{seat + 1}a: {scene.species(species)['name']}|"
                    shown = {line.split("|")[3] for line in lines if line.startswith(used) and "[from]" not in line}
                    known = {scene.move(move)["name"]: move for move in named(member.moves.knows)}
                    assert set(named(member.moves.revealed)) == {known[name] for name in shown & known.keys()}
            assert course.turns


def test_the_page_has_the_layout() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    at, expected = 0, []
    for name, size in layout():
        if not re.match(r"own [2-6] |other [1-6] ", name):
            expected.append((str(at), str(size), name))
        at += size
    assert rows == expected
    assert f"{at:,} numbers" in PAGE.read_text("utf-8")
