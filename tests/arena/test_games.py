"""Matches of the library's own games and agents, of every kind of turn, and of games from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reineke.agent import Budget
from reineke.arena import run_match
from reineke.game import GameError
from reineke.games import load
from reineke.record import read_records, replay, views

NIM = Path(__file__).parents[2] / "examples" / "nim.py"
MATCHES = [
    ("tictactoe", ["mcts", "random"]),
    ("pig", ["mcts", "random"]),
    ("rps", ["random", "mcts"]),
    ("goofspiel", ["mcts", "random"]),
    ("kuhn", ["mcts", "random"]),
    ("sawhian", ["random"] * 4),
    ("gen1", ["mcts", "random"]),
    (str(NIM), ["mcts", "random"]),
]


@pytest.mark.parametrize(("game", "specs"), MATCHES)
def test_a_match_is_the_same_with_one_and_two_jobs_and_its_records_replay(tmp_path, game, specs):
    lines = []
    for jobs in (1, 2):
        path = tmp_path / f"games{jobs}"
        result = run_match(game, specs, 2, Budget(nodes=50), seed=4, jobs=jobs, records=path)
        assert result.games == 2 * len(specs)
        assert all(set(agent.forfeits.values()) == {0} for agent in result.agents)
        records = list(read_records(path))
        rules = load(records[0].game)
        for record in records:
            final = list(replay(record, rules))[-1][0]
            assert list(rules.outcome(final)) == record.result["outcome"]
            for seat in range(rules.seats):
                assert len(list(views(record, rules, seat))) == len(record.turns) + 1
        lines.append(sorted(json.dumps([record.seeds, record.deal, record.turns]) for record in records))
    assert lines[0] == lines[1]


def test_wrong_specs_are_one_line(tmp_path):
    store = tmp_path / "results.sqlite"
    for game, specs, wanted in [
        ("chess", ["random", "random"], "chess"),
        ("tictactoe", ["random", "grandmaster"], "grandmaster"),
        ("tictactoe", ["random", "mcts(nodes=x)"], "numbers"),
        ("tictactoe(", ["random", "random"], "tictactoe"),
        ("sawhian", ["random", "random"], "sawhian needs 4 agents, but 2 were given"),
    ]:
        with pytest.raises(GameError, match=wanted) as error:
            run_match(game, specs, 1, store=store)
        assert "\n" not in str(error.value)
    assert not store.exists()


def test_a_game_from_a_file_has_the_same_deals_wherever_it_is_found_from(tmp_path, monkeypatch):
    path = tmp_path / "games"
    run_match(str(NIM), ["random", "random"], 2, records=path)
    monkeypatch.chdir(NIM.parent)
    run_match("nim.py", ["random", "random"], 2, records=path)
    records = list(read_records(path))
    assert [record.turns for record in records[:4]] == [record.turns for record in records[4:]]
