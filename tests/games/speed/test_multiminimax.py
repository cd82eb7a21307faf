"""The compiled Multi-Minimax against its readable reference, and its variants by name."""

import random
import threading
from dataclasses import replace
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from bench.speed_orders import nodes_by_order
from reineke import Budget, Decision, Dice, GameError, load
from reineke._core import speed_arrival, speed_regions
from reineke.agent import Stop
from reineke.agents import catalogue, make
from reineke.game import NO_ACTION, OVER
from tests.games.speed import multiminimax as reference
from tests.games.speed import twin
from tests.games.speed.asking import (
    FASTER,
    LEFT,
    OPTIONS,
    PLAIN,
    RG,
    RIGHT,
    SLOWER,
    STAY,
    SW,
    VARIANTS,
    ask,
    drawn,
    parsed,
    positions,
)
from tests.games.speed.lockstep import opening
from tests.games.speed.multiminimax import CELL, LOSS, Options
from tests.games.speed.reference import BATTLEFRONT, arrival, voronoi
from tests.games.speed.twin import State

# Equal to the search without pruning


@pytest.mark.covers("P7", "P8", "P17")
@pytest.mark.parametrize(("depth", "count"), [(2, 100), (4, 50)])
@pytest.mark.parametrize("name", OPTIONS)
def test_decisions_and_values_are_those_of_the_reference(name: str, depth: int, count: int) -> None:
    options = replace(OPTIONS[name], depth=depth)
    fewer = 0
    for state, number in positions(f"{name} {depth}", count):
        slow = reference.decide(state, number, options)
        fast = ask(state, number, options.spec())
        where = f"player {number} of {twin.to_text(state)}"
        assert (fast.action, fast.value) == (slow.action, slow.values[slow.action] / CELL), where
        for choice in fast.choices:
            # What is not best is known to be no better than its value; above the cap there is none.
            exact = slow.values.get(choice.action, LOSS)
            assert exact / CELL <= choice.value <= fast.value, where
        assert fast.nodes <= slow.nodes, where
        fewer += fast.nodes < slow.nodes
    assert fewer > count / 10


@pytest.mark.covers("P7")
@pytest.mark.parametrize("extension", ["hug", "endgame", "reduced", "voronoi"])
def test_each_extension_alone_decides_like_the_reference(extension: str) -> None:
    options = Options(depth=4, **{"voronoi": extension == "hug", extension: True})
    for state, number in positions(extension, 25):
        slow = reference.decide(state, number, options)
        fast = ask(state, number, options.spec())
        assert (fast.action, fast.value) == (slow.action, slow.values[slow.action] / CELL), twin.to_text(state)


@pytest.mark.parametrize("voronoi", [True, False])
@pytest.mark.parametrize("fear", [0, 1])
def test_with_less_fear_it_decides_like_the_reference(fear: int, voronoi: bool) -> None:
    options = Options(depth=4, voronoi=voronoi, cap=3, fear=fear)
    braver = 0
    for state, number in positions(f"fear {fear}", 60):
        slow = reference.decide(state, number, options)
        fast = ask(state, number, options.spec())
        assert (fast.action, fast.value) == (slow.action, slow.values[slow.action] / CELL), twin.to_text(state)
        pessimist = reference.decide(state, number, replace(options, fear=2)).values
        braver += any(slow.values[action] > value for action, value in pessimist.items())
    assert braver > (10, 0)[fear]


def test_for_fear_of_a_crash_it_decides_like_the_reference() -> None:
    options = Options(depth=4, voronoi=True, cap=3, fear=0, clash=75, caution=3)
    scaled = 0
    for state, number in positions("clash", 100):
        slow = reference.decide(state, number, options)
        fast = ask(state, number, options.spec())
        assert (fast.action, fast.value) == (slow.action, slow.values[slow.action] / CELL), twin.to_text(state)
        calm = reference.decide(state, number, replace(options, clash=0)).values
        scaled += any(slow.values[action] < value for action, value in calm.items())
    assert scaled > 3


def test_heeding_who_is_left_out_it_decides_like_the_reference() -> None:
    options = Options(depth=4, voronoi=True, cap=3, reduced=True, heed=True)
    poorer = 0
    for state, number in positions("heed", 200):
        slow = reference.decide(state, number, options)
        fast = ask(state, number, options.spec())
        assert (fast.action, fast.value) == (slow.action, slow.values[slow.action] / CELL), twin.to_text(state)
        heedless = reference.decide(state, number, replace(options, heed=False)).values
        poorer += any(slow.values[action] < value for action, value in heedless.items())
    assert poorer > 1


def test_a_room_with_somebody_in_it_is_no_gain() -> None:
    """Player 1 can jump over the wall into a room of player 2's, who is left out of the search."""
    rows = ["......#......"] * 5
    state = drawn(*rows, heads=[(4, 2, "right", 2), (9, 2, "up", 1), (0, 4, "up", 1)], played=5)
    jump = {
        heed: _value(state, f"v-multiminimax(reduced=on,depth=2,foe=0,heed={heed})", FASTER) for heed in ("off", "on")
    }
    assert jump["on"] < jump["off"] - 20


def test_who_stands_still_in_a_duel_comes_nearer_meanwhile() -> None:
    spec = "multiminimax(voronoi=lead,foe={foe},depth=6,cap=2,heed=on,pace={pace})"
    less = 0
    for state, number in positions("pace", 150):
        slow, fast = (ask(state, number, spec.format(foe=0, pace=pace)).value for pace in (1, 100))
        assert fast <= slow, twin.to_text(state)
        less += fast < slow
    assert less > 10
    for state, number in positions("pace of nobody", 60, players=2):
        for foe in (0, 100):
            without, with_ = (ask(state, number, spec.format(foe=foe, pace=pace)) for pace in (0, 100))
            assert (without.action, without.value, without.nodes) == (with_.action, with_.value, with_.nodes)


def _value(state: State, spec: str, action: int) -> float:
    (value,) = (choice.value for choice in ask(state, 1, spec).choices if choice.action == action)
    return value


def test_nobody_is_believed_to_crash_through_a_wall() -> None:
    """Player 2 could drive into the wall before him and beyond it, where player 1 has to pass."""
    state = drawn("......", "######", "......", "......", heads=[(0, 0, "right", 3), (3, 2, "up", 2)])
    for fear, dies in [(2, True), (1, False), (0, False)]:
        decision = ask(state, 1, f"multiminimax(voronoi=plain,depth=2,order=04123,fear={fear})")
        (on,) = (choice for choice in decision.choices if choice.action == STAY)
        assert (on.value < LOSS / CELL / 2) == dies


@pytest.mark.covers("P10")
def test_the_order_of_trying_changes_the_nodes_and_never_the_decision() -> None:
    orders = ["".join(order) for order in permutations("01234")]
    rng = random.Random(10)
    for options in (replace(PLAIN, depth=6), replace(RG, depth=6)):
        for state, number in positions("orders", 20):
            tried = [ask(state, number, options.spec(order=order)) for order in ("01234", *rng.sample(orders, 8))]
            assert len({(decision.action, decision.value) for decision in tried}) == 1, twin.to_text(state)


@pytest.mark.covers("P10")
def test_trying_first_what_was_best_before_saves_nodes_and_never_changes_the_decision() -> None:
    plain = first = 0
    for state, number in positions("sort", 60):
        for switches in ("voronoi=plain,reduced=on,cap=3", "voronoi=lead,hug=on,cap=2,rival=3,caution=20"):
            one = ask(state, number, f"multiminimax({switches},depth=8)")
            other = ask(state, number, f"multiminimax({switches},depth=8,sort=on)")
            assert (one.action, one.value) == (other.action, other.value), twin.to_text(state)
            plain, first = plain + one.nodes, first + other.nodes
    assert first < 0.8 * plain


@pytest.mark.covers("P10")
def test_nodes_are_reported_by_order() -> None:
    game = load("speed(seats=3,width=20,height=20)")
    views = [game.view(game.start(Dice(seed)), 0) for seed in range(3)]
    nodes = nodes_by_order(game, views, ["01234", "43210"], "v-multiminimax", depth=4)
    assert nodes.keys() == {"01234", "43210"}
    assert all(count > 0 for count in nodes.values())


# Territory


@cache
def openings() -> list[State]:
    rng = random.Random(8)
    found = (opening(rng) for _ in range(120))
    return [state for state in found if state.running and state.width >= 4 and state.height >= 2]


@pytest.mark.covers("P8")
def test_regions_are_those_of_brute_force() -> None:
    contested = 0
    for state in openings() + [state for state, _ in positions("regions", 200)]:
        heads = [(player.x, player.y) if player.active else None for player in state.players]
        wanted = [[-2 if owner is None else owner for owner in row] for row in voronoi(state.cells, heads)]
        assert speed_regions(parsed(state)).tolist() == wanted, twin.to_text(state)
        contested += any(BATTLEFRONT in row for row in wanted)
    assert contested > 100


@pytest.mark.covers("P9")
@pytest.mark.parametrize("cap", [1, 3, 10])
def test_arrivals_are_those_of_brute_force(cap: int) -> None:
    states = [state for state in openings() if state.width * state.height < 300][:5]
    states += [state for state, _ in positions(f"arrival {cap}", 30)]
    for state in states:
        seat = state.active[0] - 1
        slow = np.array([[number or 0 for number in row] for row in arrival(state, seat, cap)])
        for rounds in (5, 40):
            wanted = np.where(slow <= rounds, slow, 0)
            found = speed_arrival(parsed(state), seat, cap, rounds)
            assert found.tolist() == wanted.tolist(), (seat, rounds, twin.to_text(state))


@pytest.mark.covers("P9")
@pytest.mark.parametrize(
    ("speed", "played", "wanted"),
    [(4, 5, "01001222"), (4, 4, "00000000"), (3, 5, "01001222"), (2, 5, "01000000")],
)
def test_arrival_leads_over_walls_in_gap_rounds_only(speed: int, played: int, wanted: str) -> None:
    state = drawn("..##....", "########", heads=[(0, 0, "right", speed)], played=played)
    assert "".join(map(str, speed_arrival(parsed(state), 0, 4, 2)[0])) == wanted


# Deepening


@pytest.mark.covers("P15")
def test_a_node_budget_keeps_the_last_finished_depth() -> None:
    depths = set()
    for state, number in positions("deepening", 40):
        for nodes in (10, 200, 2000):
            found: list[Decision] = []
            decision = ask(state, number, RG.spec(deepen="on", depth=64), Budget(nodes=nodes), progress=found.append)
            depths.add(decision.depth)
            assert decision.nodes <= nodes
            assert [step.depth for step in found] == sorted({step.depth for step in found})
            if not decision.depth:
                assert not found
                continue
            assert found[-1].depth == decision.depth
            own_moves_only = not reference.prepare(state, number, RG).foes
            plies = decision.depth * (2 if own_moves_only else 1)
            fixed = ask(state, number, replace(RG, depth=plies).spec())
            assert (decision.action, decision.value) == (fixed.action, fixed.value), twin.to_text(state)
    assert len(depths) > 5


@pytest.mark.covers("P15")
def test_a_stopped_search_answers_from_the_last_finished_depth() -> None:
    state = drawn(*["............"] * 12, heads=[(2, 2, "down"), (9, 9, "up")])
    stop = Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    decision = ask(state, 1, RG.spec(deepen="on", depth=64), Budget(), stop=stop)
    timer.join()
    assert stop.is_set()
    assert 2 <= decision.depth < 64
    fixed = ask(state, 1, replace(RG, depth=decision.depth).spec())
    assert (decision.action, decision.value) == (fixed.action, fixed.value)


# Parallel depths and the safety net


@pytest.mark.covers("P16")
@pytest.mark.parametrize("parallel", [2, 4, 6])
def test_parallel_depths_answer_like_one_of_them(parallel: int) -> None:
    state = drawn(*["............"] * 12, heads=[(2, 2, "down"), (9, 9, "up")])
    decision = ask(state, 1, RG.spec(deepen="on", depth=64, parallel=parallel), Budget(seconds=0.15))
    assert decision.depth >= 2
    assert decision.action in range(4)
    fixed = ask(state, 1, replace(RG, depth=decision.depth).spec())
    assert (decision.action, decision.value) == (fixed.action, fixed.value)


@pytest.mark.covers("P16")
def test_before_any_depth_is_finished_the_answer_is_the_safest() -> None:
    unsafe = 0
    for state, number in positions("safety", 150):
        decision = ask(state, number, RG.spec(deepen="on", depth=64), Budget(nodes=1))
        if decision.depth == 0:
            cap = reference.prepare(state, number, RG).cap
            assert decision.action == reference.safest(state, number, cap), twin.to_text(state)
            unsafe += decision.action != STAY
    assert unsafe > 20


@pytest.mark.covers("P16")
def test_how_safe_an_action_is_shows_in_every_round_that_may_follow() -> None:
    seen = set()
    for state, number in positions("levels", 40, players=2):
        (other,) = set(state.active) - {number}
        for word in twin.legal(state, number):
            rounds = [twin.play(state, {number: word, other: answer}) for answer in twin.legal(state, other)]
            lives = [after.players[number - 1].active for after in rounds]
            level = reference.safety(state, number, word)
            assert {0: not any(lives), 1: any(lives) and not all(lives), 2: all(lives)}[level], twin.to_text(state)
            seen.add(level)
    assert seen == {0, 1, 2}


NARROW = {
    "a wall ahead": (["...#", "....", "...."], [(2, 0, "right"), (0, 2, "up")], RIGHT),
    "a cell that another may enter": (["....#", ".....", "....."], [(1, 1, "right"), (3, 1, "left")], LEFT),
    "too fast for the edge": (["......", "......"], [(2, 0, "right", 4), (0, 1, "up")], SLOWER),
}


@pytest.mark.covers("P16")
@pytest.mark.parametrize("name", NARROW)
@pytest.mark.parametrize("spec", [*VARIANTS, "default"])
def test_the_safety_net_avoids_death_in_the_next_round(spec: str, name: str) -> None:
    rows, heads, wanted = NARROW[name]
    state = drawn(*rows, heads=heads)
    assert ask(state, 1, spec, Budget(nodes=1)).action == wanted


# Variants


@pytest.mark.covers("P20")
def test_the_five_variants_are_there_by_name_and_are_their_options() -> None:
    game = load("speed(seats=3,width=45,height=50)")
    assert catalogue(game).keys() >= VARIANTS.keys()
    for seed in range(3):
        view = game.view(game.start(Dice(seed)), seed)
        for name, options in VARIANTS.items():
            variant = make(f"{name}(depth=4)", game).decide(view, Budget())
            spelled = make(options.spec(deepen="on"), game).decide(view, Budget())
            assert (variant.action, variant.value, variant.nodes) == (spelled.action, spelled.value, spelled.nodes)


OFF = {"voronoi": False, "hug": False, "endgame": False, "reduced": False, "cap": 10, "window": None, "kamikaze": False}
CHANGED = {**OFF, "cap": 5, "window": 20, "offset": 7} | {
    "voronoi": True,
    "hug": True,
    "endgame": True,
    "reduced": True,
}


@pytest.mark.covers("P20")
@pytest.mark.parametrize("settings", [OFF, CHANGED], ids=["off", "changed"])
@pytest.mark.parametrize("name", VARIANTS)
def test_each_extension_of_a_variant_is_a_switch_of_its_own(name: str, settings: dict[str, object]) -> None:
    state = drawn(*["............"] * 9, heads=[(2, 2, "down"), (9, 6, "up"), (9, 1, "left")], played=3)
    for key, value in settings.items():
        text = {True: "plain" if key == "voronoi" else "on", False: "off", None: "off"}.get(value, str(value))
        variant = ask(state, 1, f"{name}({key}={text},depth=4)")
        spelled = ask(state, 1, replace(VARIANTS[name], **{key: value}).spec(deepen="on"))
        assert (variant.action, variant.value, variant.nodes) == (spelled.action, spelled.value, spelled.nodes), key


@pytest.mark.covers("P20")
@pytest.mark.parametrize("key", OFF)
def test_each_switch_takes_effect(key: str) -> None:
    # Opponents behind walls do not meet, so that `reduced` nearly covers `endgame`.
    everything = replace(SW, kamikaze=True, reduced=key != "endgame")
    without = replace(everything, **{key: OFF[key]})

    def differ(state: State, number: int) -> bool:
        one, other = (ask(state, number, options.spec()) for options in (everything, without))
        return (one.action, one.value) != (other.action, other.value)

    assert any(differ(*where) for where in positions("switches", 200))


@pytest.mark.covers("P20")
@pytest.mark.parametrize(
    ("extra", "named"),
    [
        ("territory=on", "territory"),
        ("hug=maybe", "hug=maybe"),
        ("voronoi=fast", "voronoi=fast"),
        ("order=0123", "order=0123"),
        ("order=01233", "order=01233"),
        ("cap=0", "cap=0"),
        ("cap=11", "cap=11"),
        ("window=1", "window=1"),
        ("depth=1", "depth=1"),
        ("parallel=7", "parallel=7"),
    ],
)
@pytest.mark.parametrize("name", [*VARIANTS, "default"])
def test_what_is_no_option_is_refused_in_one_line(name: str, extra: str, named: str) -> None:
    with pytest.raises(GameError) as refused:
        make(f"{name}({extra})", load("speed"))
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


# Repeatable


@pytest.mark.covers("P31")
@pytest.mark.parametrize("spec", [*VARIANTS, "default"])
def test_equal_seeds_and_nodes_give_equal_decisions_also_from_text(spec: str) -> None:
    game = load("speed(seats=3,width=12,height=12)")
    for seed in range(3):
        state = game.start(Dice(seed))
        players = [[make(spec, game) for _ in range(3)] for _ in range(2)]
        for agents, seat in product(players, range(3)):
            agents[seat].start(game, seat, 5)
        for _ in range(8):
            if game.turn(state) == OVER:
                break
            joint = [NO_ACTION] * 3
            for seat in game.turn(state):
                views = (game.view(state, seat), game.view(game.parse(game.text(state)), seat))
                one, other = (
                    agents[seat].decide(view, Budget(nodes=300)) for agents, view in zip(players, views, strict=True)
                )
                assert replace(one, seconds=0) == replace(other, seconds=0)
                joint[seat] = one.action
            state = game.play(state, tuple(joint), Dice(0))
