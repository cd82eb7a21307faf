"""A room: one game, the people and agents in it, and its course. What a visitor is shown of it stands in `sight`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from reineke.agent import Budget, Decision, Stop
from reineke.agents import make
from reineke.arena.people import Move, Table
from reineke.game import CHANCE, Game, GameError, View, acting
from reineke.record.text import one_line
from reineke.web import words
from reineke.web.levels import LONGEST
from reineke.web.store import Full, Kept, Store, Turn
from reineke.web.workers import Workers

RETRY = 1.0
"""Seconds until a full disk is tried again."""
LEAD = 3.0
"""Seconds before the first turn in real time."""
THINK = 0.7
"""The share of a turn in real time that agents may think."""
ALONE = 0.25
"""The share of a turn that remains once no person drives any more."""
HINT = Budget(seconds=1.0)
CHOICES = 12
"""How many choices of a Decision are kept for the page."""


class Refused(Exception):
    """Something that a visitor may not do; its text is the key of a string on the page."""


class Room:
    """A game in progress, or one that is over. All methods are called on the server's loop."""

    def __init__(self, kept: Kept, game: Game, store: Store, workers: Workers, tell: Callable[[], None]) -> None:
        self.kept, self.game = kept, game
        self.chairs = kept.chairs
        specs = [chair.spec for chair in self.chairs]
        self.table = Table(game, specs, Budget(seconds=LONGEST), kept.seed, game.parse(kept.deal))
        self.thoughts: list[dict[int, dict[str, Any]]] = []
        self.moments: list[int] = []
        """How many turns were played at each position in which somebody decides, and at the end."""
        self.moves: dict[int, Move] = {}
        """The choices of the present turn so far."""
        self.present: dict[str, int] = {}
        """Visitors that look on, with the number of their windows."""
        self.trouble: str | None = None
        self.deadline: float | None = None
        self.thinking: set[int] = set()
        self._store, self._workers, self._tell = store, workers, tell
        self._era = 0
        self._bell = asyncio.Event()
        self._stops: list[Stop] = []
        self._begun = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._resume()

    def _resume(self) -> None:
        turns = self._store.turns(self.kept.id)
        self.table.resume([turn.played for turn in turns], [turn.seconds for turn in turns], self.kept.forfeits)
        self.thoughts = [turn.thoughts for turn in turns]
        if self.table.people and self.table.resigned.keys() >= set(self.table.people):
            self.table.hurry()
        for number in range(len(turns) + 1):
            self._note_moment(number)

    # What it is.

    @property
    def length(self) -> int:
        """How many turns were played."""
        return len(self.table.steps)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.table.over

    @property
    def waiting(self) -> bool:
        """Whether a seat is still free."""
        return any(chair.spec is None and chair.owner is None for chair in self.chairs)

    @property
    def running(self) -> bool:
        """Whether agents go on alone, whoever looks."""
        return not self.over and not self.waiting and self.table.resigned.keys() >= set(self.table.people)

    def state(self, number: int) -> Any:
        """The position after so many turns."""
        return self.table.steps[number].state if number < self.length else self.table.state

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """The seats of a visitor."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.owner == visitor)

    def alone(self, visitor: str) -> bool:
        """Whether a visitor is the only person in the game."""
        return bool(self.table.people) and all(self.chairs[seat].owner == visitor for seat in self.table.people)

    def open_to(self, visitor: str) -> bool:
        """Whether thoughts may be shown to a visitor: once the game is over or where agents are alone to everybody, in
        a running game to those who play, if all people in it agree or there is only one."""
        if self.over or not self.table.people:
            return True
        people = [self.chairs[seat] for seat in self.table.people if seat not in self.table.resigned]
        agreed = all(chair.agrees and chair.owner is not None for chair in people)
        return self.alone(visitor) or (agreed and bool(self.seats_of(visitor)))

    def _note_moment(self, number: int) -> None:
        if self.game.turn(self.state(number)) != CHANCE:
            self.moments.append(number)

    # Its course.

    def begin(self) -> None:
        """Has the game go on."""
        self._spawn(self._drive())

    def close(self) -> None:
        """Ends all thoughts; what is kept is kept."""
        self._era += 1
        self._hush()
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hush(self) -> None:
        for stop in self._stops:
            stop.set()
        self._stops.clear()
        self.thinking.clear()

    async def _drive(self) -> None:
        try:
            while not self.over:
                await self._ready()
                turn = self.table.turn
                moves = {} if turn == CHANCE else await self._gather(acting(turn))
                if moves is not None:
                    await self._commit(moves)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # a panic of the core is no Exception
            self._stick(error)

    def _stick(self, error: BaseException) -> None:
        """The game cannot go on."""
        self.trouble = one_line(f"{type(error).__name__}: {error}", 200)
        self._tell()

    async def _ready(self) -> None:
        """Waits until all seats are taken and, in real time, somebody is there."""
        while self.waiting or (self.kept.clock is not None and not self._watched()):
            self.deadline = None
            self._bell.clear()
            await self._bell.wait()

    def _watched(self) -> bool:
        people = {self.chairs[seat].owner for seat in self.table.people}
        return not people or any(owner in self.present for owner in people)

    async def _gather(self, seats: tuple[int, ...]) -> dict[int, Move] | None:
        """The choices of a turn; None if a move was taken back meanwhile."""
        era, number = self._era, self.length
        self._begun = time.monotonic()
        known = self._store.choices(self.kept.id, number)
        for seat, action in known.items():
            if seat in seats:
                self.moves.setdefault(seat, Move(action))
        self._set_clock(seats)
        for seat in seats:
            if seat not in self.moves and (self.chairs[seat].spec is not None or seat in self.table.resigned):
                self.thinking.add(seat)
                self._spawn(self._think(seat, era, number))
        self._tell()
        while len(self.moves) < len(seats) or self._early():
            self._bell.clear()
            try:
                async with asyncio.timeout(None if self.deadline is None else self.deadline - time.monotonic()):
                    await self._bell.wait()
            except TimeoutError:
                break
            if self._era != era:
                return None
        self._hush()
        for seat in seats:  # who has not answered in time goes on as before
            self.moves.setdefault(seat, Move(self.game.legal(self.table.state, seat)[0]))
        return {seat: self.moves[seat] for seat in seats}

    def _set_clock(self, seats: tuple[int, ...]) -> None:
        if self.kept.clock is None:
            return
        driven = any(self.chairs[seat].spec is None and seat not in self.table.resigned for seat in seats)
        wait = self.kept.clock * (1.0 if driven else ALONE)
        self.deadline = time.monotonic() + wait + (LEAD if self.length == 0 else 0.0)

    def _early(self) -> bool:
        """Whether a turn in real time still has time left."""
        return self.deadline is not None and time.monotonic() < self.deadline

    async def _think(self, seat: int, era: int, number: int) -> None:
        stop = Stop()
        self._stops.append(stop)
        clock = self.kept.clock
        if clock is not None:
            asyncio.get_running_loop().call_later(clock * THINK, stop.set)
        try:
            move = await self._workers.run(self.table.question(seat, stop), at_once=clock is not None)
        except Exception as error:  # an agent that says that it cannot play here
            self._stick(error)
            return
        if self._era == era and self.length == number:
            self.thinking.discard(seat)
            self.moves.setdefault(seat, move)
            self._bell.set()

    async def _commit(self, moves: dict[int, Move]) -> None:
        """Plays a turn and keeps it; nobody is told before it is on disk."""
        number, era = self.length, self._era
        while True:
            step = self.table.play(moves)
            thoughts = {seat: explain(move.decision, self.game) for seat, move in moves.items() if move.decision}
            seconds = {seat: move.seconds for seat, move in moves.items()}
            turn = Turn(step.played.json(self.game), seconds, thoughts)
            result = self._result() if self.over else None
            try:
                self._store.append(self.kept.id, number, turn, self.table.forfeits, result)
                break
            except Full:
                self.table.rewind(number)
                self.trouble = "full"
                self._tell()
                await asyncio.sleep(RETRY)
                if self._era != era:
                    return
        self.trouble = None
        self.kept.result, self.kept.changed = result, time.time()
        self.thoughts.append(thoughts)
        self.moves = {}
        self._note_moment(number + 1)
        if self.over:
            self.deadline = None
            self.table.finish()
        if self.moments and self.moments[-1] == number + 1:
            self._tell()
        await asyncio.sleep(0)

    def _result(self) -> dict[str, Any]:
        table = self.table
        points = [float(value) for value in self.game.points(table.state)]
        return words.result(self.game, table.outcome(), points, table.forfeits)

    # What people do.

    def enter(self, visitor: str) -> None:
        """A visitor opens a window."""
        self.present[visitor] = self.present.get(visitor, 0) + 1
        self._bell.set()
        self._tell()

    def leave(self, visitor: str) -> None:
        """A visitor closes one."""
        self.present[visitor] -= 1
        if not self.present[visitor]:
            del self.present[visitor]
        self._tell()

    def sit(self, visitor: str, seat: int, name: str) -> None:
        """Takes a free seat."""
        chair = self.chairs[seat]
        if chair.spec is not None or chair.owner is not None:
            raise Refused("error.taken")
        if self.game.hidden and self.seats_of(visitor):
            raise Refused("error.one-seat")
        chair.owner, before = visitor, chair.name
        chair.name = name or chair.name
        try:
            self._store.sit(self.kept)
        except Full:
            chair.owner, chair.name = None, before
            raise Refused("error.full") from None
        self._bell.set()
        self._tell()

    def agree(self, visitor: str, to: bool) -> None:
        """A person agrees that all may see thoughts in this game, or does so no more."""
        seats = self.seats_of(visitor)
        if not seats or self.over:
            raise Refused("error.not-yours")
        before = [chair.agrees for chair in self.chairs]
        for seat in seats:
            self.chairs[seat].agrees = to
        try:
            self._store.sit(self.kept)
        except Full:
            for chair, agreed in zip(self.chairs, before, strict=True):
                chair.agrees = agreed
            raise Refused("error.full") from None
        self._tell()

    def choose(self, visitor: str, seat: int, at: int, action: int) -> None:
        """Takes a person's choice. A second click on the same thing changes nothing."""
        if self.chairs[seat].owner != visitor:
            raise Refused("error.not-yours")
        if at < self.length and dict(self.table.steps[at].played.actions).get(seat) == action:
            return
        if at != self.length or self.over or self.waiting or seat in self.table.resigned:
            raise Refused("error.late")
        turn = self.table.turn
        if seat not in acting(turn) or action not in self.game.legal(self.table.state, seat):
            raise Refused("error.illegal")
        chosen = self.moves.get(seat)
        if chosen is not None and chosen.action == action:
            return
        if chosen is not None and self.kept.clock is None:
            raise Refused("error.chosen")
        if isinstance(turn, tuple):
            self._keep_choice(seat, action)
        self.moves[seat] = Move(action, seconds=round(time.monotonic() - self._begun, 3))
        self._bell.set()
        if isinstance(turn, tuple):  # else the move itself is told at once
            self._tell()

    def _keep_choice(self, seat: int, action: int) -> None:
        try:
            self._store.choose(self.kept.id, self.length, seat, action)
        except Full:
            raise Refused("error.full") from None

    def can_undo(self, visitor: str) -> bool:
        """Whether a visitor may take a move back: playing alone against agents, not in real time."""
        moved = any(not step.moves.keys().isdisjoint(self.table.people) for step in self.table.steps)
        free = self.kept.clock is None and not self.over and not self.table.resigned
        return moved and free and self.alone(visitor)

    def undo(self, visitor: str) -> None:
        """Takes the visitor's last move back, with all that followed."""
        if not self.can_undo(visitor):
            raise Refused("error.undo")
        people = self.table.people
        last = max(n for n, step in enumerate(self.table.steps) if not step.moves.keys().isdisjoint(people))
        try:
            self._store.rewind(self.kept.id, last)
        except Full:
            raise Refused("error.full") from None
        self._era += 1
        self._hush()
        self.table.rewind(last)
        del self.thoughts[last:]
        self.moments = [number for number in self.moments if number <= last]
        self.moves = {}
        self._bell.set()
        self._tell()

    def resign(self, visitor: str) -> None:
        """Gives up: the visitor's seats are played at random from here."""
        seats = [seat for seat in self.seats_of(visitor) if seat not in self.table.resigned]
        if not seats or self.over or self.waiting:
            raise Refused("error.late")
        before = dict(self.table.resigned)
        self._era += 1
        self._hush()
        for seat in seats:
            self.table.resign(seat)
        try:
            self._store.forfeit(self.kept.id, self.table.forfeits)
        except Full:
            self.table.resigned = before
            raise Refused("error.full") from None
        finally:
            self._bell.set()
            self._tell()

    async def hint(self, visitor: str) -> tuple[View, Decision]:
        """What the strongest agent would do in the visitor's place."""
        seats = [seat for seat in self.seats_of(visitor) if seat in acting(self.table.turn)]
        if not seats or not self.open_to(visitor) or self.kept.clock is not None:
            raise Refused("error.hint")
        view, seed = self.game.view(self.table.state, seats[0]), self.kept.seed

        def think() -> Decision:
            agent = make("default", self.game)
            agent.start(self.game, view.seat, seed ^ 0xF0C5)
            return agent.decide(view, HINT)

        return view, await self._workers.run(think)

    def record(self) -> str:
        """The finished game, as one line of JSON."""
        if not self.over:
            raise GameError("the game is not over yet")
        kept = [
            thoughts.get(seat)
            for step, thoughts in zip(self.table.steps, self.thoughts, strict=True)
            for seat in sorted(step.moves)
        ]
        return self.table.record(kept).line()


def explain(decision: Decision, game: Game, played: int | None = None) -> dict[str, Any]:
    """A Decision as it is kept: JSON without infinities, the best choices alone, and the played one."""
    data = decision.json(game)
    data.pop("beliefs", None)
    order = sorted(data["choices"], key=lambda one: (one["action"] != data["action"], -one["visits"], -one["value"]))
    chosen = None if played is None else game.action_text(played)
    data["choices"] = order[:CHOICES] + [one for one in order[CHOICES:] if one["action"] == chosen]
    found: dict[str, Any] = json.loads(json.dumps(data), parse_constant=_FINITE.get)
    return found


_FINITE = {"Infinity": 1e9, "-Infinity": -1e9}
"""What stands for infinities in JSON; the page shows them as such."""
