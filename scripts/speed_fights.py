"""How an agent of spe_ed fares in the fight, and what its lost games were lost by: to measure before tuning.

    python -m scripts.speed_fights arms 'default(nodes=800)' 'default(nodes=800,cap=3)'
    python -m scripts.speed_fights rooms 'default(nodes=3000)' 'default(nodes=3000,guard=0,tours=0)'
    python -m scripts.speed_fights lives 'default(nodes=1000)' 'default(nodes=1000,tours=0)'
    python -m scripts.speed_fights losses games.jsonl --agent 'default(nodes=800)'

`arms`: positions from games of the literature's agent, with three players or more, are played on for some rounds, one
seat by an arm and the others by that agent, or another (`--foe`). What an arm has of the territory then, nothing if
it is dead, tells more of a fight in a minute than whole games do in ten; whether it wins games, games alone can tell.
`rooms`: the same from the place where a player is alone in a room for the first time, to the end: the share of the
win. `lives`: from the same places, everybody else standing still for good, the rounds until an arm is out; few
positions are enough, since nobody else's luck is in it. `losses`: a line for every game of a file (`reineke match …
--records FILE`) that the agent lost: who was left, how much of the board was free, and the last time that its room
shrank at once; at the end how often it was among the last two, three and more.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from reineke._core import Dice
from reineke.agent import Agent, Budget
from reineke.agents import make
from reineke.cli.steps import steps
from reineke.game import NO_ACTION, OVER, Game, GameError
from reineke.games import load
from reineke.games.speed.flood import Flood, regions
from reineke.games.speed.position import Position, read
from reineke.record import Record, read_records, replay
from scripts.study_runs import mapper

GAME = "speed(seats=5)"
QUICK, FOE = "sw-rg-v-multiminimax-v1(nodes=120)", "sw-rg-v-multiminimax-v1(nodes=500)"
"""Who plays up to the positions, and who plays on from them against the arms."""
SHOTS = (15, 40, 70, 100)
"""Rounds after which a game's positions are taken."""
LONELY = 80
"""Cells of a room in which a player is alone for the first time."""
BOX = 25
"""Cells of territory below which a player is as good as out."""
LONGEST = 10_000
"""Rounds that no game lasts."""
DROP, ROOM = 0.7, 30
"""A cut: a room of more than `ROOM` cells shrinks below this part within a round."""


# Fights.


@dataclass(frozen=True)
class Fight:
    """A position and the seat of the arm in it."""

    position: str
    seat: int


@dataclass(frozen=True)
class Fate:
    """What an arm has some rounds later."""

    alive: bool
    cells: int
    share: float
    """Of all territory that is somebody's."""


def fights(number: int) -> list[Fight]:
    """The positions of one game."""
    game, found = load(GAME), []
    players = _seated(game, [QUICK] * game.seats, number)
    deal = game.start(Dice(90_000 + number))
    for played, state in enumerate(_rounds(game, deal, players, SHOTS[-1]), 1):
        active = read(game.json(state)).active
        if played in SHOTS and len(active) >= 3:
            found.append(Fight(game.text(state), random.Random(number * 1_000 + played).choice(active)))
    return found


def fate(job: tuple[int, str, Fight, int, str]) -> tuple[int, Fate]:
    """What becomes of an arm in a fight, with the fight's number. A job: the number, the arm, the fight, the rounds,
    who the others are."""
    number, arm, fight, rounds, foe = job
    place = _played_on(number, arm, fight, rounds, foe)
    if fight.seat not in place.active:
        return number, Fate(False, 0, 0.0)
    owners = regions(place)
    cells, total = int((owners == fight.seat).sum()), int((owners >= 0).sum())
    return number, Fate(True, cells, cells / max(1, total))


# Rooms.


def alone(number: int) -> Fight | None:
    """Where a seat of a game is alone in a room for the first time, with three players or more."""
    game = load(GAME)
    seat = number % game.seats
    players = _seated(game, [QUICK] * game.seats, number)
    for state in _rounds(game, game.start(Dice(95_000 + number)), players, LONGEST):
        place = read(game.json(state))
        if seat not in place.active or len(place.active) < 3:
            return None
        cells, others = _room(place, seat)
        if cells >= LONELY and not others:
            return Fight(game.text(state), seat)
    return None


def end(job: tuple[int, str, Fight]) -> tuple[int, float]:
    """What an arm has of the win at the end, with the position's number. A job: the number, the arm, the position."""
    number, arm, fight = job
    died = [round_ or LONGEST for round_ in _played_on(number, arm, fight, LONGEST, FOE).died]
    last = max(died)
    return number, (died[fight.seat] == last) / died.count(last)


def won(arm: str, found: Sequence[float], first: Sequence[float]) -> str:
    """An arm in one line; differences are paired, position by position."""
    ahead, error = _apart(found, first)
    return f"{arm}: {len(found)} rooms, won {fmean(found):.3f}, {ahead:+.3f} ± {error:.3f} from the first"


def life(job: tuple[int, str, Fight]) -> tuple[int, float]:
    """The rounds until an arm is out while everybody else stands still, with the position's number."""
    number, arm, fight = job
    game = load("speed(seats=1)")
    agents = _seated(game, [arm], number)
    return number, float(sum(1 for _ in _rounds(game, game.parse(still(fight)), agents, LONGEST)))


def still(fight: Fight) -> str:
    """The position with one player alone on the board: all that others have left behind is wall."""
    size, played, *heads, cells = fight.position.split(" ")
    own = "abcdef"[fight.seat]
    walls = "".join("a" if cell == own else "x" if cell.isalpha() else cell for cell in cells)
    return f"{size} {played} {heads[fight.seat]} {walls}"


def lived(arm: str, found: Sequence[float], first: Sequence[float]) -> str:
    """An arm in one line; differences are paired, position by position."""
    ahead, error = _apart(found, first)
    return f"{arm}: {len(found)} rooms, lives {fmean(found):.1f} rounds, {ahead:+.1f} ± {error:.1f} from the first"


def _played_on(number: int, arm: str, fight: Fight, rounds: int, foe: str) -> Position:
    """The board so many rounds later, or at the end."""
    game = load(GAME)
    state = game.parse(fight.position)
    specs = [foe] * game.seats
    specs[fight.seat] = arm
    for after in _rounds(game, state, _seated(game, specs, number), rounds):
        state = after
    return read(game.json(state))


def _apart(found: Sequence[float], first: Sequence[float]) -> tuple[float, float]:
    """By how much one is ahead of the other, position by position, and the error of that."""
    apart = [one - other for one, other in zip(found, first, strict=True)]
    return fmean(apart), stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else 0.0


def _seated(game: Game, specs: Sequence[str], seed: int) -> list[Agent]:
    agents = [make(spec, game) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.start(game, seat, seed + seat)
    return agents


def _rounds(game: Game, state: Any, agents: Sequence[Agent], count: int) -> Iterator[Any]:
    """The positions after each of so many rounds, or until the game is over."""
    for _ in range(count):
        acting = game.turn(state)
        if acting == OVER:
            return
        assert isinstance(acting, tuple)
        joint = [NO_ACTION] * game.seats
        for seat in acting:
            joint[seat] = agents[seat].decide(game.view(state, seat), Budget()).action
        state = game.play(state, tuple(joint), Dice(0))
        yield state


def told(arm: str, found: Sequence[Fate], first: Sequence[Fate]) -> str:
    """An arm in one line; differences are paired, fight by fight."""
    ahead, error = _apart([one.share for one in found], [one.share for one in first])
    alive, boxed = fmean(one.alive for one in found), fmean(one.cells < BOX for one in found)
    return (
        f"{arm}: {len(found)} fights, alive {alive:.3f}, below {BOX} cells {boxed:.3f}, "
        f"share {fmean(one.share for one in found):.4f}, {ahead:+.4f} ± {error:.4f} from the first"
    )


# Lost games.


@dataclass(frozen=True)
class Loss:
    """How a game was lost."""

    died: int
    rounds: int
    """Of the whole game."""
    left: int
    """Players in the round before."""
    free: int
    """Free cells of the board by then."""
    cut: tuple[int, int, int, int] | None
    """The last one: the round, cells before and after it, others in the room before it."""


def loss(record: Record, game: Game, agent: str) -> Loss | None:
    """How an agent lost a game; None if it did not, or did not play."""
    if agent not in record.agents:
        return None
    seat = record.agents.index(agent)
    places = [read(game.json(state)) for state, _ in replay(record, game)]
    died = places[-1].died[seat]
    if not died or record.result["outcome"][seat] > 0:
        return None
    cut = None
    rooms = [_room(place, seat) for place in places[:died]]
    for number, ((before, others), (after, _)) in enumerate(pairwise(rooms), 1):
        if before > ROOM and after < DROP * before:
            cut = (number, before, after, others)
    last = places[died - 1]
    return Loss(died, len(places) - 1, len(last.active), int((last.cells == 0).sum()), cut)


def rank(record: Record, game: Game, agent: str) -> int | None:
    """How many lived as long as an agent or longer, itself among them; None if it did not play."""
    if agent not in record.agents:
        return None
    *_, (last, _) = replay(record, game)
    died = [number or len(record.turns) + 1 for number in read(game.json(last)).died]
    return sum(number >= died[record.agents.index(agent)] for number in died)


def standing(ranks: Sequence[int], seats: int) -> str:
    """How far an agent got in how many games: as one of the last k, and how often those were the last k - 1, too."""
    left = [sum(rank <= count for rank in ranks) for count in range(1, seats + 1)]
    steps = [
        f"of the last {count} in {left[count - 1]}, then further in {left[count - 2] / max(1, left[count - 1]):.2f}"
        for count in range(seats, 1, -1)
    ]
    return f"{len(ranks)} games, last of all in {left[0]}; {'; '.join(steps)}"


def _room(place: Position, seat: int) -> tuple[int, int]:
    """The cells that a player can drive to without a jump, and how many others stand beside them."""
    flood, player = Flood(place), place.players[seat]
    room = flood.reach((player.x, player.y))
    others = [place.players[other] for other in place.active if other != seat]
    return room.bit_count(), sum(bool(flood.spread(flood.bits([(one.x, one.y)])) & room) for one in others)


def line(found: Loss) -> str:
    """A loss in one line."""
    words = f"died in round {found.died} of {found.rounds}, {found.left} left, {found.free} cells free"
    if found.cut is None:
        return f"{words}; never cut off"
    number, before, after, others = found.cut
    return f"{words}; cut off in round {number}, from {before} to {after} cells, {others} others there"


# The command.


def _arms(arms: Sequence[str], games: int, rounds: int, foe: str, jobs: int) -> None:
    with mapper(jobs) as mapped:
        found = [one for some in steps(mapped(fights, range(games)), "positions", games) for one in some]
        found.sort(key=lambda one: one.position)
        _compare(arms, found, lambda work: mapped(fate, [(*job, rounds, foe) for job in work]), told)


def _rooms(
    arms: Sequence[str],
    games: int,
    jobs: int,
    play: Callable[[tuple[int, str, Fight]], tuple[int, float]],
    tell: Callable[[str, Sequence[float], Sequence[float]], str],
) -> None:
    with mapper(jobs) as mapped:
        found = [one for one in steps(mapped(alone, range(games)), "positions", games) if one is not None]
        _compare(arms, sorted(found, key=lambda one: one.position), lambda work: mapped(play, work), tell)


def _compare(
    arms: Sequence[str],
    places: Sequence[Fight],
    play: Callable[[list[tuple[int, str, Fight]]], Iterable[tuple[int, Any]]],
    tell: Callable[[str, Sequence[Any], Sequence[Any]], str],
) -> None:
    """Plays every position with every arm and tells how each fares beside the first."""
    if not places:
        raise ValueError("no such position in these games; --games N for more")
    first: list[Any] = []
    for arm in arms:
        work = [(number, arm, place) for number, place in enumerate(places)]
        found = [result for _, result in sorted(steps(play(work), arm, len(work)), key=itemgetter(0))]
        first = first or found
        print(tell(arm, found, first))


def _losses(file: Path, agent: str) -> None:
    ranks, seats = [], 0
    for record in read_records(file):
        game = load(record.game)
        got, found = rank(record, game, agent), loss(record, game, agent)
        if got is not None:
            ranks.append(got)
            seats = max(seats, game.seats)
        if found is not None:
            print(line(found))
    if not ranks:
        raise ValueError(f"no game of {agent} in {file}")
    print(standing(ranks, seats))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.speed_fights", description=__doc__.split("\n", 1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    arms = commands.add_parser("arms", help="what becomes of agents within some rounds of a fight")
    arms.add_argument("spec", nargs="+")
    arms.add_argument("--games", type=int, default=50, help="up to four positions each (50)")
    arms.add_argument("--rounds", type=int, default=40, help="played on from each (40)")
    arms.add_argument("--foe", default=FOE, help=f"who plays on against them ({FOE})")
    arms.add_argument("--jobs", type=int, default=2)
    rooms = commands.add_parser("rooms", help="who wins from where a player is alone in a room")
    rooms.add_argument("spec", nargs="+")
    rooms.add_argument("--games", type=int, default=100, help="at most one position each (100)")
    rooms.add_argument("--jobs", type=int, default=2)
    lives = commands.add_parser("lives", help="how long a player lives from there on a board that stands still")
    lives.add_argument("spec", nargs="+")
    lives.add_argument("--games", type=int, default=60, help="at most one position each (60)")
    lives.add_argument("--jobs", type=int, default=2)
    losses = commands.add_parser("losses", help="what lost games were lost by")
    losses.add_argument("file", type=Path)
    losses.add_argument("--agent", required=True, help="as it stands in the records")
    given = parser.parse_args(arguments)
    try:
        for arm in (*getattr(given, "spec", []), getattr(given, "foe", FOE)):
            make(arm, load(GAME))
        if given.command == "arms":
            _arms(given.spec, given.games, given.rounds, given.foe, given.jobs)
        elif given.command == "rooms":
            _rooms(given.spec, given.games, given.jobs, end, won)
        elif given.command == "lives":
            _rooms(given.spec, given.games, given.jobs, life, lived)
        else:
            _losses(given.file, given.agent)
    except (GameError, OSError, ValueError) as error:
        print(f"speed_fights: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
