"""A hand-written player: every option by what it makes of the sheet, and by the dice that it leaves.

As advice to people:

- Take low dice first. A die that goes to the tray is missing in the next roll, and a roll is worth more than a box.
- Begin with green and blue: their points grow with every cross, and their bonuses are marks elsewhere.
- Look at what a box brings nearer, not only at what it counts: the bonus of a group, the next bonus of a track.
- Keep low numbers out of the orange boxes that multiply, and do not close purple with a 5 before the end is near.
- Keep +1 as long as it has time: in the end any die will do, early only a good one.
- Roll again where the best die brings less than an average roll.
- With foxes, the weakest area counts as often as there are foxes, and once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from reineke.agent import Agent, Budget, Choice, Decision, Progress, Stop
from reineke.agents.clever.later import later
from reineke.agents.clever.worth import Weights, Worth
from reineke.game import View
from reineke.games.clever.paper import REROLL
from reineke.games.clever.position import Die, Position, effects, meaning, read


class Weighing(Agent):
    """Gives every option a number and takes the highest, the lower action among equals."""

    def decide(
        self, view: View, budget: Budget, stop: Stop | None = None, progress: Progress | None = None
    ) -> Decision:
        place = read(view.game.text(view.info), view.game.spec)
        values = {action: self.value(place, action) for action in view.legal}
        best = max(values, key=lambda action: (values[action], -action))
        choices = tuple(Choice(action, value, share=float(action == best)) for action, value in values.items())
        return Decision(best, values[best], choices, depth=1, nodes=len(values))

    def value(self, place: Position, action: int) -> float:
        """What an action of the seat to move is worth."""
        raise NotImplementedError


class Rules(Weighing):
    """Weighs every option by hand-written rules."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.worth = Worth(weights or Weights())

    def value(self, place: Position, action: int) -> float:
        """The score to hope for after an action."""
        sheet, _ = effects(place, action)
        again = action == REROLL
        value = self.worth(sheet, later(place, again), place.options)
        if place.phase == "roll":
            value += self.rolls(left_in_pool(place, action), 3 - place.roll + again)
        return value

    def rolls(self, pool: Sequence[Die], count: int) -> float:
        """What so many rolls, the first with these dice, may bring."""
        found, dice = 0.0, len(pool) + self.worth.weights.white * any(die.colour == "white" for die in pool)
        for _ in range(count):
            if dice <= 0:
                break
            found += self.worth.weights.roll * dice / (dice + self.worth.weights.few)
            dice -= 2
        return found


def left_in_pool(place: Position, action: int) -> list[Die]:
    """The dice that the active seat rolls next: lower ones than the one it takes are lost to the tray."""
    pool, what = place.lying("pool"), meaning(place, action)
    if what.kind != "pick":
        return pool
    face = place.die(what.die).face or 0
    return [die for die in pool if die.colour != what.die and (die.face or 0) >= face]
