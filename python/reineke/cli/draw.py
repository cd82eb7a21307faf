"""`reineke draw`: a position, its game tree, or a whole game as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from reineke.cli.options import (
    agent_option,
    budget,
    budget_options,
    deciding_seat,
    game_argument,
    read_position,
    seed_option,
)
from reineke.game import OVER, Game, GameError
from reineke.games.native import NativeGame, is_family

LEAF = "maxn(depth=1,eval=seed)"
"""Judges the leaves of a tree where no agent is named."""
MOST = 200_000
"""Positions in a tree that is still drawn."""


@click.command()
@game_argument()
@click.argument("position", required=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the SVG goes (default: stdout); of a record, a folder, FILE.html or FILE.log.",
)
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Draw a recorded game instead."
)
@click.option("--number", type=click.IntRange(1), metavar="N", help="Which game of the record (default: the last).")
@click.option(
    "--tree", type=click.IntRange(1, 12), metavar="DEPTH", help="Draw the game tree with its tuples of values."
)
@agent_option(
    None, help="Show its values and depth beside the board; in a tree it judges the leaves.", show_default=False
)
@click.option(
    "--seat", type=int, metavar="N", help="Whose thoughts, window or knowledge are shown (default: the first to act)."
)
@click.option("--territory", is_flag=True, help="spe_ed: tint who reaches each cell first.")
@click.option("--window", type=click.IntRange(2, 256), metavar="SIZE", help="spe_ed: frame a seat's sliding window.")
@budget_options
@seed_option()
def draw(
    game: str,
    position: str | None,
    output: Path | None,
    record: Path | None,
    number: int | None,
    tree: int | None,
    agent: str | None,
    seat: int | None,
    territory: bool,
    window: int | None,
    seconds: float | None,
    nodes: int | None,
    seed: int,
) -> None:
    """Draw a position, its game tree, or a recorded game.

    A POSITION is its text or JSON form, "start", or - to read it from stdin. With --record the whole game is drawn:
    into a folder as one SVG per position; of clever, gen1 and spe_ed into one HTML file with a slider; of gen1 into
    FILE.log, the lines that Showdown would have written.
    """
    from reineke.games import load

    if (position is None) == (record is None):
        raise click.UsageError("give a POSITION, or a game with --record FILE")
    table = load(game)
    extras = {"territory": territory, "window": window, "seat": seat}
    if (territory or window is not None) and not is_family(table, "speed"):
        raise click.UsageError(f"--territory and --window are drawn of speed, not of {table.spec}")
    if record is not None:
        if tree is not None or agent is not None:
            raise click.UsageError("--tree and --agent draw one position, not a record")
        _record(game, record, number, output, extras)
        return
    limits = budget(seconds, nodes)
    think = None if agent is None and tree is None else _Thinker(table, agent or _leaf(table), limits, seed, seat)
    state = read_position(table, position or "", seed)
    picture = _board(table, state, think, extras) if tree is None else _tree(table, state, tree, think)
    if output is None:
        print(picture)
    elif output.is_dir():
        raise click.UsageError(f"-o {output}: one position goes into a file, not into a folder")
    else:
        output.write_text(picture, "utf-8")


class _Thinker:
    """Asks an agent about a position."""

    def __init__(self, game: Game, spec: str, limits: Any, seed: int, seat: int | None) -> None:
        from reineke.agents import make

        self.game, self.limits, self.seed, self.seat = game, limits, seed, seat
        self.agent = make(spec, game)
        self.depth: int | None = None

    def decide(self, state: Any) -> tuple[int, Any]:
        """The seat that decides, and its decision."""
        seat = deciding_seat(self.game, state, self.seat)
        self.agent.start(self.game, seat, self.seed)
        return seat, self.agent.decide(self.game.view(state, seat), self.limits)

    def values(self, state: Any) -> Sequence[float]:
        """The values of all seats after the agent's choice."""
        _, decision = self.decide(state)
        self.depth = decision.depth
        for choice in decision.choices:
            if choice.action == decision.action and choice.values is not None:
                values: Sequence[float] = choice.values
                return values
        raise GameError(f"{self.agent.spec} does not say what a position is worth to every seat; maxn and mcts do")


def _leaf(game: Game) -> str:
    return LEAF if is_family(game, "sawhian") else "greedy"


# One position.


def _board(
    game: Game, state: Any, think: _Thinker | None, extras: dict[str, Any], names: Sequence[str] | None = None
) -> str:
    if think is not None and is_family(game, "sawhian"):
        from reineke.games.sawhian import draw

        values = think.values(state) if game.turn(state) != OVER else None
        return draw.board(game.json(state), values=values, depth=think.depth)
    if is_family(game, "speed"):
        return _speed(game, state, think, names, **extras)
    if is_family(game, "clever"):
        return _clever(game, state, think, names)
    if is_family(game, "gen1"):
        return _gen1(game, state, think, names, extras["seat"])
    picture = game.draw(state)
    if picture is None:
        raise GameError(f"{game.spec} has no drawing")
    return picture


def _speed(
    game: Game,
    state: Any,
    think: _Thinker | None,
    names: Sequence[str] | None,
    *,
    territory: bool,
    window: int | None,
    seat: int | None,
) -> str:
    from reineke.games.speed import draw
    from reineke.games.speed.position import read

    data = game.json(state)
    decision, frame = None, None
    if think is not None and game.turn(state) != OVER:
        seat, decision = think.decide(state)
    if window is not None:
        place = read(data)
        alive = [one for one in place.active if seat in (None, one)]
        frame = draw.window(place, alive[0], window) if alive else None
    return draw.board(data, names=names, territory=territory, window=frame, decision=decision, seat=seat)


def _clever(game: Game, state: Any, think: _Thinker | None, names: Sequence[str] | None) -> str:
    from reineke.games.clever import draw

    turn = game.turn(state)
    acts = isinstance(turn, int) and turn >= 0
    decision = think.decide(state)[1] if think is not None and acts else None
    legal = game.legal(state, turn) if isinstance(turn, int) and acts else ()
    return draw.board(game.json(state), spec=game.spec, names=names, legal=legal, decision=decision)


def _gen1(game: Game, state: Any, think: _Thinker | None, names: Sequence[str] | None, seat: int | None) -> str:
    """With a seat or an agent, what that seat knows."""
    from reineke.games.gen1 import draw

    decision = None
    if think is not None and game.turn(state) != OVER:
        seat, decision = think.decide(state)
    if seat is not None and not 0 <= seat < game.seats:
        raise GameError(f"gen1 has seats 0 and 1, not {seat}")
    info = None if seat is None else game.info(state, seat)
    return draw.picture(state, info=info, names=names, decision=draw.thought(game, decision))


# A whole game.


def _record(game: str, path: Path, number: int | None, output: Path | None, extras: dict[str, Any]) -> None:
    from reineke.cli.replay import pick, positions
    from reineke.games import load
    from reineke.spec import parse

    if output is None:
        raise click.UsageError("a whole game needs -o: a folder, or FILE.html")
    record, place = pick(path, number)
    if parse(record.game).name != parse(game).name:
        raise GameError(f"{path}, game {place} is one of {record.game}, not of {game}")
    table = load(record.game)
    try:
        states = list(positions(record, table))
    except GameError as error:
        raise GameError(f"{path}, game {place}: {error}") from error
    if output.suffix.lower() == ".log":
        output.write_text(_log(table, states[-1][0], extras["seat"]), "utf-8")
        return
    if output.suffix.lower() in (".html", ".htm"):
        if not isinstance(table, NativeGame) or table.family not in PAGES:
            made = ", ".join(PAGES)
            raise GameError(f"a page with a slider is made of {made}, not of {record.game}; name a folder instead")
        output.write_text(PAGES[table.family](record, table, states), "utf-8")
        return
    output.mkdir(parents=True, exist_ok=True)
    for turn, (state, _) in enumerate(states):
        picture = _board(table, state, None, extras, record.agents)
        (output / f"{turn:04d}.svg").write_text(picture, "utf-8")


def _log(game: Game, state: Any, seat: int | None) -> str:
    """A battle as Showdown would have told it to a seat, or to somebody who looks on."""
    if not is_family(game, "gen1"):
        raise GameError(f"a log of Showdown's is written of gen1, not of {game.spec}; name a folder instead")
    from reineke.games.gen1.log import log

    return log(state, seat)


def _thoughts(record: Any, states: Sequence[tuple[Any, Any]]) -> Iterator[dict[int, Any]]:
    """For every position what the seats thought in it, as far as the record has kept it."""
    kept = iter(record.decisions or ())
    for turn, (_, played) in enumerate(states):
        seats = [seat for seat, _ in played.actions] if played is not None and turn >= record.opening else []
        found = {seat: next(kept, None) for seat in seats}
        yield {seat: thought for seat, thought in found.items() if thought is not None}


def _speed_page(record: Any, game: Game, states: Sequence[tuple[Any, Any]]) -> str:
    from reineke.games.speed.draw import page

    thoughts = list(_thoughts(record, states))
    return page([game.json(state) for state, _ in states], names=record.agents, thoughts=thoughts, title=record.game)


def _clever_page(record: Any, game: Game, states: Sequence[tuple[Any, Any]]) -> str:
    """Of every decision; dice that are still in the air are passed over."""
    from reineke.games.clever.draw import Moment, page, thought

    moments = []
    for (state, played), found in zip(states, _thoughts(record, states), strict=True):
        if played is None:
            moments.append(Moment(game.json(state)))
        for seat, action in played.actions if played is not None else ():
            legal = tuple(game.legal(state, seat))
            moments.append(Moment(game.json(state), legal, action, thought(game, found.get(seat))))
    return page(moments, spec=game.spec, names=record.agents, title=record.game)


def _gen1_page(record: Any, game: Game, states: Sequence[tuple[Any, Any]]) -> str:
    from reineke.games.gen1.draw import page

    return page([state for state, _ in states], names=record.agents, title=record.game)


PAGES: dict[str, Callable[[Any, Game, Sequence[tuple[Any, Any]]], str]] = {
    "clever": _clever_page,
    "gen1": _gen1_page,
    "speed": _speed_page,
}
"""Games of which there is a page with a slider, and who makes it."""


# A game tree.


def _tree(game: Game, state: Any, depth: int, think: _Thinker | None) -> str:
    from reineke.games.sawhian import draw

    assert think is not None
    if game.hidden or game.inside:
        raise GameError(f"a game tree is drawn of games without secrets and dice, not of {game.spec}")
    count = 1

    def leaf(position: Any) -> Sequence[float]:
        nonlocal count
        count += 1
        if count > MOST:
            raise GameError(f"a tree of depth {depth} has more than {MOST} leaves here; draw a smaller one")
        return think.values(position)

    root = draw.expand(game, state, depth, leaf)
    names = None if is_family(game, "sawhian") else [f"seat {seat}" for seat in range(game.seats)]
    return draw.tree(root, names=names, title=f"{game.spec}, depth {depth}")
