"""What a learner sees, field by field, held against the text of the position."""

from collections.abc import Callable

import numpy as np
import pytest

from reineke.game import GameError
from reineke.games.clever.batch import Batch, game_options
from tests.envs.sheets import CELLS, DICE, YELLOW, Position, Sheet, read

PHASES = ("roll", "plus", "pass", "plus after pass", "four")


def phase(position: Position) -> list[int]:
    name = position.phase
    solo = len(position.sheets) == 1
    if name == "plus" and ("r" in position.places if solo else position.seat != position.active):
        name = "plus after pass"
    return [int(one == name) for one in PHASES]


def waiting(sheet: Sheet) -> list[int]:
    queue = [" yb".index(letter) for letter in sheet.waiting]
    return queue + [0] * (7 - len(queue))


def padded(numbers: list[int]) -> list[int]:
    return numbers + [0] * (11 - len(numbers))


def invalid(position: Position) -> list[int]:
    place = {"roll": "p", "pass": "t"}.get(position.phase)
    if place:
        return [int(one != place) for one in position.places]
    return [int(die in position.sheet.used) for die in DICE]


def ones(letters: str, wanted: str) -> list[int]:
    return [int(letter in wanted) for letter in letters]


SHEET: dict[str, Callable[[Sheet], list[int]]] = {
    "yellow": lambda sheet: [int(cell in sheet.yellow) for cell in CELLS],
    "blue": lambda sheet: [int(value in sheet.blue) for value in range(2, 13)],
    "green": lambda sheet: [sheet.green],
    "orange": lambda sheet: [len(sheet.orange)],
    "purple": lambda sheet: [len(sheet.purple)],
    "last_purple": lambda sheet: [sheet.last],
    "rerolls": lambda sheet: [sheet.rerolls],
    "pluses": lambda sheet: [sheet.pluses],
    "foxes": lambda sheet: [sheet.foxes],
    "yellow_points": lambda sheet: [sheet.areas[0]],
    "blue_points": lambda sheet: [sheet.areas[1]],
    "green_points": lambda sheet: [sheet.areas[2]],
    "orange_points": lambda sheet: [sheet.areas[3]],
    "purple_points": lambda sheet: [sheet.areas[4]],
    "used": lambda sheet: ones(DICE, sheet.used),
    "waiting": waiting,
}
TABLE: dict[str, Callable[[Position], list[int]]] = {
    "faces": lambda position: position.faces,
    "pool": lambda position: ones(position.places, "p"),
    "fields": lambda position: ones(position.places, "f"),
    "tray": lambda position: ones(position.places, "t"),
    "round": lambda position: [position.round],
    "roll": lambda position: [position.roll],
    "phase": phase,
}
THESIS: dict[str, Callable[[Position], list[int]]] = {
    "yellow": lambda position: [0 if cell in position.sheet.yellow else value for cell, value in enumerate(YELLOW)],
    "blue": lambda position: [0, *(0 if value in position.sheet.blue else value for value in range(2, 13))],
    "green": lambda position: padded([1] * position.sheet.green),
    "orange": lambda position: padded(position.sheet.orange),
    "purple": lambda position: padded(position.sheet.purple),
    "faces": lambda position: position.faces,
    "invalid": invalid,
    "round": lambda position: [position.round],
    "roll": lambda position: [position.roll],
    "pluses": lambda position: [position.sheet.pluses],
    "rerolls": lambda position: [position.sheet.rerolls],
    "foxes": lambda position: [position.sheet.foxes],
    "yellow_crosses": lambda position: [position.sheet.waiting.count("y")],
    "blue_crosses": lambda position: [position.sheet.waiting.count("b")],
    "green_crosses": lambda position: [0],
    "orange_fours": lambda position: [0],
    "orange_fives": lambda position: [0],
    "orange_sixes": lambda position: [0],
    "purple_sixes": lambda position: [0],
    "phase": phase,
    "waiting": lambda position: waiting(position.sheet),
}


@pytest.fixture(scope="module")
def seen() -> dict[str, tuple[Batch, list[Position], np.ndarray]]:
    """Some thousand positions of random games with what was seen of them."""
    found = {}
    for name, options in {"lean": game_options(), "thesis": game_options(mode="thesis")}.items():
        batch = Batch(100, options, seed=5)
        rng = np.random.default_rng(5)
        positions, rows = list[Position](), []
        for _ in range(45):
            positions += [read(batch.core.text(game)) for game in range(100)]
            rows.append(batch.observations.copy())
            batch.step(batch.sample(rng))
        found[name] = batch, positions, np.concatenate(rows)
    return found


@pytest.mark.covers("G8")
@pytest.mark.parametrize("name", [*SHEET, *TABLE])
def test_a_field_of_the_lean_layout(seen, name):
    batch, positions, rows = seen["lean"]
    told = rows[:, batch.field(name)]
    for position, numbers in zip(positions, told, strict=True):
        expected = SHEET[name](position.sheet) if name in SHEET else TABLE[name](position)
        assert numbers.tolist() == expected


@pytest.mark.covers("G8")
@pytest.mark.parametrize("name", THESIS)
def test_a_field_of_the_thesis_layout(seen, name):
    batch, positions, rows = seen["thesis"]
    told = rows[:, batch.field(name)]
    for position, numbers in zip(positions, told, strict=True):
        assert numbers.tolist() == THESIS[name](position)


@pytest.mark.covers("G8")
def test_the_fields_are_all_there_is(seen):
    lean, thesis = seen["lean"][0], seen["thesis"][0]
    assert [field.name for field in lean.fields] == [*SHEET, *TABLE]
    assert [field.name for field in thesis.fields] == list(THESIS)
    assert (lean.width, thesis.width) == (79, 97)
    assert sum(field.count for field in thesis.fields[:-2]) == 85, "the thesis' own; phase and waiting crosses follow"
    with pytest.raises(GameError, match="layout lean has no field sheet"):
        lean.field("sheet")


@pytest.mark.covers("G8", "G21")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_several_seats_everybody_sees_the_own_sheet_first(seats):
    batch = Batch(3, game_options(seats=seats), seed=2)
    rng = np.random.default_rng(2)
    row = np.zeros(batch.width, np.uint8)
    for _ in range(40):
        for game in range(3):
            position = read(batch.core.text(game))
            assert batch.core.mover(game) == position.seat
            for seat in range(seats):
                batch.core.view(game, seat, row)
                if seat == position.seat:
                    assert (row == batch.observations[game]).all()
                for later in range(seats):
                    sheet = position.sheets[(seat + later) % seats]
                    prefix = f"next{later}_" if later else ""
                    for name, expected in SHEET.items():
                        assert row[batch.field(prefix + name)].tolist() == expected(sheet)
                for name, expected_of_all in TABLE.items():
                    assert row[batch.field(name)].tolist() == expected_of_all(position)
                for name, whose in (("active", position.active), ("mover", position.seat)):
                    assert row[batch.field(name)].tolist() == [int((seat + n) % seats == whose) for n in range(seats)]
        batch.step(batch.sample(rng))


@pytest.mark.covers("G8")
@pytest.mark.parametrize("options", [game_options(), game_options(mode="thesis"), game_options(seats=4)])
def test_ten_thousand_games_stay_inside_the_bounds(options):
    batch = Batch(2000, options, seed=7)
    rng = np.random.default_rng(7)
    least, most, ended = batch.observations.min(0), batch.observations.max(0), 0
    while ended < 10_000:
        batch.step(batch.sample(rng))
        least, most = np.minimum(least, batch.observations.min(0)), np.maximum(most, batch.observations.max(0))
        if batch.over.any():
            last = batch.last[batch.over]
            least, most = np.minimum(least, last.min(0)), np.maximum(most, last.max(0))
            ended += len(last)
    assert (least >= batch.low).all()
    assert (most <= batch.high).all()
