"""`reineke bench`: how fast the engines are, with a signature of what they did.

A change of behaviour shows as a changed signature, a change of speed as an unchanged one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from time import perf_counter
from typing import Any

import click

from reineke.cli.options import game_argument, json_option
from reineke.game import OVER, Game, GameError
from reineke.games import load
from reineke.games.native import NativeGame

SEED = 1
DECISIONS = 400_000
"""About how many decisions one round of random play takes."""
CHUNK = 50_000
"""About how many of them one call takes: Ctrl-C waits for its end."""
ROUNDS = 3
"""At least so many rounds; the best one counts."""
BATCH = 4096
"""Games side by side in the steps of environments."""
STEPS = 60
"""Steps of each of them in a round."""
EVALUATIONS = 10
"""How often each position is evaluated in a round: reading the positions in is no part of it."""
NODES = 500
"""Of every decision that is measured."""
BATTLES = 5000
"""Random battles of Pokémon in a round."""
SEARCHED, MIDDLE = 8, 20
"""Battles in which `default` thinks, and turns after which they are in their middle."""
SAME_BATTLES = 60
"""Battles that Showdown plays, too."""
AGAIN = 50
"""How often they are played here in a round."""
DEPTH = 6
FULL_WIDTH = {"eval": "seed", "cut": "none", "table": "off", "order": "off", "deepen": "off", "depth": str(DEPTH)}

POSITIONS = (
    "......./......./......./......./......./......./....... 7777 0000 1111 0",
    ".0...../1....../......3/......./......./......./2...... 6666 0000 1111 0",
    "....0.0/.1...../......3/......./......./......./2.2...3 5655 0000 1111 0",
    "..000../1....../1....../1.....3/......./.....3./.222... 4445 0000 1111 0",
    ".0.0..3/1.....0/1....../......./.1...../...2.3./2....23 4444 0000 1111 0",
    "1..0003/..0..../1...3../......3/......./.1...22/12..... 3344 0000 1111 0",
    ".0.1..0/1.0...0/......3/......3/1....33/.2....2/2...2.3 3432 0000 1111 0",
    ".100003/.1...../1...03./......3/1....33/1...2../222.22. 2212 0000 1111 0",
    "..000../0.....3/1.1.30./.....3./21...../.1..3../2222.22 2303 0000 1111 0",
    "1000.03/1...0.3/1.0..../1.1...3/21....3/.22.3.3/.2..2.3 1120 0000 1111 0",
    "100.303/1...003/.10..3./......3/2.1...3/11..223/..222.2 1100 0000 1111 0",
    ".0100.0/.1..003/1..0..3/.1...33/12..3../..1...3/12...32 0030 0010 1111 0",
)
"""Sawhian after 0, 4, 8, … 44 random moves."""


@dataclass(frozen=True)
class Result:
    """What one benchmark found."""

    game: str
    name: str
    value: float
    unit: str
    signature: str
    threads: int = 1


Round = Callable[[], tuple[int, str]]
"""Does a fixed piece of work; returns its size and its signature."""


@click.command()
@game_argument(required=False)
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600),
    default=1.0,
    show_default=True,
    metavar="S",
    help="Time for each benchmark; the best of at least three rounds counts.",
)
@json_option("One JSON object.")
def bench(game: str | None, seconds: float, as_json: bool) -> None:
    """Speed of the engines, with a signature of what they did."""
    from reineke.cli.output import amount, console, grid, print_json
    from reineke.games import names

    wanted = [game] if game is not None else list(names())
    results = [result for name in wanted for result in measure(load(name), seconds, alone=game is not None)]
    if as_json:
        print_json({"game": game, "threads": 1, "results": [asdict(result) for result in results]})
        return
    table = grid("game", "benchmark", "speed", "signature", left=("game", "benchmark", "signature"))
    for result in results:
        table.add_row(result.game, result.name, f"{amount(result.value)} {result.unit}", result.signature)
    console().print(table)


def measure(game: object, seconds: float, *, alone: bool) -> Iterator[Result]:
    """Every benchmark of a game; if it is not `alone`, without those for which something is missing here."""
    if not isinstance(game, NativeGame):
        raise GameError("only native games are measured; this one is written in Python")
    yield _best(game.spec, "random-play", "decisions/s", _random_play(game), seconds)
    if game.family == "sawhian" and game.spec == "sawhian":
        yield _best(game.spec, "maxn-full-width", "nodes/s", _full_width(game), seconds)
    if game.family == "clever":
        yield replace(_best(game.spec, "env-steps", "steps/s", _env_steps(game), seconds), threads=_cores())
    if game.family == "gen1":
        yield from _gen1(game.spec, seconds, alone)
    if game.family == "speed" and game.spec == "speed":
        yield _best(game.spec, "voronoi-60x60x6", "evaluations/s", _evaluations("voronoi"), seconds)
        yield _best(game.spec, "default-eval-60x60x6", "evaluations/s", _evaluations("lead"), seconds)
        yield _best(game.spec, "sw-rg-v-multiminimax-v1", "nodes/s", _decisions("sw-rg-v-multiminimax-v1"), seconds)
        yield _best(game.spec, "default", "nodes/s", _decisions("default"), seconds)


def _gen1(spec: str, seconds: float, alone: bool) -> Iterator[Result]:
    """Random battles, searches, and the same battles as Showdown plays."""
    from reineke import _core
    from reineke.games.gen1 import showdown
    from reineke.games.gen1.bench import replay

    yield _best(spec, "turns", "turns/s", lambda: _turns(_core.gen1_random_play(BATTLES, SEED)), seconds)
    game = load(spec)
    for name, turns in (("mcts-start", 0), ("mcts-middle", MIDDLE)):
        yield _best(spec, name, "iterations/s", _thoughts("default", game, _battles(game, turns)), seconds)
    try:
        showdown.version()
    except GameError as error:
        if alone:
            raise
        print(f"reineke: vs-showdown is left out: {error}", file=sys.stderr)
        return
    scripts = _core.Gen1Scripts(SAME_BATTLES, SEED)
    there = replay(scripts)
    here = _best(spec, "same-battles", "turns/s", lambda: _turns(*(scripts.play() for _ in range(AGAIN))), seconds)
    yield replace(here, signature=there.signature)
    yield Result(spec, "showdown", round(there.turns_per_second, 1), "turns/s", there.signature)
    yield Result(spec, "vs-showdown", round(here.value / there.turns_per_second, 1), "times", there.signature)


def _turns(*played: tuple[int, int, int]) -> tuple[int, str]:
    return sum(turns for turns, _, _ in played), f"{played[0][2]:016x}"


def _best(game: str, name: str, unit: str, work: Round, seconds: float) -> Result:
    """The best of several rounds, which must all have done the same."""
    begin, rounds, signatures = perf_counter(), list[float](), set[str]()
    while len(rounds) < ROUNDS or perf_counter() - begin < seconds:
        since = perf_counter()
        size, signature = work()
        rounds.append(size / (perf_counter() - since))
        signatures.add(signature)
    if len(signatures) > 1:
        raise RuntimeError(f"{game} {name} does not repeat itself: {', '.join(sorted(signatures))}")
    return Result(game, name, round(max(rounds), 1), unit, signatures.pop())


def _random_play(game: NativeGame) -> Round:
    length = game.core.random_play(100, SEED)[0] / 100  # decisions in a game, on average
    chunks = [max(1, round(CHUNK / length))] * (DECISIONS // CHUNK)

    def work() -> tuple[int, str]:
        played = [game.core.random_play(games, SEED + index) for index, games in enumerate(chunks)]
        return sum(decisions for decisions, _ in played), _digest(played)

    return work


def _env_steps(game: NativeGame) -> Round:
    """Random legal actions in many games at once: actions drawn, played, rolled for, observations and masks written."""
    import numpy as np

    from reineke.games.clever.batch import Batch
    from reineke.spec import parse

    batch = Batch(BATCH, parse(game.spec).options, threads=_cores())

    def work() -> tuple[int, str]:
        batch.reset(SEED)
        rng, rewards = np.random.default_rng(SEED), np.zeros_like(batch.rewards)
        for _ in range(STEPS):
            batch.step(batch.sample(rng))
            rewards += batch.rewards
        return BATCH * STEPS, _digest((rewards.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()))

    return work


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _full_width(game: NativeGame) -> Round:
    from reineke.agent import Budget
    from reineke.search import Search

    views = []
    for text in POSITIONS:
        state = game.parse(text)
        mover = game.turn(state)
        assert isinstance(mover, int)
        views.append(game.view(state, mover))

    def work() -> tuple[int, str]:
        found = [Search(game, "maxn", FULL_WIDTH).decide(view, Budget()) for view in views]
        nodes = sum(decision.nodes for decision in found)
        return nodes, f"{nodes}-{_digest([(decision.nodes, decision.action) for decision in found])}"

    return work


def _evaluations(name: str) -> Round:
    """Every position of the recorded six-player games, scaled to 60 × 60, evaluated some times over."""
    from reineke import _core
    from reineke.games.speed.bench import positions

    states = positions()

    def work() -> tuple[int, str]:
        return len(states) * EVALUATIONS, f"{_core.speed_evaluate(states, name, EVALUATIONS):016x}"

    return work


def _decisions(spec: str) -> Round:
    """Decisions in some of these positions."""
    from reineke.games.speed.bench import GAME, positions

    return _thoughts(spec, load(GAME), positions()[10::40])


def _thoughts(spec: str, game: Game, states: Sequence[Any]) -> Round:
    """Decisions of a fresh agent in every position."""
    from reineke.agent import Budget
    from reineke.agents import make

    turns = [game.turn(state) for state in states]
    seats = [turn[0] if isinstance(turn, tuple) else turn for turn in turns]
    views = [game.view(state, seat) for state, seat in zip(states, seats, strict=True)]

    def work() -> tuple[int, str]:
        found = []
        for view in views:
            agent = make(spec, game)
            agent.start(game, view.seat, SEED)
            found.append(agent.decide(view, Budget(nodes=NODES)))
        nodes = sum(decision.nodes for decision in found)
        return nodes, f"{nodes}-{_digest([(decision.nodes, decision.action) for decision in found])}"

    return work


def _battles(game: Game, turns: int) -> list[Any]:
    """Battles after so many turns of random play, those that are over by then left out."""
    from random import Random

    from reineke._core import Dice

    found = []
    for seed in range(SEARCHED):
        state, dice, rng = game.start(Dice(seed)), Dice(seed), Random(seed)
        for _ in range(turns):
            turn = game.turn(state)
            seats = turn if isinstance(turn, tuple) else (turn,)
            if OVER in seats:
                break
            actions = tuple(rng.choice(game.legal(state, seat)) for seat in seats)
            state = game.play(state, actions if isinstance(turn, tuple) else actions[0], dice)
        if game.turn(state) != OVER:
            found.append(state)
    return found


def _digest(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()
