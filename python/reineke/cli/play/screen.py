"""What the person sees. On a terminal the screen is drawn anew with every turn; elsewhere lines follow each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.text import Text

from reineke.agent import Decision
from reineke.arena.people import Step, Table
from reineke.cli.output import COLOURS, amount, choices_table, console, figure, number, summary
from reineke.cli.play.boards import board, names, points, voice
from reineke.game import View
from reineke.games.clever.rating import rating
from reineke.games.native import is_family
from reineke.record import seen

EVENTS = 8
"""How many of the latest events stay on the screen."""


class Screen:
    """Draws a table from the person's seat."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.out = console()
        self.fresh = self.out.is_terminal and sys.stdin.isatty()
        """Whether the screen is drawn anew."""
        self.colour = self.out.color_system is not None
        self.names = names(self.game, colour=self.colour)
        self.voice = voice(self.game)
        self._events: list[Text] = []
        self._before: Any = None
        """The position at the person's last choice."""

    def name(self, seat: int, *, you: bool = True) -> Text:
        """A seat as it is called, in its colour."""
        words = "You" if you and seat == self.table.person else self.names[seat]
        return Text.assemble((words, f"bold {COLOURS[seat % len(COLOURS)]}"))

    def say(self, words: str | Text) -> None:
        """A line that is not part of the game."""
        self.out.print(words if isinstance(words, Text) else Text(words))

    def title(self) -> None:
        """Who plays what against whom."""
        table = self.table
        line = Text.assemble((self.game.spec, "bold"))
        if table.person is not None:
            line += Text(": you are ") + self.name(table.person, you=False)
            others = [self.name(seat, you=False) + f" {spec}" for seat, spec in enumerate(table.specs) if spec]
            line += Text(" against ") + Text(", ").join(others) if others else Text(" alone")
        else:
            players = [self.name(seat) + f" {spec}" for seat, spec in enumerate(table.specs)]
            line += Text(": ") + Text(" against ").join(players)
        self.say(line)

    def draw(self, view: View | None) -> None:
        """The position, with what happened lately above it."""
        if self.fresh:
            self.out.clear()
            self.title()
            self.say("")
        self.say(board(self.game, self.table.state, view, self._before, colour=self.colour))
        score = points(self.game, self.table.state, view)
        if score is not None:
            self.say(score)
        self.say("")
        if self.fresh:
            for event in self._events[-EVENTS:]:
                self.say(event)

    def forget(self) -> None:
        """The person has chosen: what happened before is old."""
        self._events.clear()
        self._before = self.table.state

    def happened(self, step: Step) -> None:
        """Tells of a turn, as far as the person may know of it."""
        for event in self._tell(step):
            self._events.append(event)
            if not self.fresh:
                self.say(event)

    def _tell(self, step: Step) -> Iterator[Text]:
        played, person = step.played, self.table.person
        hidden = person is not None and self.game.hidden
        if self.voice is not None:
            yield from self.voice.tell(self.table, step, self.name)
            return
        if played.chance is not None and not hidden:
            yield Text("Chance: ") + Text(self.game.chance_text(played.chance), style="bold")
        for seat, action in played.actions:
            move = step.moves.get(seat)
            if hidden and seat != person:
                yield self.name(seat) + " acts"
                continue
            verb = " play " if seat == person else " plays "
            line = self.name(seat) + verb + Text(self.game.action_text(action), style="bold")
            if move is not None and move.decision is not None and not hidden:
                words = summary(self.game, move.decision)
                line += Text(f"  {words}" if words else "", style="dim")
            elif seat != person:
                line += Text("  at random, it has forfeited", style="dim")
            yield line
        if played.dice and not hidden:
            yield Text(f"Dice: {' '.join(str(rolled + 1) for rolled in played.dice)}")

    def forfeited(self, forfeit: dict[str, Any]) -> None:
        """Tells of an agent that failed."""
        line = self.name(forfeit["seat"]) + f" {forfeit['kind']}: {forfeit['message']}"
        self._events.append(line)
        if not self.fresh:
            self.say(line)

    @contextmanager
    def busy(self, words: Text) -> Iterator[None]:
        """Shows that something takes its time."""
        if not self.fresh:
            yield
            return
        with self.out.status(words, spinner="dots"):
            yield

    def legal(self, view: View, *, whole: bool = False) -> None:
        """What the person may do; `whole` with everything that is to be said of it."""
        if self.voice is not None:
            self.say(self.name(view.seat) + Text(" can take, by number or words:"))
            for option in self.voice.options(view, whole=whole):
                self.say(option)
            if whole:
                self.say(Text(self.voice.LEGEND, style="dim"))
            return
        actions = [self.game.action_text(action) for action in view.legal]
        line = self.name(view.seat) + Text(" can play: ") + Text(" ".join(actions), style="bold")
        self.say(line)

    def hint(self, decision: Decision, view: View) -> None:
        """What an agent would do."""
        said = self.game.action_text if self.voice is None else partial(self.voice.words, view)
        line = Text("Hint: ") + Text(said(decision.action), style="bold")
        words = summary(self.game, decision)
        self.say(line + Text(f"  {words}", style="dim"))
        if len(decision.line) > 1:
            self.say(f"Expecting {' '.join(decision.line)}")
        table = choices_table(self.game, decision, 5, said)
        if table is not None:
            self.out.print(table)

    def moves(self, turns: Sequence[list[Any]]) -> None:
        """The game so far."""
        if self.voice is not None:
            for step in self.table.steps:
                for line in self.voice.tell(self.table, step, self.name):
                    self.say(line)
            return
        person = self.table.person
        shown = [seen(self.game, turn, person) if person is not None else turn for turn in turns]
        for number_of, turn in enumerate(shown, 1):
            if turn is not None:
                self.say(f"{number_of:4}. {_turn_text(turn)}")
        if not any(shown):
            self.say("No moves yet.")

    def result(self) -> None:
        """How it ended."""
        table = self.table
        outcome, score = table.outcome(), list(self.game.points(table.state))
        best = max(outcome)
        winners = [seat for seat, value in enumerate(outcome) if value >= best - 1e-9]
        line = Text.assemble(("The game is over: ", "bold"))
        if len(winners) == self.game.seats and self.game.seats > 1:
            line += "a draw"
        elif self.game.seats == 1:
            line += f"{number(score[0])} points"
            if is_family(self.game, "clever"):
                line += f", {rating(score[0])}"
        else:
            line += Text(" and ").join(self.name(seat) for seat in winners)
            line += " win" if len(winners) > 1 or winners[0] == table.person else " wins"
        self.say(line)
        for seat in sorted(range(self.game.seats), key=lambda seat: (-outcome[seat], -score[seat])):
            who = "you" if seat == table.person else str(table.specs[seat])
            words = f"points {number(score[seat])}, outcome {figure(outcome[seat])}"
            self.say(Text("  ") + self.name(seat, you=False) + f" ({who}): {words}")
        nodes = [m.decision.nodes for step in table.steps for m in step.moves.values() if m.decision is not None]
        self.say(f"{len(table.steps)} turns" + (f", {amount(sum(nodes))} nodes searched." if sum(nodes) else "."))


def _turn_text(turn: list[Any]) -> str:
    """A turn of a record as people read it."""
    if turn and isinstance(turn[0], list):
        return "  ".join(f"{part[0]}:{part[1]}" for part in turn if isinstance(part, list))
    return f"chance {turn[1]}" if turn[0] == "chance" else f"{turn[0]}:{turn[1]}"
