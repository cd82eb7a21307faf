"""A window's socket: hears what it says, and tells it how the game stands, always the latest."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from reineke.game import GameError
from reineke.record.text import one_line
from reineke.web import messages
from reineke.web.guard import same_origin, visitor
from reineke.web.hall import Hall, Place, clean_name
from reineke.web.room import Refused, explain
from reineke.web.sight import Window, readable
from reineke.web.store import hashed
from reineke.web.trees import has_tree

FAULTS = 40
"""Malformed messages that a window may send before its socket is closed."""
REST = 0.05
"""Seconds between two messages about a game that agents play alone."""
WINDOWS = 500
"""Windows on one game."""


class Talk:
    """The sockets of a hall."""

    def __init__(self, hall: Hall, version: str) -> None:
        self.hall, self.version = hall, version

    async def socket(self, socket: WebSocket) -> None:
        """Serves one window from its first word to its last."""
        secret = visitor(socket)
        if secret is None or not same_origin(socket):
            await socket.close(1008)
            return
        await socket.accept()
        place = await self._place(socket)
        if place is None:
            return
        window, wake = Window(hashed(secret)), asyncio.Event()
        await socket.send_text(json.dumps(self._hello(place)))
        place.windows[window] = wake.set
        place.room.enter(window.visitor)
        writer = asyncio.create_task(self._write(socket, place, window, wake))
        try:
            await _Listener(socket, place, window, wake).listen()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            del place.windows[window]
            place.room.leave(window.visitor)
            writer.cancel()

    async def _place(self, socket: WebSocket) -> Place | None:
        try:
            place, words = self.hall.place(socket.path_params["id"]), "error.gone"
        except GameError as error:
            place, words = None, one_line(str(error), 200)
        if place is not None and len(place.windows) < WINDOWS:
            return place
        await socket.send_text(json.dumps({"type": "gone", "text": words, "version": self.version}))
        await socket.close(1000)
        return None

    def _hello(self, place: Place) -> dict[str, Any]:
        kept = place.room.kept
        return {
            "type": "hello",
            "version": self.version,
            "id": kept.id,
            "game": kept.spec,
            "title": self.hall.title(kept),
            "created": kept.created,
            "secret": place.room.game.hidden,
            "solo": place.room.game.seats == 1,
            "tree": has_tree(place.room.game),
            "watch": not place.room.table.people,
        }

    async def _write(self, socket: WebSocket, place: Place, window: Window, wake: asyncio.Event) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await wake.wait()
                wake.clear()
                notes, window.notes = window.notes, []
                for note in notes:
                    await socket.send_text(json.dumps(note))
                if place.room.moments:
                    await socket.send_text(place.sight.message(window))
                if place.room.running:
                    await asyncio.sleep(REST)


class _Listener:
    """Does what a window says."""

    def __init__(self, socket: WebSocket, place: Place, window: Window, wake: asyncio.Event) -> None:
        self.socket, self.place, self.room = socket, place, place.room
        self.window, self.wake = window, wake
        self._bucket = messages.Bucket()
        self._faults = 0
        self._hints: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Until the window is closed, or talks nonsense."""
        while self._faults < FAULTS:
            said = await self.socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            if not self._bucket.take():
                self._fault("error.fast")
                continue
            try:
                self._obey(messages.read(said.get("text")))
            except messages.Malformed:
                self._fault("error.malformed")
            except Refused as refusal:
                self._say(str(refusal))
        await self.socket.close(1008)

    def _fault(self, words: str) -> None:
        self._faults += 1
        if not self.window.notes:
            self._say(words)

    def _say(self, words: str) -> None:
        self.window.notes.append({"type": "error", "text": words})
        self.wake.set()

    def _obey(self, message: dict[str, Any]) -> None:
        room, window, kind = self.room, self.window, message["type"]
        if message.get("seat") is not None and message["seat"] >= room.game.seats:
            raise messages.Malformed
        if kind == "look":
            window.moment = message["moment"]
        elif kind == "dress":
            window.theme, window.narrow = message["theme"], message["narrow"]
        elif kind == "eyes":
            window.seat = message["seat"]
        elif kind == "overlay":
            window.overlay = message["on"]
        elif kind == "agree":
            room.agree(window.visitor, message["to"])
        elif kind == "play":
            window.moment = None
            room.choose(window.visitor, message["seat"], message["at"], message["action"])
        elif kind == "sit":
            room.sit(window.visitor, message["seat"], clean_name(message["name"]))
        elif kind == "undo":
            window.moment = None
            room.undo(window.visitor)
        elif kind == "resign":
            room.resign(window.visitor)
        elif not self._hints:
            task = asyncio.create_task(self._hint())
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        self.wake.set()

    async def _hint(self) -> None:
        try:
            at = self.room.length
            view, decision = await self.room.hint(self.window.visitor)
            if at == self.room.length:
                thought = readable(explain(decision, self.room.game), view)
                self.window.notes.append({"type": "hint", "at": at, "seat": view.seat, **thought})
                self.window.hint = at, view.seat, decision
                self.wake.set()
        except Refused as refusal:
            self._say(str(refusal))
