"""A game between people and agents: the state, what led to it, taking back, and the record. It prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reineke.agent import Budget, Decision, Stop
from reineke.agents import make
from reineke.arena.chance import Nature, pick
from reineke.arena.player import NoWatch, Player
from reineke.arena.schedule import derive
from reineke.game import CHANCE, OVER, Game, GameError, Turn, acting
from reineke.record import Played, Record, seen, settle
from reineke.spec import parse

HUMAN = "human"
HURRY = Budget(nodes=300)
"""What agents get once nobody plays against them any more."""


@dataclass(frozen=True)
class Move:
    """One seat's choice."""

    action: int
    decision: Decision | None = None
    """What an agent thought; None for a person, and for a move at random after a forfeit."""
    seconds: float | None = None


@dataclass(frozen=True)
class Step:
    """One turn as it was played."""

    state: Any
    """The position before it."""
    played: Played
    moves: Mapping[int, Move]


class Table:
    """A game in progress. `specs` names the agent of every seat, None is a person's seat."""

    def __init__(self, game: Game, specs: Sequence[str | None], budget: Budget, seed: int, deal: Any = None) -> None:
        self.game, self.specs, self.budget, self.seed = game, tuple(specs), budget, seed
        self.people = tuple(seat for seat, spec in enumerate(self.specs) if spec is None)
        for spec in self.specs:
            if spec is not None:
                make(spec, game)  # a wrong spec shows here, before anything is drawn
        self.deal = Nature(game, seed, 0).deal() if deal is None else deal
        self.resigned: dict[int, int] = {}
        """For people who gave up, the turn in which they did."""
        self._begin([])

    @property
    def person(self) -> int | None:
        """The seat of the first person, None if agents play alone."""
        return self.people[0] if self.people else None

    def _begin(self, steps: list[Step]) -> None:
        """Seats everybody anew and brings them to the end of `steps`, so that undo leaves no traces."""
        self.steps = list[Step]()
        self.state = self.deal
        self.nature = Nature(self.game, self.seed, 0)
        self.seeds = [derive("agent", self.seed, 0, 0, seat) for seat in range(self.game.seats)]
        self.players = {
            seat: Player(seat, self.budget, None, NoWatch()) for seat, spec in enumerate(self.specs) if spec
        }
        for seat, player in self.players.items():
            player.start(make, str(self.specs[seat]), self.game, self.seeds[seat])
        for step in steps:
            self._again(step.played, step.moves)

    def _again(self, played: Played, moves: Mapping[int, Move]) -> Step:
        """Plays a turn that was played before."""
        if played.chance is not None:
            self.nature.draw(self.state, len(self.steps))  # the same as before: it moves the streams on
        return self._apply(played, moves)

    def resume(
        self,
        turns: Sequence[list[Any]],
        seconds: Sequence[Mapping[int, float | None]],
        forfeits: Sequence[dict[str, Any]] = (),
    ) -> None:
        """Brings a new table to where another was left: its turns as a record has them, how long each seat took, and
        who had forfeited."""
        for number, (turn, spent) in enumerate(zip(turns, seconds, strict=True), 1):
            played = Played.parse(self.game, self.state, turn)
            moves = {seat: Move(action, seconds=spent.get(seat)) for seat, action in played.actions}
            step = self._again(replace(played, dice=()), moves)
            if step.played != played:
                raise GameError(f"turn {number} of the kept game comes out otherwise in this version")
        for forfeit in forfeits:
            player = self.players.get(forfeit["seat"])
            if player is None:
                self.resigned[forfeit["seat"]] = forfeit["turn"]
            elif forfeit["kind"] != "late" or forfeit not in player.forfeits:
                player.forfeits.append(forfeit)
                player.out = player.out or forfeit["kind"] != "late"

    @property
    def turn(self) -> Turn:
        """Whose move it is."""
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.turn == OVER

    def ask(self, seat: int) -> Move:
        """An agent's choice; a random one if it has forfeited."""
        return self.question(seat)()

    def question(self, seat: int, stop: Stop | None = None) -> Callable[[], Move]:
        """What `ask` asks, to be answered on any thread whatever happens to the table. Setting `stop` ends the
        agent's thoughts."""
        view, player, turn = self.game.view(self.state, seat), self.players.get(seat), len(self.steps) + 1

        def answer() -> Move:
            decision = player.decide(view, turn, stop) if player is not None else None
            if player is None or decision is None:
                return Move(pick(view.legal, "forfeit", self.seed, 0, 0, seat, turn))
            return Move(int(decision.action), decision, round(player.seconds, 6))

        return answer

    def play(self, moves: Mapping[int, Move]) -> Step:
        """Plays the choices of all acting seats, or a chance turn."""
        turn = self.turn
        if turn == CHANCE:
            played = Played(chance=self.nature.draw(self.state, len(self.steps)))
        else:
            actions = tuple((seat, moves[seat].action) for seat in sorted(moves))
            played = Played(actions, joint=isinstance(turn, tuple))
        return self._apply(played, moves)

    def _apply(self, played: Played, moves: Mapping[int, Move]) -> Step:
        before = self.state
        self.state, played = self.nature.play(before, played, len(self.steps))
        step = Step(before, played, dict(moves))
        self.steps.append(step)
        turn = played.json(self.game)
        for seat, player in self.players.items():
            if player.observes:
                view = self.game.view(self.state, seat)
                player.observe(view, seen(self.game, turn, seat), len(self.steps))
        return step

    def undo(self) -> bool:
        """Back to the last choice of a person; False if there is none. What chance gives after it stays the same."""
        for index in reversed(range(len(self.steps))):
            if not self.steps[index].moves.keys().isdisjoint(self.people):
                self.rewind(index)
                return True
        return False

    def rewind(self, turns: int) -> None:
        """Back to where only so many turns had been played."""
        self._begin(self.steps[:turns])

    def resign(self, seat: int | None = None) -> None:
        """A person gives up, the first unless another is named: random moves take the seat. Once nobody is left, the
        agents play on in a hurry."""
        seat = self.people[0] if seat is None else seat
        self.resigned[seat] = len(self.steps) + 1
        if self.resigned.keys() >= set(self.people):
            self.hurry()

    def hurry(self) -> None:
        """Has the agents play on with little thought."""
        for seat, player in self.players.items():
            player.budget = HURRY
            spec = parse(str(self.specs[seat]))
            if not player.out and not spec.name.partition(":")[0].endswith(".py"):
                # A budget of its own would still hold; searches can begin anew in the middle of a game.
                for key in ("time", "nodes"):
                    spec.options.pop(key, None)
                player.start(make, str(spec), self.game, self.seeds[seat])

    def play_out(self) -> None:
        """Plays to the end without people."""
        while not self.over:
            self.play({seat: self.ask(seat) for seat in acting(self.turn)})

    @property
    def forfeits(self) -> list[dict[str, Any]]:
        """Who has forfeited, as a record says it."""
        found = [forfeit for player in self.players.values() for forfeit in player.forfeits]
        alone = self.resigned.keys() >= set(self.people)
        message = f"resigned; the others played on{f' with {HURRY.nodes} nodes a move' if alone else ''}"
        for seat, turn in self.resigned.items():
            found.append({"seat": seat, "kind": "disconnect", "turn": turn, "message": message})
        return sorted(found, key=lambda forfeit: (forfeit["turn"], forfeit["seat"]))

    def outcome(self) -> tuple[float, ...]:
        """The result per seat of the finished game."""
        out = {forfeit["seat"] for forfeit in self.forfeits if forfeit["kind"] != "late"}
        return settle(self.game, self.game.outcome(self.state), out)

    def finish(self) -> Record:
        """Tells the agents how it ended, and returns the record."""
        for player in self.players.values():
            player.finish(self.outcome(), len(self.steps))
        return self.record()

    def record(self, decisions: list[dict[str, Any] | None] | None = None) -> Record:
        """The record of the finished game, with the decisions that somebody has kept."""
        moves = [step.moves[seat] for step in self.steps for seat in sorted(step.moves)]
        points = [float(value) for value in self.game.points(self.state)]
        return Record(
            game=self.game.spec,
            deal=self.game.text(self.deal),
            opening=0,
            agents=tuple(spec if spec is not None else HUMAN for spec in self.specs),
            seeds={"play": self.seed, "agents": self.seeds},
            turns=[step.played.json(self.game) for step in self.steps],
            times=[move.seconds for move in moves],
            decisions=decisions,
            result={"outcome": list(self.outcome()), "points": points, "forfeits": self.forfeits},
        )
