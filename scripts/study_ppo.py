"""The page docs/studies/clever-ppo.md and its pictures. `scripts/ppo_runs.py` trains what is behind it."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from scripts.ppo_arms import Arm, arms, decisions, group, interval, missing, prose, spent
from scripts.ppo_runs import RUNS, STAGES, TREATMENTS, Found
from scripts.study_clever import table
from scripts.study_ppo_knobs import ablations, causes, differences, failed, phases
from scripts.study_runs import Runs

THESIS = {"mean": 204.98, "sd": 31.22, "median": 211, "max": 282}
"""What the thesis reports of its final agent, over more than 1,000 games."""
YELLOW = 60
"""Points of a full yellow area."""
MOST = {"two-dice": 60, "four-dice": 182, "fields": 344}
"""The most that the areas of a prototype hold together."""
ROWS = {
    "two-dice": "yellow with two dice: 1 to 2 invalid moves a game; trained for longer, a bit over 80 of 86 points",
    "four-dice": "four dice: far fewer invalid moves than with two",
    "fields": "–",
    "full": "first training with all fields and bonuses: 89 to 134 points, mean a bit over 110",
}
SAID = {
    "abort": "mostly 0 to 2 points; dropped",
    "penalty": "about 50 of 86 points, 60 %",
    "mask": "about 65 of 86 points, 75 %",
}
TITLE = "# Masked PPO on Ganz schön clever"
INTRO = (
    "Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which "
    "`python -m scripts.ppo_runs` trains "
    "or takes over; `--list` names the command of every run. Intervals of means are of 95 %, over games that "
    "nothing was "
    "learnt from. What the knobs are stands on [the learner's page](../learning-ppo.md)."
)


def reached(found: Mapping[str, Found]) -> list[str]:
    """The thesis' score under its rules, beside those of the whole runs."""
    heads = ["what", "masks", "decisions", "trained on", "games", "mean", "95 % interval", "sd", "median", "best"]
    heads += ["games with at most one invalid move", "mistakes a game"]
    source = ["the thesis' agent", "faulty", "16.65 or 23.31 million", "GTX 1070", "over 1,000", "204.98", "–", "31.22"]
    lines = [[*source, "211", "282", "most", "not told"]]
    words = {"source": "faulty, as the thesis' program has them", "strict": "those of the rules"}
    for name, masks in words.items():
        if name not in found:
            continue
        run = found[name]
        exam = run["exam"]
        numbers = [f"{exam['games']:,}", f"**{exam['mean']:.2f}**", interval(exam), f"{exam['sd']:.2f}"]
        numbers += [f"{exam['median']:g}", str(exam["max"]), f"{exam['calm']:.1%}", f"{exam['illegal']:g}"]
        lines.append([f"recipe `{run['recipe']}`", masks, decisions(run), spent(run), *numbers])
    text = [*table(heads, lines)]
    for name in (name for name in words if name in found):
        exam = found[name]["exam"]
        higher = exam["interval"][0] > THESIS["mean"] and exam["median"] >= THESIS["median"]
        word = "above" if higher else "not above"
        text += [f"- `{RUNS['final'][name].command}`: {word} the thesis' mean and median{_played(found[name])}."]
    return [
        *text,
        "",
        *prose(
            "Only the first of the two runs plays the thesis' own game; its faulty masks make more boxes legal, so",
            "that its scores are not comparable with those under the rules' masks. All invalid moves here are turns",
            "in which nothing was possible; a masked policy makes no mistakes. The thesis counts both alike. Actions",
            f"are the likeliest ones; drawn from the policy, as in the thesis, the means are {_drawn(found)}. There",
            "was one training of each: the intervals are of games, not of trainings.",
        ),
    ]


def _played(run: Found) -> str:
    """How the core played the model by itself."""
    if "played" not in run:
        return ""
    games = run["played"]
    half = 1.96 * games["sd"] / games["games"] ** 0.5
    mean = f"{games['mean']:.2f} ({games['mean'] - half:.2f} to {games['mean'] + half:.2f})"
    return f"; played by the Rust core with other dice (`-n {games['games']} --seed {games['seed']}`), {mean}"


def _drawn(found: Mapping[str, Found]) -> str:
    drawn = [f"{found[name]['phases'][-1]['mean_sample']:.2f}" for name in ("source", "strict") if name in found]
    return " and ".join(drawn)


def treatments(found: Mapping[str, Found]) -> list[str]:
    """Illegal actions ruled out, punished, or the end of the game."""
    lines = []
    by_kind = arms(found)
    for kind in (kind for kind in TREATMENTS if kind in by_kind):
        arm = by_kind[kind]
        each = ", ".join(f"{run['exam']['mean']:.1f} ({interval(run['exam'])})" for run in arm.runs)
        mistakes = fmean(run["exam"]["illegal"] for run in arm.runs)
        first = [kind, decisions(arm.runs[0]), spent(arm.runs[0]), each]
        lines.append([*first, f"**{arm.mean / YELLOW:.0%}**", f"{mistakes:.2f}", SAID[kind]])
    heads = ["illegal actions", "decisions", "trained on", "points, by seed", f"share of {YELLOW}", "mistakes a game"]
    return [
        *prose(
            "Yellow alone, two dice, no bonuses: `ppo-yellow-abort`, `-penalty` and `-mask` are the same training",
            f"but for what an illegal action does. The most that yellow holds is {YELLOW} points (the thesis says",
            "86): compare shares.",
        ),
        *table([*heads, "the thesis"], lines),
        "![Share of the most points over decisions, for the three treatments](clever-ppo-treatments.svg)",
        "",
        *_ranked(by_kind),
    ]


def _ranked(by_kind: Mapping[str, Arm]) -> list[str]:
    if set(by_kind) != set(TREATMENTS):
        return []
    order = sorted(by_kind.values(), key=lambda arm: arm.mean)
    apart = all(max(low.means) < min(high.means) for low, high in pairwise(order))
    names = " < ".join(arm.change for arm in order)
    end = "in every seed" if apart else "on average, but not in every seed"
    gain = by_kind["mask"].mean / by_kind["penalty"].mean - 1
    return prose(
        f"**Verdict.** {names}, {end}. The mask brings {gain:+.0%} over the penalty; in the thesis it was about a",
        "third.",
    )


def ladder(found: Mapping[str, Found]) -> list[str]:
    """From one area to the whole game."""
    by_stage, lines = arms(found), []
    for stage in (stage for stage in STAGES if stage in by_stage):
        run = by_stage[stage].runs[0]
        exam = run["exam"]
        share = f"{exam['mean'] / MOST[stage]:.0%} of {MOST[stage]}" if stage in MOST else "–"
        numbers = [f"{exam['mean']:.1f}", interval(exam), f"{exam['median']:g}", str(exam["max"]), share]
        lines.append([f"`ppo-{stage}`", f"`{run['options']['rules']}`", decisions(run), spent(run), *numbers])
        lines[-1] += [f"{exam['forced']:.2f}", ROWS[stage]]
    heads = [
        "recipe",
        "rules",
        "decisions",
        "trained on",
        "mean",
        "95 % interval",
        "median",
        "best",
        "share of the most",
    ]
    return [
        *prose(
            "Each stage is a recipe, here with `--set steps=400000`. Yellow alone under three treatments, the first",
            "stage, stands above.",
        ),
        *table([*heads, "turns a game in which nothing was possible", "the thesis"], lines),
        *prose(
            "The most is what the areas hold; in 18 picks and five from the tray nobody fills three or five of them.",
            "The thesis' prototypes had other turns (ten steps a game, no tray), so that invalid moves compare by",
            "their order alone: with more dice fewer turns go by. There are no mistakes among ours.",
        ),
    ]


def page(runs: Runs) -> str:
    """The whole page."""
    final = group(runs, "final")
    parts = {
        "The thesis' game": ("final", reached),
        "Three treatments of illegal actions": ("treatments", treatments),
        "From one area to the whole game": ("ladder", ladder),
        "What each knob does": ("ablations", ablations),
    }
    lines = [TITLE, "", *prose(INTRO)]
    for title, (name, write) in parts.items():
        found = group(runs, name)
        lines += [f"## {title}", "", *(write(found) if found else missing(name))]
        if name == "final" and found:
            lines += ["![Mean score over decisions learnt from](clever-ppo-curves.svg)", ""]
    lines += ["## The thesis' knobs", "", *phases(final)]
    lines += ["### A run that failed", "", *(failed(final["failed"]) if "failed" in final else missing("final"))]
    changes = arms(group(runs, "causes"))
    longer = arms(group(runs, "longer"))
    lines += causes(changes, longer, runs.find("ppo-gradients") or {}) if "base" in changes else missing("causes")
    return "\n".join(lines).rstrip("\n") + "\n"


def pictures(runs: Runs) -> dict[str, str]:
    """The pictures of the page by file name."""
    from reineke.learn.plots import save
    from scripts import ppo_pictures as draw

    final, kinds = group(runs, "final"), group(runs, "treatments")
    changes = differences(arms(group(runs, "ablations")))
    wanted: dict[str, tuple[Any, Any]] = {}
    if {"source", "strict"} & set(final):
        wanted["clever-ppo-curves"] = (draw.curves, final)
    if "failed" in final:
        wanted["clever-ppo-failed"] = (draw.failed, final["failed"])
    if kinds:
        wanted["clever-ppo-treatments"] = (draw.treatments, kinds)
    if changes:
        wanted["clever-ppo-ablations"] = (draw.ablations, changes)
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (function, data) in wanted.items():
            (path,) = save(function, data, Path(folder) / name, ("svg",))
            texts[path.name] = path.read_text("utf-8")
    return texts
