"""The game as both ends of the line keep it: nothing but moves is ever sent."""

from __future__ import annotations

from typing import Any

from reineke.game import OVER, Game, GameError


class NoDice:
    """Sawhian rolls none."""

    def roll(self, sides: int) -> int:
        """Is never called."""
        raise GameError("there are no dice in this game")


def eliminate(game: Game, state: Any, seat: int) -> Any:
    """The state after an arbiter has struck a player out, whose points and stones stay.

    If it was his turn, it passes to the next player who can move; in `server` mode the blocked ones on the way go out
    too, as after any move. If nobody is left the game is over. Someone who is out already changes nothing.
    """
    before = game.json(state)
    if game.turn(state) == OVER or not before["alive"][seat]:
        return state
    mover: int | None = before["mover"]
    after = before
    if mover == seat:
        after = game.json(game.skip(state))
        # The turn comes back to him where nobody else can move.
        mover = after["mover"] if after["mover"] != seat else None
    alive = list(after["alive"])
    alive[seat] = 0
    return game.parse_json({**after, "alive": alive, "mover": mover})


class Mirror:
    """A game in progress: the state, the moves that led to it, and who was struck out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deal = game.start(NoDice())
        self.state = self.deal
        self.turns: list[list[Any]] = []
        """`[seat, "d1"]` for a move, `[seat, "out"]` for an elimination that is not the game's own doing."""

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game is over."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, int) and turn != OVER else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.mover is None

    def alive(self, seat: int) -> bool:
        """Whether a player takes part."""
        return bool(self.game.json(self.state)["alive"][seat])

    def strike(self, seat: int) -> None:
        """Puts a player out."""
        if self.over or not self.alive(seat):
            return
        self.state = eliminate(self.game, self.state, seat)
        self.turns.append([seat, "out"])

    def expect(self, seat: int) -> list[int]:
        """It turns out to be this player's turn: who should have moved before him is out. Returns these players.

        Raises `GameError`, and changes nothing, if it cannot be his turn.
        """
        state, passed = self.state, list[int]()
        while (turn := self.game.turn(state)) != seat:
            if turn == OVER or not isinstance(turn, int):
                raise GameError(f"it cannot be the turn of player {seat}")
            state = eliminate(self.game, state, turn)
            passed.append(turn)
        self.state = state
        self.turns += [[player, "out"] for player in passed]
        return passed

    def play(self, seat: int, action: int) -> list[int]:
        """A move; returns the players that it shows to be out. Raises `GameError` if the rules forbid it."""
        passed = self.expect(seat)
        if action not in self.game.legal(self.state, seat):
            raise GameError(f"{self.game.action_text(action)} is no move of player {seat}")
        self.state = self.game.play(self.state, action, NoDice())
        self.turns.append([seat, self.game.action_text(action)])
        return passed
