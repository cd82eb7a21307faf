"""Writes tests/data/gen1/fixtures/directed.jsonl.gz: directed battles that show what no recorded battle does, few and
short. Run it after make showdown: python scripts/gen1_fixtures.py"""

from __future__ import annotations

import gzip
from pathlib import Path

from reineke import _core
from reineke.games.gen1.check import check
from reineke.games.gen1.lockstep import directed
from reineke.games.gen1.showdown import Job, Simulator, spread

DATA = Path(__file__).parents[1] / "tests" / "data" / "gen1"
ROUNDS = 6
SEED = 1


def main() -> None:
    """Plays all directed battles and keeps some."""
    shows = sorted(spread(directed(SEED, ROUNDS), 2, _play), key=lambda one: (len(one[0]), one[0]))
    missing = set(_core.gen1_reachable()).union(*(shown for _, shown in shows))
    with gzip.open(DATA / "battles.jsonl.gz") as file:
        for line in file:
            missing -= check(line).coverage.keys()
    kept = []
    while True:
        line, shown = max(shows, key=lambda one: len(missing & one[1]) / len(one[0]))
        if not missing & shown:
            break
        kept.append(line)
        missing -= shown
    folder = DATA / "fixtures"
    folder.mkdir(exist_ok=True)
    with (folder / "directed.jsonl.gz").open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as packed:
        packed.writelines(kept)
    print(f"{len(kept)} battles; still missing: {', '.join(sorted(missing)) or 'nothing'}")


def _play(simulator: Simulator, job: Job) -> tuple[bytes, set[str]]:
    line = simulator.ask(job)
    report = check(line)
    if report.difference is not None:
        raise SystemExit(f"{job['id']}: {report.difference}")
    return line, set(report.coverage)


if __name__ == "__main__":
    main()
