"""The part of docs/studies/gen1.md about a second search. `scripts/gen1_second.py` plays the battles behind it."""

from __future__ import annotations

from scripts.gen1_second import OAK, OTHERS
from scripts.oak.agent import SAMPLES
from scripts.study_runs import Match, Runs, aborts, span

SECOND = """\
Oak (`oak-lab` on PyPI, GPL-3) searches battles of which everything is known, on libpkmn, an engine that shares no line
with the one here, with poke-engine's evaluation, the one that Foul Play goes by. As a player it draws {samples} full
positions from its View, searches each for an equal part of its time and plays what was tried most in all of them
together: `scripts/oak` has the player, the program, and the form of positions that libpkmn reads. `make oak` installs
it beside the package; `python -m scripts.gen1_second` plays.
"""

LATE = """\
Late: more than 50 ms over the time. The move stands, so that whoever is late has had longer.
"""


def second(runs: Runs) -> list[str]:
    """A search from elsewhere."""
    lines = ["## A second search, from elsewhere", "", SECOND.format(samples=SAMPLES)]
    match = runs.find("gen1-second")
    if match is None:
        lines += ["Not measured yet: `python -m scripts.gen1_second`.", ""]
    found = {name: runs.find(f"gen1-second-{name}") for name in OTHERS}
    rows = {"default": match, **found}
    there = {name: run for name, run in rows.items() if run is not None}
    if there:
        heads = ["against Oak", "battles", "share of wins", "95 % interval", "aborts"]
        heads += ["ms a move, p50 / max", "Oak's", "late, its / Oak's", "time"]
        lines += [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        lines += [second_row(name, run) for name, run in there.items()]
        lines += ["", LATE, *counted(there)]
    return lines + conversion(runs)


def second_row(name: str, match: Match) -> str:
    """An agent against Oak."""
    first, oak = match["agents"]
    cells = [
        f"`{name}`",
        str(match["games"]),
        f"{first['share']:.3f}",
        span(first["share_ci"]),
        str(aborts(match)),
    ]
    cells += [f"{agent['ms_per_move']['p50']:.1f} / {agent['ms_per_move']['max']:.0f}" for agent in (first, oak)]
    cells += [f"{first['forfeits']['late']} / {oak['forfeits']['late']}"]
    seconds = match["counted"] or match["budget"]["seconds"]
    return f"| {' | '.join([*cells, f'{seconds:g} s' + (', counted' if match['counted'] else '')])} |"


def counted(matches: dict[str, Match]) -> list[str]:
    """What stands for the clock where a match has counted."""
    rates = [match["rates"] for match in matches.values() if match["counted"]]
    if not rates:
        return []
    default, oak = rates[0]["default"], rates[0][OAK]
    return [
        f"Counted: both had the nodes that they search in so much time of the processor ({default:,.0f} a second for "
        f"`default`, {oak:,.0f} for Oak), whatever else the machine did; the columns of ms tell what it was busy with.",
        "",
    ]


def conversion(runs: Runs) -> list[str]:
    """How well the other engine plays what Showdown played."""
    run = runs.find("gen1-second-check")
    if run is None:
        return ["Not checked yet: `.venv/oak/bin/python -m scripts.oak.check`.", ""]
    special = ", ".join(f"{name} {alike} of {count}" for name, (alike, count) in run["special"].items())
    return [
        f"Whether Oak is shown the position that is there: `scripts.oak.check` gives it {run['turns']:,} recorded "
        f"turns with Showdown's own generator. Both sides' choices were the same in {run['choices agreed']:,}. In "
        f"{run['same numbers drawn']:,} libpkmn drew as many numbers as Showdown, and came to the same HP, status with "
        f"its counters, PP, stats, stages, conditions, order and damage for Counter in {run['agreed']:,}; it leaves "
        "out some of the numbers by which Showdown breaks ties of events, so that the rest drew others and cannot be "
        f"compared. By what was special: {special}. Known differences: Counter on somebody who could not move, and "
        "what a thawed Pokémon does.",
        "",
    ]
