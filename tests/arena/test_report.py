"""Tables from a store."""

from __future__ import annotations

import json

import pytest

from reineke.agent import Budget
from reineke.arena import Run, Store, play_game, render, summarise, table
from reineke.game import GameError
from tests.arena import toys


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "results.sqlite"
    with Store(path) as results:
        for run in (
            Run("nim", ("random", "crash(2)"), Budget(seconds=1, nodes=500), 1),
            Run("bids", ("first", "last", "a|b[x]"), Budget(), 2),
            Run("solo", ("random",), Budget(nodes=5), 3),
        ):
            number = results.begin(run)
            for job in run.jobs(3):
                game = play_game(run, job, toys.load(run.game), make)
                results.add(number, game, 0.5)
    return path


def make(spec, game):
    return toys.make("random" if spec == "a|b[x]" else spec, game)


def test_the_text_has_a_section_per_run_and_a_row_per_agent(store):
    text = table(store)
    assert text.count("seed") == 3
    assert "nim: 3 blocks, 6 games (" in text
    assert "1 s and 500 nodes per move, seed 1" in text
    assert "no limit per move, seed 2" in text
    assert "6 crash" in text
    assert "100.0 (100.0 – 100.0)" in text
    assert "a|b[x]" in text
    assert "mean score" in text


def test_markdown_tables_are_well_formed(store):
    sections = table(store, "markdown").split("\n\n")
    assert len(sections) == 6
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        assert title.startswith("**")
        heads, line, *rows = body.splitlines()
        for row in rows:
            assert row.replace("\\|", "").count("|") == heads.count("|") == line.count("|")
    assert "a\\|b[x]" in sections[3]


def test_json_is_one_object_per_run_like_that_of_a_match(store):
    data = json.loads(table(store, "json"))
    assert [one["game"] for one in data] == ["nim", "bids", "solo"]
    assert data[0]["agents"][0]["share"] == 1.0
    assert data[0]["seconds"] == 3.0


def test_a_result_renders_alone_as_in_its_table(store):
    with Store(store) as results:
        run = results.runs()[0]
        result = summarise(run.run, results.games(run.number), run.seconds)
    assert render(result, "markdown") == table(store, "markdown").split("\n\n**")[0]
    assert json.loads(render(result, "json")) == result.json()


def test_an_unfinished_run_has_a_table_too(tmp_path):
    path = tmp_path / "x.sqlite"
    with Store(path) as results:
        results.begin(Run("nim", ("a", "b"), Budget(), 1))
    assert "0 blocks, 0 games" in table(path)


def test_what_is_no_table_is_refused(tmp_path, store):
    with pytest.raises(GameError, match="text, markdown, json"):
        table(store, "html")
    with pytest.raises(GameError, match="no such file"):
        table(tmp_path / "absent")
    assert not (tmp_path / "absent").exists()
    Store(tmp_path / "empty").close()
    with pytest.raises(GameError, match="without runs"):
        table(tmp_path / "empty")
