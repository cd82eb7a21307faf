"""The lockstep walk passes the engine, and finds every rule that one has wrong."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reineke.game import CHANCE, OVER, GameError
from reineke.games import load
from reineke.games.clever.verify import check
from tests.games.clever import lockstep, temper, twin
from tests.games.clever.engine import NoDice, TwinEngine, make, make_twin
from tests.games.clever.test_twin import GAMES, games
from tests.games.clever.twin import Options
from tests.games.walks import Difference, changed

# The engine

VARIANTS = [
    Options(),
    Options(seats=2),
    Options(seats=3),
    Options(seats=4),
    Options(mode="thesis"),
    Options(mode="thesis", masks="source"),
    Options(areas="y"),
    Options(areas="ybp", dice="ybpw"),
    Options(dice="yw", bonuses="off"),
    Options(mode="thesis", masks="source", areas="gp", dice="gpw"),
    Options(seats=3, areas="bgo", dice="bgow"),
    Options(seats=4, areas="gp", dice="gp", bonuses="off"),
]


@pytest.mark.covers("G1", "G3", "G4", "G5")
def test_the_engine_walks_in_step_with_its_twin() -> None:
    tally = lockstep.walk(make, range(150), seed=1)
    assert tally.games == 150
    assert {kind.split(" ")[0] for kind in tally.specs} == {"1", "2", "3", "4"}
    assert tally.waiting.keys() >= {"y", "b", "yy", "yb"}
    assert set(tally.phases) == {"roll1", "roll2", "roll3", "plus", "pass", "four", "bonus"}
    names = {name.rstrip("0123456789") for name in twin.ACTIONS}
    assert set(tally.actions) == names


@pytest.mark.covers("G2", "G13", "G21")
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: options.spec)
def test_the_engine_walks_in_step_under_every_option(options: Options) -> None:
    assert load(options.spec).spec == options.spec
    assert lockstep.walk(make, range(12), seed=2, options=options).games == 12


@pytest.mark.soak
@pytest.mark.covers("G1", "G3", "G5")
def test_the_engine_walks_in_step_for_long() -> None:
    assert lockstep.walk(make, range(5000), seed=3).games == 5000


LAST_BOXES = [
    # Two or three crosses wait, for fewer free boxes.
    ("111111111110|01011111011|7|4|1.2.3.4.5|0+0+1|yby|", ["xy11", "xb2"]),
    ("101111111111|01011111011|7|4|1.2.3.4.5|0+0+2|yby|", ["xy1", "xb10", "xb4"]),
    ("101111111111|01011111011|7|4|1.2.3.4.5|0+0+2|yyb|", ["xy1", "xb10", "xb4"]),
    ("101111111111|01011111011|7|4|1.2.3.4.5|0+0+2|yyy|", ["xy1", "xb4"]),
    ("101111111111|11111111011|7|4|1.2.3.4.5|0+0+2|bb|", ["xb10"]),
]


@pytest.mark.covers("G5")
@pytest.mark.parametrize(("sheet", "names"), LAST_BOXES, ids=[names[0] for _, names in LAST_BOXES])
def test_waiting_crosses_without_a_box_are_dropped_when_it_is_their_turn(sheet: str, names: list[str]) -> None:
    game = make(Options())
    line = f"6.0.roll3 1f/2f/3f/4t/5t/6t {sheet}"
    slow, fast, dropped = twin.read(line), game.parse(line), 0
    for name in names:
        lockstep.compare(game, slow, fast, lockstep.Names())
        action = twin.NUMBER[name]
        slow, fast = twin.play(slow, action), game.play(fast, action, NoDice())
        dropped += sum("drop" in event for event in slow.events)
    lockstep.compare(game, slow, fast, lockstep.Names())
    assert dropped
    assert "|" + slow.sheet.waiting[0][0][0] in twin.text(slow) if slow.sheet.waiting else slow.phase != "roll"


@pytest.mark.covers("G1")
def test_random_play_of_the_engine_scores_as_measured_elsewhere() -> None:
    game, rng, dice = make(Options()), random.Random(5), NoDice()
    scores: list[float] = []
    for _ in range(1500):
        state = game.start(dice)
        while (turn := game.turn(state)) != OVER:
            actions = [one for one, _ in game.odds(state)] if turn == CHANCE else list(game.legal(state, 0))
            state = game.play(state, rng.choice(actions), dice)
        assert game.outcome(state) == game.points(state)
        scores += game.points(state)
    assert abs(sum(scores) / len(scores) - 64.4) < 2  # four standard errors
    assert max(scores) <= 334


def anything(rng: random.Random, state: twin.State) -> int:
    chance = twin.turn(state) == CHANCE
    return rng.choice([outcome for outcome, _ in twin.odds(state)] if chance else twin.legal(state))


@pytest.mark.covers("G3")
def test_any_text_that_the_engine_reads_means_to_it_what_it_means_to_the_twin() -> None:
    rng, accepted, refused = random.Random(17), 0, 0
    while accepted < 400:
        options = temper.draw_options(rng)
        game = make(options)
        state = temper.opening(rng, options, temper.Temper.draw(rng))
        for _ in range(rng.randrange(60)):
            if twin.turn(state) != OVER:
                state = twin.play(state, anything(rng, state))
        for _ in range(40):
            letters = list(twin.text(state))
            place = rng.randrange(len(letters))
            letters[place] = rng.choice("0123456" if letters[place].isdigit() else "pftryb?-")
            line = "".join(letters)
            try:
                fast = game.parse(line)
            except GameError:
                refused += 1
                continue
            accepted += 1
            slow = twin.read(line, options)
            lockstep.compare(game, slow, fast, lockstep.Names())
            for _ in range(40):
                # Not read again: a text with marks that nobody can have made so far may lead to one that is refused.
                assert game.text(fast) == twin.text(slow)
                assert game.turn(fast) == twin.turn(slow)
                if twin.turn(slow) == OVER:
                    break
                action = anything(rng, slow)
                slow, fast = twin.play(slow, action), game.play(fast, action, NoDice())
    assert refused > accepted


# Faults


FAULTS = {
    # The sheet
    "a yellow box with another number": ("(1, PRINTED, 2, 4)", "(1, PRINTED, 2, 3)"),
    "columns paid in another order": ("(10, 14, 16, 20)", "(10, 16, 14, 20)"),
    "blue paid wrongly at the end": ("37, 46, 56)  # by", "37, 46, 55)  # by"),
    "green paid wrongly": ("(0, 1, 3, 6, 10, 15, 21, 28, 36,", "(0, 1, 3, 6, 10, 15, 21, 28, 35,"),
    "a green limit": ("GREEN_LIMITS = (1, 2, 3, 4, 5, 1,", "GREEN_LIMITS = (1, 2, 3, 4, 5, 2,"),
    "orange times two a box late": ("(1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3)", "(1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 3)"),
    "a bonus of yellow": ('(2, 3)], "gX")', '(2, 3)], "bX")'),
    "a bonus of blue": ('[5, 9], "RR"', '[5, 9], "+1"'),
    "a bonus of green": ('9: "p6", 10: "RR"}', '9: "p6", 11: "RR"}'),
    "a bonus of orange": ('6: "+1", 8: "FOX", 10: "p6"', '6: "RR", 8: "FOX", 10: "p6"'),
    "a bonus of purple": ('9: "gX", 10: "o6"', '9: "gX", 10: "p6"'),
    "a bonus of the rounds": ('3: "RR"}  # and', '3: "+1"}  # and'),
    "a free choice a round early": ("FREE_CHOICE_ROUND = 4", "FREE_CHOICE_ROUND = 5"),
    "five rounds for two": ("{1: 6, 2: 6,", "{1: 6, 2: 5,"),
    "four rounds for three": ("3: 5, 4: 4}  # by seats", "3: 4, 4: 4}  # by seats"),
    # What a die may be used for
    "white is not yellow": ('if die in "yw":', 'if die in "y":'),
    "white is not blue": ('if die in "bw" and', 'if die in "b" and'),
    "blue without white": ('return shown(state, "b") + shown(state, "w")', 'return 2 * shown(state, "b")'),
    "green beyond the limit": ("return face >= limit", "return face > limit"),
    "purple that repeats": ("shown(state, other) > last", "shown(state, other) >= last"),
    "purple that goes on after a 6": ("return last == 6 or any", "return any"),
    "the source's green": ("(4, 5), (5, 6)]", "(4, 5)]"),
    "the source's purple": ('if state.options.masks == "source" else [die]', "if state.options.thesis else [die]"),
    # Bonuses
    "columns before rows": ("for kind, source in earned:", "for kind, source in reversed(earned):"),
    "last in, first out": (
        "sheet.waiting.append((kind, source))",
        "sheet.waiting.insert(0, (kind, source))",
    ),
    "orange bonuses that are not multiplied": (
        "what * ORANGE_TIMES[len(sheet.orange)]",
        'what * (ORANGE_TIMES[len(sheet.orange)] if via == "die" else 1)',
    ),
    "bonuses kept for later": ("elif not is_possible(state, sheet, kind):", "elif False:"),
    "foxes of the strongest area": ("lowest = min(points", "lowest = max(points"),
    "foxes of areas that do not exist": ("for area in state.options.areas)\n", 'for area in "ybgop")\n'),
    "ties are shared at once": ("(score(state, seat), max(areas(sheet)))", "(score(state, seat), 0)"),
    # The active turn
    "equal dice on the tray": (
        "shown(state, die) < shown(state, name[0])",
        "shown(state, die) <= shown(state, name[0])",
    ),
    "higher dice on the tray": (
        "shown(state, die) < shown(state, name[0])",
        "shown(state, die) > shown(state, name[0])",
    ),
    "the last dice stay in the pool": ("if state.roll == ROLLS:", "if state.roll > ROLLS:"),
    "two rolls": ("ROLLS = 3", "ROLLS = 2"),
    "re-rolls of a subset": (
        'state.rerolls += 1\n        throw(state, state.dice("pool"))',
        'state.rerolls += 1\n        throw(state, state.dice("pool")[:-1])',
    ),
    "re-rolls for nothing": ("state.sheet.rerolls -= 1", "pass"),
    "passing beside a use": ('([] if usable else ["pass"])', '["pass"]'),
    "a re-roll count that goes on": ("state.roll + 1, 0", "state.roll + 1, state.rerolls"),
    # The +1 phase
    "a die twice": ("if die not in state.sheet.used])", "])"),
    "barred dice of the last phase": ("    state.sheet.used.clear()\n", ""),
    "+1 for nothing": ("state.sheet.plus_ones -= 1", "pass"),
    "no +1 after the passive pick": (
        'elif state.phase in ("plus", "pass"):\n        begin_plus(state, state.seat)',
        'elif state.phase == "pass":\n        end_plus(state)\n    elif state.phase == "plus":\n'
        "        begin_plus(state, state.seat)",
    ),
    "+1 moves dice": (
        "state.sheet.used.append(name[0])",
        "state.sheet.used.append(name[0])\n            move_dice(state, name)",
    ),
    # The passive turn
    "the highest dice on the tray": ("[size - 1]", "[-1]"),
    "ties by colour": ("return [die for die in pool if shown(state, die) == lowest]", "return pool[:1]"),
    "no declining": ('return [*passive_uses(state), "pass"]', 'return passive_uses(state) or ["pass"]'),
    "open fields beside the tray": ("if not usable and state.options.seats > 1", "if state.options.seats > 1"),
    "closed fields": ("if not usable and state.options.seats > 1", "if False"),
    "the active player picks last too": (
        "elif following != state.active:",
        "elif state.phase == 'plus' and following:",
    ),
    # The thesis
    "a last +1 in the thesis": (
        "if state.options.thesis and state.round == ROUNDS[1]:",
        "if state.options.thesis and state.round > ROUNDS[1]:",
    ),
    "an official tray in the thesis": (
        "    if state.options.thesis:\n        return pool",
        "    if False:\n        return pool",
    ),
    "another lot": ('LOTS = ("yX", "bX",', 'LOTS = ("bX", "yX",'),
    # The ladder
    "bonuses without bonuses": ('if state.options.bonuses == "off":', "if False:"),
    "a free choice without bonuses": (' and state.options.bonuses == "on"', ""),
    "blue boxes of a missing area": ('if "b" in state.options.areas and value', "if value"),
    # Names
    "text without what waits": ('"".join(kind[0] for kind, _ in sheet.waiting)', '""'),
    "an event for every re-roll": ("state.roll, state.rerolls, die)", "state.roll, die)"),
}


# Where a fault shows soonest, if not under any options.
WHERE = {
    "the source's green": Options(mode="thesis", masks="source"),
    "the source's purple": Options(mode="thesis"),
    "columns before rows": Options(),
    "last in, first out": Options(),
    "ties are shared at once": Options(seats=4, areas="gp", dice="gp", bonuses="off"),
    "another lot": Options(mode="thesis"),
    "five rounds for two": Options(seats=2),
    "four rounds for three": Options(seats=3),
    "the highest dice on the tray": Options(),
    "ties by colour": Options(),
}


def test_an_equal_engine_walks_in_step_to_the_end() -> None:
    tally = lockstep.walk(make_twin, range(30), seed=1)
    assert tally.games == sum(tally.specs.values()) == 30
    first, *_ = tally.lines()
    assert first == f"30 games, {tally.decisions} decisions, {tally.chances} chance turns: equal"


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_found(fault: str) -> None:
    rules, options = changed(twin, *FAULTS[fault]), WHERE.get(fault)
    for game in range(400):
        try:
            lockstep.walk(lambda options: TwinEngine(options, rules), [game], 3, options)
        except Difference as difference:
            message = str(difference)
            break
    else:
        pytest.fail("not found")
    assert "differs\n  twin: " in message or ": raised " in message
    again = f"again: python -m tests.games.clever.lockstep --seed 3 --first {game} --games 1"
    assert message.endswith(again if options is None else f"{again} --spec '{options.spec}'")
    assert lockstep.walk(make_twin, [game], 3, options).games == 1, "not because of the fault"


# Rules that these games of one seat cannot tell.
SILENT = {
    "five rounds for two",
    "four rounds for three",
    "the source's green",
    "the source's purple",
    "foxes of areas that do not exist",
    "ties are shared at once",
    "open fields beside the tray",
    "closed fields",
    "a last +1 in the thesis",
    "an official tray in the thesis",
    "another lot",
    "bonuses without bonuses",
    "a free choice without bonuses",
    "blue boxes of a missing area",
    "an event for every re-roll",
    "a re-roll count that goes on",
    "the active player picks last too",
}


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in SILENT])
def test_recorded_games_find_the_faults_of_one_seat(fault: str) -> None:
    engine = TwinEngine(rules=changed(twin, *FAULTS[fault]))
    for game in games(GAMES):
        try:
            if any(check(engine, game)):
                return
        except (AssertionError, IndexError):
            return  # a position that the twin itself cannot go on from
    pytest.fail("not found")


class Broken(TwinEngine):
    def play(self, state: Any, action: Any, dice: Any) -> Any:
        raise RuntimeError("out of order")


class InPlace(TwinEngine):
    """Writes over the position that it plays from."""

    def play(self, state: Any, action: Any, dice: Any) -> Any:
        after = super().play(state, action, dice)
        state.faces = after.faces
        return after


class Shifted(TwinEngine):
    def parse(self, text: str) -> Any:
        state = super().parse(text)
        state.sheets[0].rerolls += 1
        return state


class Nameless(TwinEngine):
    """Gives all chance events one name."""

    def event(self, state: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (Broken, "raised RuntimeError('out of order')"),
        (InPlace, "the position played from: differs"),
        (Shifted, "what is read from text: differs"),
        (Nameless, "event named 0: differs"),
    ],
)
def test_an_engine_that_fails_otherwise_is_named_too(engine: type[TwinEngine], message: str) -> None:
    with pytest.raises(Difference) as failure:
        lockstep.walk(engine, range(20), seed=3)
    assert message in str(failure.value)


def test_a_game_does_not_depend_on_the_slice_it_is_played_in() -> None:
    whole = lockstep.walk(make_twin, range(12), seed=2)
    parts = lockstep.walk(make_twin, range(5), seed=2)
    parts.add(lockstep.walk(make_twin, range(5, 12), seed=2))
    assert parts == whole


def make_broken(options: Options) -> TwinEngine:
    return Broken(options)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("engine", "options", "code", "message"),
    [
        ("engine:make", ["--games", "3"], 0, "3 games, "),
        ("test_lockstep:make_broken", ["--games", "1", "--first", "7"], 1, "game 7 of "),
    ],
)
def test_the_command_finds_the_engine_by_name_and_fails_on_a_difference(
    jobs: str, engine: str, options: list[str], code: int, message: str
) -> None:
    name = f"tests.games.clever.{engine}"
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.clever.lockstep", *options, "--jobs", jobs, "--engine", name],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert message in done.stdout + done.stderr
