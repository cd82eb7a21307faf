"""The pinned Showdown server on loopback, in a folder of its own."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from reineke.game import GameError
from reineke.games.gen1.showdown import FOLDER, complaint, version

PATIENCE = 120.0
"""Seconds that the server has to come up, on a machine that has other things to do."""

_CONFIG = """'use strict';
exports.bindaddress = '127.0.0.1';
exports.nothrottle = exports.noguestsecurity = exports.noipchecks = true;
exports.subprocesses = 0;
exports.repl = false;
"""
"""No passwords, no limits, one process."""


class LocalServer:
    """A server; a context manager. Everything that it writes goes into a temporary folder, which goes with it.

    Raises `GameError` where Showdown or Node is missing or the server does not come up.
    """

    def __init__(self, port: int = 0) -> None:
        version()
        self.port = port or _free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="showdown-"))
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._furnish()
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """Of its web socket."""
        return f"ws://127.0.0.1:{self.port}/showdown/websocket"

    def _furnish(self) -> None:
        """A folder that looks like the package: the server writes beside its own code."""
        package = FOLDER / "node_modules" / "pokemon-showdown"
        (self._folder / "dist").symlink_to(package / "dist")
        (self._folder / "node_modules").symlink_to(FOLDER / "node_modules")
        for name in ("config", "databases", "logs/repl"):
            (self._folder / name).mkdir(parents=True)
        (self._folder / "config" / "config.js").write_text(_CONFIG, encoding="utf-8")

    def start(self) -> None:
        """Starts it, or starts it again after `stop`."""
        links = ["--preserve-symlinks", "--preserve-symlinks-main"]  # its own folder is this one
        with (self._folder / "out.txt").open("wb") as out:
            self._process = subprocess.Popen(
                ["node", *links, "dist/server/index.js", str(self.port)],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                words = complaint((self._folder / "out.txt").read_text(errors="replace"))
                raise GameError(f"the Showdown server does not come up: {words or 'no reason given'}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        """It listens long before it can do anything: only the first connection has it read all formats."""
        with contextlib.suppress(OSError, WebSocketException), connect(self.url, max_size=None) as line:
            while "|challstr|" not in str(line.recv(PATIENCE)):
                pass
            return True
        return False

    def wait(self) -> None:
        """Until it ends."""
        if self._process is not None:
            self._process.wait()

    def stop(self) -> None:
        """Ends the server at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Ends the server, and removes its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
