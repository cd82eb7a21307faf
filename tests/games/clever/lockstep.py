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


# Random play


def draw_options(rng: random.Random) -> Options:
    """Mostly whole games, by one to four seats and under the rules of the thesis; some rungs of the ladder."""
    seats = rng.choice((1, 1, 2, 3, 4))
    mode = "thesis" if seats == 1 and rng.random() < 0.5 else "official"
    masks = "source" if mode == "thesis" and rng.random() < 0.5 else "strict"
    if rng.random() < 0.65:
        return Options(seats, mode, masks)
    return Options(seats, mode, masks, some(rng, "ybgop"), some(rng, "ybgopw"), "off" if rng.random() < 0.3 else "on")


def some(rng: random.Random, letters: str) -> str:
    """Some of the letters, in their order; often all."""
    if rng.random() < 0.4:
        return letters
    chosen = rng.sample(letters, rng.randint(1, len(letters)))
    return "".join(letter for letter in letters if letter in chosen)


@dataclass(frozen=True)
class Temper:
    """How the seats of a game choose and how the dice fall: random play alone fills too little of a sheet."""

    greed: float  # odds of looking one step ahead for marks and bonuses
    areas: str  # those looked for
    thrift: float  # odds of leaving a re-roll or a pass where there is something else
    luck: float  # odds of a face that the die can be used with
    faces: tuple[int, ...]  # weights of the others

    @classmethod
    def draw(cls, rng: random.Random) -> "Temper":
        faces = rng.choice(((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), (1, 1, 1, 2, 4, 8), (8, 4, 2, 1, 1, 1)))
        greed, thrift, luck = rng.choice((0, 0, 0.5, 0.95)), rng.choice((0, 0.7, 0.95)), rng.choice((0, 0, 0.5, 1))
        return cls(greed, some(rng, "ybgop"), thrift, luck, faces)

    def choose(self, rng: random.Random, state: State, legal: list[int]) -> int:
        if rng.random() < self.thrift:
            legal = [action for action in legal if twin.ACTIONS[action] not in ("reroll", "pass")] or legal
        if len(legal) > 1 and rng.random() < self.greed:
            return max(legal, key=lambda action: (self.worth_of_action(state, action), rng.random()))
        return rng.choice(legal)

    def worth_of_action(self, state: State, action: int) -> float:
        """Of the sheet after it and of dice that stay in the pool."""
        picks = state.phase == "roll" and not state.sheet.waiting
        kept = -0.2 * (state.faces.get(twin.ACTIONS[action][0]) or 0) if picks else 0
        return self.worth(twin.play(state, action).sheets[state.seat]) + kept

    def worth(self, sheet: twin.Sheet) -> float:
        """Of marks in the areas that are looked for, of bonuses and of groups that are nearly complete."""
        filled = {
            "y": len(sheet.yellow) + sum(full(boxes, sheet.yellow) for _, boxes, _ in twin.YELLOW_GROUPS),
            "b": len(sheet.blue) + sum(full(boxes, sheet.blue) for _, boxes, _ in twin.BLUE_GROUPS),
            "g": sheet.green,
            "o": len(sheet.orange),
            "p": len(sheet.purple) - 0.1 * (sheet.purple[-1] % 6 if sheet.purple else 0),
        }
        earned = 2 * len(sheet.waiting) + sheet.foxes + sheet.rerolls + sheet.plus_ones
        return sum(filled[area] for area in self.areas) + earned

    def fall(self, rng: random.Random, state: State, outcomes: list[int]) -> int:
        air = twin.in_the_air(state)
        if not air or state.phase == "four":
            return rng.choice(outcomes)
        if rng.random() < self.luck and (lucky := [face for face in range(1, 7) if useful(state, air[0], face)]):
            return rng.choice(lucky[:2] if rng.random() < 0.5 else lucky) - 1
        return rng.choices(range(6), self.faces)[0]


def full(boxes: Sequence[Any], crossed: Sequence[Any]) -> float:
    """How close a group of boxes is to its bonus, the last boxes counting most."""
    return (sum(box in crossed for box in boxes) / len(boxes)) ** 2


def useful(state: State, die: str, face: int) -> bool:
    """Whether the die, if it shows this, can be used; a blue sum only once both dice lie."""
    state = state.copy()
    state.faces[die] = face
    if die == "b" and state.faces.get("w") is None:
        return True
    if die == "w" and state.faces.get("b") is None:
        return bool(twin.free_yellow(state, state.sheet))
    return bool(twin.uses(state, state.sheet, [die]))


def opening(rng: random.Random, options: Options, temper: Temper) -> State:
    """The start, or the first roll of a later round after turns in which everybody made every mark that one can: often
    such that most groups of boxes lack one, so that much comes at once."""
    state = twin.start(options)
    marks = 3 + max(1, options.seats - 1)  # a round
    patience, haste = rng.choice((0, 0.5, 0.8, 0.95)), rng.choice((0, 0.5, 1))
    for _ in range(rng.choice((0, 0, *range(1, twin.ROUNDS[options.seats])))):
        for seat in [seat for seat in range(options.seats) for _ in range(marks)]:
            state.seat = seat
            mark_anything(rng, state, temper, patience)
            if state.sheet.plus_ones and rng.random() < haste:
                state.sheet.plus_ones -= mark_anything(rng, state, temper, patience)
        state.round += 1
        for seat in range(options.seats):
            state.seat = seat
            if state.round == twin.FREE_CHOICE_ROUND:
                twin.give(state, seat, rng.choice(twin.LOTS), "round4")
            elif state.round in twin.ROUND_BONUS:
                twin.give(state, seat, twin.ROUND_BONUS[state.round], "a new round")
            settle(rng, state)
            if rng.random() < 0.5:
                state.sheet.rerolls = rng.randint(0, state.sheet.rerolls)
        twin.begin_turn(state)
    return state


def brink(rng: random.Random, options: Options) -> State:
    """The last round, with sheets on which a blue 6 or 7 sets off a yX and more, which is rare by chance."""
    state = twin.start(options)
    state.round, state.active = twin.ROUNDS[options.seats], rng.randrange(options.seats)
    marks = (3 + max(1, options.seats - 1)) * (state.round - 1)  # by dice, at most
    for seat in range(options.seats):
        needed = marks + 1
        while needed > marks:
            state.sheets[seat], needed = brink_sheet(rng)
    twin.begin_turn(state)
    return state


def brink_sheet(rng: random.Random) -> tuple[twin.Sheet, int]:
    """With how many marks by dice it needs at least."""
    missing = rng.choice((6, 7))
    column = {6: (2, 10), 7: (3, 11)}[missing]
    blue = {5, 6, 7, 8, *column, *rng.sample(twin.BLUE_BOXES, rng.randint(0, 5))} - {missing}
    yellow = rng.sample(twin.YELLOW_BOXES, rng.choice((0, 6, 9, 10, 11, 12)))
    numbers = [rng.randint(1, 6) * times for times in twin.ORANGE_TIMES[: rng.choice((2, 4, 5, 9, 11))]]
    purple = rng.choice(([1, 2, 3], [1, 2, 3, 4, 5], [3, 6, 2, 4, 5], [1, 2, 3, 4, 5, 6, 1, 2, 3]))
    sheet = twin.Sheet(list(yellow), sorted(blue), rng.choice((3, 5, 8, 10)), numbers, list(purple))
    earned = Counter(twin.ROUND_BONUS.values())
    earned.update(kind for _, boxes, kind in twin.YELLOW_GROUPS if all(twin.crossed(sheet, box) for box in boxes))
    earned.update(kind for _, boxes, kind in twin.BLUE_GROUPS if blue.issuperset(boxes))
    for count, bonus in (
        (sheet.green, twin.GREEN_BONUS),
        (len(numbers), twin.ORANGE_BONUS),
        (len(purple), twin.PURPLE_BONUS),
    ):
        earned.update(kind for position, kind in bonus.items() if position <= count)
    sheet.foxes, sheet.rerolls, sheet.plus_ones = earned["FOX"], rng.randint(0, earned["RR"]), rng.randint(0, 1)
    marks = len(yellow) + len(blue) + sheet.green + len(numbers) + len(purple)
    given = earned.total() - earned["FOX"] - earned["RR"] - sheet.plus_ones + 1  # with that of round 4
    return sheet, marks - given


def mark_anything(rng: random.Random, state: State, temper: Temper, patience: float) -> bool:
    """One mark with any faces, if there is one; patient players leave bonuses for later."""
    state.faces = {die: rng.randint(1, 6) for die in state.options.dice}
    after = {}
    for name in twin.uses(state, state.sheet, list(state.options.dice)):
        after[name] = state.copy()
        twin.use(after[name], state.seat, name)
    if not after:
        return False
    names = list(after)
    if rng.random() < patience:
        names = [name for name in names if not any("bonus" in event for event in after[name].events)] or names
    greedy = rng.random() < max(patience, temper.greed)
    twin.use(state, state.seat, max(names, key=lambda name: (greedy * temper.worth(after[name].sheet), rng.random())))
    settle(rng, state)
    return True


def settle(rng: random.Random, state: State) -> None:
    """Chooses for everything that waits."""
    while state.sheet.waiting:
        kind, source = state.sheet.waiting.pop(0)
        names = twin.crosses(state, kind)
        if names:
            twin.cross(state, state.seat, rng.choice(names), source)


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
