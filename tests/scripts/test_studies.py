"""Pages of studies are what the stored runs say, and say so where a run is missing."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scripts import study_sawhian, study_speed
from scripts.speed_runs import MATCHES, VARIANTS, Match, measure
from scripts.studies import main
from scripts.study_runs import ROOT, Runs, command
from scripts.study_speed import V1, V2, apart

STUDIES = ROOT / "docs" / "studies"
ORDERS = {
    "variant": "v-multiminimax", "game": "speed", "seed": 1, "positions": 3, "time": 0.2, "reference_time": 1.0,
    "cores": 2,
    "orders": {"01234": 100.0, "43210": 150.0},
    "parallel": {"1": {"depth": 6.0, "nodes": 900.0}, "6": {"depth": 6.5, "nodes": 1200.0}},
    "compiled": {
        "readable": {"depth": 2.0, "nodes": 10.0, "seconds_depth_2": 0.5},
        "compiled": {"depth": 8.0, "nodes": 9000.0, "seconds_depth_2": 0.001},
    },
    "gain": {"nodes": 900.0, "depth_2": 500.0, "depth_gain": 6.0},
}  # fmt: skip


def result(match: Match, shares: dict[str, float], width: float = 0.02, exact: bool = True) -> dict:
    """What a match could have given: these shares, intervals of this width, and differences if `exact`."""
    agents = [
        {
            "spec": spec,
            "games": 100,
            "wins": round(100 * shares.get(spec, 0.2)),
            "share": shares.get(spec, 0.2),
            "share_ci": [shares.get(spec, 0.2) - width, shares.get(spec, 0.2) + width],
            "mean_place": 2.5,
            "forfeits": {"late": 0},
            "ms_per_move": {"p50": 2.0, "p99": 3.0, "max": 4.0},
        }
        for spec in match.specs
    ]
    names = list(dict.fromkeys(match.specs))
    pairs = [(one, other) for index, one in enumerate(names) for other in names[index + 1 :]]
    gap = {pair: shares.get(pair[0], 0.2) - shares.get(pair[1], 0.2) for pair in pairs}
    data = {
        "game": "speed",
        "options": {"seats": len(match.specs), "width": 60, "height": 60},
        "seed": match.seed,
        "blocks": match.blocks,
        "games": match.blocks * len(match.specs),
        "distinct_games": match.blocks,
        "budget": {"seconds": match.seconds, "nodes": match.nodes},
        "agents": agents,
    }
    if exact:
        data["differences"] = [
            {"agents": list(pair), "difference": gap[pair], "ci": [gap[pair] - width, gap[pair] + width]}
            for pair in pairs
        ]
    return data


@pytest.fixture
def runs(tmp_path):
    """Every run of the page, everybody equal, and the folder they are in."""
    for name, match in MATCHES.items():
        store(tmp_path, name, result(match, {}))
    store(tmp_path, "orders", ORDERS)
    return Runs(tmp_path)


def store(folder: Path, name: str, data: dict) -> None:
    (folder / f"speed-{name}.json").write_text(json.dumps(data), "utf-8")


def section(page: str, title: str) -> str:
    return page.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_pages_are_up_to_date():
    assert main(["--check"]) == 0


def test_a_page_that_is_not_what_the_runs_say_is_reported(tmp_path, capsys):
    shutil.copytree(STUDIES / "data", tmp_path / "data")
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0
    assert (tmp_path / "sawhian.md").read_text() == study_sawhian.page(Runs(STUDIES / "data"))
    (tmp_path / "speed.md").write_text("out of date")
    assert main(["--check"], tmp_path) == 1
    assert capsys.readouterr().err == "docs/studies/speed.md is out of date: run python -m scripts.studies\n"


def test_without_runs_the_page_says_what_to_run(tmp_path):
    page = study_speed.page(Runs(tmp_path))
    asked = re.findall(r"`python -m scripts.speed_runs --only ([\w-]+)`", page)
    assert sorted(asked) == sorted(MATCHES)
    assert "python -m bench.speed_orders --json docs/studies/data/speed-orders.json" in page
    assert "Verdict" not in page


def test_with_all_runs_nothing_is_missing_and_every_section_has_a_verdict(runs):
    page = study_speed.page(runs)
    assert "not measured" not in page.lower()
    for part in page.split("\n## ")[1:]:
        assert "**Verdict.**" in part, part.splitlines()[0]
    for match in MATCHES.values():
        assert match.command.removesuffix(" --json") in page


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [
        (
            dict(zip(VARIANTS, (0.0, 0.1, 0.2, 0.35, 0.3), strict=True)),
            f"The order plain < V < RG < SW is confirmed. By the share of wins, which the source calls decisive, "
            f"the choice among the five is `{V1}`.",
        ),
        (
            dict(zip(VARIANTS, (0.0, 0.21, 0.2, 0.29, 0.3), strict=True)),
            "The order plain < V < RG < SW is not confirmed as a whole; confirmed: `v-multiminimax` over "
            f"`multiminimax`, `{V1}` over `rg-v-multiminimax`, `{V2}` over `rg-v-multiminimax`; not decided: "
            "`rg-v-multiminimax` over `v-multiminimax`. By the share of wins, which the source calls decisive, "
            f"the choice among the five is `{V2}`, not decided against `{V1}`.",
        ),
        (
            dict(zip(VARIANTS, (0.3, 0.1, 0.2, 0.2, 0.2), strict=True)),
            "The order plain < V < RG < SW is refuted; ",
        ),
    ],
)
def test_the_order_of_the_table_is_judged_pair_by_pair(runs, shares, verdict):
    store(runs.folder, "table", result(MATCHES["table"], shares))
    assert f"**Verdict.** {verdict}" in section(study_speed.page(runs), "The source's table")


@pytest.mark.parametrize(
    ("gap", "word"), [(0.05, "V1 is better."), (-0.05, "V1 is worse."), (0.01, "V1 is not decided; the interval")]
)
def test_v1_against_v2_is_settled_or_undecided(runs, gap, word):
    store(runs.folder, "v1-v2", result(MATCHES["v1-v2"], {V1: 0.25 + gap / 2, V2: 0.25 - gap / 2}))
    assert word in section(study_speed.page(runs), "V1 against V2")


def test_differences_come_from_the_run_and_else_intervals_must_not_overlap():
    match = MATCHES["v1-v2"]
    near, far = {V1: 0.27, V2: 0.24}, {V1: 0.3, V2: 0.24}
    assert apart(result(match, near), V1, V2).word == "better"
    assert apart(result(match, near), V2, V1).ends == pytest.approx((-0.05, -0.01))
    assert apart(result(match, near, exact=False), V1, V2).word == "not decided"
    assert (apart(result(match, far, exact=False), V1, V2).word, apart(result(match, far), V2, V1).word) == (
        "better",
        "worse",
    )


def test_the_grid_marks_the_windows_that_differ(runs):
    worse = f"{V1}(window=20,offset=3)"
    store(runs.folder, "windows-20", result(MATCHES["windows-20"], {worse: 0.1}))
    grid = section(study_speed.page(runs), "Window sizes and offsets")
    assert "| 20 | +0.000 (-0.020 to +0.020) | **-0.100 (-0.120 to -0.080)** |" in grid
    assert "Of 15 cells of the grid: size 20, offset 3 is worse." in grid


def test_strength_is_held_against_the_fair_share(runs):
    match = MATCHES["strength-equal"]
    store(runs.folder, "strength-equal", result(match, {"default": 0.4}))
    assert "`default` takes 0.400 (0.380 to 0.420), fair would be 0.200: better." in study_speed.page(runs)


def test_a_match_that_was_played_fits_the_page(runs, tmp_path):
    tiny = replace(MATCHES["table"], blocks=2, nodes=10, side=16)
    path = measure("table", tiny, tmp_path / "data", tmp_path / "stores", 2)
    data = json.loads(path.read_text())
    assert command(data) == tiny.command.removesuffix(" --json")
    store(runs.folder, "table", data)
    assert command(data) in study_speed.page(runs)
