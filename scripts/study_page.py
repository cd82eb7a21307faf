"""The page docs/studies/page.md. `bench/web.py` and `bench/first_visit.py` make the runs behind it."""

from __future__ import annotations

from scripts.study_runs import Match, Runs

INTRO = """\
# The page: how long people wait

Written by `python -m scripts.studies` from the runs in `docs/studies/data`. Measured on a machine that did little else.
"""


def page(runs: Runs) -> str:
    """The whole page."""
    return "\n".join([INTRO, *clicks(runs.find("page-clicks")), *visit(runs.find("page-first-visit"))])


def section(title: str, command: str, shown: list[str]) -> list[str]:
    """One measurement, or that it is missing."""
    told = [*shown, "", f"Command: `{command}`."] if shown else [f"Not measured yet: `{command}`."]
    return [f"## {title}", "", *told, ""]


def clicks(run: Match | None) -> list[str]:
    """From a click to its echo."""
    title, command = "From a click to its echo", "python -m bench.web --json docs/studies/data/page-clicks.json"
    if run is None:
        return section(title, command, [])
    ms = run["ms"]
    shown = [
        f"{run['games']} games of Sawhian at once, in each a person and three agents (`{run['agent']}`) that think all "
        f"the while, on {run['cores']} cores; {run['watchers']} people watch one of the games. {run['clicks']} clicks:",
        "",
        "| half of them within | 95 of 100 within | the slowest | watchers who saw every turn |",
        "|---|---|---|---|",
        f"| {ms['p50']:.0f} ms | {ms['p95']:.0f} ms | {ms['max']:.0f} ms | "
        f"{run['watchers_up_to_date']} of {run['watchers']} |",
    ]
    return section(title, command, shown)


def visit(run: Match | None) -> list[str]:
    """From a fresh clone to the first move."""
    title = "From a fresh clone to the first move"
    command = "python -m bench.first_visit --json docs/studies/data/page-first-visit.json"
    if run is None:
        return section(title, command, [])
    seconds = run["seconds"]
    steps = {
        "the set-up is done and the page's address is told": seconds["link"],
        f"the page is loaded ({run['files']} files with what it names)": seconds["page"],
        "a game is open, and an own move is on the board": seconds["move"],
    }
    shown = [
        f"`make play` on a new clone ({run['commit']}) on {run['cores']} cores: Python packages are installed and the "
        "core is compiled. Downloads were in the caches of uv and cargo; the time that a person thinks is left out. "
        "Seconds since the command was given:",
        "",
        "| step | s |",
        "|---|---|",
        *(f"| {step} | {value:.1f} |" for step, value in steps.items()),
    ]
    return section(title, command, shown)
