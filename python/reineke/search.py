"""Searches, run by the Rust core on native and on Python games."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from reineke import _core, models
from reineke.agent import Budget, Choice, Decision, Progress, Stop
from reineke.game import Game, GameError, View
from reineke.games.native import NativeGame


def names() -> dict[str, str]:
    """Every search by name, with one line about it."""
    return dict(_core.searches())


class Search:
    """A search with its memory (tables, trees) between the decisions of one game."""

    def __init__(self, game: Game, name: str, options: dict[str, str] | None = None, seed: int = 0) -> None:
        self.game = game
        self._native = isinstance(game, NativeGame)
        options = dict(options or {})
        _load_models(game, name, options)
        try:
            core: Any = game.core if isinstance(game, NativeGame) else game
            self._core = _core.Searcher(core, name, options, seed & (2**64 - 1))
        except ValueError as error:
            raise GameError(str(error)) from None

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        """The best action within a budget; without any budget, until the depth is reached or `stop` is set."""
        report = None if progress is None else lambda data: progress(_decision(data))
        data = self._core.decide(
            self._subject(view),
            view.seat,
            seconds=budget.seconds,
            nodes=budget.nodes,
            stop=None if stop is None else stop._flag,
            progress=report,
            poll=threading.current_thread() is threading.main_thread(),
        )
        return _decision(data)

    def ponder(self, view: View, stop: Stop) -> None:
        """Thinks ahead while others decide."""
        self._core.ponder(self._subject(view), view.seat, stop._flag)

    def policy(self, view: View) -> dict[int, float] | None:
        """The strategy a tree search has found for what a seat knows, or None where it has not been."""
        found = self._core.policy(self._subject(view), view.seat)
        return None if found is None else dict(found)

    def _subject(self, view: View) -> Any:
        return view.info if self._native else view


def _load_models(game: Game, name: str, options: dict[str, str]) -> None:
    """Loads the model that a search or its evaluation names: a shipped one, or `model=FILE`."""
    if name == "td":
        # Several, joined by +, are averaged.
        options["model"] = "+".join(_value_net(part) for part in options.get("model", "").split("+"))
        return
    if name == "ppo":
        if "model" not in options:
            raise GameError("ppo needs model=FILE, a trained policy")
        options["model"] = f"policy:{options['model']}"
        models.read(options["model"], Path(options["model"].removeprefix("policy:")))
        return
    default = game.core.evals[0] if isinstance(game, NativeGame) else ""
    family = {"net": "net", "lanes": "sawhian-lanes"}.get(options.get("eval", default))
    if family is None:
        return
    file = options.get("model")
    if file is not None:
        options["model"] = f"{family}:{file}"
        models.read(options["model"], Path(file))
    elif family == "net":
        raise GameError("eval=net needs model=FILE, a trained network")
    else:
        models.load(family)


def _value_net(name: str) -> str:
    """The name on the shelf of a shipped network, or of one in a file."""
    if not name:
        raise GameError("td needs model=FILE, a trained network")
    if name in models.shipped():
        models.load(name)
        return name
    models.read(f"net:{name}", Path(name))
    return f"net:{name}"


def _decision(data: dict[str, Any]) -> Decision:
    choices = tuple(
        Choice(action, value, None if values is None else tuple(values), visits, share, proven)
        for action, value, values, visits, share, proven in data["choices"]
    )
    return Decision(
        action=data["action"],
        value=data["value"],
        choices=choices,
        depth=data["depth"],
        nodes=data["nodes"],
        seconds=data["seconds"],
        line=tuple(data["line"]),
        proven=data["proven"],
        beliefs=tuple((text, weight) for text, weight in data["beliefs"]),
    )
