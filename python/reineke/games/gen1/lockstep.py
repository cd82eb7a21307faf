"""Fresh battles and teams, played by Showdown and by the engine at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

from reineke.game import GameError
from reineke.games.gen1.check import Report, check
from reineke.games.gen1.showdown import Job, Simulator, spread

POLICIES = ("uniform", "attack", "status", "switcher", "rare", "stall", "ppburn")
"""How a side may choose; showdown/policies.mjs says how they do."""
THOUGHT = 24 * 3600.0
"""Seconds that a battle of those who choose elsewhere may take."""
SODIUM_EVERY = 8
"""Each battle of so many has seeds of the other generator."""


@dataclass(frozen=True)
class Found:
    """A battle or a pair of teams that was compared."""

    name: str
    report: Report
    record: bytes | None
    """Where there is a difference: what Showdown did, up to it."""


# Jobs.


def policy_pairs(text: str) -> list[tuple[str, str]]:
    """`attack` for both sides, `attack,stall` for one each, `all` for every pair in turn."""
    if text == "all":
        return list(product(POLICIES, POLICIES))
    names = text.split(",")
    for name in names:
        if name not in POLICIES:
            raise GameError(f"no policy is called {name!r}; there are {', '.join(POLICIES)}, and all")
    if len(names) > 2:
        raise GameError(f"there are two sides, but {len(names)} policies: {text}")
    return [(names[0], names[-1])]


def _seed(kind: str, *parts: object) -> str:
    size = 8 if kind == "gen5" else 16
    return f"{kind},{blake2b(' '.join(map(str, parts)).encode(), digest_size=size).hexdigest()}"


def battles(count: int, seed: int, pairs: Sequence[tuple[str, str]], who: str = "pol") -> Iterator[Job]:
    """Battles between drawn teams, the pairs in turn: policies, or `agents`, whose choices are to come."""
    for index in range(count):
        kind = "sodium" if index % SODIUM_EVERY == SODIUM_EVERY - 1 else "gen5"
        first, second, battle = (_seed(kind, seed, index, what) for what in ("first", "second", "battle"))
        yield {
            "id": f"{seed}-{index}",
            "seed": battle,
            "ts": [first, second],
            who: pairs[index % len(pairs)],
            "ps": _seed("gen5", seed, index, "policy"),
        }


def directed(seed: int, rounds: int) -> list[Job]:
    """The battles of showdown/scenarios.mjs, so many times over."""
    (line,) = spread([{"scenarios": None}], 1, lambda simulator, job: simulator.ask(job))
    names = json.loads(line)["scenarios"]
    return [
        {
            "id": f"{name}, {seed}-{index}",
            "seed": _seed("gen5", seed, index, name, "battle"),
            "scenario": name,
            "ps": _seed("gen5", seed, index, name, "policy"),
        }
        for index in range(rounds)
        for name in names
    ]


def team_pairs(count: int, seed: int) -> Iterator[Job]:
    """Pairs of seeds, of either generator in turn."""
    for index in range(count):
        kind = ("gen5", "sodium")[index % 2]
        yield {"teams": None, "ts": [_seed(kind, seed, index, what) for what in ("first", "second")]}


# Comparing.


def compare(simulator: Simulator, job: Job, views: bool = False, choose: Callable[[Job], Job] | None = None) -> Found:
    """Showdown plays a job, the engine follows; a difference is shrunk. `choose` adds the choices of those who choose
    elsewhere."""
    name = str(job.get("id", job.get("ts")))
    line = simulator.ask(choose(job) if choose is not None else job)
    try:
        report = check(line, views)
    except GameError as error:
        raise GameError(f"{name}: what Showdown played is not understood: {error}") from None
    if report.difference is None:
        return Found(name, report, None)
    if "teams" in job:
        return Found(name, report, line)
    return Found(name, *shrink(simulator, json.loads(line), report, views))


def shrink(simulator: Simulator, record: dict[str, Any], report: Report, views: bool = False) -> tuple[Report, bytes]:
    """The shortest beginning of a battle that still differs, recorded again with the functions of Showdown that draw
    random numbers."""
    kept: dict[str, Any] = {key: record[key] for key in ("id", "pol", "agents", "scenario", "seed") if key in record}
    source = "ts" if "ts" in record else "teams"
    choices = [decision["c"] for decision in record["d"][: report.decisions]]
    line = simulator.ask({**kept, source: record[source], "c": choices, "sites": True})
    again = check(line, views)
    if again.difference is None:
        raise GameError(
            f"battle {record.get('id')}: Showdown does not play it the same way twice ({report.difference})"
        )
    return again, line


def run(
    jobs: Iterable[Job], workers: int, views: bool = False, choose: Callable[[Job], Job] | None = None
) -> Generator[Found, None, None]:
    """All jobs, compared."""
    return spread(jobs, workers, partial(compare, views=views, choose=choose), None if choose is None else THOUGHT)


# Fixtures.


class Fixtures:
    """A folder of battles that once differed: the shortest of each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shortest: dict[str, int] = {}

    def keep(self, found: Found) -> Path | None:
        """Writes a battle down if it is the shortest of its kind so far."""
        assert found.record is not None
        assert found.report.difference is not None
        kind = _kind(found.report.difference)
        if self._shortest.get(kind, found.report.decisions + 1) <= found.report.decisions:
            return None
        self._shortest[kind] = found.report.decisions
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{kind}.jsonl"
        part = path.with_suffix(".part")
        part.write_bytes(found.record)
        part.replace(path)
        return path


def _kind(difference: str) -> str:
    """A name for what differs: the field, or what a random number is drawn for."""
    words = re.sub(r"^decision \d+: ", "", difference)
    drawn = re.search(r"for (\w+) here$", words)
    if words.startswith("random number"):
        return f"number-{drawn[1].lower() if drawn else 'none'}"
    field = words.partition(":")[0].partition(" draws")[0]
    return re.sub(r"\W+", "-", re.sub(r"\[\d+\]|\d", "", field)).strip("-").lower()
