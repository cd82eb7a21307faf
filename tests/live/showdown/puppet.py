"""The other end of the line: a server that follows a script, and an agent that chooses as a record says."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from reineke.agent import Agent, Decision
from reineke.live.showdown import Account, Care, Limits, Plan, ShowdownClient

PATIENCE = 60.0
"""Seconds after which a test is given up. Nothing is expected to take that long."""

RECORD: dict[str, Any] = json.loads(gzip.decompress((Path(__file__).parent / "battle.jsonl.gz").read_bytes()))
"""A battle that was played on the real thing: we are foxone, p2, and win."""
ROOM = RECORD["result"]["room"]
CHOICES = [entry["choice"] for entry in RECORD["choices"]]


class Parrot(Agent):
    """Chooses what was chosen in the record, from a decision on."""

    def __init__(self, begin: int = 0) -> None:
        entries = (entry["decision"] for entry in RECORD["choices"][begin:])
        self.words = [entry["action"] for entry in entries if entry.get("note") != "the only choice"]

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        return Decision(view.game.parse_action(self.words.pop(0)))


class Talk:
    """A connection as a script sees it."""

    def __init__(self, connection: ServerConnection, said: list[str]) -> None:
        self.connection, self.said = connection, said

    def send(self, *lines: str, room: str = "") -> None:
        self.connection.send("\n".join([f">{room}"] * bool(room) + list(lines)))

    def hear(self, wanted: str) -> str:
        """The next message that has these words; those before are passed over."""
        while True:
            text = str(self.connection.recv(PATIENCE))
            self.said.append(text)
            if wanted in text:
                return text

    def login(self, name: str = "foxone") -> None:
        self.send("|updateuser| Guest 1|0|1|{}")
        self.send("|challstr|4|abc")
        self.hear("|/trn")
        self.send(f"|updateuser| {name}|1|1|{{}}")

    def begin(self) -> None:
        """The client has challenged; the battle is about to begin."""
        self.hear("|/challenge foxtwo, gen1randombattle")

    def battle(self, lines: list[str] | None = None, *, begin: int = 0, end: int | None = None) -> Iterator[int]:
        """Plays the record to the client, from one decision to another; yields the number of each before it is asked,
        so that a script may get in between."""
        for number, (told, request) in enumerate(steps()):
            if number < begin:
                continue
            if number == end:
                return
            self.send(*told, room=ROOM)
            if request is None:
                return
            yield number
            self.send(request, room=ROOM)
            self.chosen(number)

    def chosen(self, number: int) -> None:
        text = self.hear("/choose")
        assert text == choose(number), f"decision {number}: {text}"

    def finish(self, begin: int = 0) -> None:
        """The rest of the record."""
        for _ in self.battle(begin=begin):
            pass

    def wait(self) -> None:
        """Until the client leaves."""
        try:
            while True:
                self.said.append(str(self.connection.recv(PATIENCE)))
        except ConnectionClosed:
            pass


def choose(number: int) -> str:
    """What the client should say at a decision."""
    entry = RECORD["choices"][number]
    return f"{ROOM}|/choose {entry['choice']}|{entry['rqid']}"


def steps() -> list[tuple[list[str], str | None]]:
    """The lines before every request, and the request; None after the last lines."""
    found: list[tuple[list[str], str | None]] = []
    lines: list[str] = []
    for line in RECORD["log"]:
        if line.startswith("|request|"):
            found.append((lines, line))
            lines = []
        else:
            lines.append(line)
    return [*found, (lines, None)]


def told(number: int) -> list[str]:
    """All lines before a decision, without the requests."""
    return [line for lines, _ in steps()[: number + 1] for line in lines]


class Server:
    """A server on loopback: each connection gets the next script, a function of a `Talk`. A context manager, which
    raises what a script has raised."""

    def __init__(self, *scripts: Callable[[Talk], None]) -> None:
        self.said: list[list[str]] = []
        self._scripts, self._errors = list(scripts), list[BaseException]()
        self._server = serve(self._handle, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/showdown/websocket"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _handle(self, connection: ServerConnection) -> None:
        if not self._scripts:
            return
        script, said = self._scripts.pop(0), list[str]()
        self.said.append(said)
        try:
            script(Talk(connection, said))
        except (ConnectionClosed, AssertionError, TimeoutError) as error:
            self._errors.append(error)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join(PATIENCE)
        if self._errors:
            raise self._errors[0]


class Client(ShowdownClient):
    """A client that plays the record, and keeps its log."""

    def __init__(self, url: str, plan: Plan | None = None, agent: Any = None, **options: Any) -> None:
        self.lines: list[str] = []
        options.setdefault("care", Care(seconds=20.0, timer=False, settle=0.2))
        options.setdefault("limits", Limits(retry=20.0, patience=30.0))
        account = options.pop("account", Account("foxone"))
        plan = plan or Plan(challenge="foxtwo")
        super().__init__(url, account, plan, agent or Parrot(), log=self.lines.append, **options)
        self.start()

    def done(self) -> list[dict[str, Any]]:
        """The results, once everything has ended."""
        self.join(PATIENCE)
        assert not self.is_alive(), self.lines
        if self.error is not None:
            raise self.error
        return self.results

    def said(self, words: str) -> list[str]:
        """The lines of the log with these words."""
        return [line for line in self.lines if words in line]
