"""Budgets, stopping, progress and iterative deepening."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from reineke import make_agent
from reineke.agent import Budget, Decision, Stop
from reineke.games import load
from reineke.games.tiny import Pig
from reineke.search import Search
from tests.search.positions import NO_DICE
from tests.search.sawhian import GAME, native, random_positions

LONG = 120.0
"""Seconds that a search would take if nothing ended it: half of them are no question of a busy machine."""
SAWHIAN = {
    "maxn": {"eval": "seed"},
    "maxn source": {"eval": "seed", "cut": "seed", "abort": "source"},
    "paranoid": {"eval": "seed"},
    "minimax": {"eval": "dephiloper"},
    "brs": {"eval": "seed"},
    "brs+": {"eval": "seed"},
    "expectimax": {"eval": "flat"},
    "mcts": {"eval": "seed"},
    "mcts end": {"horizon": "end", "eval": "seed"},
}


def search(key: str, **more: str) -> Search:
    return Search(GAME, key.split()[0], {**SAWHIAN[key], **more})


VIEWS = [GAME.view(native(state), state.mover) for state in random_positions(8, seed=11, last=40)]


@pytest.mark.parametrize("nodes", [1, 2, 7, 50, 1234])
@pytest.mark.parametrize("key", SAWHIAN)
def test_a_node_budget_is_never_exceeded(key: str, nodes: int) -> None:
    for view in VIEWS:
        decision = search(key).decide(view, Budget(nodes=nodes))
        assert 0 < decision.nodes <= nodes
        assert decision.action in view.legal


@pytest.mark.parametrize("key", SAWHIAN)
def test_a_decision_lists_every_legal_action_once(key: str) -> None:
    for view in VIEWS:
        for nodes in (1, 40, 3000):
            decision = search(key).decide(view, Budget(nodes=nodes))
            assert tuple(choice.action for choice in decision.choices) == view.legal
            assert sum(choice.share for choice in decision.choices) == pytest.approx(1)


@pytest.mark.covers("W14")
@pytest.mark.parametrize("key", ["maxn", "paranoid", "brs", "brs+", "expectimax"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_deepening_that_completes_a_depth_plays_what_a_search_to_that_depth_plays(depth: int, key: str) -> None:
    for view in VIEWS:
        if len(view.legal) == 1:
            continue
        deepened = search(key, depth=str(depth)).decide(view, Budget())
        fixed = search(key, depth=str(depth), deepen="off").decide(view, Budget())
        assert (deepened.action, deepened.value) == (fixed.action, fixed.value)
        assert deepened.depth == fixed.depth == depth or deepened.proven


@pytest.mark.covers("W14")
@pytest.mark.parametrize("key", ["maxn", "paranoid", "brs", "brs+"])
def test_the_depth_reached_is_reported(key: str) -> None:
    for view in VIEWS:
        if len(view.legal) == 1:
            continue
        costs = [search(key, depth=str(depth)).decide(view, Budget()).nodes for depth in (1, 2, 3, 4)]
        for nodes in (*costs, *(cost - 1 for cost in costs), costs[3] + 1):
            reached = sum(cost <= nodes for cost in costs)
            assert search(key, depth="5").decide(view, Budget(nodes=nodes)).depth in (reached, 5)


@pytest.mark.covers("W14")
@pytest.mark.parametrize("key", ["maxn", "minimax", "paranoid"])
@pytest.mark.parametrize(
    "options", [{}, {"order": "off", "table": "off", "ties": "last"}], ids=["ordered", "unordered"]
)
def test_a_broken_off_depth_never_spoils_the_move_of_the_last_completed_one(key: str, options: dict[str, str]) -> None:
    """A deeper move may replace it only if it really is better at the greater depth."""
    exact = "minimax" if key == "paranoid" else key
    for view in VIEWS:
        common = {**options, "eval": SAWHIAN[key]["eval"]}
        whole = search(key, depth="3", **common).decide(view, Budget())
        deeper = search(exact, depth="4", deepen="off", **common).decide(view, Budget())
        values = {choice.action: choice.value for choice in deeper.choices}
        for extra in (1, 2, 5, 20, 60):
            broken = search(key, **common).decide(view, Budget(nodes=whole.nodes + extra))
            if broken.depth == 3 and broken.action != whole.action:
                assert values[broken.action] >= values[whole.action]


@pytest.mark.covers("W13", "W14")
@pytest.mark.parametrize("key", SAWHIAN)
@pytest.mark.parametrize("threads", ["1", "2"])
def test_stop_from_another_thread_ends_a_search_with_a_legal_move(key: str, threads: str) -> None:
    for view in VIEWS[:2]:
        stop = Stop()
        timer = threading.Timer(0.05, stop.set)
        timer.start()
        decision = search(key, threads=threads).decide(view, Budget(seconds=LONG), stop)
        assert stop.is_set() or decision.proven or decision.depth == 64 or len(view.legal) == 1
        timer.join()
        assert decision.action in view.legal
        assert decision.seconds < LONG / 2


@pytest.mark.covers("W13")
def test_stop_ends_a_search_of_a_python_game() -> None:
    game = Pig(goal=100)
    state = game.parse("40,40 0+7 20,20")
    for name in ("expectimax", "mcts"):
        stop = Stop()
        timer = threading.Timer(0.1, stop.set)
        timer.start()
        decision = Search(game, name).decide(game.view(state, 0), Budget(seconds=LONG), stop)
        timer.join()
        assert decision.action in (0, 1)
        assert decision.seconds < LONG / 2
        assert stop.is_set()


@pytest.mark.covers("W13")
@pytest.mark.parametrize("key", SAWHIAN)
def test_a_stop_set_beforehand_gives_a_legal_move_at_once(key: str) -> None:
    stop = Stop()
    stop.set()
    for view in VIEWS:
        decision = search(key).decide(view, Budget(seconds=LONG), stop)
        assert decision.action in view.legal
        assert decision.seconds < LONG / 2
    stop.clear()
    assert not stop.is_set()


@pytest.mark.parametrize("key", ["maxn", "paranoid", "brs", "brs+", "mcts"])
def test_progress_is_told_and_the_last_news_are_the_decision(key: str) -> None:
    told: list[Decision] = []
    view = VIEWS[0]
    options = {} if key == "mcts" else {"depth": "3"}
    decision = search(key, **options).decide(view, Budget(nodes=100_000 if options else 500), progress=told.append)
    assert told[-1].action == decision.action
    assert told[-1].choices == decision.choices
    if options:
        assert [news.depth for news in told] == [1, 2, 3]
        assert [news.nodes for news in told] == sorted(news.nodes for news in told)


def test_a_tree_search_tells_its_progress_while_it_runs() -> None:
    told: list[Decision] = []
    search("mcts").decide(VIEWS[0], Budget(seconds=0.5), progress=told.append)
    assert len(told) > 1


def test_an_error_in_progress_comes_out_and_the_search_can_be_used_again() -> None:
    def progress(decision: Decision) -> None:
        raise RuntimeError("no interest")

    for key in ("maxn", "mcts"):
        thinker = search(key)
        with pytest.raises(RuntimeError, match="no interest"):
            thinker.decide(VIEWS[0], Budget(seconds=LONG), progress=progress)
        assert thinker.decide(VIEWS[0], Budget(nodes=100)).action in VIEWS[0].legal


def test_a_progress_that_raises_ends_the_search_at_once() -> None:
    def progress(decision: Decision) -> None:
        raise RuntimeError("no interest")

    began = time.perf_counter()
    with pytest.raises(RuntimeError):
        search("maxn").decide(VIEWS[0], Budget(seconds=LONG), progress=progress)
    assert time.perf_counter() - began < LONG / 2


@pytest.mark.covers("W14")
@pytest.mark.parametrize("key", SAWHIAN)
def test_a_time_budget_is_kept(key: str) -> None:
    """A search without end does end; how punctually, bench/deadlines.py measures."""
    for view in VIEWS[:3]:
        began = time.perf_counter()
        decision = search(key).decide(view, Budget(seconds=0.03))
        assert decision.seconds <= time.perf_counter() - began < LONG / 2
        assert decision.action in view.legal


def test_two_threads_cannot_use_one_search_at_once() -> None:
    thinker, stop = search("maxn"), Stop()
    thread = threading.Thread(target=lambda: thinker.decide(VIEWS[0], Budget(seconds=30), stop))
    thread.start()
    time.sleep(0.1)
    with pytest.raises(ValueError, match="already running"):
        thinker.decide(VIEWS[0], Budget(nodes=10))
    stop.set()
    thread.join()
    assert thinker.decide(VIEWS[0], Budget(nodes=10)).action in VIEWS[0].legal


def test_searches_of_native_games_run_beside_each_other() -> None:
    """They hold no GIL: Python goes on meanwhile, and can stop them."""
    stop = Stop()
    thread = threading.Thread(target=lambda: search("maxn").decide(VIEWS[0], Budget(seconds=LONG), stop))
    thread.start()
    for _ in range(50):
        time.sleep(0.001)
    assert thread.is_alive()
    stop.set()
    thread.join(LONG / 2)
    assert not thread.is_alive()


INTERRUPTED = """
import sys
from reineke import Budget, load, make_agent
game = load(sys.argv[1])
agent = make_agent(sys.argv[2], game)
print("thinking", flush=True)
agent.decide(game.view(game.start(None), 0), Budget(seconds=float(sys.argv[3])))
"""


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("sawhian", "maxn(eval=seed)"),
        ("sawhian", "maxn(eval=seed,threads=2)"),
        ("sawhian", "mcts(eval=seed)"),
        ("sawhian", "mcts(eval=seed,threads=2)"),
        ("sawhian", "mcts(eval=seed,trees=2)"),
        ("tall.py", "mcts"),
    ],
)
def test_ctrl_c_ends_a_search(game: str, agent: str, tmp_path: Path) -> None:
    nim = Path(__file__).parents[2] / "examples/nim.py"
    (tmp_path / "tall.py").write_text(nim.read_text().replace("(1, 3, 5, 7)", "(9,) * 8"))  # never solved
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, game, agent, str(LONG)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONG / 2)
        assert "KeyboardInterrupt" in errors
    finally:
        process.kill()
        process.communicate()


def test_an_agents_own_budget_overrides_the_matchs() -> None:
    for spec, expected in (("maxn(eval=seed,nodes=100)", 100), ("mcts(eval=seed,nodes=70)", 70)):
        agent = make_agent(spec, GAME)
        assert agent.decide(VIEWS[0], Budget(nodes=5000)).nodes == expected


def test_without_any_budget_an_agent_thinks_for_a_second() -> None:
    assert 0.9 < make_agent("mcts(eval=seed)", GAME).decide(VIEWS[0], Budget()).seconds < LONG / 2


def test_a_fixed_depth_needs_no_budget() -> None:
    decision = make_agent("maxn(eval=seed,depth=3)", GAME).decide(VIEWS[0], Budget())
    assert decision.depth == 3


@pytest.mark.parametrize(
    "budget", [{"seconds": 0}, {"seconds": -1}, {"nodes": 0}, {"nodes": -5}, {"seconds": float("nan")}]
)
def test_impossible_budgets_are_refused(budget: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="budget is a number"):
        Budget(**budget)


def test_pondering_fills_the_tree_and_ends_when_told() -> None:
    game = load("tictactoe")
    state = game.play(game.start(NO_DICE), 4, NO_DICE)
    for name in ("mcts", "alphabeta"):  # which both find the end of it soon
        thinker, stop = Search(game, name), Stop()
        timer = threading.Timer(0.1, stop.set)
        timer.start()
        thinker.ponder(game.view(state, 0), stop)
        timer.join()
        reply = game.play(state, 0, NO_DICE)
        assert thinker.decide(game.view(reply, 0), Budget(nodes=50)).action in game.legal(reply, 0)
