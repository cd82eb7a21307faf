"""Pokémon at the terminal: what is shown, what may be typed, and that nothing is shown that is hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reineke.cli.play import gen1
from reineke.games.gen1 import choices
from reineke.record import read_records
from tests.cli.conftest import Command
from tests.games.gen1.courses import GAME, random_course, walk


def test_a_whole_battle_is_played_by_numbers(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = reineke("play", "gen1", "--agent", "random", "--seed", "5", "--record", file, stdin="1\n2\n3\n" * 400)
    assert (done.code, done.err) == (0, "")
    assert "The game is over: " in done.out
    assert re.search(r"^(You win|You lose|Nobody wins)\.$", done.out, re.MULTILINE)
    (record,) = read_records(file)
    assert record.agents == ("human", "random")
    assert reineke("verify", "gen1", file).out.endswith(" checked, 0 differences\n")


@pytest.mark.covers("T1")
def test_the_board_shows_of_the_other_side_what_was_seen(reineke: Command) -> None:
    course, state = random_course(1, 12)
    told = gen1.board(GAME, state, GAME.view(state, 0)).plain
    shown = gen1.scene.seen(GAME.info(state, 0))["sides"][1]
    assert f"{shown['unseen']} not seen yet" in told
    above, below = told.split("Yours")
    assert all(packed.partition("|")[0] in below for packed in course.teams[0])
    seen = {member["name"] for member in shown["members"]}
    assert all((packed.partition("|")[0] in above) == (packed.partition("|")[0] in seen) for packed in course.teams[1])
    assert re.search(r"likely .*\(\d+ %\)", above)
    whole = gen1.board(GAME, state, None).plain
    assert all(packed.partition("|")[0] in whole for team in course.teams for packed in team)


def test_choices_go_by_number_name_and_beginning() -> None:
    for _, state in walk(9):
        for seat in (0, 1):
            view = GAME.view(state, seat)
            for number, action in enumerate(choices.ordered(view), 1):
                name = gen1.words(view, action)
                assert gen1.understand(view, str(number)) == action
                assert gen1.understand(view, name) == action
                assert gen1.understand(view, GAME.action_text(action)) == action
                assert gen1.understand(view, name.upper().replace(" ", "  ")) == action
            if view.legal:
                assert len(list(gen1.options(view))) == len(view.legal)
                for wrong in ("0", "99", "splash", ""):
                    assert gen1.understand(view, wrong) is None


def test_a_species_alone_switches_and_a_beginning_is_enough(reineke: Command) -> None:
    done = reineke("play", "gen1", "--agent", "random", "--seed", "3", stdin="dugtr\nnidorino\nwhat\nquit\n")
    assert "Your Dugtrio comes in." in done.out
    assert "Your Nidorino comes in." in done.out
    assert "'what' is no action; you can play" in done.out


def test_moves_hint_undo_and_watching_speak_in_sentences(reineke: Command) -> None:
    done = reineke(
        "play",
        "gen1",
        "--agent",
        "random",
        "--seed",
        "3",
        "--nodes",
        "40",
        stdin="dugtrio\nmoves\nhint\nundo\nhelp\nquit\n",
    )
    assert done.out.count("Your Dugtrio comes in.") == 2
    assert "Hint: " in done.out
    assert gen1.LEGEND in done.out
    watched = reineke("play", "gen1", "--agent", "random", "--agent", "random", "--seed", "3")
    assert "Seat 0's Ponyta" in watched.out
    assert re.search(r"Seat [01] wins\.", watched.out)
