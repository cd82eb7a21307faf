"""One sheet as a picture: the five areas as everybody knows them, the bars of actions, foxes and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reineke.games.clever.paper import (
    AREAS,
    BLUE_CELLS,
    BLUE_COLUMNS,
    BLUE_POINTS,
    BLUE_ROWS,
    GREEN_LIMITS,
    GREEN_POINTS,
    ORANGE_TIMES,
    TRACK,
    TRACK_BONUSES,
    YELLOW,
    YELLOW_CELLS,
    YELLOW_COLUMNS,
    YELLOW_DIAGONAL,
    YELLOW_ROWS,
    Options,
)
from reineke.games.clever.sheet import Sheet
from reineke.games.clever.style import badge, cross, shape
from reineke.games.svg import number, short, text

WIDTH, HEIGHT = 712.0, 832.0
PAD = 14.0
BOX = 46.0
STEP = 54.0  # from box to box in yellow and blue
PITCH = 59.0  # from box to box on a track
ACTIONS = 7
FOXES = 5
Point = tuple[float, float]


@dataclass(frozen=True)
class Offer:
    """What may be marked in a box, by which action, and what a search says of it."""

    action: int
    die: str
    words: str = ""
    best: bool = False


Offers = Mapping[tuple[str, int], Sequence[Offer]]
"""By area and box, as in `Event`."""


@dataclass(frozen=True)
class Page:
    """A sheet and where it is drawn."""

    seat: int
    sheet: Sheet
    options: Options
    round: int
    name: str
    moves: bool
    offers: Offers
    x: float
    y: float

    def parts(self) -> Iterator[str]:
        """The whole sheet."""
        yield f'<g id="sheet-{self.seat}" transform="translate({number(self.x)} {number(self.y)})">'
        yield shape(0, 0, WIDTH, HEIGHT, "cl-card", 14)
        if self.moves:
            yield shape(1, 1, WIDTH - 2, HEIGHT - 2, "cl-hint", 13, id=f"mover-{self.seat}")
        yield from self._head()
        yield from self._yellow(PAD, 108)
        yield from self._blue(PAD + 348, 108)
        yield from self._green(406)
        yield from self._track("orange", 537)
        yield from self._track("purple", 649)
        yield from self._totals(762)
        yield "</g>"

    # Above: who it is, and what is held.

    def _head(self) -> Iterator[str]:
        yield text(PAD + 4, 36, short(self.name, 34), size=21, classes="cl-bold", id=f"name-{self.seat}")
        score = str(self.sheet.score(self.options))
        yield text(
            WIDTH - PAD - 6, 40, score, size=34, classes="cl-bold cl-num", anchor="end", id=f"points-{self.seat}"
        )
        yield text(WIDTH - PAD - 16 - 24 * len(score), 40, "points", size=13, classes="cl-soft", anchor="end")
        at = PAD + 16.0
        for action, held in (("RR", self.sheet.rerolls), ("+1", self.sheet.pluses)):
            yield badge(at, 76, action, earned=False)
            earned = self.sheet.earned(action, self.options, self.round)
            for index in range(ACTIONS):
                yield from self._action(at + 32 + 27 * index, 76, action, index, earned - held, earned)
            at += 260
        yield text(at - 14, 81, "foxes", size=13, classes="cl-soft")
        for index in range(FOXES):
            gained = index < self.sheet.foxes
            marks = f'id="fox-{self.seat}-{index}" data-earned="{int(gained)}"'
            yield f'<circle class="cl-slot" {marks} cx="{number(at + 38 + 25 * index)}" cy="76" r="10"/>'
            if gained:
                yield badge(at + 38 + 25 * index, 76, "FOX", earned=False, radius=11)

    def _action(self, x: float, y: float, action: str, index: int, spent: int, earned: int) -> Iterator[str]:
        """One place of a bar: not earned yet, held, or spent, which is crossed out."""
        word = "RR" if action == "RR" else "plus"
        state = "spent" if index < spent else "held" if index < earned else "open"
        marks = f'id="{word}-{self.seat}-{index}" data-state="{state}"'
        classes = {"held": "cl-black", "spent": "cl-track", "open": "cl-slot"}[state]
        yield f'<circle class="{classes}" {marks} cx="{number(x)}" cy="{number(y)}" r="10"/>'
        if state == "spent":
            yield cross(x, y, 5.5, "cl-spent")

    # The areas.

    def _area(self, area: str, x: float, y: float, width: float, height: float) -> Iterator[str]:
        letter = area[0]
        faint = "" if self.options.has(area) else ' opacity="0.3"'
        yield f'<g class="cl-area" data-area="{area}"{faint}>'
        yield shape(x, y, width, height, f"cl-t{letter}", 10)
        yield text(x + 12, y + 21, area.capitalize(), size=14, classes=f"cl-bold cl-d{letter}")
        points = str(self.sheet.areas[area])
        yield text(x + width - 12, y + 21, points, size=15, classes=f"cl-bold cl-num cl-d{letter}", anchor="end")

    def _box(
        self, area: str, box: int, x: float, y: float, words: str, marked: str | None, size: float = 17
    ) -> Iterator[str]:
        """A box, its upper left corner at (x, y). `marked` is a cross (empty), a number, or None while it is free."""
        offers = self.offers.get((area, box), ())
        actions = "".join(f" {offer.action}" for offer in offers).strip()
        known = {"data_actions": actions} if offers else {}
        name = f"{area}-{self.seat}-{box}"
        yield shape(x, y, BOX, BOX, "cl-box", 7, id=name, data_marked="0" if marked is None else "1", **known)
        mid = x + BOX / 2
        if marked is None:
            told = min(2, sum(bool(offer.words) for offer in offers))
            high, large = ((29.0, size), (22.0, size), (12.0, 12.0))[told]
            yield text(mid, y + high, words, size=large, classes=f"cl-num cl-d{area[0]}", anchor="middle")
        elif marked:
            yield text(mid, y + 32, marked, size=24, classes="cl-bold cl-num", anchor="middle")
        else:
            yield text(mid, y + 29, words, size=size, classes="cl-num cl-soft", anchor="middle", opacity="0.5")
            yield cross(mid, y + BOX / 2, 14)
        if offers:
            yield from self._offers(offers, x, y)

    def _offers(self, offers: Sequence[Offer], x: float, y: float) -> Iterator[str]:
        """A frame around a box that may be marked, and what a search says of it: one pill for each die."""
        yield shape(x - 1, y - 1, BOX + 2, BOX + 2, "cl-hint", 8)
        for index, offer in enumerate(reversed([offer for offer in offers if offer.words])):
            yield pill(x + 2, y + BOX - 18 - 16 * index, BOX - 4, offer)

    def _yellow(self, x: float, y: float) -> Iterator[str]:
        yield from self._area("yellow", x, y, 336, 290)
        sheet, left, top = self.sheet, x + 26, y + 34
        for box, (row, column) in enumerate(YELLOW_CELLS):
            marked = "" if box in sheet.yellow else None
            yield from self._box("yellow", box, left + STEP * column, top + STEP * row, str(YELLOW[box]), marked)
        for row in range(4):  # the printed crosses lie on the other diagonal
            at, high = left + STEP * (3 - row), top + STEP * row
            yield shape(at, high, BOX, BOX, "cl-xy", 7, opacity="0.45")
            yield cross(at + BOX / 2, high + BOX / 2, 13, "cl-thin")
        for row, (boxes, bonus) in enumerate(YELLOW_ROWS):
            high = top + STEP * row + BOX / 2
            yield self._arrow(left + 4 * STEP - 4, high, 14, 0)
            yield self._bonus(left + 4 * STEP + 26, high, bonus, sheet.yellow.issuperset(boxes))
        for column, (boxes, points) in enumerate(YELLOW_COLUMNS):
            at, high = left + STEP * column + BOX / 2, top + 4 * STEP + 17
            done = sheet.yellow.issuperset(boxes)
            yield f'<circle class="{"cl-xy" if done else "cl-box"}" cx="{number(at)}" cy="{number(high)}" r="15"/>'
            words = f"cl-bold cl-num cl-{'iy' if done else 'dy'}"
            yield text(at, high + 5, str(points), size=14, classes=words, anchor="middle")
        diagonal, bonus = YELLOW_DIAGONAL
        yield self._arrow(left + 4 * STEP - 6, top + 4 * STEP - 8, 12, 12)
        yield self._bonus(left + 4 * STEP + 26, top + 4 * STEP + 17, bonus, sheet.yellow.issuperset(diagonal))
        yield "</g>"

    def _blue(self, x: float, y: float) -> Iterator[str]:
        yield from self._area("blue", x, y, 336, 290)
        sheet, left, top = self.sheet, x + 26, y + 84
        yield text(left, top + 20, "blue", size=12, classes="cl-bold cl-db")
        yield text(left, top + 35, "+ white", size=12, classes="cl-bold cl-db")
        for value, (row, column) in enumerate(BLUE_CELLS, 2):
            marked = "" if value in sheet.blue else None
            yield from self._box("blue", value, left + STEP * column, top + STEP * row, str(value), marked)
        for row, (values, bonus) in enumerate(BLUE_ROWS):
            high = top + STEP * row + BOX / 2
            yield self._arrow(left + 4 * STEP - 4, high, 14, 0)
            yield self._bonus(left + 4 * STEP + 26, high, bonus, sheet.blue.issuperset(values))
        for column, (values, bonus) in enumerate(BLUE_COLUMNS):
            at = left + STEP * column + BOX / 2
            yield self._arrow(at, top + 3 * STEP - 4, 0, 10)
            yield self._bonus(at, top + 3 * STEP + 24, bonus, sheet.blue.issuperset(values))
        wide = 27.6
        for count in range(1, TRACK + 1):
            at, now = x + 16 + wide * (count - 1), count == len(sheet.blue)
            yield shape(at, y + 32, wide - 2, 40, "cl-xb" if now else "cl-box", 5)
            ink = "cl-ib" if now else "cl-db"
            yield text(at + wide / 2 - 1, y + 46, f"{count}×", size=10.5, classes=f"cl-num {ink}", anchor="middle")
            points = str(BLUE_POINTS[count])
            yield text(at + wide / 2 - 1, y + 65, points, size=14, classes=f"cl-bold cl-num {ink}", anchor="middle")
        yield "</g>"

    def _green(self, y: float) -> Iterator[str]:
        sheet, left, top = self.sheet, PAD + 26, y + 45
        yield from self._area("green", PAD, y, WIDTH - 2 * PAD, 123)
        for box in range(TRACK):
            at, now = left + PITCH * box, box + 1 == sheet.green
            words = f"{'cl-bold ' if now else ''}cl-num cl-dg"
            yield text(at + BOX / 2, top - 6, str(GREEN_POINTS[box + 1]), size=13, classes=words, anchor="middle")
            yield from self._box("green", box, at, top, f"≥{GREEN_LIMITS[box]}", "" if box < sheet.green else None)
            yield from self._below("green", box, at, top, box < sheet.green)
        yield "</g>"

    def _track(self, area: str, y: float) -> Iterator[str]:
        numbers = self.sheet.orange if area == "orange" else self.sheet.purple
        left, top = PAD + 26, y + 27
        yield from self._area(area, PAD, y, WIDTH - 2 * PAD, 104)
        for box in range(TRACK):
            at = left + PITCH * box
            words = "" if area == "purple" or ORANGE_TIMES[box] == 1 else f"×{ORANGE_TIMES[box]}"
            marked = str(numbers[box]) if box < len(numbers) else None
            yield from self._box(area, box, at, top, words, marked)
            if area == "purple" and box:
                yield text(at - 7, top + 29, "<", size=15, classes="cl-bold cl-dp", anchor="middle")
            yield from self._below(area, box, at, top, box < len(numbers))
        yield "</g>"

    def _below(self, area: str, box: int, x: float, y: float, marked: bool) -> Iterator[str]:
        bonus = TRACK_BONUSES[area][box]
        if bonus:
            yield self._bonus(x + BOX / 2, y + BOX + 16, bonus, marked)

    def _bonus(self, x: float, y: float, bonus: str, earned: bool) -> str:
        if not self.options.bonuses:
            return ""
        return badge(x, y, bonus, earned=earned)

    def _arrow(self, x: float, y: float, dx: float, dy: float) -> str:
        return f'<path class="cl-thin" d="M{number(x)},{number(y)} l{number(dx)},{number(dy)}"/>'

    # Below: what it is worth.

    def _totals(self, y: float) -> Iterator[str]:
        areas, at = self.sheet.areas, PAD
        for area in AREAS:
            faint = "" if self.options.has(area) else ' opacity="0.3"'
            yield f"<g{faint}>{shape(at, y, 74, 56, f'cl-x{area[0]}', 9)}"
            ink, mid = f"cl-i{area[0]}", at + 37
            yield text(mid, y + 19, area, size=12, classes=ink, anchor="middle")
            points = str(areas[area])
            more = {"id": f"area-{self.seat}-{area}"}
            yield text(mid, y + 45, points, size=22, classes=f"cl-bold cl-num {ink}", anchor="middle", **more) + "</g>"
            at += 74
            yield text(at + 10, y + 36, "+", size=18, classes="cl-bold", anchor="middle")
            at += 20
        lowest, foxes = self.sheet.lowest(self.options), self.sheet.foxes
        yield shape(at, y, 110, 56, "cl-black", 9)
        words = "fox" if foxes == 1 else "foxes"
        yield text(at + 55, y + 19, f"{foxes} {words} × {lowest}", size=12, classes="cl-onblack", anchor="middle")
        yield text(at + 55, y + 45, str(foxes * lowest), size=22, classes="cl-onblack cl-num", anchor="middle")
        at += 110
        yield text(at + 16, y + 36, "=", size=20, classes="cl-bold", anchor="middle")
        total = str(self.sheet.score(self.options))
        yield text(
            WIDTH - PAD - 4, y + 42, total, size=32, classes="cl-bold cl-num", anchor="end", id=f"total-{self.seat}"
        )


def pill(x: float, y: float, width: float, offer: Offer) -> str:
    """What a search says of an option, with the colour of the die that it takes."""
    found = [shape(x, y, width, 16, "cl-best" if offer.best else "cl-pill", 8, id=f"option-{offer.action}")]
    inset = 0.0
    if offer.die:
        at = f'cx="{number(x + 8.5)}" cy="{number(y + 8)}" r="4"'
        found.append(f'<circle class="cl-x{offer.die[0]}" {at} stroke="#3a372f" stroke-width="0.8"/>')
        inset = 5.0
    ink = "cl-num cl-onbest" if offer.best else "cl-num"
    size = 11 if len(offer.words) <= 3 else 10
    found.append(text(x + width / 2 + inset, y + 12, offer.words, size=size, classes=ink, anchor="middle"))
    return "".join(found)
