"""Whatever an agent does, a legal move comes back."""

import threading
import time

import pytest

from reineke.agent import Agent, Budget, Decision
from reineke.games import load
from reineke.live.thinker import Thinker


@pytest.fixture
def view():
    game = load("sawhian")
    return game.view(game.start(None), 0)


@pytest.fixture
def ask(view):
    """Asks an agent for a move; returns it and what was logged."""
    thinkers = []

    def ask(agent, seconds=0.05):
        lines = []
        thinker = Thinker(agent, view.game, lines.append)
        thinkers.append(thinker)
        return thinker.decide(view, seconds), lines

    yield ask
    for thinker in thinkers:
        thinker.close()


class Playing(Agent):
    def __init__(self, act):
        self.act = act

    def decide(self, view, budget, stop=None, progress=None):
        return self.act(view, budget, stop, progress)


def test_the_agents_move_is_played(ask, view):
    decision, lines = ask(Playing(lambda view, *_: Decision(view.legal[3], depth=5)), 30)
    assert (decision.action, decision.depth, lines) == (view.legal[3], 5, [])


def test_an_agent_that_raises_plays_the_first_legal_move(ask, view):
    decision, lines = ask(Playing(lambda *_: 1 / 0), 30)
    assert decision.action == view.legal[0]
    assert lines == ["the agent failed in decide: ZeroDivisionError: division by zero"]


@pytest.mark.parametrize("answer", [Decision(48), Decision(-1), None])
def test_an_answer_that_is_no_legal_move_is_replaced(ask, view, answer):
    decision, lines = ask(Playing(lambda *_: answer), 30)
    assert decision.action == view.legal[0]
    assert len(lines) == 1


def test_an_agent_that_is_told_to_stop_gives_its_best_move(ask, view):
    def obedient(view, budget, stop, progress):
        while not stop.is_set():
            time.sleep(0.001)
        return Decision(view.legal[2])

    assert ask(Playing(obedient))[0].action == view.legal[2]


def test_a_decision_can_be_cut_short_from_another_thread(view):
    thinking = threading.Event()

    def patient(view, budget, stop, progress):
        thinking.set()
        while not stop.is_set():
            time.sleep(0.001)
        return Decision(view.legal[2])

    thinker = Thinker(Playing(patient), view.game, lambda line: None)
    threading.Thread(target=lambda: (thinking.wait(60), thinker.hurry())).start()
    assert thinker.decide(view, 3600).action == view.legal[2]
    thinker.close()


def test_of_an_agent_that_hangs_the_last_reported_move_is_played(ask, view):
    release = threading.Event()

    def hanging(view, budget, stop, progress):
        progress(Decision(view.legal[1]))
        progress(Decision(view.legal[4]))
        progress(Decision(48))
        release.wait(60)

    decision, lines = ask(Playing(hanging))
    release.set()
    assert decision.action == view.legal[4]
    assert "the agent does not answer in time" in lines


def test_a_hanging_agent_does_not_stop_the_next_move(view):
    release = threading.Event()
    calls = []

    def hanging(view, budget, stop, progress):
        calls.append(budget)
        release.wait(60)
        return Decision(view.legal[5])

    thinker = Thinker(Playing(hanging), view.game, lambda line: None)
    assert [thinker.decide(view, 0.05).action for _ in range(3)] == [view.legal[0]] * 3
    release.set()
    thinker.close()
    assert len(calls) == 1, "questions whose time is over are not asked any more"


def test_an_agents_own_budget_holds_inside_the_time_allowed(ask):
    budgets = []

    def note(view, budget, *_):
        budgets.append(budget)
        return Decision(view.legal[0])

    for own in (None, Budget(nodes=100), Budget(seconds=0.5), Budget(seconds=50.0)):
        agent = Playing(note)
        agent.budget = own
        ask(agent, 30)
    assert [budget.nodes for budget in budgets] == [None, 100, None, None]
    assert budgets[2].seconds == 0.5
    assert all(15 < budgets[index].seconds <= 30 for index in (0, 1, 3))


def test_an_agent_ponders_until_something_happens(view):
    pondering, rested = threading.Event(), threading.Event()

    class Ponderer(Agent):
        def ponder(self, view, stop):
            pondering.set()
            while not stop.is_set():
                time.sleep(0.001)
            rested.set()

        def decide(self, view, budget, stop=None, progress=None):
            assert rested.is_set()
            return Decision(view.legal[1])

    thinker = Thinker(Ponderer(), view.game, lambda line: None)
    thinker.ponder(view)
    assert pondering.wait(60)
    assert thinker.decide(view, 60).action == view.legal[1]
    rested.clear()
    thinker.ponder(view)
    thinker.observe(view, [1, "a1"])
    thinker.close()
    assert not thinker._thread.is_alive()


def test_the_life_of_an_agent_is_told_in_order(view):
    told = []

    class Witness(Agent):
        def start(self, game, seat, seed):
            told.append(("start", seat, seed))

        def observe(self, view, event):
            told.append(("observe", event))

        def decide(self, view, budget, stop=None, progress=None):
            told.append(("decide",))
            return Decision(view.legal[0])

        def finish(self, outcome):
            told.append(("finish", outcome))

    thinker = Thinker(Witness(), view.game, told.append)
    thinker.start(2, 7)
    thinker.observe(view, [0, "d1"])
    thinker.decide(view, 60)
    thinker.finish((1.0, 0.0, 0.0, 0.0))
    thinker.close()
    assert told == [("start", 2, 7), ("observe", [0, "d1"]), ("decide",), ("finish", (1.0, 0.0, 0.0, 0.0))]
