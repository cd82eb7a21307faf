"""A server in this process, and visitors with windows on its rooms."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from reineke.web.app import Site
from reineke.web.hall import Hall
from reineke.web.store import Store

HOST = "127.0.0.1"
PATIENCE = 60
State = dict[str, Any]


class Window:
    """A socket, with everything that came over it."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.heard: list[str] = []
        self.hello = self.next()
        self.state: State = {}

    def next(self) -> Any:
        async def receive() -> Any:
            with anyio.fail_after(PATIENCE):
                return await self.session._send_rx.receive()

        message = self.session.portal.call(receive)
        self.session._raise_on_close(message)
        self.heard.append(message["text"])
        return json.loads(message["text"])

    def until(self, fits: Callable[[State], bool]) -> State:
        """The next state that fits."""
        while not (self.state and fits(self.state)):
            self.step()
        return self.state

    def step(self) -> Any:
        message = self.next()
        if message["type"] == "state":
            self.state = message
        return message

    def error(self) -> str:
        """The next complaint."""
        while (message := self.step())["type"] != "error":
            pass
        return str(message["text"])

    def say(self, kind: str, **more: Any) -> None:
        self.session.send_text(json.dumps({"type": kind, **more}))

    def turn(self) -> State:
        """Waits until this window may choose."""
        return self.until(lambda state: bool(free(state)) or state["status"] == "over")

    def play(self, which: int = 0) -> None:
        """Chooses, the first option unless told otherwise."""
        own = free(self.turn())[0]
        action = own["choices"][which % len(own["choices"])]["action"]
        at = self.state["at"]
        self.say("play", seat=own["seat"], at=at, action=action)
        while self.state["at"] <= at and own["seat"] in [one["seat"] for one in free(self.state)]:
            message = self.step()
            if message["type"] == "error" and message["text"] == "error.fast":
                time.sleep(0.1)
                self.say("play", seat=own["seat"], at=at, action=action)

    def finish(self, which: int = 0) -> State:
        """Plays to the end."""
        while self.turn()["status"] != "over":
            self.play(which)
        return self.state


def free(state: State) -> list[dict[str, Any]]:
    return [own for own in state["options"] if own["chosen"] is None]


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, client: TestClient, secret: str | None = None) -> None:
        self.client = client
        self.secret = secret or secrets.token_hex(16)
        self.headers = {"cookie": f"reineke={self.secret}"}

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def ask(self, game: str, seats: list[str], **more: Any) -> Any:
        """Asks for a game; a seat is `you`, `open`, or the spec of an agent."""
        chairs = [{"kind": one} if one in ("you", "open") else {"kind": "agent", "spec": one} for one in seats]
        return self.client.post("/api/games", json={"game": game, "seats": chairs, **more}, headers=self.headers)

    def open(self, game: str, seats: list[str], **more: Any) -> str:
        answer = self.ask(game, seats, **more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextmanager
    def window(self, room: str) -> Iterator[Window]:
        with self.client.websocket_connect(f"ws://{HOST}/ws/{room}", headers=self.headers) as session:
            yield Window(session)


@contextmanager
def serving(folder: Path, games: tuple[str, ...] = ()) -> Iterator[TestClient]:
    hall = Hall(Store(folder), games)
    with TestClient(Site(hall, loopback=True).app(), base_url=f"http://{HOST}") as client:
        client.hall = hall  # type: ignore[attr-defined]
        yield client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "games") as client:
        yield client


@pytest.fixture
def ann(server: TestClient) -> Visitor:
    return Visitor(server)


@pytest.fixture
def ben(server: TestClient) -> Visitor:
    return Visitor(server)
