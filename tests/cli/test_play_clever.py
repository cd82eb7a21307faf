"""Ganz schön clever at the prompt and in pictures: options by number and words, what they do, the scale at the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reineke.cli.play import clever
from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.position import meaning, name, read
from reineke.record import read_records, replay
from tests.cli.conftest import Command
from tests.games.clever.games import positions

FIRST = "1.0.roll1 2p/5p/1p/3p/1p/4p 000000000000|00000000000|0|||1+0+0||"


@pytest.mark.covers("G22", "G26")
@pytest.mark.parametrize("spec", ["clever", "clever(seats=2)"])
def test_a_whole_game_is_played_by_numbers_and_its_record_replays_draws_and_analyses(
    reineke: Command, tmp_path: Path, spec: str
) -> None:
    file = tmp_path / "game.jsonl"
    others = [] if spec == "clever" else ["--agent", "greedy"]
    done = reineke("play", spec, *others, "--seed", "5", "--record", file, stdin="1\n" * 90)
    assert (done.code, done.err) == (0, "")
    assert "The game is over: " in done.out
    assert max(map(len, done.out.splitlines()[:-1])) <= 100
    if spec == "clever":
        assert re.search(r"The game is over: \d+ points, \w+", done.out)
    (record,) = read_records(file)
    game = load(record.game)
    *_, (state, _) = replay(record, game)
    assert game.turn(state) == -1
    page = tmp_path / "game.html"
    assert reineke("draw", "clever", "--record", file, "-o", page).code == 0
    assert "The game is over" in page.read_text("utf-8")


def test_the_board_names_dice_places_and_bonuses(reineke: Command) -> None:
    out = reineke("play", "clever", "--from", FIRST, stdin="help\nboard\nquit\n").out
    assert "Round 1 of 6 · roll 1 of 3" in out
    assert "rolled yellow 2 blue 5 green 1 orange 3 purple 1 white 4" in out
    assert out.count("YELLOW 0") == 2
    assert "(…) earned" in out
    assert re.search(r"9 white blue +blue 9; 1 point; 4 dice to the tray", out)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("w:y8", "w:y8"),
        ("white yellow 4 upper", "w:y8"),
        ("white yellow 4 lower", "w:y10"),
        ("w y4 u", "w:y8"),
        ("W Y4L", "w:y10"),
        ("yellow 2 lower", "y:y7"),
        ("yellow yellow 2 upper", "y:y3"),
        ("blue", "b:b"),
        ("w b", "w:b"),
        ("green", "g:g"),
        ("3", "b:b"),
        ("re", "reroll"),
    ],
)
def test_actions_are_understood_as_people_say_them(typed: str, action: str) -> None:
    game = load("clever")
    view = game.view(game.parse(FIRST), 0)
    assert clever.understand(view, typed) == game.parse_action(action) or typed == "w:y8"


@pytest.mark.parametrize(("typed", "told"), [("white yellow", "white yellow 4 upper or white yellow 4 lower")])
def test_what_may_be_two_things_is_asked_for(typed: str, told: str) -> None:
    game = load("clever")
    with pytest.raises(GameError, match=told):
        clever.understand(game.view(game.parse(FIRST), 0), typed)


def test_what_is_no_option_is_told_in_words(reineke: Command) -> None:
    out = reineke("play", "clever", "--from", FIRST, stdin="purple 9\nw:y0\nmoves\nquit\n").out
    assert "'purple 9' is no action; you can play yellow 2 upper, yellow 2 lower, blue" in out
    assert "w:y0 is not legal here" in out


def test_every_option_is_found_by_its_words() -> None:
    for game, state, action in positions("clever(seats=2)", 3, seed=7):
        if action is None:
            continue
        seat = game.turn(state)
        view, place = game.view(state, seat), read(game.json(state), game.spec)
        for number, legal in enumerate(view.legal, 1):
            assert clever.understand(view, name(meaning(place, legal))) == legal
            assert clever.understand(view, str(number)) == legal


def test_many_options_are_listed_by_name_until_help_is_asked_for() -> None:
    game = load("clever")
    state = game.parse("4.0.four0 -p/-p/-p/-p/-p/-p 000000000000|00000000000|0|||2+1+0||")
    view = game.view(state, 0)
    short, whole = clever.options(view), clever.options(view, whole=True)
    assert len(view.legal) == len(whole) == 26
    assert len(short) < 13
    assert not any("*" in line.plain for line in short), "an empty sheet has nothing that one mark completes"
    assert "26 six purple" in "\n".join(line.plain for line in short)


def test_options_that_set_off_a_bonus_have_a_star() -> None:
    game = load("clever")
    state = game.parse("4.0.four0 -p/-p/-p/-p/-p/-p 100000000000|11000000000|3||1.2|2+1+0||")
    listed = "\n".join(line.plain for line in clever.options(game.view(state, 0)))
    starred = set(re.findall(r"\d+ ([a-z ]+\d*)\*", listed))
    assert starred == {"cross blue 4", "cross green", "six purple"}
    assert "help tells which" in listed


def test_passes_and_rerolls_are_told_as_such(reineke: Command) -> None:
    out = reineke("play", "clever", "--from", FIRST, "--seed", "1", stdin="reroll\nmoves\nquit\n").out
    assert out.count("You roll again") == 2


def test_a_hint_speaks_the_same_words(reineke: Command) -> None:
    out = reineke("play", "clever", "--from", FIRST, "--nodes", "100", stdin="hint\nquit\n").out
    assert re.search(r"Hint: (white |yellow|blue|green|orange|purple|reroll)", out)
    assert not re.search(r"^\w:\w", out, re.MULTILINE)


@pytest.mark.covers("G22")
def test_a_decision_is_drawn_and_a_record_as_a_folder(reineke: Command, tmp_path: Path) -> None:
    picture = tmp_path / "one.svg"
    assert reineke("draw", "clever", FIRST, "--agent", "mcts", "--nodes", "200", "-o", picture).code == 0
    assert 'id="choice-' in picture.read_text("utf-8")
    file = tmp_path / "match.jsonl"
    reineke("match", "clever(seats=2)", "greedy", "random", "-n", "1", "--records", file, "--decisions", "--quiet")
    assert reineke("draw", "clever", "--record", file, "-o", tmp_path / "folder").code == 0
    record = list(read_records(file))[-1]
    assert len(list((tmp_path / "folder").glob("*.svg"))) == len(record.turns) + 1
    page = tmp_path / "match.html"
    assert reineke("draw", "clever", "--record", file, "-o", page).code == 0
    assert "greedy" in page.read_text("utf-8")


@pytest.mark.covers("G23")
def test_a_solo_game_is_taken_apart_into_luck_and_errors(reineke: Command, tmp_path: Path) -> None:
    file, plot = tmp_path / "games.jsonl", tmp_path / "course.svg"
    reineke("match", "clever", "greedy", "-n", "1", "--records", file, "--quiet")
    found = reineke("analyse", file, "--agent", "td", "--plot", plot, "--json").json()
    (seat,) = found["seats"]
    assert found["scale"] == "points"
    assert seat["start"] + seat["luck"] + seat["own"] + seat["rest"] == pytest.approx(seat["end"])
    assert seat["end"] == next(read_records(file)).result["points"][0]
    costs = [one["cost"] for step in found["steps"] for one in step["choices"]]
    assert sum(costs) > 0
    assert -seat["own"] == pytest.approx(sum(costs))
    assert plot.read_text("utf-8").startswith("<svg")
    out = reineke("analyse", file, "--agent", "td").out
    assert re.search(r"\d+ points: \w+", out)
