"""Pokémon on a terminal: both teams as the person knows them, what happens in sentences, choices by number or name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from rich.text import Text

from reineke.arena.people import Step, Table
from reineke.game import Game, View
from reineke.games.gen1 import choices, scene
from reineke.games.gen1.log import turns
from reineke.games.gen1.scene import Tree
from reineke.games.gen1.words import Teller

LEGEND = "Type the number or the name of a choice; the beginning is enough where it is the only one."
BAR, INDENT, WIDE = 20, " " * 6, 72


def board(game: Game, state: Any, view: View | None) -> Text:
    """Both teams: the person's below, the other above it. Without a view all is shown."""
    shown = scene.whole(state) if view is None else scene.seen(view.info)
    seat = 0 if view is None else view.seat
    titles = ("Seat 0", "Seat 1") if view is None else ("Yours", "The other side")
    lines = [Text(f"Turn {shown['turn']}", style="bold")] if shown["turn"] else []
    for title, side in ((titles[1], shown["sides"][1 - seat]), (titles[0], shown["sides"][seat])):
        lines += [Text(), *_side(title, side)]
    return Text("\n").join(lines)


def _side(title: str, side: Tree) -> Iterator[Text]:
    unseen = f", {side['unseen']} not seen yet" if side["unseen"] else ""
    yield Text.assemble((title, "bold"), (unseen, "dim"))
    for place, member in enumerate(side["members"]):
        active = place == 0 and member["status"] != "fnt"
        yield _member(member, active)
        if active:
            about = scene.marks(side["active"])
            if about:
                yield Text(INDENT + ", ".join(about), style="italic")
        if member["status"] != "fnt":
            yield from _knowledge(member, active)


def _member(member: Tree, active: bool) -> Text:
    out = member["status"] == "fnt"
    line = Text("▸ " if active else "  ", style="bold")
    line.append(f"{member['name']:<11}", style="dim strike" if out else "bold" if active else "")
    line.append(f" L{member['level']:<3} ", style="dim")
    line += types(member["types"], width=17)
    line += bar(member["percent"])
    exact = f"{member['hp']}/{member['max']}" if "hp" in member else f"{member['percent']} %"
    line.append(f" {exact:<8}")
    if member["status"]:
        slept = f" for {member['slept']} turns" if member["slept"] and member["status"] == "slp" else ""
        line.append(f"{scene.STATUS[member['status']]}{slept}", style="dim" if out else "bold yellow")
    return line


def types(kinds: list[str], width: int = 0) -> Text:
    """Types in their colours."""
    line = Text("/").join(Text(kind, style=scene.TYPES[kind]) for kind in kinds)
    return line + Text(" " * max(0, width - line.cell_len))


def bar(percent: int) -> Text:
    """HP as a bar, green, yellow or red."""
    full = -(-percent * BAR // 100)
    colour = "green3" if percent > 50 else "yellow3" if percent > 20 else "red3"
    return Text.assemble(("█" * full, colour), ("░" * (BAR - full), "dim"))


def _knowledge(member: Tree, active: bool) -> Iterator[Text]:
    """Of the other side what was seen, and what it may have beside that."""
    if "sets" not in member:
        return
    known = [move["id"] for move in member["moves"]]
    if known:
        yield Text(INDENT + ", ".join(f"{scene.move(one['id'])['name']} ({one['pp']} PP)" for one in member["moves"]))
    likely = _likely(member, known, most=3 if active else 1)
    for row in wrap(f"likely {'also ' if known else ''}{likely}", WIDE) if likely else ():
        yield Text(INDENT + row, style="dim")


def _likely(member: Tree, known: list[str], most: int) -> str:
    """What the likeliest sets have beside the known moves: first what they share, then each with its odds."""
    sets = [(set(one["moves"]) - set(known), one["odds"]) for one in member["sets"][:most]]
    if not sets or not sets[0][0]:
        return ""
    shared = set.intersection(*(moves for moves, _ in sets))
    rest = [(_moves(moves - shared), odds) for moves, odds in sets if moves != shared]
    if not rest:
        return f"{_moves(shared)} ({sets[0][1]:.0%})".replace("%", " %")
    either = " or ".join(f"{moves} ({odds:.0%})" for moves, odds in rest).replace("%", " %")
    return f"{_moves(shared)} and {either}" if shared else either


def _moves(moves: set[str]) -> str:
    return ", ".join(scene.move(one)["name"] for one in sorted(moves))


def options(view: View, *, whole: bool = False) -> Iterator[Text]:
    """What the person may choose, numbered: type, power, accuracy and PP of moves, the moves of who may come in."""
    side = choices.side(view)
    pp = {move["id"]: move["pp"] for move in side["active"]["moves"]}
    members = {member["species"]: member for member in side["members"]}
    for number, action in enumerate(choices.ordered(view), 1):
        words = view.game.action_text(action)
        line = Text.assemble((f"{number:3}  ", "bold"))
        if words.startswith("switch "):
            member = members[words.removeprefix("switch ")]
            moves = ", ".join(scene.move(move["id"])["name"] for move in member["moves"])
            yield line + Text(f"{'switch to ' + member['name']:<22}") + Text(moves, style="dim")
        elif words in pp:
            yield line + _move(scene.move(words), pp[words])
        else:
            yield line + Text(f"{choices.name(view.game, action)}: {choices.STAY.get(words, 'there is no choice')}")


def _move(data: Tree, pp: int) -> Text:
    line = Text(f"{data['name']:<22}") + types([data["type"]], width=10)
    power, accuracy = choices.force(data)
    return line + Text(f"{power:<11}{accuracy:<14}{pp} of {data['pp']} PP")


def words(view: View, action: int) -> str:
    """A choice as people call it."""
    return choices.name(view.game, action)


def understand(view: View, words: str) -> int | None:
    """The choice that is meant: by number, by name, by a species alone, by the beginning of one of these."""
    actions, wanted = choices.ordered(view), _plain(words)
    if wanted.isdigit():
        return actions[int(wanted) - 1] if 0 < int(wanted) <= len(actions) else None
    called = {action: _calls(view, action) for action in actions if wanted}
    for fits in (str.__eq__, str.startswith):
        found = [action for action, calls in called.items() if any(fits(call, wanted) for call in calls)]
        if len(found) == 1:
            return found[0]
    return None


def _calls(view: View, action: int) -> list[str]:
    name = _plain(choices.name(view.game, action))
    return [name, name.removeprefix("switchto"), name.replace("switchto", "switch", 1)]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def tell(table: Table, step: Step, called: Callable[[int], Text]) -> Iterator[Text]:
    """What happened in a turn, as far as the person was told of it."""
    lines = turns(table.state, table.person)[len(turns(step.state))]
    for sentence in Teller(table.person).sentences(lines):
        yield Text(sentence, style="bold" if sentence.endswith(("faints.", "win.", "lose.")) else "")
