"""What a visitor sees of a room: only ever what the View of the visitor's seat shows."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from reineke.agent import Decision
from reineke.analysis.beliefs import believed
from reineke.game import CHANCE, OVER, View, acting
from reineke.games.svg import Theme
from reineke.web import boards, pictures, words
from reineke.web.room import Room

PICTURES = 24
"""Drawings kept per room."""


@dataclass(frozen=True)
class Eyes:
    """How somebody looks at a room."""

    whole: bool
    """Sees everything."""
    seat: int | None
    """The seat whose View is shown, or whose choices are offered; None for those who only look on."""
    theme: Theme = "auto"
    narrow: bool = False
    overlay: bool = False
    """What agents see is drawn over the board."""

    @property
    def blind(self) -> bool:
        """Whether nothing may be shown: a game with secrets, and no seat in it."""
        return not self.whole and self.seat is None


@dataclass(eq=False)
class Window:
    """One window of a visitor, and what it shows so far."""

    visitor: str
    theme: Theme = "auto"
    narrow: bool = False
    moment: int | None = None
    """The position that is looked at; None follows the game."""
    shown: pictures.Picture | None = None
    told: tuple[Eyes, int] | None = None
    """As whom, and up to which position, the course was told."""
    notes: list[dict[str, Any]] = field(default_factory=list)
    seat: int | None = None
    """As whom a game is looked at that is open to all; None: as it is."""
    overlay: bool = False
    hint: tuple[int, int, Decision] | None = None
    """The last one: after how many turns, for which seat, and what was said."""


class Sight:
    """Shows a room. Equal messages to many windows are written once."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._pictures: OrderedDict[Hashable, pictures.Picture] = OrderedDict()
        self._told: dict[Hashable, list[str]] = {}
        self._messages: dict[Hashable, str] = {}
        self._length = 0
        self.judged: dict[tuple[int, int], Decision] = {}
        """What an analysis says should have been done, by turns played and seat."""

    def fresh(self) -> None:
        """Something has changed."""
        self._messages.clear()
        if self.room.length < self._length:  # moves were taken back
            self._pictures.clear()
            self._told.clear()
        self._length = self.room.length

    def eyes(self, window: Window) -> Eyes:
        """How a window may look."""
        room = self.room
        mine = room.seats_of(window.visitor)
        moves = [seat for seat in mine if seat in acting(room.table.turn)]
        seat = (moves or mine)[0] if mine else None
        whole = not room.game.hidden or room.over or not room.table.people
        if window.seat is not None and (room.over or not room.table.people):
            whole, seat = not room.game.hidden, window.seat
        overlay = window.overlay and room.open_to(window.visitor)
        return Eyes(whole, seat, window.theme, window.narrow, overlay)

    def message(self, window: Window) -> str:
        """What a window has to be told now."""
        eyes, moment = self.eyes(window), self._moment(window)
        live = moment == len(self.room.moments) - 1
        hint = window.hint if eyes.overlay else None
        picture = None if eyes.blind or moment < 0 else self.picture(moment, eyes, offers=live, hint=hint)
        start = window.told[1] if window.told is not None and window.told[0] == eyes else 0
        start = start if start <= len(self.room.moments) else 0
        known, drawn = (None if one is None else one.number for one in (window.shown, picture))
        who = window.visitor if self._personal(window) else ""
        key = (eyes, who, window.seat, moment, known, drawn, start)
        if key not in self._messages:
            self._messages[key] = json.dumps(self._say(window, eyes, moment, picture, start), ensure_ascii=False)
        window.shown = picture
        window.told = eyes, len(self.room.moments)
        return self._messages[key]

    def _personal(self, window: Window) -> bool:
        return window.visitor in self.room.kept.visitors

    def _moment(self, window: Window) -> int:
        last = len(self.room.moments) - 1
        return last if window.moment is None else max(0, min(window.moment, last))

    def _say(
        self, window: Window, eyes: Eyes, moment: int, picture: pictures.Picture | None, start: int
    ) -> dict[str, Any]:
        room = self.room
        return {
            "type": "state",
            "moment": moment,
            "moments": len(room.moments),
            "at": room.length,
            "status": "over" if room.over else "waiting" if room.waiting else "playing",
            "trouble": room.trouble,
            "blind": eyes.blind,
            "board": self._board(window.shown, picture),
            "seats": self._seats(window.visitor, eyes, moment),
            "options": self._options(window.visitor),
            "clock": room.kept.clock,
            "left": None if room.deadline is None else max(0, round(1000 * (room.deadline - time.monotonic()))),
            "log": {"from": start, "lines": [self.told(one, eyes) for one in range(start, len(room.moments))]},
            "thoughts": self._thoughts(window, moment),
            "beliefs": self._beliefs(eyes, moment),
            "open": room.open_to(window.visitor),
            "consent": self._consent(window.visitor),
            "result": room.kept.result if room.over else None,
            "can": {
                "undo": room.can_undo(window.visitor),
                "hint": self._can_hint(window.visitor),
                "resign": self._can_resign(window.visitor),
            },
        }

    def _can_hint(self, visitor: str) -> bool:
        return bool(self._options(visitor)) and self.room.open_to(visitor) and self.room.kept.clock is None

    def _consent(self, visitor: str) -> bool | None:
        """Whether somebody in a running game with other people agrees to thoughts; None where nobody is asked."""
        room = self.room
        mine = room.seats_of(visitor)
        asked = bool(mine) and not room.over and not room.alone(visitor)
        return room.chairs[mine[0]].agrees if asked else None

    def _can_resign(self, visitor: str) -> bool:
        room = self.room
        seats = set(room.seats_of(visitor)) - room.table.resigned.keys()
        return bool(seats) and not room.over and not room.waiting

    # The drawing.

    def picture(
        self, moment: int, eyes: Eyes, *, offers: bool, hint: tuple[int, int, Decision] | None = None
    ) -> pictures.Picture:
        """The drawing of a position; with `offers` the seat's choices are marked in it."""
        room = self.room
        number = room.moments[moment]
        legal = self._legal(eyes.seat) if offers else ()
        thought = self._decided(number, eyes, hint) if eyes.overlay else None
        key = (moment, eyes, legal, thought, tuple(chair.name for chair in room.chairs))
        found = self._pictures.get(key)
        if found is None:
            found = self._pictures[key] = pictures.read(boards.draw(self.look(number, eyes, legal, thought)))
            if len(self._pictures) > PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return found

    def look(self, number: int, eyes: Eyes, legal: tuple[int, ...] = (), thought: Thought | None = None) -> boards.Look:
        """What is drawn of the position after so many turns."""
        room = self.room
        state = room.state(number)
        view = None if eyes.whole or eyes.seat is None else room.game.view(state, eyes.seat)
        return boards.Look(
            game=room.game,
            state=state,
            names=[chair.name for chair in room.chairs],
            view=view,
            seat=eyes.seat,
            offers=legal,
            last=room.table.steps[number - 1].played if number and eyes.whole else None,
            narrow=eyes.narrow,
            theme=eyes.theme,
            overlay=eyes.overlay,
            thought=thought,
        )

    def _decided(self, number: int, eyes: Eyes, hint: tuple[int, int, Decision] | None) -> Thought | None:
        """What is thought of a position: by the analysis, by the agent that decided there, or by a hint."""
        room = self.room
        if hint is not None and hint[0] == number and hint[2].action in room.game.legal(room.state(number), hint[1]):
            return hint[1:]
        if not eyes.whole:
            return None
        kept = room.thoughts[number] if number < room.length else {}
        known = {seat for turn, seat in self.judged if turn == number} | kept.keys()
        if not known:
            return None
        seat = eyes.seat if eyes.seat in known else min(known)
        judged = self.judged.get((number, seat))
        return seat, judged if judged is not None else Decision.read(kept[seat], room.game)

    def _legal(self, seat: int | None) -> tuple[int, ...]:
        room = self.room
        open_to = seat is not None and not room.over and not room.waiting and seat not in room.table.resigned
        if not open_to or (seat in room.moves and room.kept.clock is None):
            return ()
        assert seat is not None
        return room.game.view(room.table.state, seat).legal

    @staticmethod
    def _board(old: pictures.Picture | None, new: pictures.Picture | None) -> dict[str, Any] | None:
        if new is None:
            return None
        found = None if old is None else pictures.changes(old, new)
        return {"full": new.svg, "css": new.css} if found is None else {"changes": found}

    # In words.

    def _seats(self, visitor: str, eyes: Eyes, moment: int) -> list[dict[str, Any]]:
        room = self.room
        state = room.state(room.moments[moment]) if room.moments else room.table.state
        turn = room.game.turn(state)
        moves = () if room.over or room.waiting else acting(turn)
        view = None if eyes.whole else room.game.view(state, eyes.seat or 0)
        return [
            {
                "name": chair.name,
                "agent": chair.spec,
                "level": chair.level,
                "mine": chair.owner is not None and chair.owner == visitor,
                "free": chair.spec is None and chair.owner is None,
                "here": chair.spec is not None or chair.owner in room.present,
                "acts": seat in moves,
                "thinks": seat in room.thinking,
                "chosen": seat in room.moves,
                "resigned": seat in room.table.resigned,
                "agrees": chair.agrees,
                "facts": "" if eyes.blind else words.facts(room.game, state, seat, view),
            }
            for seat, chair in enumerate(room.chairs)
        ]

    def _options(self, visitor: str) -> list[dict[str, Any]]:
        room = self.room
        if room.table.turn in (OVER, CHANCE):
            return []
        found = []
        for seat in room.seats_of(visitor):
            legal = self._legal(seat)
            if legal:
                chosen = room.moves.get(seat)
                view = room.game.view(room.table.state, seat)
                choice = None if chosen is None else chosen.action
                found.append({"seat": seat, "chosen": choice, "choices": words.options(view)})
        return found

    def told(self, moment: int, eyes: Eyes) -> list[str]:
        """What led to a position since the one before, in sentences."""
        if eyes.blind:
            return []
        room = self.room
        key = (moment, eyes.whole, eyes.seat, tuple(chair.name for chair in room.chairs))
        if key not in self._told:
            first = room.moments[moment - 1] if moment else 0
            names, steps = [chair.name for chair in room.chairs], room.table.steps
            self._told[key] = [
                sentence
                for number in range(first, room.moments[moment])
                for sentence in words.tell(
                    room.game,
                    steps[number].state,
                    room.state(number + 1),
                    steps[number].played,
                    eyes.seat,
                    names,
                    whole=eyes.whole,
                )
            ]
        return self._told[key]

    def _thoughts(self, window: Window, moment: int) -> list[dict[str, Any]]:
        """What agents thought in the turns that led here: all of it once the game is over or agents are alone, in a
        running game only where nothing is hidden and the people in it agree."""
        room = self.room
        running = not room.over and bool(room.table.people)
        if not room.open_to(window.visitor) or (running and room.game.hidden):
            return []
        first = room.moments[moment - 1] if moment > 0 else 0
        found = []
        for number in range(first, room.moments[moment] if room.moments else 0):
            for seat, thought in sorted(room.thoughts[number].items()):
                if running or window.seat in (None, seat):
                    view = room.game.view(room.state(number), seat)
                    found.append({"seat": seat, "agent": room.chairs[seat].spec, **readable(thought, view)})
        return found

    def _beliefs(self, eyes: Eyes, moment: int) -> list[tuple[str, float]]:
        """What the seat that looks can believe of what it does not see."""
        if not eyes.overlay or eyes.seat is None or moment < 0:
            return []
        return believed(self.room.game.view(self.room.state(self.room.moments[moment]), eyes.seat))


Thought = tuple[int, Decision]
"""A seat and what it should do."""


def readable(thought: dict[str, Any], view: View) -> dict[str, Any]:
    """A Decision with its actions as people call them."""

    def called(text: str) -> str:
        return words.label(view, view.game.parse_action(text))

    choices = [{**choice, "action": called(choice["action"])} for choice in thought["choices"]]
    return {**thought, "action": called(thought["action"]), "choices": choices}
