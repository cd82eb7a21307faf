"""Simple bots like those with which an organiser fills a lobby. Each is one class with one method, `choose`.

None of them looks at what the others might do next, and none of them is strong. They are opponents for a first
measurement, and examples of how a bot is written.
"""

from __future__ import annotations

from collections.abc import Mapping

from reineke._core import Dice
from reineke.agent import Agent, Budget, Decision, Progress, Stop
from reineke.agents.speed.jumps import plan_jump
from reineke.game import Game, View
from reineke.games.speed.flood import Flood
from reineke.games.speed.position import LEFT, RIGHT, STAY, STEPS, Move, Position, free_run, read, survivable

Moves = Mapping[int, Move]
"""The moves that do not kill at once, by action; never empty where a bot is asked to choose."""


class Bot(Agent):
    """Reads the position, leaves out the actions that kill at once, and has the rest to choose from.

    >>> class Straight(Bot):
    ...     def choose(self, position, seat, moves):
    ...         return STAY if STAY in moves else min(moves)
    """

    def __init__(self) -> None:
        self.dice = Dice(0)

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.dice = Dice(seed & (2**64 - 1))

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        position = read(view.game.json(view.info))
        moves = survivable(position, view.seat, view.legal)
        if not moves:
            return Decision(view.legal[0], note="every action kills")
        return Decision(self.choose(position, view.seat, moves))

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        """A legal action, as a rule one of the `moves`."""
        raise NotImplementedError


# What several bots do.


def slow(moves: Moves) -> Moves:
    """The moves at the lowest speed there is."""
    lowest = min(move.speed for move in moves.values())
    return {action: move for action, move in moves.items() if move.speed == lowest}


def follow_wall(position: Position, seat: int, moves: Moves) -> int:
    """Keeps a wall at the left hand: around its corners, along it, away from it where it bends in. Without a wall
    beside it, straight on to the next."""
    moves = slow(moves)
    head = position.players[seat]
    dx, dy = STEPS[head.direction]
    left_x, left_y = STEPS[(head.direction - 1) % 4]
    corner = not position.free(head.x - dx + left_x, head.y - dy + left_y)
    for action in (LEFT, STAY, RIGHT) if corner else (STAY, RIGHT, LEFT):
        if action in moves:
            return action
    return min(moves)


def longest_line(position: Position, seat: int, moves: Moves) -> int:
    """Where the most free cells lie in a row; straight on among equals."""
    moves = slow(moves)
    head = position.players[seat]
    return max(moves, key=lambda action: (free_run(position, head.x, head.y, moves[action].direction), -action))


def roomiest(flood: Flood, moves: Moves) -> Moves:
    """The slow moves after which most cells can still be reached."""
    moves = slow(moves)
    rooms = {action: flood.area(move.head, move.marks) for action, move in moves.items()}
    return {action: moves[action] for action, room in rooms.items() if room == max(rooms.values())}


def way_out(position: Position, seat: int, flood: Flood) -> int | None:
    """The next action of a plan that jumps into a room twice as large as the present one."""
    head = position.players[seat]
    room = flood.area((head.x, head.y))
    if 2 * room >= flood.open.bit_count():
        return None
    jump = plan_jump(position, seat, flood)
    return jump.action if jump is not None and jump.room > 2 * room else None


# The bots.


class Stupid(Bot):
    """Straight on, whatever is in the way."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return STAY


class RandomBot(Bot):
    """Any action that does not kill at once, every one equally likely."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return list(moves)[self.dice.roll(len(moves))]


class Snail(Bot):
    """Creeps along walls and trails, which makes a spiral, until it is at its end."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return follow_wall(position, seat, moves)


class SuperSnail(Bot):
    """A snail that does not turn into a dead end: it follows the wall among the moves that leave it most room."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return follow_wall(position, seat, roomiest(Flood(position), moves))


class JumpingSnail(Bot):
    """A snail that jumps out, in a gap round, where it is shut in and there is more room elsewhere."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        action = way_out(position, seat, Flood(position))
        return follow_wall(position, seat, moves) if action is None else action


class LargestFree(Bot):
    """Turns to the longest free line."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return longest_line(position, seat, moves)


class JumpingLargestFree(Bot):
    """Turns to the longest free line, and jumps out where it is shut in."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        action = way_out(position, seat, Flood(position))
        return longest_line(position, seat, moves) if action is None else action


class Mirror(Bot):
    """Turns left when the nearest opponent has turned right, and the other way round, and goes straight on when he has.
    Where that would kill, and where nobody is left to mirror, it keeps to the longest free line."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Position | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.before = None

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        before, self.before = self.before, position
        other = nearest(position, seat)
        if other is None:
            return longest_line(position, seat, moves)
        turned = 0
        if before is not None and before.round == position.round - 1:
            turned = (position.players[other].direction - before.players[other].direction) % 4
        action = {1: LEFT, 3: RIGHT}.get(turned, STAY)
        return action if action in moves else longest_line(position, seat, moves)


def nearest(position: Position, seat: int) -> int | None:
    """The closest opponent who still plays, by cells across and down."""
    head = position.players[seat]
    others = [other for other in position.active if other != seat]
    return min(others, key=lambda other: distance(position, seat, other)) if others and head.active else None


def distance(position: Position, seat: int, other: int) -> int:
    """How many cells across and down lie between two heads."""
    one, two = position.players[seat], position.players[other]
    return abs(one.x - two.x) + abs(one.y - two.y)


class Jump(Bot):
    """Jumps whenever it can: speeds up in time for the sixth round, jumps into the largest room, slows down again."""

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        flood = Flood(position)
        jump = plan_jump(position, seat, flood)
        if jump is not None:
            return jump.action
        return longest_line(position, seat, roomiest(flood, moves))


class Meta(Bot):
    """Hands each move to another bot: shut in, to the jumping snail; with an opponent near, to the one that heads for
    the open; else to the super snail, which wastes nothing."""

    NEAR = 8

    def __init__(self) -> None:
        super().__init__()
        self.escape, self.avoid, self.fill = JumpingSnail(), LargestFree(), SuperSnail()

    def bot(self, position: Position, seat: int) -> Bot:
        """Whose move it is."""
        other = nearest(position, seat)
        if way_out(position, seat, Flood(position)) is not None:
            return self.escape
        if other is not None and distance(position, seat, other) <= self.NEAR:
            return self.avoid
        return self.fill

    def choose(self, position: Position, seat: int, moves: Moves) -> int:
        return self.bot(position, seat).choose(position, seat, moves)


BOTS: tuple[tuple[str, type[Bot], str], ...] = (
    ("bot-random", RandomBot, "any action that does not kill at once"),
    ("bot-stupid", Stupid, "straight on, whatever is in the way"),
    ("bot-snail", Snail, "a wall follower at speed 1"),
    ("bot-super-snail", SuperSnail, "a wall follower that avoids dead ends"),
    ("bot-jumping-snail", JumpingSnail, "a wall follower that jumps out of small rooms"),
    ("bot-largest-free", LargestFree, "turns to the longest free line"),
    ("bot-jumping-largest-free", JumpingLargestFree, "the longest free line, and jumps out of small rooms"),
    ("bot-mirror", Mirror, "mirrors the turns of the nearest opponent while that is safe"),
    ("bot-jump", Jump, "speeds up for every sixth round, jumps, slows down"),
    ("bot-meta", Meta, "leaves each move to the bot that suits the position"),
)
"""Name, class, and one line about it."""
