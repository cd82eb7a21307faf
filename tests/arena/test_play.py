"""One game: the agents' life, what they are shown, chance, openings and forfeits."""

from __future__ import annotations

import json

import pytest

from reineke.agent import Budget, Decision
from reineke.arena import chance, player
from reineke.arena.play import GameResult, play_game
from reineke.arena.player import Known, Player, hang_limit, merge
from reineke.arena.schedule import Run
from reineke.game import GameError, View
from reineke.record import Record, replay
from tests.arena import toys


def play(
    game: str, *specs: str, block: int = 0, rotation: int = 0, seed: int = 1, budget=None, **options
) -> GameResult:
    run = Run(game, specs, budget or Budget(), seed)
    job = next(job for job in run.jobs(block + 1) if (job.block, job.rotation) == (block, rotation))
    return play_game(run, job, options.pop("table", None) or toys.load(game), toys.make, **options)


def record(result: GameResult) -> Record:
    return Record.parse(result.record)


@pytest.fixture
def spied():
    toys.Spy.log = []
    return toys.Spy.log


def test_the_life_of_an_agent_is_start_then_observing_and_deciding_then_finish(spied):
    result = play("nim", "spy", "first")
    names = [entry[0] for entry in spied]
    assert names[0] == "start"
    assert names[-1] == "finish"
    turns = len(record(result).turns) - 2
    assert names.count("observe") == turns
    assert names.count("decide") == (turns + 1) // 2
    assert names[1:4] == ["decide", "observe", "observe"]
    assert spied[-1][1] == result.outcome


def test_an_agent_is_told_its_seat_and_its_own_seed(spied):
    result = play("nim", "first", "spy", rotation=1)
    assert spied[0] == ("start", 0, record(result).seeds["agents"][0])


def test_agents_get_views_and_never_states(spied):
    play("cards", "spy", "spy")
    shown = [entry[1] for entry in spied if entry[0] in ("observe", "decide")]
    assert len(shown) == 6
    for view in shown:
        assert isinstance(view, View)
        assert isinstance(view.info[0], int), "the other's card must not be seen"


def test_events_hide_the_others_part_of_a_hidden_game(spied):
    play("cards", "spy", "first")
    assert [entry[2] for entry in spied if entry[0] == "observe"] == [[0, "0"], None]


def test_an_agents_own_budget_overrides_the_matchs(spied):
    assert merge(None, Budget(seconds=1)) == Budget(seconds=1)
    assert merge(Budget(nodes=5), Budget(seconds=1, nodes=9)) == Budget(seconds=1, nodes=5)
    assert merge(Budget(seconds=2), Budget(seconds=1)) == Budget(seconds=2)
    play("nim", "spy", "first", budget=Budget(nodes=77))
    assert {entry[2] for entry in spied if entry[0] == "decide"} == {Budget(nodes=77)}


def test_agents_are_made_anew_for_every_game(spied):
    play("nim", "spy", "spy")
    play("nim", "spy", "spy")
    assert [entry[0] for entry in spied].count("start") == 4


def test_the_same_game_again_gives_the_same_record_but_for_the_times():
    for game, specs in (("nim", 2), ("rolls", 2), ("bids", 3), ("solo", 1), ("cards", 2)):
        first, again = (json.loads(play(game, *["random"] * specs).record) for _ in range(2))
        assert first.pop("times") != []
        again.pop("times")
        assert first == again


def test_another_seed_or_block_gives_another_game():
    games = [play("rolls", "random", "random", seed=seed, block=block) for seed in (1, 2) for block in (0, 1)]
    assert len({game.digest for game in games}) == 4


def test_all_rotations_of_a_block_have_the_same_deal_and_opening():
    for game, seats in (("nim", 2), ("rolls", 2), ("bids", 3)):
        for block in range(5):
            records = [record(play(game, *["random"] * seats, block=block, rotation=turn)) for turn in range(seats)]
            assert len({one.deal for one in records}) == 1
            openings = [one.turns[: one.opening] for one in records]
            assert all(opening == openings[0] for opening in openings)


def test_the_deal_and_the_chance_do_not_depend_on_the_agents():
    one, other = record(play("bids", "first", "first", "first")), record(play("bids", "last", "random", "first"))
    assert one.deal == other.deal
    assert [turn for turn in one.turns if turn[0] == "chance"] == [turn for turn in other.turns if turn[0] == "chance"]


def test_dice_inside_turns_do_not_depend_on_earlier_choices():
    both, late = record(play("rolls", "last", "last")), record(play("rolls", "last", "first"))
    assert [turn[2] for turn in both.turns[::2]] == [turn[2] for turn in late.turns[::2]]


def test_openings_differ_from_block_to_block():
    assert len({str(record(play("nim", "first", "first", block=block)).turns[:2]) for block in range(20)}) > 3


def test_the_opening_is_as_long_as_the_game_says_and_not_timed():
    result = record(play("nim", "random", "random"))
    assert result.opening == 2
    assert record(play("rolls", "random", "random")).opening == 0


def test_an_opening_never_ends_the_game():
    class Short(toys.Nim):
        opening = 5

        def start(self, dice):
            return (9, 0)

    for block in range(20):
        result = record(play("nim", "first", "first", block=block, table=Short()))
        assert result.opening == 5
        assert len(result.turns) > 5


def test_a_game_that_every_opening_ends_is_played_without_one():
    class Hopeless(toys.Nim):
        opening = 50

    assert record(play("nim", "first", "first", table=Hopeless())).opening == 0


def test_chance_is_drawn_by_its_odds():
    game = toys.Bids()
    counts = {1: 0, 2: 0, 3: 0}
    for block in range(2000):
        counts[chance.Nature(game, 1, block).draw(game.start(None), 0)] += 1
    assert counts[1] == pytest.approx(1000, abs=100)
    assert counts[2] == pytest.approx(600, abs=90)
    assert counts[3] == pytest.approx(400, abs=80)


def test_an_event_that_happens_again_gets_new_chance():
    game, draws = toys.Solo(), set()
    game.event = lambda state: 7
    nature = chance.Nature(game, 1, 0)
    draws = [nature.draw((0, 0, 0), turn) for turn in range(12)]
    assert len(set(draws)) > 2


def test_an_impossible_outcome_is_never_drawn():
    class Rounded(toys.Bids):
        def odds(self, state):
            return ((1, 0.0), (2, 0.6), (3, 0.0))  # as if rounding had lost the rest

    assert {chance.Nature(Rounded(), 1, block).draw((0, 0, ()), 0) for block in range(50)} == {2}


@pytest.mark.parametrize(
    ("spec", "kind", "message"),
    [
        ("crash(2)", "crash", "ValueError: two lines (toys.py:"),
        ("sysexit(2)", "crash", "SystemExit: enough"),
        ("lost(2)", "disconnect", "ConnectionResetError: gone"),
        ("illegal(2)", "illegal", "answered 99"),
        ("nothing(2)", "illegal", "answered None"),
        ("odd(2)", "illegal", "answered 'take1'"),
    ],
)
@pytest.mark.parametrize("rotation", [0, 1])
def test_a_forfeit_ends_the_game_for_the_seat_with_its_kind_and_one_line(spec, kind, message, rotation):
    result = play("nim", spec, "random", rotation=rotation)
    (forfeit,) = result.forfeits
    assert forfeit["seat"] == rotation
    assert forfeit["kind"] == kind
    assert forfeit["message"].startswith(message)
    assert "\n" not in forfeit["message"]
    assert forfeit["turn"] == 5 + rotation  # after two turns of opening, its second
    assert result.outcome == ((-1.0, 1.0) if rotation == 0 else (1.0, -1.0))
    assert len(result.micros[rotation]) == 1
    list(replay(record(result), toys.load("nim")))


def test_the_others_game_goes_on_against_random_moves():
    result = play("nim", "crash(1)", "first", block=3)
    moves = record(result).turns[2:]
    assert moves[-1][0] in (0, 1)
    assert len({text for seat, text in moves if seat == 0}) > 1
    assert all(text == "take1" for seat, text in moves if seat == 1)


def test_a_forfeiter_is_never_asked_again(spied):
    class Once(toys.Spy):
        def decide(self, view, budget, stop=None, progress=None):
            super().decide(view, budget)
            raise RuntimeError

    run = Run("nim", ("spy", "first"), Budget(), 1)
    play_game(run, next(run.jobs(1)), toys.Nim(), lambda spec, game: Once() if spec == "spy" else toys.First())
    assert [entry[0] for entry in spied] == ["start", "decide"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [("badstart", "OSError: no start"), ("badobserver", "KeyError"), ("badfinish", "ValueError: sore")],
)
def test_an_agent_may_crash_anywhere(spec, message):
    for block in range(6):
        result = play("nim", "random", spec, block=block)
        (forfeit,) = result.forfeits
        assert (forfeit["seat"], forfeit["kind"]) == (1, "crash")
        assert forfeit["message"].startswith(message)
        assert result.outcome == (1.0, -1.0)
        list(replay(record(result), toys.load("nim")))


def test_an_agent_that_cannot_be_made_has_crashed():
    def make(spec, game):
        raise GameError("no such agent") if spec == "a" else RuntimeError("no weights")

    run = Run("nim", ("a", "b"), Budget(), 1)
    result = play_game(run, next(run.jobs(1)), toys.Nim(), make)
    assert [forfeit["kind"] for forfeit in result.forfeits] == ["crash", "crash"]
    assert result.outcome == (-1.0, -1.0)


def test_three_seats_share_what_a_forfeiter_loses():
    for block in range(10):
        result = play("bids", "crash(2)", "random", "random", block=block)
        assert result.outcome[0] == 0.0
        assert sum(result.outcome) == pytest.approx(1.0)


@pytest.fixture
def clock(monkeypatch):
    """A clock on which only sleeping takes time."""
    now = [0.0]

    def sleep(seconds):
        now[0] += seconds

    monkeypatch.setattr(player, "perf_counter", lambda: now[0])
    monkeypatch.setattr(toys.time, "sleep", sleep)


@pytest.mark.usefixtures("clock")
def test_a_late_move_stands_and_is_counted():
    result = play("nim", "sleepy(2)", "first", budget=Budget(seconds=0.1))
    (forfeit,) = result.forfeits
    assert forfeit["kind"] == "late"
    assert forfeit["message"].endswith("of 0.1 s")
    assert result.outcome in ((1.0, -1.0), (-1.0, 1.0))
    assert record(result).times.count(None) == 0
    assert record(result).forfeiters == frozenset()


@pytest.mark.usefixtures("clock")
def test_a_move_is_late_only_beyond_50_ms():
    assert play("nim", "sleepy(2)", "first", budget=Budget(seconds=0.151)).forfeits == []
    assert len(play("nim", "sleepy(2)", "first", budget=Budget(seconds=0.149)).forfeits) == 1


@pytest.mark.usefixtures("clock")
def test_times_are_those_of_the_decisions():
    result = play("nim", "sleepy(2)", "first")
    assert result.micros[0][:3] == (0, 200_000, 0)
    assert set(result.micros[1]) == {0}
    assert [seconds for seconds in record(result).times if seconds] == [0.2]


@pytest.mark.usefixtures("clock")
def test_lateness_goes_by_the_agents_own_budget():
    result = play("nim", "quick", "first", budget=Budget(seconds=60))
    assert {(forfeit["kind"], forfeit["message"]) for forfeit in result.forfeits} == {("late", "0.110 s of 0.01 s")}
    assert len(result.forfeits) == len(result.micros[0])


@pytest.mark.usefixtures("clock")
def test_without_seconds_nobody_is_late():
    assert play("nim", "sleepy(2)", "first", budget=Budget(nodes=1)).forfeits == []


@pytest.mark.usefixtures("clock")
def test_an_answer_after_the_hang_limit_is_a_hang():
    result = play("nim", "sleepy(2)", "first", budget=Budget(seconds=0.01), hang_seconds=0.1)
    (forfeit,) = result.forfeits
    assert (forfeit["kind"], forfeit["message"]) == ("hang", "no answer within 0.1 s")
    assert result.outcome == (-1.0, 1.0)


def test_the_hang_limit_follows_the_budget():
    assert hang_limit(Budget(seconds=0.1), None) == 10
    assert hang_limit(Budget(seconds=2, nodes=5), None) == 40
    assert hang_limit(Budget(nodes=5), None) == 600
    assert hang_limit(Budget(), None) == 600
    assert hang_limit(Budget(seconds=2), 1.5) == 1.5


def test_a_known_forfeit_comes_at_its_call():
    known = {0: Known(call=3, kind="hang", message="no answer")}
    result = play("nim", "random", "random", known=known)
    plain = play("nim", "random", "random")
    (forfeit,) = result.forfeits
    assert forfeit == {"seat": 0, "kind": "hang", "turn": 5, "message": "no answer"}
    assert record(result).turns[:4] == record(plain).turns[:4]


def test_a_known_forfeit_counts_even_if_the_game_ends_before_its_call():
    result = play("nim", "random", "random", known={1: Known(call=99, kind="crash", message="died")})
    assert [forfeit["kind"] for forfeit in result.forfeits] == ["crash"]
    assert result.outcome == (1.0, -1.0)


def test_ctrl_c_in_a_game_without_workers_ends_it():
    class Impatient(toys.First):
        def decide(self, view, budget, stop=None, progress=None):
            raise KeyboardInterrupt

    run = Run("nim", ("a", "b"), Budget(), 1)
    with pytest.raises(KeyboardInterrupt):
        play_game(run, next(run.jobs(1)), toys.Nim(), lambda spec, game: Impatient())


def test_who_is_asked_is_told_to_the_watch():
    seen = []

    class Watch:
        def enter(self, seat, call, limit):
            seen.append((seat, call, limit))

        def leave(self):
            seen.append(None)

    play("nim", "first", "first", watch=Watch(), budget=Budget(seconds=3))
    assert seen[:8] == [(0, 0, 60), None, (0, 1, 60), None, (1, 0, 60), None, (1, 1, 60), None]
    assert seen[8:12] == [(0, 2, 60), None, (1, 2, 60), None]
    assert seen[-4:][1::2] == [None, None]


def test_a_decision_that_json_cannot_hold_is_left_out_of_the_record():
    class Infinite(toys.First):
        def decide(self, view, budget, stop=None, progress=None):
            return Decision(view.legal[0], value=float("inf"))

    run = Run("nim", ("a", "b"), Budget(), 1)
    result = play_game(run, next(run.jobs(1)), toys.Nim(), lambda spec, game: Infinite(), decisions=True)
    assert result.forfeits == []
    assert set(record(result).decisions) == {None}


def test_equal_games_have_equal_digests_whoever_plays_them():
    assert play("nim", "first", "first").digest == play("nim", "first", "sticky").digest
    assert play("nim", "first", "first").digest != play("nim", "first", "last").digest


def test_a_player_without_an_agent_does_not_observe():
    assert not Player(0, Budget(), None, None).observes
