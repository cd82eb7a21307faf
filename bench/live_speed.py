"""How well the spe_ed client keeps its deadlines: six clients at one server, all on this machine.

    python bench/live_speed.py                       rounds of 1 s until 1,000 answers have been given
    python bench/live_speed.py --answers 100         a short run
    python bench/live_speed.py --round 0.2           faster rounds

Every client is a process of its own and plays one game after another, pondering while the others think; the server is
one more. What is counted is the server's view: answers, those after the deadline (which the grace would forgive), those
that broke a rule, and how long before the deadline they came. Exits with 1 if an answer was late or broke a rule.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import time
from typing import Any

import numpy as np

from reineke import GameError
from reineke.live.speed import Care, Pace, SpeedClient, SpeedServer
from reineke.live.speed.files import Books
from reineke.live.speed.table import Table


class Tally(Books):
    """Counts what a server sees."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[float] = []
        self.reserves: list[float] = []
        self.reasons: dict[str, int] = {}
        self.rounds = 0

    def write(self, number: int, table: Table, seeds: dict[str, Any], at: float, seconds: float) -> dict[str, Any]:
        for account in table.accounts:
            self.answers += account.answers
            self.reserves += account.reserves
            if account.reason is not None:
                self.reasons[account.reason] = self.reasons.get(account.reason, 0) + 1
        self.rounds += len(table.rounds)
        return super().write(number, table, seeds, at, seconds)


def play(url: str, number: int, agent: str, results: Any) -> None:
    """A client that plays until the server is gone."""
    client = SpeedClient(
        url, f"key{number}", agent=agent, games=10_000, seed=1000 * number, retry=5, care=Care(patience=60)
    )
    with contextlib.suppress(GameError):  # the server has ended
        client.play_games()
    finished = [result for result in client.results if result["status"] == "finished"]
    keys = ("moves", "late", "safety", "strange")
    results.put({key: sum(result[key] for result in finished) for key in keys})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="default")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--round", type=float, default=1.0, help="seconds")
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    processes = multiprocessing.get_context("spawn")  # a fork would copy the locks of the server's thread
    books, results = Tally(), processes.Queue()
    pace = Pace(options.round, options.round)
    begin = time.monotonic()
    with SpeedServer(players=options.clients, pace=pace, seed=options.seed, books=books) as server:
        clients = [
            processes.Process(target=play, args=(server.url, number, options.agent, results))
            for number in range(options.clients)
        ]
        for client in clients:
            client.start()
        while len(books.answers) < options.answers:
            time.sleep(0.1)
            if server.wait(0) or not all(client.is_alive() for client in clients):
                raise SystemExit(f"the server or a client is gone: {server.error}")
        games = len(server.results)
    counts = [results.get(timeout=60) for _ in clients]
    for client in clients:
        client.join()
    seconds = time.monotonic() - begin
    reserves = np.array(books.reserves)
    broken = {reason: count for reason, count in books.reasons.items() if reason not in ("wall", "crash", "speed")}
    late = int((reserves < 0).sum()) + broken.get("no_answer", 0)
    total = {key: sum(count[key] for count in counts) for key in counts[0]}
    print(
        f"{options.clients} x {options.agent}, rounds of {options.round:g} s, {os.cpu_count()} cores, {seconds:.0f} s"
    )
    print(f"games              {games}, {books.rounds} rounds")
    print(f"answers            {len(books.answers)}")
    print(f"late               {late}")
    print(f"against the rules  {sum(broken.values())} {broken or ''}".rstrip())
    print(f"safety net used    {total['safety']}")
    p50, p01 = np.percentile(reserves, (50, 1))
    print(f"before the deadline  p50 {p50:.3f} s, p99 {p01:.3f} s, least {reserves.min():.3f} s")
    p50, p99 = np.percentile(books.answers, (50, 99))
    print(f"answer time          p50 {p50:.3f} s, p99 {p99:.3f} s, most {max(books.answers):.3f} s")
    return 1 if late or broken else 0


if __name__ == "__main__":
    sys.exit(main())
