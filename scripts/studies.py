"""Writes the pages of docs/studies and their pictures from the runs in docs/studies/data: `python -m scripts.studies`.

`--check` writes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts import (
    study_analysis,
    study_clever,
    study_gen1,
    study_gen1_beliefs,
    study_page,
    study_ppo,
    study_sawhian,
    study_speed,
)
from scripts.study_runs import ROOT, Runs

STUDIES = ROOT / "docs" / "studies"
PAGES = {
    "sawhian.md": study_sawhian.page,
    "speed.md": study_speed.page,
    "gen1.md": study_gen1.page,
    "clever.md": study_clever.page,
    "clever-ppo.md": study_ppo.page,
    "gen1-beliefs.md": study_gen1_beliefs.page,
    "analysis.md": study_analysis.page,
    "page.md": study_page.page,
}
PICTURES = (study_clever.pictures, study_ppo.pictures, study_gen1_beliefs.pictures)


def main(arguments: Sequence[str] | None = None, folder: Path = STUDIES) -> int:
    """Writes or checks every page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a page is out of date")
    check = parser.parse_args(arguments).check
    stale = False
    runs = Runs(folder / "data")
    texts = {name: page(runs) for name, page in PAGES.items()}
    for pictures in PICTURES:
        texts |= pictures(runs)
    for name, text in texts.items():
        path = folder / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text("utf-8") != text:
            print(f"docs/studies/{name} is out of date: run python -m scripts.studies", file=sys.stderr)
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
