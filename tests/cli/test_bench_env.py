"""Steps of environments, measured."""

from reineke.cli import bench
from reineke.games import load
from tests.cli.conftest import Command


def test_steps_of_environments_are_measured_beside_random_play(reineke: Command) -> None:
    found = reineke("bench", "clever", "--json", "--seconds", "0").json()
    assert [one["name"] for one in found["results"]] == ["random-play", "env-steps"]
    steps = found["results"][1]
    assert steps["unit"] == "steps/s"
    assert steps["value"] > 0
    assert steps["threads"] >= 1


def test_the_signature_does_not_depend_on_the_threads(monkeypatch) -> None:
    monkeypatch.setattr(bench, "STEPS", 10)
    found = set()
    for cores in (1, 2, 3):
        monkeypatch.setattr(bench, "_cores", lambda cores=cores: cores)
        size, signature = bench._env_steps(load("clever(mode=thesis)"))()  # type: ignore[arg-type]
        assert size == 10 * bench.BATCH
        found.add(signature)
    assert len(found) == 1
