"""Drawings: what is on the board is in the picture, once and in its place; so is what a search sees in it."""

import json
import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from reineke import Dice
from reineke.agent import Decision
from reineke.agents import make
from reineke.game import GameError
from reineke.games import load
from reineke.games.speed import draw
from reineke.games.speed.board import Canvas, tiles
from reineke.games.speed.flood import FRONT, NOBODY, regions
from reineke.games.speed.model import SpeedModel
from reineke.games.speed.overlay import courses, window
from reineke.games.speed.position import read
from reineke.games.speed.replay import runs
from tests.games import pages
from tests.games.speed.boards import board

SVG = "{http://www.w3.org/2000/svg}"
BOTS = ("bot-jump", "bot-meta", "bot-random", "bot-snail", "bot-mirror", "bot-stupid")
SMALL = board(["......", "..11#.", "..2...", "......"], (2, 1, "left", 3), (2, 2, "down"), (6, 0, "right", 2, False))


def parsed(svg):
    return ET.fromstring(svg)


def by_id(svg):
    """All elements that have an id, which must be unique."""
    found = [element for element in parsed(svg).iter() if element.get("id")]
    ids = {element.get("id"): element for element in found}
    assert len(ids) == len(found)
    return ids


def covered(path, width, height):
    """How often each cell lies in the rectangles of a path, [height, width]."""
    count = np.zeros((height, width), int)
    for x, y, wide, tall in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path):
        count[int(y) : int(y) + int(tall), int(x) : int(x) + int(wide)] += 1
    return count


def games(seats, rounds, side=24, seed=3):
    """The positions of a game of bots."""
    game = load(f"speed(seats={seats},width={side},height={side - 3})")
    model = SpeedModel(side, side - 3, [make(name, game) for name in BOTS[:seats]], seed)
    positions = [model.grid.game.json(model.grid.state)]
    model.watchers.append(lambda model: positions.append(model.grid.game.json(model.grid.state)))
    model.run(rounds)
    return positions


# The board.


@pytest.mark.covers("P30")
@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_every_cell_is_drawn_once_in_the_colour_of_its_owner(seats):
    for data in games(seats, 60)[::12]:
        ids = by_id(draw.board(data))
        cells = np.array(data["cells"])
        for seat in range(seats):
            trail = covered(ids[f"trail-{seat}"].get("d"), data["width"], data["height"])
            assert trail.tolist() == (cells == seat + 1).astype(int).tolist()
            assert ids[f"trail-{seat}"].get("class") == f"sp-p{seat}"
        crashed = covered(ids["crashed"].get("d"), data["width"], data["height"]) if "crashed" in ids else 0 * cells
        assert crashed.tolist() == (cells == -1).astype(int).tolist()


@pytest.mark.covers("P30")
def test_heads_stand_in_their_cells_look_where_they_go_and_tell_their_speed():
    ids = by_id(draw.board(SMALL))
    canvas = Canvas(read(SMALL))
    for seat, (cell, turn, speed) in enumerate([((2, 1), 270, 3), ((2, 2), 180, 1), ((6, 0), 90, 2)]):
        head = ids[f"head-{seat}"]
        x, y = canvas.centre(*cell)
        assert head.get("data-speed") == str(speed)
        shape = head.find(f"{SVG}path").get("transform")
        assert shape.startswith(f"translate({x:g} {y:g}) rotate({turn})")
    assert [ids[f"head-{seat}"].find(f"{SVG}text") is None for seat in range(3)] == [False, False, True]
    assert len(ids["head-2"].findall(f"{SVG}path")) == 3  # struck out


def test_the_next_move_shows_as_many_cells_as_the_speed_and_hollow_ones_in_a_gap_round():
    def dots(played):
        svg = parsed(draw.board(board(["........"] * 4, (1, 1, "right", 4), played=played), column=False))
        return [element.get("class") for element in svg.iter(f"{SVG}circle")]

    assert dots(0) == ["sp-p0"] * 4
    assert dots(5) == ["sp-p0", "sp-l0 sp-gap", "sp-l0 sp-gap", "sp-p0"]


def test_the_column_tells_round_gap_names_speeds_and_who_is_out():
    ids = by_id(draw.board({**SMALL, "round": 10, "died": [0, 0, 7]}, names=["ann", "<bob>", "c" * 60]))
    assert ids["round"].text == "Round 10"
    assert ids["gap"].text == "1 more before gaps"
    assert [ids[f"name-{seat}"].text for seat in (0, 1)] == ["ann", "<bob>"]
    assert len(ids["name-2"].text) < 30
    assert ids["status-0"].text == "speed 3 · 2 cells"
    assert ids["status-2"].text == "out in round 7 · 0 cells"
    assert by_id(draw.board({**SMALL, "round": 11}))["gap"].text == "the next round has gaps"
    over = board(["1.2", "..."], (0, 0, "up"), (2, 0, "up", 1, False), played=9)
    assert by_id(draw.board(over))["gap"].text == "game over"
    assert "round" not in by_id(draw.board(SMALL, column=False))


@pytest.mark.covers("P30")
@pytest.mark.parametrize("seats", [2, 5])
def test_regions_and_battlefronts_are_drawn_where_they_are(seats):
    for data in games(seats, 40)[5::9]:
        found = regions(read(data))
        ids = by_id(draw.board(data, territory=True))
        assert not any(name.startswith("region") for name in by_id(draw.board(data)))
        for seat in read(data).active:
            cells = found == seat
            drawn = ids.get(f"region-{seat}")
            region = covered(drawn.get("d"), data["width"], data["height"]) if drawn is not None else 0 * cells
            assert region.tolist() == cells.astype(int).tolist()
            assert ids[f"cells-{seat}"].text == str(cells.sum())
        fronts = int((found == FRONT).sum())
        assert (ids["fronts"].get("data-cells") if fronts else "0") == str(fronts)
        assert ids["contested"].text == f"{fronts} contested"


@pytest.mark.covers("P30")
def test_a_window_is_framed_around_the_seat():
    data = board(["." * 50] * 50, (25, 25, "up"), (28, 25, "up"))
    frame = window(read(data), 0, 20)
    assert frame == (15, 15, 35, 35)
    rect = by_id(draw.board(data, window=frame))["window"]
    canvas = Canvas(read(data))
    assert float(rect.get("x")) == pytest.approx(canvas.margin + 15 * canvas.cell, abs=0.01)
    assert float(rect.get("width")) == pytest.approx(21 * canvas.cell, abs=0.01)


def test_a_window_without_an_opponent_grows_until_there_is_one_and_a_little_more():
    data = board(["." * 60] * 60, (20, 30, "up"), (35, 30, "up"), (50, 30, "up", 1, False), (59, 59, "up"))
    place = read(data)
    assert window(place, 0, 20, 3) == (2, 12, 38, 48)
    assert window(place, 0, 30, 3) == (5, 15, 35, 45)
    assert window(place, 3, 20, 5) == (25, 25, 59, 59)
    assert window(read(board(["." * 60] * 60, (3, 30, "up"))), 0, 20) == (0, 20, 13, 40)


@pytest.mark.covers("P30")
def test_depth_value_and_expected_line_of_a_decision_are_shown():
    line = ("speed_up", "1:turn_left", "turn_right", "1:change_nothing", "change_nothing")
    decision = Decision(3, value=0.25, depth=5, nodes=1234, line=line)
    data = board(["." * 20] * 20, (5, 10, "right"), (12, 10, "up"))
    ids = by_id(draw.board(data, decision=decision, seat=0))
    assert ids["decision"].text == "Seat 0: speed_up"
    assert ids["depth"].text == "depth 5 · 1 234 nodes"
    assert ids["value"].text == "+0.25"
    assert ids["line-0"].text.split() == ["+", "1:↰", "↱", "1:↑", "↑"]
    assert (ids["course-0"].get("data-rounds"), ids["course-1"].get("data-rounds")) == ("3", "2")


def test_expected_ways_follow_speed_turns_and_the_edge():
    data = board(["." * 20] * 20, (5, 10, "right"), (12, 10, "up"))
    found = courses(read(data), 0, ["speed_up", "1:turn_left", "turn_right", "speed_up"])
    assert [(course.seat, course.stops) for course in found] == [
        (0, ((5, 10), (7, 10), (7, 12), (7, 15))),
        (1, ((12, 10), (11, 10))),
    ]
    out = courses(read(board(["....", "...."], (1, 0, "up"))), 0, ["change_nothing", "turn_left"])
    assert out[0].stops == ((1, 0),)
    with pytest.raises(GameError, match="hop"):
        courses(read(data), 0, ["hop"])


def test_a_search_of_the_library_can_be_drawn():
    game = load("speed(seats=2,width=20,height=20)")
    state = game.start(Dice(1))
    agent = make("mcts(nodes=300)", game)
    agent.start(game, 1, 0)
    decision = agent.decide(game.view(state, 1), agent.budget)
    ids = by_id(draw.board(game.json(state), decision=decision, seat=1))
    assert "course-1" in ids


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_theme_defines_its_colours(theme):
    svg = draw.board(SMALL, territory=True, theme=theme)
    parsed(svg)
    assert ("var(--sp-" in svg) == (theme == "auto")


def test_the_style_touches_only_the_drawing():
    style = parsed(draw.board(SMALL)).find(f"{SVG}style").text
    for line in style.strip().splitlines():
        if line.endswith("}") and "{" in line:
            assert all(".speed" in one for one in line.split("{")[0].split(",")), line


def test_colours_of_seats_are_all_different_and_numbers_on_them_legible():
    from reineke.games.speed.style import DARK, LIGHT

    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colours in (LIGHT, DARK):
        assert len({colours[f"p{seat}"] for seat in range(6)}) == 6
        for seat in range(6):
            high, low = sorted((light(colours[f"p{seat}"]), light(colours[f"m{seat}"])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 3


@pytest.mark.parametrize(
    "options",
    [
        {"theme": "pink"},
        {"names": ["a"]},
        {"seat": 3},
        {"decision": Decision(0)},
        {"window": (0, 0, 99, 1)},
        {"window": (3, 0, 1, 1)},
    ],
)
def test_a_wrong_option_is_one_clear_line(options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        draw.board(SMALL, **options)


def test_tiles_cover_each_cell_of_a_set_once():
    rng = np.random.default_rng(1)
    for density in (0.0, 0.1, 0.5, 0.9, 1.0):
        mask = rng.random((17, 23)) < density
        assert covered(tiles(mask), 23, 17).tolist() == mask.astype(int).tolist()


def test_the_game_draws_itself():
    game = load("speed(seats=2,width=9,height=9)")
    assert "trail-1" in by_id(game.draw(game.start(Dice(0))))


def test_the_largest_board_of_the_contest_stays_a_small_file():
    data = games(6, 200, side=80)[-1]
    assert len(draw.board(data, territory=True)) < 60_000


# The page of a whole game.


def page_data(html):
    return json.loads(pages.data(html))


def unrolled(text, width):
    owners = {".": NOBODY, "x": FRONT}
    flat = [
        owners.get(sign, ord(sign) - 97) for count, sign in re.findall(r"(\d+)(.)", text) for _ in range(int(count))
    ]
    return np.array(flat).reshape(-1, width)


@pytest.mark.covers("P30")
def test_a_page_holds_every_round_with_its_regions():
    positions = games(4, None)
    data = page_data(draw.page(positions, names=["a", "b", "c", "d"]))
    cells = np.zeros((data["height"], data["width"]), int)
    assert len(data["rounds"]) == len(positions)
    for one, position in zip(data["rounds"], positions, strict=True):
        for at, value in zip(one["changed"][::2], one["changed"][1::2], strict=True):
            cells[divmod(at, data["width"])] = value
        assert cells.tolist() == position["cells"]
        assert unrolled(one["owners"], data["width"]).tolist() == regions(read(position)).tolist()
        assert one["round"] == position["round"]
        assert [player[:2] for player in one["players"]] == [[p["x"], p["y"]] for p in position["players"].values()]


def test_a_page_needs_no_network_and_no_name_breaks_it():
    html = draw.page([SMALL], names=["</script><b>", "&", "\x00c"], title="<t>")
    assert page_data(html)["names"] == ["</script><b>", "&", "c"]
    assert "<title>&lt;t&gt;</title>" in html
    assert not re.search(r"https?://|src=|href=|@import", html)


def test_a_page_shows_what_the_agents_thought():
    thought = Decision(1, value=0.5, depth=7, line=("turn_left",)).json(load("speed"), times=False)
    first = page_data(draw.page([SMALL], thoughts=[{1: thought}]))["rounds"][0]
    assert first["thoughts"] == {
        "1": {"action": "turn_left", "depth": 7, "nodes": 0, "value": 0.5, "line": ["turn_left"]}
    }


def test_the_script_of_a_page_runs_through_all_rounds(tmp_path):
    html = draw.page(games(3, 30), thoughts=[{0: {"line": ["turn_left", "1:speed_up"], "value": None}}] * 40)
    share = '$("share").onclick({offsetX: 400, target: $("share")}); console.log($("round").textContent);'
    told = pages.run(html, f'walk(rounds.length, "round"); {share}', tmp_path)
    assert told == [f"Round {number}" for number in (0, 30, 0, 30, 0, 30, 29, 0, 30, 1, 15)]


@pytest.mark.parametrize("positions", [[], [SMALL, board(["..."] * 3, (0, 0, "up"))]])
def test_what_is_no_game_is_one_clear_line(positions):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        draw.page(positions)
    with pytest.raises(GameError, match="names"):
        draw.page([SMALL], names=["a"])


def test_runs_of_owners_are_counted():
    assert runs(np.array([[0, 0, 0], [FRONT, NOBODY, NOBODY]], np.int8)) == "3a1x2."


# The documentation.


def test_the_pictures_of_the_documentation_are_what_is_drawn():
    folder = Path("docs/img")
    pictures = runpy.run_path(str(folder / "speed.py"))["pictures"]()
    assert {path.name for path in folder.glob("speed-*.svg")} == set(pictures)
    for name, svg in pictures.items():
        assert len(svg) < 60_000
        assert (folder / name).read_text(encoding="utf-8") == svg, f"{name}: python docs/img/speed.py draws it anew"
