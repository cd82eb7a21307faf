"""The lockstep walk passes equal engines and names the first difference of unequal ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import walks
from tests.games.sawhian import lockstep, twin


class TwinEngine:
    """The twin behind the protocol of an engine."""

    def __init__(self, mode="server"):
        self.mode = mode

    def start(self):
        return twin.start(self.mode)

    def legal(self, state):
        return twin.legal_moves(state)

    def play(self, state, move):
        return twin.play(state, move)

    def position_json(self, state):
        return twin.position_json(state)

    def winners(self, state):
        return twin.winners(state)


class Thief(TwinEngine):
    """Awards a second point for every stone that leaves."""

    def play(self, state, move):
        after = twin.play(state, move)
        gained = [b - a for a, b in zip(state.points, after.points, strict=True)]
        points = [p + g for p, g in zip(after.points, gained, strict=True)]
        return twin.State(after.board, after.hand, tuple(points), after.alive, after.mover)


class Forgetful(TwinEngine):
    def legal(self, state):
        return twin.legal_moves(state)[1:]


class Loser(TwinEngine):
    def winners(self, state):
        return twin.winners(state) and [4]


class Broken(TwinEngine):
    def play(self, state, move):
        raise RuntimeError("out of order")


@pytest.mark.parametrize("mode", ["server", "pass"])
def test_equal_engines_walk_in_step_to_the_end(mode):
    tally = lockstep.walk(TwinEngine(mode), mode, games=5, seed=1)
    assert tally.games == sum(tally.winners.values()) == 5
    assert 5 * 80 < tally.plies <= 5 * 224
    assert () not in tally.winners


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (Thief(), "positions: differs"),
        (Forgetful(), "after 0 plies: moves: differs"),
        (Loser(), "winners: differs"),
        (Broken(), "raised RuntimeError('out of order')"),
        (TwinEngine("pass"), "positions: differs"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_first_difference_is_named(engine, message):
    with pytest.raises(walks.Difference) as failure:
        lockstep.walk(engine, "server", games=20, seed=3)
    assert message in str(failure.value)
    assert "--seed 3 --first" in str(failure.value)


def test_a_game_does_not_depend_on_the_slice_it_is_played_in():
    whole = lockstep.walk(TwinEngine(), "server", games=4, seed=2)
    parts = lockstep.walk(TwinEngine(), "server", games=1, seed=2)
    parts.add(lockstep.walk(TwinEngine(), "server", games=3, seed=2, first=1))
    assert parts == whole


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("engine", "code", "message"),
    [("TwinEngine", 0, "3 games, "), ("Thief", 1, "positions: differs")],
)
def test_the_command_finds_the_engine_by_name_and_fails_on_a_difference(jobs, engine, code, message):
    options = ["--games", "3", "--jobs", jobs]
    options += ["--engine", f"tests.games.sawhian.test_lockstep:{engine}"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.sawhian.lockstep", *options],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert message in done.stdout + done.stderr
