"""Ganz schön clever on a terminal: the person's sheet in 80 columns, the others in a line each, options by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rich.text import Text

from reineke.arena.people import Step, Table
from reineke.game import Game, GameError, View
from reineke.games.clever.board import situation
from reineke.games.clever.paper import (
    AREAS,
    BLUE_COLUMNS,
    BLUE_POINTS,
    BLUE_ROWS,
    GREEN_LIMITS,
    GREEN_POINTS,
    ORANGE_TIMES,
    ROUND_BONUSES,
    TRACK,
    TRACK_BONUSES,
    YELLOW,
    YELLOW_CELLS,
    YELLOW_COLUMNS,
    YELLOW_ROWS,
)
from reineke.games.clever.position import Place, Position, effects, meaning, name, read
from reineke.games.clever.sheet import Sheet
from reineke.games.clever.words import chance, consequence, count

INKS = {
    "yellow": "yellow3",
    "blue": "dodger_blue1",
    "green": "green3",
    "orange": "dark_orange",
    "purple": "medium_purple1",
    "white": "bold",
}
SHORT = 14
"""Up to so many options are listed with what they do; more of them by name alone, until `help` is asked for."""
LEGEND = "RR re-roll  +1 extra die  FOX fox  yX bX gX cross  o4 o5 o6 p6 number  (…) earned  [...] may be marked"


def board(game: Game, state: Any, view: View | None) -> Text:
    """The dice, the sheet of the person (of the seat that acts, where nobody plays), and a line for every other. At the
    end all sheets."""
    place = read(game.json(state), game.spec)
    seat = view.seat if view is not None else place.seat
    boxes = {(what.area, what.box) for what in (meaning(place, action) for action in (view.legal if view else ()))}
    lines = [_head(place), _dice(place), Text()]
    if place.phase == "over":
        for other in range(len(place.sheets)):
            lines += [*_sheet(place, other, set()), Text()]
        return Text("\n").join(lines[:-1])
    lines += [*_sheet(place, seat, boxes), *[Text()] * (len(place.sheets) > 1)]
    for other, sheet in enumerate(place.sheets):
        if other != seat:
            lines.append(_summary(place, other, sheet))
    return Text("\n").join(lines)


# The board.


def _head(place: Position) -> Text:
    words = situation(place)
    line = Text.assemble((f"Round {place.round} of {place.options.rounds}", "bold"), f" · {words}")
    ahead = [f"{n} {bonus}" for n, bonus in enumerate(ROUND_BONUSES, 1) if bonus and n > place.round]
    if ahead and place.options.bonuses:
        line.append(f"   (still to come: {', '.join(ahead)})".replace("X6", "X or 6"), style="dim")
    return line


def _dice(place: Position) -> Text:
    line = Text()
    left_over = bool(place.lying("rest"))
    groups: list[tuple[Place, str]] = [
        ("pool", "rolled"),
        ("field", "chosen"),
        ("tray", "tray"),
        ("rest", "not offered"),
    ]
    for group, words in groups:
        dice = [die for die in place.lying(group) if die.face is not None or die.air]
        if not dice or (group == "pool" and left_over):
            continue
        line.append(f"{words} " if not len(line) else f"   {words} ", style="dim")
        for number, die in enumerate(dice):
            used = " dim strike" if die.colour[0] in place.sheet.used else ""
            line.append(" " * bool(number)).append(f"{die.colour} {die.face or '?'}", style=INKS[die.colour] + used)
    return line


def _sheet(place: Position, seat: int, boxes: set[tuple[str, int]]) -> list[Text]:
    """The five areas; boxes that may be marked now stand in brackets."""
    sheet, points = place.sheets[seat], place.sheets[seat].areas
    who = f"Seat {seat}: " if len(place.sheets) > 1 else ""
    spent = {kind: sheet.earned(kind, place.options, place.round) for kind in ("RR", "+1")}
    total = Text.assemble((f"{who}{count(sheet.score(place.options), 'point', 'points')}", "bold"))
    total.append(f"   re-rolls {sheet.rerolls} (of {spent['RR']})   extra dice +1: {sheet.pluses} (of {spent['+1']})")
    foxes = f"   {count(sheet.foxes, 'fox', 'foxes')} × {sheet.lowest(place.options)}"
    lines = [total.append(foxes), Text()]
    left, right = _yellow(sheet, boxes, points["yellow"]), _blue(sheet, boxes, points["blue"])
    lines += [_pad(one, 40) + other for one, other in zip(left, right, strict=True)]
    lines.append(Text())
    for area in AREAS[2:]:
        lines += _track(area, sheet, boxes, points[area])
    return lines


def _cell(area: str, box: int, words: str, marked: bool, boxes: Iterable[tuple[str, int]], width: int = 5) -> Text:
    if (area, box) in boxes:
        return Text(f"[{words}]".center(width), style=f"bold reverse {INKS[area]}")
    return Text((words if not marked else words or "x").center(width), style="bold" if marked else INKS[area])


def _title(area: str, points: int, words: str = "") -> Text:
    title = Text.assemble((f"{area.upper()} ", f"bold {INKS[area]}"), (str(points), "bold"))
    return title.append(f"  {words}", style="dim") if words else title


def _yellow(sheet: Sheet, boxes: set[tuple[str, int]], points: int) -> list[Text]:
    lines = [_title("yellow", points)]
    for row in range(4):
        cells = {column: box for box, (line, column) in enumerate(YELLOW_CELLS) if line == row}
        text = Text()
        for column in range(4):
            box = cells.get(column)
            marked = box is None or box in sheet.yellow
            text += _cell("yellow", -1 if box is None else box, "x" if marked else str(YELLOW[box or 0]), marked, boxes)
        group, bonus = YELLOW_ROWS[row]
        lines.append(text.append("  → ", style="dim") + _bonus(bonus, sheet.yellow.issuperset(group)))
    below = Text()
    for group, worth in YELLOW_COLUMNS:
        below.append(f"{worth}".center(5), style="bold" if sheet.yellow.issuperset(group) else "dim")
    return [*lines, below.append("  ↘ ", style="dim") + _bonus("+1", sheet.yellow.issuperset((0, 4, 7, 11)))]


def _blue(sheet: Sheet, boxes: set[tuple[str, int]], points: int) -> list[Text]:
    marked = len(sheet.blue)
    crosses = count(marked, "cross", "crosses")
    more = f"{crosses}, the next makes {BLUE_POINTS[marked + 1]}" if marked < TRACK else "all eleven"
    lines = [_title("blue", points, more)]
    for row, (values, bonus) in enumerate(BLUE_ROWS):
        text = Text(" " * 5 if row == 0 else "")
        for value in values:
            text += _cell("blue", value, "x" if value in sheet.blue else str(value), value in sheet.blue, boxes)
        lines.append(text.append("  → ", style="dim") + _bonus(bonus, sheet.blue.issuperset(values)))
    below = Text()
    for group, bonus in BLUE_COLUMNS:
        below += _bonus(bonus, sheet.blue.issuperset(group), 5)
    return [*lines, below, Text()]


def _bonus(bonus: str, earned: bool, width: int = 0) -> Text:
    """A bonus; in brackets with a tick's place once it is earned."""
    return Text((f"({bonus})" if earned else bonus).center(width), style="dim" if earned else "bold")


def _track(area: str, sheet: Sheet, boxes: set[tuple[str, int]], points: int) -> list[Text]:
    numbers: Sequence[int | str]
    if area == "green":
        numbers, free = ["x"] * sheet.green, [f"≥{limit}" for limit in GREEN_LIMITS]
        more = f"next box makes {GREEN_POINTS[sheet.green + 1]}" if sheet.green < TRACK else "full"
    elif area == "orange":
        numbers, free, more = sheet.orange, [f"×{times}" if times > 1 else "·" for times in ORANGE_TIMES], ""
    else:
        last = sheet.purple[-1] if sheet.purple else 6
        above = "any number comes next" if last == 6 else f"above {last} comes next"
        numbers, free, more = sheet.purple, ["·"] * TRACK, above
    line, below = Text(), Text()
    for box in range(TRACK):
        marked = box < len(numbers)
        line += _cell(area, box, str(numbers[box]) if marked else free[box], marked, boxes, 6)
        below += _bonus(TRACK_BONUSES[area][box], marked, 6) if TRACK_BONUSES[area][box] else Text(" " * 6)
    return [_title(area, points, more), line, below]


def _summary(place: Position, seat: int, sheet: Sheet) -> Text:
    areas = "  ".join(f"{area} {points}" for area, points in sheet.areas.items())
    line = Text.assemble((f"Seat {seat}: {count(sheet.score(place.options), 'point', 'points')}", "bold"))
    return line.append(f"   {areas}   {count(sheet.foxes, 'fox', 'foxes')}   RR {sheet.rerolls}   +1 {sheet.pluses}")


def _pad(text: Text, width: int) -> Text:
    return text + Text(" " * max(0, width - text.cell_len))


# What the person may do.


def options(view: View, *, whole: bool = False) -> list[Text]:
    """The legal actions: number, words, and what each would do where there are not too many of them."""
    place = _place(view)
    names = [name(meaning(place, action)) for action in view.legal]
    if len(names) > SHORT and not whole:
        stars = ["*" if _sets_off(place, action) else "" for action in view.legal]
        numbered = [f"{number} {words}{star}" for number, (words, star) in enumerate(zip(names, stars, strict=True), 1)]
        wide = max(map(len, numbered)) + 3
        rows = -(-len(numbered) // max(1, 80 // wide))
        lines = [Text("".join(one.ljust(wide) for one in numbered[row::rows]).rstrip()) for row in range(rows)]
        return [*lines, Text("* sets off a bonus; help tells which", style="dim")] if any(stars) else lines
    wide = max(map(len, names))
    found = []
    for number, (action, words) in enumerate(zip(view.legal, names, strict=True), 1):
        ink = INKS.get(meaning(place, action).die, "bold")
        line = Text(f"{number:3} ").append(words.ljust(wide), style=ink)
        found.append(line.append(f"  {consequence(place, action)}", style="dim"))
    return found


def _sets_off(place: Position, action: int) -> bool:
    return any(event.kind == "bonus" for event in effects(place, action)[1])


def _place(view: View) -> Position:
    return read(view.game.json(view.info), view.game.spec)


def understand(view: View, words: str) -> int | None:
    """The legal action that is meant by the number of an option or by words such as `white yellow 5 upper`, `w y5` or
    `cross blue 7`; None if there is none. Raises `GameError` where several are meant."""
    typed = re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|[:,/]", " ", words.strip().lower()).split()
    if not typed:
        return None
    if len(typed) == 1 and typed[0].isdigit() and 1 <= int(typed[0]) <= len(view.legal):
        return view.legal[int(typed[0]) - 1]
    place = _place(view)
    known = {action: name(meaning(place, action)) for action in view.legal}
    found = [action for action, said in known.items() if _fits(typed, said.split())]
    exact = [action for action in found if len(known[action].split()) == len(typed)]
    if len(found) == 1 or len(exact) == 1:
        return (exact or found)[0]
    if found:
        raise GameError(f"{words.strip()!r} may be {' or '.join(known[action] for action in found[:6])}")
    return None


def _fits(typed: Sequence[str], said: Sequence[str]) -> bool:
    """Whether every word typed begins the word in its place. A colour may be said twice: `yellow yellow 5`."""
    if len(typed) > 1 and typed[0] == typed[1] and not (len(said) > 1 and said[0] == said[1]):
        typed = typed[1:]
    pairs = list(zip(typed, said, strict=False))
    return len(typed) <= len(said) and all(
        whole == word if word.isdigit() else whole.startswith(word) for word, whole in pairs
    )


# What happens.


def words(view: View, action: int) -> str:
    """An action as people say it."""
    return name(meaning(_place(view), action))


def tell(table: Table, step: Step, called: Callable[[int], Text]) -> Iterator[Text]:
    """A roll at once, and actions by what they do."""
    played, game = step.played, table.game
    place = read(game.json(step.state), game.spec)
    said = None if played.chance is None else chance(place, played.chance)
    if said is not None:
        yield Text(said)
    for seat, action in played.actions:
        yield called(seat) + Text(f" {_done(place, action, you=seat == table.person)}")


def _done(place: Position, action: int, *, you: bool) -> str:
    """What somebody did, as a sentence goes on after his name."""
    what = meaning(place, action)
    verbs = {"pass": ("passes", "pass"), "reroll": ("rolls again", "roll again")}
    verb = verbs.get(what.kind, ("takes", "take"))[you]
    if what.kind == "reroll":
        return verb
    said = verb if what.kind == "pass" else f"{verb} {name(what)}"
    return f"{said}: {consequence(place, action)}"
