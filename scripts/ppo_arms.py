"""What sections of docs/studies/clever-ppo.md share: stored runs by what they change, and how they are told."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from scripts.ppo_runs import RUNS, Found, read_group
from scripts.study_runs import Runs


def prose(*sentences: str) -> list[str]:
    """A paragraph."""
    return [*textwrap.wrap(" ".join(sentences), 120, break_long_words=False, break_on_hyphens=False), ""]


@dataclass(frozen=True)
class Arm:
    """Runs that differ in their seeds alone."""

    change: str
    runs: Sequence[Found]

    @property
    def means(self) -> list[float]:
        """What the last examination of each run came to."""
        return [run["exam"]["mean"] for run in self.runs]

    @property
    def mean(self) -> float:
        """The mean of the runs."""
        return fmean(self.means)


def arms(found: Mapping[str, Found]) -> dict[str, Arm]:
    """The runs of a group by what they change."""
    names: dict[str, list[Found]] = {}
    for name, run in found.items():
        names.setdefault(name.rpartition(" ")[0], []).append(run)
    return {change: Arm(change, runs) for change, runs in names.items()}


def group(runs: Runs, name: str) -> dict[str, Found]:
    """The stored runs of a group, in the order of the table."""
    found = read_group(runs.folder / f"ppo-{name}.json")
    return {key: found[key] for key in RUNS[name] if key in found}


def missing(name: str) -> list[str]:
    """What stands where nothing is stored."""
    return [f"Not measured yet: `python -m scripts.ppo_runs --only {name}`.", ""]


def interval(exam: Found) -> str:
    """Of a mean."""
    low, high = exam["interval"]
    return f"{low:.2f} to {high:.2f}"


def decisions(run: Found) -> str:
    """How many were learnt from."""
    count = run["curve"]["steps"][-1]
    return f"{count / 1e6:.1f} million" if count >= 1e6 else f"{count:,}"


def spent(run: Found) -> str:
    """On what a run was trained, and for how long."""
    seconds = run["seconds"]
    return f"{run['device']}, {seconds / 60:.0f} min" if seconds >= 90 else f"{run['device']}, {seconds} s"
