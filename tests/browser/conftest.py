"""The page in a real browser: a server of its own process, windows without a console error, and axe-core."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "import sys; from reineke.cli import main; sys.exit(main())", "serve", "web"]
AXE = Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
PATIENCE = 30_000


class Server:
    """`reineke serve web` as people run it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    def start(self) -> None:
        folders = ["--data", str(self.folder), "--runs", str(self.folder / "runs")]
        command = [*COMMAND, "examples/nim.py", "--port", str(self.port), *folders]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://[\d.]+:(\d+))/own/\w+", line)
        assert found, line
        self.link, self.url, self.port = found[0], found[1], int(found[2])

    def kill(self) -> None:
        """As a power cut would, as far as the process goes."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self._end()

    def _end(self) -> None:
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("games"))
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path / "games")
    yield server
    server.stop()


class People:
    """Opens windows, each of somebody else, and hears what goes wrong in them."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def come(self, width: int = 1200, height: int = 850, **more: Any) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return self.watch(context.new_page())

    def watch(self, page: Page) -> Page:
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page


@pytest.fixture
def people(chromium: Browser) -> Iterator[People]:
    people = People(chromium)
    yield people
    for context in people.contexts:
        context.close()
    assert people.errors == []


def check_access(page: Page) -> None:
    """No serious or critical finding of axe-core."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    grave = [
        (one["id"], [node["html"][:150] for node in one["nodes"]], one["nodes"][0]["failureSummary"])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert grave == []


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where PICTURES names a folder."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")
