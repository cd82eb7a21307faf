"""`reineke decide`: one position in, one Decision out."""

from __future__ import annotations

import click

from reineke.agent import Decision
from reineke.cli.options import (
    agent_option,
    budget,
    budget_options,
    deciding_seat,
    game_argument,
    json_option,
    read_position,
    seed_option,
    with_depth,
)
from reineke.game import Game


@click.command()
@game_argument()
@click.argument("position")
@agent_option()
@click.option("--seat", type=int, metavar="N", help="Who decides, where several act at once (default: the first).")
@budget_options
@click.option("--depth", type=int, metavar="N", help="The same as depth=N in the agent's brackets.")
@seed_option()
@json_option("The Decision as one JSON object.")
def decide(
    game: str,
    position: str,
    agent: str,
    seat: int | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """What an agent thinks of a position.

    A POSITION is its text or JSON form, "start", or - to read it from stdin. The agent is shown what the deciding seat
    knows, never more.
    """
    from reineke.agents import make
    from reineke.cli.output import print_json
    from reineke.games import load

    table = load(game)
    limits = budget(seconds, nodes)
    thinker = make(with_depth(agent, depth), table)
    state = read_position(table, position, seed)
    view = table.view(state, deciding_seat(table, state, seat))
    thinker.start(table, view.seat, seed)
    decision = thinker.decide(view, limits)
    if as_json:
        print_json(decision.json(table))
    else:
        _show(table, view.seat, thinker.spec, decision)


def _show(game: Game, seat: int, spec: str, decision: Decision) -> None:
    from rich.text import Text

    from reineke.cli.output import choices_table, console, seat_text, summary

    out = console()
    head = Text.assemble(seat_text(seat, f"seat {seat}"), " plays ", (game.action_text(decision.action), "bold"))
    out.print(head + Text(f"  ({', '.join(part for part in (spec, summary(game, decision)) if part)})"))
    if len(decision.line) > 1:
        out.print(Text(f"line: {' '.join(decision.line)}"))
    for text, weight in sorted(decision.beliefs, key=lambda belief: -belief[1])[:8]:
        out.print(Text(f"belief: {weight:.1%} {text}"))
    table = choices_table(game, decision)
    if table is not None:
        out.print()
        out.print(table)
