"""The page docs/studies/clever-ppo.md and its pictures. `scripts/ppo_runs.py` trains what is behind it."""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, variance
from typing import Any

from scripts.ppo_runs import RUNS, STAGES, TREATMENTS, Found, read_group
from scripts.study_clever import table
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
LEVEL = 0.99

TITLE = "# Masked PPO on Ganz schön clever"
INTRO = (
    "Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which "
    "`python -m scripts.ppo_runs` trains "
    "or takes over; `--list` names the command of every run. Intervals of means are of 95 %, over games that "
    "nothing was "
    "learnt from. What the knobs are stands on [the learner's page](../learning-ppo.md)."
)


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
    for name in words:
        if name in found:
            exam = found[name]["exam"]
            higher = exam["interval"][0] > THESIS["mean"] and exam["median"] >= THESIS["median"]
            word = "above" if higher else "not above"
            text += [f"- `{RUNS['final'][name].command}`: {word} the thesis' mean and median."]
    return [
        *text,
        "",
        *prose(
            "Only the first of the two runs plays the thesis' own game; its faulty masks make more boxes legal, so",
            "that its",
            "scores are not comparable with those under the rules' masks. All invalid moves here are turns in",
            "which nothing",
            "was possible; a masked policy makes no mistakes. The thesis counts both alike. Actions are the",
            "likeliest ones;",
            f"drawn from the policy, as in the thesis, the means are {_drawn(found)}.",
        ),
    ]


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
            "but for what",
            f"an illegal action does. The most that yellow holds is {YELLOW} points (the thesis says 86): compare",
            "shares.",
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
        f"**Verdict.** {names}, {end}.",
        f"The mask brings {gain:+.0%} over the penalty; in the thesis it was about a third.",
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
            "Each stage is a recipe, here with `--set steps=400000`. Yellow alone under three treatments, the",
            "first stage,",
            "stands above.",
        ),
        *table([*heads, "turns a game in which nothing was possible", "the thesis"], lines),
        *prose(
            "The thesis' prototypes had other turns (ten steps a game, no tray), so that invalid moves compare by",
            "their order",
            "alone: with more dice fewer turns go by. There are no mistakes among ours.",
        ),
    ]


# What each knob does.


@dataclass(frozen=True)
class Difference:
    """Of an arm from the base, with its interval."""

    arm: Arm
    points: float
    half: float

    @property
    def word(self) -> str:
        """Whether it is more than noise."""
        if abs(self.points) <= self.half:
            return "not decided"
        return "better" if self.points > 0 else "worse"


def differences(by_change: Mapping[str, Arm]) -> list[Difference]:
    """Every arm against the base; the spread of seeds is taken together over all arms."""
    spread = [(len(arm.runs) - 1, variance(arm.means)) for arm in by_change.values() if len(arm.runs) > 1]
    freedom = sum(count for count, _ in spread)
    if not freedom or "base" not in by_change:
        return []
    pooled = sum(count * found for count, found in spread) / freedom
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    t = z + (z**3 + z) / (4 * freedom)  # Student's t for some dozens of degrees of freedom
    base = by_change["base"]
    return [
        Difference(arm, arm.mean - base.mean, t * sqrt(pooled * (1 / len(arm.runs) + 1 / len(base.runs))))
        for change, arm in by_change.items()
        if change != "base"
    ]


def ablations(found: Mapping[str, Found]) -> list[str]:
    """One knob at a time."""
    by_change = arms(found)
    base = by_change["base"]
    first = base.runs[0]
    found_differences = differences(by_change)
    lines = [["base", "–", f"{base.mean:.1f}", _each(base), "–", "–", *_learning(base), f"{first['seconds']}"]]
    for one in found_differences:
        knob, _, _ = one.arm.change.partition("=")
        usual = first["options"][knob]
        change = f"{one.points:+.1f} (± {one.half:.1f})"
        line = [f"`{one.arm.change}`", f"{usual:g}" if isinstance(usual, float) else str(usual), f"{one.arm.mean:.1f}"]
        lines.append([*line, _each(one.arm), change, one.word, *_learning(one.arm), f"{one.arm.runs[0]['seconds']}"])
    heads = ["changed", "base has", "points", "by seed", f"against the base ({LEVEL:.0%})", "verdict", "entropy"]
    return [
        *prose(
            f"`{RUNS['ablations']['base 0'].command}` and one change each: the thesis' game and knobs, but a",
            "network of 2 × 128",
            f"and one phase of {decisions(first)} decisions. {first['exam']['games']:,} games an examination,",
            f"{len(base.runs)}",
            "seeds an arm. The interval of a difference is from the spread between seeds, taken together over all",
            "arms.",
        ),
        *table([*heads, "clipped", "seconds"], lines),
        "![Differences from the base with their intervals](clever-ppo-ablations.svg)",
        "",
        *_decided(found_differences),
    ]


def _each(arm: Arm) -> str:
    return ", ".join(f"{mean:.1f}" for mean in arm.means)


def _learning(arm: Arm) -> list[str]:
    """Entropy at the end, and the share of clipped changes over the run."""
    entropy = fmean(run["curve"]["entropy"][-1] for run in arm.runs)
    return [f"{entropy:.2f}", f"{fmean(fmean(run['curve']['clipped']) for run in arm.runs):.0%}"]


def _decided(found: Sequence[Difference]) -> list[str]:
    def named(word: str) -> str:
        return ", ".join(f"`{one.arm.change}` ({one.points:+.0f})" for one in found if one.word == word) or "nothing"

    quiet = ", ".join(f"`{one.arm.change}`" for one in found if one.word == "not decided") or "nothing"
    return prose(
        f"**Verdict.** Better than the base beyond noise: {named('better')}. Worse: {named('worse')}. Not decided:",
        f"{quiet}.",
        "This is how fast a small network learns at first; a long run may order them otherwise.",
    )


# The run that failed.


def failed(run: Found, found: Mapping[str, Found]) -> list[str]:
    """The thesis' knobs with rewards divided by 100, and what made it fail."""
    curve, exam = run["curve"], run["exam"]
    spans = list(_spans(run))
    lines = []
    for number, (part, rows) in enumerate(spans, 1):
        cells = [f"{curve['steps'][rows[-1]] / 1e6:.2f}"]
        cells += [f"{fmean(curve['score'][row] for row in rows):.1f}"]
        cells += [f"{curve['entropy'][rows[-1]]:.2g}", f"{fmean(curve['clipped'][row] for row in rows):.0%}"]
        cells += [f"{max(curve['kl'][row] for row in rows):.2g}"]
        lines.append([str(number), part, *cells])
    heads = [
        "part",
        "entropy weight",
        "until, million decisions",
        "points while learning",
        "entropy at the end",
        "clipped",
    ]
    text = [
        *prose(
            f"`{RUNS['final']['failed'].command}` is the thesis' knobs as they were read first, with rewards of",
            "points / 100.",
            f"It was stopped after {curve['steps'][-1] / 1e6:.1f} of 16.65 million decisions ({spent(run)}), at",
            f"{exam['mean']:.1f} points ({interval(exam)}).",
        ),
        *table([*heads, "largest change (KL)"], lines),
        "![Score, entropy and clipped share of the run that failed](clever-ppo-failed.svg)",
        "",
    ]
    return text + (causes(arms(found)) if found else missing("causes"))


def _spans(run: Found) -> Iterator[tuple[str, list[int]]]:
    """The parts of a run, with the numbers of their lines."""
    begins = 0
    for part, until in run["parts"]:
        ends = run["curve"]["steps"].index(until) + 1
        weight = run["options"]["entropy" if part == "explore" else "settled"]
        yield f"{weight:g}", list(range(begins, ends))
        begins = ends


def causes(by_change: Mapping[str, Arm]) -> list[str]:
    """Small runs that change one thing each."""
    lines = []
    for change, arm in by_change.items():
        explored = [next(_spans(run))[1] for run in arm.runs]
        pairs = list(zip(arm.runs, explored, strict=True))
        cells = [f"{fmean(run['curve'][key][rows[-1]] for run, rows in pairs):.3g}" for key in ("score", "entropy")]
        cells += [f"{fmean(run['curve']['clipped'][rows[-1]] for run, rows in pairs):.0%}"]
        cells += [f"{fmean(run['curve']['kl'][rows[-1]] for run, rows in pairs):.3f}"]
        cells += [f"{arm.mean:.1f}", _each(arm)]
        lines.append([f"`{change}`" if "=" in change else "as it failed", *cells])
    first = by_change["base"].runs[0]
    heads = [
        "changed",
        "points, end of exploring",
        "entropy",
        "clipped",
        "KL",
        "points, examined at the end",
        "by seed",
    ]
    return [
        "### Why",
        "",
        f"The same with a quarter of the width and {decisions(first)} decisions, and one change each:",
        "",
        *table(heads, lines),
        *WHY,
    ]


WHY: list[str] = []


# The page.


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
    lines += ["## A run that failed", ""]
    lines += failed(final["failed"], group(runs, "causes")) if "failed" in final else missing("final")
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
