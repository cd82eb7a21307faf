"""Games to analyse, and toys whose values are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from reineke.agent import Agent, Budget, Choice, Decision
from reineke.agents import make
from reineke.arena.play import play_game
from reineke.arena.schedule import Job, Run
from reineke.game import CHANCE, OVER, Game
from reineke.games import load
from reineke.record import Record

PAYOFFS = ((0.0, 0.5), (-1.0, 1.0), (0.25, -0.5))
ODDS = (0.5, 0.25, 0.25)


class Toss(Game):
    """Chance names a row, the first seat takes one of its two payoffs, the second loses it."""

    actions = 3

    def start(self, dice: Any) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return (CHANCE, 0, OVER)[len(state)]

    def odds(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        return list(enumerate(ODDS))

    def legal(self, state: tuple[int, ...], seat: int) -> tuple[int, ...]:
        return (0, 1)

    def play(self, state: tuple[int, ...], action: int, dice: Any) -> tuple[int, ...]:
        return (*state, action)

    def outcome(self, state: tuple[int, ...]) -> tuple[float, float]:
        found = PAYOFFS[state[0]][state[1]]
        return found, -found


class Shake(Toss):
    """The first seat chooses whether the die that falls inside the turn counts double."""

    actions = 2
    inside = True
    low, high = -2.0, 2.0

    def turn(self, state: tuple[int, ...]) -> int:
        return OVER if state else 0

    def play(self, state: tuple[int, ...], action: int, dice: Any) -> tuple[int, ...]:
        return action, dice.roll(3)

    def outcome(self, state: tuple[int, ...]) -> tuple[float, float]:
        found = (1.0 + state[0]) * (state[1] - 1)
        return found, -found


def recorded(spec: str, agents: Sequence[str] = (), seed: int = 1, game: Game | None = None) -> Record:
    """A game of agents with little time, random ones unless named."""
    game = game or load(spec)
    specs = tuple(agents) or ("random",) * game.seats
    run = Run(spec, specs, Budget(nodes=60), seed)
    job = Job(0, 0, tuple(range(game.seats)))
    played = play_game(run, job, game, make)
    assert not played.forfeits
    return Record.parse(played.record)


def written(game: Game, turns: Sequence[Any]) -> Record:
    """A record of these turns from the start of a game without a deal."""
    from reineke._core import Dice
    from reineke.record import ForcedDice, Played

    state = deal = game.start(Dice(0))
    for turn in turns:
        played = Played.parse(game, state, turn)
        state = game.play(state, played.move(game.seats), ForcedDice(played.dice))
    result = {"outcome": list(game.outcome(state)), "points": list(game.points(state)), "forfeits": []}
    data = {"format": 1, "game": game.spec, "deal": game.text(deal), "opening": 0, "agents": ["a"] * game.seats}
    return Record.parse(json.dumps({**data, "seeds": {}, "turns": list(turns), "times": [], "result": result}))


class Silent(Agent):
    """Plays the first action and explains nothing."""

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        return Decision(view.legal[0])


class Hasty(Agent):
    """Prefers the last action by a little; with too small a budget, by much as long as the board is nearly empty."""

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        fooled = budget.nodes < 100 and len(view.legal) > 5
        values = dict.fromkeys(view.legal, 0.0) | {view.legal[-1]: 1.0 if fooled else 0.25}
        choices = tuple(Choice(action, value) for action, value in values.items())
        return Decision(view.legal[-1], value=max(values.values()), choices=choices, nodes=budget.nodes)


class Prejudiced(Agent):
    """A tree search that has hardly tried anything but the first action, and thinks little of the rest."""

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        first = view.legal[0]
        mine = tuple(float(seat == view.seat) for seat in range(view.game.seats))
        yours = tuple(1.0 - value for value in mine)
        choices = tuple(
            Choice(action, float(action == first), mine if action == first else yours, 1000 if action == first else 1)
            for action in view.legal
        )
        return Decision(first, value=1.0, choices=choices, nodes=budget.nodes)
