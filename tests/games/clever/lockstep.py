"""Random games played on an engine and on its twin at once; the first difference is fatal.

    python -m tests.games.clever.lockstep --games 10000 --jobs 2

Game number g of a seed is the same whatever the number of jobs, so a failure is repeated by the command that its
message ends with.
"""

import argparse
import importlib
import multiprocessing
import random
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol, cast

from rich.console import Console
from rich.progress import Progress

from reineke.spec import parse
from tests.games.clever import twin
from tests.games.clever.engine import NoDice
from tests.games.clever.temper import Temper, brink, draw_options, opening
from tests.games.clever.twin import Options, State

SLICE = 25  # games


class Engine(Protocol):
    """What an engine has to offer: the methods of a game. Its states are opaque here."""

    def start(self, dice: Any) -> Any: ...

    def turn(self, state: Any) -> Any: ...

    def legal(self, state: Any, seat: int) -> Sequence[int]: ...

    def odds(self, state: Any) -> Sequence[tuple[int, float]]: ...

    def event(self, state: Any) -> int | None: ...

    def play(self, state: Any, action: Any, dice: Any) -> Any: ...

    def points(self, state: Any) -> Sequence[float]: ...

    def outcome(self, state: Any) -> Sequence[float]: ...

    def text(self, state: Any) -> str: ...

    def parse(self, text: str) -> Any: ...

    def action_text(self, action: int) -> str: ...


Make = Callable[[Options], Engine]


class Difference(AssertionError):
    """Engine and twin disagree; the message says where and how."""


# What was seen


@dataclass
class Tally:
    """What a walk saw; differs between two runs only if the games do."""

    games: int = 0
    decisions: int = 0
    chances: int = 0
    specs: Counter[str] = field(default_factory=Counter)  # by seats and mode
    phases: Counter[str] = field(default_factory=Counter)  # of decisions
    actions: Counter[str] = field(default_factory=Counter)
    bonuses: Counter[str] = field(default_factory=Counter)  # by result
    waiting: Counter[str] = field(default_factory=Counter)  # queues
    foxes: Counter[int] = field(default_factory=Counter)
    best: Counter[str] = field(default_factory=Counter)  # highest total by seats and mode

    KINDS = ("specs", "phases", "actions", "bonuses", "waiting", "foxes")

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.chances += other.chances
        for name in self.KINDS:
            getattr(self, name).update(getattr(other, name))
        self.best |= other.best

    def note(self, before: State, action: int, after: State) -> None:
        """A step."""
        if twin.turn(before) == twin.CHANCE:
            self.chances += 1
        else:
            self.decisions += 1
            phase = before.phase
            self.phases["bonus" if before.sheet.waiting else f"roll{before.roll}" if phase == "roll" else phase] += 1
            self.actions[twin.ACTIONS[action].rstrip("0123456789")] += 1
        for event in after.events:
            if "bonus" in event:
                self.bonuses[f"{event['bonus']} {event['result']}"] += 1
            elif "drop" in event:
                self.bonuses[f"{event['drop']} dropped"] += 1
        waiting = "".join(kind[0] for kind, _ in after.sheet.waiting)
        if waiting:
            self.waiting[waiting] += 1

    def end(self, state: State) -> None:
        self.games += 1
        kind = f"{state.options.seats} {state.options.mode}"
        self.specs[kind] += 1
        self.foxes.update(sheet.foxes for sheet in state.sheets)
        self.best[kind] = max(self.best[kind], round(max(twin.points(state))))

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.decisions} decisions, {self.chances} chance turns: equal"
        for name in (*self.KINDS, "best"):
            counted = cast("Counter[Any]", getattr(self, name))
            yield f"  {name}: " + ", ".join(f"{key}: {number}" for key, number in sorted(counted.items()))


# The walk


def walk(make: Make, games: Iterable[int], seed: int, options: Options | None = None) -> Tally:
    """Plays these games of the seed, all under the same options if any are given; raises `Difference`."""
    tally, names = Tally(), defaultdict[str, Names](Names)
    for game in games:
        rng = random.Random(f"{seed}/{game}")
        drawn = draw_options(rng)
        rules = options or drawn
        temper = Temper.draw(rng)
        lines = [rules.spec]
        try:
            walk_game(make(rules), rules, rng, temper, names[rules.spec], tally, lines)
        except Exception as error:
            again = f"--seed {seed} --first {game} --games 1" + (f" --spec '{options.spec}'" if options else "")
            raise Difference(_report(error, lines, game, again)) from error
    return tally


def walk_game(
    engine: Engine,
    options: Options,
    rng: random.Random,
    temper: Temper,
    names: "Names",
    tally: Tally,
    lines: list[str],
) -> None:
    dice = NoDice()
    slow = opening(rng, options, temper)
    fast = engine.start(dice) if slow.round == 1 else engine.parse(twin.text(slow))
    if options == Options(options.seats, options.mode, options.masks) and rng.random() < 0.4:
        slow = brink(rng, options)
        fast = engine.parse(twin.text(slow))
    while True:
        line = compare(engine, slow, fast, names)
        lines.append(line)
        turn = twin.turn(slow)
        if turn == twin.OVER:
            break
        if turn == twin.CHANCE:
            action = temper.fall(rng, slow, [outcome for outcome, _ in twin.odds(slow)])
        else:
            action = temper.choose(rng, slow, twin.legal(slow))
        lines.append(f"  {action}" if turn == twin.CHANCE else f"  {twin.ACTIONS[action]}")
        after = twin.play(slow, action)
        tally.note(slow, action, after)
        # From the text every so often: what it does not say must not be needed.
        origin = engine.parse(line) if rng.random() < 0.05 else fast
        following = engine.play(origin, action, dice)
        _compare("the position played from", line, engine.text(origin))
        slow, fast = after, following
    tally.end(slow)


class Names:
    """The names of chance events: one for each, the same in every game under the same options."""

    def __init__(self) -> None:
        self.by_event: dict[Any, int | None] = {}
        self.by_name: dict[int | None, Any] = {}

    def check(self, event: Any, name: int | None) -> None:
        _compare(f"name of {event}", self.by_event.setdefault(event, name), name)
        _compare(f"event named {name}", self.by_name.setdefault(name, event), event)


def compare(engine: Engine, slow: State, fast: Any, names: Names) -> str:
    """Everything that a position says, and that its text reads back; gives the text."""
    line = twin.text(slow)
    _compare("text", line, engine.text(fast))
    turn = twin.turn(slow)
    _compare("turn", turn, engine.turn(fast))
    _compare("points", list(twin.points(slow)), list(engine.points(fast)))
    if turn == twin.OVER:
        _compare("outcome", list(twin.outcome(slow)), list(engine.outcome(fast)))
    elif turn == twin.CHANCE:
        _compare("odds", list(twin.odds(slow)), [tuple(one) for one in engine.odds(fast)])
        names.check(twin.event(slow), engine.event(fast))
    else:
        slow_legal, fast_legal = twin.legal(slow), list(engine.legal(fast, turn))
        _compare("legal actions", _named(slow_legal), _named(fast_legal))
        _compare("names", _named(slow_legal), [engine.action_text(action) for action in fast_legal])
    again = engine.parse(line)
    _compare("what is read from text", line, engine.text(again))
    if turn == twin.CHANCE:
        _compare("name of the event read from text", engine.event(fast), engine.event(again))
    return line


def _named(actions: Sequence[int]) -> list[str]:
    return [twin.ACTIONS[action] if 0 <= action < len(twin.ACTIONS) else str(action) for action in actions]


def _compare(what: str, slow: Any, fast: Any) -> None:
    if slow != fast:
        raise Difference(f"{what}: differs\n  twin:   {slow}\n  engine: {fast}")


def _report(error: Exception, lines: list[str], game: int, again: str) -> str:
    what = str(error) if isinstance(error, Difference) else f"raised {error!r}"
    return "\n".join(
        [
            f"game {game} of {lines[0]}, after {(len(lines) - 1) // 2} steps: {what}",
            *(f"  {line}" for line in lines[-7:]),
            f"again: python -m tests.games.clever.lockstep {again}",
        ]
    )


# Driver


def factory(name: str) -> Make:
    """`package.module:function`; the function makes an engine."""
    module, _, function = name.partition(":")
    return cast("Make", getattr(importlib.import_module(module), function))


def read_spec(spec: str) -> Options:
    """`clever(seats=2)`."""
    named = parse(spec).options
    return Options(**{name: int(value) if name == "seats" else value for name, value in named.items()})  # type: ignore[arg-type]


def _job(engine: str, games: range, seed: int, options: Options | None) -> Tally:
    return walk(factory(engine), games, seed, options)


def walk_parallel(
    engine: str,
    seed: int,
    games: int,
    first: int = 0,
    jobs: int = 1,
    options: Options | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """So many games from the first on."""
    starts = range(first, first + games, SLICE)
    slices = (range(at, min(at + SLICE, first + games)) for at in starts)
    total = Tally()
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        # Taken in order, so that the sum does not depend on who is faster.
        running: deque[Future[Tally]] = deque()
        try:
            while True:
                for work in islice(slices, 2 * jobs - len(running)):
                    running.append(pool.submit(_job, engine, work, seed, options))
                if not running:
                    break
                total.add(running.popleft().result())
                progress(total.games)
        finally:
            pool.shutdown(cancel_futures=True)
    return total


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--spec", type=read_spec, help="clever(seats=2), say; drawn for each game if left out")
    parser.add_argument("--engine", default="tests.games.clever.engine:make")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
            task = bar.add_task("games", total=options.games)
            total = walk_parallel(
                options.engine,
                options.seed,
                options.games,
                options.first,
                options.jobs,
                options.spec,
                lambda games: bar.update(task, completed=games),
            )
    except Difference as difference:
        print(difference, file=sys.stderr)
        return 1
    print("\n".join(total.lines()))
    print(f"{time.perf_counter() - began:.1f} s, {options.jobs} jobs")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
