"""The page docs/studies/gen1.md. `scripts/gen1_runs.py` plays the battles behind it."""

from __future__ import annotations

from typing import Any

from scripts.study_gen1_engine import lockstep, speed
from scripts.study_gen1_second import second
from scripts.study_runs import Match, Runs, aborts, command, span

SOURCE = {"random": 0.99, "minimax": 0.61, "lance": 0.67, "light": 0.65, "greedy": 0.71, "expectimax": 0.69}
"""The shares that the source's agent took, 100 battles each, against its own opponents."""

INTRO = """\
# Pokémon, generation 1: strength

Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which `python -m scripts.gen1_runs` plays.
A block is a pair of teams with their dice, battled twice, sides swapped; shares count ties as half. Intervals are of
95 %, over blocks. Aborts are all forfeits of either side: late, illegal, crashed, hung, disconnected.

The opponents are [those of the literature](../games/gen1.md#agents), made for this generation: what they do not know
they fill by the odds of this generation's team generator, where the source's filled gaps with moves that do not exist
here. So the source's column stands beside, not against.
"""


def missing(name: str) -> list[str]:
    """What stands where a run is not there."""
    return [f"Not measured yet: `python -m scripts.gen1_runs --only {name}`.", ""]


def row(name: str, match: Match, wanted: float | None) -> str:
    """One opponent."""
    agent = match["agents"][0]
    cells = [f"`{name}`", str(match["games"]), f"{agent['share']:.3f}", span(agent["share_ci"]), str(aborts(match))]
    cells += [f"{agent['ms_per_move']['p50']:.1f}", "–" if wanted is None else f"{wanted:.2f}"]
    return f"| {' | '.join(cells)} |"


def strength(runs: Runs, agent: str, title: str, head: str) -> list[str]:
    """An agent against all opponents."""
    names = [*SOURCE, "talonbot"] if agent == "default" else list(SOURCE)
    found = {name: runs.find(f"gen1-{agent}-{name}") for name in names}
    there = {name: match for name, match in found.items() if match is not None}
    lines = [f"## {title}", ""]
    if there:
        heads = ("opponent", "battles", "share of wins", "95 % interval", "aborts", "ms a move", head)
        lines += [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        lines += [row(name, match, SOURCE.get(name)) for name, match in there.items()]
        lines += ["", "Each is " + command(next(iter(there.values()))).join("``") + " or alike.", ""]
    for name in (name for name in names if name not in there):
        lines += missing(f"{agent}-{name}")
    return lines


PLAYERS = ("simple-heuristics", "max-base-power", "random")


def live(runs: Runs) -> list[str]:
    """Battles on the real server, against poke-env's players."""
    found = {name: runs.find(f"gen1-live-{name}") for name in PLAYERS}
    there = [run for run in found.values() if run is not None]
    lines = ["## On the real server", ""]
    if there:
        heads = ["opponent", "agent", "battles", "won of those decided", "95 % interval", "ties"]
        heads += ["aborts", "lost on the timer", "protocol errors", "s a move, p50 / p99 / max"]
        lines += [
            f"The pinned Showdown {there[0]['showdown']} on loopback, the timer on in every battle, at most "
            f"{there[0]['seconds_per_move']:g} s a move.",
            "",
            f"| {' | '.join(heads)} |",
            "|---" * len(heads) + "|",
        ]
    for run in there:
        times = run["decision_seconds"]
        cells = [
            run["opponent"],
            f"`{run['agent']}`",
            str(run["battles"]),
            f"{run['share']:.3f}",
            span(run["share_ci"]),
        ]
        cells += [str(run[key]) for key in ("ties", "aborts", "timer_losses", "protocol_errors")]
        cells.append(" / ".join(f"{times[key]:.3f}" for key in ("p50", "p99", "max")))
        lines.append(f"| {' | '.join(cells)} |")
    if there:
        lines.append("")
    for name in (name for name, run in found.items() if run is None):
        lines += [f"Not measured yet: `python -m scripts.gen1_live_runs --only {name}`.", ""]
    return lines


def told(agent: dict[str, Any]) -> str:
    """What an agent played, most often first."""
    return ", ".join(f"{action} {count}" for action, count in agent["played"].items())


def scenarios(runs: Runs) -> list[str]:
    """What agents do where a strong player knows what to do."""
    lines = ["## Scenarios", ""]
    run = runs.find("gen1-scenarios")
    if run is None:
        return [*lines, *missing("scenarios")]
    specs = [agent["spec"] for agent in run["scenarios"][0]["agents"]]
    lines += [
        "Positions for the weaknesses that people named, from `tests/data/gen1/scenarios.json`. Figures: how many of "
        f"{run['seeds']} decisions with different seeds were right.",
        "",
        f"| scenario | {' | '.join(f'`{spec}`' for spec in specs)} |",
        "|---" * (len(specs) + 1) + "|",
    ]
    for entry in run["scenarios"]:
        cells = [str(agent["right"]) for agent in entry["agents"]]
        lines.append(f"| {entry['name']} | {' | '.join(cells)} |")
    lines += ["", "What each is about, what is right, and what the first two of them play:", ""]
    for entry in run["scenarios"]:
        played = "; ".join(f"`{agent['spec']}` {told(agent)}" for agent in entry["agents"][:2])
        right = ", ".join(entry["right"])
        lines.append(f"- **{entry['name']}** ({entry['kind']}). {entry['about']} Right: {right}. {played}.")
    return [*lines, ""]


def page(runs: Runs) -> str:
    """The whole page."""
    lines = [INTRO]
    lines += strength(runs, "default", "`default` against the literature", "wanted")
    lines += strength(runs, "talonbot", "`talonbot` against the same", "source")
    lines += live(runs)
    lines += second(runs)
    lines += scenarios(runs)
    lines += [*lockstep(runs), *speed(runs)]
    return "\n".join(lines).rstrip("\n") + "\n"
