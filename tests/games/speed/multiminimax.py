"""Multi-Minimax with Voronoi regions, readable and slow: what the compiled search is compared with.

Written from the published description alone, as a plain minimax without pruning. Players are numbered from 1 as in the
twin, actions are indices of `twin.WORDS`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.games.speed import twin
from tests.games.speed.reference import BATTLEFRONT, Cells, distances, voronoi
from tests.games.speed.twin import Cell, Player, State

CELL = 2**17  # what a cell of territory is worth; the bonus for open cells stays below one
WIN, LOSS = 2**40, -(2**40)  # beyond any number of cells
SWITCHES = ("hug", "endgame", "reduced", "kamikaze", "heed")


@dataclass(frozen=True)
class Options:
    """The extensions, by the names that the agent's spec has; as they stand here, the published algorithm."""

    depth: int = 4  # plies, two a round, also where nobody answers
    voronoi: bool = False
    hug: bool = False
    endgame: bool = False
    reduced: bool = False
    cap: int = twin.FASTEST
    window: int | None = None
    offset: int = 0
    kamikaze: bool = False
    fear: int = 2  # opponents kill themselves: by any crash, by driving into the player alone, never
    caution: int = 0  # what it costs, in cells, to drive where somebody may drive in the same round
    clash: int = 0  # what a certain crash with somebody in the first round would cost, in hundredths of the value
    heed: bool = False  # those who are left out of the search keep their territory

    def spec(self, name: str = "multiminimax", **more: object) -> str:
        """The agent with these options that searches this depth and no other."""
        given = {
            "depth": self.depth,
            "deepen": "off",
            "voronoi": "plain" if self.voronoi else "off",
            "cap": "off" if self.cap == twin.FASTEST else self.cap,
            "window": self.window or "off",
            "offset": self.offset,
            "fear": self.fear,
            "clash": self.clash,
            "caution": self.caution,
            **{key: "on" if getattr(self, key) else "off" for key in SWITCHES},
        }
        return f"{name}({','.join(f'{key}={value}' for key, value in (given | more).items())})"


@dataclass(frozen=True)
class Answer:
    """An action, and what every action is worth; nothing where it was not searched for."""

    action: int
    values: dict[int, int] = field(default_factory=dict)
    nodes: int = 0


def decide(state: State, number: int, options: Options) -> Answer:
    """The action with the highest value, the lowest number among equals."""
    if options.kamikaze:
        taken_along = kamikaze(state, number)
        if taken_along is not None:
            return Answer(taken_along)
    scene = prepare(state, number, options)
    search = Search(options, scene)
    values = {action: careful(state, number, action, value, options) for action, value in search.root().items()}
    return Answer(max(values, key=lambda action: (values[action], -action)), values, search.nodes)


# Before the search: who and what counts


@dataclass(frozen=True)
class Scene:
    """A position as the search sees it."""

    cells: Cells
    round: int
    me: Player
    foes: tuple[Player, ...]  # none: only own moves are searched
    cap: int
    idle: tuple[Player, ...] = ()  # left out of the search, yet with territory


def prepare(state: State, number: int, options: Options) -> Scene:
    me = state.players[number - 1]
    others = tuple(player for player in state.players if player.active and player is not me)
    scene = chosen(state, me, others, options)
    idle = tuple(other for other in others if other not in scene.foes) if options.heed else ()
    return replace(scene, idle=idle)


def chosen(state: State, me: Player, foes: tuple[Player, ...], options: Options) -> Scene:
    """The cells that count and the opponents to reckon with."""
    cells: Cells = state.cells
    if options.window is not None:
        radius = window_radius(me, foes, options.window, options.offset)
        cells = [
            [value if distance(me, (x, y)) <= radius else twin.CRASHED for x, value in enumerate(row)]
            for y, row in enumerate(cells)
        ]
        foes = tuple(foe for foe in foes if distance(me, head(foe)) <= radius)
    if options.endgame and not any(reachable(cells, head(me), head(foe)) for foe in foes):
        return Scene(cells, state.round, me, (), twin.FASTEST)
    if options.reduced:
        met = meeting(cells, [head(me), *map(head, foes)])
        foes = tuple(foe for index, foe in enumerate(foes, 1) if index in met)
    return Scene(cells, state.round, me, foes, options.cap)


def window_radius(me: Player, foes: Sequence[Player], size: int, offset: int) -> int:
    """Half the size; if nobody is within, as far as the nearest and the offset beyond."""
    nearest = min((distance(me, head(foe)) for foe in foes), default=0)
    return size // 2 if nearest <= size // 2 else nearest + offset


def head(player: Player) -> Cell:
    return player.x, player.y


def distance(me: Player, cell: Cell) -> int:
    """The larger of the columns and the rows between."""
    return max(abs(me.x - cell[0]), abs(me.y - cell[1]))


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in twin.STEP.values()]


def reachable(cells: Cells, here: Cell, there: Cell) -> bool:
    """Through free cells, without a jump; or side by side."""
    return there in beside(here) or any(cell in distances(cells, here) for cell in beside(there))


def meeting(cells: Cells, heads: Sequence[Cell]) -> set[int]:
    """The heads whose regions are beside that of the first, or border on one battlefront with it.

    A head is part of its region here, so that whoever has nothing else still contests the cells around.
    """
    owners = {(x, y): owner for y, row in enumerate(voronoi(cells, heads)) for x, owner in enumerate(row)}
    owners |= {place: index for index, place in enumerate(heads)}
    front = {cell for cell, owner in owners.items() if owner == BATTLEFRONT}
    found = {owners.get(near) for cell, owner in owners.items() if owner == 0 for near in beside(cell)}
    while front:
        piece = {front.pop()}
        while more := {near for cell in piece for near in beside(cell)} & front:
            piece |= more
            front -= more
        borders = {owners.get(near) for cell in piece for near in beside(cell)}
        if 0 in borders:
            found |= borders
    return {owner for owner in found if owner is not None and owner > 0}


# The search


class Search:
    """Minimax against one opponent at a time; the others stand still."""

    def __init__(self, options: Options, scene: Scene) -> None:
        self.options = options
        self.scene = scene
        self.rounds = options.depth // 2
        self.nodes = 0

    def root(self) -> dict[int, int]:
        """The value of each own action: the worst among the opponents."""
        scene = self.scene
        cells = tuple(map(tuple, scene.cells))
        seen = scene.foes + scene.idle
        positions = [
            (State(cells, (scene.me, foe), scene.round), tuple(head(other) for other in seen if other != foe))
            for foe in scene.foes
        ] or [(State(cells, (scene.me,), scene.round), tuple(map(head, scene.idle)))]
        return {
            twin.WORDS.index(word): min(self.answered(state, standing, word) for state, standing in positions)
            for word in self.words(scene.me)
        }

    def words(self, player: Player) -> Iterator[str]:
        """What a player may answer: nothing that leaves the range of speeds, no speed above the cap."""
        for word in twin.WORDS:
            after = twin.answer(player, word)
            if after.active and after.speed <= max(player.speed, self.scene.cap):
                yield word

    def best(self, state: State, standing: tuple[Cell, ...]) -> int:
        """The value of a position: the player chooses."""
        return max(self.answered(state, standing, word) for word in self.words(state.players[0]))

    def answered(self, state: State, standing: tuple[Cell, ...], word: str) -> int:
        """The value of an own action: the opponent knows it and answers, then both are played in one round."""
        if len(state.players) == 1:
            return self.played(twin.play(state, {1: word}), standing)
        answers = list(self.words(state.players[1]))
        if self.options.fear < 2:
            answers = [answer for answer in answers if survives(state, 2, answer)] or answers
        after = [twin.play(state, {1: word, 2: answer}) for answer in answers]
        if self.options.fear == 0:
            after = [state for state in after if state.active] or after[:1]
        return min(self.played(state, standing) for state in after)

    def played(self, state: State, standing: tuple[Cell, ...]) -> int:
        """The value after a round."""
        rounds = state.round - self.scene.round
        if not state.players[0].active:
            return LOSS + rounds if self.options.voronoi else rounds - 1
        if rounds == self.rounds or not all(player.active for player in state.players):
            self.nodes += 1
            return self.territory(state, standing) if self.options.voronoi else self.survival(state, rounds)
        return self.best(state, standing)

    def survival(self, state: State, rounds: int) -> int:
        """The published evaluation: won if only the opponent is out, else the depth that was reached."""
        out = any(not foe.active for foe in state.players[1:])
        return WIN if out and any(survives(state, 1, word) for word in twin.legal(state, 1)) else rounds

    def territory(self, state: State, standing: tuple[Cell, ...]) -> int:
        """The own region less the opponent's, and the bonus."""
        moved = [head(player) if player.active else None for player in state.players]
        regions = first_reached(state.cells, [*moved, *standing])
        theirs = len(regions[1]) if len(moved) > 1 else 0
        bonus = openness(state.cells, regions[0]) if self.options.hug else 0
        return CELL * (len(regions[0]) - theirs) + bonus


def first_reached(cells: Cells, heads: Sequence[Cell | None]) -> list[set[Cell]]:
    """Each head's region: the cells that it reaches before all the others."""
    reached = [{} if place is None else distances(cells, place) for place in heads]
    regions = []
    for index, mine in enumerate(reached):
        others = reached[:index] + reached[index + 1 :]
        regions.append(
            {cell for cell, steps in mine.items() if all(steps < other.get(cell, 10**9) for other in others)}
        )
    return regions


def openness(cells: Cells, region: set[Cell]) -> int:
    """The free cells beside each cell of a region, summed: who leaves open space together drives along walls."""
    height, width = len(cells), len(cells[0])
    around = [cell for inside in region for cell in beside(inside)]
    return sum(0 <= x < width and 0 <= y < height and cells[y][x] == twin.FREE for x, y in around)


# The next round only


def next_move(state: State, number: int, word: str) -> twin.Move:
    player = twin.answer(state.players[number - 1], word)
    return twin.movement(player, state.round + 1, state.width, state.height)


def survives(state: State, number: int, word: str) -> bool:
    """Whether a legal action runs into nothing that is there now."""
    move = next_move(state, number, word)
    return not move.left and all(state.cells[y][x] == twin.FREE for x, y in move.marked)


def kamikaze(state: State, number: int) -> int | None:
    """In certain death, the action that takes away most of the others' ways to survive; None if there is none."""
    words = twin.legal(state, number)
    if any(survives(state, number, word) for word in words):
        return None
    killed = {word: killed_share(state, number, word) for word in words}
    best = max(words, key=lambda word: killed[word])
    return twin.WORDS.index(best) if killed[best] else None


def killed_share(state: State, number: int, word: str) -> Fraction:
    """Per opponent the share of surviving actions that this one kills, summed."""
    mine = set(next_move(state, number, word).marked)
    total = Fraction(0)
    for foe in set(state.active) - {number}:
        theirs = [next_move(state, foe, other) for other in twin.legal(state, foe) if survives(state, foe, other)]
        if theirs:
            total += Fraction(sum(not mine.isdisjoint(move.marked) for move in theirs), len(theirs))
    return total


OFTEN = dict(zip(twin.WORDS, (6, 2, 2, 1, 1), strict=True))  # how often an action is believed to be played


def crash(state: State, number: int, word: str) -> float:
    """How likely somebody marks the same cells in the next round, if nobody drives into what is there now."""
    if not survives(state, number, word):
        return 0.0
    mine, spared = set(next_move(state, number, word).marked), 1.0
    for foe in sorted(set(state.active) - {number}):
        theirs = [other for other in twin.legal(state, foe) if survives(state, foe, other)]
        met = [other for other in theirs if not mine.isdisjoint(next_move(state, foe, other).marked)]
        if theirs:
            spared *= 1 - sum(map(OFTEN.__getitem__, met)) / sum(map(OFTEN.__getitem__, theirs))
    return 1 - spared


def careful(state: State, number: int, action: int, value: int, options: Options) -> int:
    """What is left of a value for fear of a crash in the next round."""
    if options.caution and safety(state, number, twin.WORDS[action]) == 1:
        value -= options.caution * CELL
    chance = crash(state, number, twin.WORDS[action]) * options.clash / 100
    return int(value * (1 - chance)) if value > 0 and chance > 0 else value


def safety(state: State, number: int, word: str) -> int:
    """2: survives the round whatever the others do; 1: unless another marks the same cells; 0: certain death."""
    if not survives(state, number, word):
        return 0
    mine = next_move(state, number, word).marked
    others = set(state.active) - {number}
    met = any(
        not set(mine).isdisjoint(next_move(state, foe, other).marked)
        for foe in others
        for other in twin.legal(state, foe)
    )
    return 1 if met else 2


def safest(state: State, number: int, cap: int = twin.FASTEST) -> int:
    """The answer before any depth is finished: the lowest of the safest actions within the cap."""
    speed = state.players[number - 1].speed
    words = [word for word in twin.legal(state, number) if word != "speed_up" or speed < cap]
    return twin.WORDS.index(max(words, key=lambda word: safety(state, number, word)))
