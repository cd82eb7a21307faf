"""Sawhian, slow and obvious: the twin that the fast engine is compared with.

Written from the rules page alone. Four players (0 bottom, 1 left, 2 top, 3 right) bring
seven stones each across a 7x7 board; a move is named by its start cell `(x, y)`, the
destination is forced. Two modes differ in what happens to a blocked player:

* `server`: he is eliminated for good; his points and stones stay.
* `pass`: he passes and may come back; four passes in a row end the game as a draw.

Neither costs a ply: the mover of a state always has a move, or the game is over.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Cell = tuple[int, int]
Value = tuple[float, ...]  # one component per player
Weights = Sequence[float]

SIZE = 7
STONES = 7
PLAYERS = range(4)
EMPTY = -1
OFF = 49  # target of a stone that leaves the board
FORWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))

MAX = 1e9  # stands for infinity in the tuples of decided games
SEED_WEIGHTS = (1.436, -0.378, -0.541, -0.366)  # progress, hand, points, crowding

# The scan order: x, then y. Inside this file cell (x, y) goes by its number 7x + y.
CELLS = [(x, y) for x in range(SIZE) for y in range(SIZE)]
NUMBER = {cell: number for number, cell in enumerate(CELLS)}
GLYPH = {EMPTY: ".", 0: "0", 1: "1", 2: "2", 3: "3"}
OWNER = {glyph: owner for owner, glyph in GLYPH.items()}


class IllegalMove(ValueError):
    """The mover cannot play this cell; carries the state and the move."""

    def __init__(self, state: "State", move: Cell) -> None:
        super().__init__(f"{move} is no move of player {state.mover} in {board_text(state)}")
        self.state = state
        self.move = move


@dataclass(frozen=True, slots=True)
class State:
    """A position; `board` holds the owner of each cell in scan order (`board[7 * x + y]`)."""

    board: tuple[int, ...]
    hand: tuple[int, ...]
    points: tuple[int, ...]
    alive: tuple[bool, ...]
    mover: int | None
    mode: Literal["server", "pass"] = "server"
    passes: int = 0  # passes between the last move and the mover; stays 0 in server mode


def distance(player: int, x: int, y: int) -> int:
    """Steps from the player's own edge, 0..6."""
    return (y, x, SIZE - 1 - y, SIZE - 1 - x)[player]


def _cells_ahead(player: int, x: int, y: int) -> list[int]:
    dx, dy = FORWARD[player]
    steps = range(1, SIZE - distance(player, x, y))
    return [7 * (x + i * dx) + y + i * dy for i in steps]


# By player and cell: the distance from his edge, and the cells ahead up to the far edge.
DISTANCE = [[distance(player, x, y) for x, y in CELLS] for player in PLAYERS]
AHEAD = [[_cells_ahead(player, x, y) for x, y in CELLS] for player in PLAYERS]


# Rules


def start(mode: Literal["server", "pass"] = "server") -> State:
    return State((EMPTY,) * 49, (STONES,) * 4, (0,) * 4, (True,) * 4, 0, mode)


def target(board: Sequence[int], hand: Sequence[int], player: int, cell: int) -> int | None:
    """Where the player's stone ends when he plays this cell: a cell, `OFF`, or None if illegal.

    Both the list of moves and their execution rest on this one routine.
    """
    owner = board[cell]
    if owner == EMPTY:
        return cell if DISTANCE[player][cell] == 0 and hand[player] > 0 else None
    if owner != player:
        return None
    ahead = AHEAD[player][cell]
    lane = [board[i] for i in ahead]
    if not lane:
        return OFF
    if lane[0] == EMPTY:
        return ahead[0]
    reached = None
    over = 0  # index of the stone to be jumped next
    while over < len(lane) and lane[over] not in (EMPTY, player):
        if over + 1 == len(lane):
            return OFF
        if lane[over + 1] != EMPTY:
            break
        reached = ahead[over + 1]
        over += 2
    return reached


def legal_moves(state: State) -> list[Cell]:
    """The cells the mover may play, in scan order."""
    player = state.mover
    if player is None:
        return []
    board, hand = state.board, state.hand
    return [CELLS[i] for i in range(49) if target(board, hand, player, i) is not None]


def play(state: State, move: Cell) -> State:
    """The successor; the given state is left as it is."""
    player = state.mover
    if player is None or move not in NUMBER:
        raise IllegalMove(state, move)
    cell = NUMBER[move]
    goal = target(state.board, state.hand, player, cell)
    if goal is None:
        raise IllegalMove(state, move)
    board, hand, points = list(state.board), list(state.hand), list(state.points)
    if board[cell] == EMPTY:
        hand[player] -= 1
    board[cell] = EMPTY
    if goal == OFF:
        points[player] += 1
    else:
        board[goal] = player
    return settle(board, hand, points, state.alive, (player + 1) % 4, state.mode)


def settle(
    board: Sequence[int],
    hand: Sequence[int],
    points: Sequence[int],
    alive: Sequence[bool],
    turn: int,
    mode: Literal["server", "pass"] = "server",
) -> State:
    """The position in which it is the turn of `turn`, or of the first after him who can move.

    Blocked players on the way are eliminated or pass. Nobody is asked once someone has
    taken off his last stone.
    """
    living = list(alive)
    passes = 0
    mover = None
    if max(points) < STONES:
        for player in [(turn + i) % 4 for i in PLAYERS]:
            if not living[player]:
                continue
            if _can_move(board, hand, player):
                mover = player
                break
            if mode == "server":
                living[player] = False
            else:
                passes += 1
    return State(tuple(board), tuple(hand), tuple(points), tuple(living), mover, mode, passes)


def _can_move(board: Sequence[int], hand: Sequence[int], player: int) -> bool:
    return any(target(board, hand, player, cell) is not None for cell in range(49))


def winners(state: State, draws: Literal["all", "points"] = "all") -> list[int]:
    """The winners of a finished game; nobody while it runs.

    The owner of seven points wins alone. Otherwise all with the most points share the win
    in server mode, and all four in pass mode (`draws="points"`: by points there as well).
    """
    if state.mover is not None:
        return []
    best = max(state.points)
    if state.mode == "pass" and draws == "all" and best < STONES:
        return list(PLAYERS)
    return [player for player in PLAYERS if state.points[player] == best]


def shares(state: State, draws: Literal["all", "points"] = "all") -> tuple[float, ...]:
    """Each player's share of the won game: 1/k for k winners; all 0 while it runs."""
    won = winners(state, draws)
    return tuple(1 / len(won) if player in won else 0.0 for player in PLAYERS)


# Text and JSON, as in tests/data/sawhian


def board_text(state: State) -> str:
    """Rows y=0 to y=6, each from x=0 to x=6, joined by `/`."""
    columns = "".join([GLYPH[owner] for owner in state.board])
    return "/".join([columns[y::7] for y in range(SIZE)])


def position_json(state: State) -> dict[str, Any]:
    return {
        "board": board_text(state),
        "hand": list(state.hand),
        "points": list(state.points),
        "alive": [int(alive) for alive in state.alive],
        "mover": state.mover,
    }


def from_json(position: dict[str, Any], mode: Literal["server", "pass"] = "server") -> State:
    """The state as written; the passes before it are not part of the format."""
    rows = position["board"].split("/")
    return State(
        tuple(OWNER[rows[y][x]] for x, y in CELLS),
        tuple(position["hand"]),
        tuple(position["points"]),
        tuple(bool(alive) for alive in position["alive"]),
        position["mover"],
        mode,
    )


# Counting


def struck(before: State, after: State) -> list[int]:
    """Who was eliminated, or passed, between a move and the next one, in order of turn."""
    order = [(before.mover + i) % 4 for i in (1, 2, 3, 4)]
    if before.mode == "pass":
        return order[: after.passes]
    return [player for player in order if before.alive[player] and not after.alive[player]]


def perft(state: State, depth: int, elimination_as_ply: bool = False) -> int:
    """The number of sequences of exactly `depth` plies.

    A ply is a move; with `elimination_as_ply` striking a player out (in pass mode: his
    pass) is one too.
    """
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = play(state, move)
        strikes = len(struck(state, after)) if elimination_as_ply else 0
        left = depth - 1 - strikes
        count += perft(after, left, elimination_as_ply) if left > 0 else 1
    return count


# The seed's evaluation


def features(state: State, player: int, crowding: str = "seed") -> tuple[int, int, int, int]:
    """What the four weights multiply: 8*points + sum of (d+1), hand, points, crowded stones.

    A stone is crowded if the cell in front, where there is one, holds an own stone. The
    seed means that but compares tile codes (0 empty, k+1 a stone of player k) with the
    player's number: player p counts the stones of p-1, and player 0 empty cells.
    """
    stones = [cell for cell in range(49) if state.board[cell] == player]
    progress = sum(DISTANCE[player][cell] + 1 for cell in stones)
    fronts = [AHEAD[player][cell][0] for cell in stones if AHEAD[player][cell]]
    codes = [state.board[cell] + 1 for cell in fronts]
    counted = {"seed": player, "fixed": player + 1}[crowding]
    points = state.points[player]
    return (8 * points + progress, state.hand[player], points, codes.count(counted))


def mean_free(raw: Sequence[float]) -> Value:
    mean = (raw[0] + raw[1] + raw[2] + raw[3]) / 4
    return (raw[0] - mean, raw[1] - mean, raw[2] - mean, raw[3] - mean)


def evaluate(state: State, weights: Weights, crowding: str = "seed") -> Value:
    """The mean-free tuple of a running game.

    Summed left to right over the integer features, so that another implementation can
    repeat it to the last bit; weights that are multiples of 1/4 make it exact in any order.
    """
    w0, w1, w2, w3 = weights
    raw = []
    for player in PLAYERS:
        f0, f1, f2, f3 = features(state, player, crowding)
        raw.append(w0 * f0 + w1 * f1 + w2 * f2 + w3 * f3)
    return mean_free(raw)


def terminal_value(won: Sequence[int]) -> Value:
    """A single winner +MAX; tied winners 0; everybody else -MAX. Never made mean-free."""
    top = MAX if len(won) == 1 else 0.0
    return tuple(top if player in won else -MAX for player in PLAYERS)


def blocked_value(player: int) -> Value:
    """The seed's tuple for a node at which this player is to move and cannot."""
    return tuple(-MAX if other == player else 0.0 for other in PLAYERS)


# Naive max^n


@dataclass(frozen=True, slots=True)
class Branch:
    """An inner node of a game tree: whose choice it is, and `(move, child)` in order."""

    mover: int
    children: Sequence[tuple[Any, Any]]


def maxn(
    state: State,
    depth: int,
    weights: Weights,
    ties: Literal["first", "last"] = "last",
    cut: bool = False,
    blocked: Literal["tuple", "play"] = "tuple",
    crowding: Literal["seed", "fixed"] = "seed",
    draws: Literal["all", "points"] = "all",
) -> tuple[Value, Cell | None, int]:
    """Value, best move and number of nodes (root not counted) of a full-width search.

    `blocked="tuple"` is the seed's treatment of a move after which the next player cannot
    move: its value is that player's `blocked_value` unless the game is over, and it is not
    searched further. `blocked="play"` plays on.

    `cut` is the seed's unsound cut: a node stops when its best tuple so far is, for the
    parent's mover, no better than what he has found among the node's elder siblings. An
    eldest child is never cut, nor is the root; a player who moves twice running (all others
    out) is compared with himself like any other.
    """

    def opened(node: State | Value, depth: int) -> Branch | Value:
        if not isinstance(node, State):
            return node
        if node.mover is None:
            return terminal_value(winners(node, draws))
        if depth == 0:
            return evaluate(node, weights, crowding)
        return Branch(node.mover, [(move, child(node, move)) for move in legal_moves(node)])

    def child(node: State, move: Cell) -> State | Value:
        after = play(node, move)
        if blocked == "tuple" and after.mover is not None and (out := struck(node, after)):
            return blocked_value(out[0])
        return after

    return _search(state, depth, opened, ties, cut)


def maxn_tree(
    tree: Branch | Value, ties: Literal["first", "last"] = "last", cut: bool = False
) -> tuple[Value, Any, int]:
    """`maxn` over a tree written out: a leaf is a value, an inner node a `Branch`."""
    return _search(tree, 0, lambda node, _: node, ties, cut)


def _search(
    node: Any,
    depth: int,
    opened: Callable[[Any, int], Branch | Value],
    ties: str,
    cut: bool,
    parent: tuple[int, float] | None = None,
) -> tuple[Value, Any, int]:
    """`parent`: its mover and the best value he has found so far; None before the first."""
    branch = opened(node, depth)
    if not isinstance(branch, Branch):
        return branch, None, 0
    me = branch.mover
    best, best_move, nodes = None, None, 0
    for move, child in branch.children:
        bound = None if best is None else (me, best[me])
        value, _, below = _search(child, depth - 1, opened, ties, cut, bound)
        nodes += 1 + below
        if best is None or value[me] > best[me] or (ties == "last" and value[me] == best[me]):
            best, best_move = value, move
        # Unsound: a later child may be better for both. Only parent and child are compared.
        if cut and parent is not None and best[parent[0]] <= parent[1]:
            break
    return best, best_move, nodes


def random_game(rng: Any, mode: Literal["server", "pass"] = "server") -> Iterator[State]:
    """All positions of a game of uniformly random moves, from the start to the end."""
    state = start(mode)
    yield state
    while state.mover is not None:
        state = play(state, rng.choice(legal_moves(state)))
        yield state
