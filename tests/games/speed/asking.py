"""What the tests of Multi-Minimax share: its variants, small positions, and the library's answers to them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from reineke import Budget, Decision, load
from reineke.agents import make
from reineke.game import Game
from tests.games.speed import twin
from tests.games.speed.boards import Head, board
from tests.games.speed.lockstep import safe
from tests.games.speed.multiminimax import CELL, LOSS, Options
from tests.games.speed.twin import Player, State

STAY, LEFT, RIGHT, FASTER, SLOWER = range(5)

PLAIN = Options()
V = Options(voronoi=True, hug=True, cap=3, endgame=True)
RG = replace(V, reduced=True)
SW = replace(RG, window=6, offset=1)  # small, as the boards are
OPTIONS = {"plain": PLAIN, "V": V, "RG": RG, "SW": SW}

VARIANTS = {
    "multiminimax": PLAIN,
    "v-multiminimax": replace(V, kamikaze=True),
    "rg-v-multiminimax": replace(RG, kamikaze=True),
    "sw-rg-v-multiminimax-v1": replace(RG, kamikaze=True, window=40, offset=5),
    "sw-rg-v-multiminimax-v2": replace(RG, kamikaze=True, window=30, offset=3),
}


def game_of(state: State) -> Game:
    return load(f"speed(seats={len(state.players)},width={state.width},height={state.height})")


def parsed(state: State) -> Any:
    """The same position in the library."""
    return game_of(state).parse(twin.to_text(state))


def ask(state: State, number: int, spec: str, budget: Budget | None = None, **more: Any) -> Decision:
    """What an agent of the library decides."""
    game = game_of(state)
    agent = make(spec, game)
    agent.start(game, number - 1, 7)
    return agent.decide(game.view(parsed(state), number - 1), budget or Budget(), **more)


def lost(decision: Decision) -> bool:
    """Whether a search by territory sees nothing but its own death."""
    return decision.value is not None and decision.value < LOSS / CELL / 2


def drawn(*rows: str, heads: list[Head], played: int = 0) -> State:
    """A position by hand; `tests.games.speed.boards` says how."""
    data = board(rows, *heads, played=played)
    players = (Player(**player, died=died) for player, died in zip(data["players"].values(), data["died"], strict=True))
    return State(tuple(map(tuple, data["cells"])), tuple(players), data["round"])


def positions(seed: object, count: int, players: int | None = None) -> Iterator[tuple[State, int]]:
    """Boards of 4x4 to 9x9 with all speeds, some rounds into random games; and the number of who is to decide."""
    rng = random.Random(f"multiminimax {seed}")
    for _ in range(count):
        state = scattered(rng, rng.randint(4, 9), rng.randint(4, 9), players or rng.randint(2, 4))
        for _ in range(rng.randrange(9)):
            after = twin.play(state, {number: wander(rng, state, number) for number in state.active})
            if not after.running:
                break
            state = after
        yield state, rng.choice(state.active)


def scattered(rng: random.Random, width: int, height: int, players: int) -> State:
    heads = rng.sample([(x, y) for x in range(width) for y in range(height)], players)
    speeds = [rng.choice((1, 1, 1, 2, 2, 3, 4, rng.randint(1, 10))) for _ in heads]
    cast = [Player(x, y, rng.choice(twin.DIRECTIONS), speed) for (x, y), speed in zip(heads, speeds, strict=True)]
    return replace(twin.place(width, height, tuple(cast)), round=rng.randrange(12))


def wander(rng: random.Random, state: State, number: int) -> str:
    """An answer that runs into nothing, if there is one."""
    words = rng.sample(twin.WORDS, 5)
    return next((word for word in words if safe(state, number, word)), words[0])
