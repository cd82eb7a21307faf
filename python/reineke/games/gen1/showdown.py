"""Showdown in Node: jobs go in, answers come out (see showdown/lockstep.mjs)."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, TypeVar

from reineke.game import GameError

FOLDER = Path(__file__).parents[4] / "showdown"
"""Where the driver and Showdown itself are, in a checkout."""
PATIENCE = 300.0
"""Seconds without any answer after which Node is given up."""
LAST_WORDS = 10.0
"""Seconds that Node has to end by itself, once it has closed its output."""

Job = Mapping[str, Any]
Result = TypeVar("Result")


def version() -> str:
    """The version of Showdown that is installed. Raises `GameError` if there is none to run."""
    if not (FOLDER / "lockstep.mjs").is_file():
        raise GameError("Showdown is driven from a checkout of the project, whose folder showdown/ is missing here")
    if shutil.which("node") is None:
        raise GameError("Node 20 or newer is missing: install it (node and npm), then run make showdown")
    package = FOLDER / "node_modules" / "pokemon-showdown" / "package.json"
    try:
        return str(json.loads(package.read_bytes())["version"])
    except (OSError, ValueError, KeyError):
        raise GameError(
            "Showdown is not installed: run make showdown, or cd showdown && npm ci --omit=optional"
        ) from None


class Simulator:
    """A Node process; a context manager. Ctrl-C does not reach it: whoever started it ends it."""

    def __init__(self) -> None:
        version()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        self._process = subprocess.Popen(
            ["node", str(FOLDER / "lockstep.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def ask(self, job: Job) -> bytes:
        """The answer to a job, one line of JSON. Raises `GameError` if Node has ended or refuses."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):
            line = b""
        if not line.endswith(b"\n"):
            raise GameError(f"Node ended in the middle of a battle{self._reason()}")
        if line.startswith(b'{"error"'):
            raise GameError(f"Showdown refuses {json.dumps(job)[:200]}: {json.loads(line)['error']}")
        return line

    def kill(self) -> None:
        """Ends the process, whatever it does."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ends the process and gives back its pipes."""
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written goes nowhere
                    pipe.close()
        self._errors.close()

    def __enter__(self) -> Simulator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _reason(self) -> str:
        try:
            code = self._process.wait(timeout=LAST_WORDS)
        except subprocess.TimeoutExpired:  # it says nothing more, but is still there
            self.kill()
            code = self._process.returncode
        self._errors.seek(0)
        words = complaint(self._errors.read().decode(errors="replace"))
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f" ({how}{': ' + words if words else ''})"


def complaint(errors: str) -> str:
    """The line of Node's stderr that says what went wrong."""
    return next((line.strip() for line in errors.splitlines() if "Error: " in line), "")


def spread(
    jobs: Iterable[Job], workers: int, work: Callable[[Simulator, Job], Result], patience: float | None = None
) -> Generator[Result, None, None]:
    """What `work` makes of each job, as it comes, with so many simulators at once; `patience` is for how many seconds
    nothing may come."""
    todo, lock = iter(jobs), Lock()
    done: SimpleQueue[Result | BaseException | None] = SimpleQueue()

    def serve(simulator: Simulator) -> None:
        try:
            while True:
                with lock:
                    job = next(todo, None)
                if job is None:
                    break
                done.put(work(simulator, job))
            done.put(None)
        except BaseException as error:
            done.put(error)

    with ExitStack() as stack:
        simulators = [stack.enter_context(Simulator()) for _ in range(workers)]
        threads = [Thread(target=serve, args=(simulator,), daemon=True) for simulator in simulators]
        try:
            for thread in threads:
                thread.start()
            yield from _drain(done, workers, patience or PATIENCE)
        finally:
            with lock:
                todo = iter(())
            for simulator in simulators:
                simulator.kill()
            for thread in threads:
                if thread.ident is not None:  # Ctrl-C may come before all are started
                    thread.join()


def _drain(done: SimpleQueue[Result | BaseException | None], workers: int, patience: float) -> Iterator[Result]:
    while workers:
        try:
            result = done.get(timeout=patience)
        except Empty:
            raise GameError(f"Node has not answered for {patience:g} s") from None
        if isinstance(result, BaseException):
            raise result
        if result is None:
            workers -= 1
        else:
            yield result
