"""One game at the server: asks, waits until the deadline and its grace, enters what was done, and tells everybody."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from reineke.game import NO_ACTION, OVER, Game
from reineke.games.speed import wire
from reineke.live.speed.collect import Round
from reineke.live.speed.seat import Seat


@dataclass(frozen=True)
class Pace:
    """How long rounds last: seconds drawn anew for every round, whole ones if both ends are whole."""

    shortest: float = 5
    longest: float = 15
    grace: float = 2.0
    """Seconds after the deadline in which an answer still counts."""

    @property
    def whole(self) -> bool:
        """Whether rounds last whole seconds. Deadlines then show no fraction, as the contest's do."""
        return self.shortest == int(self.shortest) and self.longest == int(self.longest)

    def draw(self, rng: random.Random) -> float:
        """The seconds of a round."""
        if self.whole:
            return rng.randint(int(self.shortest), int(self.longest))
        return round(rng.uniform(self.shortest, self.longest), 3)


@dataclass
class Account:
    """What is remembered of one player."""

    answers: list[float] = field(default_factory=list)
    """Seconds from a state to the answer, one per answer that came."""
    reserves: list[float] = field(default_factory=list)
    """Seconds from these answers to the deadline; negative in the grace."""
    reason: str | None = None
    """Why he is out: a rule broken (`no_answer`, `second_message`, `unparsable`, `invalid_action`, `missing_action`,
    `closed_connection`), or `wall`, `crash`, `speed`."""
    died: int = 0
    """The round, 0 while he is active."""


class Table:
    """The players, by seat, and their game."""

    def __init__(
        self,
        game: Game,
        state: Any,
        seats: Sequence[Seat],
        pace: Pace,
        rng: random.Random,
        log: Callable[[str], None],
        *,
        keep: bool = False,
    ) -> None:
        self.game, self.state, self.seats, self.pace = game, state, seats, pace
        self.deal = state
        self.turns: list[list[Any]] = []
        self.times: list[float | None] = []
        self.accounts = [Account() for _ in seats]
        self.rounds: list[float] = []
        """How long each round lasted."""
        self.states: list[str] = []
        """With `keep`: the contest's own log, a state a line; `you` is 0 in it."""
        document = game.json(state)
        self.width, self.height = document["width"], document["height"]
        self._rng, self._log, self._keep = rng, log, keep
        self._bell = asyncio.Event()
        for seat in seats:
            seat.rings = self._bell.set

    async def play(self) -> None:
        """Plays the game to its end, and tells everybody how it ended."""
        try:
            while self.game.turn(self.state) != OVER:
                await self._round()
        except BaseException:
            for seat in self.seats:
                seat.leave()
            raise
        document = self.game.json(self.state)
        names = [seat.name for seat in self.seats]
        outcome = tuple(float(share) for share in self.game.outcome(self.state))
        for index, seat in enumerate(self.seats):
            seat.finish(wire.encode(wire.message(document, index + 1, None, names)), outcome)
        self._note(wire.message(document, 0, None, names))

    async def _round(self) -> None:
        clock = asyncio.get_running_loop().time
        seconds = self.pace.draw(self._rng)
        document = self.game.json(self.state)
        begin = clock()
        shown = wire.moment_text(time.time() + seconds, milliseconds=not self.pace.whole)
        for index, seat in enumerate(self.seats):
            text = wire.encode(wire.message(document, index + 1, shown))
            seat.ask(text, self.game, self.state, index, seconds)
        self._note(wire.message(document, 0, shown))
        acting = self.game.turn(self.state)
        assert isinstance(acting, tuple)
        heard = Round(acting)
        await self._listen(heard, begin + seconds + self.pace.grace)
        self.rounds.append(round(clock() - begin, 3))
        self._enter(heard, begin, seconds)

    async def _listen(self, heard: Round, until: float) -> None:
        """Takes one message of each player in turn, until all have answered or the time is over."""
        clock = asyncio.get_running_loop().time
        while True:
            self._bell.clear()
            idle = True
            for seat in heard.open:
                said = self.seats[seat].inbox.next()
                if said is not None:
                    idle = False
                    heard.hear(seat, said)
                    if seat in heard.faults:
                        self._say_out(seat, heard.faults[seat], len(self.rounds) + 1)
                    if heard.done:
                        return
            if idle:
                try:
                    async with asyncio.timeout(until - clock()):
                        await self._bell.wait()
                except TimeoutError:
                    return

    def _enter(self, heard: Round, begin: float, seconds: float) -> None:
        """Plays what was heard."""
        entries = heard.close()
        joint = [NO_ACTION] * len(self.seats)
        for seat, word in entries.items():
            joint[seat] = self.game.parse_action(word)
        before = self.game.turn(self.state)
        self.state = self.game.play(self.state, tuple(joint), _NoDice())
        event = [[seat, word] for seat, word in entries.items()]
        self.turns.append(event)
        for seat in entries:
            account = self.accounts[seat]
            answer = heard.answers.get(seat)
            spent = None if answer is None else max(0.0, round(answer.at - begin, 4))
            self.times.append(spent)
            if spent is not None:
                account.answers.append(spent)
                account.reserves.append(round(seconds - spent, 4))
        self._bury(before, heard)
        for index, one in enumerate(self.seats):
            one.tell(index, self.game, self.state, event)

    def _bury(self, before: Any, heard: Round) -> None:
        """Notes who has died in this round, and why."""
        document = self.game.json(self.state)
        for seat in before:
            player = document["players"][str(seat + 1)]
            if player["active"]:
                continue
            account = self.accounts[seat]
            account.died = document["round"]
            natural = wire.cause(player["x"], player["y"], player["speed"], self.width, self.height)
            account.reason = heard.faults.get(seat) or natural
            self.seats[seat].inbox.close()
            if account.reason in (natural, "no_answer"):  # a broken rule was said when it was heard
                self._say_out(seat, account.reason, account.died)

    def _say_out(self, seat: int, reason: str, number: int) -> None:
        self._log(f"round {number}: {self.seats[seat].name} is out: {reason.replace('_', ' ')}")

    def _note(self, said: dict[str, Any]) -> None:
        if self._keep:
            self.states.append(wire.encode(said))


class _NoDice:
    """A round of spe_ed rolls none."""

    def roll(self, sides: int) -> int:
        raise AssertionError
