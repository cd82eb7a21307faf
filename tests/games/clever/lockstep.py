"""Random games played on an engine and on its twin at once; the first difference is fatal.

    python -m tests.games.clever.lockstep --games 10000 --jobs 2

Game number g of a seed is the same whatever the number of jobs, so a failure is repeated by the command that its
message ends with.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from reineke.spec import parse
from tests.games import walks
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
            raise walks.Difference(_report(error, lines, game, again)) from error
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
        walks.compare("the position played from", line, engine.text(origin))
        slow, fast = after, following
    tally.end(slow)


class Names:
    """The names of chance events: one for each, the same in every game under the same options."""

    def __init__(self) -> None:
        self.by_event: dict[Any, int | None] = {}
        self.by_name: dict[int | None, Any] = {}

    def check(self, event: Any, name: int | None) -> None:
        walks.compare(f"name of {event}", self.by_event.setdefault(event, name), name)
        walks.compare(f"event named {name}", self.by_name.setdefault(name, event), event)


def compare(engine: Engine, slow: State, fast: Any, names: Names) -> str:
    """Everything that a position says, and that its text reads back; gives the text."""
    line = twin.text(slow)
    walks.compare("text", line, engine.text(fast))
    turn = twin.turn(slow)
    walks.compare("turn", turn, engine.turn(fast))
    walks.compare("points", list(twin.points(slow)), list(engine.points(fast)))
    if turn == twin.OVER:
        walks.compare("outcome", list(twin.outcome(slow)), list(engine.outcome(fast)))
    elif turn == twin.CHANCE:
        walks.compare("odds", list(twin.odds(slow)), [tuple(one) for one in engine.odds(fast)])
        names.check(twin.event(slow), engine.event(fast))
    else:
        slow_legal, fast_legal = twin.legal(slow), list(engine.legal(fast, turn))
        walks.compare("legal actions", _named(slow_legal), _named(fast_legal))
        walks.compare("names", _named(slow_legal), [engine.action_text(action) for action in fast_legal])
    again = engine.parse(line)
    walks.compare("what is read from text", line, engine.text(again))
    if turn == twin.CHANCE:
        walks.compare("name of the event read from text", engine.event(fast), engine.event(again))
    return line


def _named(actions: Sequence[int]) -> list[str]:
    return [twin.ACTIONS[action] if 0 <= action < len(twin.ACTIONS) else str(action) for action in actions]


def _report(error: Exception, lines: list[str], game: int, again: str) -> str:
    return "\n".join(
        [
            f"game {game} of {lines[0]}, after {(len(lines) - 1) // 2} steps: {walks.reason(error)}",
            *(f"  {line}" for line in lines[-7:]),
            f"again: python -m tests.games.clever.lockstep {again}",
        ]
    )


# Driver


def read_spec(spec: str) -> Options:
    """`clever(seats=2)`."""
    named = parse(spec).options
    return Options(**{name: int(value) if name == "seats" else value for name, value in named.items()})  # type: ignore[arg-type]


def _job(engine: str, games: range, seed: int, options: Options | None) -> Tally:
    return walk(walks.factory(engine), games, seed, options)


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
    work = ((engine, part, seed, options) for part in walks.slices(first, games, SLICE))
    return walks.spread(_job, work, jobs, Tally(), progress=progress)


def main(arguments: list[str] | None = None) -> int:
    parser = walks.arguments(__doc__, "tests.games.clever")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--spec", type=read_spec, help="clever(seats=2), say; drawn for each game if left out")
    given = parser.parse_args(arguments)

    def run(progress: Callable[[int], None]) -> Tally:
        return walk_parallel(given.engine, given.seed, given.games, given.first, given.jobs, given.spec, progress)

    return walks.command(run, given.games, given.jobs)


if __name__ == "__main__":
    raise SystemExit(main())
