"""A study: several runs in the folder of one, then what they say together.

Each part is a run of its own, with its own log and checkpoint, so that an interrupted study goes on where it stopped.
`study.json` gathers what tables and pictures are made of.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reineke import _core
from reineke.game import GameError
from reineke.learn import recipe as recipes
from reineke.learn.run import Entry, Run, read_log, read_run, write_json


def part(study: Run[Any], name: str, recipe: str, options: dict[str, Any]) -> list[Entry]:
    """The log of a part of the study, which is run as far as it has not been."""
    found = recipes.load(recipe)
    settings = found.read(options)
    run = Run(study.folder / name, study.game, found.name, found.learner, settings, study.quiet, name)
    if not (run.folder / "run.json").exists():
        run.save()
    elif found.read(read_run(run.folder)["options"]) != settings:
        raise GameError(f"{run.folder}: a run with other options than the study's")
    if not run.result.exists():
        found.train(run)
    return list(read_log(run.log))


def outcome(study: Run[Any], name: str) -> list[float]:
    """The weights that a part ended with."""
    weights: list[float] = json.loads((study.folder / name / "result.json").read_bytes())["weights"]
    return weights


def finish(study: Run[Any], data: dict[str, Any]) -> None:
    """Writes study.json."""
    head = {"study": study.learner, "game": study.game, "version": _core.__version__}
    write_json(study.folder / "study.json", {**head, **data})


def read_study(path: Path, name: str | None = None) -> dict[str, Any]:
    """What a study.json says; with a name, it must be that study."""
    if not path.is_file():
        raise GameError(f"{path}: there is no such study")
    try:
        data = json.loads(path.read_bytes())
        kind = data["study"]
    except (ValueError, TypeError, KeyError):
        raise GameError(f"{path}: not a finished study") from None
    if name is not None and kind != name:
        raise GameError(f"{path}: holds the {kind}, not the {name}")
    return dict(data)


def rounded(values: list[float], digits: int = 3) -> list[float]:
    """Numbers short enough to keep."""
    return [round(value, digits) for value in values]
