"""Who judges: an agent that says what positions and actions are worth, with a full budget or at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from reineke._core import Dice
from reineke.agent import Agent, Budget, Decision, Stop
from reineke.agents import make
from reineke.agents.presets import presets
from reineke.game import CHANCE, NO_ACTION, OVER, Game, View
from reineke.games.native import NativeGame, is_family
from reineke.spec import parse

Scale = Literal["outcome", "points"]
"""What a value foretells: the outcome (a share of the win, where it lies between 0 and 1), or the game's own points."""

Values = tuple[float | None, ...]
"""One number per seat; None where the judge does not say."""


@dataclass(frozen=True)
class Analyst:
    """An agent as a judge, and how much it thinks."""

    spec: str
    budget: Budget
    """Of one decision; where several decide at once and nothing is hidden, of all of them together."""
    quick: str
    """Who judges what chance might have brought."""
    glance: Budget
    samples: int
    """How many outcomes of chance are looked at, where there are more than that."""


_ANALYSTS = {
    "sawhian": Analyst("maxn", Budget(nodes=100_000), "maxn", Budget(nodes=2_000), 0),
    "speed": Analyst("mcts(joint=ucb1)", Budget(nodes=2_000), "mcts(joint=ucb1)", Budget(nodes=200), 0),
    "clever": Analyst("default", Budget(nodes=20_000), "td", Budget(nodes=200), 400),
    "gen1": Analyst("default(hunches=off)", Budget(nodes=4_000), "default", Budget(nodes=150), 20),
}
"""Sawhian: max^n knows what every action is worth to everybody, and no cut leaves the value of a poor one open. spe_ed:
what `default` says is on no scale of outcomes. gen1: without hunches no action goes untried."""

_OTHERS = Analyst("default", Budget(nodes=20_000), "default", Budget(nodes=500), 60)


def analyst(game: Game, spec: str | None = None, budget: Budget | None = None) -> Analyst:
    """The judge of a game: its own, or the agent and budget that are named."""
    own = _ANALYSTS.get(game.family, _OTHERS) if isinstance(game, NativeGame) else _OTHERS
    if is_family(game, "clever") and "td" not in (named := presets(game)):
        own = replace(own, quick="tables" if "tables" in named else "default")
    if spec is not None and spec != own.spec:
        own = replace(own, spec=spec, quick=spec)
    return own if budget is None else replace(own, budget=budget)


def stronger(who: Analyst, factor: float) -> Analyst:
    """The same judge with so many times its nodes, and where these set no limit, its seconds."""
    seconds, nodes = who.budget.seconds, who.budget.nodes
    if nodes is not None:
        return replace(who, budget=Budget(seconds, min(10**15, max(1, round(factor * nodes)))))
    return replace(who, budget=Budget(None if seconds is None else min(86_400.0, factor * seconds)))


def scale(game: Game, spec: str) -> Scale:
    """What an agent's values foretell."""
    parsed = parse(spec)
    preset = presets(game).get(parsed.name)
    search = parsed.name if preset is None else preset.search
    return "points" if is_family(game, "clever") and search == "td" else "outcome"


def look(view: View, who: Analyst, seed: int = 0, stop: Stop | None = None) -> Decision:
    """What a judge says of a decision, from what the seat knows: also for a game that is still played."""
    return decide(_seated(who.spec, view, seed), view, who.budget, stop)


def decide(agent: Agent, view: View, budget: Budget, stop: Stop | None = None) -> Decision:
    """The agent's decision, of the last depth that it has finished: there all actions are judged alike."""
    finished: list[Decision] = []
    decision = agent.decide(view, budget, stop, finished.append)
    return next((found for found in reversed(finished) if found.depth == decision.depth and found.choices), decision)


def _seated(spec: str, view: View, seed: int) -> Agent:
    agent = make(spec, view.game)
    agent.start(view.game, view.seat, seed)
    return agent


@dataclass(frozen=True)
class Judge:
    """Judges positions of one game. Every judgement begins afresh: it depends on the position alone."""

    game: Game
    who: Analyst
    seed: int = 0
    stop: Stop | None = None

    @property
    def scale(self) -> Scale:
        """What the values foretell."""
        return scale(self.game, self.who.spec)

    def result(self, state: Any) -> Values:
        """The values of a finished game."""
        found = self.game.points(state) if self.scale == "points" else self.game.outcome(state)
        return tuple(map(float, found))

    def decisions(self, state: Any) -> dict[int, Decision]:
        """What every acting seat should do, by what it knows."""
        seats = acting(self.game, state)
        if self.game.hidden:
            return {seat: look(self.game.view(state, seat), self.who, self.seed, self.stop) for seat in seats}
        views = [self.game.view(state, seat) for seat in seats]
        agent, budget = _seated(self.who.spec, views[0], self.seed), _part(self.who.budget, len(seats))
        return {view.seat: self._sober(state, view.seat, decide(agent, view, budget, self.stop)) for view in views}

    def values(self, state: Any, decisions: Mapping[int, Decision]) -> Values:
        """What a position is worth to every seat. With hidden information that is what somebody would say who sees it
        all: the decisions, by what seats know, say something else."""
        if self.game.hidden:
            return self._open(state, self.who.spec, self.who.budget)
        return everyone(self.game, state, decisions)

    def compared(self, state: Any, decisions: Mapping[int, Decision], seat: int, action: int) -> Decision | None:
        """A decision whose best action and `action` are judged by the positions that they lead to, with the same budget
        each: a tree search hardly tries what it does not like, and holds it for worse than it is. None where somebody
        mixes, or chance comes next."""
        decision = decisions[seat]
        if any(sum(choice.share > 0 for choice in other.choices) > 1 for other in decisions.values()):
            return None
        found: dict[int, tuple[float, ...]] = {}
        for one in (decision.action, action):
            joint = {other: said.action for other, said in decisions.items()} | {seat: one}
            move = tuple(joint.get(other, NO_ACTION) for other in range(self.game.seats))
            values = self._after(self.game.play(state, move, Dice(0)))
            known = tuple(value for value in values if value is not None)
            if len(known) < self.game.seats:
                return None
            found[one] = known
        choices = tuple(
            replace(choice, value=found[choice.action][seat], values=found[choice.action])
            if choice.action in found
            else choice
            for choice in decision.choices
        )
        return replace(decision, value=found[decision.action][seat], choices=choices)

    def _after(self, state: Any) -> Values:
        turn = self.game.turn(state)
        if turn == OVER:
            return self.result(state)
        return (None,) if turn == CHANCE else self.values(state, self.decisions(state))

    def quick(self, state: Any) -> Values:
        """The same at a glance, for outcomes of chance."""
        if self.game.turn(state) == OVER:
            return self.result(state)
        return self._open(state, self.who.quick, self.who.glance)

    def _open(self, state: Any, spec: str, budget: Budget) -> Values:
        view = self.game.open_view(state, acting(self.game, state)[0])
        decision = decide(_seated(spec, view, self.seed), view, budget, self.stop)
        return everyone(self.game, state, {view.seat: self._sober(state, view.seat, decision)})

    def _sober(self, state: Any, seat: int, decision: Decision) -> Decision:
        """Points are never lost again: whoever expects fewer than there are, as a network may of a game unlike those
        that it has learnt from, is wrong at least by the difference."""
        if self.scale != "points":
            return decision
        least = float(self.game.points(state)[seat])
        value = None if decision.value is None else max(least, decision.value)
        choices = tuple(replace(choice, value=max(least, choice.value)) for choice in decision.choices)
        return replace(decision, value=value, choices=choices)


def acting(game: Game, state: Any) -> tuple[int, ...]:
    """The seats that choose in a position."""
    turn = game.turn(state)
    if turn in (OVER, CHANCE):
        return ()
    return turn if isinstance(turn, tuple) else (turn,)


def everyone(game: Game, state: Any, decisions: Mapping[int, Decision]) -> Values:
    """What a position is worth to every seat, by the decisions in it."""
    together = game.hidden or isinstance(game.turn(state), tuple)
    found: list[float | None] = [None] * game.seats
    for seat, decision in decisions.items():
        told = _mean(decision) if together else _best(decision)
        for other in range(game.seats):
            if found[other] is None and told is not None and other not in decisions:
                found[other] = told[other]
        found[seat] = decision.value if told is None else told[seat]
    known = [(seat, value) for seat, value in enumerate(found) if value is not None]
    if game.sum is None or game.seats != 2 or any(not game.low <= value <= game.high for _, value in known):
        return tuple(found)
    # What one has, the other has not: two judgements of the same thing, where there are two.
    firsts = [value if seat == 0 else game.sum - value for seat, value in known]
    mean = sum(firsts) / len(firsts) if firsts else None
    return (None, None) if mean is None else (mean, game.sum - mean)


def _best(decision: Decision) -> tuple[float, ...] | None:
    return next((choice.values for choice in decision.choices if choice.action == decision.action), None)


def _mean(decision: Decision) -> tuple[float, ...] | None:
    """The mean of all that a tree search tried: the same from whichever seat it looked, unlike the best action's
    value, which the other side did not know of. None for searches that do not say it."""
    tried = [choice for choice in decision.choices if choice.visits and choice.values is not None]
    if not tried:
        return _best(decision)
    total = sum(choice.visits for choice in tried)
    columns = zip(*(choice.values or () for choice in tried), strict=True)
    return tuple(
        sum(choice.visits * value for choice, value in zip(tried, column, strict=True)) / total for column in columns
    )


def _part(budget: Budget, count: int) -> Budget:
    """A budget shared by so many decisions."""
    if count == 1:
        return budget
    seconds = None if budget.seconds is None else budget.seconds / count
    nodes = None if budget.nodes is None else -(-budget.nodes // count)
    return Budget(seconds, nodes)
