"""Agents that search."""

from __future__ import annotations

from collections.abc import Callable

from reineke.agent import Agent, Budget, Decision, Progress, Stop
from reineke.game import Game, GameError, View
from reineke.search import Search
from reineke.spec import Spec


def take_budget(spec: Spec) -> tuple[Budget | None, dict[str, str]]:
    """Splits a spec's options into a budget of its own (`time`, `nodes`) and the rest."""
    options = dict(spec.options)
    try:
        seconds = float(options.pop("time")) if "time" in options else None
        nodes = int(options.pop("nodes")) if "nodes" in options else None
        own = Budget(seconds, nodes)
    except ValueError as error:
        text = str(error)
        raise GameError(f"{spec}: {text if 'budget' in text else 'time and nodes are numbers'}") from None
    return (None if own == Budget() else own), options


class SearchAgent(Agent):
    """A search of the Rust core, with its memory kept over one game."""

    def __init__(
        self,
        game: Game,
        search: str,
        options: dict[str, str],
        budget: Budget | None = None,
        prepare: Callable[[], None] | None = None,
        usual: Budget | None = None,
    ) -> None:
        if prepare is not None:
            prepare()
        self.budget = budget
        self._name, self._options = search, options
        limited = "depth" in options or search == "greedy"
        self.usual = usual or (Budget() if limited else Budget(seconds=1.0))
        self._search = Search(game, search, options)

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._search = Search(game, self._name, self._options, seed)

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        if self.budget is not None:
            budget = Budget(self.budget.seconds or budget.seconds, self.budget.nodes or budget.nodes)
        elif budget == Budget() and stop is None:
            budget = self.usual
        return self._search.decide(view, budget, stop, progress)

    def ponder(self, view: View, stop: Stop) -> None:
        self._search.ponder(view, stop)

    def policy(self, view: View) -> dict[int, float] | None:
        """What a tree search has found for a View, if anything."""
        return self._search.policy(view)
