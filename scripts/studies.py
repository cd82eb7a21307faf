"""Writes the pages of docs/studies from the runs in docs/studies/data: `python -m scripts.studies`.

`--check` writes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts import study_sawhian, study_speed
from scripts.study_runs import ROOT, Runs

STUDIES = ROOT / "docs" / "studies"
PAGES = {"sawhian.md": study_sawhian.page, "speed.md": study_speed.page}


def main(arguments: Sequence[str] | None = None, folder: Path = STUDIES) -> int:
    """Writes or checks every page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a page is out of date")
    check = parser.parse_args(arguments).check
    stale = False
    for name, page in PAGES.items():
        path, text = folder / name, page(Runs(folder / "data"))
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text("utf-8") != text:
            print(f"docs/studies/{name} is out of date: run python -m scripts.studies", file=sys.stderr)
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
