"""Long runs of client and server together."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.soak
@pytest.mark.covers("P6", "P15")
@pytest.mark.parametrize(("seconds", "agent"), [("1", "default"), ("0.25", "mcts")])
def test_six_clients_answer_a_thousand_times_and_never_late(seconds, agent):
    command = [sys.executable, ROOT / "bench" / "live_speed.py", "--round", seconds, "--agent", agent]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)
