"""Drawings: what is on the board is in the picture, once and in its place; the tree is the one that was searched."""

import gzip
import json
import math
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from reineke.game import GameError
from reineke.games import load
from reineke.games.sawhian import draw
from reineke.games.sawhian.board import CELL, LEFT, TOP
from reineke.games.sawhian.position import cell_of, read, way
from tests.games.sawhian import twin

DATA = Path("tests/data/sawhian")
SVG = "{http://www.w3.org/2000/svg}"
START = twin.position_json(twin.start())
WEIGHTS = (1.0, -0.25, -0.5, -0.25)


def positions():
    with gzip.open(DATA / "positions.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def parsed(svg):
    return ET.fromstring(svg)


def by_id(root):
    """All elements that have an id, which must be unique."""
    found = [element for element in root.iter() if element.get("id")]
    ids = {element.get("id"): element for element in found}
    assert len(ids) == len(found)
    return ids


def words(root):
    return [element.text for element in root.iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def game():
    return load("sawhian")


# The board.


@pytest.mark.covers("W28")
@pytest.mark.parametrize("index", range(40))
def test_every_stone_is_drawn_once_at_its_place(index):
    position = positions()[index]["position"]
    ids = by_id(parsed(draw.board(position)))
    rows = position["board"].split("/")
    for x in range(7):
        for y in range(7):
            cell, stone = ids[f"cell-{x}-{y}"], ids.get(f"stone-{x}-{y}")
            left, top = LEFT + CELL * x, TOP + CELL * (6 - y)
            assert (float(cell.get("x")), float(cell.get("y"))) == (left, top)
            assert (cell.get("data-action"), cell.get("data-cell")) == (str(7 * x + y), "abcdefg"[x] + str(y + 1))
            assert (stone is None) == (rows[y][x] == ".")
            if stone is not None:
                assert stone.get("data-owner") == rows[y][x]
                assert stone.get("transform") == f"translate({left + CELL / 2:g} {top + CELL / 2:g})"
    stones = [name for name in ids if name.startswith("stone-")]
    assert len(stones) == sum(row.count(player) for row in rows for player in "0123")


@pytest.mark.parametrize("index", range(40))
def test_hand_points_mover_and_who_is_out_are_shown(index):
    position = positions()[index]["position"]
    ids = by_id(parsed(draw.board(position)))
    for seat in range(4):
        assert ids[f"hand-{seat}"].text == f"{position['hand'][seat]} in hand"
        assert ids[f"points-{seat}"].text == str(position["points"][seat])
        player = ids[f"player-{seat}"]
        marks = [element.get("class").split()[-1] for element in player.iter() if element.get("class")]
        assert marks.count("sw-home") == position["points"][seat]
        assert marks.count("sw-hand") == position["hand"][seat]
        status = ids[f"status-{seat}"].text if f"status-{seat}" in ids else None
        assert (status == "to move") == (position["mover"] == seat)
        assert (status == "out") == (not position["alive"][seat])
        assert (ids.get("mover") in player.iter()) == (position["mover"] == seat)


def test_stones_of_a_player_who_is_out_look_different():
    position = {
        **START,
        "board": "0....../......./......./......./......./......./......1",
        "alive": [0, 1, 1, 1],
        "mover": 1,
    }
    ids = by_id(parsed(draw.board(position)))
    assert "sw-out" in ids["stone-0-0"].get("class")
    assert "sw-out" not in ids["stone-6-6"].get("class")


def test_the_empty_board_and_a_finished_game_are_drawn():
    ids = by_id(parsed(draw.board(START)))
    assert not any(name.startswith("stone-") for name in ids)
    over = {**START, "hand": [0, 7, 7, 7], "points": [7, 0, 0, 0], "mover": None}
    ids = by_id(parsed(draw.board(over)))
    assert "mover" not in ids
    assert ids["status-0"].text == "wins"


def test_when_all_are_out_those_with_most_points_are_named():
    over = {**START, "hand": [5, 5, 6, 7], "points": [2, 2, 1, 0], "alive": [0, 0, 0, 0], "mover": None}
    ids = by_id(parsed(draw.board(over)))
    assert [ids[f"status-{seat}"].text for seat in range(4)] == ["most points", "most points", "out", "out"]


@pytest.mark.covers("W28")
def test_value_tuple_search_depth_and_move_list_are_shown():
    moves = [[0, "d1"], [1, "a4"], [3, "g4"], [0, 22]]
    root = parsed(draw.board(START, values=(1.5, -0.25, math.inf, -1e9), depth=11, moves=moves))
    ids = by_id(root)
    assert [ids[f"value-{seat}"].text for seat in range(4)] == ["+1.50", "−0.25", "+∞", "−∞"]
    assert ids["depth"].text == "depth 11"
    shown = words(root)
    assert shown[shown.index("Moves") + 2 :][:10] == ["1", "d1", "a4", "·", "g4", "2", "d2", "·", "·", "·"]


def test_values_of_nothing_and_of_no_number_are_drawn():
    ids = by_id(parsed(draw.board(START, values=(0.0, -0.0, math.nan, 1e-12))))
    assert [ids[f"value-{seat}"].text for seat in range(4)] == ["0.00", "0.00", "?", "0.00"]


def test_of_a_long_game_the_last_rounds_are_listed():
    moves = [[turn % 4, "d1"] for turn in range(200)]
    shown = words(parsed(draw.board(START, moves=moves)))
    assert "50" in shown
    assert any("earlier rounds" in line for line in shown)
    assert "1" not in shown[shown.index("Moves") + 2 :]


def test_legal_moves_are_marked_by_number_or_name():
    ids = by_id(parsed(draw.board(START, legal=[0, "d1"])))
    assert {name for name in ids if name.startswith("legal-")} == {"legal-0-0", "legal-3-0"}
    assert "sw-legal" in ids["cell-3-0"].get("class")
    assert "sw-legal" not in ids["cell-3-1"].get("class")


def test_text_is_escaped():
    names = ["<script>", 'a"b', "c&d", "e\x00\x1b\nf"]
    root = parsed(draw.board(START, names=names, moves=[[0, "<b>"]]))
    shown = words(root)
    assert {"<script>", 'a"b', "c&d", "ef", "<b>"} <= set(shown)


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_theme_defines_its_colours(theme):
    svg = draw.board(START, theme=theme)
    parsed(svg)
    assert ("var(--sw-" in svg) == (theme == "auto")
    assert ("prefers-color-scheme: dark" in svg) == (theme == "auto")


def test_the_style_touches_only_the_drawing():
    for theme in ("auto", "light", "dark"):
        style = parsed(draw.board(START, theme=theme)).find(f"{SVG}style").text
        for line in style.strip().splitlines():
            if line.endswith("}") and "{" in line:
                selectors = line.split("{")[0]
                assert all("sawhian" in one or f".sw-{theme} " in one for one in selectors.split(",")), line


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {**START, "board": "......."},
        {**START, "board": START["board"].replace(".", "4")},
        {**START, "hand": [7, 7, 7]},
        {**START, "mover": 4},
        {**START, "points": None},
        {**START, "board": None},
    ],
)
def test_what_is_no_position_is_one_clear_line(broken):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        draw.board(broken)


@pytest.mark.parametrize(
    "options",
    [{"theme": "pink"}, {"names": ["a"]}, {"values": [1, 2]}, {"legal": ["h1"]}, {"legal": [49]}, {"last": (0, "d4")}],
)
def test_a_wrong_option_is_one_clear_line(options):
    with pytest.raises(GameError, match=r"^[^\n]+$"):
        draw.board(START, **options)


# The last move.


def test_the_way_of_the_last_move_follows_from_the_position_after_it():
    """Every move of the reference positions, against the twin's forced target."""
    kinds = set()
    for entry in positions():
        before = twin.from_json(entry["position"])
        for move in entry["moves"]:
            after = move["after"]
            start = tuple(move["move"])
            goal = twin.target(before.board, before.hand, before.mover, 7 * start[0] + start[1])
            path = way(read(after), before.mover, start)
            entered = before.board[7 * start[0] + start[1]] == twin.EMPTY
            inside = 0 <= path[-1][0] < 7 and 0 <= path[-1][1] < 7
            assert path[1 if entered else 0] == start
            assert inside == (goal != twin.OFF)
            if inside:
                assert 7 * path[-1][0] + path[-1][1] == goal
            kinds.add((entered, inside, len(path)))
            ids = by_id(parsed(draw.board(after, last=(before.mover, 7 * start[0] + start[1]))))
            assert ids["last"].get("data-cell") == "abcdefg"[start[0]] + str(start[1] + 1)
    assert {(True, True, 2), (False, True, 2), (False, False, 2), (False, True, 3), (False, False, 3)} <= kinds


@pytest.mark.parametrize(
    ("board", "seat", "start"),
    [
        ("......./...0.../......./......./......./......./.......", 0, "d2"),  # still there, and no edge
        ("1....../......./......./......./......./......./.......", 0, "a1"),  # someone else's stone
        ("......./...1.../...1.../......./......./......./.......", 0, "d1"),  # two in a row are not jumped
        ("......./......./......./......./......./......./.......", 0, "d1"),  # a stone is gone
    ],
)
def test_a_move_that_cannot_have_been_the_last_has_no_way(board, seat, start):
    assert way(read({**START, "board": board}), seat, cell_of(start)) is None


# The tree.


def leaf(action, *values):
    return {"action": action, "mover": None, "values": list(values), "best": None, "children": []}


def node(action, mover, best, *children):
    values = next(child["values"] for child in children if child["action"] == best)
    return {"action": action, "mover": mover, "values": values, "best": best, "children": list(children)}


TREE = node(
    None,
    0,
    "b1",
    leaf("a1", 5, -5, 0, 0),
    node("b1", 1, "b2", leaf("a2", 3, 2, -3, -2), leaf("b2", 9, 4, -6, -7)),
)


def drawn(root):
    """Action and tuple of every node, with whether it is on the chosen line."""
    nodes = []
    for group in root.iter(f"{SVG}g"):
        classes = (group.get("class") or "").split()
        if "sw-node" in classes:
            action, *values = [element.text for element in group.iter(f"{SVG}text")]
            nodes.append((action, tuple(values), "sw-line" in classes))
    return nodes


@pytest.mark.covers("W28")
def test_every_node_shows_its_tuple_and_the_chosen_line_is_marked():
    nodes = drawn(parsed(draw.tree(TREE)))
    best = ("+9.00", "+4.00", "−6.00", "−7.00")
    assert nodes == [
        ("now", best, True),
        ("b1", best, True),
        ("b2", best, True),
        ("a2", ("+3.00", "+2.00", "−3.00", "−2.00"), False),
        ("a1", ("+5.00", "−5.00", "0.00", "0.00"), False),
    ]


def wide(depth, width):
    """A tree of that depth and width, every node's first child the best."""
    if depth == 0:
        return leaf("a1", 1, 0, 0, -1)
    children = [{**wide(depth - 1, width), "action": f"m{index}"} for index in range(width)]
    for index, child in enumerate(children):
        child["values"] = [-index, 0, 0, index]
    return {**node(None, 0, "m0", *children), "mover": 0}


@pytest.mark.parametrize(("depth", "width"), [(1, 13), (2, 13), (3, 7), (3, 13)])
@pytest.mark.parametrize("rows", [1, 10, 36])
def test_what_has_no_room_is_counted(depth, width, rows):
    root = parsed(draw.tree(wide(depth, width), rows=rows))
    nodes = drawn(root)
    total = sum(width**level for level in range(depth + 1))
    hidden = 0
    for line in words(root):
        if line.startswith("+") and "move" in line:
            moves, _, more = line.partition(", ")
            hidden += int(more.split()[0]) if more else int(moves[1:].split()[0])
    assert len(nodes) + hidden == total
    assert sum(on_line for _, _, on_line in nodes) == depth + 1
    height = float(root.get("height"))
    assert height < 34 * (max(rows, depth + 1) + 3)


def test_a_tree_of_one_node_is_drawn():
    assert drawn(parsed(draw.tree(leaf(None, 0, 0, 0, 0), title="<now>"))) == [("now", ("0.00",) * 4, True)]


@pytest.mark.parametrize("index", range(0, 40, 5))
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_expand_is_max_n(game, index, depth):
    """Equal to the twin's naive search; the twin takes the last of equals only if told so."""
    position = positions()[index]["position"]
    state = twin.from_json(position)

    def evaluate(state):
        return twin.evaluate(twin.from_json(game.json(state)), WEIGHTS)

    def final(state):
        return twin.terminal_value(twin.winners(twin.from_json(game.json(state))))

    tree = draw.expand(game, game.parse_json(position), depth, evaluate, final=final)
    value, move, nodes = twin.maxn(state, depth, WEIGHTS, ties="first", blocked="play")
    assert tree["values"] == list(value)
    assert tree["best"] == "abcdefg"[move[0]] + str(move[1] + 1)
    assert count(tree) == nodes + 1
    assert len(drawn(parsed(draw.tree(tree)))) <= nodes + 1


def count(tree):
    return 1 + sum(count(child) for child in tree["children"])


def test_a_won_game_outweighs_every_evaluation(game):
    """Player 0 can take off his last stone; whatever the evaluation says, he does."""
    position = {
        "board": "......./......./......./......./......./......./...0...",
        "hand": [0, 7, 7, 7],
        "points": [6, 0, 0, 0],
        "alive": [1, 1, 1, 1],
        "mover": 0,
    }
    tree = draw.expand(game, game.parse_json(position), 2, lambda state: (1e5, 0, 0, -1e5))
    assert (tree["best"], tree["values"]) == ("d7", [math.inf, -math.inf, -math.inf, -math.inf])
    assert drawn(parsed(draw.tree(tree)))[0][1] == ("+∞", "−∞", "−∞", "−∞")


def test_at_depth_0_the_position_itself_is_judged(game):
    tree = draw.expand(game, game.parse_json(START), 0, lambda state: (1, 2, 3, 4))
    assert tree == {"action": None, "mover": 0, "values": [1, 2, 3, 4], "best": None, "children": []}


def test_games_of_another_kind_are_refused():
    for spec in ("rps", "pig"):
        other = load(spec)
        with pytest.raises(GameError, match=r"^[^\n]+$"):
            draw.expand(other, other.start(FirstSide()), 2, lambda state: (0, 0))


class FirstSide:
    """Dice that always fall on the same side."""

    def roll(self, sides):
        return 0


# The documentation.


def test_the_pictures_of_the_documentation_are_what_is_drawn():
    folder = Path("docs/img")
    pictures = runpy.run_path(str(folder / "sawhian.py"))["pictures"]()
    assert {path.name for path in folder.glob("sawhian-*.svg")} == set(pictures)
    for name, svg in pictures.items():
        assert (folder / name).read_text(encoding="utf-8") == svg, f"{name}: python docs/img/sawhian.py draws it anew"
