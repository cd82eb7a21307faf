"""The store: what it keeps, and what it refuses untouched."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from reineke.agent import Budget
from reineke.arena.play import GameResult, play_game
from reineke.arena.schedule import Run
from reineke.arena.store import Store
from reineke.game import GameError
from tests.arena import toys

RUN = Run("nim", ("random", "crash(2)"), Budget(nodes=5), 1, "cyclic", "0.1")


def games(run: Run = RUN, blocks: int = 2) -> list[GameResult]:
    return [play_game(run, job, toys.load(run.game), toys.make) for job in run.jobs(blocks)]


def without_record(game: GameResult) -> GameResult:
    return GameResult(**{**vars(game), "record": ""})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite"


def test_what_is_added_reads_back_in_order(path):
    played = games()
    with Store(path) as store:
        number = store.begin(RUN)
        for game in reversed(played):
            store.add(number, game, 1.5)
    with Store(path) as store:
        assert [run.run for run in store.runs()] == [RUN]
        assert store.begin(RUN) == number
        assert store.games(number) == [without_record(game) for game in played]
        assert store.games(number, blocks=1) == [without_record(game) for game in played[:2]]
        assert store.done(number) == {(0, 0), (0, 1), (1, 0), (1, 1)}
        assert store.seconds(number) == 6.0
        assert [record for _, _, record in store.records(number)] == [game.record for game in played]


def test_a_game_added_twice_counts_once(path):
    (game, *_) = games()
    with Store(path) as store:
        number = store.begin(RUN)
        store.add(number, game, 1.0)
        store.add(number, game, 1.0)
        assert len(store.games(number)) == 1


def test_a_finished_game_is_on_disk_before_the_store_is_closed(path, tmp_path):
    store = Store(path)
    number = store.begin(RUN)
    store.add(number, games()[0], 1.0)
    copy = tmp_path / "copy"  # what a killed process leaves behind
    copy.mkdir()
    for file in tmp_path.glob("results*"):
        shutil.copy(file, copy / file.name)
    with Store(copy / path.name) as survivor:
        assert len(survivor.games(number)) == 1
    store.close()


def test_a_closed_store_is_one_plain_file(path):
    with Store(path) as store:
        store.add(store.begin(RUN), games()[0], 1.0)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    path.chmod(0o444)
    with Store(path, create=False) as store:
        assert len(store.games(1)) == 1


def test_a_store_can_be_read_while_a_match_writes_it(path):
    with Store(path) as writer:
        number = writer.begin(RUN)
        with Store(path, create=False) as reader:
            writer.add(number, games()[0], 1.0)
            assert len(reader.games(number)) == 1
        writer.add(number, games()[1], 1.0)
        assert len(writer.games(number)) == 2


def test_a_store_in_memory_keeps_no_records():
    with Store(None) as store:
        number = store.begin(RUN)
        store.add(number, games()[0], 1.0)
        assert len(store.games(number)) == 1
        assert [record for _, _, record in store.records(number)] == [None]


def refused(path, wanted: str, **options) -> None:
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises(GameError, match=wanted) as error:
        Store(path, **options)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()} == before


def test_a_file_that_is_not_sqlite_is_refused_untouched(path):
    path.write_text("my diary\n" * 50)
    refused(path, "not an SQLite file")
    path.write_text("short")
    refused(path, "not an SQLite file")


def test_an_sqlite_file_of_another_program_is_refused_untouched(path):
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE run (id)")
    base.commit()
    base.close()
    refused(path, "another program")


def test_a_store_of_another_version_is_refused_untouched(path):
    Store(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 2")
    base.close()
    refused(path, "a store of version 2; this version reads 1")


def test_a_damaged_store_is_refused_in_one_line(path):
    Store(path).close()
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 4000)
    refused(path, "malformed|not a database|corrupt")
    with Store(path, create=False) as store, pytest.raises(GameError, match=r"malformed|not a database|corrupt"):
        store.runs()


def test_what_cannot_be_a_file_is_refused(path, tmp_path):
    with pytest.raises(GameError, match="No such file"):
        Store(tmp_path / "absent" / "x.sqlite")
    with pytest.raises(GameError, match="directory"):
        Store(tmp_path)
    refused(path, "there is no such file", create=False)


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with Store(path) as store:
        assert store.runs() == []
    path.write_bytes(b"")
    refused(path, "not an SQLite file", create=False)
