"""`reineke verify gen1`: recorded battles and teams, and fresh ones in lockstep with Showdown."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from reineke import _core
from reineke.cli.files import lines
from reineke.cli.gen1_agents import Agents, agent_pairs
from reineke.cli.replay import check_record
from reineke.cli.steps import steps
from reineke.game import Game, GameError
from reineke.games.gen1 import lockstep, showdown
from reineke.games.gen1.check import Report, Tally, check

FIXTURES = Path("tests") / "data" / "gen1" / "fixtures"
RECORD = re.compile(rb'\s*\{\s*"format"')
"""How a record of the house begins."""
CELLS = ("hit", "miss", "crit", "immune", "substitute", "breaks", "ko")


@dataclass(frozen=True)
class Wanted:
    """What was asked for."""

    files: tuple[Path, ...]
    battles: int
    directed: int
    teams: int
    seed: int
    policy: str | None
    agents: tuple[str, ...]
    """Who choose in place of policies, if anybody."""
    views: bool
    jobs: int | None
    save: Path


def verify(wanted: Wanted, game: Game) -> int:
    """Checks all of it, prints what was found, and returns the exit code."""
    if not (wanted.files or wanted.battles or wanted.directed or wanted.teams):
        raise GameError("give at least one FILE, or --battles, --directed or --teams")
    pairs = _pairs(wanted)
    tally = Tally()
    for place, report in _recorded(game, wanted.files, wanted.views):
        tally.add(report)
        if report.difference is not None:
            print(f"{place}{report.difference}")
    if wanted.battles or wanted.directed or wanted.teams:
        _live(wanted, pairs, tally)
    if wanted.battles or wanted.directed:
        _print_coverage(tally)
    parts = [f"{tally.battles:,} battles, {tally.turns:,} turns"] * bool(tally.battles)
    parts += [f"{tally.teams:,} pairs of teams"] * bool(tally.teams)
    print(", ".join(parts))
    print(f"{tally.checked} checked, {tally.differences} differences")
    return 1 if tally.differences else 0


def _pairs(wanted: Wanted) -> list[tuple[str, str]]:
    if not wanted.agents:
        return lockstep.policy_pairs("uniform" if wanted.policy is None else wanted.policy)
    if not wanted.battles:
        raise GameError("agents decide in --scenarios and play --battles; neither is asked for")
    if wanted.policy is not None:
        raise GameError("the sides of --battles are played by agents or by policies, not by both")
    return agent_pairs(wanted.agents)


def _recorded(game: Game, files: tuple[Path, ...], views: bool) -> Iterator[tuple[str, Report]]:
    def entries() -> Iterator[tuple[str, bytes]]:
        for path in files:
            empty = True
            for number, line in enumerate(lines(path), 1):
                if line.strip():
                    empty = False
                    yield f"{path}, line {number}: ", line
            if empty:
                raise GameError(f"{path}: an empty file")

    for place, line in steps(entries(), "lines"):
        try:
            yield place, _check_record(game, line) if RECORD.match(line) else check(line, views)
        except GameError as error:
            raise GameError(f"{place}{error}") from None


def _check_record(game: Game, line: bytes) -> Report:
    """A record as every game writes it."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise GameError("not JSON, or cut off") from None
    found = list(check_record(game, entry))
    return Report(True, len(found), len(found) - 1, len(found), found[-1], {})


def _live(wanted: Wanted, pairs: list[tuple[str, str]], tally: Tally) -> None:
    print(f"in lockstep with Showdown {showdown.version()}, seed {wanted.seed}", flush=True)
    workers = wanted.jobs or len(os.sched_getaffinity(0))
    fixtures, agents = lockstep.Fixtures(wanted.save), Agents()
    for jobs, count, what in _work(wanted, pairs):
        choose = agents.play if wanted.agents else None
        # The agents stop thinking first: the battles wait for them.
        with closing(lockstep.run(jobs, min(workers, count), wanted.views, choose)) as found, closing(agents):
            for one in steps(found, what, count):
                tally.add(one.report)
                if one.report.difference is not None:
                    kept = fixtures.keep(one)
                    where = f" (kept in {kept})" if kept else ""
                    print(f"{one.name}: {one.report.difference}{where}", flush=True)


def _work(wanted: Wanted, pairs: list[tuple[str, str]]) -> Iterator[tuple[Iterator[showdown.Job], int, str]]:
    if wanted.battles:
        who = "agents" if wanted.agents else "pol"
        yield lockstep.battles(wanted.battles, wanted.seed, pairs, who), wanted.battles, "battles"
    if wanted.directed:
        jobs = lockstep.directed(wanted.seed, wanted.directed)
        yield iter(jobs), len(jobs), "directed battles"
    if wanted.teams:
        yield lockstep.team_pairs(wanted.teams, wanted.seed), wanted.teams, "pairs of teams"


def _print_coverage(tally: Tally) -> None:
    from reineke.cli.output import console, grid

    reachable = _core.gen1_reachable()
    beyond = sorted(tally.coverage.keys() - set(reachable))
    moves = list(dict.fromkeys(name.split()[0] for name in reachable if name.split()[-1] in CELLS))
    table = grid("move", *CELLS, left=("move",))
    for move in moves:
        names = [f"{move} {cell}" for cell in CELLS]
        table.add_row(move, *(str(tally.coverage[name]) if name in reachable else "" for name in names))
    console().print(table)
    rest = [name for name in [*reachable, *beyond] if name.split()[0] not in moves]
    table = grid("event", "times", left=("event",))
    for name in rest:
        table.add_row(name, str(tally.coverage[name]))
    console().print(table)
    never = [name for name in reachable if not tally.coverage[name]]
    print(f"never seen: {', '.join(never) or 'nothing'}")
