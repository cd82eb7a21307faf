"""Mistakes, of people and of game classes, come out as clear errors; afterwards the search can be used."""

import math
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reineke import make_agent
from reineke.agent import Budget
from reineke.game import CHANCE, OVER, Dice, Game, GameError, View
from reineke.games import load
from reineke.search import Search, names
from tests.search.positions import NO_DICE

# What people type


@pytest.mark.parametrize(
    ("game", "spec", "message"),
    [
        ("sawhian", "maxx", "no agent of sawhian is called 'maxx'; there are default, seed"),
        ("sawhian", "maxn(dept=3,eval=seed)", "maxn has no option dept; it has abort, crowding, cut, deepen, depth"),
        ("sawhian", "maxn(depth=65,eval=seed)", "depth=65: expected a number from 1 to 64"),
        ("sawhian", "maxn(depth=deep,eval=seed)", "depth=deep: expected a number from 1 to 64"),
        ("sawhian", "maxn(cut=deep,eval=seed)", "cut=deep: expected one of none, shallow, seed"),
        ("sawhian", "maxn(eval=magic)", "eval=magic: expected one of lanes, seed, dephiloper, flat"),
        ("sawhian", "maxn(eval=seed,weights=1/2/3)", "weights=1/2/3: expected four numbers"),
        ("sawhian", "maxn(eval=seed,weights=1/2/x/4)", "weights=1/2/x/4: expected four numbers"),
        ("sawhian", "maxn(eval=lanes,model=nowhere)", "nowhere"),
        ("sawhian", "maxn(eval=flat,weights=1/2/3/4)", "maxn has no option weights"),
        ("tictactoe", "mcts(eval=seed)", "eval=seed: expected one of flat"),
        ("tictactoe", "mcts(select=best)", "select=best: expected one of ucb1, tuned, puct, rm, exp3"),
        ("tictactoe", "mcts(joint=best)", "joint=best: expected one of rm, ucb1, tuned, puct, exp3"),
        ("tictactoe", "mcts(horizon=far)", "horizon=far: expected a number of random turns, or end"),
        ("tictactoe", "mcts(c=-1)", "c=-1: expected a number from 0 to 100"),
        ("tictactoe", "mcts(c=nan)", "c=nan: expected a number from 0 to 100"),
        ("tictactoe", "mcts(depth=4)", "mcts has no option depth"),
        ("tictactoe", "mcts(trees=0)", "trees=0: expected a number from 1 to 256"),
        ("tictactoe", "alphabeta(table=big)", "table=big: expected off, or the table's size"),
        ("tictactoe", "alphabeta(order=maybe)", "order=maybe: expected on or off"),
        ("tictactoe", "greedy(depth=2)", "greedy has no option depth"),
        ("tictactoe", "mcts(nodes=0)", "a node budget is a number above 0, not 0"),
        ("tictactoe", "mcts(nodes=many)", "time and nodes are numbers"),
        ("tictactoe", "mcts(time=-1)", "a time budget is a number of seconds"),
        ("tictactoe", "mcts(fast)", "options are written key=value, got 'fast'"),
        ("tictactoe", "random(depth=3)", "random takes no options, got depth"),
        ("tictactoe", "mcts(c=1,c=2)", "c is given twice"),
        ("tictactoe", "mcts(", "malformed spec"),
        ("tictactoe", "", "malformed spec"),
    ],
)
def test_a_wrong_spec_gets_one_clear_line(game: str, spec: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        make_agent(spec, load(game))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_an_unknown_search_is_named_with_those_there_are() -> None:
    with pytest.raises(GameError, match="no search is called deepblue; there are greedy, alphabeta"):
        Search(load("tictactoe"), "deepblue")


def test_a_seat_that_does_not_act_is_told_so() -> None:
    game = load("tictactoe")
    state = game.start(NO_DICE)
    for seat in (1, 2, 5, 6, 200):
        with pytest.raises(ValueError, match=f"seat {seat} does not act here|there is no seat {seat}"):
            Search(game, "mcts").decide(View(game, seat, state, 0, (0,)), Budget(nodes=10))


def test_a_position_of_another_game_is_refused() -> None:
    other = load("tictactoe")
    for name in ("mcts", "maxn"):
        with pytest.raises(TypeError, match="not what a seat of pig knows"):
            Search(load("pig"), name).decide(other.view(other.start(NO_DICE), 0), Budget(nodes=10))


def test_a_finished_game_is_refused() -> None:
    game = load("tictactoe")
    state = game.parse("xxx/oo./... o")
    with pytest.raises(ValueError, match="does not act here"):
        Search(game, "mcts").decide(game.view(state, 1), Budget(nodes=10))


# Game classes with mistakes in them


class Race(Game):
    """Two seats add 1 to 3 in turn, or roll; who reaches the goal wins. Correct as it stands."""

    actions = 4
    goal = 8
    inside = False
    broken = False
    """Mistakes show only while this is set, and only behind the first move."""

    def start(self, dice: Dice) -> tuple[int, int]:
        return (0, 0)

    def turn(self, state: tuple[int, int]) -> Any:
        return OVER if state[0] >= self.goal else state[1]

    def legal(self, state: tuple[int, int], seat: int) -> Any:
        return [1, 2, 3]

    def play(self, state: tuple[int, int], action: Any, dice: Dice) -> Any:
        return (state[0] + action, 1 - state[1])

    def outcome(self, state: tuple[int, int]) -> Any:
        return (1.0, -1.0) if state[1] == 1 else (-1.0, 1.0)


def broken(method: str, wrong: Callable[..., Any], **attributes: Any) -> type[Race]:
    """A race with a mistake in one method behind the first move."""

    def replaced(self: Race, *given: Any) -> Any:
        deep = method in ("text", "outcome") or given[0] != (0, 0)
        if self.broken and deep:
            return wrong(self, *given)
        return getattr(Race, method)(self, *given)

    return type("Broken", (Race,), {method: replaced, **attributes})


def raises(*given: Any) -> Any:
    raise RuntimeError("the dog ate it")


NAN = float("nan")

MISTAKES: dict[str, tuple[type[Race], str]] = {
    "turn raises": (broken("turn", raises), "the dog ate it"),
    "legal raises": (broken("legal", raises), "the dog ate it"),
    "play raises": (broken("play", raises), "the dog ate it"),
    "outcome raises": (broken("outcome", raises), "the dog ate it"),
    "evaluate raises": (broken("evaluate", raises), "the dog ate it"),
    "text raises": (broken("text", raises), "the dog ate it"),
    "turn names a seat too many": (broken("turn", lambda *_: 2), r"turn\(\) gave 2"),
    "turn is below everything": (broken("turn", lambda *_: -3), r"turn\(\) gave -3"),
    "turn names nobody": (broken("turn", lambda *_: ()), r"turn\(\) names no seat"),
    "turn names a wrong seat among several": (broken("turn", lambda *_: (0, 5)), r"turn\(\) names seat 5"),
    "turn is None": (broken("turn", lambda *_: None), r"turn\(\)"),
    "turn is text": (broken("turn", lambda *_: "me"), r"turn\(\)"),
    "turn is chance without odds": (broken("turn", lambda *_: CHANCE), "has a chance turn but no odds"),
    "legal is empty": (broken("legal", lambda *_: []), r"legal\(\) must give at least one action"),
    "legal descends": (broken("legal", lambda *_: [3, 2]), r"legal\(\) must give at least one action, ascending"),
    "legal repeats": (broken("legal", lambda *_: [1, 1]), r"legal\(\) must give at least one action, ascending"),
    "legal is too large": (broken("legal", lambda *_: [1, 4]), r"legal\(\) gave an action that is not below"),
    "legal is negative": (broken("legal", lambda *_: [-1, 2]), r"legal\(\)"),
    "legal is None": (broken("legal", lambda *_: None), r"legal\(\)"),
    "play gives None": (broken("play", lambda *_: None), r"play\(\) returned None"),
    "play gives garbage": (broken("play", lambda *_: "garbage"), "not supported between instances of 'str' and 'int'"),
    "play rolls dice": (broken("play", lambda self, state, action, dice: (9, dice.roll(2))), "inside = True"),
    "outcome is NaN": (broken("outcome", lambda *_: (NAN, 1.0)), r"outcome\(\) must give one finite number per seat"),
    "outcome is infinite": (broken("outcome", lambda *_: (math.inf, 1.0)), r"outcome\(\) must give one finite number"),
    "outcome has a seat too few": (broken("outcome", lambda *_: (1.0,)), r"outcome\(\) must give one finite number"),
    "outcome is None": (broken("outcome", lambda *_: None), r"outcome\(\)"),
    "evaluate is NaN": (
        broken("evaluate", lambda *_: (NAN, 0.0)),
        r"evaluate\(\) must give one finite number per seat",
    ),
    "evaluate is text": (broken("evaluate", lambda *_: "good"), r"evaluate\(\)"),
    "text is a number": (broken("text", lambda *_: 7), r"text\(\)"),
}

ODDS: dict[str, list[Any]] = {
    "nothing": [],
    "less than one": [(1, 0.5), (2, 0.4)],
    "more than one": [(1, 0.5), (2, 0.6)],
    "never": [(1, 0.0), (2, 1.0)],
    "negative": [(1, -0.5), (2, 1.5)],
    "NaN": [(1, NAN), (2, 0.5)],
    "all NaN": [(1, NAN)],
    "not pairs": [1, 2],
    "too large": [(1, 0.5), (7, 0.5)],
    "not ascending": [(2, 0.5), (1, 0.5)],
}


class Rolling(Race):
    """Every second turn is the die's."""

    given: Any = ((1, 0.5), (2, 0.5))

    def turn(self, state: tuple[int, int]) -> Any:
        return OVER if state[0] >= self.goal else (0 if state[1] == 0 else CHANCE)

    def odds(self, state: tuple[int, int]) -> Any:
        return self.given if self.broken else Rolling.given


SEARCHES = [name for name in names() if name != "greedy"]


def assert_usable(search: Search, game: Game) -> None:
    view = game.view((0, 0), 0)
    assert search.decide(view, Budget(nodes=60)).action in view.legal


def fails(game: Race, name: str, message: str, **options: str) -> None:
    search = Search(game, name, options)
    game.broken = True
    with pytest.raises(Exception, match=message) as error:
        search.decide(View(game, 0, (0, 0), 0, (1, 2, 3)), Budget(nodes=5000))
    assert isinstance(error.value, Exception)
    assert type(error.value).__name__ != "PanicException"
    game.broken = False
    assert_usable(search, game)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_game_class_comes_out(mistake: str, name: str) -> None:
    kind, message = MISTAKES[mistake]
    if mistake.startswith("text") and name in ("brs", "brs+"):
        return  # They keep no table and never ask for the text.
    fails(kind(), name, message, **({"eval": "own"} if mistake.startswith("evaluate") else {}))


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("odds", ODDS)
def test_wrong_odds_come_out(odds: str, name: str) -> None:
    game = Rolling()
    game.given = ODDS[odds]
    fails(game, name, r"odds\(\)")


def test_a_game_without_mistakes_is_searched() -> None:
    for name in names():
        assert_usable(Search(Race(), name), Race())
        assert_usable(Search(Rolling(), name), Rolling())


@pytest.mark.parametrize("legal", [(), (3, 1), (1, 1), (1, 99), (-1,), (70_000,)])
@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
def test_wrong_actions_at_the_root_come_out(name: str, legal: tuple[int, ...]) -> None:
    game = Race()
    search = Search(game, name)
    with pytest.raises((ValueError, OverflowError)):
        search.decide(View(game, 0, (0, 0), 0, legal), Budget(nodes=50))
    assert_usable(search, game)


@pytest.mark.parametrize("seat", [1, 2, 6, 99])
def test_a_seat_that_does_not_act_in_a_python_game_is_refused(seat: int) -> None:
    game = Race()
    for name in ("alphabeta", "maxn", "mcts"):
        search = Search(game, name)
        with pytest.raises(ValueError, match="seat"):
            search.decide(View(game, seat, (0, 0), 0, (1, 2, 3)), Budget(nodes=50))
        assert_usable(search, game)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"actions": 0}, "actions is 0"),
        ({"actions": 70_000}, "actions is 70000"),
        ({"seats": 0}, "has 0 seats"),
        ({"seats": 7}, "has 7 seats"),
        ({"low": NAN}, "low"),
        ({"low": 1.0, "high": -1.0}, "low"),
        ({"high": math.inf}, "high"),
        ({"sum": NAN}, "sum"),
        ({"seats": "two"}, "seats"),
    ],
)
def test_a_game_class_with_impossible_attributes_is_refused(attributes: dict[str, Any], message: str) -> None:
    with pytest.raises((GameError, TypeError, ValueError), match=message):
        Search(type("Odd", (Race,), attributes)(), "mcts")


def test_an_outcome_outside_the_declared_range_is_refused() -> None:
    """Tree searches scale by the range: a value beyond it would be cut off in silence."""
    game = broken("outcome", lambda *_: (5.0, -5.0))()
    fails(game, "mcts", r"outcome\(\)")


def test_a_search_inside_a_game_of_the_same_search_is_refused() -> None:
    class Curious(Race):
        search: Search

        def play(self, state: tuple[int, int], action: Any, dice: Dice) -> Any:
            self.search.decide(View(self, 0, (0, 0), 0, (1, 2, 3)), Budget(nodes=5))
            return super().play(state, action, dice)

    game = Curious()
    game.search = Search(game, "mcts")
    with pytest.raises(ValueError, match="already running"):
        game.search.decide(View(game, 0, (0, 0), 0, (1, 2, 3)), Budget(nodes=50))


def test_dice_kept_after_their_call_are_dead() -> None:
    class Thief(Race):
        inside = True
        stolen: list[Dice]

        def play(self, state: tuple[int, int], action: Any, dice: Dice) -> Any:
            self.stolen.append(dice)
            return super().play(state, action, dice)

    game = Thief()
    game.stolen = []
    Search(game, "mcts").decide(View(game, 0, (0, 0), 0, (1, 2, 3)), Budget(nodes=20))
    with pytest.raises(ValueError, match="belonged to a call that has ended"):
        game.stolen[0].roll(6)


def test_interrupts_inside_a_game_come_out() -> None:
    def interrupt(*given: Any) -> Any:
        raise KeyboardInterrupt

    game = broken("play", interrupt)()
    game.broken = True
    search = Search(game, "mcts")
    with pytest.raises(KeyboardInterrupt):
        search.decide(View(game, 0, (0, 0), 0, (1, 2, 3)), Budget(nodes=500))
    game.broken = False
    assert_usable(search, game)


# Games that never end must not take the process with them

ENDLESS = """
import resource, sys, threading
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
from reineke.agent import Budget, Stop
from reineke.game import Game
from reineke.search import Search

class Endless(Game):
    actions = 2
    def start(self, dice): return (0, 0)
    def turn(self, state): return state[0] % 2
    def legal(self, state, seat): return [0, 1]
    def play(self, state, action, dice): return ((state[0] + 1) % CYCLE, action)
    def outcome(self, state): raise AssertionError

CYCLE, name, options = int(sys.argv[1]), sys.argv[2], dict(pair.split("=") for pair in sys.argv[3:])
game, stop = Endless(), Stop()
threading.Timer(0.5, stop.set).start()
try:
    decision = Search(game, name, options).decide(game.view((0, 0), 0), Budget(seconds=0.3, nodes=100_000), stop)
    print("decided", decision.action)
except Exception as error:
    print("refused", error)
"""


@pytest.mark.parametrize("search", [["alphabeta"], ["brs+"], ["mcts"], ["mcts", "horizon=3"]], ids=" ".join)
@pytest.mark.parametrize("cycle", ["2", "1000000000000"])
def test_a_game_that_never_ends_does_not_hang_a_search(cycle: str, search: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDLESS, cycle, *search],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.match("decided|refused", done.stdout)
