"""`reineke analyse`: what each move of a finished game cost, as an agent sees it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reineke.agent import Agent, Budget, Decision
from reineke.cli.options import agent_option, budget, budget_options, json_option, seed_option
from reineke.game import CHANCE, Game, GameError
from reineke.record import Record

if TYPE_CHECKING:
    from reineke.games.clever.analysis import Account

NODES = 20_000
"""Nodes per decision where no budget is given: the same game is judged the same way every time."""
WORST = 5
ANALYSTS = {"sawhian": "maxn", "clever": "mcts(eval=flat)"}
"""Who judges where no agent is named, if not the default agent. Sawhian: that one's cuts leave the value of a poor
action open, max^n gives it exactly. clever: play-outs to the end give values in final points."""
FIRST_ROLLS = 16
"""Rolls over which the value of a game's start is averaged."""


@dataclass(frozen=True)
class Judged:
    """One decision of the game beside what the agent would have done."""

    turn: int
    seat: int
    action: str
    value: float | None
    """What the played action is worth; None if the agent does not say."""
    best: str
    best_value: float | None
    loss: float | None
    """How much worse the played action is; None if that is unknown."""
    depth: int
    line: tuple[str, ...]
    """The course of play the agent would have expected."""

    def json(self) -> dict[str, Any]:
        """The judgement as JSON."""
        return {**vars(self), "line": list(self.line)}


@click.command()
@click.argument("record", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--number", type=click.IntRange(1), metavar="N", help="Which game of the file, from 1 (default: the last)."
)
@agent_option(
    None, help="Who judges (default: maxn for sawhian, mcts for clever, else the game's default).", show_default=False
)
@budget_options
@seed_option(words="The agent's own chance.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="clever alone: the course of the game with luck and cost as SVG.",
)
@json_option("One JSON object with every decision.")
def analyse(
    record: Path,
    number: int | None,
    plot: Path | None,
    agent: str | None,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """What each move of a recorded game cost.

    Replays a game of the file RECORD, compares every decision with the agent's, and names the worst mistakes. Without
    --time and --nodes each decision is judged with 20000 nodes. Of a solo game of clever it also tells luck from skill.
    """
    from reineke.agents import make
    from reineke.cli.output import print_json
    from reineke.cli.replay import pick
    from reineke.games import load
    from reineke.spec import parse

    limits = budget(seconds, nodes) if seconds is not None or nodes is not None else Budget(nodes=NODES)
    game_record, place = pick(record, number)
    try:
        game = load(game_record.game)
        agent = agent or ANALYSTS.get(parse(game_record.game).name, "default")
        make(agent, game)
        judged = list(_judge(game_record, game, agent, limits, seed))
    except GameError as error:
        raise GameError(f"{record}, game {place}: {error}") from error
    solo = parse(game_record.game).name == "clever" and game.seats == 1
    if plot is not None and not solo:
        raise GameError(f"--plot is of a solo game of clever, not of {game_record.game}")
    found = _account(game_record, game, agent, limits, seed, judged) if solo else None
    if plot is not None and found is not None:
        from reineke.games.clever.analysis import course

        plot.write_text(course(found, title=f"{', '.join(game_record.agents)}, judged by {agent}"), "utf-8")
    if as_json:
        print_json(_json(game_record, agent, limits, judged, found))
    else:
        _show(game_record, place, agent, judged)
        if found is not None:
            _show_account(found)


def _judge(record: Record, game: Game, spec: str, limits: Budget, seed: int) -> Iterator[Judged]:
    from reineke.agents import make
    from reineke.cli.replay import positions

    agents: dict[int, Agent] = {}
    for number, (state, played) in enumerate(positions(record, game), 1):
        if played is None or number <= record.opening:
            continue
        for seat, action in played.actions:
            if seat not in agents:
                agents[seat] = make(spec, game)
                agents[seat].start(game, seat, seed)
            decision = _decide(agents[seat], game.view(state, seat), limits)
            yield _compare(game, number, seat, action, decision)


def _decide(agent: Agent, view: Any, limits: Budget) -> Decision:
    """The agent's decision, of the last depth that it has finished: there all actions are judged alike."""
    finished: list[Decision] = []
    decision = agent.decide(view, limits, None, finished.append)
    return next((found for found in reversed(finished) if found.depth == decision.depth and found.choices), decision)


def _compare(game: Game, turn: int, seat: int, action: int, decision: Decision) -> Judged:
    known = {choice.action: choice.value for choice in decision.choices}
    value, best_value = known.get(action), known.get(decision.action, decision.value)
    # A mixed strategy is worth what it brings, not what its luckiest action would.
    if sum(choice.share > 0 for choice in decision.choices) > 1 and decision.value is not None:
        best_value = decision.value
    loss = None
    if value is not None and best_value is not None:
        loss = max(0.0, best_value - value) if action != decision.action else 0.0
    names = (game.action_text(action), game.action_text(decision.action))
    return Judged(turn, seat, names[0], value, names[1], best_value, loss, decision.depth, decision.line)


def _account(record: Record, game: Game, spec: str, limits: Budget, seed: int, judged: list[Judged]) -> Account | None:
    """Luck and cost of a solo game; None if the agent does not say what the played actions are worth."""
    from reineke import Dice
    from reineke.agents import make
    from reineke.arena.chance import Nature
    from reineke.cli.replay import positions
    from reineke.games.clever.analysis import Judgement, account

    texts = [game.text(state) for state, _ in positions(record, game)]
    agent = make(spec, game)
    agent.start(game, 0, seed)
    starts = []
    for block in range(FIRST_ROLLS):
        nature, state, turns = Nature(game, seed, block), game.parse(record.deal), 0
        while game.turn(state) == CHANCE:
            state = game.play(state, nature.draw(state, turns), Dice(0))
            turns += 1
        value = _decide(agent, game.view(state, 0), limits).value
        if value is None:
            return None
        starts.append(value)
    found = []
    for one in judged:
        if one.value is None or one.loss is None:
            return None
        action = game.parse_action(one.action)
        found.append(Judgement(one.turn, texts[one.turn - 1], action, one.value, one.loss))
    return account(math.fsum(starts) / len(starts), found, record.result["points"][0], game.spec)


def _mistakes(judged: list[Judged]) -> list[Judged]:
    """Decisions that cost something, the dearest first."""
    return sorted((one for one in judged if one.loss), key=lambda one: (-(one.loss or 0.0), one.turn))


def _seats(record: Record, judged: list[Judged]) -> list[dict[str, Any]]:
    """A summary per seat. Decisions that threw a won game away are counted apart: no mean could hold them."""
    from reineke.cli.output import CERTAIN

    seats = []
    for seat, agent in enumerate(record.agents):
        own = [one for one in judged if one.seat == seat]
        losses = [one.loss for one in own if one.loss is not None and one.loss < CERTAIN]
        mistakes = _mistakes(own)
        seats.append(
            {
                "seat": seat,
                "agent": agent,
                "outcome": record.result["outcome"][seat] if seat < len(record.result["outcome"]) else None,
                "points": record.result["points"][seat] if seat < len(record.result["points"]) else None,
                "decisions": len(own),
                "agreed": sum(one.action == one.best for one in own),
                "mean_loss": math.fsum(losses) / len(losses) if losses else None,
                "thrown_away": sum(one.loss is not None and one.loss >= CERTAIN for one in own),
                "worst": mistakes[0].turn if mistakes else None,
            }
        )
    return seats


def _json(
    record: Record, agent: str, limits: Budget, judged: list[Judged], found: Account | None = None
) -> dict[str, Any]:
    return {
        **({} if found is None else {"account": found.json()}),
        "game": record.game,
        "agent": agent,
        "budget": {"seconds": limits.seconds, "nodes": limits.nodes},
        "seats": _seats(record, judged),
        "decisions": [one.json() for one in judged],
        "worst": [one.turn for one in _mistakes(judged)[:WORST]],
    }


def _show(record: Record, place: int, agent: str, judged: list[Judged]) -> None:
    from reineke.cli.output import console, figure, grid, number, seat_text

    out = console()
    out.print(f"{record.game}, game {place}: {len(record.turns)} turns, judged by {agent}", markup=False)
    table = grid("turn", "seat", "played", "value", "best", "its value", "loss", left=("played", "best"))
    for one in judged:
        same = one.action == one.best
        row = [figure(one.value), "" if same else one.best, "" if same else figure(one.best_value), _loss(one)]
        table.add_row(str(one.turn), seat_text(one.seat), one.action, *row, style="bold" if one.loss else "")
    out.print(table)
    seats = grid("seat", "agent", "outcome", "points", "decisions", "agreed", "mean loss", left=("agent",))
    for seat in _seats(record, judged):
        score = ["–" if seat[key] is None else number(seat[key]) for key in ("outcome", "points")]
        counts = [str(seat["decisions"]), str(seat["agreed"])]
        mean = "–" if seat["mean_loss"] is None else _short(seat["mean_loss"])
        seats.add_row(seat_text(seat["seat"]), seat["agent"], *score, *counts, mean)
    out.print(seats)
    mistakes = _mistakes(judged)[:WORST]
    out.print("No mistakes found." if not mistakes else "The dearest mistakes:")
    for one in mistakes:
        line = f", expecting {' '.join(one.line)}" if len(one.line) > 1 else ""
        words = f"  turn {one.turn}, seat {one.seat}: {one.action} cost {_loss(one)}; better {one.best}{line}"
        out.print(words, markup=False)


def _show_account(found: Account) -> None:
    """The sum of a solo game, round by round, and what the score is called."""
    from reineke.cli.output import console, grid, number
    from reineke.games.clever.rating import rating

    out = console()
    table = grid("round", "luck", "cost")
    for round_, luck, cost in found.by_round():
        table.add_row(str(round_), f"{luck:+.1f}", f"{cost:.1f}")
    out.print(table)
    words = f"expected {found.start:.1f} at the start, luck {found.luck:+.1f}, decisions cost {found.cost:.1f}"
    out.print(f"{words}: {number(found.score)} points, {rating(found.score)}", markup=False)
    out.print("Luck is how the dice changed the judge's values; what a judge underrates shows as luck, too.")


def _loss(one: Judged) -> str:
    if one.loss is None:
        return "–"
    return "" if one.loss == 0 else _short(one.loss)


def _short(loss: float) -> str:
    from reineke.cli.output import CERTAIN

    return "the game" if loss >= CERTAIN else f"{loss:.3f}"
