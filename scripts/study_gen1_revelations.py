"""Beliefs against the team generator: the part of docs/studies/gen1-beliefs.md on partial revelations.

The numbers of a run are counts: how often each set was among the generator's teams that have what was shown. They are
compared with the belief's odds as a chi-square test does it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from scripts.study_clever import table

ENOUGH = 25
"""Sets that are expected less often are put together."""
FAR = 3
"""Standard errors."""
BEYOND = math.erfc(FAR / math.sqrt(2))
"""The share of normal numbers further away."""

Class = tuple[float, int]
"""The odds of a set, or of several, and how often they came."""


@dataclass(frozen=True)
class Comparison:
    """A class of sets in a number of teams."""

    odds: float
    count: int
    teams: int

    @property
    def deviation(self) -> float:
        """In standard errors, which are those of the exact odds."""
        return (self.count - self.odds * self.teams) / math.sqrt(self.odds * (1 - self.odds) * self.teams)

    def chance(self) -> float:
        """How likely chance alone brings it further than `FAR` from what is expected."""
        mean, width = self.odds * self.teams, FAR * math.sqrt(self.odds * (1 - self.odds) * self.teams)
        near = range(math.ceil(mean - width), math.floor(mean + width) + 1)
        return 1 - sum(_binomial(count, self.teams, self.odds) for count in near if 0 <= count <= self.teams)


def _binomial(count: int, teams: int, odds: float) -> float:
    ways = math.lgamma(teams + 1) - math.lgamma(count + 1) - math.lgamma(teams - count + 1)
    return math.exp(ways + count * math.log(odds) + (teams - count) * math.log1p(-odds))


def classes(sets: Sequence[Sequence[float]], teams: int) -> list[Class]:
    """The sets that a member may have, likeliest first; the rarest are put together until all are expected often."""
    found = [(odds, int(count)) for odds, count in sets if odds > 0]
    found.sort(key=_rarity)
    while len(found) > 1 and found[-1][0] * teams < ENOUGH:
        (one, few), (two, more) = found.pop(), found.pop()
        found = sorted([*found, (one + two, few + more)], key=_rarity)
    return found


def _rarity(found: Class) -> float:
    return -found[0]


def members(row: dict[str, Any]) -> Iterator[list[Class]]:
    """The classes of every member that was shown and may have more than one."""
    for sets in row["sets"]:
        found = classes(sets, row["accepted"])
        if len(found) > 1:
            yield found


def comparisons(row: dict[str, Any]) -> list[Comparison]:
    """All of a revelation. Of two classes only one is looked at: the other deviates by as much."""
    parts = [found if len(found) > 2 else found[:1] for found in members(row)]
    return [Comparison(odds, count, row["accepted"]) for found in parts for odds, count in found]


def chi_square(row: dict[str, Any]) -> tuple[float, int]:
    """Of a revelation, with its degrees of freedom."""
    teams, parts = row["accepted"], list(members(row))
    square = sum((count - odds * teams) ** 2 / (odds * teams) for found in parts for odds, count in found)
    return square, sum(len(found) - 1 for found in parts)


def tail(square: float, freedom: int) -> float:
    """How likely chance alone gives a chi-square as large as that."""
    half = square / 2
    if half <= 0:
        return 1.0
    shape = 0.5 if freedom % 2 else 1.0
    sum_ = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while shape < freedom / 2:
        sum_ += math.exp(shape * math.log(half) - half - math.lgamma(shape + 1))
        shape += 1
    return min(1.0, sum_)


def outside(row: dict[str, Any]) -> bool:
    """Whether some class of sets lies beyond three standard errors."""
    return any(abs(one.deviation) > FAR for one in comparisons(row))


def sets_row(name: str, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Sets of a run."""
    found = [comparisons(row) for row in rows]
    all_ = [one for row in found for one in row]
    chances = [[one.chance() for one in row] for row in found]
    beyond = sum(abs(one.deviation) > FAR for one in all_)
    revelations = sum(1 - math.prod(1 - chance for chance in row) for row in chances)
    squares = [chi_square(row) for row in rows]
    square, freedom = sum(one for one, _ in squares), sum(degrees for _, degrees in squares)
    return [
        name,
        f"{len(all_):,}",
        f"{beyond} ({sum(map(sum, chances)):.1f})",
        f"{sum(map(outside, rows))} ({revelations:.1f})",
        f"{max(abs(one.deviation) for one in all_):.2f}",
        f"{square:.1f}",
        f"{freedom}",
        f"{tail(square, freedom):.2f}",
    ]


def members_row(name: str, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Members who were not seen."""
    found = [one for row in rows for one in row["members"]]
    beyond = sum(abs(one) > FAR for one in found)
    largest, square = max(map(abs, found)), fmean(one * one for one in found)
    return [name, f"{len(found):,}", f"{beyond} ({BEYOND * len(found):.1f})", f"{largest:.2f}", f"{square:.3f}"]


def again(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What lies beyond in one run, and the same with other dice."""
    return [
        f"{first.deviation:+.2f} in revelation {number} ({second.deviation:+.2f} with the other dice)"
        for number, rows in enumerate(zip(one["revelations"], other["revelations"], strict=True))
        for first, second in zip(*map(comparisons, rows), strict=False)
        if abs(first.deviation) > FAR
    ]


def section(runs: Sequence[dict[str, Any]]) -> list[str]:
    """The part of the page: runs of the same revelations, each with dice of its own."""
    rows = [run["revelations"] for run in runs]
    all_ = [row for one in rows for row in one]
    names = [f"dice {run['stream']}" for run in runs]
    accepted = sorted(row["accepted"] for row in all_)
    draws = " and ".join(f"{run['draws']:,}" for run in runs)
    wrong = sum(count for row in all_ for sets in row["sets"] for odds, count in sets if not odds)
    return [
        "## Against the generator itself",
        "",
        f"{len(rows[0])} partial revelations: a lead, up to two others, some of their moves. Of {draws} teams that the "
        "generator drew with these leads, those that have all of it were kept: "
        f"{accepted[0]:,} to {accepted[-1]:,} for each, in the median {accepted[len(accepted) // 2]:,}.",
        "",
        "Sets: how often each is among them, against its exact odds, by which the standard error goes. Sets of a "
        f"member that are expected fewer than {ENOUGH} times are put together; of two, whose deviations are the same, "
        "one is looked at. In brackets what chance alone brings about, by the binomial distribution. The chi-square "
        "adds up all members, which are drawn independently; p is how likely chance gives as large a one. (A "
        "table that stood here before went by 1,000 teams at most and counted both of two sets: one deviation beyond "
        "three standard errors was two, beside an expectation for independent ones.)",
        "",
        *table(
            [
                "sets",
                "comparisons",
                "beyond three standard errors",
                "revelations with one beyond",
                "largest",
                "chi-square",
                "degrees of freedom",
                "p",
            ],
            [sets_row(name, one) for name, one in zip([*names, "all"], [*rows, all_], strict=True)],
        ),
        f"Sets that the belief rules out were drawn {wrong} times.",
        *_repeats(runs),
        "",
        f"Members: how often each species is among those who were not seen, against {runs[0]['teams']:,} teams drawn "
        f"from the belief, where it is expected {ENOUGH} times and more.",
        "",
        *table(
            ["members", "comparisons", "beyond three standard errors", "largest", "mean square"],
            [members_row(name, one) for name, one in zip(names, rows, strict=True)],
        ),
    ]


def _repeats(runs: Sequence[dict[str, Any]]) -> list[str]:
    if len(runs) < 2:
        return []
    both = (again(runs[0], runs[1]), again(runs[1], runs[0]))
    told = [f"with dice {run['stream']} {'; '.join(lines)}" for run, lines in zip(runs, both, strict=True) if lines]
    if not told:
        return ["No set lies beyond three standard errors."]
    why = "A deviation of the belief's own would come again with other dice. What lies beyond: "
    return [f"{why}{'; '.join(told)}."]
