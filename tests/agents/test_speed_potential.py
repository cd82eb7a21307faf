"""The artificial potential field: what repels, what attracts, and what it leaves unused."""

import math

import pytest

from reineke.agents import make
from reineke.agents.speed.potential import Field, Potential, PotentialField, kernel
from reineke.agents.speed.walls import main, measure
from reineke.game import GameError
from reineke.games import load
from reineke.games.speed.position import LEFT, RIGHT, STAY, after, read, survivable
from tests.games.speed.boards import board

OPEN = ["." * 21] * 21


def terms(data, action=STAY, **field):
    strengths = Field(**field)
    position = read(data)
    return Potential(position, 0, strengths, kernel(strengths.range)).terms(after(position, 0, action))


def choice(data, **field):
    position = read(data)
    return PotentialField(Field(**field)).choose(position, 0, survivable(position, 0, (STAY, LEFT, RIGHT)))


def slow_walls(position, move, reach):
    """W(c) by its formula, cell by cell."""
    total = 0.0
    radius = math.ceil(reach)
    for y in range(move.head[1] - radius, move.head[1] + radius + 1):
        for x in range(move.head[0] - radius, move.head[0] + radius + 1):
            distance = math.dist((x, y), move.head)
            blocked = not position.free(x, y) or (x, y) in move.marks
            if blocked and 0 < distance <= reach:
                total += 1 / distance**2 - 1 / reach**2
    return total


@pytest.mark.covers("P25")
@pytest.mark.parametrize("reach", [1.0, 2.5, 6.0, 9.0])
def test_the_terms_are_those_of_the_formula(reach):
    data = board(OPEN, (5, 6, "right", 3), (9, 12, "up"), (20, 20, "up"), (11, 6, "up", 1, False))
    for row in range(3, 18):
        data["cells"][row][14] = 2
    position = read(data)
    for action in survivable(position, 0):
        move = after(position, 0, action)
        walls, opponents, area = terms(data, action, range=reach, sight=15.0)
        assert walls == pytest.approx(slow_walls(position, move, reach))
        heads = [(9, 12), (20, 20)]
        near = [math.dist(move.head, head) for head in heads]
        assert opponents == pytest.approx(sum(max(0, 1 / one - 1 / 15) for one in near))
        free = [(x, y) for x in range(21) for y in range(21) if position.free(x, y) and (x, y) not in move.marks]
        attraction = sum(1 / math.dist(cell, move.head) for cell in free)
        assert area == pytest.approx(attraction / (2 * math.sqrt(math.pi * 21 * 21)))


def test_walls_and_trails_repel_more_the_closer_they_are():
    values = [terms(board(OPEN, (10, y, "right")))[0] for y in (0, 1, 2, 4, 10)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 5
    assert choice(board(OPEN, (10, 1, "right")), area=0, opponent=0) == RIGHT  # away from the upper edge


def test_opponents_repel():
    data = board(OPEN, (10, 10, "up"), (13, 10, "up"))
    assert choice(data, wall=0, area=0) == LEFT
    assert choice(data, wall=0, area=0, opponent=-1) == RIGHT


def test_large_free_areas_attract():
    assert choice(board(OPEN, (6, 10, "up")), wall=0, opponent=0) == RIGHT  # most of the board lies there
    assert choice(board(OPEN, (14, 10, "up")), wall=0, opponent=0) == LEFT


def test_a_room_that_cannot_be_reached_does_not_attract():
    rooms = [board([f".....2{'.' * beyond}"] * 6, (2, 2, "right"), (6, 5, "up")) for beyond in (4, 40)]
    small, large = (terms(room)[2] * math.sqrt(room["width"]) for room in rooms)
    assert small == pytest.approx(large)


def test_strengths_and_ranges_are_options():
    agent = make("potential-field(wall=1,opponent=2,area=0.5,range=3,sight=8)", load("speed"))
    assert agent.field == Field(wall=1, opponent=2, area=0.5, range=3, sight=8)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [("walls=1", "walls.*wall, range"), ("wall=much", "much"), ("wall=nan", "wall"), ("range=0", "range")],
)
def test_wrong_options_are_one_clear_line(options, wrong):
    with pytest.raises(GameError, match=rf"^[^\n]*{wrong}[^\n]*$"):
        make(f"potential-field({options})", load("speed"))


@pytest.mark.covers("P25")
def test_it_leaves_the_room_beside_walls_unused_and_dies_of_it():
    field, snail = (measure(spec, 20, 20, games=6) for spec in ("potential-field", "bot-snail"))
    assert field.walls < 0.4 < 0.9 < snail.walls
    assert field.walls < field.inner
    assert field.rounds < 0.6 * snail.rounds


def test_the_measurement_prints_a_line_per_agent_and_board(capsys, monkeypatch):
    monkeypatch.setattr("reineke.agents.speed.walls.SIZES", (6, 8))
    main(["bot-snail", "potential-field(wall=0)"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert lines[1].split()[:2] == ["bot-snail", "6x6"]
