"""Small games of every kind, and agents good and bad, for the tests of records and matches."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from reineke.agent import Agent, Budget, Decision, Unfit
from reineke.game import CHANCE, OVER, Game, GameError
from reineke.spec import parse


class Nim(Game):
    """Take one to three of 15 sticks; who takes the last wins. Turns, no chance, an opening."""

    actions = 4
    opening = 2

    def start(self, dice):
        return (15, 0)

    def turn(self, state):
        return state[1] if state[0] else OVER

    def legal(self, state, seat):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, action, dice):
        return (state[0] - action, 1 - state[1])

    def outcome(self, state):
        winner = 1 - state[1]
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def action_text(self, action):
        return f"take{action}"


class Rolls(Game):
    """Six turns of rolling two dice or a safe 3; the higher sum wins. Dice inside turns, the deal a first roll each."""

    actions = 2
    high = 1.0

    def start(self, dice):
        return (0, dice.roll(6), dice.roll(6))

    def turn(self, state):
        return state[0] % 2 if state[0] < 6 else OVER

    def legal(self, state, seat):
        return (0, 1)

    def play(self, state, action, dice):
        sums = list(state[1:])
        sums[state[0] % 2] += 3 if action == 0 else dice.roll(6) + dice.roll(6)
        return (state[0] + 1, *sums)

    def outcome(self, state):
        gap = (state[1] > state[2]) - (state[1] < state[2])
        return (float(gap), float(-gap))

    def points(self, state):
        return (float(state[1]), float(state[2]))


class Bids(Game):
    """Three seats bid at once for a prize that chance names; a bid that nobody equals wins it. Three rounds."""

    seats = 3
    actions = 4
    low = 0.0
    sum = 1.0

    def start(self, dice):
        return (0, 0, (0, 0, 0))  # round, prize (0: not yet named), points

    def turn(self, state):
        if state[0] == 3:
            return OVER
        return (0, 1, 2) if state[1] else CHANCE

    def legal(self, state, seat):
        return (1, 2, 3)

    def odds(self, state):
        return ((1, 0.5), (2, 0.3), (3, 0.2))

    def play(self, state, action, dice):
        if not state[1]:
            return (state[0], action, state[2])
        points = list(state[2])
        for bid in (3, 2, 1):
            if action.count(bid) == 1:
                points[action.index(bid)] += state[1]
                break
        return (state[0] + 1, 0, tuple(points))

    def outcome(self, state):
        best = max(state[2])
        return [1.0 / state[2].count(best) if points == best else 0.0 for points in state[2]]

    def points(self, state):
        return [float(points) for points in state[2]]

    def event(self, state):
        return state[0]


class Solo(Game):
    """One seat: four times a die that is kept (1) or not (0); more than 12 counts nothing."""

    seats = 1
    actions = 7
    low = 0.0
    high = 12.0
    sum = None

    def start(self, dice):
        return (0, 0, 0)  # dice seen, die, sum

    def turn(self, state):
        if state[1]:
            return 0
        return CHANCE if state[0] < 4 else OVER

    def legal(self, state, seat):
        return (0, 1)

    def odds(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def play(self, state, action, dice):
        if not state[1]:
            return (state[0] + 1, action, state[2])
        return (state[0], 0, state[2] + state[1] * action)

    def outcome(self, state):
        return (float(state[2]) if state[2] <= 12 else 0.0,)

    def points(self, state):
        return self.outcome(state)


class Cards(Game):
    """Each seat has a secret card and says yes or no; two yes: the higher card wins, else who said yes."""

    actions = 2
    hidden = True

    def start(self, dice):
        return ((dice.roll(10), 10 + dice.roll(10)), ())

    def turn(self, state):
        return len(state[1]) if len(state[1]) < 2 else OVER

    def legal(self, state, seat):
        return (0, 1)

    def play(self, state, action, dice):
        return (state[0], (*state[1], action))

    def outcome(self, state):
        (a, b), (yes, too) = state
        gap = float((a > b) - (a < b)) if yes == too else float(yes - too)
        return (gap, -gap)

    def info(self, state, seat):
        return (state[0][seat], len(state[1]))


class Broken(Nim):
    """A game whose rules fail."""

    def play(self, state, action, dice):
        if state[0] < 8:
            raise RuntimeError("the rules\nare broken")
        return super().play(state, action, dice)


class Deadly(Nim):
    """A game whose rules kill the process."""

    def play(self, state, action, dice):
        os._exit(5)


class Anywhere(Nim):
    """A game for two to four seats."""

    def __init__(self, seats=2):
        self.seats = seats

    @property
    def spec(self):
        return "anywhere" if self.seats == 2 else f"anywhere(seats={self.seats})"

    def play(self, state, action, dice):
        return (state[0] - action, (state[1] + 1) % self.seats)

    def outcome(self, state):
        winner = (state[1] - 1) % self.seats
        return [1.0 if seat == winner else -1.0 / (self.seats - 1) for seat in range(self.seats)]


GAMES = {"nim": Nim, "rolls": Rolls, "bids": Bids, "solo": Solo, "cards": Cards, "broken": Broken, "deadly": Deadly}


def load(spec: str) -> Game:
    if spec.startswith("anywhere"):
        seats = int(parse(spec).options.get("seats", 2))
        if seats not in (2, 3, 4):
            raise GameError(f"seats={seats}: expected a number from 2 to 4")
        return Anywhere(seats)
    if spec not in GAMES:
        raise GameError(f"no game is called {spec!r}")
    return GAMES[spec]()


class First(Agent):
    def decide(self, view, budget, stop=None, progress=None):
        return Decision(view.legal[0])


class Last(Agent):
    def decide(self, view, budget, stop=None, progress=None):
        return Decision(view.legal[-1], value=0.5)


class Random(Agent):
    def start(self, game, seat, seed):
        self.random = random.Random(seed)

    def decide(self, view, budget, stop=None, progress=None):
        return Decision(self.random.choice(view.legal))


class Bad(Random):
    """Plays at random and does something bad at its decision number `at` (from 1)."""

    def __init__(self, at):
        self.at = int(at)
        self.count = 0

    def decide(self, view, budget, stop=None, progress=None):
        self.count += 1
        if self.count == self.at:
            return self.misbehave(view)
        return super().decide(view, budget)

    def misbehave(self, view):
        raise ValueError("two\nlines")


class Illegal(Bad):
    def misbehave(self, view):
        return Decision(99)


class Nothing(Bad):
    def misbehave(self, view):
        return None


class Odd(Bad):
    def misbehave(self, view):
        return Decision("take1")


class Hang(Bad):
    def misbehave(self, view):
        while True:
            pass


class Exit(Bad):
    def misbehave(self, view):
        os._exit(7)


class Segfault(Bad):
    def misbehave(self, view):
        ctypes.string_at(0)


class SysExit(Bad):
    def misbehave(self, view):
        sys.exit("enough")


class Lost(Bad):
    def misbehave(self, view):
        raise ConnectionResetError("gone")


class Broken(Bad):
    def misbehave(self, view):
        raise Unfit("its program is broken")


class Sleepy(Bad):
    def misbehave(self, view):
        time.sleep(0.2)
        return Decision(view.legal[0])


class BadStart(Random):
    def start(self, game, seat, seed):
        raise OSError("no start")


class HangAtStart(Random):
    def start(self, game, seat, seed):
        while True:
            pass


class BadObserver(Random):
    def observe(self, view, event):
        raise KeyError("no eyes")


class BadFinish(Random):
    def finish(self, outcome):
        raise ValueError("sore loser")


class Slow(Random):
    def decide(self, view, budget, stop=None, progress=None):
        time.sleep(0.01)
        return super().decide(view, budget)


class Chatty(Random):
    def decide(self, view, budget, stop=None, progress=None):
        print("thinking aloud")
        return super().decide(view, budget)


class Asking(Random):
    def decide(self, view, budget, stop=None, progress=None):
        return Decision(int(input()))


class Quick(Random):
    """Has a budget of its own."""

    budget = Budget(seconds=0.01)

    def decide(self, view, budget, stop=None, progress=None):
        time.sleep(budget.seconds + 0.1)
        return super().decide(view, budget)


class Spy(Agent):
    """Notes everything that it is told, and whether anybody has used it before."""

    log: list[Any] = []  # noqa: RUF012
    fresh = True

    def start(self, game, seat, seed):
        assert self.fresh
        self.fresh = False
        self.log.append(("start", seat, seed))

    def observe(self, view, event):
        self.log.append(("observe", view, event))

    def decide(self, view, budget, stop=None, progress=None):
        self.log.append(("decide", view, budget))
        return Decision(view.legal[0])

    def finish(self, outcome):
        self.log.append(("finish", outcome))


class Sticky(Agent):
    """Plays differently once it has played a game before, if its object is kept."""

    games = 0

    def start(self, game, seat, seed):
        self.games += 1

    def decide(self, view, budget, stop=None, progress=None):
        return Decision(view.legal[0 if self.games == 1 else -1])


AGENTS = {
    "first": First,
    "last": Last,
    "random": Random,
    "crash": Bad,
    "illegal": Illegal,
    "nothing": Nothing,
    "odd": Odd,
    "hang": Hang,
    "exit": Exit,
    "segfault": Segfault,
    "sysexit": SysExit,
    "lost": Lost,
    "broken": Broken,
    "sleepy": Sleepy,
    "badstart": BadStart,
    "hangatstart": HangAtStart,
    "badobserver": BadObserver,
    "badfinish": BadFinish,
    "slow": Slow,
    "chatty": Chatty,
    "asking": Asking,
    "quick": Quick,
    "spy": Spy,
    "sticky": Sticky,
}


def make(spec: str, game: Game) -> Agent:
    """`random`, or `crash(2)` for one that misbehaves at its second decision."""
    name, _, at = spec.rstrip(")").partition("(")
    if name not in AGENTS:
        raise GameError(f"no agent is called {spec!r}")
    agent = AGENTS[name](at) if at else AGENTS[name]()
    agent.spec = spec
    return agent


def make_parent(spec, game):
    """`spawn(FILE)` starts a process whose id it writes to the file, and dies; `fork(FILE)` likewise. `loop(FILE)`
    writes its own and hangs."""
    way, _, note = spec.rstrip(")").partition("(")
    return Parent(way, note) if note else make(spec, game)


class Parent(Random):
    def __init__(self, way, note):
        self.way, self.note = way, note

    def decide(self, view, budget, stop=None, progress=None):
        if self.way == "loop":
            Path(self.note).write_text(f"{os.getpid()}\n")
            while True:
                pass
        if self.way == "spawn":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]).pid
        else:
            child = os.fork()
            if not child:
                time.sleep(1000)
        with Path(self.note).open("a") as file:
            print(child, file=file)
        os._exit(1)
