"""How well agents keep time: illegal moves, overshoot of a time limit, and how fast they answer a stop.

    python bench/deadlines.py                      1,000 decisions at each of 20, 50 and 200 ms
    python bench/deadlines.py --decisions 100      a short run

Positions come from random games of Sawhian; every agent and limit gets the same ones. Overshoot is the time that
`decide` took beyond the limit, in milliseconds; answers before the limit (a forced or proven move) count as 0. `cpu` is
the longest time beyond the limit that a decision really computed: what is left of `max` was a busy machine.
"""

from __future__ import annotations

import argparse
import random
import threading
import time

from reineke import Agent, Budget, Game, Stop, View, load, make_agent
from reineke.game import OVER

AGENTS = ["default", "seed", "maxn(eval=seed)", "paranoid(eval=seed)", "brs+(eval=seed)", "mcts(eval=seed)"]
LIMITS = [20, 50, 200]


def positions(game: Game, count: int, seed: int) -> list[View]:
    """Views of movers, one from each random game."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        course = [game.start(None)]
        while (mover := game.turn(course[-1])) != OVER:
            course.append(game.play(course[-1], rng.choice(game.legal(course[-1], mover)), None))
        state = rng.choice(course[:-1])
        found.append(game.view(state, game.turn(state)))
    return found


def fresh(spec: str, game: Game, view: View) -> Agent:
    agent = make_agent(spec, game)
    agent.start(game, view.seat, 1)
    return agent


def overshoots(spec: str, game: Game, views: list[View], limit: float) -> tuple[list[float], int, float]:
    """Milliseconds beyond the limit per decision, ascending; the number of illegal moves; the most computed beyond."""
    late, illegal, computed = [], 0, 0.0
    agents = {seat: make_agent(spec, game) for seat in range(game.seats)}
    for seat, agent in agents.items():
        agent.start(game, seat, 1)
    for view in views:
        began, busy = time.perf_counter(), time.thread_time()
        decision = agents[view.seat].decide(view, Budget(seconds=limit / 1000))
        late.append(max(0.0, (time.perf_counter() - began) * 1000 - limit))
        computed = max(computed, (time.thread_time() - busy) * 1000 - limit)
        illegal += decision.action not in view.legal
    return sorted(late), illegal, computed


def stop_latencies(spec: str, game: Game, views: list[View], seed: int) -> tuple[list[float], int, float]:
    """Milliseconds between `stop.set()` and the answer, ascending; the number of illegal moves; nothing.

    The stop comes 1 to 60 ms after the start; decisions that were over before it do not count.
    """
    rng = random.Random(seed)
    taken, illegal = [], 0
    for view in views:
        agent, stop, moment = fresh(spec, game, view), Stop(), [0.0]

        def ring(stop: Stop = stop, moment: list[float] = moment) -> None:
            moment[0] = time.perf_counter()
            stop.set()

        timer = threading.Timer(rng.uniform(0.001, 0.06), ring)
        timer.start()
        decision = agent.decide(view, Budget(seconds=60), stop)
        answered = time.perf_counter()
        timer.join()
        illegal += decision.action not in view.legal
        if answered > moment[0]:
            taken.append((answered - moment[0]) * 1000)
    return sorted(taken), illegal, float("nan")


def at(numbers: list[float], share: float) -> float:
    """The number that so large a share of them does not exceed."""
    return numbers[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="sawhian")
    parser.add_argument("--agents", nargs="+", default=AGENTS)
    parser.add_argument("--limits", nargs="+", type=float, default=LIMITS, help="milliseconds")
    parser.add_argument("--decisions", type=int, default=1000, help="per agent and limit")
    parser.add_argument("--stops", type=int, help="stopped decisions per agent; a fifth of the decisions unless given")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = load(options.game)
    views = positions(game, options.decisions, options.seed)
    stops = options.decisions // 5 if options.stops is None else options.stops
    print(f"{game.spec}: {options.decisions} decisions per line, {stops} of them stopped; milliseconds")
    print(f"{'agent':22} {'limit':>6} {'illegal':>7} {'p50':>8} {'p99':>8} {'max':>8} {'cpu':>8}")
    for spec in options.agents:
        rows = [(f"{limit:g}", overshoots(spec, game, views, limit)) for limit in options.limits]
        rows.append(("stop", stop_latencies(spec, game, views[:stops], options.seed)))
        for label, (numbers, illegal, computed) in rows:
            shares = " ".join(f"{at(numbers, share):8.2f}" for share in (0.5, 0.99, 1.0))
            print(f"{spec:22} {label:>6} {illegal:7} {shares} {computed:8.2f}", flush=True)


if __name__ == "__main__":
    main()
