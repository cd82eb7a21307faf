"""The process that plays games. It gets one order at a time, answers with the result, and writes to nothing else.

It lives in a session of its own, so that Ctrl-C reaches the parent alone, and so that it can be ended together with
whatever its agents have started. When the parent is gone, it goes too.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from reineke.agent import Agent
from reineke.arena.play import GameResult, play_game
from reineke.arena.player import Known, Maker, describe
from reineke.arena.schedule import Job, Run
from reineke.arena.watch import Slot
from reineke.game import Game

Loader = Callable[[str], Game]
"""`reineke.games.load` or a stand-in: the game of a spec."""


@dataclass(frozen=True)
class Setup:
    """What a worker is told first."""

    run: Run
    load: Loader
    make: Maker
    hang_seconds: float | None = None
    decisions: bool = False


@dataclass(frozen=True)
class Order:
    """A game to be played, with the forfeits by seat that earlier attempts at it did not survive."""

    job: Job
    known: dict[int, Known] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """The game itself failed; no seat is to blame."""

    message: str


def main(control: int, life: int, slot: int) -> None:
    """Plays what is ordered over the connection `control`, until that or the pipe `life` is closed."""
    threading.Thread(target=_die_with_parent, args=(life,), daemon=True).start()
    with Connection(control) as connection:
        work(connection, Slot(slot))
    # Threads that agents have left behind must not keep the process.
    os._exit(0)


def work(connection: Connection, slot: Slot) -> None:
    """Plays what is ordered until the connection is closed."""
    setup: Setup = connection.recv()
    game: Game | None = None
    while True:
        try:
            order: Order = connection.recv()
        except EOFError:
            return
        slot.leave()
        answer: GameResult | Failure
        try:
            if game is None:
                game = setup.load(setup.run.game)
            answer = play_game(
                setup.run,
                order.job,
                game,
                setup.make,
                known=order.known,
                watch=slot,
                hang_seconds=setup.hang_seconds,
                decisions=setup.decisions,
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            answer = Failure(describe(error))
        connection.send(answer)


def registered_game(spec: str) -> Game:
    """The game that the library knows by this spec."""
    from reineke.games import load

    return load(spec)


def registered_agent(spec: str, game: Game) -> Agent:
    """The agent that the library knows by this spec."""
    from reineke.agents import make

    return make(spec, game)


def _die_with_parent(life: int) -> None:
    os.read(life, 1)
    os.killpg(0, signal.SIGKILL)
