"""Oak as a player: it draws what it cannot see from its View, and lets `scripts/oak/program.py` search each draw.

    reineke match gen1 default scripts/oak/agent.py --time 0.1

Choices are identities, so that what the searches of all draws tried adds up; the most tried one is played. The program
runs with the Python of `make oak`, or with the one that OAK_PYTHON names.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from reineke import Agent, Budget, Choice, Decision, Dice, Game, GameError, Stop, Unfit, View
from reineke.agent import Progress

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv" / "oak" / "bin" / "python"
SECONDS = 0.1
"""Where the match sets no time."""
SAMPLES = 8
SWITCH = "switch "
START, PATIENCE = 60.0, 8.0
"""How long the program may take to start, and how much longer than its time to answer."""


class Program:
    """The program behind the player."""

    def __init__(self, command: list[str]) -> None:
        try:
            self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Unfit(f"Oak cannot be started: {error}; `make oak` installs it") from None
        try:
            self._line(START)
        except Unfit:
            self.close()
            raise

    def ask(self, request: dict[str, Any], patience: float) -> dict[str, Any]:
        """The answer to a request; raises `Unfit` where there is none."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Unfit(self._how_it_ended()) from None
        answer = self._line(patience)
        if not _told(answer):
            raise Unfit(f"Oak answered {json.dumps(answer)[:60]}")
        return answer

    def _line(self, patience: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], patience)[0]:
            raise Unfit(f"Oak did not answer within {patience:g} s")
        line = self.process.stdout.readline()
        if not line:
            raise Unfit(self._how_it_ended())
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            raise Unfit(f"Oak answered {line[:60]!r}") from None
        return answer

    def _how_it_ended(self) -> str:
        return f"Oak ended with exit status {self.process.wait(PATIENCE)}"

    def close(self) -> None:
        """Ends it."""
        with self.process:
            self.process.kill()


def _told(answer: Any) -> bool:
    """Whether an answer has what an answer must have."""
    visits = answer.get("visits") if isinstance(answer, dict) else None
    return isinstance(visits, dict) and bool(visits) and all(isinstance(count, int) for count in visits.values())


@cache
def program() -> Program:
    """The one of this process, kept from game to game."""
    return Program([os.environ.get("OAK_PYTHON", str(PYTHON)), "-m", "scripts.oak.program"])


class Oak(Agent):
    """Plays what Oak tries most in positions that the player thinks possible."""

    def __init__(self, samples: int = SAMPLES, nodes: int | None = None) -> None:
        if samples < 1:
            raise GameError(f"samples is a number above 0, not {samples}")
        self.samples = samples
        self.budget = None if nodes is None else Budget(nodes=nodes)
        self.program = program()
        self.cpu = 0.0
        """Seconds of the processor that the program has used so far."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.dice = Dice(seed)

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        begin = perf_counter()
        if len(view.legal) == 1:
            return Decision(view.legal[0])
        states = [view.game.json(view.game.sample(view.info, view.seat, self.dice)) for _ in range(self.samples)]
        request: dict[str, Any] = {"seat": view.seat, "states": [state["battle"] for state in states]}
        if budget.nodes is not None:
            request["iterations"] = budget.nodes
        else:
            request["seconds"] = (budget.seconds or SECONDS) - (perf_counter() - begin)
        answer = self.program.ask(request, PATIENCE + request.get("seconds", 0))
        self.cpu += answer.get("cpu", 0.0)
        return decision(view, answer, perf_counter() - begin)


def decision(view: View, answer: dict[str, Any], seconds: float) -> Decision:
    """The most tried action, the first of those that are tried alike."""
    visits = dict.fromkeys(view.legal, 0)
    for name, count in answer["visits"].items():
        visits[action(view, name)] += count
    total = max(1, sum(visits.values()))
    best = max(visits, key=lambda action: visits[action])
    choices = tuple(Choice(action, 0.0, visits=count, share=count / total) for action, count in visits.items())
    return Decision(best, choices=choices, nodes=answer.get("iterations", 0), seconds=seconds)


def action(view: View, name: str) -> int:
    """The legal action of that name. Whoever stays and has but one way to do so does it by any name: asleep, frozen,
    recharging, in the middle of a move."""
    names = {view.game.action_text(action): action for action in view.legal}
    staying = [action for text, action in names.items() if not text.startswith(SWITCH)]
    if name in names:
        return names[name]
    if name.startswith(SWITCH) or len(staying) != 1:
        raise Unfit(f"Oak tried {name!r} where only {', '.join(names)} are allowed")
    return staying[0]
