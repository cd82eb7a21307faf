"""One game at the server: the arbiter, who asks, checks, tells everybody, and strikes out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from reineke.game import Game
from reineke.live.sawhian import protocol
from reineke.live.sawhian.mirror import Mirror
from reineke.live.sawhian.player import FLOOD, Player

PING = 5.0
"""Seconds that a client has to answer that it is there."""


class Strike(Exception):
    """A player is out: `kind` is late, illegal or disconnect."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Table:
    """Four players, by seat, and their game."""

    def __init__(
        self, game: Game, players: Sequence[Player], limit: int, grace: float, log: Callable[[str], None]
    ) -> None:
        self.game = game
        self.players = players
        self.limit, self.grace = limit, grace
        self.mirror = Mirror(game)
        self.times: list[float | None] = []
        self.eliminated: list[dict[str, Any]] = []
        self._absent: set[int] = set()
        self._log = log

    async def play(self) -> None:
        """Plays the game to its end and closes the connections."""
        try:
            await asyncio.gather(*(self._welcome(seat) for seat in range(protocol.SEATS)))
            while (seat := self.mirror.mover) is not None:
                try:
                    await self._turn(seat)
                except Strike as strike:
                    self._strike(seat, strike)
        finally:
            for player in self.players:
                player.close()

    async def _welcome(self, seat: int) -> None:
        """Tells a client its seat, and sends its ping back."""
        player = self.players[seat]
        player.discard()
        player.send(protocol.welcome(seat, self.limit))
        try:
            if await player.byte(PING) is not None:
                player.send(bytes([protocol.PING]))
        except TimeoutError:
            self._absent.add(seat)

    async def _turn(self, seat: int) -> None:
        player = self.players[seat]
        if seat in self._absent:
            raise Strike("late", "did not answer its welcome")
        if player.discard() > FLOOD:
            raise Strike("illegal", "floods the server")
        if player.lost is not None:
            raise Strike("disconnect", player.lost)
        player.send(bytes([protocol.YOUR_TURN]))
        clock = asyncio.get_running_loop().time
        begin = clock()
        try:
            action = await player.byte(self.limit + self.grace)
        except TimeoutError as error:
            raise Strike("late", f"no move in {self.limit} s") from error
        seconds = clock() - begin
        if action is None:
            raise Strike("disconnect", str(player.lost))
        if action not in self.game.legal(self.mirror.state, seat):
            named = self.game.action_text(action) if action < protocol.CELLS else f"byte {action}"
            raise Strike("illegal", f"{named} is no legal move")
        self.mirror.play(seat, action)
        self.times.append(round(seconds, 4))
        self._log(f"player {seat} ({player.name}) {self.game.action_text(action)} {seconds:.2f} s")
        for everybody in self.players:
            everybody.send(protocol.move(seat, action))

    def _strike(self, seat: int, strike: Strike) -> None:
        turn = len(self.mirror.turns)
        self.eliminated.append({"seat": seat, "kind": strike.kind, "turn": turn, "message": str(strike)})
        self._log(f"player {seat} ({self.players[seat].name}) is out, {strike.kind}: {strike}")
        self.mirror.strike(seat)
        self.times.append(None)
        self.players[seat].kick()
