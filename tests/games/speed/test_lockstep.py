"""The lockstep walk passes an equal engine and finds every rule that one has wrong."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games.speed import lockstep, twin
from tests.games.speed.twin import Action
from tests.games.walks import Difference, changed


class TwinEngine:
    """A twin behind the protocol of an engine."""

    def __init__(self, rules: ModuleType = twin) -> None:
        self.rules: Any = rules
        self.written: dict[str, Any] = {}

    def read_json(self, position: dict[str, Any]) -> Any:
        heads = zip(position["players"].values(), position["died"], strict=True)
        players = tuple(self.rules.Player(**head, died=died) for head, died in heads)
        return self.rules.State(tuple(map(tuple, position["cells"])), players, position["round"])

    def read_text(self, line: str) -> Any:
        return self.written[line]

    def json(self, state: Any) -> dict[str, Any]:
        return dict(self.rules.to_json(state))

    def text(self, state: Any) -> str:
        line = str(self.rules.to_text(state))
        self.written[line] = state
        return line

    def active(self, state: Any) -> list[int]:
        return list(state.active) if state.running else []

    def legal(self, state: Any, number: int) -> list[str]:
        return list(self.rules.legal(state, number))

    def play(self, state: Any, actions: Mapping[int, Action]) -> Any:
        return self.rules.play(state, actions)

    def points(self, state: Any) -> list[float]:
        return list(self.rules.points(state))

    def outcome(self, state: Any) -> list[float]:
        return list(self.rules.outcome(state))


def make(players: int, width: int, height: int) -> TwinEngine:
    return TwinEngine()


FAULTS = {
    "gaps a round late": ("round_number % GAP_EVERY == 0", "round_number % GAP_EVERY == 1"),
    "gaps from speed four on": ("GAP_SPEED = 3", "GAP_SPEED = 4"),
    "gaps by the speed before the answer": (
        "state.round + 1, state.width",
        "state.round + 1 if state.players[number - 1].speed >= 3 else 1, state.width",
    ),
    "a gap with the first cell": ("1 <= step", "0 <= step"),
    "a gap with the last cell": ("player.speed - 2", "player.speed - 1"),
    "gap cells are marked": ("(jumped if gap_step else marked).append", "marked.append"),
    "no meeting within a round": (" and visits[x, y] == 1", ""),
    "trails that give way": ("state.cells[y][x] == FREE and ", ""),
    "a crash that stops the trail": (
        "cells[y][x] = number if alone else CRASHED\n",
        "cells[y][x] = number if alone else CRASHED\n            if not alone: break\n",
    ),
    "a crash that kills nobody": ("move.left or crashed", "move.left"),
    "an edge that kills nobody": ("move.left or crashed", "crashed and not move.left"),
    "a head left on the edge": ("tuple(jumped), (x, y), left=True", "tuple(jumped), (x - dx, y - dy), left=True"),
    "no trail to the edge": (
        "Move(tuple(marked), tuple(jumped), (x, y), left=True)",
        "Move((), (), (x, y), left=True)",
    ),
    "turns the wrong way": ('{"turn_left": -1, "turn_right": 1}', '{"turn_left": 1, "turn_right": -1}'),
    "speed eleven": ("FASTEST = 1, 10", "FASTEST = 1, 11"),
    "speed zero": ("SLOWEST <= speed <= FASTEST and", "0 <= speed <= FASTEST and"),
    "a first answer that counts in full": (" and not broke_a_rule", ""),
    "a first answer that counts for nothing": ("if action is None:", "if action is None or isinstance(action, tuple):"),
    "a game that goes on alone": ("min(2, len(self.players))", "1"),
    "a game alone that ends at once": ("min(2, len(self.players))", "2"),
    "a death a round early": ("died=round_number", "died=state.round"),
    "points for the round of the death": ("player.died - 1 for", "player.died for"),
    "a draw of all": ("if player.died == last", "if player.died"),
    "fewer legal words": ("return [word for word in WORDS if", "return [word for word in WORDS[1:] if"),
    "JSON with another round": ('"round": state.round,', '"round": state.round + 1,'),
    "JSON that always runs": ('"running": state.running,', '"running": True,'),
    "text without rounds of death": ("{player.died}", "0"),
}


def test_an_equal_engine_walks_in_step_to_the_end() -> None:
    tally = lockstep.walk(make, range(60), seed=1)
    assert tally.games == sum(tally.players.values()) == sum(tally.ends.values()) == 60
    assert tally.rounds > 300
    first, *_ = tally.lines()
    assert first == f"60 games, {tally.rounds} rounds: equal"


@pytest.mark.parametrize(("line", "instead"), FAULTS.values(), ids=FAULTS)
def test_every_fault_is_found(line: str, instead: str) -> None:
    rules = changed(twin, line, instead)
    with pytest.raises(Difference) as failure:
        lockstep.walk(lambda players, width, height: TwinEngine(rules), range(1000), seed=3)
    assert "differs\n  twin: " in str(failure.value)
    assert "again: python -m tests.games.speed.lockstep --seed 3 --first " in str(failure.value)


class Broken(TwinEngine):
    def play(self, state: Any, actions: Mapping[int, Action]) -> Any:
        raise RuntimeError("out of order")


class InPlace(TwinEngine):
    """Writes over the state that it plays from."""

    def play(self, state: Any, actions: Mapping[int, Action]) -> Any:
        after = super().play(state, actions)
        object.__setattr__(state, "cells", after.cells)
        return after


class Shifted(TwinEngine):
    def read_text(self, line: str) -> Any:
        state = super().read_text(line)
        return self.rules.State(state.cells, state.players, state.round + 6)


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (Broken, "after 1 rounds: raised RuntimeError('out of order')"),
        (InPlace, "the state played from: differs"),
        (Shifted, "after 0 rounds: what is read from text: differs"),
    ],
)
def test_an_engine_that_fails_otherwise_is_named_too(engine: type[TwinEngine], message: str) -> None:
    with pytest.raises(Difference) as failure:
        lockstep.walk(lambda players, width, height: engine(), range(20), seed=3)
    assert message in str(failure.value)


def test_a_game_does_not_depend_on_the_slice_it_is_played_in() -> None:
    whole = lockstep.walk(make, range(40), seed=2)
    parts = lockstep.walk(make, range(15), seed=2)
    parts.add(lockstep.walk(make, range(15, 40), seed=2))
    assert parts == whole


def make_broken(players: int, width: int, height: int) -> TwinEngine:
    return Broken()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("engine", "options", "code", "message"),
    [
        ("make", ["--games", "3"], 0, "3 games, "),
        ("make", ["--rounds", "10"], 0, f"{lockstep.SLICE} games, "),
        ("make_broken", ["--games", "1", "--first", "7"], 1, "game 7, after 1 rounds: raised"),
    ],
)
def test_the_command_finds_the_engine_by_name_and_fails_on_a_difference(
    jobs: str, engine: str, options: list[str], code: int, message: str
) -> None:
    name = f"tests.games.speed.test_lockstep:{engine}"
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.speed.lockstep", *options, "--jobs", jobs, "--engine", name],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert message in done.stdout + done.stderr
