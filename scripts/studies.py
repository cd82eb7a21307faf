"""Writes docs/studies/sawhian.md from the runs in docs/studies/data; `--check` fails if the page is out of date."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
PAGE = ROOT / "docs" / "studies" / "sawhian.md"

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


def load(name: str) -> dict[str, Any]:
    """A stored run."""
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text())
    return data


def match_table(name: str, title: str) -> list[str]:
    """A match as a table, with the command that repeats it."""
    data = load(name)
    specs = [agent["spec"] for agent in data["agents"]]
    typed = " ".join(f'"{spec}"' if "(" in spec else spec for spec in specs)
    budget = f"--time {data['budget']['seconds']}"
    lines = [
        f"### {title}",
        "",
        f"`reineke match {data['game']} {typed} -n {data['blocks']} {budget} --seed {data['seed']}`, "
        f"{data['games']} games, {data['distinct_games']} distinct.",
        "",
        "| agent | share of wins | 95 % interval | mean points | late |",
        "|---|---|---|---|---|",
    ]
    for agent in data["agents"]:
        low, high = agent["share_ci"]
        lines.append(
            f"| `{agent['spec']}` | {agent['share']:.3f} | {low:.3f} to {high:.3f} "
            f"| {agent['mean_score']:.2f} | {agent['forfeits']['late']} |"
        )
    return [*lines, ""]


def pruning_table() -> list[str]:
    """What the cuts save and change."""
    data = load("pruning")
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


def verdict() -> str:
    """The sentence on the cut, from the numbers."""
    one, three = load("cut-one")["agents"][0], load("cut-three")["agents"][0]
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


def page() -> str:
    """The whole page."""
    lines = [
        "# Sawhian: strength and pruning",
        "",
        "Written by `python scripts/studies.py` from the runs in `docs/studies/data`. A fair share is 0.25. A block is",
        "a random opening of eight plies, played in all four rotations of the seats.",
        "",
        "## Strength",
        "",
    ]
    for name, title in MATCHES.items():
        lines += match_table(name, title)
    lines += ["## The seed's cut", ""]
    lines += pruning_table()
    for name, title in PRUNING.items():
        lines += match_table(name, title)
    return "\n".join([*lines, verdict(), ""])


def main() -> int:
    """Writes or checks the page."""
    text = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.is_file() or PAGE.read_text() != text:
            print("docs/studies/sawhian.md is out of date: run python scripts/studies.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
