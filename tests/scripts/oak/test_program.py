"""What the program makes of a request, with a stand-in for Oak."""

from __future__ import annotations

import importlib
import io
import json
import sys
from types import ModuleType, SimpleNamespace

import numpy
import pytest

from tests.scripts.oak.positions import first_position, number


class Searches:
    """Notes the budgets of searches, and finds the same in each."""

    def __init__(self):
        self.budgets = []

    def __call__(self, battle, durations, result, heap, agent):
        self.budgets.append(agent.budget)
        matrix = numpy.zeros((9, 9), dtype=numpy.uint64)
        matrix[:2, :3] = [[1, 2, 3], [10, 20, 30]]
        count = 25 if agent.budget.endswith("ms") else int(agent.budget)
        return SimpleNamespace(visit_matrix=matrix, iterations=count)


@pytest.fixture
def program(monkeypatch):
    search = ModuleType("oak.search")
    search.Agent, search.Heap, search.search = SimpleNamespace, object, Searches()
    module = ModuleType("oak")
    module.search, module.__version__ = search, "0"
    module.id_to_species = module.id_to_move = number
    module.move_data = lambda move: {"bp": 1, "type": 0}
    module.Battle = lambda *data: SimpleNamespace(
        side=lambda seat: SimpleNamespace(pokemon=lambda place: SimpleNamespace(types=0))
    )
    module.Set, module.Durations = SimpleNamespace, bytes
    module.complete_pokemon_from_set = lambda pokemon, kind: None
    # p1: the first move, a switch to the second place; p2: two switches and a move without an alternative
    module.choices = lambda battle, result: ([1 << 2 | 1, 2 << 2 | 2], [2 << 2 | 2, 3 << 2 | 2, 0 << 2 | 1])
    monkeypatch.setitem(sys.modules, "oak", module)
    monkeypatch.setitem(sys.modules, "oak.search", search)
    monkeypatch.delitem(sys.modules, "scripts.oak.program", raising=False)
    yield importlib.import_module("scripts.oak.program")
    sys.modules.pop("scripts.oak.program", None)


def answers(program, monkeypatch, capsys, *requests):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(request) + "\n" for request in requests)))
    program.main()
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_visits_of_all_states_add_up_by_name_for_the_seat_that_asks(program, monkeypatch, capsys):
    state = first_position()
    turned = first_position()
    turned["p1"]["o"] = "132456"
    request = {"states": [state, turned], "iterations": 100}
    found = answers(program, monkeypatch, capsys, {**request, "seat": 0}, {**request, "seat": 1})
    own, other = state["p1"], state["p2"]
    second, third = (f"switch {own['m'][place]['sp']}" for place in "23")
    assert found[0] == {"name": "oak 0"}
    assert found[1]["visits"] == {own["a"]["mv"][0]: 12, second: 60, third: 60}
    switches = [f"switch {other['m'][place]['sp']}" for place in other["o"][1:3]]
    assert found[2]["visits"] == {switches[0]: 22, switches[1]: 44, "": 66}
    assert found[1]["iterations"] == 100


def test_every_state_gets_an_equal_part(program, monkeypatch, capsys):
    states = [first_position()] * 4
    answers(program, monkeypatch, capsys, {"states": states, "seat": 0, "iterations": 102})
    assert program.oak.search.search.budgets == ["25", "25", "26", "26"]


def test_time_is_told_in_milliseconds_and_never_none(program):
    assert program._part({"seconds": 0.1}, 4, 0, 0.02) == "20ms"
    assert program._part({"seconds": 0.1}, 4, 0, 0.2) == "1ms"
