"""`reineke verify gen1 --scenarios`: what agents do where a strong player knows what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from reineke.agent import Budget
from reineke.agents import make
from reineke.cli.steps import steps
from reineke.game import Game, GameError
from reineke.games import load
from reineke.games.gen1.scenarios import Scenario, load_scenarios

ENOUGH = 0.8
"""A scenario is passed if this share of the decisions is right."""


def played(game: Game, scenario: Scenario, spec: str, seeds: int) -> Counter[str]:
    """What an agent does in a scenario, seed by seed."""
    try:
        view = game.view(game.parse(scenario.position), scenario.seat)
    except ValueError as error:
        raise GameError(f"scenario {scenario.name}: {error}") from None
    found: Counter[str] = Counter()
    for seed in range(seeds):
        agent = make(spec, game)
        agent.start(game, scenario.seat, seed)
        found[game.action_text(agent.decide(view, Budget()).action)] += 1
    return found


def _rows(scenarios: Sequence[Scenario], specs: Sequence[str], seeds: int) -> Iterator[tuple[bool, str]]:
    game = load("gen1")
    width = max(len(scenario.name) for scenario in scenarios)
    for spec in specs:
        make(spec, game)
    jobs = [(scenario, spec) for scenario in scenarios for spec in specs]
    for scenario, spec in steps(jobs, "scenarios"):
        found = played(game, scenario, spec, seeds)
        right = sum(count for action, count in found.items() if scenario.right(action))
        passed = right >= ENOUGH * seeds
        told = ", ".join(f"{action} {count}" for action, count in found.most_common())
        yield passed, f"{'ok  ' if passed else 'FAIL'} {scenario.name:{width}}  {spec}  {right}/{seeds} right: {told}"


def run(path: Path, specs: Sequence[str], seeds: int) -> int:
    """Prints a table of scenarios and agents, and returns the exit code."""
    checked = differences = 0
    for passed, row in _rows(load_scenarios(path), specs, seeds):
        print(row, flush=True)
        checked += 1
        differences += not passed
    print(f"{checked} checked, {differences} differences")
    return 1 if differences else 0
