"""What an action does, in words: the box that it marks and everything that follows from it."""

from __future__ import annotations

from reineke.games.clever.paper import BONUS_WORDS, COLOURS, LOTS, YELLOW
from reineke.games.clever.position import Position, effects, half, meaning, name
from reineke.games.clever.sheet import Event


def consequence(place: Position, action: int) -> str:
    """What an action marks, what that is worth at once, and which bonuses it sets off."""
    what = meaning(place, action)
    if what.kind == "reroll":
        return f"roll {count(len(place.lying('pool')), 'die', 'dice')} again, {place.sheet.rerolls - 1} left after it"
    if what.kind == "pass":
        return PASSES.get(place.phase, "nothing")
    after, events = effects(place, action)
    gained = sum(after.areas.values()) - sum(place.sheet.areas.values())
    own, *rest = events
    parts = [] if mark(own) in name(what) else [mark(own)]
    parts += [count(gained, "point", "points")] if gained else []
    told = [step for event in rest if (step := _step(event))]
    if told:
        parts.append(" → ".join(told))
    if what.kind == "pick" and place.phase == "roll" and place.roll < 3:
        lower = _lower(place, what.die)
        if lower:
            parts.append(f"{lower} to the tray")
    return "; ".join(parts) or "no points yet"


def count(number: int, one: str, many: str) -> str:
    """A number of things."""
    return f"{number} {one if number == 1 else many}"


PASSES = {
    "roll": "nothing can be used: the roll is lost",
    "plus": "no more extra dice this time",
    "pass": "take no die",
}


def mark(event: Event) -> str:
    """A marked box: `yellow 5 upper`, `blue 7`, `green box 4`, `orange 12 in box 4`."""
    if event.area == "yellow":
        return f"yellow {YELLOW[event.box]} {half(event.box)}"
    if event.area == "blue":
        return f"blue {event.box}"
    if event.area == "green":
        return f"green box {event.box + 1}"
    return f"{event.area} {event.number} in box {event.box + 1}"


def _step(event: Event) -> str:
    if event.kind == "mark":
        return mark(event)
    if event.bonus in ("gX", "o4", "o5", "o6", "p6") and not event.lost:
        return ""  # the mark that follows says it
    return BONUS_WORDS[event.bonus] + (" (lost)" if event.lost else "")


def _lower(place: Position, colour: str) -> str:
    """The dice that a pick sends to the tray."""
    face = place.die(colour).face or 0
    found = [one.colour for one in place.lying("pool") if one.colour != colour and (one.face or 0) < face]
    return " and ".join(found) if len(found) < 3 else f"{len(found)} dice"


def chance(place: Position, outcome: int) -> str | None:
    """A chance turn as people are told of it: dice that land are told with the last of them."""
    air = [die for die in place.dice if die.air]
    if len(air) > 1:
        return None
    if air:
        rolled = [die for die in place.lying("pool") if die.face is not None or die.air]
        faces = ", ".join(f"{die.colour} {outcome + 1 if die.air else die.face}" for die in rolled)
        return f"Rolled: {faces}"
    if place.phase == "four":
        return f"Round 4 brings {BONUS_WORDS[LOTS[outcome]]}"
    return f"To the tray: {COLOURS[outcome]} {place.dice[outcome].face}"
