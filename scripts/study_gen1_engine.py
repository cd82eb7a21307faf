"""The parts of docs/studies/gen1.md on the engine: lockstep with Showdown, and speed."""

from __future__ import annotations

from scripts.study_runs import Runs

LOCKSTEP = {"uniform": "every legal choice alike", "policies": "every pair of policies", "agents": "agents"}
"""Runs, and who chooses."""


def lockstep(runs: Runs) -> list[str]:
    """Battles that Showdown and the engine played from the same seeds."""
    lines = ["## In lockstep with Showdown", ""]
    found = {name: runs.find(f"gen1-lockstep-{name}") for name in LOCKSTEP}
    there = {name: run for name, run in found.items() if run is not None}
    for name in (name for name in LOCKSTEP if name not in there):
        lines += [f"Not played yet: `python -m scripts.gen1_lockstep_runs --only {name}`.", ""]
    if not there:
        return lines
    lines += [
        "After every decision the whole position, what either side is asked and may choose, every line of the log, "
        "every random number and the generator's state are compared ([how](../games/gen1.md#how-it-is-verified)).",
        "",
        "| who chooses | battles | turns | positions compared | differences | command |",
        "|---|---|---|---|---|---|",
    ]
    for name, run in there.items():
        numbers = [f"{run[key]:,}" for key in ("battles", "turns", "checked", "differences")]
        lines.append(f"| {LOCKSTEP[name]} | {' | '.join(numbers)} | `{run['command']}` |")
    never = set.intersection(*(set(run["never"]) for run in there.values()))
    versions = " and ".join(sorted({run["showdown"] for run in there.values()}))
    seen = "Everything that can happen came up."
    if never:
        seen = f"What did not come up, directed battles play: {', '.join(sorted(never))}."
    return [*lines, "", f"Showdown {versions}. {seen}", ""]


BENCH = "reineke bench gen1 --seconds 2 --json"


def speed(runs: Runs) -> list[str]:
    """What `reineke bench gen1` found."""
    lines = ["## Speed", ""]
    run = runs.find("gen1-bench")
    if run is None:
        return [*lines, f"Not measured yet: `{BENCH} > docs/studies/data/gen1-bench.json`.", ""]
    lines += [f"`{BENCH}`, one thread. [What each measures](../command.md#reineke-bench).", ""]
    lines += ["| benchmark | speed | signature |", "|---|---|---|"]
    for one in run["results"]:
        lines.append(f"| `{one['name']}` | {one['value']:,.0f} {one['unit']} | `{one['signature']}` |")
    return [*lines, ""]
