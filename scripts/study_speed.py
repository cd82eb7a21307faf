"""The page docs/studies/speed.md. `scripts/speed_runs.py` plays the matches behind it."""

from __future__ import annotations

from dataclasses import dataclass

from scripts.study_runs import Match, Runs, played, span

V1, V2 = "sw-rg-v-multiminimax-v1", "sw-rg-v-multiminimax-v2"
SOURCE = {
    "multiminimax": (0.0, 4.22),
    "v-multiminimax": (11.67, 3.67),
    "rg-v-multiminimax": (25.0, 2.62),
    V1: (35.0, 2.3),
    V2: (28.33, 2.1),
}
"""Win rate in % and mean place in the source's table."""

STEPS = (
    ("multiminimax", "v-multiminimax"),
    ("v-multiminimax", "rg-v-multiminimax"),
    ("rg-v-multiminimax", V1),
    ("rg-v-multiminimax", V2),
)
"""The order that the source claims: the second is better."""

STRENGTH = {
    "strength": "Five seats, 0.1 s against the original's pace",
    "strength-blind": "The same without foresight",
    "strength-equal": "Five seats, equal time",
    "strength-two": "Two seats, equal time",
    "strength-six": "Six seats, equal time",
}
BOTS = {"bots-kinds": "One of each kind", "bots": "The strongest ones"}
ABLATIONS = {
    "ablation-search": "Territory, pre-sorted actions, speed cap, kamikaze",
    "ablation-board": "Wall hugging, endgame mode, reduced opponents, window",
    "ablation-deepening": "Fixed depths instead of deepening",
}
CAPS = {"cap": "At 200 nodes", "cap-deep": "At 1,000 nodes"}
TERRITORIES = {"voronoi-nodes": "At equal nodes", "voronoi-time": "At equal time"}
SIZES, OFFSETS = (20, 30, 40, 60), (0, 3, 5, 10)

INTRO = """\
# spe_ed: strength, variants, extensions

Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which `python -m scripts.speed_runs`
plays. All games are on 60 × 60. A block is a deal, played in all rotations of the seats; a fair share is one in as many
as there are seats. Shares split the win among those who died last together, `wins` counts sole survivors, and those who
tie share the better place. Intervals are of 95 %, over blocks.

One agent of a match is *better* or *worse* than another if the interval of the difference of their shares, over the
same blocks, excludes 0; otherwise it is *not decided*. Every comparison stands for itself: of twenty between equals,
one is expected to look decided. Intervals come from drawing blocks again, so that a share of 0 has an empty one.
"""
TERRITORY_INTRO = """\
`voronoi=speed` and `voronoi=lead` know speeds, directions and gaps ([how](../games/speed.md#evaluations)); V1's plain
regions ignore them, since the source found the gain too small for the cost."""


@dataclass(frozen=True)
class Apart:
    """How far the shares of two agents of one match lie apart: the first's less the second's."""

    value: float
    ends: tuple[float, float] | None
    """None where the file does not tell; then `word` rests on the intervals of the two shares."""
    word: str
    """better, worse or not decided: the first, compared with the second."""

    def __str__(self) -> str:
        text = f"{self.value:+.3f}"
        return text if self.ends is None else f"{text} ({self.ends[0]:+.3f} to {self.ends[1]:+.3f})"


def apart(match: Match, one: str, other: str) -> Apart:
    """Two agents compared. The agents of a game depend on each other, so the interval of their difference comes from
    the run; without it, the intervals of their shares have to lie clear of each other."""
    for pair in match.get("differences", ()):
        if set(pair["agents"]) == {one, other}:
            sign = 1 if pair["agents"][0] == one else -1
            low, high = sorted(sign * end + 0.0 for end in pair["ci"])
            return Apart(sign * pair["difference"] + 0.0, (low, high), _word(low > 0, high < 0))  # + 0.0: no -0
    (first, *_), (second, *_) = ([a for a in match["agents"] if a["spec"] == spec] for spec in (one, other))
    (low, high), (below, above) = first["share_ci"], second["share_ci"]
    return Apart(first["share"] - second["share"], None, _word(low > above, high < below))


def _word(better: bool, worse: bool) -> str:
    return "better" if better else "worse" if worse else "not decided"


def missing(name: str) -> list[str]:
    """What stands where a run is not there."""
    return [f"Not measured yet: `python -m scripts.speed_runs --only {name}`.", ""]


def results(match: Match, against: str | None = None) -> list[str]:
    """A match as a table; with `against`, every other agent is compared with that one."""
    heads = ["agent", "share of wins", "95 % interval", "wins", "mean place", "ms a move", "late"]
    heads += [f"share less `{against}`'s", "verdict"] if against else []
    lines = [played(match), "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for agent in match["agents"]:
        spec, middle = agent["spec"], agent["ms_per_move"]["p50"]
        cells = [f"`{spec}`", f"{agent['share']:.3f}", span(agent["share_ci"]), str(agent["wins"])]
        cells += [
            f"{agent['mean_place']:.2f}",
            "–" if middle is None else f"{middle:.1f}",
            str(agent["forfeits"]["late"]),
        ]
        if against:
            found = None if spec == against else apart(match, spec, against)
            cells += ["–", "–"] if found is None else [str(found), found.word]
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def section(runs: Runs, name: str, title: str, against: str | None = None) -> list[str]:
    """A match under a heading of its own."""
    match = runs.find(f"speed-{name}")
    return [f"### {title}", "", *(missing(name) if match is None else results(match, against))]


def strength(runs: Runs) -> list[str]:
    """`default` against the literature's agent."""
    lines = ["## Strength", "", f"`default` against copies of `{V1}`, the literature's agent.", ""]
    lines += [
        "`default` asks itself what that agent would do with 500 nodes ([how](../games/speed.md#default)), which is"
        " just what it does in the first match and not in those at equal time; `model=0` does without.",
        "",
    ]
    for name, title in STRENGTH.items():
        lines += section(runs, name, title)
        match = runs.find(f"speed-{name}")
        if match is not None:
            lines += [f"**Verdict.** {_fair(match)}", ""]
    return lines


def _fair(match: Match) -> str:
    """The first agent's share beside the fair one."""
    agent, fair = match["agents"][0], 1 / len(match["agents"])
    low, high = agent["share_ci"]
    word = "better" if low > fair else "worse" if high < fair else "not decided: the interval holds the fair share"
    return (
        f"`{agent['spec']}` takes {agent['share']:.3f} ({span(agent['share_ci'])}), fair would be {fair:.3f}: {word}."
    )


def bots(runs: Runs) -> list[str]:
    """`default` against simple bots."""
    lines = ["## Against organiser-like bots", ""]
    for name, title in BOTS.items():
        lines += section(runs, name, title)
        match = runs.find(f"speed-{name}")
        if match is not None:
            agent = match["agents"][0]
            alone = agent["wins"] / agent["games"]
            lines += [
                f"**Verdict.** {_fair(match)} It survived alone in {agent['wins']} of {agent['games']} games,"
                f" {alone:.1%}; the source's live figure, 82 % of 120 games, mixed versions and opponents.",
                "",
            ]
    return lines


def table(runs: Runs) -> list[str]:
    """The source's own table, reproduced, and its order pair by pair."""
    lines = ["## The source's table", ""]
    match = runs.find("speed-table")
    if match is None:
        return [*lines, *missing("table")]
    lines += [
        played(match),
        "The source played 60 games with 5 to 15 s a move, at about 100 evaluations a second.",
        "",
        "| agent | share of wins | 95 % interval | wins | mean place | source: win rate | source: mean place |",
        "|---|---|---|---|---|---|---|",
    ]
    for agent in match["agents"]:
        rate, place = SOURCE[agent["spec"]]
        lines.append(
            f"| `{agent['spec']}` | {agent['share']:.3f} | {span(agent['share_ci'])} | {agent['wins']} "
            f"| {agent['mean_place']:.2f} | {rate:.2f} % | {place:.2f} |"
        )
    lines += ["", "| claimed | difference of shares | verdict |", "|---|---|---|"]
    words = []
    for worse, better in STEPS:
        found = apart(match, better, worse)
        words.append({"better": "confirmed", "worse": "refuted"}.get(found.word, found.word))
        lines.append(f"| `{better}` over `{worse}` | {found} | {words[-1]} |")
    return [*lines, "", f"**Verdict.** {_order(words)} {_choice(match)}", ""]


def _order(words: list[str]) -> str:
    """The sentence on the order plain < V < RG < SW."""
    if all(word == "confirmed" for word in words):
        return "The order plain < V < RG < SW is confirmed."
    steps = [f"`{better}` over `{worse}`" for worse, better in STEPS]
    parts = [
        f"{word}: {', '.join(step for step, own in zip(steps, words, strict=True) if own == word)}"
        for word in ("confirmed", "refuted", "not decided")
        if word in words
    ]
    whole = "refuted" if "refuted" in words else "not confirmed as a whole"
    return f"The order plain < V < RG < SW is {whole}; {'; '.join(parts)}."


def _choice(match: Match) -> str:
    """Which of the five the criterion chooses."""
    best = max(match["agents"], key=lambda agent: agent["share"])["spec"]
    others = [spec for spec in SOURCE if spec != best]
    equals = [f"`{spec}`" for spec in others if apart(match, best, spec).word == "not decided"]
    tail = f", not decided against {', '.join(equals)}" if equals else ""
    return f"By the share of wins, which the source calls decisive, the choice among the five is `{best}`{tail}."


def pair(runs: Runs) -> list[str]:
    """V1 against V2."""
    lines = ["## V1 against V2", ""]
    match = runs.find("speed-v1-v2")
    if match is None:
        return [*lines, *missing("v1-v2")]
    found = apart(match, V1, V2)
    said = "not decided; the interval is what these games allow to say" if found.word == "not decided" else found.word
    said = f"A seat's share with V1 less that with V2 is {found}: V1 is {said}." if found.ends else f"V1 is {said}."
    return [*lines, *results(match), f"**Verdict.** {said}", ""]


def comparisons(runs: Runs, title: str, intro: str, names: dict[str, str]) -> list[str]:
    """Several matches in which everybody is compared with V1, and what they say together."""
    lines = [f"## {title}", "", intro, ""]
    said = []
    for name, heading in names.items():
        lines += section(runs, name, heading, V1)
        match = runs.find(f"speed-{name}")
        if match is not None:
            said.append(f"{heading} – {_summary(match)}.")
    return [*lines, *([f"**Verdict.** {' '.join(said)}", ""] if said else [])]


def _summary(match: Match) -> str:
    """Who is better, worse or neither than V1."""
    words: dict[str, list[str]] = {}
    for agent in match["agents"]:
        if agent["spec"] != V1:
            words.setdefault(apart(match, agent["spec"], V1).word, []).append(f"`{_options(agent['spec'])}`")
    return "; ".join(
        f"{word}: {', '.join(words[word])}" for word in ("better", "worse", "not decided") if word in words
    )


def _options(spec: str) -> str:
    """What stands in a spec's brackets."""
    return spec.partition("(")[2].rstrip(")")


def grid(runs: Runs) -> list[str]:
    """The window grid: shares less V1's, which plays in every row's match."""
    lines = [
        "## Window sizes and offsets",
        "",
        "Share of wins less that of V1 (size 40, offset 5), which plays in every row's match; 200 nodes a decision.",
        "",
        f"| size | {' | '.join(f'offset {offset}' for offset in OFFSETS)} |",
        "|---" * (len(OFFSETS) + 1) + "|",
    ]
    notes, decided, measured = [], [], 0
    for size in SIZES:
        match = runs.find(f"speed-windows-{size}")
        cells = []
        for offset in OFFSETS:
            if (size, offset) == (40, 5):
                cells.append("V1")
            elif match is None:
                cells.append("not measured yet")
            else:
                found = apart(match, f"{V1}(window={size},offset={offset})", V1)
                measured += 1
                cells.append(str(found) if found.word == "not decided" else f"**{found}**")
                if found.word != "not decided":
                    decided.append(f"size {size}, offset {offset} is {found.word}")
        lines.append(f"| {size} | {' | '.join(cells)} |")
        notes += missing(f"windows-{size}") if match is None else [played(match), ""]
        if size == 40 and match is not None:
            found = apart(match, f"{V1}(window=off)", V1)
            notes += [f"Without a window at all: {found}, {found.word}.", ""]
    lines += ["", *notes]
    if not measured:
        return lines
    said = "; ".join(decided) or "no size and offset differs from V1 beyond its interval"
    return [*lines, f"**Verdict.** Of {measured} cells of the grid: {said}.", ""]


def territory(runs: Runs) -> list[str]:
    """The speed-aware Voronoi: what it costs and brings."""
    lines = comparisons(runs, "Speed-aware Voronoi", TERRITORY_INTRO, TERRITORIES)
    match = runs.find("speed-voronoi-nodes")
    if match is None:
        return lines
    plain, *others = ((_options(a["spec"]), a["ms_per_move"]["p50"]) for a in match["agents"])
    costs = ", ".join(f"`{name}` {middle / plain[1]:.1f} times" for name, middle in others)
    return [*lines, f"**Cost.** A decision of as many nodes takes, in the median, of V1's time: {costs}.", ""]


def parallel(runs: Runs) -> list[str]:
    """Several depths at once, the order of trying, and compiling: what bench/speed_orders.py measured."""
    lines = ["## Parallel depths, order of trying, compiling", ""]
    data = runs.find("speed-orders")
    if data is None:
        return [
            *lines,
            "Not measured yet: `python -m bench.speed_orders --json docs/studies/data/speed-orders.json`.",
            "",
        ]
    lines += [
        f"`python -m bench.speed_orders --positions {data['positions']} --seed {data['seed']}`: `{data['variant']}`, "
        f"{data['positions']} positions of `{data['game']}`, {data['cores']} cores.",
        "",
        f"| depths at once | mean depth in {data['time']} s | nodes |",
        "|---|---|---|",
    ]
    depths = {int(number): row for number, row in data["parallel"].items()}
    lines += [f"| {number} | {row['depth']:.2f} | {row['nodes']:,.0f} |" for number, row in depths.items()]
    lines += ["", "| order of trying | nodes a decision at depth 6 | of the default's |", "|---|---|---|"]
    first = next(iter(data["orders"].values()))
    lines += [f"| `{order}` | {nodes:,.0f} | {nodes / first:.2f} |" for order, nodes in data["orders"].items()]
    lines += ["", f"| search | mean depth in {data['reference_time']} s | nodes | s for depth 2 |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {row['depth']:.2f} | {row['nodes']:,.0f} | {row['seconds_depth_2']:.5f} |"
        for name, row in data["compiled"].items()
    ]
    best = max(depths, key=lambda number: depths[number]["depth"])
    gain, fewest = depths[best]["depth"] - depths[1]["depth"], min(data["orders"], key=data["orders"].__getitem__)
    several = (
        f"{best} depths at once gain most, {gain:.2f} plies" if gain > 0 else "several depths at once gain nothing"
    )
    return [
        *lines,
        "",
        f"**Verdict.** In these positions {several}. The order `{fewest}` takes the fewest nodes. Compiled, the search "
        f"evaluates {data['gain']['nodes']:,.0f} times as many leaves and sees {data['gain']['depth_gain']:.1f} plies "
        "further than the readable reference, with the same decisions.",
        "",
    ]


def page(runs: Runs) -> str:
    """The whole page."""
    lines = [INTRO]
    lines += strength(runs) + bots(runs) + table(runs) + pair(runs)
    intro = "V1 with one extension switched off, beside V1 itself, all with 200 nodes a decision."
    lines += comparisons(runs, "Extensions, one by one", intro, ABLATIONS) + grid(runs)
    lines += comparisons(
        runs,
        "Speed cap",
        "V1 has the cap 3; the endgame lifts it. Does a cap cost more where the search is deeper?",
        CAPS,
    )
    lines += territory(runs) + parallel(runs)
    return "\n".join(lines).rstrip("\n") + "\n"
