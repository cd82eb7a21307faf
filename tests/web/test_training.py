"""Training runs on the page: who sees them, and curves that grow with the log."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from reineke.learn.watch import Curves
from reineke.web.app import Site
from reineke.web.curves import MOST, draw
from reineke.web.hall import Hall
from reineke.web.store import Store
from tests.learn.test_watch import made
from tests.web.conftest import HOST, Visitor


def lines(answer: dict[str, list[dict[str, str]]]) -> list[int]:
    return [int(count) for one in answer["curves"] for count in re.findall(r'data-points="(\d+)"', one["full"])]


def site(folder: Path, *, loopback: bool = True) -> TestClient:
    hall = Hall(Store(folder / "games"))
    return TestClient(Site(hall, loopback=loopback, runs=folder / "runs").app(), base_url=f"http://{HOST}")


def test_curves_grow_with_the_log(tmp_path: Path) -> None:
    run = made(tmp_path / "runs" / "clever-td-1", [{"round": 0, "loss": 0.5}])
    with site(tmp_path) as client:
        ann = Visitor(client)
        assert [one["name"] for one in ann.get("/api/runs").json()] == ["clever-td-1"]
        first = ann.get("/api/runs/clever-td-1").json()
        assert (first["steps"], first["total"], first["finished"], lines(first)) == (1, 7, False, [1])
        assert "curves" not in ann.get("/api/runs/clever-td-1?steps=1").json()
        with (run / "log.jsonl").open("a") as log:
            log.write(json.dumps({"round": 1, "loss": 0.25, "score": 3}) + "\n" + '{"round": 2, "lo')
        second = ann.get("/api/runs/clever-td-1?steps=1").json()
        assert (second["steps"], lines(second)) == (2, [1, 2])
        (run / "result.json").write_text("{}")
        assert ann.get("/api/runs/clever-td-1?steps=2").json()["finished"]


def test_no_name_leads_out_of_the_folder_of_runs(tmp_path: Path) -> None:
    made(tmp_path / "runs" / "study" / "arm-0", [{"round": 0, "loss": 0.5}])
    made(tmp_path / "secret", [{"round": 0, "loss": 0.5}])
    with site(tmp_path) as client:
        ann = Visitor(client)
        assert ann.get("/api/runs/study/arm-0").json()["steps"] == 1
        for name in ("../secret", "..%2fsecret", "%2e%2e/secret", str(tmp_path / "secret"), "nothing", ""):
            assert ann.get(f"/api/runs/{name}").status_code == 404, name


def test_a_broken_log_is_told_in_one_line(tmp_path: Path) -> None:
    run = made(tmp_path / "runs" / "x")
    (run / "log.jsonl").write_text("nonsense\n")
    with site(tmp_path) as client:
        answer = Visitor(client).get("/api/runs/x")
        assert answer.status_code == 409
        assert answer.json()["error"].count("\n") == 0


def test_on_a_network_runs_are_the_owners(tmp_path: Path) -> None:
    made(tmp_path / "runs" / "x", [{"round": 0, "loss": 0.5}])
    with site(tmp_path, loopback=False) as client:
        guest = Visitor(client)
        assert guest.get("/api/runs").json() == []
        assert guest.get("/api/runs/x").status_code == 403
        owner = Visitor(client, (tmp_path / "games" / "owner").read_text())
        assert owner.get("/api/runs/x").json()["steps"] == 1


@pytest.mark.parametrize(
    "values", [[0.0], [5.0] * 3, [-1.5, 2.0], [1e-7, 2e-7], [float(n * n) for n in range(3000)], [-3.0, -3.0]]
)
def test_every_line_lies_inside_its_diagram(values: list[float]) -> None:
    svg = draw(Curves("Loss", "round", {"a": list(enumerate(values, 1)), "b <&": [(1.0, values[0])]}))
    (path,) = re.findall(r'id="line-0"[^>]* d="M([^"]+)"', svg)
    points = [tuple(map(float, point.split(","))) for point in path.removesuffix(" h2").split(" L")]
    assert len(points) <= MOST + 1
    assert all(66 <= x <= 742 and 44 <= y <= 240 and math.isfinite(x) for x, y in points)
    assert f'data-points="{len(values)}"' in svg
    assert "b &lt;&amp;" in svg
