"""spe_ed as an agent-based model: a grid, agents on it, and a scheduler that activates them all at once.

The three know nothing of each other's insides. The grid holds the native engine's state, so that the rules are written
once; the scheduler asks every active agent about the same state before anybody moves; the model takes the steps.

    model = SpeedModel(40, 30, [MyAgent(), OtherAgent()], seed=1)
    model.run()
    print(model.winner, model.grid.position.round)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from reineke._core import Dice
from reineke.agent import Agent, Budget
from reineke.game import NO_ACTION, OVER, Game, GameError, View
from reineke.games import load
from reineke.games.speed.agent import Acts, as_agent
from reineke.games.speed.position import STEPS, Board, Cell, Position, read

NONE = "none"
"""What stands for an agent that gave no valid answer: it is out and does not move."""


class Grid:
    """The board and the heads on it. It changes by `apply` alone."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state

    @property
    def position(self) -> Position:
        """Everything on the grid, as numbers."""
        return read(self.game.json(self.state))

    @property
    def cells(self) -> Board:
        """[height, width]: 0 free, n the trail of seat n - 1, -1 entered more than once."""
        return self.position.cells

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still play; none once the game is over."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, tuple) else ()

    def neighbours(self, x: int, y: int) -> list[Cell]:
        """The cells beside a cell, without those off the board."""
        position = self.position
        return [(x + dx, y + dy) for dx, dy in STEPS if position.inside(x + dx, y + dy)]

    def view(self, seat: int) -> View:
        """What an agent is shown."""
        return self.game.view(self.state, seat)

    def apply(self, words: Mapping[int, str]) -> None:
        """Moves every seat at once, by the contest's words or `none`."""
        joint = [NO_ACTION] * self.game.seats
        for seat, word in words.items():
            joint[seat] = self.game.parse_action(word)
        self.state = self.game.play(self.state, tuple(joint), Dice(0))


class SimultaneousScheduler:
    """Asks all active agents first and lets all of them move afterwards: nobody sees anybody else's choice."""

    def __init__(self, agents: Sequence[Agent], budget: Budget) -> None:
        self.agents, self.budget = tuple(agents), budget
        self.faults: dict[int, str] = {}
        """Per seat what was wrong with its answer, if anything."""

    def words(self, grid: Grid) -> dict[int, str]:
        """What each active seat wants to do; `none` for one that fails."""
        return {seat: self._word(grid, seat) for seat in grid.active}

    def _word(self, grid: Grid, seat: int) -> str:
        view = grid.view(seat)
        try:
            action = self.agents[seat].decide(view, self.budget).action
            if action not in range(5):
                raise GameError(f"{action!r} is no action")
            return grid.game.action_text(action)
        except Exception as error:
            self.faults[seat] = f"{type(error).__name__}: {error}"
            return NONE


class SpeedModel:
    """A game of spe_ed to step through.

    `agents` are ordinary agents or anything with `act(state) -> word`, one per seat; the board is `width` x `height`,
    each drawn as the contest does where it is None. The same seed gives the same start and the same seeds of agents.
    """

    def __init__(
        self,
        width: int | None,
        height: int | None,
        agents: Sequence[Agent | Acts],
        seed: int = 0,
        *,
        budget: Budget | None = None,
    ) -> None:
        sides = {"width": width, "height": height}
        options = "".join(f",{name}={side}" for name, side in sides.items() if side is not None)
        game = load(f"speed(seats={len(agents)}{options})")
        self.agents = tuple(as_agent(agent) for agent in agents)
        self.grid = Grid(game, game.start(Dice(seed & (2**64 - 1))))
        self.scheduler = SimultaneousScheduler(self.agents, budget or Budget())
        self.watchers: list[Callable[[SpeedModel], None]] = []
        """Called after every step, for instance to collect data."""
        for seat, agent in enumerate(self.agents):
            agent.start(game, seat, agent_seed(seed, seat))

    @property
    def running(self) -> bool:
        """Whether another step can be taken."""
        return self.grid.game.turn(self.grid.state) != OVER

    @property
    def outcome(self) -> tuple[float, ...] | None:
        """Each seat's share of the win; None while the game runs."""
        return None if self.running else tuple(self.grid.game.outcome(self.grid.state))

    @property
    def winner(self) -> int | None:
        """The sole survivor."""
        active = self.grid.position.active
        return active[0] if not self.running and len(active) == 1 else None

    def step(self) -> None:
        """One round: everybody chooses, then everybody moves."""
        if not self.running:
            raise GameError("the game is over")
        self.grid.apply(self.scheduler.words(self.grid))
        if not self.running:
            for agent in self.agents:
                agent.finish(tuple(self.grid.game.outcome(self.grid.state)))
        for watch in self.watchers:
            watch(self)

    def run(self, rounds: int | None = None) -> SpeedModel:
        """Steps to the end, or so many rounds."""
        taken = 0
        while self.running and (rounds is None or taken < rounds):
            self.step()
            taken += 1
        return self


def agent_seed(seed: int, seat: int) -> int:
    """The seed of a seat's agent; it tells nothing of the start."""
    return int.from_bytes(blake2b(f"speed model {seed} {seat}".encode(), digest_size=8).digest(), "little")
