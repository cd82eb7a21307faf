"""The 247 actions of the thesis: where they stand, both ways, and what is legal."""

from collections.abc import Iterator

import numpy as np
import pytest

from reineke.game import GameError
from reineke.games import load
from reineke.games.clever.batch import Batch, game_options
from tests.envs.sheets import thesis_legal

GAME = load("clever(mode=thesis)")
EMPTY = "000000000000|00000000000|0|||1+0+0||"


def walk(games: int, steps: int, seed: int = 1, **options: str) -> Iterator[Batch]:
    """Random games side by side, step by step."""
    batch = Batch(games, game_options(mode="thesis", **options), seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield batch
        batch.step(batch.sample(rng))


def placed(position: str) -> Batch:
    batch = Batch(1, game_options(mode="thesis"))
    batch.place(0, position)
    return batch


def legal(position: str) -> list[int]:
    return np.flatnonzero(placed(position).masks[0]).tolist()


@pytest.mark.covers("G7")
def test_the_layout_is_that_of_the_thesis():
    batch = Batch(1, game_options(mode="thesis"))
    assert batch.actions == 247
    names = {
        0: "die or cross into yellow row 1 column 1",
        15: "die or cross into yellow row 4 column 4",
        16: "die or cross into the printed cross of blue",
        17: "die or cross into blue box 2",
        27: "die or cross into blue box 12",
        28: "die or cross into green box 1",
        39: "die or cross into orange box 1",
        50: "die or cross into purple box 1",
        60: "die or cross into purple box 11",
        61: "white die into yellow row 1 column 1",
        121: "white die into purple box 11",
        122: "die or cross into yellow row 1 column 1 (+1 or tray)",
        183: "white die into yellow row 1 column 1 (+1 or tray)",
        243: "white die into purple box 11 (+1 or tray)",
        244: "re-roll",
        245: "pass",
        246: "nothing possible",
    }
    assert {action: batch.core.action_text(action) for action in names} == names


@pytest.mark.covers("G7")
def test_every_action_goes_both_ways():
    seen = set()
    for batch in walk(200, 60):
        for game in range(0, 200, 4):
            state = GAME.parse(batch.core.text(game))
            legal_here = set(GAME.legal(state, 0))
            here = np.flatnonzero(batch.masks[game]).tolist()
            behind = [batch.core.decode(game, action) for action in here]
            assert [batch.core.encode(game, action) for action in behind] == here
            assert len(set(behind)) == len(behind)
            left_out = {GAME.action_text(action) for action in legal_here - set(behind)}
            assert set(behind) <= legal_here
            assert left_out <= {"pass"}
            seen.update(here)
    assert {244, 245, 246} < seen
    assert len(seen) > 180


@pytest.mark.covers("G7")
def test_what_is_not_legal_has_no_action_behind_it():
    for batch in walk(20, 60, seed=2):
        for game in (3, 11):
            for action in range(-2, 250):
                known = 0 <= action < 247 and batch.masks[game, action] == 1
                assert (batch.core.decode(game, action) is not None) == known


@pytest.mark.covers("G9")
@pytest.mark.parametrize(("masks", "steps"), [("strict", 100), ("source", 20)])
def test_the_mask_is_what_the_rules_allow(masks, steps):
    """In 100,000 positions, and some more with the masks of the source."""
    for batch in walk(1000, steps, seed=3, masks=masks):
        texts = [batch.core.text(game) for game in range(1000)]
        rows, columns = np.nonzero(batch.masks)
        found = [set(part.tolist()) for part in np.split(columns, np.searchsorted(rows, range(1, 1000)))]
        for text, mask in zip(texts, found, strict=True):
            assert mask == thesis_legal(text, masks == "source"), text
            assert mask
            assert 246 not in mask or mask == {246}


@pytest.mark.covers("G9")
def test_a_cross_that_waits_opens_only_free_boxes_of_its_area():
    dice = "-p/-p/-p/-p/-p/-p"
    assert legal(f"4.0.four {dice} 101110100000|01100100000|2|6||1+0+0|y|") == [1, 7, 10, 11, 13, 14, 15]
    assert legal(f"4.0.four {dice} 011000000100|00001010000|1|3||2+0+0|b|") == [17, 18, 19, 20, 22, 24, 25, 26, 27]


@pytest.mark.covers("G9")
def test_nothing_possible_stands_alone():
    nothing = "1.0.roll2 3t/2t/1p/3t/1t/4f 000000000000|00000000000|1|||0+0+0||"
    assert legal(nothing) == [246]
    batch = placed(nothing)
    batch.step([246])
    assert "roll3" in batch.core.text(0)


@pytest.mark.covers("G9")
def test_whoever_holds_a_re_roll_uses_it_where_nothing_else_is_possible():
    """The game itself would also let the roll go by, which in this layout is no action of its own."""
    held = "1.0.roll2 3t/2t/1p/3t/1t/4f 000000000000|00000000000|1|||1+0+0||"
    assert legal(held) == [244]
    assert [GAME.action_text(action) for action in GAME.legal(GAME.parse(held), 0)] == ["reroll", "pass"]


@pytest.mark.covers("G3", "G9")
def test_passing_always_goes_on():
    tray = f"1.0.pass0 1t/6r/2t/3t/5r/6r {EMPTY}"
    assert 245 in legal(tray)
    batch = placed(tray)
    batch.step([245])
    assert batch.core.text(0).startswith("2.0.roll1")


@pytest.mark.covers("G7")
def test_the_bonus_of_round_4_is_drawn_and_needs_no_action_of_its_own():
    """A yellow or blue cross is entered by 0–60; a green one and the sixes are entered at once."""
    last = "3.0.pass0 1t/6r/2t/3t/5r/6r 000000000000|00000000000|0|||2+0+0||"
    found = set()
    for seed in range(60):
        batch = Batch(1, game_options(mode="thesis"), seed=seed)
        batch.place(0, last)
        batch.step([245])
        text = batch.core.text(0)
        found.add(text.split(" ")[0])
        if text.startswith("4.0.four"):
            assert max(np.flatnonzero(batch.masks[0])) <= 60
            batch.step([int(np.flatnonzero(batch.masks[0])[0])])
            assert batch.core.text(0).startswith("4.0.roll1")
    assert found == {"4.0.four", "4.0.roll1"}


def test_the_layout_belongs_to_its_mode():
    with pytest.raises(GameError, match="layout=thesis needs mode=thesis"):
        Batch(1, layout="thesis")
    assert Batch(1, game_options(mode="thesis"), layout="lean").actions == 60
    with pytest.raises(GameError, match="layout=wide: expected lean or thesis"):
        Batch(1, layout="wide")  # type: ignore[arg-type]
