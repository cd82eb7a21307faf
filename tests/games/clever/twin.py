"""Ganz schön clever, slow and obvious: the twin that the fast engine is compared with.

Written from the rules page alone, box by box; names of actions and the text of a position are those of the library.
Seats are numbered from 0, dice are called by the letters of their colours: y b g o p and w for white.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

# The score sheet

DICE = "ybgopw"
AREAS = {"y": "yellow", "b": "blue", "g": "green", "o": "orange", "p": "purple"}

PRINTED = 0  # a cross is printed there
YELLOW = ((3, 6, 5, PRINTED), (2, 1, PRINTED, 5), (1, PRINTED, 2, 4), (PRINTED, 3, 4, 6))
YELLOW_BOXES = [(row, column) for row in range(4) for column in range(4) if YELLOW[row][column] != PRINTED]
YELLOW_COLUMN_POINTS = (10, 14, 16, 20)
BLUE_BOXES = range(2, 13)
BLUE_POINTS = (0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)  # by the number of crosses
GREEN_LIMITS = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6)
GREEN_POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66)  # by the number of crosses
ORANGE_TIMES = (1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3)
LENGTH = 11  # boxes of green, orange and purple

# What completing a group of boxes earns: rows stand before columns and the diagonal.
YELLOW_GROUPS = [
    ("row0", [(0, 0), (0, 1), (0, 2), (0, 3)], "bX"),
    ("row1", [(1, 0), (1, 1), (1, 2), (1, 3)], "o4"),
    ("row2", [(2, 0), (2, 1), (2, 2), (2, 3)], "gX"),
    ("row3", [(3, 0), (3, 1), (3, 2), (3, 3)], "FOX"),
    ("diag", [(0, 0), (1, 1), (2, 2), (3, 3)], "+1"),
]
BLUE_GROUPS = [
    ("row0", [2, 3, 4], "o5"),
    ("row1", [5, 6, 7, 8], "yX"),
    ("row2", [9, 10, 11, 12], "FOX"),
    ("col0", [5, 9], "RR"),
    ("col1", [2, 6, 10], "gX"),
    ("col2", [3, 7, 11], "p6"),
    ("col3", [4, 8, 12], "+1"),
]
GREEN_BONUS = {4: "+1", 6: "bX", 7: "FOX", 9: "p6", 10: "RR"}
ORANGE_BONUS = {3: "RR", 5: "yX", 6: "+1", 8: "FOX", 10: "p6"}
PURPLE_BONUS = {3: "RR", 4: "bX", 5: "+1", 6: "yX", 7: "FOX", 8: "RR", 9: "gX", 10: "o6", 11: "+1"}
ROUND_BONUS = {1: "RR", 2: "+1", 3: "RR"}  # and the free choice of round 4
FREE_CHOICE_ROUND = 4
LOTS = ("yX", "bX", "gX", "o6", "p6")  # one of them is drawn in round 4 of the thesis

ROUNDS = {1: 6, 2: 6, 3: 5, 4: 4}  # by seats
ROLLS = 3  # a turn
TRAY = 3  # dice, alone

# Actions, in the order of their numbers

YELLOW_NAMES = [f"y{index}" for index in range(12)]
ACTIONS = [
    *(f"y:{box}" for box in YELLOW_NAMES),
    *("b:b", "g:g", "o:o", "p:p"),
    *(f"w:{box}" for box in YELLOW_NAMES),
    *("w:b", "w:g", "w:o", "w:p"),
    *(f"x{box}" for box in YELLOW_NAMES),
    *(f"xb{value}" for value in BLUE_BOXES),
    *("xg", "xo", "xp"),
    *("reroll", "pass"),
]
NUMBER = {name: number for number, name in enumerate(ACTIONS)}

OVER, CHANCE = -1, -2  # turns of nobody


@dataclass(frozen=True, slots=True)
class Options:
    seats: int = 1
    mode: str = "official"  # or "thesis"
    masks: str = "strict"  # or "source"
    areas: str = "ybgop"
    dice: str = "ybgopw"
    bonuses: str = "on"  # or "off"

    @property
    def spec(self) -> str:
        """The game's name with every option that is not the default."""
        default = Options()
        named = [(name, getattr(self, name)) for name in ("seats", "mode", "masks", "areas", "dice", "bonuses")]
        changed = [f"{name}={value}" for name, value in named if value != getattr(default, name)]
        return f"clever({','.join(changed)})" if changed else "clever"

    @property
    def thesis(self) -> bool:
        return self.mode == "thesis"


@dataclass(slots=True)
class Sheet:
    yellow: list[tuple[int, int]] = field(default_factory=list)  # crossed boxes, by row and column
    blue: list[int] = field(default_factory=list)  # crossed boxes
    green: int = 0  # crosses
    orange: list[int] = field(default_factory=list)  # written numbers, already multiplied
    purple: list[int] = field(default_factory=list)
    rerolls: int = 0  # held
    plus_ones: int = 0  # held
    foxes: int = 0
    waiting: list[tuple[str, str]] = field(default_factory=list)  # yX and bX with their sources, first in, first out
    used: list[str] = field(default_factory=list)  # dice taken by +1 in this phase

    def copy(self) -> "Sheet":
        lists = {name: list(getattr(self, name)) for name in ("yellow", "blue", "orange", "purple", "waiting", "used")}
        return replace(self, **lists)  # type: ignore[arg-type]


@dataclass(slots=True)
class State:
    options: Options
    sheets: list[Sheet]
    faces: dict[str, int | None]  # None: in the air
    places: dict[str, str]  # pool, field, tray, rest
    round: int = 0
    active: int = 0  # whose turn it is
    phase: str = ""  # roll, plus, tray, pass, four, over
    seat: int = 0  # who decides in it
    roll: int = 0
    rerolls: int = 0  # of this roll
    after_tray: bool = False  # alone: the passive half of the turn
    chosen: bool = False  # the phase's choice is made, only the bonuses it set off are left
    events: list[dict[str, Any]] = field(default_factory=list)  # of the last step

    def copy(self) -> "State":
        sheets = [sheet.copy() for sheet in self.sheets]
        return replace(self, sheets=sheets, faces=dict(self.faces), places=dict(self.places), events=[])

    @property
    def sheet(self) -> Sheet:
        """Of the seat that decides."""
        return self.sheets[self.seat]

    def dice(self, *places: str) -> list[str]:
        """The dice that lie in one of these places, in order."""
        return [die for die in self.options.dice if self.places[die] in places]


# Free boxes


def free_yellow(state: State, sheet: Sheet) -> list[tuple[int, int]]:
    return [box for box in YELLOW_BOXES if "y" in state.options.areas and box not in sheet.yellow]


def free_blue(state: State, sheet: Sheet) -> list[int]:
    return [value for value in BLUE_BOXES if "b" in state.options.areas and value not in sheet.blue]


def green_is_free(state: State, sheet: Sheet) -> bool:
    return "g" in state.options.areas and sheet.green < LENGTH


def orange_is_free(state: State, sheet: Sheet) -> bool:
    return "o" in state.options.areas and len(sheet.orange) < LENGTH


def purple_is_free(state: State, sheet: Sheet) -> bool:
    return "p" in state.options.areas and len(sheet.purple) < LENGTH


# What a die may be used for


def uses(state: State, sheet: Sheet, dice: list[str]) -> list[str]:
    """The names of all marks that one of these dice can make."""
    names = []
    for die in dice:
        face = shown(state, die)
        if die in "yw":
            for box in free_yellow(state, sheet):
                if YELLOW[box[0]][box[1]] == face:
                    names.append(f"{die}:y{YELLOW_BOXES.index(box)}")
        if die in "bw" and {"b", "w"} <= set(state.options.dice) and blue_sum(state) in free_blue(state, sheet):
            names.append(f"{die}:b")
        if die in "gw" and green_is_free(state, sheet) and reaches(state, face, GREEN_LIMITS[sheet.green]):
            names.append(f"{die}:g")
        if die in "ow" and orange_is_free(state, sheet):
            names.append(f"{die}:o")
        if die in "pw" and purple_is_free(state, sheet) and is_greater(state, sheet, die, dice):
            names.append(f"{die}:p")
    return names


def shown(state: State, die: str) -> int:
    face = state.faces[die]
    assert face is not None, f"{die} is in the air"
    return face


def blue_sum(state: State) -> int:
    """Of the blue and the white die, wherever they lie."""
    return shown(state, "b") + shown(state, "w")


def reaches(state: State, face: int, limit: int) -> bool:
    """Green: the die shows at least the number of the box; the source of the thesis bars five pairs instead."""
    if state.options.masks == "source":
        return (face, limit) not in [(2, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    return face >= limit


def is_greater(state: State, sheet: Sheet, die: str, dice: list[str]) -> bool:
    """Purple: the die shows more than the number before, anything after a 6. In the source of the thesis one of the
    purple and the white die opens the box to both."""
    last = sheet.purple[-1] if sheet.purple else 0
    asked = [other for other in dice if other in "pw"] if state.options.masks == "source" else [die]
    return last == 6 or any(shown(state, other) > last for other in asked)


# Marks and what they set off


def use(state: State, seat: int, name: str) -> None:
    """Enters a die: `y:y3`, `w:b`."""
    die, area = name.split(":")
    if area == "b":
        mark(state, seat, "blue", blue_sum(state), "die")
    elif area in "gop":
        mark(state, seat, AREAS[area], shown(state, die), "die")
    else:
        mark(state, seat, "yellow", YELLOW_BOXES[int(area[1:])], "die")


def cross(state: State, seat: int, name: str, source: str) -> None:
    """Carries out a bonus that leaves a choice: `xy3`, `xb12`, `xg`, `xo`, `xp`."""
    if name.startswith("xy"):
        mark(state, seat, "yellow", YELLOW_BOXES[int(name[2:])], f"yX {source}")
    elif name.startswith("xb"):
        mark(state, seat, "blue", int(name[2:]), f"bX {source}")
    else:
        area, kind = {"xg": ("green", "gX"), "xo": ("orange", "o6"), "xp": ("purple", "p6")}[name]
        mark(state, seat, area, 6, f"{kind} {source}")


def mark(state: State, seat: int, area: str, what: Any, via: str) -> None:
    """Marks a box (yellow, blue) or the next one with a number (green, orange, purple), then gives what that earns."""
    sheet = state.sheets[seat]
    earned: list[tuple[str, str]] = []  # kind and source
    if area == "yellow":
        sheet.yellow.append(what)
        target: dict[str, Any] = {"area": area, "box": list(what)}
        for name, boxes, kind in YELLOW_GROUPS:
            if what in boxes and all(crossed(sheet, box) for box in boxes):
                earned.append((kind, f"yellow:{name}"))
    elif area == "blue":
        sheet.blue.append(what)
        target = {"area": area, "value": what}
        for name, values, kind in BLUE_GROUPS:
            if what in values and all(value in sheet.blue for value in values):
                earned.append((kind, f"blue:{name}"))
    elif area == "green":
        sheet.green += 1
        position, bonus = sheet.green, GREEN_BONUS
        target = {"area": area, "pos": position}
    elif area == "orange":
        sheet.orange.append(what * ORANGE_TIMES[len(sheet.orange)])
        position, bonus = len(sheet.orange), ORANGE_BONUS
        target = {"area": area, "pos": position, "write": sheet.orange[-1]}
    else:
        sheet.purple.append(what)
        position, bonus = len(sheet.purple), PURPLE_BONUS
        target = {"area": area, "pos": position, "write": what}
    if area in ("green", "orange", "purple") and position in bonus:
        earned.append((bonus[position], f"{area}:{position}"))
    state.events.append({"mark": target, "via": via})
    for kind, source in earned:
        give(state, seat, kind, source)


def crossed(sheet: Sheet, box: tuple[int, int]) -> bool:
    return YELLOW[box[0]][box[1]] == PRINTED or box in sheet.yellow


def give(state: State, seat: int, kind: str, source: str) -> None:
    """A bonus. Held ones count up, yX and bX wait for the seat's choice, the others are carried out at once, with all
    that they set off; what is impossible is lost."""
    if state.options.bonuses == "off":
        return
    sheet = state.sheets[seat]

    def note(result: str) -> None:
        state.events.append({"bonus": kind, "from": source, "result": result})

    if kind in ("RR", "+1", "FOX"):
        sheet.rerolls += kind == "RR"
        sheet.plus_ones += kind == "+1"
        sheet.foxes += kind == "FOX"
        note("gained")
    elif not is_possible(state, sheet, kind):
        note("lost")
    elif kind in ("yX", "bX"):
        sheet.waiting.append((kind, source))
        note("pending")
    else:
        note("applied")
        area = {"g": "green", "o": "orange", "p": "purple"}[kind[0]]
        mark(state, seat, area, 0 if kind == "gX" else int(kind[1]), f"{kind} {source}")


def is_possible(state: State, sheet: Sheet, kind: str) -> bool:
    """Whether the area that the bonus is for has a free box."""
    free: dict[str, Callable[[State, Sheet], Any]] = {
        "y": free_yellow,
        "b": free_blue,
        "g": green_is_free,
        "o": orange_is_free,
        "p": purple_is_free,
    }
    return bool(free[kind[0]](state, sheet))


# Points


def areas(sheet: Sheet) -> list[int]:
    """The points of yellow, blue, green, orange, purple."""
    columns = [all(crossed(sheet, (row, column)) for row in range(4)) for column in range(4)]
    return [
        sum(points for points, full in zip(YELLOW_COLUMN_POINTS, columns, strict=True) if full),
        BLUE_POINTS[len(sheet.blue)],
        GREEN_POINTS[sheet.green],
        sum(sheet.orange),
        sum(sheet.purple),
    ]


def score(state: State, seat: int) -> int:
    """The areas, and every fox is worth as much as the weakest of those that exist."""
    points = areas(state.sheets[seat])
    lowest = min(points["ybgop".index(area)] for area in state.options.areas)
    return sum(points) + state.sheets[seat].foxes * lowest


def points(state: State) -> list[float]:
    return [float(score(state, seat)) for seat in range(state.options.seats)]


def outcome(state: State) -> list[float]:
    """Alone the score; else one point for the winner, by score, then by the best single area, then shared."""
    if state.options.seats == 1:
        return points(state)
    ranks = [(score(state, seat), max(areas(sheet))) for seat, sheet in enumerate(state.sheets)]
    winners = ranks.count(max(ranks))
    return [1 / winners if rank == max(ranks) else 0.0 for rank in ranks]


# The course of the game


def start(options: Options = Options()) -> State:  # noqa: B008
    sheets = [Sheet() for _ in range(options.seats)]
    state = State(options, sheets, dict.fromkeys(options.dice), dict.fromkeys(options.dice, "pool"))
    begin_round(state)
    return state


def begin_round(state: State) -> None:
    state.round += 1
    state.active = 0
    if state.round in ROUND_BONUS:
        for seat in range(state.options.seats):
            give(state, seat, ROUND_BONUS[state.round], f"round{state.round}")
    if state.round == FREE_CHOICE_ROUND and state.options.bonuses == "on":
        throw(state, state.dice("pool", "field", "tray", "rest"))
        state.phase = "four"
        begin_free_choice(state, 0)
    else:
        begin_turn(state)


def begin_free_choice(state: State, seat: int) -> None:
    """The first seat from this one on with anything left to mark chooses."""
    while seat < state.options.seats:
        state.seat = seat
        if state.options.thesis:
            return
        if free_choices(state):
            state.events.append({"bonus": "round4", "from": "round4", "result": "pending"})
            return
        seat += 1
    begin_turn(state)


def begin_turn(state: State) -> None:
    state.phase, state.seat, state.roll, state.rerolls = "roll", state.active, 1, 0
    state.after_tray = False
    throw(state, state.dice("pool", "field", "tray", "rest"))


def throw(state: State, dice: list[str]) -> None:
    for die in dice:
        state.faces[die] = None
        state.places[die] = "pool"


def begin_plus(state: State, seat: int) -> None:
    state.phase, state.seat = "plus", seat
    if not plus_uses(state):
        end_plus(state)


def plus_uses(state: State) -> list[str]:
    """Any die, wherever it lies, but each only once."""
    if state.sheet.plus_ones == 0:
        return []
    return uses(state, state.sheet, [die for die in state.options.dice if die not in state.sheet.used])


def end_plus(state: State) -> None:
    state.sheet.used.clear()
    seats = state.options.seats
    following = (state.seat + 1) % seats
    if seats == 1 and not state.after_tray:
        state.after_tray = True
        state.phase = "tray"
        throw(state, state.dice("pool", "field", "tray", "rest"))
    elif following != state.active:
        state.phase, state.seat = "pass", following
    elif state.active + 1 < seats:
        state.active += 1
        begin_turn(state)
    elif state.round < ROUNDS[seats]:
        begin_round(state)
    else:
        state.phase = "over"


def end_active_turn(state: State) -> None:
    if state.options.thesis and state.round == ROUNDS[1]:
        state.phase = "over"
    else:
        begin_plus(state, state.active)


def go_on(state: State) -> None:
    """Asks for the next waiting bonus, or leaves the phase if its choice is made."""
    waiting = state.sheet.waiting
    while waiting and not is_possible(state, state.sheet, waiting[0][0]):
        state.events.append({"drop": waiting.pop(0)[0]})
    if waiting or not state.chosen:
        return
    state.chosen = False
    if state.phase == "roll":
        if state.roll < ROLLS and state.dice("pool"):
            state.roll, state.rerolls = state.roll + 1, 0
            throw(state, state.dice("pool"))
        else:
            end_active_turn(state)
    elif state.phase in ("plus", "pass"):
        begin_plus(state, state.seat)
    elif state.phase == "four":
        begin_free_choice(state, state.seat + 1)


# The tray of the passive turn alone


def fill_tray(state: State) -> None:
    """Once all dice lie: those that surely belong on the tray."""
    size = min(TRAY, len(state.options.dice))
    if state.options.thesis:
        sure = list(state.options.dice) if len(state.options.dice) == size else []
    else:
        border = sorted(shown(state, die) for die in state.options.dice)[size - 1]
        sure = [die for die in state.options.dice if shown(state, die) < border]
        tied = [die for die in state.options.dice if shown(state, die) == border]
        if len(sure) + len(tied) == size:
            sure += tied
    for die in sure:
        state.places[die] = "tray"
    if not drawn_dice(state):
        show_tray(state)


def drawn_dice(state: State) -> list[str]:
    """The dice one of which is drawn for the tray next: any in the thesis, else those that tie for the last places."""
    if len(state.dice("tray")) == min(TRAY, len(state.options.dice)):
        return []
    pool = state.dice("pool")
    if state.options.thesis:
        return pool
    lowest = min(shown(state, die) for die in pool)
    return [die for die in pool if shown(state, die) == lowest]


def show_tray(state: State) -> None:
    for die in state.dice("pool"):
        state.places[die] = "rest"
    state.phase, state.seat = "pass", 0


# Turns, actions, chance


def turn(state: State) -> int:
    if state.phase == "over":
        return OVER
    if state.sheet.waiting:
        return state.seat
    if state.phase == "tray" or (state.phase == "four" and state.options.thesis):
        return CHANCE
    if state.phase == "roll" and in_the_air(state):
        return CHANCE
    return state.seat


def in_the_air(state: State) -> list[str]:
    return [die for die in state.options.dice if state.faces[die] is None]


def odds(state: State) -> list[tuple[int, float]]:
    """Of a chance turn: faces from 0, numbers of dice, or lots of round 4."""
    if state.phase == "four":
        return [(lot, 1 / len(LOTS)) for lot in range(len(LOTS))]
    if in_the_air(state):
        return [(face, 1 / 6) for face in range(6)]
    drawn = drawn_dice(state)
    return [(DICE.index(die), 1 / len(drawn)) for die in drawn]


def event(state: State) -> tuple[Any, ...]:
    """What a chance turn is about, whatever was chosen before."""
    if state.phase == "four":
        return (state.round, "four")
    die = in_the_air(state)[0] if in_the_air(state) else f"place {len(state.dice('tray'))}"
    if state.phase == "tray":
        return (state.round, "tray", die)
    return (state.round, state.active, state.roll, state.rerolls, die)


def legal_names(state: State) -> list[str]:
    sheet = state.sheet
    if sheet.waiting:
        return crosses(state, sheet.waiting[0][0])
    if state.phase == "four":
        return free_choices(state)
    if state.phase == "plus":
        return [*plus_uses(state), "pass"]
    if state.phase == "pass":
        return [*passive_uses(state), "pass"]
    usable = uses(state, sheet, state.dice("pool"))
    return [*usable, *(["reroll"] if sheet.rerolls else []), *([] if usable else ["pass"])]


def crosses(state: State, kind: str) -> list[str]:
    if kind == "yX":
        return [f"xy{YELLOW_BOXES.index(box)}" for box in free_yellow(state, state.sheet)]
    return [f"xb{value}" for value in free_blue(state, state.sheet)]


def free_choices(state: State) -> list[str]:
    """Round 4: any yellow or blue box, the next green one, a 6 in orange or purple."""
    names = [*crosses(state, "yX"), *crosses(state, "bX")]
    names += ["xg"] if green_is_free(state, state.sheet) else []
    names += ["xo"] if orange_is_free(state, state.sheet) else []
    names += ["xp"] if purple_is_free(state, state.sheet) else []
    return names


def passive_uses(state: State) -> list[str]:
    """A die of the tray; if none of them can be used, with several seats one of the active player's fields."""
    usable = uses(state, state.sheet, state.dice("tray"))
    if not usable and state.options.seats > 1:
        return uses(state, state.sheet, state.dice("field"))
    return usable


def legal(state: State) -> list[int]:
    return sorted(NUMBER[name] for name in legal_names(state))


def play(state: State, action: int) -> State:
    """The position after an action or a chance outcome; the given one stays as it is."""
    after = state.copy()
    if turn(state) == CHANCE:
        happen(after, action)
    else:
        choose(after, ACTIONS[action])
    go_on(after)
    return after


def happen(state: State, result: int) -> None:
    if state.phase == "four":
        state.chosen = True
        give(state, state.seat, LOTS[result], "round4")
    elif in_the_air(state):
        state.faces[in_the_air(state)[0]] = result + 1
        if state.phase == "tray" and not in_the_air(state):
            fill_tray(state)
    else:
        state.places[DICE[result]] = "tray"
        if not drawn_dice(state):
            show_tray(state)


def choose(state: State, name: str) -> None:
    assert name in legal_names(state), f"{name} is not legal"
    if state.sheet.waiting:
        _, source = state.sheet.waiting.pop(0)
        cross(state, state.seat, name, source)
    elif state.phase == "four":
        state.chosen = True
        cross(state, state.seat, name, "round4")
    elif name == "reroll":
        state.sheet.rerolls -= 1
        state.rerolls += 1
        throw(state, state.dice("pool"))
    elif name == "pass" and state.phase == "plus":
        end_plus(state)
    else:
        state.chosen = True
        if state.phase == "roll":
            move_dice(state, name)
        if state.phase == "plus":
            state.sheet.plus_ones -= 1
            state.sheet.used.append(name[0])
        if name != "pass":
            use(state, state.seat, name)


def move_dice(state: State, name: str) -> None:
    """The chosen die onto a field and lower ones onto the tray; after the last roll all that is left."""
    if name != "pass":
        state.places[name[0]] = "field"
        for die in state.dice("pool"):
            if shown(state, die) < shown(state, name[0]):
                state.places[die] = "tray"
    if state.roll == ROLLS:
        for die in state.dice("pool"):
            state.places[die] = "tray"


# Text


def text(state: State) -> str:
    return " ".join(
        [f"{state.round}.{state.active}.{phase_text(state)}", dice_text(state), *map(sheet_text, state.sheets)]
    )


def phase_text(state: State) -> str:
    if state.phase == "roll":
        return f"roll{state.roll}" + (f"+{state.rerolls}" if state.rerolls else "")
    if state.phase in ("tray", "over") or (state.phase == "four" and state.options.thesis):
        return state.phase
    return f"{state.phase}{state.seat}"


def dice_text(state: State) -> str:
    """Faces with the first letters of their places. Dice that do not exist lie with those that were not taken."""
    nowhere = "rest" if state.after_tray and state.phase in ("pass", "plus", "over") else "pool"
    return "/".join(f"{face_text(state, die)}{state.places.get(die, nowhere)[0]}" for die in DICE)


def face_text(state: State, die: str) -> str:
    """What lies there; a dash for a die that does not exist, or waits for the first roll of the round."""
    if die not in state.options.dice or state.phase == "four":
        return "-"
    face = state.faces[die]
    return "?" if face is None else str(face)


def sheet_text(sheet: Sheet) -> str:
    return "|".join(
        [
            "".join("1" if box in sheet.yellow else "0" for box in YELLOW_BOXES),
            "".join("1" if value in sheet.blue else "0" for value in BLUE_BOXES),
            str(sheet.green),
            ".".join(map(str, sheet.orange)),
            ".".join(map(str, sheet.purple)),
            f"{sheet.rerolls}+{sheet.plus_ones}+{sheet.foxes}",
            "".join(kind[0] for kind, _ in sheet.waiting),
            "".join(die for die in DICE if die in sheet.used),
        ]
    )


def read(line: str, options: Options = Options()) -> State:  # noqa: B008
    """The position behind a text; nothing is checked. Sources of waiting bonuses are not in it."""
    head, dice, *sheets = line.split(" ")
    round_number, active, name = head.split(".")
    rolled = dict(zip(DICE, dice.split("/"), strict=True))
    state = State(
        options,
        [read_sheet(sheet) for sheet in sheets],
        {die: None if rolled[die][0] in "?-" else int(rolled[die][0]) for die in options.dice},
        {die: {"p": "pool", "f": "field", "t": "tray", "r": "rest"}[rolled[die][1]] for die in options.dice},
        int(round_number),
        int(active),
    )
    state.phase = name.rstrip("+0123456789")
    rest = name.removeprefix(state.phase)
    if state.phase == "roll":
        roll, _, rerolls = rest.partition("+")
        state.roll, state.rerolls, state.seat = int(roll), int(rerolls or 0), state.active
    else:
        state.seat = int(rest or 0)
    # Alone: on the tray of the passive half nothing lies on a field. After an active half without a pick there is no +1
    # phase, since nothing could be used; the thesis ends with an active half.
    ambiguous = state.phase == "plus" or (state.phase == "over" and not options.thesis)
    passive = state.phase in ("tray", "pass") or (ambiguous and not state.dice("field"))
    state.after_tray = options.seats == 1 and passive
    state.chosen = bool(state.sheet.waiting)
    return state


def read_sheet(text: str) -> Sheet:
    yellow, blue, green, orange, purple, actions, waiting, used = text.split("|")
    rerolls, plus_ones, foxes = map(int, actions.split("+"))
    return Sheet(
        [box for box, crossed_out in zip(YELLOW_BOXES, yellow, strict=True) if crossed_out == "1"],
        [value for value, crossed_out in zip(BLUE_BOXES, blue, strict=True) if crossed_out == "1"],
        int(green),
        [int(number) for number in orange.split(".") if number],
        [int(number) for number in purple.split(".") if number],
        rerolls,
        plus_ones,
        foxes,
        [(f"{letter}X", "?") for letter in waiting],
        list(used),
    )
