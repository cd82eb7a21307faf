"""A user's mistake gets one line and exit code 2."""

from __future__ import annotations

import gzip
from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Command, process

NIM = str(ROOT / "examples" / "nim.py")
START = "......./......./......./......./......./......./....... 7777 0000 1111 0"

MISTAKES: list[tuple[list[str], str]] = [
    (["nosuch"], "No such command 'nosuch'"),
    (["games", "--nope"], "No such option '--nope'"),
    (["games", "extra"], "unexpected extra argument"),
    (["agents", "chess"], "no game is called 'chess'"),
    (["live"], "Missing command"),
    (["live", "chess"], "No such command 'chess'"),
    (["live", "sawhian", "--port", "70000"], "70000 is not in the range"),
    (["live", "sawhian", "--margin", "-1"], "margin"),
    (["live", "sawhian", "--picture", "nosuch.png"], "nosuch.png"),
    (["live", "sawhian", "--agent", "nobody"], "no agent of sawhian is called 'nobody'"),
    (["serve", "sawhian", "--limit", "0.5"], "0.5"),
    (["serve", "sawhian", "--games", "0"], "0 is not in the range"),
    (["serve", "sawhian", "--game", "pig"], "sawhian"),
    (["play", "chess"], "no game is called 'chess'"),
    (["play", "sawhian(foo=1)"], "sawhian has no option foo; it has blocked, draws"),
    (["play", "sawhian(blocked=maybe)"], "blocked=maybe: expected one of server, pass"),
    (["play", "sawhian(blocked=pass"], "malformed spec"),
    (["play", "sawhian(blocked)"], "options of a game are written key=value"),
    (["play", "nosuch.py"], "there is no file nosuch.py"),
    (["play", "sawhian", "--agent", "nobody"], "no agent of sawhian is called 'nobody'"),
    (["play", "sawhian", "--agent", "random", "--agent", "random"], "one agent for all other seats"),
    (["play", "rps", "--agent", "random", "--agent", "random", "--seat", "0"], "none left for you"),
    (["play", "sawhian", "--seat", "4"], "seats 0 to 3, not 4"),
    (["play", "sawhian", "--seat", "-1"], "seats 0 to 3, not -1"),
    (["play", "sawhian", "--from", "nonsense"], "a position has five words"),
    (["play", "sawhian", "--from", START.replace("7777", "6777")], "not 7"),
    (["play", "sawhian", "--from", "-"], "cannot come from stdin"),
    (["play", "sawhian", "--time", "0"], "a time budget is a number of seconds above 0"),
    (["play", "sawhian", "--time", "soon"], "'soon' is not a valid float"),
    (["play", "sawhian", "--nodes", "-5"], "a node budget is a number above 0"),
    (["play", "sawhian", "--record", "/nosuch/file.jsonl"], "/nosuch/file.jsonl: cannot be written"),
    (["decide"], "Missing argument 'GAME'"),
    (["decide", "sawhian"], "Missing argument 'POSITION'"),
    (["decide", "sawhian", ""], "an empty position"),
    (["decide", "sawhian", "-"], "an empty position"),
    (["decide", "sawhian", "nonsense"], "a position has five words"),
    (["decide", "sawhian", '{"board": 1}'], "board: expected a string"),
    (["decide", "sawhian", '{"board"'], "not JSON"),
    (["decide", "sawhian", START[:-1] + "-"], "nobody is to move"),
    (["decide", "pig", "0,0 0+0"], "not a position of pig"),
    (["decide", "goofspiel", "start"], "chance moves here"),
    (["decide", "rps", "rock paper"], "the game is over"),
    (["decide", "sawhian", "start", "--seat", "2"], "seat 2 does not act here"),
    (["decide", "sawhian", "start", "--seat", "9"], "seats 0 to 3, not 9"),
    (["decide", "sawhian", "start", "--agent", "maxn(eval=seed,depth=0)"], "depth=0: expected a number"),
    (["decide", "sawhian", "start", "--agent", "alphabeta(eval=seed)"], "alphabeta is for two seats"),
    (["decide", "sawhian", "start", "--agent", "random(x=1)"], "random takes no options"),
    (["decide", "sawhian", "start", "--agent", "mcts(nodes=few)"], "time and nodes are numbers"),
    (["decide", "sawhian", "start", "--depth", "-3"], "depth=-3: expected a number"),
    (["decide", "sawhian", "start", "--time", "nan"], "a time budget"),
    (["decide", "sawhian", "start", "--time", "inf"], "a time budget"),
    (["decide", NIM, "[[1,3,5,7],9]"], "not a position of nim"),
    (["match", "sawhian"], "Missing argument 'SPEC...'"),
    (["match", "sawhian", "random", "random"], "sawhian needs 4 agents, but 2 were given"),
    (["match", "tictactoe", "random", "nobody"], "no agent of tictactoe is called 'nobody'"),
    (["match", "tictactoe", "random", "mcts(nodes=5"], "malformed spec"),
    (["match", "tictactoe", "random", "random", "-n", "0"], "0 is not in the range"),
    (["match", "tictactoe", "random", "random", "--seed", "-1"], "'-1' is no number from 0 to 2^64"),
    (["match", "tictactoe", "random", "random", "--jobs", "0"], "0 is not in the range"),
    (["match", "tictactoe", "random", "random", "--nodes", "1.5"], "'1.5' is not a valid integer"),
    (["match", "tictactoe", "random", "random", "--seatings", "some"], "'some' is not one of"),
    (["match", "tictactoe", "random", "random", "--store", "/nosuch/file.sqlite"], "/nosuch"),
    (["table", "nosuch.sqlite"], "nosuch.sqlite"),
    (["table", str(ROOT)], "is a directory"),
    (["analyse", "nosuch.jsonl"], "nosuch.jsonl: cannot be read: No such file or directory"),
    (["analyse", str(ROOT / "tests/data/sawhian/games.jsonl.gz")], 'line 1: not a record: no "format"'),
    (["verify", "sawhian"], "give at least one FILE"),
    (["verify", "sawhian", "nosuch.jsonl"], "nosuch.jsonl: cannot be read"),
    (["verify", "pig", "--depth", "3"], "pig has no --depth"),
    (["verify", "pig", str(ROOT / "tests/data/sawhian/games.jsonl.gz")], "pig has no reference data"),
    (["draw", "pig", "start"], "pig has no drawing"),
    (["draw", "sawhian", "start", "-o", "/nosuch/board.svg"], "/nosuch/board.svg: No such file or directory"),
    (["draw", "sawhian", "start", "--tree", "0"], "0 is not in the range"),
    (["draw", "pig", "start", "--tree", "2"], "one player moves at a time"),
    (["draw", "kuhn", "start", "--tree", "1"], "without secrets and dice"),
    (["draw", "sawhian", "start", "--agent", "random"], "does not say what a position is worth"),
    (["bench", "chess"], "no game is called 'chess'"),
    (["bench", NIM], "only native games are measured"),
    (["bench", "--seconds", "-1"], "-1.0 is not in the range"),
    (["completion", "tcsh"], "'tcsh' is not one of"),
    (["train", "sawhian", "x", "--set", "no-equals"], "'no-equals' is not key=value"),
]


@pytest.mark.parametrize(("arguments", "words"), MISTAKES, ids=[" ".join(words)[:60] for words, _ in MISTAKES])
def test_a_mistake_is_said_in_one_line(reineke: Command, arguments: list[str], words: str) -> None:
    assert words in reineke(*arguments).refused()


@pytest.mark.parametrize(("arguments", "words"), MISTAKES[::9], ids=[words[0] for words, _ in MISTAKES[::9]])
def test_a_process_ends_with_code_2_and_that_line(arguments: list[str], words: str) -> None:
    assert words in process(*arguments).refused()


BROKEN = [b"nonsense\n", b'{"format":1}\n', b"[1]\n", b"\xff\xfe\x00", b'{"format":99}\n', b""]
READERS = [["table"], ["analyse"], ["verify", "sawhian"], ["match", "rps", "random", "random", "--store"]]


# An empty file is a store that has no runs yet.
@pytest.mark.parametrize(("verb", "content"), [*product(READERS, BROKEN[:-1]), *product(READERS[:-1], BROKEN[-1:])])
def test_a_broken_file_is_refused_and_left_as_it_is(
    reineke: Command, tmp_path: Path, verb: list[str], content: bytes
) -> None:
    file = tmp_path / "broken"
    file.write_bytes(content)
    assert str(file) in reineke(*verb, file).refused()
    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]


@pytest.mark.parametrize("verb", [["analyse"], ["verify", "sawhian"]])
def test_a_truncated_gz_file_is_refused(reineke: Command, tmp_path: Path, verb: list[str]) -> None:
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"depth":1,"nodes":7}\n' * 100)[:-12])
    assert "cut.jsonl.gz" in reineke(*verb, file).refused()


def test_records_that_are_none_are_never_appended_to(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    for verb in (["match", "rps", "random", "random", "--records"], ["play", "rps", "--record"]):
        assert "not a record" in reineke(*verb, file).refused()
    assert file.read_text() == "my notes\n"


def test_nothing_is_written_when_an_agent_is_wrong(reineke: Command, tmp_path: Path) -> None:
    files = ["--store", tmp_path / "s.sqlite", "--records", tmp_path / "r.jsonl"]
    reineke("match", "rps", "random", "nobody", *files).refused()
    assert list(tmp_path.iterdir()) == []


def test_a_python_game_that_does_not_check_its_positions_is_no_internal_error(reineke: Command, tmp_path: Path) -> None:
    file = tmp_path / "careless.py"
    file.write_text(
        "from reineke.game import Game\n"
        "class Careless(Game):\n"
        "    actions = 1\n"
        "    def start(self, dice): return (3, 0)\n"
        "    def turn(self, state): return state[1] if state[0] else -1\n"
        "    def legal(self, state, seat): return [0]\n"
        "    def play(self, state, action, dice): return (state[0] - 1, 1 - state[1])\n"
        "    def outcome(self, state): return (1.0, -1.0)\n"
    )
    assert "not a position of" in reineke("decide", file, "5").refused()
    assert reineke("decide", file, "[2,1]", "--nodes", "10", "--json").json()["action"] == "0"
