"""Whole games over a pipe, for every kind of game."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from reineke.games import load
from reineke.record import read_records, replay
from tests.cli.conftest import ROOT, Command

NIM = str(ROOT / "examples" / "nim.py")
CELLS = [f"{x}{y}" for x, y in product("abcdefg", "1234567")]
# More lines than any game needs: what is not legal costs a line of complaint and is passed over.
LINES = {
    "sawhian": CELLS * 60,
    "tictactoe": CELLS,
    "pig(goal=20)": ["roll", "roll", "hold"] * 60,
    "pig(seats=3,goal=12,chance=inside)": ["roll", "hold"] * 60,
    "rps": ["paper"],
    "goofspiel": ["A", "2", "3", "4"] * 4,
    "kuhn": ["bet", "pass"],
    NIM: [f"{row}{count}" for row in "dcba" for count in "1234567"] * 8,
}


def play(reineke: Command, game: str, *more: str | Path, lines: list[str] | None = None) -> Any:
    text = "\n".join(LINES[game] if lines is None else lines) + "\n"
    return reineke("play", game, "--nodes", "50", "--seed", "5", *more, stdin=text)


@pytest.mark.parametrize("game", LINES)
def test_a_whole_game_is_played_and_its_record_replays(reineke: Command, tmp_path: Path, game: str) -> None:
    file = tmp_path / "game.jsonl"
    done = play(reineke, game, "--agent", "random", "--record", file)
    assert (done.code, done.err) == (0, "")
    assert "The game is over: " in done.out
    (record,) = read_records(file)
    assert record.agents[0] == "human"
    *_, (state, _) = replay(record, load(record.game))
    assert load(record.game).turn(state) == -1
    name = game if game == NIM else game.partition("(")[0]
    assert reineke("verify", name, file).out.endswith(" checked, 0 differences\n")


@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_can_be_taken(reineke: Command, tmp_path: Path, seat: int) -> None:
    file = tmp_path / "game.jsonl"
    done = play(reineke, "tictactoe", "--agent", "random", "--seat", str(seat), "--record", file)
    assert f"you are Seat {seat}" in done.out
    (record,) = read_records(file)
    assert record.agents[seat] == "human"


def test_equal_seeds_give_equal_games(reineke: Command) -> None:
    games = [re.sub(r"\d\.\d\d s", "", play(reineke, "pig(goal=20)").out) for _ in range(2)]
    assert games[0] == games[1]


def test_agents_show_what_they_think(reineke: Command) -> None:
    out = play(reineke, "tictactoe", lines=["b2", "quit"]).out
    assert re.search(r"Seat 1 plays \w\d  value [+-]\d\.\d+.*nodes", out)


def test_a_choice_made_at_once_with_others_is_hidden_from_them(reineke: Command) -> None:
    answers = {re.search(r"Seat 1 plays (\w+)", play(reineke, "rps", lines=[own]).out)[1] for own in ("rock", "paper")}  # type: ignore[index]
    assert len(answers) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_others_card_is_not_shown_before_the_end(reineke: Command, seed: int) -> None:
    out = reineke("play", "kuhn", "--nodes", "50", "--seed", str(seed), stdin="pass\npass\n").out
    before = out[: out.rindex("> ")]
    assert not re.search(r"\b[JQK]{2}\b", before)
    assert re.search(r"\b[JQK]{2}\b", out[len(before) :])


def test_chance_is_shown(reineke: Command) -> None:
    assert re.search(r"Chance: [1-6]", play(reineke, "pig(goal=20)", lines=["roll"]).out)
    assert re.search(r"Dice: [1-6]", play(reineke, "pig(seats=3,goal=12,chance=inside)", lines=["roll"]).out)


def test_mistakes_at_the_prompt_are_one_line_and_cost_nothing(reineke: Command) -> None:
    out = play(reineke, "tictactoe", lines=["", "z9", "b2", "b2", "quit"]).out
    assert "'z9' is no action; you can play a1 b1" in out
    assert "b2 is not legal here" in out


def test_help_lists_the_commands_and_moves_the_game_so_far(reineke: Command) -> None:
    out = play(reineke, "tictactoe", lines=["help", "moves", "b2", "moves", "board", "quit"]).out
    assert all(f"  {word}" in out for word in ("help", "hint", "undo", "moves", "board", "resign", "quit"))
    assert "No moves yet." in out
    assert "   1. 0:b2\n   2. 1:" in out


def test_hint_shows_value_and_line_and_does_not_play(reineke: Command) -> None:
    out = play(reineke, "tictactoe", lines=["hint", "moves", "quit"]).out
    assert re.search(r"Hint: (\w\d)  value [+-]\d.*\nExpecting \1 1:", out)
    assert "No moves yet." in out


def test_undo_takes_back_to_the_last_choice_and_chance_stays_the_same(reineke: Command) -> None:
    out = play(reineke, "pig(goal=20)", lines=["roll", "undo", "roll", "undo", "undo", "quit"]).out
    rolls = re.findall(r"Chance: (\d)", out)
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]
    assert "there is no move of yours to take back" in out


def test_after_undo_the_game_is_the_same_as_without(reineke: Command, tmp_path: Path) -> None:
    plain, undone = tmp_path / "plain.jsonl", tmp_path / "undone.jsonl"
    lines = LINES["goofspiel"]
    play(reineke, "goofspiel", "--record", plain, lines=lines)
    play(reineke, "goofspiel", "--record", undone, lines=["4", "undo", *lines])
    first, second = (json.loads(file.read_text()) for file in (plain, undone))
    assert first["turns"] == second["turns"]


@pytest.mark.parametrize("game", ["sawhian", "tictactoe", "kuhn"])
def test_resigning_loses_and_the_record_says_so(reineke: Command, tmp_path: Path, game: str) -> None:
    file = tmp_path / "game.jsonl"
    done = play(reineke, game, "--agent", "mcts(eval=flat,time=30)", "--record", file, lines=["resign"])
    assert done.code == 0
    assert "You resign." in done.out
    (record,) = read_records(file)
    assert record.forfeiters == {0}
    assert record.result["outcome"][0] == load(game).low
    assert reineke("verify", game, file).code == 0


@pytest.mark.parametrize("lines", [["quit"], ["q"], []])
def test_leaving_is_no_error_and_records_nothing(reineke: Command, tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "game.jsonl"
    done = play(reineke, "tictactoe", "--record", file, lines=lines)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("The game is left unfinished.\n")
    assert not file.exists()


def test_beginnings_of_names_suffice_and_actions_go_before_commands(reineke: Command) -> None:
    out = play(reineke, "pig(goal=20)", lines=["r", "h", "q"]).out
    assert "You play roll" in out
    assert "You play hold" in out
    assert "The game is left unfinished." in out


def test_nobody_resigns_by_a_slip(reineke: Command) -> None:
    assert "'resig' is no action" in play(reineke, "tictactoe", lines=["resig", "quit"]).out


def test_a_game_begins_where_it_is_told(reineke: Command) -> None:
    out = reineke("play", "tictactoe", "--from", "xx./oo./... x", "--agent", "random", "--text", stdin="c1\n").out
    assert "The game is over: You win" in out


def test_one_agent_per_seat_is_watched(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = reineke("play", "kuhn", "--agent", "random", "--agent", "random", "--seed", "1", "--record", file)
    assert re.search(r"^[JQK]{2} ", done.out, re.MULTILINE)  # nothing is hidden from who only watches
    (record,) = read_records(file)
    assert record.agents == ("random", "random")


def test_without_a_game_and_a_terminal_it_is_sawhian(reineke: Command) -> None:
    assert reineke("play", stdin="").out.startswith("sawhian: you are Seat 0")


def test_bytes_that_are_no_text_are_no_action(reineke: Command) -> None:
    done = reineke("play", "tictactoe", stdin=b"\xff\xfe\nquit\n")
    assert done.code == 0
    assert "is no action" in done.out


def test_an_agent_that_fails_forfeits_and_the_game_goes_on(reineke: Command, tmp_path: Path) -> None:
    agent = tmp_path / "failing.py"
    agent.write_text(
        "from reineke.agent import Agent\n"
        "class Failing(Agent):\n"
        "    def decide(self, view, budget, stop=None, progress=None):\n"
        "        raise RuntimeError('no idea')\n"
    )
    file = tmp_path / "game.jsonl"
    done = play(reineke, "tictactoe", "--agent", str(agent), "--record", file)
    assert done.code == 0
    assert "Seat 1 crash: RuntimeError: no idea" in done.out
    assert "at random, it has forfeited" in done.out
    (record,) = read_records(file)
    assert record.forfeiters == {1}
    assert record.result["outcome"] == [1.0, -1.0]
