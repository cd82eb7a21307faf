"""Trains what docs/studies/clever-ppo.md is about and keeps how it went as docs/studies/data/ppo-GROUP.json.

    python -m scripts.ppo_runs                                   everything that is missing; `final` is for a GPU
    python -m scripts.ppo_runs --only treatments ladder          some of it
    python -m scripts.ppo_runs --list                            the same trainings as commands
    python -m scripts.ppo_runs --adopt FOLDER final source --device "NVIDIA H200"   a run that is there

`--match FILE` adds to a run that is adopted how the Rust core played its model, as `reineke match … --json` told it.

Runs go to runs/ppo, where a broken one goes on. A file holds curves, examinations, options, device and seconds of every
run of its group, and no weights.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from reineke import learn
from reineke.game import GameError
from reineke.learn import recipe
from reineke.learn.run import read_log, read_run

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "studies" / "data"
FOLDER = Path("runs") / "ppo"
CURVES = ("steps", "score", "illegal", "entropy", "clipped", "kl", "explained")
"""What is kept of every round."""

Found = dict[str, Any]


@dataclass(frozen=True)
class Training:
    """One training: a recipe, and what of it is changed."""

    recipe: str
    options: Mapping[str, str] = field(default_factory=dict)
    game: str = "clever"

    @property
    def command(self) -> str:
        """What a person types for it."""
        changes = [word for pair in self.options.items() for word in ("--set", "=".join(pair))]
        return shlex.join(["reineke", "train", self.game, self.recipe, *changes]).replace("'", '"')

    @property
    def settings(self) -> Found:
        """Every option with its value."""
        return asdict(recipe.load(self.recipe).read(dict(self.options)))


def seeds(count: int, recipes: Mapping[str, str], **options: str) -> dict[str, Training]:
    """Trainings by each of some recipes from each seed: `mask 1` has seed 1."""
    return {
        f"{name} {seed}": Training(recipe, {**options, "seed": str(seed)})
        for seed in range(count)
        for name, recipe in recipes.items()
    }


def arms(count: int, recipe: str, common: Mapping[str, str], changes: Sequence[str]) -> dict[str, Training]:
    """Trainings that change something each, or nothing, from each seed: `gamma=0.9 1` has seed 1."""
    found = {}
    for seed in map(str, range(count)):
        for change in ("base", *changes):
            own = dict(pair.split("=") for pair in change.split(",") if "=" in pair)
            found[f"{change} {seed}"] = Training(recipe, {**common, **own, "seed": seed})
    return found


SMALL = {
    "scale": "1", "phases": "1", "steps": "80000", "width": "128", "layers": "2", "packets": "16", "every": "100",
}  # fmt: skip
"""The thesis' knobs in its game, in a minute on a CPU."""
DEEP = {"scale": "100", "phases": "1", "steps": "80000", "width": "256", "packets": "10", "every": "100"}
"""What failed on a GPU, with a quarter of the width and a twenty-eighth of the first phase."""
KNOBS = {
    "gamma": ("0.5", "0.9"),
    "entropy": ("0", "0.01", "0.3"),
    "rate": ("0.0001", "0.003"),
    "width": ("32", "256"),
    "layers": ("1", "4"),
    "clip": ("0.05", "0.5"),
    "epochs": ("1", "11"),
    "environments": ("8", "128"),
    "activation": ("tanh",),
    "steps_mean": ("each",),
    "scale": ("100",),
}
"""Each knob with the values tried in place of the base's."""
CHANGES = [f"{knob}={value}" for knob, values in KNOBS.items() for value in values]
CAUSES = (
    "rate=0.00006", "scale=1", "scale=1,norm=1000000", "norm=0.01", "norm=0.001", "entropy=0.01", "normalise=off",
    "layers=2",
)  # fmt: skip
STAGES = ("two-dice", "four-dice", "fields", "full")
TREATMENTS = ("abort", "penalty", "mask")

RUNS: dict[str, dict[str, Training]] = {
    "final": {
        "source": Training("ppo", game="clever(mode=thesis,masks=source)"),
        "strict": Training("ppo", game="clever(mode=thesis)"),
        "thesis": Training("ppo-source"),
        "failed": Training("ppo-source", {"scale": "100"}),
    },
    "treatments": seeds(2, {kind: f"ppo-yellow-{kind}" for kind in TREATMENTS}),
    "causes": arms(2, "ppo-source", DEEP, CAUSES),
    "longer": arms(1, "ppo-source", {**DEEP, "steps": "200000", "every": "5"}, ("scale=1",)),
    "ablations": arms(6, "ppo-thesis", SMALL, ()) | arms(2, "ppo-thesis", SMALL, CHANGES),
    "ladder": seeds(1, {stage: f"ppo-{stage}" for stage in STAGES}, steps="400000"),
}
"""Every run by group and name."""


def told(folder: Path, device: str) -> Found:
    """What is kept of a run's folder, whether it is finished or not."""
    about, lines = read_run(folder), list(read_log(folder / "log.jsonl"))
    exams = [line for line in lines if "exam" in line]
    if not exams:
        raise GameError(f"{folder}: nothing was examined yet")
    found: Found = {key: about[key] for key in ("game", "recipe", "version", "options")}
    ends = [lines[index] for index in range(len(lines)) if index + 1 == len(lines) or _part(lines, index)]
    return found | {
        "device": device,
        "seconds": round(sum(line["seconds"] for line in lines)),
        "finished": (folder / "result.json").is_file(),
        "curve": {key: [_short(line.get(key)) for line in lines] for key in CURVES},
        "parts": [[line["part"], line["steps"]] for line in ends],
        "exams": [[line["steps"], line["exam"]["mean"], *line["exam"]["interval"]] for line in exams],
        "exam": exams[-1]["exam"],
        "phases": next((line["phases"] for line in reversed(lines) if "phases" in line), []),
    }


def _part(lines: Sequence[Found], index: int) -> bool:
    """Whether a part of a phase ends with a line."""
    now, later = lines[index], lines[index + 1]
    return bool((now["phase"], now["part"]) != (later["phase"], later["part"]))


def _short(value: float | None) -> float | None:
    return value if value is None or isinstance(value, int) else float(f"{value:.4g}")


def read_group(path: Path) -> dict[str, Found]:
    """The runs of a file by name, each with all of its options."""
    if not path.is_file():
        return {}
    data = json.loads(path.read_text("utf-8"))
    return {name: {**run, "options": {**data["options"], **run["options"]}} for name, run in data["runs"].items()}


def write_group(path: Path, runs: Mapping[str, Found]) -> None:
    """Writes a file; options that all of its runs share stand in it once."""
    first = next(iter(runs.values()))["options"]
    shared = {
        key: value for key, value in first.items() if all(run["options"].get(key) == value for run in runs.values())
    }
    short = {
        name: {**run, "options": {key: value for key, value in run["options"].items() if key not in shared}}
        for name, run in runs.items()
    }
    lines = [f"{json.dumps(name)}: {json.dumps(run)}" for name, run in short.items()]
    text = ",\n".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"options": {json.dumps(shared)}, "runs": {{\n{text}\n}}}}\n', "utf-8")


def played(match: Path) -> Found:
    """What is kept of games that the core played by itself."""
    data = json.loads(match.read_text("utf-8"))
    (agent,) = data["agents"]
    return {"games": data["games"], "seed": data["seed"], "mean": agent["mean_score"], "sd": agent["score_sd"]}


def adopt(folder: Path, training: Training, path: Path, name: str, device: str, match: Path | None = None) -> None:
    """Keeps a run, if it is the training that the table names."""
    found = told(folder, device) | ({"played": played(match)} if match else {})
    wanted = {"game": training.game, "recipe": training.recipe, **training.settings}
    given = {"game": found["game"], "recipe": found["recipe"], **found["options"]}
    for key, value in wanted.items():
        if key != "threads" and given.get(key) != value:
            raise GameError(f"{folder}: {key} is {given.get(key)}, not {value}")
    runs = read_group(path)
    write_group(path, {**runs, name: found})


def measure(folder: Path, training: Training) -> None:
    """Trains, or goes on with what was broken off."""
    if (folder / "result.json").is_file():
        return
    learn.train(training.game, training.recipe, dict(training.options), folder, (folder / "run.json").is_file())


def here() -> str:
    """What JAX computes on, in words."""
    import jax

    device = jax.devices()[0]
    cores = len(os.sched_getaffinity(0))
    return f"{cores} CPU cores" if device.platform == "cpu" else str(device.device_kind)


def main(arguments: Sequence[str] | None = None, groups: Mapping[str, Mapping[str, Training]] = RUNS) -> int:
    """Trains what is asked for, in the order of the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(groups), metavar="GROUP", default=list(groups))
    parser.add_argument("--out", type=Path, default=DATA, help="where the files go")
    parser.add_argument("--runs", type=Path, default=FOLDER, help="where the runs go")
    parser.add_argument("--seed", metavar="N", help="only runs of this seed")
    parser.add_argument("--list", action="store_true", help="print the trainings as commands")
    parser.add_argument("--adopt", nargs=3, metavar=("FOLDER", "GROUP", "NAME"), help="keep this run")
    parser.add_argument("--match", type=Path, metavar="FILE", help="how the core played the model of that run")
    parser.add_argument("--device", help="what the run that is kept was trained on")
    args = parser.parse_args(arguments)
    if args.adopt is not None:
        folder, group, name = args.adopt
        if name not in groups.get(group, {}):
            raise GameError(f"no run is called {group} {name}")
        path = args.out / f"ppo-{group}.json"
        adopt(Path(folder), groups[group][name], path, name, args.device or here(), args.match)
        return 0
    for group in (group for group in groups if group in args.only):
        path = args.out / f"ppo-{group}.json"
        chosen = {name: one for name, one in groups[group].items() if args.seed in (None, one.options.get("seed"))}
        for name, training in chosen.items():
            if args.list:
                print(f"{group} {name}: {training.command}")
            elif name not in read_group(path):
                folder = args.runs / f"{group} {name}".replace(" ", "-")
                measure(folder, training)
                adopt(folder, training, path, name, here())
                print(f"{path.name}: {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
