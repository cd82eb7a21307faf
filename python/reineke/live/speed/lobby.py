"""The lobby: clients wait here until enough of them have come, or until bots take the empty seats."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

from reineke.live.speed.seat import Guest

MOST = 6
"""Players in a game."""


class Lobby:
    """Waits for the guests of one game after another.

    The number of players is fixed, or drawn for each game from 2 (or more, if the house's own agents take seats) to 6.
    `ready` is called with the guests of a game and the number of seats that are left to bots.
    """

    def __init__(
        self,
        players: int | None,
        house: int,
        wait: float,
        rng: random.Random,
        ready: Callable[[Sequence[Guest], int], None],
        log: Callable[[str], None],
    ) -> None:
        self._players, self._house, self._wait, self._rng = players, house, wait, rng
        self._ready, self._log = ready, log
        self._guests: list[Guest] = []
        self._timer: asyncio.TimerHandle | None = None
        self.open = True
        """Whether more guests are taken."""
        self._needed = self._draw()

    def _draw(self) -> int:
        """How many guests the next game wants."""
        total = self._players or self._rng.randint(min(max(2, self._house + 1), MOST), MOST)
        return total - self._house

    def join(self, guest: Guest) -> None:
        """A client comes."""
        self._guests.append(guest)
        self._log(f"{guest.name} waits for a game ({len(self._guests)} of {self._needed})")
        if len(self._guests) >= self._needed:
            self._begin()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._wait, self._begin)

    def leave(self, guest: Guest) -> None:
        """A client goes, before its game has begun or at any time."""
        if guest in self._guests:
            self._guests.remove(guest)
            self._log(f"{guest.name} left the lobby")
            if not self._guests:
                self._stop_timer()

    def close(self) -> None:
        """Sends everybody away."""
        self.open = False
        self._stop_timer()
        for guest in self._guests:
            guest.leave()
        self._guests.clear()

    def _begin(self) -> None:
        self._stop_timer()
        guests, empty = self._guests, self._needed - len(self._guests)
        self._guests = []
        self._needed = self._draw()
        self._ready(guests, empty)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
