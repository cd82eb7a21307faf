"""What is still to come for a seat."""

from __future__ import annotations

from dataclasses import dataclass

from reineke.games.clever.position import Position

ROUND = 4
"""Dice taken in a round alone: three of the own turn, one of the tray."""


@dataclass(frozen=True)
class Later:
    """What is left of a game after a decision."""

    picks: int
    """Dice that the seat will take, +1 aside."""
    rolls: bool
    """Whether it will roll, and may so use a re-roll."""
    pluses: bool
    """Whether a +1 phase follows."""

    @property
    def rounds(self) -> float:
        """The picks in rounds of the solo game."""
        return self.picks / ROUND


def later(place: Position, again: bool) -> Later:
    """What follows the decision of a position; `again`: it is to roll once more."""
    options, seat, active = place.options, place.seat, place.active
    rounds, thesis = options.rounds - place.round, options.mode == "thesis"
    turns = rounds + (active < seat or place.phase == "four")
    rolls = (3 - place.roll + again) if place.phase == "roll" else 0
    if options.seats == 1:
        passive = any(die.place == "rest" for die in place.dice)
        trays = rounds + (not passive) - thesis
        # The thesis' game ends without the +1 phases of its last round.
        last = 1 if thesis else 0
        pluses = rounds > last or (rounds == last and not (place.phase == "plus" and passive))
        return Later(3 * turns + rolls + trays, turns + rolls > 0, pluses)
    others = options.seats - 1
    trays = others * rounds + (others if place.phase == "four" else others - active - (active < seat))
    picks = 3 * turns + rolls + trays
    return Later(picks, turns + rolls > 0, place.phase != "plus" or picks > 0)
