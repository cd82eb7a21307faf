"""The position as Python reads it says what the engine knows, and an action does on it what it does in the engine."""

import pytest

from reineke import Dice
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.paper import Options
from reineke.games.clever.position import effects, meaning, name, read
from reineke.games.clever.rating import BANDS, rating
from reineke.games.clever.words import chance, consequence
from tests.games.clever.games import positions

SPECS = (
    "clever",
    "clever(seats=2)",
    "clever(seats=4)",
    "clever(mode=thesis)",
    "clever(mode=thesis,masks=source)",
    "clever(areas=yb)",
    "clever(bonuses=off)",
    "clever(dice=yw,areas=y)",
)


@pytest.mark.parametrize("spec", SPECS)
def test_scores_and_seats_are_the_engines(spec):
    for game, state, _ in positions(spec, 4):
        place = read(game.json(state), game.spec)
        assert [float(sheet.score(place.options)) for sheet in place.sheets] == list(game.points(state))
        if game.turn(state) >= 0:
            assert place.seat == game.turn(state)
        for sheet in place.sheets:
            assert sheet.rerolls <= sheet.earned("RR", place.options, place.round) <= 7
            assert sheet.pluses <= sheet.earned("+1", place.options, place.round) <= 7


@pytest.mark.parametrize("spec", SPECS)
def test_an_action_marks_and_sets_off_what_the_engine_does(spec):
    for game, state, action in positions(spec, 8):
        if action is None:
            continue
        place = read(game.text(state), game.spec)
        expected, events = effects(place, action)
        after = read(game.text(game.play(state, action, Dice(0))), game.spec)
        found = after.sheets[place.seat]
        marked = (found.yellow, found.blue, found.green, found.orange, found.purple, found.foxes)
        assert marked == (
            expected.yellow,
            expected.blue,
            expected.green,
            expected.orange,
            expected.purple,
            expected.foxes,
        )
        if after.round == place.round:
            assert (found.rerolls, found.pluses) == (expected.rerolls, expected.pluses)
        gained = sum(expected.counts.values()) - sum(place.sheet.counts.values())
        assert gained == sum(event.kind == "mark" for event in events)
        assert consequence(place, action)


@pytest.mark.parametrize("spec", SPECS)
def test_the_names_of_the_options_are_told_apart(spec):
    for game, state, action in positions(spec, 3):
        if action is None:
            continue
        place = read(game.json(state), game.spec)
        names = [name(meaning(place, one)) for one in game.legal(state, place.seat)]
        assert len(set(names)) == len(names)


def test_a_roll_is_told_when_its_last_die_has_landed():
    told = []
    for game, state, action in positions("clever(mode=thesis)"):
        if action is None and game.turn(state) == -2:
            words = chance(read(game.json(state), game.spec), 0)
            told.append(words)
            assert (words is None) == (sum(die.air for die in read(game.text(state), game.spec).dice) > 1)
    assert any(words and words.startswith("Rolled: ") for words in told)
    assert "Round 4 brings a yellow cross" in told
    assert any(words and words.startswith("To the tray: yellow") for words in told)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nonsense", "not a position of clever"),
        ("1.0.roll1 ?p/?p/?p/?p/?p/?p 0|0|0|||1+0+0||", "not a sheet"),
        ({"position": 3}, "a line of text"),
    ],
)
def test_what_is_no_position_is_refused(text, complaint):
    with pytest.raises(GameError, match=complaint):
        read(text)


def test_options_are_read_from_the_spec():
    assert Options.parse("clever(seats=3,mode=official)").rounds == 5
    assert Options.parse("clever(areas=yb)").has("blue")
    assert not Options.parse("clever(areas=yb)").has("green")
    for wrong in ("sawhian", "clever(seats=9)"):
        with pytest.raises(GameError):
            Options.parse(wrong)
    assert load("clever(seats=2)").spec == "clever(seats=2)"


def test_the_scale_has_nine_levels_with_the_rule_books_limits():
    assert len(BANDS) == 9
    limits = [140, 160, 180, 200, 220, 240, 260, 281]
    assert [least for least, _ in reversed(BANDS)][1:] == limits
    for limit in limits:
        assert rating(limit) != rating(limit - 1)
        assert rating(limit) == rating(limit + 18)
    assert rating(0) == rating(139)
    assert rating(334) == rating(281)
