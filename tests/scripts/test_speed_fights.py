"""Measuring fights of spe_ed: positions repeat, an arm's fate is what the board says, losses are told from records."""

import pytest

from reineke.games import load
from reineke.games.speed.position import read
from reineke.record import replay
from scripts import speed_fights
from scripts.speed_fights import (
    BOX,
    Fate,
    Fight,
    alone,
    end,
    fate,
    fights,
    life,
    line,
    lived,
    loss,
    main,
    rank,
    standing,
    still,
    told,
    won,
)
from tests.analysis.games import recorded


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(speed_fights, "GAME", "speed(seats=3,width=20,height=20)")
    monkeypatch.setattr(speed_fights, "QUICK", "random")
    monkeypatch.setattr(speed_fights, "FOE", "random")
    monkeypatch.setattr(speed_fights, "SHOTS", (2, 3))


def test_positions_repeat_and_have_an_active_seat(quick):
    found = [one for number in range(6) for one in fights(number)]
    assert found == [one for number in range(6) for one in fights(number)]
    assert found
    game = load(speed_fights.GAME)
    for one in found:
        place = read(game.json(game.parse(one.position)))
        assert one.seat in place.active
        assert len(place.active) == 3
        assert place.round in (2, 3)


def test_who_is_dead_has_nothing_and_who_lives_has_territory(quick):
    (fight, *_) = [one for number in range(6) for one in fights(number)]
    number, found = fate((7, "random", fight, 0, "random"))
    assert number == 7
    assert found.alive
    assert 0 < found.cells <= 400
    assert 0 < found.share <= 1
    died = [fate((0, "random", fight, rounds, "random"))[1] for rounds in range(60)]
    assert died[-1] == Fate(False, 0, 0.0), "who plays at random does not live for long"
    assert died[0] == found


def test_it_matters_who_the_others_are(quick):
    found = [one for number in range(6) for one in fights(number)]
    shares = [[fate((0, "bot-stupid", one, 12, foe))[1].share for one in found] for foe in ("random", "bot-snail")]
    assert shares[0] != shares[1]


def test_differences_are_paired():
    first = [Fate(True, 100, 0.5), Fate(True, 10, 0.1)]
    second = [Fate(True, 120, 0.75), Fate(False, 0, 0.0)]
    said = told("b", second, first)
    assert "alive 0.500" in said
    assert f"below {BOX} cells 0.500" in said
    assert "share 0.3750, +0.0750 ± 0.1750 from the first" in said


def test_rooms_are_where_a_seat_is_alone_and_are_played_to_the_end(quick, monkeypatch):
    monkeypatch.setattr(speed_fights, "LONELY", 10)
    monkeypatch.setattr(speed_fights, "QUICK", "rg-v-multiminimax(nodes=20)")
    tried = [alone(number) for number in range(12)]
    assert tried == [alone(number) for number in range(12)]
    found = [(number, one) for number, one in enumerate(tried) if one is not None]
    assert found
    game = load(speed_fights.GAME)
    for number, one in found:
        place = read(game.json(game.parse(one.position)))
        assert one.seat == number % 3
        assert len(place.active) == 3
        assert speed_fights._room(place, one.seat)[0] >= 10
        assert speed_fights._room(place, one.seat)[1] == 0
    shares = [end((number, "default(nodes=20)", one))[1] for number, one in found]
    assert set(shares) <= {0.0, 1 / 3, 0.5, 1.0}
    assert sum(shares) > sum(end((number, "random", one))[1] for number, one in found)


def test_what_rooms_are_won_is_paired():
    assert won("b", [1.0, 0.5], [0.0, 0.5]) == "b: 2 rooms, won 0.750, +0.500 ± 0.500 from the first"


def test_a_life_is_counted_while_everybody_else_stands_still():
    # Three cells to the right and up, one below: a fourth round is the last.
    fight = Fight("6x3 7 5,2,u,1,0 4,1,d,1,0 3,0,l,1,3 3c2/3xb1/3x1a", 1)
    assert still(fight) == "6x3 7 4,1,d,1,0 3x2/3xa1/3x1x"
    assert life((3, "default(nodes=50)", fight)) == (3, 4.0)
    assert life((3, "bot-stupid", fight))[1] < 4


def test_what_rooms_are_lived_in_is_paired():
    assert lived("b", [30, 20], [20, 20]) == "b: 2 rooms, lives 25.0 rounds, +5.0 ± 5.0 from the first"


def test_losses_are_told_from_records(tmp_path, capsys):
    record = recorded("speed(seats=2,width=14,height=14)", ("random", "default"), seed=4)
    game = load(record.game)
    lost = loss(record, game, "random")
    assert lost is not None
    assert (lost.died, lost.left) == (len(record.turns), 2)
    assert 0 < lost.free < 14 * 14
    assert loss(record, game, "default") is None
    assert loss(record, game, "mcts") is None
    file = tmp_path / "games.jsonl"
    file.write_text(record.line() + "\n", "utf-8")
    assert main(["losses", str(file), "--agent", "random"]) == 0
    assert (
        capsys.readouterr().out
        == line(lost) + "\n1 games, last of all in 0; of the last 2 in 1, then further in 0.00\n"
    )


def test_ranks_count_who_lived_as_long():
    record = recorded("speed(seats=3,width=16,height=16)", ("random", "default", "bot-snail"), seed=2)
    game = load(record.game)
    *_, (last, _) = replay(record, game)
    died = read(game.json(last)).died
    order = sorted((number or 10_000 for number in died), reverse=True)
    for agent, number in zip(record.agents, died, strict=True):
        later = sum(other >= (number or 10_000) for other in order)
        assert rank(record, game, agent) == later
    assert rank(record, game, "nobody") is None
    assert standing([1, 1, 2, 3], 3) == (
        "4 games, last of all in 2; of the last 3 in 4, then further in 0.75; of the last 2 in 3, then further in 0.67"
    )


def reached(cells, start):
    """The free cells that can be walked to."""
    found, waiting = set(), [start]
    while waiting:
        x, y = waiting.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= there[0] < len(cells[0]) and 0 <= there[1] < len(cells)
            if inside and there not in found and cells[there[1]][there[0]] == 0:
                found.add(there)
                waiting.append(there)
    return found


def test_a_sudden_cut_is_seen():
    record = recorded("speed(seats=2,width=24,height=24)", ("bot-largest-free", "default"), seed=5)
    game = load(record.game)
    lost = loss(record, game, "bot-largest-free")
    assert lost is not None
    assert lost.cut is not None
    number, before, after, _ = lost.cut
    states = [game.json(state) for state, _ in replay(record, game)]
    rooms = [len(reached(one["cells"], (one["players"]["1"]["x"], one["players"]["1"]["y"]))) for one in states]
    assert rooms[number - 1 : number + 1] == [before, after]
    later = zip(rooms[number : lost.died - 1], rooms[number + 1 : lost.died], strict=True)
    assert not any(one > 30 and other < 0.7 * one for one, other in later)
    assert f"cut off in round {number}, from {before} to {after} cells" in line(lost)


def test_arms_are_compared(quick, capsys):
    assert main(["arms", "random", "default(nodes=20)", "--games", "4", "--rounds", "3", "--jobs", "1"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("random: ")
    assert "+0.0000 ± 0.0000 from the first" in first
    assert second.startswith("default(nodes=20): ")


@pytest.mark.parametrize(
    "given",
    [
        ["arms", "nobody"],
        ["rooms", "nobody"],
        ["rooms", "random", "--games", "0"],
        ["lives", "nobody"],
        ["lives", "random", "--games", "0"],
        ["losses", "missing.jsonl", "--agent", "random"],
    ],
)
def test_bad_input_is_told_in_one_line(given, capsys):
    assert main(given) == 2
    assert capsys.readouterr().err.count("\n") == 1
