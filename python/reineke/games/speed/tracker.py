"""A game as a client follows it: counts the rounds, which no message tells, and knows who died when."""

from __future__ import annotations

from typing import Any

import numpy as np

from reineke.game import NO_ACTION, Game, GameError
from reineke.games import load
from reineke.games.speed.position import DIRECTIONS, WORDS, Position
from reineke.games.speed.wire import Message, cause, read_message

NONE = "none"
"""What is entered for a player who gave no valid answer."""


class Tracker:
    """The states of one game, from its first message to its last. `take` reads the next message; one that makes no
    sense, or belongs to another game, raises `GameError` and changes nothing."""

    def __init__(self) -> None:
        self.message: Message | None = None
        """The last one taken."""
        self.state: Any = None
        self.event: list[list[Any]] | None = None
        """The round before `state` as a record has it, `[[0, "turn_left"], [2, "none"]]`: what the players must have
        done. None before the first round."""
        self.faithful = True
        """Whether the rules lead from the state before to this one."""
        self.died: tuple[int, ...] = ()
        """Per seat the round in which it was eliminated, 0 while it is active."""
        self.reasons: tuple[str | None, ...] = ()
        """Per seat why: `wall`, `crash`, `speed`, or `rule`: it broke one of the protocol, nobody sees which."""
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game that is played; known from the first message on."""
        assert self._game is not None, "no message was taken"
        return self._game

    @property
    def round(self) -> int:
        """Rounds played."""
        return 0 if self.message is None else self.message.position.round

    def take(self, text: str | bytes) -> Message:
        """Reads the next message."""
        before = self.message
        if before is not None and not before.running:
            raise GameError("the game is over, there is no next state")
        message = read_message(text, 0 if before is None else before.position.round + 1)
        position = message.position
        if before is None:
            if not message.running and len(position.players) > 1 and len(position.active) > 1:
                raise GameError("a game that has not begun is over")
            game = load(f"speed(seats={len(position.players)},width={position.width},height={position.height})")
            died = tuple(0 if player.active else 1 for player in position.players)
        else:
            _same_game(before, message)
            game = self.game
            died = tuple(
                0 if player.active else then or position.round
                for player, then in zip(position.players, self.died, strict=True)
            )
        state = game.parse_json(_document(position, died, message.running))
        self.event = None if before is None else _event(before.position, position)
        self.faithful = self.event is None or _follows(game, self.state, self.event, state)
        self.reasons = _reasons(self.reasons or (None,) * len(died), position, self.event or [])
        self._game, self.died, self.state, self.message = game, died, state, message
        return message


def _document(position: Position, died: tuple[int, ...], running: bool) -> dict[str, Any]:
    players = {
        str(number): {
            "x": player.x,
            "y": player.y,
            "direction": DIRECTIONS[player.direction],
            "speed": player.speed,
            "active": player.active,
        }
        for number, player in enumerate(position.players, 1)
    }
    return {
        "width": position.width,
        "height": position.height,
        "cells": position.cells.tolist(),
        "players": players,
        "running": running,
        "round": position.round,
        "died": list(died),
    }


def _same_game(before: Message, now: Message) -> None:
    """Raises `GameError` unless a state can be a later one of the same game."""
    old, new = before.position, now.position
    if (old.width, old.height, len(old.players), before.you) != (new.width, new.height, len(new.players), now.you):
        raise GameError("a state of another game: board, players or our number have changed")
    if any(player.active and not was.active for player, was in zip(new.players, old.players, strict=True)):
        raise GameError("a state of another game: a dead player is active")
    marked = old.cells != 0
    if np.any(marked & (new.cells != old.cells) & (new.cells != -1)):
        raise GameError("a state of another game: a trail has gone")


def _event(before: Position, now: Position) -> list[list[Any]]:
    """What the players who were active did, as far as it can be seen."""
    event: list[list[Any]] = []
    for seat in before.active:
        was, player = before.players[seat], now.players[seat]
        turned = (player.direction - was.direction) % 4
        if turned in (1, 3):
            word = WORDS[2] if turned == 1 else WORDS[1]
        else:
            word = {1: WORDS[3], -1: WORDS[4]}.get(player.speed - was.speed, WORDS[0])
        stays = (player.x, player.y) == (was.x, was.y) and 1 <= player.speed <= 10
        if not player.active and stays:
            # Who does not move has broken a rule, after a first answer if anything about him has changed.
            word = NONE if word == WORDS[0] else f"{word}!"
        event.append([seat, word])
    return event


def _follows(game: Game, state: Any, event: list[list[Any]], after: Any) -> bool:
    """Whether the rules lead from one state to another."""
    joint = [NO_ACTION] * game.seats
    for seat, word in event:
        joint[seat] = game.parse_action(word)
    try:
        return game.text(game.play(state, tuple(joint), _NoDice())) == game.text(after)
    except GameError:
        return False


def _reasons(known: tuple[str | None, ...], now: Position, event: list[list[Any]]) -> tuple[str | None, ...]:
    broken = {seat for seat, word in event if word == NONE or word.endswith("!")}
    found = []
    for seat, player in enumerate(now.players):
        if player.active or known[seat] is not None:
            found.append(known[seat])
        else:
            found.append("rule" if seat in broken else cause(player.x, player.y, player.speed, now.width, now.height))
    return tuple(found)


class _NoDice:
    """A round of spe_ed rolls none."""

    def roll(self, sides: int) -> int:
        raise GameError("there are no dice in a round of spe_ed")
