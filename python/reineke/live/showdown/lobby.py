"""How battles are found: a challenge to somebody, the challenges of others, or the ladder."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from reineke.game import GameError
from reineke.live.showdown import wire
from reineke.record.text import one_line

AGAIN = 10.5
"""Seconds before something is asked for again that was refused; the server wants ten between two challenges."""
SOON = 5.0
"""Seconds in which a battle begins once a challenge is accepted."""
RACE = 1.0
"""Seconds in which a battle may still begin that we have just taken back."""
SORRY = f"Sorry, I play {wire.FORMAT} only."


@dataclass(frozen=True)
class Plan:
    """Which battles to play: exactly one of `challenge` (a user), `accept` (users; empty: anybody) and `ladder`."""

    challenge: str | None = None
    accept: tuple[str, ...] | None = None
    ladder: bool = False
    battles: int = 1
    at_once: int = 1

    def __post_init__(self) -> None:
        if (self.challenge is not None) + (self.accept is not None) + self.ladder != 1:
            raise GameError("say one of: whom to challenge, that challenges are accepted, or the ladder")
        if self.challenge is not None and not wire.user_id(self.challenge):
            raise GameError(f"{self.challenge!r} is no name of a user")
        if not (self.battles >= 1 and 1 <= self.at_once <= 64):
            raise GameError("battles are 1 or more, and 1 to 64 at once")


class Lobby:
    """Finds battles; what it says goes to `send`."""

    def __init__(self, us: str, plan: Plan, send: Callable[[str], None], log: Callable[[str], None]) -> None:
        self._us, self._plan, self._send, self._log = us, plan, send, log
        self.closed = False
        """No more battles are wanted."""
        self.reason = ""
        """Why no more are to be had."""
        self._started = 0
        self._pending: str | None = None  # whom we challenge, whose challenge we have accepted, or "ladder"
        self._expires = math.inf  # when it is given up
        self._next = 0.0
        self._waiting: dict[str, str] = {}  # challenges to us that wait, with the name

    @property
    def done(self) -> bool:
        """Whether no battle is going to begin."""
        return self._full and (self._pending is None or time.monotonic() > self._expires)

    @property
    def _full(self) -> bool:
        return self.closed or self._started >= self._plan.battles

    def expects(self) -> bool:
        """Whether a battle is about to begin."""
        return self._pending is not None

    def enter(self) -> None:
        """We are logged in: what we asked for before is forgotten by the server."""
        self._pending = None
        self._waiting.clear()

    def begun(self) -> int:
        """A battle begins; returns its number."""
        self._pending = None
        self._started += 1
        return self._started - 1

    def close(self) -> None:
        """No more battles. One that has been found in this moment is played all the same."""
        if self._pending is not None and not self.closed:
            if self._plan.accept is None:
                self._send("|/cancelsearch" if self._plan.ladder else f"|/cancelchallenge {self._pending}")
            self._expires = min(self._expires, time.monotonic() + RACE)
        self.closed = True

    def seek(self, playing: int) -> None:
        """Looks for a battle, if there is room for one."""
        now = time.monotonic()
        if now > self._expires:
            self._pending = None
        if self._full or self._pending is not None or playing >= self._plan.at_once or now < self._next:
            return
        if self._plan.ladder:
            self._ask("ladder", f"|/search {wire.FORMAT}")
            self._log("looking for an opponent on the ladder")
        elif self._plan.challenge is not None:
            self._ask(self._plan.challenge, f"|/challenge {self._plan.challenge}, {wire.FORMAT}")
        elif self._waiting:
            user = next(iter(self._waiting))
            self._log(f"the challenge of {self._waiting.pop(user)} is accepted")
            self._ask(user, f"|/accept {user}")
            self._expires = now + SOON

    def _ask(self, whom: str, words: str) -> None:
        self._pending, self._expires = whom, math.inf
        self._send("|/utm null")
        self._send(words)

    def take(self, kind: str, rest: list[str]) -> None:
        """A message that is for no room."""
        if kind == "popup":
            self._log(f"the server says: {one_line(' '.join(rest), 160)}")
            self._fail()
        elif kind == "pm" and len(rest) >= 3:
            self._told(wire.bare(rest[0]), wire.bare(rest[1]), rest[2], rest[3:])

    def _fail(self) -> None:
        """What we asked for was refused: it is asked for again later."""
        if self._pending is not None:
            self._next = time.monotonic() + AGAIN
        self._pending = None

    def _told(self, sender: str, receiver: str, words: str, more: list[str]) -> None:
        other = wire.user_id(receiver if wire.user_id(sender) == self._us else sender)
        ours = wire.user_id(sender) == self._us
        if words.startswith("/challenge"):
            wanted = words.removeprefix("/challenge").strip()
            if not wanted:  # it is over: accepted, declined or taken back
                self._waiting.pop(other, None)
                self._expires = min(self._expires, time.monotonic() + SOON)
            elif not ours:
                self._challenged(other, sender, wanted)
        elif words.startswith("/nonotify") and "rejected the challenge" in words and not ours:
            self.closed, self._pending = True, None
            self.reason = f"{sender} declines our challenge"

    def _challenged(self, user: str, name: str, wanted: str) -> None:
        welcome = self._plan.accept is not None and (
            not self._plan.accept or user in map(wire.user_id, self._plan.accept)
        )
        if wire.user_id(wanted.split("@@@")[0]) != wire.FORMAT or "@@@" in wanted:
            self._decline(user, name, f"{one_line(wanted, 40)} is not mastered", SORRY)
        elif not welcome or self._full:
            self._decline(user, name, "not wanted now", "Sorry, I take no challenges now.")
        else:
            self._waiting[user] = name

    def _decline(self, user: str, name: str, why: str, words: str) -> None:
        self._log(f"the challenge of {name} is declined: {why}")
        self._send(f"|/reject {user}")
        self._send(f"|/pm {user}, {words}")
