"""spe_ed, slow and obvious: the twin that the fast engine is compared with.

Written from the rules page alone. One to six players, numbered from 1, drive over a board of any size and leave
trails; all of them answer at once. Each cell of the board holds 0 (free), the number of the player whose trail or head
it is, or `CRASHED` once it was entered more than once.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

Cell = tuple[int, int]  # x, y; (0, 0) is the top left corner and y grows downward
Action = str | tuple[str, str] | None
"""A word of `WORDS`; None: no valid answer; `("first", word)`: answered so and then broke a rule in the same round."""

WORDS = ("change_nothing", "turn_left", "turn_right", "speed_up", "slow_down")
DIRECTIONS = ("up", "right", "down", "left")  # clockwise
STEP = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}

FREE = 0
CRASHED = -1
SLOWEST, FASTEST = 1, 10
GAP_EVERY = 6  # rounds
GAP_SPEED = 3  # and faster
SMALLEST, LARGEST = 41, 80  # sides of the contest's boards


@dataclass(frozen=True, slots=True)
class Player:
    """`x` and `y` of a player who left the board are the first cell outside."""

    x: int
    y: int
    direction: str
    speed: int = 1
    active: bool = True
    died: int = 0  # the round of the elimination; 0 while active


@dataclass(frozen=True, slots=True)
class State:
    """A position between two rounds: `cells[y][x]`, and player number n at `players[n - 1]`."""

    cells: tuple[tuple[int, ...], ...]
    players: tuple[Player, ...]
    round: int = 0  # rounds played

    @property
    def width(self) -> int:
        return len(self.cells[0])

    @property
    def height(self) -> int:
        return len(self.cells)

    @property
    def active(self) -> list[int]:
        """The numbers of the players still in the game."""
        return [number for number, player in enumerate(self.players, 1) if player.active]

    @property
    def running(self) -> bool:
        """Whether another round is played: while two are active; alone from the start, while that one is."""
        return len(self.active) >= min(2, len(self.players))


@dataclass(frozen=True, slots=True)
class Move:
    """What one player's movement of one round does to the board; all cells in the order of the steps."""

    marked: tuple[Cell, ...]
    jumped: tuple[Cell, ...]  # gap cells: neither marked nor checked
    end: Cell
    left: bool  # the board


# Start


def place(width: int, height: int, players: tuple[Player, ...]) -> State:
    """A board that is empty but for the heads."""
    heads = {(player.x, player.y): number for number, player in enumerate(players, 1)}
    cells = tuple(tuple(heads.get((x, y), FREE) for x in range(width)) for y in range(height))
    return State(cells, players)


def start(rng: random.Random, players: int | None = None, width: int | None = None, height: int | None = None) -> State:
    """A drawn start; what is not given is drawn too. The board needs at least four columns and two rows."""
    width = rng.randint(SMALLEST, LARGEST) if width is None else width
    height = rng.randint(SMALLEST, LARGEST) if height is None else height
    players = rng.randint(2, 6) if players is None else players
    across, down = width // 4, height // 2  # the size of a block
    order = rng.sample(range(players), players)
    drawn = {}
    for block, index in enumerate(order):
        x = block % 4 * across + rng.randrange(across)
        y = block // 4 * down + rng.randrange(down)
        drawn[index] = Player(x, y, start_direction(x, y, width, height))
    return place(width, height, tuple(drawn[index] for index in range(players)))


def start_direction(x: int, y: int, width: int, height: int) -> str:
    right_half, bottom_half = x > width // 2, y > height // 2
    if bottom_half:
        return "up" if right_half else "right"
    return "left" if right_half else "down"


# One round


def legal(state: State, number: int) -> list[str]:
    """The words that do not take the player's speed over a limit, which is certain death."""
    speed = state.players[number - 1].speed
    limits = {"speed_up": FASTEST, "slow_down": SLOWEST}
    return [word for word in WORDS if limits.get(word) != speed]


def answer(player: Player, action: Action) -> Player:
    """The player with his answer applied; inactive if that, or the lack of one, eliminates him before he moves."""
    if action is None:
        return replace(player, active=False)
    word, broke_a_rule = (action[1], True) if isinstance(action, tuple) else (action, False)
    direction, speed = player.direction, player.speed
    if word in ("turn_left", "turn_right"):
        turn = {"turn_left": -1, "turn_right": 1}[word]
        direction = DIRECTIONS[(DIRECTIONS.index(direction) + turn) % 4]
    elif word in ("speed_up", "slow_down"):
        speed += {"speed_up": 1, "slow_down": -1}[word]
    elif word != "change_nothing":
        raise ValueError(f"{word!r} is no action")
    stays = SLOWEST <= speed <= FASTEST and not broke_a_rule
    return Player(player.x, player.y, direction, speed, stays)


def movement(player: Player, round_number: int, width: int, height: int) -> Move:
    """`speed` steps straight on. Nothing but the edge of the board stops them, trails do not."""
    dx, dy = STEP[player.direction]
    gap_round = round_number % GAP_EVERY == 0 and player.speed >= GAP_SPEED
    x, y = player.x, player.y
    marked: list[Cell] = []
    jumped: list[Cell] = []
    for step in range(player.speed):
        x, y = x + dx, y + dy
        if not (0 <= x < width and 0 <= y < height):
            return Move(tuple(marked), tuple(jumped), (x, y), left=True)
        gap_step = gap_round and 1 <= step <= player.speed - 2
        (jumped if gap_step else marked).append((x, y))
    return Move(tuple(marked), tuple(jumped), (x, y), left=False)


def moves(state: State, actions: Mapping[int, Action]) -> dict[int, Move]:
    """The movements of the next round, of all who are still active after the answers."""
    answered = {number: answer(state.players[number - 1], actions[number]) for number in state.active}
    return {
        number: movement(player, state.round + 1, state.width, state.height)
        for number, player in answered.items()
        if player.active
    }


def play(state: State, actions: Mapping[int, Action]) -> State:
    """The position after a round; `actions` names what every active player did. The given state is left as it is."""
    if not state.running:
        raise ValueError("the game is over")
    if not set(state.active) <= actions.keys():
        raise ValueError(f"players {state.active} act, not {sorted(actions)}")
    round_number = state.round + 1
    made = moves(state, actions)

    # A marked cell is its visitor's if it was free and nobody else marks it in this round, in whatever order they come.
    visits = Counter(cell for move in made.values() for cell in move.marked)
    cells = [list(row) for row in state.cells]
    for number, move in made.items():
        for x, y in move.marked:
            alone = state.cells[y][x] == FREE and visits[x, y] == 1
            cells[y][x] = number if alone else CRASHED

    players = []
    for number, player in enumerate(state.players, 1):
        if player.active:
            player = answer(player, actions[number])
            if number in made:
                move = made[number]
                crashed = any(cells[y][x] == CRASHED for x, y in move.marked)
                x, y = move.end
                player = replace(player, x=x, y=y, active=not (move.left or crashed))
            if not player.active:
                player = replace(player, died=round_number)
        players.append(player)
    return State(tuple(map(tuple, cells)), tuple(players), round_number)


# Result


def winner(state: State) -> int | None:
    """The number of the sole survivor; None while the game runs, or if nobody survived."""
    return None if state.running or not state.active else state.active[0]


def outcome(state: State) -> tuple[float, ...]:
    """Each player's share of the win in a finished game: the survivor's, or split among those who died last."""
    if state.running:
        raise ValueError("the game goes on")
    last = max(player.died for player in state.players)
    won = state.active or [number for number, player in enumerate(state.players, 1) if player.died == last]
    return tuple(1 / len(won) if number in won else 0.0 for number in range(1, len(state.players) + 1))


def points(state: State) -> tuple[int, ...]:
    """How many rounds each player has survived; the round of his death is not one of them."""
    return tuple(state.round if player.active else player.died - 1 for player in state.players)


# JSON: the contest's keys, with the rounds played and the rounds of death. Text: the same in one line


def to_json(state: State) -> dict[str, Any]:
    return {
        "width": state.width,
        "height": state.height,
        "cells": [list(row) for row in state.cells],
        "players": {str(number): player_json(player) for number, player in enumerate(state.players, 1)},
        "running": state.running,
        "round": state.round,
        "died": [player.died for player in state.players],
    }


def player_json(player: Player) -> dict[str, Any]:
    return {
        "x": player.x,
        "y": player.y,
        "direction": player.direction,
        "speed": player.speed,
        "active": player.active,
    }


def to_text(state: State) -> str:
    """`WxH ROUND HEAD… ROWS`: a head is `x,y,direction,speed,died`, the rows are joined by `/`."""
    heads = [f"{player.x},{player.y},{player.direction[0]},{player.speed},{player.died}" for player in state.players]
    rows = "/".join(map(_row_text, state.cells))
    return " ".join([f"{state.width}x{state.height}", str(state.round), *heads, rows])


@lru_cache(maxsize=100_000)  # few rows change in a round
def _row_text(row: tuple[int, ...]) -> str:
    """Numbers count free cells, letters from `a` on are the trails, `x` is a cell entered more than once."""
    runs = [(value, len(list(run))) for value, run in groupby(row)]
    return "".join([str(length) if value == FREE else "xabcdef"[max(value, 0)] * length for value, length in runs])
