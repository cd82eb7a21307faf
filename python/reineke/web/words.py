"""A game in words: what may be chosen, what happened, how the seats stand, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reineke.game import Game, View
from reineke.games.native import is_family
from reineke.record import Played

Option = dict[str, Any]
"""`action`, `label`, `detail` (what it does), and `die` where it is one of a colour."""


def options(view: View) -> list[Option]:
    """The legal actions of a seat, in the order in which people look for them."""
    if is_family(view.game, "clever"):
        return list(_clever_options(view))
    if is_family(view.game, "gen1"):
        return list(_gen1_options(view))
    return [{"action": action, "label": label(view, action), "detail": ""} for action in view.legal]


def label(view: View, action: int) -> str:
    """An action as people call it."""
    if is_family(view.game, "clever"):
        from reineke.games.clever.position import meaning, name

        return name(meaning(_clever(view.game, view.info), action))
    if is_family(view.game, "gen1"):
        from reineke.games.gen1.choices import name as called

        return called(view.game, action)
    return view.game.action_text(action).replace("_", " ")


def _clever(game: Game, state: Any) -> Any:
    from reineke.games.clever.position import read

    return read(game.json(state), game.spec)


def _clever_options(view: View) -> Iterator[Option]:
    from reineke.games.clever.position import meaning, name
    from reineke.games.clever.words import consequence

    place = _clever(view.game, view.info)
    for action in view.legal:
        what = meaning(place, action)
        detail = consequence(place, action)
        yield {"action": action, "label": name(what), "detail": detail, "die": what.die or what.area}


def _gen1_options(view: View) -> Iterator[Option]:
    from reineke.games.gen1 import choices, scene

    own = choices.side(view)
    pp = {move["id"]: move["pp"] for move in own["active"]["moves"]}
    members = {member["species"]: member for member in own["members"]}
    for action in choices.ordered(view):
        words = view.game.action_text(action)
        if words.startswith("switch "):
            member = members[words.removeprefix("switch ")]
            moves = ", ".join(scene.move(move["id"])["name"] for move in member["moves"])
            detail = f"{member['percent']} %; {moves}"
        elif words in pp:
            move = scene.move(words)
            detail = ", ".join([move["type"], *choices.force(move), f"{pp[words]} of {move['pp']} PP"])
        else:
            detail = choices.STAY.get(words, "there is no choice")
        yield {"action": action, "label": choices.name(view.game, action), "detail": detail}


# What happened.


def tell(
    game: Game, before: Any, after: Any, played: Played, seat: int | None, names: Sequence[str], *, whole: bool
) -> list[str]:
    """A turn in sentences: all of it, or what a seat may know of it."""
    if is_family(game, "gen1"):
        return _gen1_told(before, after, seat, names)
    if is_family(game, "clever"):
        return list(_clever_told(game, before, played, names))
    lines = []
    if played.chance is not None and whole:
        lines.append(f"Chance: {game.chance_text(played.chance)}")
    shown = [f"{names[one]}: {_said(game, action)}" for one, action in played.actions if whole or one == seat]
    shown += [f"{names[one]} acts" for one, _ in played.actions if not whole and one != seat]
    lines += [", ".join(shown)] if shown else []
    if played.dice and whole:
        lines.append(f"Dice: {' '.join(str(rolled + 1) for rolled in played.dice)}")
    return lines


def _said(game: Game, action: int) -> str:
    return game.action_text(action).replace("_", " ")


def _gen1_told(before: Any, after: Any, seat: int | None, names: Sequence[str]) -> list[str]:
    from reineke.games.gen1.log import turns
    from reineke.games.gen1.words import Teller

    lines = turns(after, seat)[len(turns(before)) :]
    owners = None if seat is not None else [f"{name}'s" for name in names]
    return [sentence for turn in lines for sentence in Teller(seat, owners).sentences(turn)]


def _clever_told(game: Game, before: Any, played: Played, names: Sequence[str]) -> Iterator[str]:
    from reineke.games.clever.position import meaning, name
    from reineke.games.clever.words import chance, consequence

    place = _clever(game, before)
    said = None if played.chance is None else chance(place, played.chance)
    if said is not None:
        yield said
    for seat, action in played.actions:
        what = meaning(place, action)
        who = f"{names[seat]}: " if game.seats > 1 else ""
        yield f"{who}{name(what)} ({consequence(place, action)})"


# How it stands, and how it ended.


def facts(game: Game, state: Any, seat: int, view: View | None) -> str:
    """How a seat stands, in a few words."""
    if is_family(game, "speed"):
        player = game.json(state)["players"][str(seat + 1)]
        return f"speed {player['speed']}" if player["active"] else "out"
    if is_family(game, "gen1"):
        return ""  # the board says it
    if view is not None:
        return ""
    points = tuple(game.points(state))[seat]
    return f"{points:g}" if any(game.points(state)) else ""


def result(
    game: Game, outcome: Sequence[float], points: Sequence[float], forfeits: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """A finished game: who won, places, points, and in a solo game of clever what the score is called."""
    best = max(outcome)
    winners = [seat for seat, value in enumerate(outcome) if value >= best - 1e-9]
    found: dict[str, Any] = {
        "outcome": list(outcome),
        "points": list(points),
        "winners": winners if game.seats > 1 and len(winners) < game.seats else [],
        "forfeits": [{key: forfeit[key] for key in ("seat", "kind", "turn", "message")} for forfeit in forfeits],
    }
    if is_family(game, "clever") and game.seats == 1:
        from reineke.games.clever.rating import rating

        found["rating"] = rating(points[0])
    return found
