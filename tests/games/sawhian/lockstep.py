"""Random games played on an engine and on its twin at once; the first difference is fatal.

    python -m tests.games.sawhian.lockstep --games 100000 --jobs 2 --mode server

Game number g of a seed is the same whatever the number of jobs, so a failure is repeated
by the command that its message ends with.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.games import walks
from tests.games.sawhian import twin

SLICE = 100  # games

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

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.plies} plies, {self.struck} eliminations or passes: equal"
        for won, count in sorted(self.winners.items()):
            yield f"  won by {won}: {count}"


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
                walks.compare("positions", twin.position_json(slow), engine.position_json(fast))
                walks.compare("moves", legal, sorted(tuple(move) for move in engine.legal(fast)))
                walks.compare("winners", won, list(engine.winners(fast)))
                if not legal:
                    break
                moves.append(rng.choice(legal))
                after = twin.play(slow, moves[-1])
                tally.struck += len(twin.struck(slow, after))
                slow, fast = after, engine.play(fast, moves[-1])
        except Exception as error:
            raise walks.Difference(_report(error, slow, moves, twin_mode, seed, game)) from error
        tally.games += 1
        tally.plies += len(moves)
        tally.winners[tuple(won)] += 1
    return tally


def _report(
    error: Exception,
    slow: twin.State,
    moves: list[tuple[int, int]],
    mode: Mode,
    seed: int,
    game: int,
) -> str:
    rows = twin.board_text(slow).split("/")
    return "\n".join(
        [
            f"{mode} mode, game {game}, after {len(moves)} plies: {walks.reason(error)}",
            "twin's board, y=6 on top:",
            *(f"  {row}" for row in reversed(rows)),
            f"moves: {moves}",
            f"again: python -m tests.games.sawhian.lockstep --mode {mode} --seed {seed} --first {game} --games 1",
        ]
    )


# Driver


def _job(engine: str, mode: Mode, games: range, seed: int) -> Tally:
    return walk(walks.factory(engine)(mode), mode, len(games), seed, games.start)


def walk_parallel(
    engine: str,
    mode: Mode,
    games: int,
    seed: int,
    first: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """So many games from the first on."""
    work = ((engine, mode, part, seed) for part in walks.slices(first, games, SLICE))
    return walks.spread(_job, work, jobs, Tally(), progress=progress)


def main(arguments: list[str] | None = None) -> int:
    parser = walks.arguments(__doc__, "tests.games.sawhian")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--mode", choices=["server", "pass"], default="server")
    given = parser.parse_args(arguments)

    def run(progress: Callable[[int], None]) -> Tally:
        return walk_parallel(given.engine, given.mode, given.games, given.seed, given.first, given.jobs, progress)

    return walks.command(run, given.games, given.jobs)


if __name__ == "__main__":
    raise SystemExit(main())
