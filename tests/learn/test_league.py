import signal

import numpy as np
import pytest

import reineke
from reineke.agent import Budget
from reineke.game import OVER, GameError
from reineke.learn.league import PUBLISHED, Games, League, opening_seeds, rotations

RNG = np.random.default_rng(11)
CROWD = RNG.uniform(-1, 1, (40, 4))
EVERYBODY = (np.arange(40)[:, None] + np.arange(4)) % 40


def twin(spec: str, individuals: np.ndarray, depth: int, cut: str) -> tuple[int, list[float], int]:
    """The same game, played move by move by agents that anybody can name."""
    game = reineke.load(spec)
    options = f"depth={depth},cut={cut},deepen=off,order=off,table=off,ties=last,eval=seed"
    agents = [
        reineke.make_agent(f"maxn({options},weights={'/'.join(repr(float(w)) for w in weights)})", game)
        for weights in individuals
    ]
    state, plies = game.start(reineke.Dice(0)), 0
    while (seat := game.turn(state)) != OVER:
        decision = agents[seat].decide(game.view(state, seat), Budget())
        state, plies = game.play(state, decision.action, reineke.Dice(0)), plies + 1
    outcome = list(game.outcome(state))
    return outcome.index(1.0) if 1.0 in outcome else -1, list(game.points(state)), plies


@pytest.mark.covers("W22")
@pytest.mark.parametrize(
    ("league", "spec", "cut"),
    [
        (League(), "sawhian(blocked=pass)", "seed"),
        (League(cut=False, draws="points"), "sawhian(blocked=pass,draws=points)", "none"),
        (League(blocked="server", depth=3), "sawhian", "seed"),
    ],
)
def test_a_league_plays_the_games_that_named_agents_play(league: League, spec: str, cut: str) -> None:
    pairings = EVERYBODY[:6]
    games = league.play(CROWD, pairings)
    for index, seats in enumerate(pairings):
        played = int(games.winners[index]), games.points[index].tolist(), int(games.plies[index])
        assert played == twin(spec, CROWD[seats], league.depth, cut)


@pytest.mark.covers("W22")
def test_five_hundred_games_give_the_same_results_on_any_number_of_threads() -> None:
    pairings = np.concatenate([EVERYBODY * (turn + 1) % 40 for turn in range(13)])[:500]
    one, four = (League(threads=threads).play(CROWD, pairings) for threads in (1, 4))
    for first, second in ((one.winners, four.winners), (one.points, four.points), (one.plies, four.plies)):
        np.testing.assert_array_equal(first, second)


@pytest.mark.covers("W22")
def test_a_game_in_which_nobody_can_move_is_a_draw_or_goes_by_points() -> None:
    drawn, counted = (League(draws=draws).play(CROWD, EVERYBODY) for draws in ("all", "points"))
    assert drawn.draws > 0
    assert (drawn.points[drawn.winners >= 0].max(axis=1) == 7).all()
    most = counted.points == counted.points.max(axis=1, keepdims=True)
    np.testing.assert_array_equal(counted.winners < 0, most.sum(axis=1) > 1)
    alone = counted.winners >= 0
    np.testing.assert_array_equal(most[alone].argmax(axis=1), counted.winners[alone])


def test_the_flaw_lets_the_lowest_finisher_win() -> None:
    sound, flawed = League().play(CROWD, EVERYBODY), League(flaw=True).play(CROWD, EVERYBODY)
    won = flawed.winners >= 0
    np.testing.assert_array_equal((flawed.points[won] == 7).argmax(axis=1), flawed.winners[won])
    assert (flawed.plies >= sound.plies).all()
    assert (flawed.winners < sound.winners).any()


def test_the_flaw_is_refused_where_there_is_elimination() -> None:
    with pytest.raises(GameError, match="flaw=on belongs to blocked=pass"):
        League(flaw=True, blocked="server")


def test_weights_and_their_multiples_play_the_same_games() -> None:
    games, scaled = League().play(CROWD, EVERYBODY), League().play(CROWD * 8, EVERYBODY)
    np.testing.assert_array_equal(games.plies, scaled.plies)
    np.testing.assert_array_equal(games.winners, scaled.winners)


def test_wins_count_for_individuals_wherever_they_sit() -> None:
    pairings = np.array([[0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 1, 1]])
    games = Games(pairings, np.array([1, 2, -1], np.int8), np.zeros((3, 4), np.uint8), np.zeros(3, np.uint32), True)
    assert games.wins(5).tolist() == [0, 2, 0, 0, 0]
    assert games.draws == 1


def test_a_draw_is_split_among_those_who_share_it() -> None:
    points = np.array([[5, 5, 1, 0], [7, 1, 1, 1]], np.uint8)
    winners, plies = np.array([-1, 0], np.int8), np.zeros(2, np.uint32)
    shares = [Games(EVERYBODY[:2], winners, points, plies, everybody).shares().tolist() for everybody in (True, False)]
    assert shares == [[[0.25] * 4, [1, 0, 0, 0]], [[0.5, 0.5, 0, 0], [1, 0, 0, 0]]]


def test_rotations_seat_everybody_everywhere_with_the_same_opening() -> None:
    assert rotations(np.array([[5, 6, 7, 8]])).tolist() == [[5, 6, 7, 8], [6, 7, 8, 5], [7, 8, 5, 6], [8, 5, 6, 7]]
    seeds = opening_seeds(3, np.random.default_rng(0))
    assert len(seeds) == 12
    assert (seeds.reshape(3, 4) == seeds[::4, None]).all()


def test_openings_change_the_game() -> None:
    pairings = np.zeros((8, 4), dtype=np.int64)
    games = League(opening=8).play(np.array([PUBLISHED]), pairings, np.arange(8, dtype=np.uint64))
    assert len({(tuple(points), plies) for points, plies in zip(games.points.tolist(), games.plies, strict=True)}) > 1


def test_a_signal_ends_a_league_at_once() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            League(depth=12, cut=False).play(CROWD, EVERYBODY)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_pairings_outside_the_population_are_refused() -> None:
    for place in (-1, 40):
        with pytest.raises(ValueError, match="not in the population"):
            League().play(CROWD, np.array([[0, 1, 2, place]]))
