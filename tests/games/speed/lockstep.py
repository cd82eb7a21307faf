"""Random rounds played on an engine and on its twin at once; the first difference is fatal.

    python -m tests.games.speed.lockstep --rounds 1000000 --jobs 2

Game number g of a seed is the same whatever the number of jobs, so a failure is repeated by the command that its
message ends with.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from tests.games import walks
from tests.games.speed import twin
from tests.games.speed.twin import Action, Player, State

SLICE = 100  # games


class Engine(Protocol):
    """What an engine for one number of players and one size of the board has to offer; its states are opaque here."""

    def read_json(self, position: dict[str, Any]) -> Any: ...

    def read_text(self, line: str) -> Any: ...

    def json(self, state: Any) -> dict[str, Any]: ...

    def text(self, state: Any) -> str: ...

    def active(self, state: Any) -> list[int]:
        """The numbers of those who act, ascending; nobody when the game is over."""

    def legal(self, state: Any, number: int) -> list[str]: ...

    def play(self, state: Any, actions: Mapping[int, Action]) -> Any:
        """The successor; the given state stays as it is."""

    def points(self, state: Any) -> list[float]: ...

    def outcome(self, state: Any) -> list[float]:
        """Only asked of finished games."""


Make = Callable[[int, int, int], Engine]  # players, width, height


# Random play


def opening(rng: random.Random) -> State:
    """A contest's start, or anything at all: heads, speeds, rounds played, trails and dead players as they come."""
    width, height = shape(rng)
    players = rng.choice((1, 2, 2, 2, 3, 3, 4, 4, 5, 6))
    if width >= 4 and height >= 2 and rng.random() < 0.5:
        return twin.start(rng, players, width, height)
    players = min(players, width * height)
    heads = rng.sample([(x, y) for x in range(width) for y in range(height)], players)
    density = rng.choice((0, 0.05, 0.1, 0.3))
    values = [*range(1, players + 1), twin.CRASHED]
    cells = [[rng.choice(values) if rng.random() < density else twin.FREE for _ in range(width)] for _ in range(height)]
    played = rng.randrange(24)
    drawn = []
    for number, (x, y) in enumerate(heads, 1):
        cells[y][x] = number
        drawn.append(Player(x, y, rng.choice(twin.DIRECTIONS), rng.choice((1, 2, 3, rng.randint(1, 10)))))
    if players > 2 and played and rng.random() < 0.2:
        died = rng.randint(1, played)
        drawn[0] = Player(-1, drawn[0].y, "left", rng.randint(0, 11), active=False, died=died)
    return State(tuple(map(tuple, cells)), tuple(drawn), played)


def shape(rng: random.Random) -> tuple[int, int]:
    """Mostly small boards, where players meet; some strips, some of the contest's."""
    kind = rng.choices(("tiny", "small", "strip", "middle", "contest"), (20, 45, 15, 15, 5))[0]
    if kind == "strip":
        narrow, long = rng.randint(2, 8), rng.randint(60, 128)
        return rng.choice(((4, 100), (128, 7), (narrow, long), (long, narrow)))
    low, high = {"tiny": (2, 8), "small": (8, 24), "middle": (24, 45), "contest": (41, 80)}[kind]
    return rng.randint(low, high), rng.randint(low, high)


@dataclass(frozen=True)
class Temper:
    """How the players of a game choose: the odds of speeding up first, of going straight on, and of anything at all."""

    haste: float
    calm: float
    wild: float

    @classmethod
    def draw(cls, rng: random.Random) -> "Temper":
        return cls(rng.choice((0, 0.1, 0.3, 0.6)), rng.choice((0, 0.3, 0.6)), rng.choice((0.005, 0.02, 0.05)))

    def choose(self, rng: random.Random, state: State, number: int) -> Action:
        """Mostly a word that runs into nothing that is there now."""
        if rng.random() < self.wild:
            word = rng.choice(twin.WORDS)
            return rng.choice((None, ("first", word), word, word, word, word))
        words = rng.sample(twin.WORDS, 5)
        if rng.random() < self.haste:
            words.insert(0, "speed_up")
        if rng.random() < self.calm:
            words.insert(0, "change_nothing")
        return next((word for word in words if safe(state, number, word)), words[0])


def safe(state: State, number: int, word: str) -> bool:
    player = twin.answer(state.players[number - 1], word)
    if not player.active:
        return False
    move = twin.movement(player, state.round + 1, state.width, state.height)
    return not move.left and not any(state.cells[y][x] for x, y in move.marked)


# What was seen


@dataclass
class Tally:
    """What a walk saw; differs between two runs only if the games do."""

    games: int = 0
    rounds: int = 0
    players: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    speeds: Counter[int] = field(default_factory=Counter)  # of moves
    gaps: Counter[int] = field(default_factory=Counter)  # gap moves by speed
    jumps: Counter[int] = field(default_factory=Counter)  # those over a cell that is taken, by speed
    deaths: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.rounds += other.rounds
        for name in ("players", "ends", "actions", "speeds", "gaps", "jumps", "deaths"):
            getattr(self, name).update(getattr(other, name))

    def note(self, before: State, actions: Mapping[int, Action], after: State) -> None:
        """A round."""
        self.rounds += 1
        made = twin.moves(before, actions)
        visits = Counter(cell for move in made.values() for cell in move.marked)
        for number, action in actions.items():
            self.actions["none" if action is None else action if isinstance(action, str) else f"{action[1]}!"] += 1
            player = after.players[number - 1]
            move = made.get(number)
            if move is not None:
                self.speeds[player.speed] += 1
            if move is not None and move.jumped:
                self.gaps[player.speed] += 1
                self.jumps[player.speed] += any(before.cells[y][x] for x, y in move.jumped)
            if not player.active:
                self.deaths.update(causes(before, number, action, move, visits))

    def end(self, state: State) -> None:
        self.games += 1
        self.players[len(state.players)] += 1
        shared = sum(share > 0 for share in twin.outcome(state))
        self.ends["won" if state.active else "nobody left, one died last" if shared == 1 else "drawn"] += 1

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.rounds} rounds: equal"
        for name in ("players", "ends", "actions", "speeds", "gaps", "jumps", "deaths"):
            counted = cast("Counter[Any]", getattr(self, name))
            yield f"  {name}: " + ", ".join(f"{key} {number}" for key, number in sorted(counted.items()))


def causes(
    before: State, number: int, action: Action, move: twin.Move | None, visits: Mapping[twin.Cell, int]
) -> set[str]:
    """Everything a player died of."""
    if move is None:
        return {"no answer" if action is None else "speed" if isinstance(action, str) else "broken rule"}
    found = {"edge within a gap" if move.jumped else "edge"} if move.left else set()
    for x, y in move.marked:
        value = before.cells[y][x]
        if value == number:
            found.add("own trail")
        elif value == twin.CRASHED:
            found.add("crashed cell")
        elif value != twin.FREE:
            found.add("trail of another")
        if visits[x, y] > 1:
            found.add("met in the round")
    return found


# The walk


def walk(make: Make, games: Iterable[int], seed: int) -> Tally:
    """Plays these games of the seed; raises `Difference`."""
    tally = Tally()
    for game in games:
        rng = random.Random(f"{seed}/{game}")
        slow = opening(rng)
        temper = Temper.draw(rng)
        lines = [twin.to_text(slow)]
        try:
            engine = make(len(slow.players), slow.width, slow.height)
            fast = engine.read_json(twin.to_json(slow))
            compare(engine, slow, fast, thorough=True)
            while slow.running:
                actions = {number: temper.choose(rng, slow, number) for number in slow.active}
                lines.append(str(actions))
                after = twin.play(slow, actions)
                tally.note(slow, actions, after)
                before, fast = fast, engine.play(fast, actions)
                thorough = not after.running or rng.random() * slow.width * slow.height < 10
                compare(engine, after, fast, thorough)
                if thorough:
                    walks.compare("the state played from", twin.to_text(slow), engine.text(before))
                slow = after
        except Exception as error:
            raise walks.Difference(_report(error, lines, seed, game)) from error
        tally.end(slow)
    return tally


def compare(engine: Engine, slow: State, fast: Any, thorough: bool) -> None:
    """Every cell, player, round of death, legal action and result. JSON, which is slow, only if `thorough`, and so the
    ways back from text and JSON."""
    line = twin.to_text(slow)
    walks.compare("text", line, engine.text(fast))
    acting = slow.active if slow.running else []
    walks.compare("who acts", acting, engine.active(fast))
    for number in acting:
        walks.compare(f"legal actions of {number}", twin.legal(slow, number), engine.legal(fast, number))
    walks.compare("points", list(twin.points(slow)), list(engine.points(fast)))
    if not slow.running:
        walks.compare("outcome", list(twin.outcome(slow)), list(engine.outcome(fast)))
    if thorough:
        position = twin.to_json(slow)
        walks.compare("JSON", position, engine.json(fast))
        for way, again in (("JSON", engine.read_json(position)), ("text", engine.read_text(line))):
            walks.compare(f"what is read from {way}", line, engine.text(again))
            walks.compare(f"equality with what is read from {way}", True, again == fast)


def _report(error: Exception, lines: list[str], seed: int, game: int) -> str:
    return "\n".join(
        [
            f"game {game}, after {len(lines) - 1} rounds: {walks.reason(error)}",
            f"from {lines[0]}",
            *(f"  {line}" for line in lines[1:]),
            f"again: python -m tests.games.speed.lockstep --seed {seed} --first {game} --games 1",
        ]
    )


# Driver


def _job(engine: str, games: range, seed: int) -> Tally:
    return walk(walks.factory(engine), games, seed)


def walk_parallel(
    engine: str,
    seed: int,
    *,
    rounds: int = 0,
    games: int | None = None,
    first: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """So many games from the first on, or whole slices of games until there are so many rounds."""
    work = ((engine, part, seed) for part in walks.slices(first, games, SLICE))
    return walks.spread(
        _job, work, jobs, Tally(), lambda total: games is None and total.rounds >= rounds, progress=progress
    )


def main(arguments: list[str] | None = None) -> int:
    parser = walks.arguments(__doc__, "tests.games.speed")
    parser.add_argument("--rounds", type=int, default=20_000, help="at least so many")
    parser.add_argument("--games", type=int, help="exactly so many, whatever the rounds")
    given = parser.parse_args(arguments)

    def run(progress: Callable[[int], None]) -> Tally:
        return walk_parallel(
            given.engine,
            given.seed,
            rounds=given.rounds,
            games=given.games,
            first=given.first,
            jobs=given.jobs,
            progress=progress,
        )

    return walks.command(run, given.games, given.jobs)


if __name__ == "__main__":
    raise SystemExit(main())
