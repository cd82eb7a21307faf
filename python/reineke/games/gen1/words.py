"""What happens in a battle in sentences, made of the lines that a player is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

OWNERS = ("Seat 0's", "Seat 1's")
"""Whose a Pokémon is, for those who only look on."""

STATS = {"atk": "Attack", "def": "Defense", "spa": "Special", "spe": "Speed", "accuracy": "accuracy"}
SLEEPS = {
    "slp": "falls asleep",
    "psn": "is poisoned",
    "brn": "is burned",
    "frz": "is frozen",
    "par": "is paralysed",
}
CANNOT = {
    "slp": "is fast asleep",
    "frz": "is frozen and cannot move",
    "par": "is too stiff to move",
    "flinch": "flinches",
    "recharge": "has to recharge",
}
CURED = {"slp": "wakes up", "frz": "thaws"}
HURT = {
    "[from] Recoil": "is hurt by the recoil",
    "[from] confusion": "hurts itself in its confusion",
    "[from] psn": "suffers from poison",
    "[from] brn": "suffers from its burn",
}
BEGINS = {"confusion": "becomes confused", "Substitute": "puts up a Substitute", "Reflect": "hides behind Reflect"}
ACTS = {
    "confusion": "is confused",
    "Substitute": "has its Substitute take the hit",
    "move: Struggle": "has nothing left but to struggle",
}
ENDS = {"confusion": "is confused no more", "Substitute": "loses its Substitute"}
MESSAGES = {
    "Sleep Clause Mod activated.": "One sleeper in a team is enough: nothing happens.",
    "Freeze Clause activated.": "One frozen in a team is enough: nothing happens.",
    "This battle cannot progress. Endless Battle Clause activated!": "Nobody can get anywhere any more.",
    "It is turn 1000. You have hit the turn limit!": "After a thousand turns it is enough.",
}
SILENT = {"", "t:", "turn", "upkeep", "start", "teamsize", "-hint"}
"""Lines that nobody needs a sentence for."""


class Teller:
    """Tells lines to one seat, or to somebody who looks on."""

    def __init__(self, seat: int | None, owners: Sequence[str] | None = None) -> None:
        self.seat = seat
        self.owners = owners or (OWNERS if seat is None else ("Your", "Their") if seat == 0 else ("Their", "Your"))

    def sentences(self, lines: Iterable[str]) -> Iterator[str]:
        """A sentence for every line that has something to tell."""
        for line in lines:
            sentence = self.sentence(line)
            if sentence is not None:
                yield sentence

    def sentence(self, line: str) -> str | None:
        """What a line says; None if that is nothing."""
        kind, *parts = line.removeprefix("|").split("|")
        tell = _KINDS.get(kind)
        return None if tell is None else tell(self, parts)

    def who(self, part: str) -> str:
        """A Pokémon with whose it is."""
        side, _, name = part.partition(": ")
        return f"{self.owners[int(side[1]) - 1]} {name}"

    def _switch(self, parts: list[str]) -> str:
        return f"{self.who(parts[0])} comes in."

    def _move(self, parts: list[str]) -> str:
        by = next((part.removeprefix("[from] ") for part in parts if part.startswith("[from] ")), "")
        return f"{self.who(parts[0])} uses {parts[1]}{f', by {by}' if by else ''}."

    def _damage(self, parts: list[str]) -> str | None:
        who, health, *source = parts
        why = HURT.get(source[0], "") if source else ""
        if health.startswith("0 "):
            return f"{self.who(who)} {why}." if why else None
        return (
            f"{self.who(who)} {why}: {_health(health)} left." if why else f"{self.who(who)} has {_health(health)} left."
        )

    def _heal(self, parts: list[str]) -> str:
        source = parts[2] if len(parts) > 2 else ""
        how = "drains HP and has" if source == "[from] drain" else "sleeps and has" if source else "recovers to"
        return f"{self.who(parts[0])} {how} {_health(parts[1])}."

    def _begin(self, parts: list[str]) -> str:
        words = f"copies {parts[2]}" if parts[1] == "Mimic" else BEGINS[parts[1]]
        return f"{self.who(parts[0])} {words}."

    def _raise(self, parts: list[str], word: str) -> str | None:
        if parts[1] == "spd":
            return None  # Special is told once
        steps = "" if parts[2] == "1" else f" by {parts[2]}"
        return f"{STATS[parts[1]]} of {self._later(parts[0])} {word}{steps}."

    def _fail(self, parts: list[str]) -> str:
        if "[weak]" in parts:
            return f"{self.who(parts[0])} is too weak for a Substitute."
        if len(parts) > 1 and parts[1] == "move: Substitute":
            return f"{self.who(parts[0])} has a Substitute already."
        return "It fails." if len(parts) == 1 else f"It fails: {self._later(parts[0])} has a status already."

    def _later(self, part: str) -> str:
        """A Pokémon within a sentence."""
        who = self.who(part)
        return who[0].lower() + who[1:] if self.seat is not None else who

    def _win(self, parts: list[str]) -> str:
        side = int(parts[0][1]) - 1
        if self.seat is None:
            return f"{self.owners[side].removesuffix(chr(39) + 's')} wins."
        return "You win." if side == self.seat else "You lose."


def _health(text: str) -> str:
    """`43/100 par` as a share, other numbers as they are; whole teams of exactly 100 HP do not exist."""
    hp, _, most = text.split()[0].partition("/")
    return f"{hp} %" if most == "100" else f"{hp} of {most} HP"


Tell = Callable[[Teller, list[str]], str | None]


def _about(words: dict[str, str]) -> Tell:
    return lambda teller, parts: f"{teller.who(parts[0])} {words.get(parts[1], 'is well again')}."


def _said(words: str) -> Tell:
    return lambda teller, parts: words


def _of(words: str) -> Tell:
    return lambda teller, parts: words.format(teller.who(parts[0]), *parts[1:])


_KINDS: dict[str, Tell] = {
    "switch": Teller._switch,
    "move": Teller._move,
    "-prepare": _of("{0} prepares {1}."),
    "cant": _about(CANNOT),
    "-damage": Teller._damage,
    "-heal": Teller._heal,
    "-status": _about(SLEEPS),
    "-curestatus": _about(CURED),
    "-start": Teller._begin,
    "-activate": _about(ACTS),
    "-end": _about(ENDS),
    "-boost": lambda teller, parts: teller._raise(parts, "rises"),
    "-unboost": lambda teller, parts: teller._raise(parts, "falls"),
    "-crit": _said("A critical hit!"),
    "-supereffective": _said("It is very effective."),
    "-resisted": _said("It is not very effective."),
    "-immune": lambda teller, parts: f"It does nothing to {teller._later(parts[0])}.",
    "-miss": _of("{0} misses."),
    "-fail": Teller._fail,
    "-hitcount": lambda teller, parts: f"It hits {parts[1]} time{'' if parts[1] == '1' else 's'}.",
    "-ohko": _said("One blow is enough!"),
    "-mustrecharge": _of("{0} will have to recharge."),
    "-transform": lambda teller, parts: f"{teller.who(parts[0])} turns into {teller._later(parts[1])}.",
    "faint": _of("{0} faints."),
    "-message": lambda teller, parts: MESSAGES.get(parts[0], parts[0]),
    "message": lambda teller, parts: MESSAGES.get(parts[0], parts[0]),
    "bigerror": lambda teller, parts: parts[0],
    "win": Teller._win,
    "tie": _said("Nobody wins."),
}
