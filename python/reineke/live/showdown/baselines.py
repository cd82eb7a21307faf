"""poke-env's players as opponents, each in a process of its own: `with Baseline("random", url) as other: …`.

`python -m reineke.live.showdown.baselines KIND URL NAME AT_ONCE` is what runs there.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib import import_module, util
from importlib.metadata import version
from types import TracebackType

from reineke.game import GameError
from reineke.live.showdown.wire import FORMAT

BASELINES = {
    "random": "RandomPlayer",
    "max-base-power": "MaxBasePowerPlayer",
    "simple-heuristics": "SimpleHeuristicsPlayer",
}
"""Its players, by what they do."""
MANY = 1_000_000
"""Challenges that it accepts."""


def installed() -> str:
    """The version of poke-env. Raises `GameError` if there is none."""
    if util.find_spec("poke_env") is None:
        raise GameError("poke-env is missing: install reineke[showdown]")
    return version("poke-env")


class Baseline:
    """One of poke-env's players, who accepts challenges until this is closed."""

    def __init__(self, kind: str, url: str, at_once: int = 1) -> None:
        installed()
        if kind not in BASELINES:
            raise GameError(f"poke-env has no player {kind!r}; there are {', '.join(BASELINES)}")
        self.name = "pe " + kind.split("-")[-1]
        words = [sys.executable, "-m", "reineke.live.showdown.baselines", kind, url, self.name, str(at_once)]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Baseline:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def host(kind: str, url: str, name: str, at_once: int) -> None:
    """Plays whoever challenges, with the timer on."""
    players, client = import_module("poke_env.player"), import_module("poke_env.ps_client")
    player = getattr(players, BASELINES[kind])(
        account_configuration=client.AccountConfiguration(name, None),
        battle_format=FORMAT,
        log_level=40,
        max_concurrent_battles=at_once,
        server_configuration=client.ServerConfiguration(url, ""),
        start_timer_on_battle_start=True,
    )
    await player.accept_challenges(None, MANY)


if __name__ == "__main__":
    asyncio.run(host(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
