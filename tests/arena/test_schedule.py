"""Runs, blocks and seeds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reineke.agent import Budget
from reineke.arena.schedule import Run, derive
from reineke.game import GameError


def run_of(*specs: str, **changes) -> Run:
    return Run(**({"game": "nim", "specs": specs or ("a", "b"), "budget": Budget(nodes=10), "seed": 1} | changes))


def test_derive_gives_the_same_number_on_every_machine_and_in_every_process():
    assert derive("deal", "nim", 1, 0) == 15001616128890892274
    code = "from reineke.arena.schedule import derive; print(derive('deal', 'nim', 1, 0))"
    path = [entry for entry in sys.path if entry]
    printed = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(printed.stdout) == derive("deal", "nim", 1, 0)


def test_derive_tells_every_part_and_every_split_apart():
    inputs = [
        ("a",),
        ("a", 1),
        ("a", "1"),
        ("a", 1, 1),
        ("a", 11),
        ("a1",),
        ("a", "1,1"),
        ("b", 1),
        (1, "a"),
        ("a", -1),
    ]
    assert len({derive(*parts) for parts in inputs}) == len(inputs)
    assert all(0 <= derive(*parts) < 2**64 for parts in inputs)


def test_a_block_is_one_game_per_rotation():
    jobs = list(run_of("a", "b", "c").jobs(2))
    assert [(job.block, job.rotation) for job in jobs] == [(b, r) for b in range(2) for r in range(3)]
    assert [job.seating for job in jobs[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_in_a_block_every_player_sits_once_in_every_seat():
    seatings = [job.seating for job in run_of("a", "b", "c", "d").jobs(1)]
    for seat in range(4):
        assert sorted(seating[seat] for seating in seatings) == [0, 1, 2, 3]


def test_all_seatings_are_every_permutation():
    jobs = list(run_of("a", "b", "c", seatings="all").jobs(1))
    assert len({job.seating for job in jobs}) == len(jobs) == 6


def test_a_solo_block_is_one_game():
    assert [job.seating for job in run_of("a").jobs(2)] == [(0,), (0,)]


def test_an_unknown_seating_is_refused():
    with pytest.raises(GameError, match="cyclic or all"):
        run_of(seatings="random")


def test_keys_tell_runs_and_blocks_apart_and_parse_back():
    base = run_of()
    others = [
        run_of(game="nim(x=1)"),
        run_of("b", "a"),
        run_of(budget=Budget(nodes=11)),
        run_of(budget=Budget(seconds=10)),
        run_of(seed=2),
        run_of(seatings="all"),
        run_of(version="2"),
    ]
    assert len({run.key for run in [base, *others]}) == 8
    assert base.block_key(1) != base.block_key(2)
    for run in [base, *others]:
        assert Run.parse(run.key) == run
        assert "\n" not in run.key


def test_agents_seeds_differ_by_block_rotation_and_player():
    run = run_of()
    seeds = [run.agent_seed(job, seat) for job in run.jobs(10) for seat in range(2)]
    assert len(set(seeds)) == len(seeds) == 40
