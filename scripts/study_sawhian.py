"""The page docs/studies/sawhian.md."""

from __future__ import annotations

from scripts.study_runs import Runs, played, span

MATCHES = {
    "strength": "Against three copies of the seed",
    "source": "Against the seed's historic form (depth 11, aborted branches lost)",
    "paranoid": "Against paranoid search on the seed's evaluation",
    "mcts": "Against tree search with play-outs",
    "mctslanes": "Against tree search on the same evaluation",
    "tournament": "All against all: final agent, seed, historic seed, random",
}
PRUNING = {
    "cut-one": "One with the cut against three without",
    "cut-three": "One without the cut against three with it",
    "methods": "Four methods on the seed's evaluation",
}


def match_table(runs: Runs, name: str, title: str) -> list[str]:
    """A match as a table, with the command that repeats it."""
    data = runs.load(name)
    lines = [
        f"### {title}",
        "",
        played(data),
        "",
        "| agent | share of wins | 95 % interval | mean points | late |",
        "|---|---|---|---|---|",
    ]
    for agent in data["agents"]:
        lines.append(
            f"| `{agent['spec']}` | {agent['share']:.3f} | {span(agent['share_ci'])} "
            f"| {agent['mean_score']:.2f} | {agent['forfeits']['late']} |"
        )
    return [*lines, ""]


def pruning_table(runs: Runs) -> list[str]:
    """What the cuts save and change."""
    data = runs.load("pruning")
    lines = [
        f"`python bench/pruning.py --positions {data['positions']} --depth {data['depth']} --time {data['time']}`: "
        f"positions from games of shallow searches, full-width depth {data['depth']}, and the mean depth that "
        f"{data['time'] * 1000:.0f} ms complete.",
        "",
        "| cut, evaluation, order | nodes | share of full width | root moves changed | mean depth |",
        "|---|---|---|---|---|",
    ]
    for row in data["rows"]:
        share = f"{row['node_share']:.1%}" if "of" in row else "100 %"
        changed = f"{row['changed_moves']:.1%}" if "of" in row else "–"
        lines.append(f"| {row['search']} | {row['nodes']:,} | {share} | {changed} | {row['mean_depth']:.1f} |")
    return [*lines, ""]


def verdict(runs: Runs) -> str:
    """The sentence on the cut, from the numbers."""
    one, three = runs.load("cut-one")["agents"][0], runs.load("cut-three")["agents"][0]
    low, high = one["share_ci"]
    if low > 0.25:
        word = "it helps"
    elif high < 0.25:
        word = "it harms"
    else:
        word = "neither help nor harm is shown: the interval holds the fair share of 0.25"
    other_low, other_high = three["share_ci"]
    return (
        f"**Verdict.** At equal time one seed with its cut takes {one['share']:.3f} ({low:.3f} to {high:.3f}) "
        f"against three without, and one without takes {three['share']:.3f} ({other_low:.3f} to {other_high:.3f}) "
        f"against three with it. So {word}. The extra depth about makes up for the wrongly pruned subtrees."
    )


def page(runs: Runs) -> str:
    """The whole page."""
    lines = [
        "# Sawhian: strength and pruning",
        "",
        "Written by `python -m scripts.studies` from the runs in `docs/studies/data`. A fair share is 0.25. A block is",
        "a random opening of eight plies, played in all four rotations of the seats.",
        "",
        "## Strength",
        "",
    ]
    for name, title in MATCHES.items():
        lines += match_table(runs, name, title)
    lines += ["## The seed's cut", ""]
    lines += pruning_table(runs)
    for name, title in PRUNING.items():
        lines += match_table(runs, name, title)
    return "\n".join([*lines, verdict(runs), ""])
