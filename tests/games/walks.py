"""What the lockstep walks of all games share: comparing, spreading over processes, reporting; and broken twins."""

import argparse
import importlib
import importlib.util
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, Self, TypeVar

from rich.console import Console
from rich.progress import Progress


class Difference(AssertionError):
    """Engine and twin disagree; the message says where and how."""


class Tally(Protocol):
    """What a walk saw; differs between two runs only if the games do."""

    games: int

    def add(self, other: Self) -> None: ...

    def lines(self) -> Iterable[str]: ...


Seen = TypeVar("Seen", bound=Tally)


def compare(what: str, slow: Any, fast: Any) -> None:
    if slow != fast:
        raise Difference(f"{what}: differs\n  twin:   {slow}\n  engine: {fast}")


def reason(error: Exception) -> str:
    """What went wrong, in words."""
    return str(error) if isinstance(error, Difference) else f"raised {error!r}"


def factory(name: str) -> Any:
    """`package.module:function`; the function makes an engine."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


def slices(first: int, games: int | None, size: int) -> Iterator[range]:
    """So many games from the first on, a few at a time; without a number they never end."""
    for at in count(first, size) if games is None else range(first, first + games, size):
        yield range(at, at + size if games is None else min(at + size, first + games))


def spread(
    job: Callable[..., Seen],
    work: Iterator[tuple[Any, ...]],
    jobs: int,
    total: Seen,
    enough: Callable[[Seen], bool] = lambda total: False,
    progress: Callable[[int], None] = lambda games: None,
) -> Seen:
    """The sum of all jobs, or of as many as are enough, on so many processes."""
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        # Taken in order, so that the sum does not depend on who is faster.
        running: deque[Future[Seen]] = deque()
        try:
            while not enough(total):
                running.extend(pool.submit(job, *one) for one in islice(work, 2 * jobs - len(running)))
                if not running:
                    break
                total.add(running.popleft().result())
                progress(total.games)
        finally:
            pool.shutdown(cancel_futures=True)
    return total


def arguments(description: str | None, package: str) -> argparse.ArgumentParser:
    """The options that all walks have."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--engine", default=f"{package}.engine:make", help="package.module:function that makes one")
    return parser


def command(walk: Callable[[Callable[[int], None]], Tally], games: int | None, jobs: int) -> int:
    """Runs a walk, shows how far it is, and says what came of it."""
    began = time.perf_counter()
    try:
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
            task = bar.add_task("games", total=games)
            total = walk(lambda done: bar.update(task, completed=done))
    except Difference as difference:
        print(difference, file=sys.stderr)
        return 1
    print("\n".join(total.lines()))
    print(f"{time.perf_counter() - began:.1f} s, {jobs} jobs")
    return 0


def changed(twin: ModuleType, line: str, instead: str) -> ModuleType:
    """A twin with one piece of its source replaced."""
    source = Path(str(twin.__file__)).read_text()
    assert source.count(line) == 1, line
    name = f"{twin.__name__}_changed"
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader=None))  # type: ignore[arg-type]
    sys.modules[name] = module  # where a dataclass looks for the types it names
    try:
        exec(compile(source.replace(line, instead), name, "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return module
