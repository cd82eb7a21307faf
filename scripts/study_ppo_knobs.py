"""The sections of docs/studies/clever-ppo.md on single knobs: ablations, and the run that failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, variance

from scripts.ppo_arms import Arm, arms, decisions, interval, prose, spent
from scripts.ppo_runs import RUNS, Found
from scripts.study_clever import table

LEVEL = 0.99
"""Of the intervals of differences."""


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
    heads = [
        "changed",
        "base has",
        "points",
        "by seed",
        f"against the base ({LEVEL * 100:.0f} %)",
        "verdict",
        "entropy",
    ]
    return [
        *prose(
            f"`{RUNS['ablations']['base 0'].command}` and one change each: the thesis' game and knobs, but a network",
            f"of 2 × 128 and one phase of {decisions(first)} decisions. {first['exam']['games']:,} games an",
            f"examination; the base from {len(base.runs)} seeds, every change from {_fewest(by_change)}. The interval",
            "of a difference is from the spread between seeds, taken together over all arms.",
        ),
        *table([*heads, "clipped", "seconds"], lines),
        "![Differences from the base with their intervals](clever-ppo-ablations.svg)",
        "",
        *_decided(found_differences),
    ]


def _fewest(by_change: Mapping[str, Arm]) -> int:
    """Seeds that every change has at least."""
    return min(len(arm.runs) for change, arm in by_change.items() if change != "base")


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
        f"{quiet}. This is how fast a small network learns at first; a long run may order them otherwise. With",
        "`steps_mean=each` so few decisions are two packets. Of so many intervals of 99 % one may well be wrong by",
        "chance.",
    )


# The run that failed.


def failed(run: Found) -> list[str]:
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
    return [
        *prose(
            f"`{RUNS['final']['failed'].command}` is the thesis' knobs as they were read first, with rewards of",
            f"points / 100. It was stopped after {curve['steps'][-1] / 1e6:.1f} of 16.65 million decisions",
            f"({spent(run)}), at {exam['mean']:.1f} points ({interval(exam)}).",
        ),
        *table([*heads, "largest change (KL)"], lines),
        "![Score, entropy and clipped share of the run that failed](clever-ppo-failed.svg)",
        "",
    ]


def _spans(run: Found) -> Iterator[tuple[str, list[int]]]:
    """The parts of a run, with the numbers of their lines."""
    begins = 0
    for part, until in run["parts"]:
        ends = run["curve"]["steps"].index(until) + 1
        weight = run["options"]["entropy" if part == "explore" else "settled"]
        yield f"{weight:g}", list(range(begins, ends))
        begins = ends


def causes(by_change: Mapping[str, Arm], longer: Mapping[str, Arm], gradients: Mapping[str, Found]) -> list[str]:
    """Small runs that change one thing each."""
    text = prose(f"The same with a quarter of the width and {_length(by_change)} decisions, and one change each:")
    text = ["### Why", "", *text, *_parts(by_change), *(_why(gradients) if gradients else [])]
    if not longer:
        return text
    return [
        *text,
        *prose(f"Over {_length(longer)} decisions (the first phase of the thesis has 3.33 million):"),
        *_parts(longer),
    ]


def _length(by_change: Mapping[str, Arm]) -> str:
    return decisions(by_change["base"].runs[0])


def _parts(by_change: Mapping[str, Arm]) -> list[str]:
    """What exploring came to, and what came of it."""
    lines = []
    for change, arm in by_change.items():
        pairs = [(run["curve"], next(_spans(run))[1][-1]) for run in arm.runs]
        cells = [f"{fmean(curve[key][row] for curve, row in pairs):.3g}" for key in ("score", "entropy")]
        cells += [f"{fmean(curve['clipped'][row] for curve, row in pairs):.0%}"]
        cells += [f"{fmean(curve['kl'][row] for curve, row in pairs):.3f}"]
        last = [f"{fmean(curve['entropy'][-1] for curve, _ in pairs):.2g}", f"{arm.mean:.1f}", _each(arm)]
        lines.append([f"`{change}`" if "=" in change else "as it failed", *cells, *last])
    heads = ["changed", "points, end of exploring", "entropy", "clipped", "KL", "entropy at the end"]
    return table([*heads, "points, examined at the end", "by seed"], lines)


def _why(gradients: Mapping[str, Found]) -> list[str]:
    lines = []
    for name, run in gradients.items():
        change = name.removeprefix("causes-").rpartition("-")[0]
        numbers = [f"{run[key]:,.3g}" for key in ("policy", "value")] + [f"{run['kept']:.2%}", f"{run['step']:.3f}"]
        lines.append([f"`{change}`" if "=" in change else "as it failed", *numbers, f"{run['under']:.1%}"])
    heads = [
        "changed",
        "policy's gradient",
        "value's gradient",
        "left by the limit of 0.5",
        "Adam's step at a rate of 1",
    ]
    base, points = gradients["causes-base-0"], gradients["causes-scale=1-0"]
    return [
        *prose(
            "With rewards of points / 100 the policy's steps are too long for a rate of 0.0006: while exploring,",
            "four in ten ratios of probabilities leave the clip range, which takes their gradient away where they",
            "went too far. The reward for entropy is never clipped. That fits a policy that stays close to uniform",
            "as long as it explores, and that nothing holds back when it consolidates. An entropy of 0 has no",
            "gradient: exploring again changes nothing any more. The collapse itself took millions of decisions; the",
            "small runs show the long steps and the slow exploring, not the collapse. An arm has one or two seeds,",
            "and after so short a consolidating part the last scores do not follow the clipped share; over more",
            "decisions, at the end of this page, they do.",
        ),
        *prose(
            "The thesis' library does not scale rewards, and its program hands over points as they are (it also asks",
            "for 2,048 / 32 steps of each environment, so that 2,048 pairs are a packet over all). What that does,",
            "in the last weights of these runs:",
        ),
        *table([*heads, "weights below Adam's ε"], lines),
        *prose(
            "The two networks share one limit on the gradient. In points the value's part of it is",
            f"{points['value']:,.0f} long and the policy's {points['policy']:.2g}: next to nothing is left of either,",
            "most of the policy's weights see gradients below Adam's ε, and its steps are",
            f"{base['step'] / points['step']:.0f} times shorter. It is as if the policy alone had a lower rate.",
            "Without the limit (`scale=1,norm=1000000`) as much is clipped as before; with a tenth of the rate",
            "(`rate=0.00006`) or a limit of 0.001 in place of 0.5 (`norm=0.001`) as little as with `scale=1`; a",
            "limit of 0.01 (`norm=0.01`) goes a part of the way. So the recipes `ppo-thesis` and `ppo-source` have",
            "`scale = 1`.",
        ),
        *prose(
            "The other suspects: two layers in place of seven (`layers=2`) shorten the steps by a part. A tenth of",
            "the entropy's weight (`entropy=0.01`) lets the run learn while it explores, but the steps stay too",
            "long. Advantages as they are (`normalise=off`) are so small that entropy alone counts.",
        ),
    ]


def phases(found: Mapping[str, Found]) -> list[str]:
    """The thesis' knobs and phases, in its game."""
    if "thesis" not in found:
        return prose(f"Not trained yet: `{RUNS['final']['thesis'].command}`, for a GPU.")
    run = found["thesis"]
    lines = []
    for one in run["phases"]:
        numbers = [f"{one['mean']:.2f}", interval(one), f"{one['median']:g}", f"{one['mean_best']:.2f}"]
        lines.append([str(one["phase"]), *numbers, f"{one['thesis']:.2f}"])
    heads = ["after phase", "mean", "95 % interval", "median", "mean, likeliest actions", "the thesis"]
    text = prose(f"`{RUNS['final']['thesis'].command}`, {decisions(run)} decisions ({spent(run)}):")
    return [*text, *table(heads, lines)]
