import json

from scripts.gen1_second import OAK
from scripts.study_gen1_second import second
from scripts.study_runs import Runs


def run(share, seconds, counted):
    agent = {"forfeits": {"late": 3, "crash": 1}, "ms_per_move": {"p50": 99.0, "max": 120.0}}
    agents = [{**agent, "share": share, "share_ci": [share - 0.1, share + 0.1]}, {**agent, "share": 1 - share}]
    rates = {"rates": {"default": 61000.0, OAK: 120000.0}} if counted else {}
    return {"games": 20, "agents": agents, "budget": {"seconds": seconds}, "counted": counted, **rates}


def test_the_part_says_what_is_missing(tmp_path):
    text = "\n".join(second(Runs(tmp_path)))
    assert "Not measured yet: `python -m scripts.gen1_second`." in text
    assert "Not checked yet: `.venv/oak/bin/python -m scripts.oak.check`." in text


def test_the_part_shows_what_is_there(tmp_path):
    check = {"turns": 2000, "same numbers drawn": 1500, "agreed": 1400, "choices agreed": 1999}
    files = {
        "gen1-second": run(0.8, None, 0.1),
        "gen1-second-greedy": run(0.3, 0.05, None),
        "gen1-second-check": {**check, "special": {"par": [7, 8]}},
    }
    for name, data in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    text = "\n".join(second(Runs(tmp_path)))
    assert "| `default` | 20 | 0.800 | 0.700 to 0.900 | 2 | 99.0 / 120 | 99.0 / 120 | 3 / 3 | 0.1 s, counted |" in text
    assert "| `greedy` | 20 | 0.300 | 0.200 to 0.400 | 2 | 99.0 / 120 | 99.0 / 120 | 3 / 3 | 0.05 s |" in text
    assert "61,000 a second for `default`, 120,000 for Oak" in text
    assert "2,000 recorded turns" in text
    assert "par 7 of 8" in text
    assert "Not" not in text
