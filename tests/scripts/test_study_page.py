"""The study of the page shows what was measured, and says what was not."""

import json

from scripts.study_page import page
from scripts.study_runs import Runs


def test_the_page_says_what_is_missing(tmp_path):
    text = page(Runs(tmp_path))
    assert "Not measured yet: `python -m bench.web --json docs/studies/data/page-clicks.json`." in text
    assert "Not measured yet: `python -m bench.first_visit --json docs/studies/data/page-first-visit.json`." in text


def test_the_page_shows_what_is_there(tmp_path):
    clicks = {"games": 3, "watchers": 7, "clicks": 15, "ms": {"p50": 6.4, "p95": 38.6, "max": 41.2}}
    clicks |= {"watchers_up_to_date": 6, "agent": "default(time=0.5)", "cores": 2}
    visit = {"commit": "abc1234", "cores": 2, "files": 9, "seconds": {"link": 100.04, "page": 101.26, "move": 102.48}}
    (tmp_path / "page-clicks.json").write_text(json.dumps(clicks))
    (tmp_path / "page-first-visit.json").write_text(json.dumps(visit))
    text = page(Runs(tmp_path))
    assert "| 6 ms | 39 ms | 41 ms | 6 of 7 |" in text
    assert "a new clone (abc1234) on 2 cores" in text
    assert "| the page is loaded (9 files with what it names) | 101.3 |" in text
    assert "| a game is open, and an own move is on the board | 102.5 |" in text
    assert "Not measured" not in text
