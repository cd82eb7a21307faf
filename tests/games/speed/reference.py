"""Who reaches which cell first, by brute force: what fast territories of spe_ed are compared with."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from tests.games.speed import twin
from tests.games.speed.twin import Cell, Player, State

Cells = Sequence[Sequence[int]]  # cells[y][x], as in a state
BATTLEFRONT = -1


def voronoi(cells: Cells, heads: Sequence[Cell | None]) -> list[list[int | None]]:
    """Per cell `[y][x]` the index in `heads` of whom it is nearest to, one step a cell and through free cells only.

    `BATTLEFRONT` where two or more arrive first together, None where nobody does. A head None, or outside the board,
    as of a dead player, reaches nothing.
    """
    reached = [{} if head is None else distances(cells, head) for head in heads]

    def owner(cell: Cell) -> int | None:
        arrivals = {index: steps[cell] for index, steps in enumerate(reached) if cell in steps}
        first = [index for index, steps in arrivals.items() if steps == min(arrivals.values())]
        if not first:
            return None
        return first[0] if len(first) == 1 else BATTLEFRONT

    return [[owner((x, y)) for x in range(len(row))] for y, row in enumerate(cells)]


def distances(cells: Cells, head: Cell) -> dict[Cell, int]:
    """The steps from a head, whose own cell counts as taken, to each free cell that it reaches."""
    found: dict[Cell, int] = {}
    frontier = [head] if _inside(cells, *head) else []
    steps = 0
    while frontier:
        steps += 1
        around = {(x + dx, y + dy) for x, y in frontier for dx, dy in twin.STEP.values()}
        frontier = [(x, y) for x, y in around - found.keys() if _inside(cells, x, y) and cells[y][x] == twin.FREE]
        found |= dict.fromkeys(frontier, steps)
    return found


def _inside(cells: Cells, x: int, y: int) -> bool:
    return 0 <= y < len(cells) and 0 <= x < len(cells[y])


def arrival(state: State, seat: int, max_speed: int) -> list[list[int | None]]:
    """Per cell `[y][x]` in how many rounds player number `seat + 1` can mark it at the earliest, None if never.

    Walls are the cells taken now, whatever he and the others mark later: no move enters one, except over gap cells. He
    never speeds up beyond `max_speed`; a higher speed that he has already may stay. A cell that he jumps is not marked
    by that.
    """
    earliest: list[list[int | None]] = [[None] * state.width for _ in range(state.height)]
    moves = cache(partial(_moves, state, max_speed))  # the same player, the same moves, in all rounds without gaps
    frontier = {player for player in (state.players[seat],) if player.active}
    # What he can do depends on the number of the round only by its place among six.
    seen: set[tuple[Player, int]] = set()
    rounds = 0
    while frontier:
        rounds += 1
        phase = (state.round + rounds) % twin.GAP_EVERY
        reached = set()
        for player in frontier:
            for after, marked in moves(player, phase == 0):
                for x, y in marked:
                    if earliest[y][x] is None:
                        earliest[y][x] = rounds
                reached.add((after, phase))
        frontier = {player for player, _ in reached - seen}
        seen |= reached
    return earliest


def _moves(state: State, max_speed: int, player: Player, gap_round: bool) -> list[tuple[Player, tuple[Cell, ...]]]:
    """How the player can stand after a round in which he runs into nothing that is there now, and what he marks."""
    found = []
    for word in twin.WORDS:
        after = twin.answer(player, word)
        if not after.active or after.speed > max(player.speed, max_speed):
            continue
        move = twin.movement(after, twin.GAP_EVERY if gap_round else 1, state.width, state.height)
        if not move.left and all(state.cells[y][x] == twin.FREE for x, y in move.marked):
            x, y = move.end
            found.append((replace(after, x=x, y=y), move.marked))
    return found
