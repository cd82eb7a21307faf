"""One battle: what the server says of it goes in, choices go out, in time and whatever happens."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

from reineke import _core
from reineke.agent import Decision
from reineke.game import Game, View
from reineke.live.showdown import wire
from reineke.live.thinker import Thinker
from reineke.record.text import one_line

Log = Callable[[str], None]

RESERVE = 3.0
"""Seconds of the server's clock that are never used."""
LEAST = 0.02
"""Seconds to think where the clock leaves none."""


@dataclass(frozen=True)
class Care:
    """How a battle is played."""

    seconds: float = 1.0
    """To think for a move, at most."""
    timer: bool = True
    """Ask for the battle timer."""
    settle: float = 1.0
    """Seconds to wait for the lines that lead to a request, where these come later."""


@dataclass
class Diary:
    """What is remembered of a battle."""

    at: float = field(default_factory=time.time)
    log: list[str] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """From each request to its answer."""
    errors: list[str] = field(default_factory=list)
    """Lines, requests and answers of the server that should not be."""
    turns: int = 0


class Battle:
    """A battle in a room. `status` is `playing` until it is `won`, `lost`, `tied` or `aborted`; `message` says why,
    where that was not by playing."""

    def __init__(
        self,
        room: str,
        us: str,
        game: Game,
        thinker: Thinker,
        executor: Executor,
        care: Care,
        seed: int,
        send: Callable[[str], None],
        log: Log,
    ) -> None:
        self.room, self.us, self.game, self.thinker = room, us, game, thinker
        self.care, self.seed = care, seed
        self.status, self.message = "playing", ""
        self.names = ["", ""]
        self.side: int | None = None
        self.diary = Diary()
        self._executor, self._send, self._say = executor, send, log
        self._core = _core.Gen1Seat()
        self._begun = False
        self._left: float | None = None  # seconds that the server's clock gives for this turn
        self._request: dict[str, Any] = {}
        self._text = ""
        self._came = 0.0
        self._deciding: Any = None  # the number of the request that has been taken up
        self._thinking: set[Any] = set()
        self._misfit = ""
        self._sent: dict[Any, str] = {}
        self._refused: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # What the server says.

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.status != "playing"

    def take(self, lines: list[str]) -> None:
        """Lines that the server sent at once."""
        for line in lines:
            if self.over:
                return
            try:
                self._take(line)
            except Exception as error:  # one line must not cost the battle
                self._wrong(f"{one_line(line, 60)}: {type(error).__name__}: {error}")
        self._consider()

    def _take(self, line: str) -> None:
        if not line.startswith("|"):
            return  # somebody talks
        parts = line[1:].split("|")
        kind = parts[0]
        if kind == "request":
            self._asked(line.removeprefix("|request|"))
            return
        if kind not in wire.CHATTER:
            self.diary.log.append(line)
        if kind == "init":
            self._init()
        elif kind == "player" and len(parts) > 2 and parts[2]:
            self._meet(parts[1], parts[2])
        elif kind == "inactive":
            self._clock(parts[1] if len(parts) > 1 else "")
        elif kind == "inactiveoff":
            self._left = None
        elif kind == "error":
            self._error("|".join(parts[1:]))
        elif kind in ("win", "tie"):
            self._end(kind, parts[1] if len(parts) > 1 else "")
        elif kind in ("deinit", "expire", "noinit"):
            self.abort(one_line(parts[-1], 100) if kind == "noinit" else "the server has closed the room")
        else:
            self._hear(kind, line)

    def _init(self) -> None:
        if self._begun:
            self.log("back in the battle")
            self._core.again()
        self._begun, self._deciding = True, None

    def _meet(self, place: str, name: str) -> None:
        if place not in ("p1", "p2"):
            return
        side = int(place[1]) - 1
        self.names[side] = name
        self._core.name(side, name)
        if wire.user_id(name) == self.us and self.side is None:
            self.side = side
            self.thinker.start(side, self.seed)
            if self.care.timer:
                self._send("/timer on")

    def _clock(self, words: str) -> None:
        if found := re.match(r"Time left: (\d+) sec this turn", words):
            self._left = float(found[1])
            asyncio.get_running_loop().call_later(
                max(self._left - RESERVE, 0.0), self._hurry, self._request.get("rqid")
            )

    def _hurry(self, number: Any) -> None:
        """The server's clock leaves no more time for a request."""
        if number in self._thinking and number == self._request.get("rqid"):
            self.thinker.hurry()

    def _hear(self, kind: str, line: str) -> None:
        if kind == "turn":
            self.diary.turns += 1
        elif kind == "-message" and (" lost due to inactivity" in line or " forfeited" in line or " lost by" in line):
            self.message = one_line(line.split("|")[-1], 100)
        try:
            self._core.hear(line)
        except ValueError as error:
            self._wrong(f"a line is left out: {error}")
            return
        if kind not in wire.KNOWN:
            self.log(f"an unknown line is left out: {one_line(line, 100)}")

    def _end(self, kind: str, winner: str) -> None:
        if kind == "tie":
            self.status = "tied"
        else:
            self.status = "won" if wire.user_id(winner) == self.us else "lost"
        share = {"won": 1.0, "lost": 0.0}.get(self.status, 0.5)
        self.thinker.hurry()
        if self.side is not None:
            self.thinker.finish((share, 1 - share) if self.side == 0 else (1 - share, share))

    def abort(self, why: str) -> None:
        """The battle cannot go on."""
        if not self.over:
            self.status, self.message = "aborted", why
            self.thinker.hurry()

    def forfeit(self) -> None:
        """Gives the battle up."""
        if not self.over:
            self._send("/forfeit")

    # What we answer.

    def _asked(self, text: str) -> None:
        request = wire.document(text)
        if not request:
            if text not in ("", "null"):
                self._wrong(f"a request that is no JSON, or cut off: {one_line(text, 60)}")
                self._send("/choose default")
            return
        if request.get("rqid") != self._request.get("rqid"):
            self._refused.clear()
            self._came = time.monotonic()
        self._request, self._text = request, text

    def _consider(self) -> None:
        """Answers the request that is open, if what it asks for is known by now."""
        number = self._request.get("rqid")
        if self.over or not self._request or self._request.get("wait") or self._deciding == number:
            return
        if not self._answer() and number not in self._sent:
            self._start(self._await_lines(number))

    def _answer(self, *, trust: bool = False) -> bool:
        """Begins to think about the request, if it fits."""
        number = self._request.get("rqid")
        try:
            self._core.ask(self._text, trust)
            view, choices = self._view()
        except ValueError as error:
            self._misfit = str(error)
            return False
        self._deciding = number
        if number in self._sent:  # said before the line broke
            self._send(f"/choose {self._sent[number]}|{number}")
        elif number not in self._thinking:
            self._thinking.add(number)
            self.diary.log.append(f"|request|{wire.compact(self._request)}")
            self._start(self._decide(number, view, choices))
        return True

    def _view(self) -> tuple[View, dict[int, str]]:
        info, turn, legal = self._core.view()
        assert self.side is not None
        view = View(self.game, self.side, info, turn, tuple(legal))
        return view, {action: self._core.choice(action) for action in legal}

    async def _decide(self, number: Any, view: View, choices: dict[int, str]) -> None:
        if len(view.legal) == 1:
            decision = Decision(view.legal[0], note="the only choice")
        else:
            seconds = self._seconds()
            loop, think = asyncio.get_running_loop(), self.thinker.decide
            decision = await loop.run_in_executor(self._executor, think, view, 0.85 * seconds, 0.1 * seconds)
        if not self.over and number == self._request.get("rqid") and number not in self._sent:
            self._choose(choices[decision.action], decision)

    def _seconds(self) -> float:
        """What is left of the time for a move."""
        seconds = self.care.seconds if self._left is None else min(self.care.seconds, self._left - RESERVE)
        return max(seconds - (time.monotonic() - self._came), LEAST)

    async def _await_lines(self, number: Any) -> None:
        """Lines that a request is ahead of may still come; if not, the request alone must do."""
        await asyncio.sleep(self.care.settle)
        if not self.over and number == self._request.get("rqid") and self._deciding != number:
            self._wrong(f"a request does not fit: {self._misfit}")
            if not self._answer(trust=True):
                self._deciding = number
                self._choose(self._safe(), None)

    def _safe(self) -> str:
        """A choice that the request itself allows and the server has not refused."""
        try:
            choices = _core.gen1_choices(self._text)
        except ValueError:
            choices = []
        return next((choice for choice in choices if choice not in self._refused), "default")

    def _choose(self, choice: str, decision: Decision | None) -> None:
        number = self._request.get("rqid")
        seconds = time.monotonic() - self._came
        self._sent[number] = choice
        if choice != "default":
            self._core.choose(choice)
        self._send(f"/choose {choice}|{number}")
        self.diary.seconds.append(seconds)
        # Beliefs are long, and follow from the log.
        said = None if decision is None else replace(decision, beliefs=()).json(self.game)
        self.diary.choices.append({"rqid": number, "choice": choice, "seconds": round(seconds, 4), "decision": said})

    def _error(self, words: str) -> None:
        """The server refuses something, mostly a choice."""
        if not words.startswith(("[Invalid choice]", "[Unavailable choice]")) or "too late" in words:
            self.log(f"the server says: {one_line(words, 120)}")
            return
        self._wrong(f"a choice is refused: {one_line(words, 120)}")
        number = self._request.get("rqid")
        if number in self._sent:
            self._refused.add(self._sent.pop(number))
            if words.startswith("[Invalid"):
                self._choose(self._safe(), None)
            else:  # another request follows
                self._deciding = None

    # The rest.

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        """Whatever fails, an answer is sent."""
        number = self._request.get("rqid")
        try:
            await work
        except Exception as error:
            self._wrong(f"{type(error).__name__}: {error}")
            if not self.over and number == self._request.get("rqid") and number not in self._sent:
                self._choose(self._safe(), None)
        finally:
            self._thinking.discard(number)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _wrong(self, words: str) -> None:
        self.diary.errors.append(words)
        self.log(words)

    def log(self, words: str) -> None:
        """One line per event."""
        self._say(f"{self.room}: {words}")

    @property
    def opponent(self) -> str:
        """The other player's name, as far as it is known."""
        return "" if self.side is None else self.names[1 - self.side]

    def result(self) -> dict[str, Any]:
        """What came of it; `seconds` are those from each request to its answer."""
        late = self.status == "lost" and "lost due to inactivity" in self.message
        return {
            "room": self.room,
            "status": self.status,
            "message": self.message,
            "opponent": self.opponent,
            "seat": self.side,
            "turns": self.diary.turns,
            "seconds": [round(seconds, 4) for seconds in self.diary.seconds],
            "timer_loss": late,
            "protocol_errors": len(self.diary.errors),
        }
