"""What the person types: actions by name, and a few words beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from reineke.cli.play.boards import voice
from reineke.cli.play.keyboard import Keyboard
from reineke.game import Game, GameError, View

COMMANDS = {
    "help": "this list",
    "hint": "what the default agent would do",
    "undo": "take your last move back",
    "moves": "the game so far",
    "board": "draw the position again",
    "resign": "give up; the others play on without you",
    "quit": "leave; an unfinished game is not recorded",
}


@dataclass(frozen=True)
class Answer:
    """An action, or the name of a command."""

    action: int | None = None
    command: str | None = None


def understand(game: Game, view: View, words: str) -> Answer:
    """What the person means. A legal action's name goes before a command's, whole names before beginnings."""
    wanted = words.strip().lower()
    legal = {game.action_text(action).lower(): action for action in view.legal}
    if wanted in legal:
        return Answer(legal[wanted])
    if wanted in COMMANDS:
        return Answer(command=wanted)
    if wanted == "?":
        return Answer(command="help")
    own = voice(game)
    if own is not None:
        meant = own.understand(view, words)
        if meant is not None:
            return Answer(meant)
    begun = [name for name in legal if name.startswith(wanted)]
    if len(begun) == 1:
        return Answer(legal[begun[0]])
    commands = [name for name in COMMANDS if name.startswith(wanted) and name != "resign"]  # not by a slip
    if len(commands) == 1 and not begun:
        return Answer(command=commands[0])
    playable = " ".join(_some(list(legal)))
    if own is not None:
        playable = ", ".join(_some([own.words(view, action) for action in view.legal]))
    try:
        action = game.parse_action(words.strip())
    except GameError:
        raise GameError(f"{words.strip()!r} is no action; you can play {playable}, or type help") from None
    if action in view.legal:
        return Answer(action)
    raise GameError(f"{game.action_text(action)} is not legal here; you can play {playable}")


def _some(names: Sequence[str], most: int = 20) -> list[str]:
    return [*names] if len(names) <= most else [*names[:most], "…"]


def read_line(keyboard: Keyboard, prompt: str) -> str:
    """A line from the person; raises EOFError at the end. What comes from a pipe is echoed, so that the output reads
    like the game on a terminal."""
    print(prompt, end="", flush=True)
    try:
        line = keyboard.line()
    except EOFError:
        print()
        raise
    if not sys.stdin.isatty():
        print(line)
    return line


def choose_game(keyboard: Keyboard, default: str) -> str:
    """Asks which game to play."""
    from reineke.cli.output import console, grid
    from reineke.games import names

    known = names()
    table = grid("", "game", "about", left=("game", "about"))
    for index, (name, about) in enumerate(known.items(), 1):
        table.add_row(str(index), name, about, style="bold" if name == default else "")
    out = console()
    out.print(table)
    while True:
        try:
            answer = read_line(keyboard, f"Which game? [{default}] ").strip()
        except EOFError:
            return default
        if not answer:
            return default
        if answer.isdigit() and 1 <= int(answer) <= len(known):
            return list(known)[int(answer) - 1]
        begun = [name for name in known if name.startswith(answer.lower())]
        if len(begun) == 1:
            return begun[0]
        if "(" in answer or ".py" in answer:
            return answer
        print(f"There is no game {answer!r}; type its number or its name.")
