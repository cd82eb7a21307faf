"""Whether analyses are right, kept as docs/studies/data/analysis-NAME.json.

    python -m scripts.analysis_runs                       everything that is missing
    python -m scripts.analysis_runs --only found-speed    some of it
    python -m scripts.analysis_runs --games 10            a first look at fewer games; nothing is stored

`found-GAME`: one choice of each game is replaced by the worst legal one, and the analysis has to name it. `luck-GAME`:
luck over games of an agent against itself. Games that are done are kept as lines in the folder --lines, so that a run
that was stopped goes on, unless the core has changed since.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from reineke.agent import Budget, Decision
from reineke.agents import make
from reineke.analysis import Analysis, analyse, analyst
from reineke.analysis.account import choice_of
from reineke.analysis.judge import scale
from reineke.arena.chance import Nature
from reineke.arena.schedule import derive
from reineke.cli.steps import steps
from reineke.game import CHANCE, OVER, Game, View
from reineke.games import load
from reineke.record import Played, Record, replay
from scripts.study_runs import ROOT, core, mapper, write

DATA = ROOT / "docs" / "studies" / "data"
PREFIX = "analysis-"
MATTERS = {"outcome": 0.2, "points": 10.0}
"""A choice matters if the worst legal action costs as much, a fifth of a win or ten points, and the strong search has
said so twice: at its last two depths, or halfway and at its end."""
TRIES = 30
"""Decisions of a game that are looked at for one that matters."""


@dataclass(frozen=True)
class Study:
    """Games of an agent against itself, and who says which action is the worst."""

    game: str
    agent: str
    strong: str
    """Says which action is the worst, from another seed than the analyst's."""
    strong_nodes: int
    nodes: int
    """The analyst's."""

    def specs(self, game: Game) -> tuple[str, ...]:
        """One agent per seat."""
        return (self.agent,) * game.seats


STUDIES = {
    "sawhian": Study("sawhian", "default(nodes=5000)", "maxn", 2_000_000, 100_000),
    "speed": Study("speed(width=30,height=30,seats=4)", "default(nodes=500)", "mcts(joint=ucb1)", 8_000, 2_000),
    "clever": Study("clever", "default(rolls=6)", "default(rolls=96)", 200_000, 20_000),
    "gen1": Study("gen1", "default(nodes=300)", "default(hunches=off)", 16_000, 2_000),
}
FOUND, LUCK = 100, 200
"""Games of each."""
WITH_LUCK = ("clever", "gen1")


def play(game: Game, specs: Sequence[str], seed: int, begin: Record | None = None) -> Record:
    """A game of agents, from the deal or from where a record ends."""
    nature = Nature(game, seed, 0)
    deal = game.parse(begin.deal) if begin else nature.deal()
    state, opening = nature.opening(deal) if begin is None else (deal, [])
    turns = [played.json(game) for played in opening]
    agents = [make(spec, game) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.start(game, seat, derive("analysis", seed, seat))
    for turn in begin.turns if begin else []:
        state = _forced(game, state, turn)
        turns.append(turn)
    while (whose := game.turn(state)) != OVER:
        if whose == CHANCE:
            played = Played(chance=nature.draw(state, len(turns)))
        else:
            seats = whose if isinstance(whose, tuple) else (whose,)
            views = [game.view(state, seat) for seat in seats]
            chosen = [(view.seat, agents[view.seat].decide(view, Budget()).action) for view in views]
            played = Played(tuple(chosen), isinstance(whose, tuple))
        state, played = nature.play(state, played, len(turns))
        turns.append(played.json(game))
    result = {"outcome": list(game.outcome(state)), "points": list(game.points(state)), "forfeits": []}
    count = len(opening) if begin is None else begin.opening
    return Record(game.spec, game.text(deal), count, tuple(specs), {"match": seed}, turns, [], result)


def _forced(game: Game, state: Any, turn: list[Any]) -> Any:
    """The position after a recorded turn."""
    from reineke.record import ForcedDice

    played = Played.parse(game, state, turn)
    return game.play(state, played.move(game.seats), ForcedDice(played.dice))


def worst(study: Study, game: Game, record: Record, seed: int) -> tuple[int, int, int, float] | None:
    """A choice that matters, the first of those in a random order: number of the turn, seat, the worst action there,
    and what that costs."""
    places = [
        (number, state, seat)
        for number, (state, played) in enumerate(replay(record, game), 1)
        if played is not None and played.chance is None and number > record.opening
        for seat, _ in played.actions
        if len(game.legal(state, seat)) > 1
    ]
    random.Random(seed).shuffle(places)
    least = MATTERS[scale(game, study.strong)]
    for number, state, seat in places[:TRIES]:
        said = thoughts(study, game.view(state, seat), seed + 1)
        final = said[-1]
        known = [choice for choice in final.choices if choice_of(final, choice.action)]
        low = min(known, key=lambda choice: (choice.value, choice.action), default=None)
        if low is not None and all(loss(decision, low.action) >= least for decision in said):
            return number, seat, low.action, loss(final, low.action)
    return None


def thoughts(study: Study, view: View, seed: int) -> list[Decision]:
    """What the strong search says at last, and what it said before that at less depth."""
    agent = make(study.strong, view.game)
    agent.start(view.game, view.seat, seed)
    reports: dict[int, Decision] = {}
    last = agent.decide(view, Budget(nodes=study.strong_nodes), None, lambda said: reports.update({said.depth: said}))
    whole = [said for depth, said in sorted(reports.items()) if said.choices and depth <= last.depth]
    return whole[-2:] or [last]


def loss(decision: Decision, action: int) -> float:
    """How much worse a decision says an action is than its best."""
    best, found = choice_of(decision, decision.action), choice_of(decision, action)
    return best.value - found.value if best is not None and found is not None else 0.0


def changed(game: Game, record: Record, number: int, seat: int, action: int) -> Record:
    """The record up to a turn, in which a seat chose otherwise and the dice are not rolled yet."""
    kept = record.turns[: number - 1]
    turn = [part for part in record.turns[number - 1] if not isinstance(part, dict)]
    name = game.action_text(action)
    joint = isinstance(turn[0], list)
    turn = [[who, name if who == seat else text] for who, text in turn] if joint else [seat, name]
    return replace(record, turns=[*kept, turn])


def spoil(study: Study, game: Game, record: Record, seed: int) -> tuple[Record, dict[str, Any]] | None:
    """The game with its worst choice at one place, played on; and where that is."""
    found = worst(study, game, record, seed)
    if found is None:
        return None
    number, seat, action, cost = found
    begun = changed(game, record, number, seat, action)
    nature = Nature(game, derive("spoilt", seed), 0)
    state = game.parse(record.deal)
    for turn in begun.turns[:-1]:
        state = _forced(game, state, turn)
    played = Played.parse(game, state, begun.turns[-1])
    _, played = nature.play(state, played, number - 1)
    begun = replace(begun, turns=[*begun.turns[:-1], played.json(game)])
    return play(game, study.specs(game), seed, begun), {"turn": number, "seat": seat, "cost": round(cost, 4)}


def off(found: Analysis) -> float:
    """How far a step's parts are from its change of value, at most."""
    parts = [
        abs(
            step.luck[seat]
            + step.own[seat]
            + step.others[seat]
            + step.rest[seat]
            - step.after[seat]
            + step.before[seat]
        )
        for step in found.steps
        for seat in range(found.game.seats)
    ]
    sums = [abs(s.start + s.luck + s.own + s.others + s.rest - s.end) for s in found.seats()]
    return max([0.0, *parts, *sums])


def find(name: str, number: int) -> dict[str, Any]:
    """Spoils a game and looks whether the analysis names the place."""
    study, began = STUDIES[name], time.perf_counter()
    game = load(study.game)
    seed = 1_000 + number
    spoilt = spoil(study, game, play(game, study.specs(game), seed), seed)
    if spoilt is None:
        return {"number": number, "matters": False, "seconds": _since(began)}
    record, place = spoilt
    looked = time.perf_counter()
    found = analyse(record, game=game, budget=Budget(nodes=study.nodes))
    named = [(one.turn, one.seat) for one in found.mistakes()]
    own = [one.turn for one in found.mistakes(place["seat"])]
    at = next((one for one in found.judged if (one.turn, one.seat) == (place["turn"], place["seat"])), None)
    return {
        "number": number,
        "matters": True,
        **place,
        "turns": len(record.turns),
        "named": (place["turn"], place["seat"]) in named,
        "named_of_seat": place["turn"] in own,
        "judged": None if at is None or at.cost is None else round(at.cost, 4),
        "third": round(found.mistakes()[-1].cost or 0.0, 4) if named else None,
        "off": off(found),
        "analysis_seconds": _since(looked),
        "seconds": _since(began),
    }


def lucky(name: str, number: int) -> dict[str, Any]:
    """Analyses a game as it was played."""
    study, began = STUDIES[name], time.perf_counter()
    game = load(study.game)
    record = play(game, study.specs(game), 50_000 + number)
    looked = time.perf_counter()
    found = analyse(record, game=game, budget=Budget(nodes=study.nodes), seed=1)
    seat = found.seats()[0]
    parts = {key: round(getattr(seat, key), 5) for key in ("start", "luck", "own", "others", "rest", "end")}
    return {"number": number, **parts, "off": off(found), "analysis_seconds": _since(looked), "seconds": _since(began)}


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 2)


# Many games.


def _one(job: tuple[str, int]) -> dict[str, Any]:
    kind, _, name = job[0].partition("-")
    return (find if kind == "found" else lucky)(name, job[1])


def games(run: str, count: int, lines: Path, jobs: int) -> list[dict[str, Any]]:
    """The results of games, the kept and the missing ones. Of `found` those count in which a choice matters."""
    path = lines / f"{PREFIX}{run}-{core()}.jsonl"
    lines.mkdir(parents=True, exist_ok=True)
    kept = (
        {one["number"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())} if path.is_file() else {}
    )
    with mapper(jobs) as mapped, path.open("a", encoding="utf-8") as file:
        while len(_counted(kept)) < count:
            first = len(kept)
            missing = [number for number in range(first + count - len(_counted(kept))) if number not in kept]
            for one in steps(mapped(_one, [(run, number) for number in missing]), run, len(missing)):
                kept[one["number"]] = one
                file.write(json.dumps(one) + "\n")
                file.flush()
    return [one for _, one in sorted(kept.items())]


def _counted(kept: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in kept.values() if one.get("matters", True)]


def summary(run: str, found: Sequence[dict[str, Any]], count: int) -> dict[str, Any]:
    """What the page needs."""
    name = run.partition("-")[2]
    study = STUDIES[name]
    game = load(study.game)
    who = analyst(game)
    counted = [one for one in found if one.get("matters", True)][:count]
    head = {
        "game": study.game,
        "agent": study.agent,
        "analyst": who.spec,
        "nodes": study.nodes,
        "scale": scale(game, who.spec),
        "games": len(counted),
        "off": max(one["off"] for one in counted),
        "seconds": round(fmean(one["analysis_seconds"] for one in counted), 2),
    }
    if run.startswith("luck"):
        return {
            **head,
            **{key: [one[key] for one in counted] for key in ("luck", "own", "others", "rest", "start", "end")},
        }
    return {
        **head,
        "strong": study.strong,
        "strong_nodes": study.strong_nodes,
        "matters": MATTERS[head["scale"]],
        "without": sum(not one["matters"] for one in found),
        "named": sum(one["named"] for one in counted),
        "named_of_seat": sum(one["named_of_seat"] for one in counted),
        "cost": [one["cost"] for one in counted],
        "judged": [one["judged"] for one in counted],
    }


def runs() -> Iterator[tuple[str, int]]:
    """Every run with its number of games."""
    yield from ((f"found-{name}", FOUND) for name in STUDIES)
    yield from ((f"luck-{name}", LUCK) for name in WITH_LUCK)


def told(data: Mapping[str, Any]) -> str:
    """A run in one line."""
    words = f"{data['games']} games, off by {data['off']:.1e} at most, {data['seconds']} s an analysis"
    if "named" in data:
        return f"{data['named']} named, {data['named_of_seat']} of the seat's three, {data['without']} without; {words}"
    mean, error = fmean(data["luck"]), standard_error(data["luck"])
    return f"luck {mean:+.4f} ± {error:.4f}; {words}"


def standard_error(values: Sequence[float]) -> float:
    """Of the mean."""
    mean = fmean(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", choices=[name for name, _ in runs()], help="some of it")
    parser.add_argument("--again", action="store_true", help="also what is there")
    parser.add_argument("--games", type=int, help="fewer games, not stored")
    parser.add_argument("--lines", type=Path, default=ROOT / "runs" / "analysis", help="where single games are kept")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args(arguments)
    for run, count in runs():
        path = DATA / f"{PREFIX}{run}.json"
        if (wanted.only and run not in wanted.only) or (path.is_file() and not wanted.again and wanted.games is None):
            continue
        count = wanted.games or count
        data = summary(run, games(run, count, wanted.lines, wanted.jobs), count)
        print(f"{run}: {told(data)}", flush=True)
        if wanted.games is None:
            write(path, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
