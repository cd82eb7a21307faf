"""The course of a game: asks the person and the agents in turn, until it is over or the person leaves."""

from __future__ import annotations

import time

from rich.text import Text

from reineke.agent import Agent
from reineke.agents import make
from reineke.arena.people import Move, Step, Table
from reineke.cli.play.keyboard import Keyboard
from reineke.cli.play.person import COMMANDS, read_line, understand
from reineke.cli.play.screen import Screen
from reineke.game import GameError, View, acting
from reineke.record import Record

PACE = 0.4
"""Seconds that a turn stays on a terminal when nobody has to be waited for."""


class Left(Exception):
    """The person has left the game."""


class Undone(Exception):
    """The person has taken a move back."""


class Session:
    """One game at a terminal."""

    def __init__(self, table: Table, keyboard: Keyboard) -> None:
        self.table, self.keyboard = table, keyboard
        self.screen = Screen(table)
        self._hinter: Agent | None = None
        self._told = 0
        """Forfeits that have been told of."""

    def run(self) -> Record | None:
        """Plays; returns the record, None if the game was left."""
        table, screen = self.table, self.screen
        if not screen.fresh:
            screen.title()
        try:
            while not table.over:
                self._turn()
        except Left:
            screen.say("The game is left unfinished.")
            return None
        screen.draw(None)
        record = table.finish()
        screen.result()
        return record

    def _turn(self) -> None:
        table, screen = self.table, self.screen
        seats = acting(table.turn)
        moves: dict[int, Move] = {}
        begin = time.monotonic()
        if table.person in seats:
            try:
                moves[table.person] = self._ask_person(table.person)
            except Undone:
                return
        if table.resigned:
            return
        for seat in seats:
            if seat not in moves:
                with screen.busy(screen.name(seat) + " thinks …"):
                    moves[seat] = table.ask(seat)
        self._show(table.play(moves), begin)

    def _show(self, step: Step, begin: float) -> None:
        """Tells of a turn; on a terminal, long enough to be seen."""
        table, screen = self.table, self.screen
        screen.happened(step)
        for forfeit in table.forfeits[self._told :]:
            screen.forfeited(forfeit)
        self._told = len(table.forfeits)
        if screen.fresh and not table.over:
            if table.person is None:
                time.sleep(max(0.0, PACE - (time.monotonic() - begin)))
            screen.draw(self._view())

    def _view(self) -> View | None:
        person = self.table.person
        return None if person is None else self.table.game.view(self.table.state, person)

    def _ask_person(self, seat: int) -> Move:
        """The person's choice. Nobody else has been asked in this turn, and nobody is told of it before all have."""
        table, screen = self.table, self.screen
        view = table.game.view(table.state, seat)
        screen.draw(view)
        screen.legal(view)
        begin = time.monotonic()
        while True:
            try:
                words = read_line(self.keyboard, "> ")
            except EOFError:
                raise Left from None
            if not words.strip():
                continue
            try:
                answer = understand(table.game, view, words)
                if answer.action is not None:
                    screen.forget()
                    return Move(answer.action, seconds=round(time.monotonic() - begin, 6))
                self._obey(str(answer.command), view)
            except GameError as error:
                screen.say(str(error))
            if table.resigned:
                return Move(view.legal[0])

    def _obey(self, command: str, view: View) -> None:
        table, screen = self.table, self.screen
        if command == "help":
            screen.say("Type the name of an action, or")
            for name, about in COMMANDS.items():
                screen.say(f"  {name:7} {about}")
            screen.legal(view, whole=True)
        elif command == "hint":
            self._hint(view)
        elif command == "undo":
            if not table.undo():
                raise GameError("there is no move of yours to take back")
            screen.forget()
            self._told = len(table.forfeits)
            raise Undone
        elif command == "moves":
            screen.moves([step.played.json(table.game) for step in table.steps])
        elif command == "board":
            screen.draw(view)
            screen.legal(view)
        elif command == "resign":
            table.resign()
            screen.say("You resign.")
            with screen.busy(Text("The others play on …")):
                table.play_out()
        else:
            raise Left

    def _hint(self, view: View) -> None:
        if self._hinter is None:
            self._hinter = make("default", self.table.game)
            self._hinter.start(self.table.game, view.seat, self.table.seed)
        with self.screen.busy(Text("The default agent thinks …")):
            decision = self._hinter.decide(view, self.table.budget)
        self.screen.hint(decision, view)
