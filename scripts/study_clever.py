"""The page docs/studies/clever.md and its pictures. `scripts/clever_runs.py` plays the games behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reineke.games.clever.analysis import scores
from reineke.games.clever.paper import AREAS
from reineke.games.clever.rating import BANDS, rating
from reineke.games.clever.statistics import PASSES, WAYS
from scripts.study_runs import Runs

HUMANS = (("test persons", 175.75, 26.75), ("an advanced player", 215.75, None))
"""What the thesis reports of people: mean and standard deviation."""
MODES = {"clever": "Official rules", "clever(mode=thesis)": "The thesis' rules"}
PICTURES = {"clever": "clever-scores.svg", "clever(mode=thesis)": "clever-scores-thesis.svg"}

INTRO = """\
# Ganz schön clever: scores and strategies

Written by `python -m scripts.studies` from the runs in `docs/studies/data`, which `python -m scripts.clever_runs`
plays, one solo game a block. Intervals are of 95 %. Every other number is a mean per game, unless its table says
otherwise.
"""
ELSEWHERE = """\
## Figures from elsewhere

None of them was measured here. Sources, and what is known of their rules, stand on
[the game's page](../games/clever.md#best-known-results). What masked PPO reaches in the thesis' game has
[a page of its own](clever-ppo.md).

| who | rules | mean | sd | games |
|---|---|---|---|---|
| test persons of the thesis | not told | 175.75 | 26.75 | not told |
| its advanced player | not told | 215.75 | – | not told |
| its MaskablePPO agent | the thesis', with faulty masks | 204.98 | 31.22 | about 1,000 |
| best public program (`td-net-bonus`) | official | 261.2 | 22.7 | 3,000 |
"""
PEOPLE = """\
## People on equal terms

The figures above do not say how many games people played, nor by which rules. To compare on equal terms, people play
here, by the rules of the agents, and nobody leaves a game out: `reineke play clever --record people.jsonl` appends each
finished game, and `python -m scripts.clever_runs --records people.jsonl people` makes a row of them in all tables of
this page. An unfinished game is not recorded: how many there were belongs beside the row.
"""

SEVERAL = """\
One agent against others who are all alike, each deal once in every seat. Ties are split. `solo` is the network of the
solo game, which plays as if it were alone.
"""

Found = dict[str, Any]


def rows(runs: Runs, game: str) -> Iterator[tuple[str, Found]]:
    """The agents of a game and what their games were like, the best last."""
    found = []
    for path in sorted(runs.folder.glob("clever-*.json")):
        data = runs.load(path.stem)
        spec = _spec(data)
        if spec == game and "facts" in data:
            found.append((str(data["agents"][0]["spec"]), data["facts"]))
    yield from sorted(found, key=lambda row: row[1]["mean"])


def _spec(data: Found) -> str:
    options = ",".join(f"{key}={value}" for key, value in data.get("options", {}).items())
    return f"{data['game']}({options})" if options else str(data["game"])


def _made(facts: Found) -> list[int]:
    """All scores, ascending."""
    return [int(score) for score, count in facts["scores"].items() for _ in range(count)]


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """A table of the page."""
    rule = "|" + "---|" * len(heads)
    return [f"| {' | '.join(heads)} |", rule, *(f"| {' | '.join(line)} |" for line in lines), ""]


def strength(found: Sequence[tuple[str, Found]]) -> list[str]:
    """Scores, and how they lie on the scale."""
    lines = []
    for agent, facts in found:
        made, half = _made(facts), 1.96 * facts["sd"] / math.sqrt(facts["games"])
        tenth = [made[min(len(made) - 1, int(part * len(made)))] for part in (0.1, 0.9)]
        interval = f"{facts['mean'] - half:.1f} to {facts['mean'] + half:.1f}"
        numbers = [f"{facts['mean']:.1f}", interval, f"{facts['sd']:.1f}", f"{facts['median']:g}"]
        lines.append([f"`{agent}`", f"{facts['games']:,}", *numbers, *map(str, (*tenth, made[0], made[-1]))])
    heads = ["agent", "games", "mean", "95 % interval", "sd", "median", "10 %", "90 %", "worst", "best"]
    return table(heads, lines)


def scale(found: Sequence[tuple[str, Found]]) -> list[str]:
    """The share of games in each level, and which level the mean belongs to."""
    edges = [least for least, _ in BANDS]
    names = [f"{low} to {above - 1}" for low, above in zip(edges[1:], edges, strict=False)]
    heads = ["agent", f"from {edges[0]}", *names[:-1], f"below {edges[-2]}", "the mean is"]
    lines = [
        [f"`{agent}`", *(_share(part) for part in facts["bands"]), rating(facts["mean"])] for agent, facts in found
    ]
    return ["Share of games in each level of the solo scale:", "", *table(heads, lines)]


def _share(part: float) -> str:
    return f"{part:.1%}" if part else "–"


def areas(found: Sequence[tuple[str, Found]]) -> list[str]:
    """Where points come from."""
    lines, quarters = [], []
    for agent, facts in found:
        cells = [f"{facts['areas'][area]:.1f} ({facts['boxes'][area]:.1f})" for area in AREAS]
        lines.append([f"`{agent}`", *cells, f"{facts['foxes']:.2f}", f"{facts['fox_points']:.1f}"])
        for word in ("best", "worst"):
            part = facts["quarters"][word]
            own = [f"{part[key]:.1f}" for key in ("score", *AREAS, "foxes", "fox_points")]
            quarters.append([f"`{agent}`", word, *own])
    heads = ["agent", *AREAS, "foxes", "fox points"]
    return [
        "Points by area, in brackets boxes:",
        "",
        *table(heads, lines),
        "The best and the worst quarter of the games:",
        "",
        *table(["agent", "quarter", "score", *AREAS, "foxes", "fox points"], quarters),
    ]


def marks(found: Sequence[tuple[str, Found]]) -> list[str]:
    """How boxes come to be marked, what bonuses there are, and when areas are filled."""
    words = {
        "pick": "own turn",
        "passive": "tray",
        "plus": "extra die",
        "bonus": "number or green bonus",
        "choice": "cross of choice",
    }
    kinds = ("RR", "+1", "FOX", "yX", "bX", "gX", "o4", "o5", "o6", "p6")
    ways, bonuses, order, columns = [], [], [], []
    for agent, facts in found:
        ways.append(
            [f"`{agent}`", *(f"{facts['ways'][way]:.2f}" for way in WAYS), f"{sum(facts['ways'].values()):.2f}"]
        )
        lost = sum(facts["lost"].values())
        used = [f"{facts['used'][kind]:.2f} / {facts['left'][kind]:.2f}" for kind in ("RR", "+1")]
        bonuses.append(
            [f"`{agent}`", *(f"{facts['bonuses'].get(kind, 0):.2f}" for kind in kinds), f"{lost:.2f}", *used]
        )
        when: Mapping[str, float] = facts["order"]
        first = " ".join(sorted(when, key=lambda area: when[area]))
        order.append([f"`{agent}`", *(f"{when[area]:.2f}" if area in when else "–" for area in AREAS), first])
        columns.append([f"`{agent}`", *(f"{facts['columns'][points]:.0%}" for points in ("10", "14", "16", "20"))])
    return [
        "Boxes by what marked them:",
        "",
        *table(["agent", *(words[way] for way in WAYS), "together"], ways),
        "Bonuses earned on the sheet, those that found no box, and actions used / left over (rounds included):",
        "",
        *table(["agent", *kinds, "lost", "RR used / left", "+1 used / left"], bonuses),
        "When areas are marked, from 0 (the first mark of a game) to 1 (the last), and the order that results:",
        "",
        *table(["agent", *AREAS, "order"], order),
        "Yellow columns completed, by what they are worth:",
        "",
        *table(["agent", "10", "14", "16", "20"], columns),
    ]


def passes(found: Sequence[tuple[str, Found]]) -> list[str]:
    """Passes nobody could avoid, apart from choices."""
    lines = [[f"`{agent}`", *(f"{facts['passes'][kind]:.2f}" for kind in PASSES)] for agent, facts in found]
    words = (
        "Passes a game: *forced* where nothing else was legal, *declined* where a die could be marked or the dice be "
        "rolled again,"
    )
    return [
        f"{words} *kept* where a +1 phase was left although an extra die could be used.",
        "",
        *table(["agent", *PASSES], lines),
    ]


def several(runs: Runs) -> list[str]:
    """Matches of two, three and four players."""
    lines = []
    for path in sorted(runs.folder.glob("clever-*-*.json")):
        data = runs.load(path.stem)
        agents = data["agents"]
        if "facts" in data or len(agents) < 2 or data["game"].partition("(")[0] != "clever":
            continue
        low, high = agents[0]["share_ci"]
        lines.append(
            [
                str(len(agents)),
                f"`{agents[0]['spec']}`",
                f"`{agents[1]['spec']}`",
                f"{data['blocks']:,}",
                f"{data['games']:,}",
                f"{agents[0]['share']:.3f}",
                f"{low:.3f} to {high:.3f}",
                f"{1 / len(agents):.3f}",
            ]
        )
    if not lines:
        return []
    heads = ["players", "agent", "the others", "deals", "games", "share of wins", "95 % interval", "fair"]
    return ["## Several players", "", SEVERAL, *table(heads, sorted(lines, key=lambda line: (line[0], line[2])))]


def page(runs: Runs) -> str:
    """The whole page."""
    lines = [INTRO]
    for game, title in MODES.items():
        found = list(rows(runs, game))
        lines += [f"## {title}", ""]
        if not found:
            lines += ["Not measured yet: `python -m scripts.clever_runs`.", ""]
            continue
        lines += [f"`{game}`", "", *strength(found)]
        lines += [
            f"![Distribution of the scores, with the levels of the scale and people's figures]({PICTURES[game]})",
            "",
        ]
        lines += [*scale(found), f"### Where points come from{_of(game)}", "", *areas(found)]
        lines += [
            f"### Boxes, bonuses, order{_of(game)}",
            "",
            *marks(found),
            f"### Passes{_of(game)}",
            "",
            *passes(found),
        ]
    lines += [*several(runs), ELSEWHERE, PEOPLE]
    return "\n".join(lines).rstrip("\n") + "\n"


def _of(game: str) -> str:
    return "" if game == "clever" else ", by the thesis' rules"


def pictures(runs: Runs) -> dict[str, str]:
    """The pictures of the page by file name."""
    found = {game: {agent: _made(facts) for agent, facts in rows(runs, game)} for game in PICTURES}
    return {name: scores(found[game], HUMANS) for game, name in PICTURES.items() if found[game]}
