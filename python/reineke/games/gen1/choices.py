"""What a player may choose: in the order in which people look for it, and in words."""

from __future__ import annotations

from reineke.game import Game, View
from reineke.games.gen1 import scene
from reineke.games.gen1.scene import Tree

STAY = {
    "fight": "stay as you are, asleep or frozen",
    "recharge": "nothing else is possible",
    "struggle": "there are no PP left",
}


def side(view: View) -> Tree:
    """The player's own side as it knows it."""
    found: Tree = scene.seen(view.info)["sides"][view.seat]
    return found


def ordered(view: View) -> list[int]:
    """The legal actions, moves in the order of their slots, then switches in the order of the team."""
    own = side(view)
    order = [move["id"] for move in own["active"]["moves"]]
    order += [f"switch {member['species']}" for member in own["members"]]
    names = {action: view.game.action_text(action) for action in view.legal}
    return sorted(view.legal, key=lambda action: order.index(names[action]) if names[action] in order else -1)


def name(game: Game, action: int) -> str:
    """A choice as people call it."""
    words = game.action_text(action)
    if words.startswith("switch "):
        return f"switch to {scene.species(words.removeprefix('switch '))['name']}"
    return words if words in ("fight", "recharge") else str(scene.move(words)["name"])


def force(move: Tree) -> tuple[str, str]:
    """What a move does and how often it hits, in a few words."""
    power = f"power {move['power']}" if move["power"] > 1 else move["category"] if move["power"] == 0 else "fixed"
    return power, f"{move['accuracy']} %" if move["accuracy"] else "never misses"
