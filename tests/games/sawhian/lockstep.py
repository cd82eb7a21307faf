"""Random games played on an engine and on its twin at once; the first difference is fatal.

    python -m tests.games.sawhian.lockstep --games 100000 --jobs 2 --mode server

Game number g of a seed is the same whatever the number of jobs, so a failure is repeated
by the command that its message ends with.
"""

import argparse
import importlib
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.games.sawhian import twin

Mode = Literal["server", "pass"]


class Engine(Protocol):
    """What an engine has to offer; its states are opaque here."""

    def start(self) -> Any: ...

    def legal(self, state: Any) -> list[tuple[int, int]]:
        """The mover's start cells in any order; empty when the game is over."""

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        """The successor; an engine that changes its state in place returns it."""

    def position_json(self, state: Any) -> dict[str, Any]:
        """The position in the format of tests/data/sawhian."""

    def winners(self, state: Any) -> list[int]:
        """The winners in ascending order; empty while the game runs."""


class Difference(AssertionError):
    """Engine and twin disagree; the message says where and how."""


@dataclass
class Tally:
    """What a walk saw; differs between two runs only if the games do."""

    games: int = 0
    plies: int = 0
    struck: int = 0  # eliminations or passes
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.plies += other.plies
        self.struck += other.struck
        self.winners += other.winners


def walk(engine: Engine, twin_mode: Mode, games: int, seed: int, first: int = 0) -> Tally:
    """Plays games `first` to `first + games - 1` of the seed; raises `Difference`.

    Before every move the positions, the sets of moves and the winners are compared.
    """
    tally = Tally()
    for game in range(first, first + games):
        rng = random.Random(f"{seed}/{game}")
        slow, fast = twin.start(twin_mode), engine.start()
        moves: list[tuple[int, int]] = []
        try:
            while True:
                legal = twin.legal_moves(slow)
                won = twin.winners(slow)
                _compare("positions", twin.position_json(slow), engine.position_json(fast))
                _compare("moves", legal, sorted(tuple(move) for move in engine.legal(fast)))
                _compare("winners", won, list(engine.winners(fast)))
                if not legal:
                    break
                moves.append(rng.choice(legal))
                after = twin.play(slow, moves[-1])
                tally.struck += len(twin.struck(slow, after))
                slow, fast = after, engine.play(fast, moves[-1])
        except Exception as error:
            raise Difference(_report(error, slow, moves, twin_mode, seed, game)) from error
        tally.games += 1
        tally.plies += len(moves)
        tally.winners[tuple(won)] += 1
    return tally


def _compare(what: str, slow: Any, fast: Any) -> None:
    if slow != fast:
        raise Difference(f"{what} differ\n  twin:   {slow}\n  engine: {fast}")


def _report(
    error: Exception,
    slow: twin.State,
    moves: list[tuple[int, int]],
    mode: Mode,
    seed: int,
    game: int,
) -> str:
    what = str(error) if isinstance(error, Difference) else f"engine raised {error!r}"
    rows = twin.board_text(slow).split("/")
    return "\n".join(
        [
            f"{mode} mode, game {game}, after {len(moves)} plies: {what}",
            "twin's board, y=6 on top:",
            *(f"  {row}" for row in reversed(rows)),
            f"moves: {moves}",
            f"again: python -m tests.games.sawhian.lockstep --mode {mode} --seed {seed} --first {game} --games 1",
        ]
    )


# Driver


def factory(name: str) -> Callable[[Mode], Engine]:
    """`package.module:function`; the function takes the mode and returns an engine."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def _job(work: tuple[str, Mode, int, int, int]) -> Tally:
    engine, mode, games, seed, first = work
    return walk(factory(engine)(mode), mode, games, seed, first)


def walk_parallel(engine: str, mode: Mode, games: int, seed: int, first: int = 0, jobs: int = 1) -> Tally:
    """`walk` in slices of at most 100 games, spread over `jobs` processes."""
    starts = range(first, first + games, 100)
    work = [(engine, mode, min(100, first + games - at), seed, at) for at in starts]
    total = Tally()
    if jobs == 1:
        for tally in map(_job, work):
            total.add(tally)
        return total
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        try:
            for tally in pool.map(_job, work):
                total.add(tally)
        except Difference:
            pool.shutdown(cancel_futures=True)
            raise
    return total


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--mode", choices=["server", "pass"], default="server")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--engine", default="tests.games.sawhian.engine:make")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        total = walk_parallel(
            options.engine,
            options.mode,
            options.games,
            options.seed,
            options.first,
            options.jobs,
        )
    except Difference as difference:
        print(difference, file=sys.stderr)
        return 1
    seconds = time.perf_counter() - began
    print(f"{total.games} games, {total.plies} plies, {total.struck} eliminations or passes: equal")
    for won, count in sorted(total.winners.items()):
        print(f"  won by {won}: {count}")
    print(f"{seconds:.1f} s, {options.jobs} jobs")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
