"""The agents of spe_ed that are classes: simple bots, and the artificial potential field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from reineke.agent import Agent
from reineke.agents.kinds import Kind, plain
from reineke.agents.speed.bots import BOTS
from reineke.agents.speed.potential import Field, PotentialField
from reineke.game import GameError

__all__ = ["KINDS"]


def _potential_field(options: Mapping[str, str]) -> Agent:
    known = [field.name for field in fields(Field)]
    values = {}
    for name, text in options.items():
        if name not in known:
            raise GameError(f"potential-field has no option {name!r}; there are {', '.join(known)}")
        try:
            values[name] = float(text)
        except ValueError:
            raise GameError(f"potential-field: {name} is a number, not {text!r}") from None
    return PotentialField(Field(**values))


KINDS: dict[str, Kind] = {
    **{name: plain(name, bot, about) for name, bot, about in BOTS},
    "potential-field": Kind(
        "goes downhill in a field where walls, trails and opponents repel and free cells attract", _potential_field
    ),
}
