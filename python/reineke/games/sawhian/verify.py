"""Sawhian against reference data: node counts, positions with their moves, whole games (see tests/data/sawhian).

Each check compares one thing; what differs is said in one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reineke import _core
from reineke.game import OVER, GameError
from reineke.games.native import NativeGame
from reineke.record.text import short

Check = str | None
"""None: as it should be; else what differs."""

QUICK = 8
"""Sequences up to this length are counted in one call; Ctrl-C waits for its end."""


class NoDice:
    """Sawhian rolls none."""

    def roll(self, sides: int) -> int:
        """Is never called."""
        raise GameError("there are no dice in this game")


def kind(entry: Mapping[str, Any]) -> str | None:
    """What an entry of reference data is, told by its keys: `perft`, `position`, `game`, or None."""
    for name, keys in (
        ("position", {"position", "moves"}),
        ("game", {"moves", "final"}),
        ("perft", {"depth", "nodes"}),
    ):
        if keys <= entry.keys():
            return name
    return None


def check(game: NativeGame, entry: Mapping[str, Any]) -> Iterator[Check]:
    """Everything an entry says, checked. Raises `GameError` if it is broken."""
    checks = {"perft": _check_perft, "position": _check_position, "game": _check_game}
    found = kind(entry)
    if found is None:
        raise GameError(
            f"neither node counts nor a position nor a game, its keys are {', '.join(map(str, entry)) or 'none'}"
        )
    try:
        yield from checks[found](game, entry)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"a broken {found}: {type(error).__name__}: {error}") from error


def start(game: NativeGame) -> _core.State:
    """The empty board."""
    return game.start(NoDice())


def perft(game: NativeGame, state: _core.State, depth: int) -> int:
    """The number of move sequences of exactly this length."""
    turn = game.turn(state)
    if depth <= QUICK or turn == OVER or isinstance(turn, tuple):
        return _core.sawhian_perft(state, depth)
    return sum(perft(game, game.play(state, move, NoDice()), depth - 1) for move in game.legal(state, turn))


def perft_with_eliminations(game: NativeGame, state: _core.State, depth: int) -> int:
    """The same when striking out a player counts as a move."""
    if depth == 0:
        return 1
    turn = game.turn(state)
    if turn == OVER or isinstance(turn, tuple):
        return 0
    alive, total = sum(game.json(state)["alive"]), 0
    for move in game.legal(state, turn):
        after = game.play(state, move, NoDice())
        left = depth - 1 - (alive - sum(game.json(after)["alive"]))
        total += perft_with_eliminations(game, after, left) if left > 0 else 1
    return total


def _compare(what: str, found: Any, expected: Any) -> Check:
    return None if found == expected else f"{what}: expected {short(expected)}, found {short(found)}"


def _check_perft(game: NativeGame, entry: Mapping[str, Any]) -> Iterator[Check]:
    depth = entry["depth"]
    if not isinstance(depth, int) or not 0 <= depth <= 20:
        raise GameError(f"a depth is a number up to 20, not {short(depth)}")
    yield _compare(f"depth {depth}", perft(game, start(game), depth), entry["nodes"])


def _check_position(game: NativeGame, entry: Mapping[str, Any]) -> Iterator[Check]:
    name, position = entry.get("id", "position"), entry["position"]
    state = game.parse_json(position)
    yield _compare(f"{name}, written again", game.json(state), position)
    moves = {_action(*reply["move"]): reply for reply in entry["moves"]}
    turn = game.turn(state)
    legal = game.legal(state, turn) if isinstance(turn, int) and turn != OVER else []
    yield _compare(f"{name}, legal moves", _names(game, legal), _names(game, sorted(moves)))
    for move in legal:
        if move in moves:
            yield from _check_reply(
                game, f"{name}, {game.action_text(move)}", game.play(state, move, NoDice()), moves[move]
            )
    for depth, nodes in enumerate(entry.get("nodes", ()), 1):
        yield _compare(f"{name}, depth {depth}", perft(game, state, depth), nodes)
    for depth, nodes in enumerate(entry.get("nodes_elimination_as_ply", ()), 1):
        found = perft_with_eliminations(game, state, depth)
        yield _compare(f"{name}, depth {depth} with eliminations", found, nodes)


def _check_reply(game: NativeGame, name: str, after: _core.State, reply: Mapping[str, Any]) -> Iterator[Check]:
    yield _compare(f"{name}, position after it", game.json(after), reply["after"])
    yield _compare(f"{name}, winners", _winners(game, after), reply.get("winners"))


def _check_game(game: NativeGame, entry: Mapping[str, Any]) -> Iterator[Check]:
    name = entry.get("id", "game")
    state, eliminated = start(game), []
    alive = game.json(state)["alive"]
    for number, (player, x, y) in enumerate(entry["moves"], 1):
        action, turn = _action(x, y), game.turn(state)
        if turn != player or isinstance(turn, tuple) or action not in game.legal(state, turn):
            yield f"{name}, move {number}: player {player} cannot play {game.action_text(action)}"
            return
        yield None
        state = game.play(state, action, NoDice())
        now = game.json(state)["alive"]
        # In order of play, from the one after the mover.
        for other in ((player + distance) % len(now) for distance in range(1, len(now) + 1)):
            if alive[other] and not now[other]:
                eliminated.append({"ply": number, "player": other})
        alive = now
    yield _compare(f"{name}, eliminated", eliminated, entry.get("eliminated", eliminated))
    yield _compare(f"{name}, final position", game.json(state), entry["final"])
    yield _compare(f"{name}, winners", _winners(game, state), entry["winners"])


def _action(x: int, y: int) -> int:
    if x not in range(7) or y not in range(7):
        raise GameError(f"no cell is called {short([x, y])}")
    return 7 * x + y


def _names(game: NativeGame, actions: Any) -> list[str]:
    return [game.action_text(action) for action in actions]


def _winners(game: NativeGame, state: _core.State) -> list[int] | None:
    """Who has won; None if the game goes on."""
    if game.turn(state) != OVER:
        return None
    points = game.points(state)
    return [player for player, number in enumerate(points) if number == max(points)]
