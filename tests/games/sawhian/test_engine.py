"""The engine against its twin and against the reference data, through the Python API."""

import gzip
import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from reineke._core import sawhian_eliminate, sawhian_perft
from reineke.agent import Budget
from reineke.game import OVER, GameError
from reineke.games import load
from reineke.search import Search
from tests.games import walks
from tests.games.sawhian import engine, lockstep, twin

DATA = Path(__file__).parents[2] / "data" / "sawhian"
GAME = load("sawhian")
MODES: list[lockstep.Mode] = ["server", "pass"]


def read(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


POSITIONS = read("positions")


def by_id(record: dict[str, Any]) -> str:
    return str(record["id"])


def action(cell: Any) -> int:
    x, y = cell
    return 7 * x + y


def winners(state: Any) -> list[int]:
    return engine.make("server").winners(state)


# Lockstep


@pytest.mark.covers("W1", "W2", "W5")
@pytest.mark.parametrize("mode", MODES)
def test_random_games_are_the_same_as_the_twins(mode: lockstep.Mode) -> None:
    tally = lockstep.walk(engine.make(mode), mode, games=200, seed=7)
    assert tally.games == 200
    assert tally.struck > 100


@pytest.mark.soak
@pytest.mark.covers("W1", "W2", "W5")
@pytest.mark.parametrize("mode", MODES)
def test_a_hundred_thousand_random_games_are_the_same_as_the_twins(mode: lockstep.Mode) -> None:
    assert lockstep.walk_parallel("tests.games.sawhian.engine:make", mode, 100_000, seed=0, jobs=2).games == 100_000


@pytest.mark.parametrize("mode", MODES)
def test_a_walk_in_the_wrong_mode_is_found_out(mode: lockstep.Mode) -> None:
    other: lockstep.Mode = "pass" if mode == "server" else "server"
    with pytest.raises(walks.Difference):
        lockstep.walk(engine.make(other), mode, games=20, seed=7)


# Reference data


@pytest.mark.covers("W2", "W4")
@pytest.mark.parametrize("game", read("games"), ids=by_id)
def test_a_recorded_move_list_reproduces_the_game(game: dict[str, Any]) -> None:
    state = GAME.start(None)
    eliminated = []
    for ply, (player, x, y) in enumerate(game["moves"], start=1):
        assert GAME.turn(state) == player
        before = GAME.json(state)["alive"]
        state = GAME.play(state, action((x, y)), None)
        after = GAME.json(state)["alive"]
        order = [(player + i) % 4 for i in (1, 2, 3, 4)]
        eliminated += [{"ply": ply, "player": out} for out in order if before[out] > after[out]]
    assert GAME.json(state) == game["final"]
    assert winners(state) == game["winners"]
    assert eliminated == game["eliminated"]


@pytest.mark.covers("W5")
@pytest.mark.parametrize("record", POSITIONS, ids=by_id)
def test_a_reference_position_has_the_recorded_moves_successors_and_nodes(record: dict[str, Any]) -> None:
    state = GAME.parse_json(record["position"])
    assert GAME.json(state) == record["position"]
    expected = {action(entry["move"]): entry for entry in record["moves"]}
    assert list(GAME.legal(state, GAME.turn(state))) == sorted(expected)
    for move, entry in expected.items():
        after = GAME.play(state, move, None)
        assert GAME.json(after) == entry["after"]
        assert winners(after) == entry.get("winners", [])
    assert [sawhian_perft(state, depth) for depth in range(1, 5)] == record["nodes"]


@pytest.mark.covers("W5")
@pytest.mark.parametrize("record", POSITIONS, ids=by_id)
def test_a_full_width_search_visits_the_recorded_nodes(record: dict[str, Any]) -> None:
    """Without cut, order and table every sequence of up to so many moves is one node."""
    state = GAME.parse_json(record["position"])
    given = {"eval": "flat", "order": "off", "table": "off", "deepen": "off"}
    view = GAME.view(state, GAME.turn(state))
    for depth in range(1, 5):
        decision = Search(GAME, "maxn", {**given, "depth": str(depth)}).decide(view, Budget())
        assert decision.nodes == sum(record["nodes"][:depth])


@pytest.mark.covers("W5")
@pytest.mark.parametrize("mode", MODES)
def test_the_empty_board_has_the_recorded_node_counts(mode: lockstep.Mode) -> None:
    start = engine.make(mode).start()
    for record in read("perft-start"):
        assert sawhian_perft(start, record["depth"]) == record["nodes"]


# Moves


@pytest.mark.covers("W3", "W5")
@pytest.mark.parametrize("record", POSITIONS, ids=by_id)
def test_a_move_is_listed_if_and_only_if_it_can_be_played(record: dict[str, Any]) -> None:
    state = GAME.parse_json(record["position"])
    text = GAME.text(state)
    legal = GAME.legal(state, GAME.turn(state))
    for cell in range(49):
        if cell in legal:
            assert GAME.play(state, cell, None) != state
        else:
            with pytest.raises(GameError, match=f"^{GAME.action_text(cell)} is not legal here$"):
                GAME.play(state, cell, None)
    assert GAME.text(state) == text


@pytest.mark.parametrize("wrong", [49, 65535, 65536, -1, 10**30, "d1", None, (3, 0), 1.5])
def test_what_is_no_cell_is_refused(wrong: Any) -> None:
    with pytest.raises(GameError):
        GAME.play(GAME.start(None), wrong, None)


def test_a_finished_game_is_over() -> None:
    state = GAME.parse_json(read("games")[0]["final"])
    assert GAME.turn(state) == OVER
    assert GAME.skip(state) is None
    with pytest.raises(GameError, match="the game is over"):
        GAME.play(state, 0, None)


@pytest.mark.covers("W2")
@pytest.mark.parametrize("mode", MODES)
def test_an_arbiter_can_strike_anybody_out_at_any_time(mode: lockstep.Mode) -> None:
    """His points and stones stay; if it was his turn, it passes on."""
    library = engine.make(mode)
    for number in range(15):
        rng = random.Random(number)
        slow, fast = twin.start(mode), library.start()
        while slow.mover is not None:
            if rng.random() < 0.03:
                out = rng.choice([player for player in range(4) if slow.alive[player]])
                alive = tuple(living and player != out for player, living in enumerate(slow.alive))
                if out == slow.mover:
                    slow = twin.settle(slow.board, slow.hand, slow.points, alive, (out + 1) % 4, mode)
                else:
                    slow = twin.State(slow.board, slow.hand, slow.points, alive, slow.mover, mode, slow.passes)
                fast = sawhian_eliminate(fast, out)
            else:
                move = rng.choice(twin.legal_moves(slow))
                slow, fast = twin.play(slow, move), library.play(fast, move)
            assert library.position_json(fast) == twin.position_json(slow)
            assert library.winners(fast) == twin.winners(slow)


def test_a_player_who_is_out_can_be_struck_out_again() -> None:
    state = sawhian_eliminate(sawhian_eliminate(GAME.start(None), 2), 2)
    assert GAME.json(state)["alive"] == [1, 1, 0, 1]
    for player in (0, 1, 3):
        state = sawhian_eliminate(state, player)
    assert GAME.turn(state) == OVER
    with pytest.raises(ValueError, match="there is no player 4"):
        sawhian_eliminate(state, 4)


# Forms of a position


@pytest.mark.parametrize("mode", MODES)
def test_text_json_and_pickle_bring_a_position_back(mode: lockstep.Mode) -> None:
    game = engine.make(mode).game
    for slow in twin.random_game(random.Random(3), mode):
        state = game.parse_json(twin.position_json(slow))
        assert game.parse(game.text(state)) == state
        assert game.parse_json(game.json(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(game.parse(game.text(state))) == hash(state)


def test_positions_that_differ_are_told_apart() -> None:
    states = {}
    for number in range(20):
        for slow in twin.random_game(random.Random(number)):
            state = GAME.parse_json(twin.position_json(slow))
            states[GAME.text(state)] = state
    assert len(set(states.values())) == len(states)
    assert len({hash(state) for state in states.values()}) == len(states)


# Rotation: the board turned by a quarter, every player moved on by one seat


def turn_cell(x: int, y: int) -> tuple[int, int]:
    return y, 6 - x


def turn_position(position: dict[str, Any]) -> dict[str, Any]:
    rows = position["board"].split("/")
    turned = [["."] * 7 for _ in range(7)]
    for x, y in twin.CELLS:
        to_x, to_y = turn_cell(x, y)
        owner = rows[y][x]
        turned[to_y][to_x] = owner if owner == "." else str((int(owner) + 1) % 4)
    moved = {key: [position[key][(player - 1) % 4] for player in range(4)] for key in ("hand", "points", "alive")}
    mover = position["mover"]
    return {"board": "/".join(map("".join, turned)), **moved, "mover": None if mover is None else (mover + 1) % 4}


def turn_values(values: Any) -> list[float]:
    return [values[(player - 1) % 4] for player in range(4)]


RANDOM = [twin.position_json(slow) for number in range(6) for slow in twin.random_game(random.Random(number))]


@pytest.mark.covers("W6")
def test_four_quarter_turns_are_none() -> None:
    for position in RANDOM:
        turned = position
        for _ in range(4):
            turned = turn_position(turned)
        assert turned == position
    assert turn_position(RANDOM[5]) != RANDOM[5]


@pytest.mark.covers("W6")
@pytest.mark.parametrize("mode", MODES)
def test_turning_the_board_and_its_players_turns_moves_successors_and_results(mode: lockstep.Mode) -> None:
    game = engine.make(mode).game
    for number in range(6):
        for slow in twin.random_game(random.Random(number), mode):
            position = twin.position_json(slow)
            state, turned = game.parse_json(position), game.parse_json(turn_position(position))
            for seat in range(4):
                assert game.features(state, seat) == game.features(turned, (seat + 1) % 4)
            if slow.mover is None:
                assert game.outcome(turned) == turn_values(game.outcome(state))
                continue
            moves = game.legal(state, slow.mover)
            image = {move: action(turn_cell(*divmod(move, 7))) for move in moves}
            assert sorted(image.values()) == list(game.legal(turned, (slow.mover + 1) % 4))
            for move in moves:
                after = game.json(game.play(state, move, None))
                assert game.json(game.play(turned, image[move], None)) == turn_position(after)


@pytest.mark.covers("W6", "W10")
@pytest.mark.parametrize(
    "given",
    [{"eval": "seed", "crowding": "fixed", "weights": "2/-1/3/-2"}, {"eval": "dephiloper"}],
    ids=["seed", "other"],
)
def test_turning_the_board_turns_the_values_of_a_search(given: dict[str, str]) -> None:
    for position in random.Random(1).sample([each for each in RANDOM if each["mover"] is not None], 25):
        found = []
        for image in (position, turn_position(position)):
            state = GAME.parse_json(image)
            search = Search(GAME, "paranoid", {**given, "depth": "3"})
            found.append(search.decide(GAME.view(state, image["mover"]), Budget()).value)
        assert found[0] == found[1]
