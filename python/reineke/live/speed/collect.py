"""What counts in a round: who has answered, who has broken a rule, and when all is said."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

QUEUE = 5
"""Messages of a player that wait; what comes beyond them is lost."""
NONE = "none"
"""What the engine is told of a player without a valid answer."""


@dataclass(frozen=True)
class Heard:
    """Something that came from a player: a valid answer, or the rule it breaks."""

    at: float
    """When it came, on the event loop's clock."""
    word: str | None = None
    fault: str | None = None


class Inbox:
    """What a player has said and nobody has asked for yet."""

    def __init__(self) -> None:
        self._waiting: deque[Heard] = deque()
        self._end: Heard | None = None
        self.deaf = False
        """Nothing is taken any more: the player is out."""

    def put(self, heard: Heard) -> None:
        """Keeps a message, unless too many wait."""
        if not self.deaf and self._end is None and len(self._waiting) < QUEUE:
            self._waiting.append(heard)

    def end(self, heard: Heard) -> None:
        """Nothing comes after this: the connection is closed, or what came could not be read."""
        if self._end is None:
            self._end = heard

    def next(self) -> Heard | None:
        """The oldest message. The end is told again whenever it is reached."""
        return self._waiting.popleft() if self._waiting else self._end

    def close(self) -> None:
        """The player is out: what he says is ignored from now on."""
        self.deaf = True
        self._waiting.clear()


class Round:
    """The answers of the players who are active. The first valid one counts; whatever else comes breaks a rule."""

    def __init__(self, active: Iterable[int]) -> None:
        self.active = tuple(active)
        self.answers: dict[int, Heard] = {}
        self.faults: dict[int, str] = {}

    @property
    def open(self) -> tuple[int, ...]:
        """The seats that are still listened to; who has answered can still break a rule."""
        return tuple(seat for seat in self.active if seat not in self.faults)

    @property
    def done(self) -> bool:
        """Whether every active player has answered or broken a rule."""
        return all(seat in self.answers or seat in self.faults for seat in self.active)

    def hear(self, seat: int, heard: Heard) -> None:
        """A message of a player who is listened to."""
        if heard.fault is not None:
            self.faults[seat] = heard.fault
        elif seat in self.answers:
            self.faults[seat] = "second_message"
        else:
            self.answers[seat] = heard

    def close(self) -> dict[int, str]:
        """The time is over: what each active player does, in the engine's words. A player who answered validly and then
        broke a rule is out, yet his answer still turns him or changes his speed."""
        for seat in self.active:
            if seat not in self.answers:
                self.faults.setdefault(seat, "no_answer")
        entries = {}
        for seat in self.active:
            first = self.answers.get(seat)
            word = NONE if first is None or first.word is None else first.word
            entries[seat] = f"{word}!" if seat in self.faults and word != NONE else word
        return entries
