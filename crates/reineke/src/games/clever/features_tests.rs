//! What the inputs of the value network tell, set by set, on positions made by hand; and what holds in every game.

use super::features::{INPUTS, WORDS, active, bits, layout};
use super::judge_tests::{clever, positions};
use super::sheet::Cross;
use super::state::Phase;
use super::*;
use crate::dice::{NoDice, Rng};
use crate::game::random_turn;

/// The inputs of a set that are on, counted from its first.
fn on(game: &Clever, state: &State, seat: usize, name: &str) -> Vec<usize> {
    let (_, first, count) = layout().find(|(what, _, _)| *what == name).unwrap();
    let bits = bits(game, state, seat);
    active(&bits).filter(|bit| (first..first + count).contains(bit)).map(|bit| bit - first).collect()
}

/// A set of inputs, a position made from the beginning of a solo game, and what is on.
type Case = (&'static str, fn(&mut State), &'static [usize]);

/// Every box of a bit in a mask, for orientation: yellow `3 6 5 | 2 1 5 | 1 2 4 | 3 4 6`, blue 2 to 12.
const SHEET: [Case; 39] = [
    ("yellow boxes", |_| {}, &[]),
    ("yellow boxes", |s| s.sheets[0].yellow = 1 << 4 | 1 << 11, &[4, 11]),
    ("crosses in each yellow row, column and the diagonal", |s| s.sheets[0].yellow = 0b111, &[0, 1, 2, 16, 20, 24, 32]),
    ("crosses in each yellow row, column and the diagonal", |s| s.sheets[0].yellow = 1 << 5 | 1 << 8, &[4, 8, 28, 29]),
    (
        "crosses in each yellow row, column and the diagonal",
        |s| s.sheets[0].yellow = 1 | 1 << 4 | 1 << 7 | 1 << 11,
        &[0, 4, 8, 12, 16, 20, 24, 28, 32, 33, 34, 35],
    ),
    ("blue boxes", |s| s.sheets[0].blue = 1 | 1 << 10, &[0, 10]),
    ("crosses in each blue row and column", |s| s.sheets[0].blue = 0b1111, &[0, 1, 2, 3, 11, 13, 16, 19]),
    ("crosses in each blue row and column", |s| s.sheets[0].blue = 0b1000_1000, &[3, 7, 11, 12]),
    ("crosses in each blue row and column", |s| s.sheets[0].blue = 1 << 6 | 1 << 10, &[3, 7, 19, 20]),
    ("blue crosses", |s| s.sheets[0].blue = 0b101, &[0, 1]),
    ("green crosses", |s| s.sheets[0].greens = 3, &[0, 1, 2]),
    ("orange numbers", |s| s.sheets[0].oranges = 2, &[0, 1]),
    ("purple numbers", |s| s.sheets[0].purples = 11, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ("last purple number", |_| {}, &[0]),
    ("last purple number", |s| s.sheets[0].last = 6, &[6]),
    ("orange points, in fours", |_| {}, &[]),
    ("orange points, in fours", |s| s.sheets[0].orange_sum = 1, &[0]),
    ("orange points, in fours", |s| s.sheets[0].orange_sum = 8, &[0, 1]),
    ("orange points, in fours", |s| s.sheets[0].orange_sum = 9, &[0, 1, 2]),
    ("purple points, in threes", |s| s.sheets[0].purple_sum = 6, &[0, 1]),
    ("purple points, in threes", |s| s.sheets[0].purple_sum = 7, &[0, 1, 2]),
    ("re-rolls held", |_| {}, &[0]),
    ("re-rolls held", |s| s.sheets[0].rerolls = 7, &[0, 1, 2, 3, 4, 5, 6]),
    ("+1 held", |_| {}, &[]),
    ("+1 held", |s| s.sheets[0].pluses = 2, &[0, 1]),
    ("foxes", |s| s.sheets[0].foxes = 5, &[0, 1, 2, 3, 4]),
    ("lowest area", |_| {}, &[0]),
    ("lowest area", |s| s.sheets[0].yellow = 0xfff, &[1]),
    ("lowest area", points, &[4]),
    ("points of the lowest area, in threes", |_| {}, &[]),
    ("points of the lowest area, in threes", points, &[0, 1, 2]),
    ("crosses waiting for yellow, for blue", |_| {}, &[]),
    ("crosses waiting for yellow, for blue", |s| wait(s, &[Cross::Yellow]), &[0]),
    ("crosses waiting for yellow, for blue", |s| wait(s, &[Cross::Blue]), &[2]),
    ("crosses waiting for yellow, for blue", |s| wait(s, &[Cross::Blue, Cross::Yellow, Cross::Yellow]), &[0, 1, 2]),
    ("yellow waits first", |_| {}, &[]),
    ("yellow waits first", |s| wait(s, &[Cross::Yellow, Cross::Blue]), &[0]),
    ("yellow waits first", |s| wait(s, &[Cross::Blue, Cross::Yellow]), &[]),
    ("round", |s| s.round = 6, &[5]),
];

/// Points 60, 56, 66, 20 and 7: purple is the lowest.
fn points(state: &mut State) {
    let sheet = &mut state.sheets[0];
    (sheet.yellow, sheet.blue, sheet.greens, sheet.orange_sum, sheet.purple_sum) = (0xfff, 0x7ff, 11, 20, 7);
}

fn wait(state: &mut State, crosses: &[Cross]) {
    for cross in crosses {
        state.sheets[0].wait(*cross);
    }
}

const DICE_AND_TURN: [Case; 32] = [
    ("own phase", |_| {}, &[0]),
    ("own phase", |s| s.phase = Phase::Plus, &[1]),
    ("own phase", |s| s.phase = Phase::Over, &[7]),
    ("somebody else's phase", |_| {}, &[]),
    ("somebody else's phase", |s| s.phase = Phase::Pass, &[]),
    ("roll", |_| {}, &[0]),
    ("roll", |s| s.roll = 3, &[2]),
    ("roll", |s| s.roll = 0, &[]),
    ("turns until the own turn", |_| {}, &[0]),
    ("the own passive pick of this turn is over", |_| {}, &[]),
    ("the own passive pick of this turn is over", |s| s.phase = Phase::Plus, &[]),
    ("beside the solo tray", |_| {}, &[]),
    ("beside the solo tray", |s| (s.tray, s.rest) = (7, 0x38), &[0]),
    ("dice in the air", |_| {}, &[0, 1, 2, 3, 4, 5]),
    ("dice in the air", |s| s.air = 0b10_0001, &[0, 5]),
    ("dice used for +1", |_| {}, &[]),
    ("dice used for +1", |s| s.sheets[0].used = 0b100, &[2]),
    ("faces of the dice that lie", |_| {}, &[]),
    ("faces of the dice that lie", |s| s.land([1, 2, 3, 4, 5, 6]), &[0, 7, 14, 21, 28, 35]),
    ("faces of the dice that lie", |s| s.set_face(5, 1), &[30]),
    ("dice on the tray", |_| {}, &[]),
    ("dice on the tray", |s| s.tray = 0b1010, &[1, 3]),
    ("lead of the best of the others, in tens from -60", |_| {}, &[]),
    ("lead of the best of the others, in tens from -60", |s| s.sheets[1].purple_sum = 60, &[]),
    ("seats, two to four; alone two", |_| {}, &[0]),
    ("turns of others to come in this round", |_| {}, &[0]),
    ("turns of others to come in this round", |s| s.phase = Phase::Lowest, &[]),
    ("turns of others to come in this round", |s| (s.phase, s.rest) = (Phase::Plus, 0x38), &[]),
    ("turns of others to come in this round", |s| s.phase = Phase::Plus, &[0]),
    ("the own turn of this round is to come", |_| {}, &[]),
    ("the own turn of this round is to come", |s| s.phase = Phase::Pass, &[]),
    ("the own turn of this round is to come", |s| s.phase = Phase::Four, &[0]),
];

#[test]
fn every_set_of_inputs_tells_what_its_name_says() {
    let game = clever(&[]);
    for (name, make, expected) in SHEET.iter().chain(&DICE_AND_TURN) {
        let mut state = game.start(&mut NoDice);
        make(&mut state);
        assert_eq!(on(&game, &state, 0, name), *expected, "{name}");
    }
    for (name, _, _) in layout() {
        let known = SHEET.iter().chain(&DICE_AND_TURN).filter(|(what, _, _)| *what == name).count();
        assert!(known > 0, "{name} has no position made by hand");
    }
}

#[test]
fn the_sets_lie_side_by_side_and_fill_the_inputs() {
    let mut next = 0;
    for (name, first, count) in layout() {
        assert_eq!(first, next, "{name}");
        next += count;
    }
    assert_eq!(next, INPUTS);
}

#[test]
fn everybody_sees_the_own_sheet_and_the_turn_from_his_seat() {
    let game = clever(&[("seats", "3")]);
    let mut state = game.start(&mut NoDice);
    (state.active, state.seat, state.phase) = (1, 2, Phase::Pass);
    state.sheets[2].greens = 2;
    state.sheets[1].used = 1;
    let all = |name| [0, 1, 2].map(|seat| on(&game, &state, seat, name));
    assert_eq!(all("green crosses"), [vec![], vec![], vec![0, 1]]);
    assert_eq!(all("dice used for +1"), [vec![], vec![0], vec![]]);
    assert_eq!(all("own phase"), [vec![], vec![], vec![4]]);
    assert_eq!(all("somebody else's phase"), [vec![4], vec![4], vec![]]);
    assert_eq!(all("turns until the own turn"), [[2], [0], [1]]);
}

#[test]
fn the_own_passive_pick_is_over_once_the_own_plus_phase_begins() {
    let game = clever(&[("seats", "3")]);
    let mut state = game.start(&mut NoDice);
    let passed = "the own passive pick of this turn is over";
    let over = |state: &State| [0, 1, 2].map(|seat| !on(&game, state, seat, passed).is_empty());
    state.active = 1;
    for (seat, phase, expected) in [
        (1, Phase::Roll, [false, false, false]),
        (1, Phase::Plus, [false, false, false]),
        (2, Phase::Pass, [false, false, false]),
        (2, Phase::Plus, [false, false, true]),
        (0, Phase::Pass, [false, false, true]),
        (0, Phase::Plus, [true, false, true]),
    ] {
        (state.seat, state.phase) = (seat, phase);
        assert_eq!(over(&state), expected, "{phase:?} of {seat}");
    }
}

#[test]
fn the_lead_of_the_others_is_told_in_tens() {
    let game = clever(&[("seats", "3")]);
    let mut state = game.start(&mut NoDice);
    let lead = |state: &State, seat| on(&game, state, seat, "lead of the best of the others, in tens from -60").len();
    assert_eq!(lead(&state, 0), 7, "even: at least -60, -50, … 0");
    state.sheets[1].purple_sum = 9;
    assert_eq!((lead(&state, 0), lead(&state, 1), lead(&state, 2)), (7, 6, 7));
    state.sheets[1].purple_sum = 10;
    assert_eq!((lead(&state, 0), lead(&state, 1), lead(&state, 2)), (8, 6, 8));
    state.sheets[2].orange_sum = 96;
    assert_eq!((lead(&state, 0), lead(&state, 1), lead(&state, 2)), (13, 13, 0));
}

#[test]
fn every_seat_sees_what_is_to_come_in_the_round() {
    let game = clever(&[("seats", "3")]);
    let mut state = game.start(&mut NoDice);
    let all = |state: &State| {
        [0, 1, 2].map(|seat| {
            let alone = alone::seat(&game, seat);
            // Alone at the same table, a seat sees the same.
            let mut own = State { seat: 0, ..*state };
            own.sheets[0] = state.sheets[seat];
            let seen = |game: &Clever, state: &State, seat: usize| {
                let others = on(game, state, seat, "turns of others to come in this round").len();
                (others, on(game, state, seat, "the own turn of this round is to come").len())
            };
            assert_eq!(seen(&game, state, seat), seen(&alone, &own, 0));
            assert_eq!(on(&game, state, seat, "seats, two to four; alone two"), [1]);
            seen(&game, state, seat)
        })
    };
    assert_eq!(all(&state), [(2, 0), (1, 1), (1, 1)]);
    state.active = 1;
    assert_eq!(all(&state), [(1, 0), (1, 0), (0, 1)]);
    state.active = 2;
    assert_eq!(all(&state), [(0, 0), (0, 0), (0, 0)]);
    (state.active, state.phase) = (0, Phase::Four);
    assert_eq!(all(&state), [(2, 1), (2, 1), (2, 1)]);
}

/// Sets in which exactly one input is on, or the lowest ones.
#[test]
fn in_every_position_of_random_games_the_inputs_keep_their_form() {
    let games = [
        clever(&[]),
        clever(&[("mode", "thesis"), ("masks", "source")]),
        clever(&[("seats", "2")]),
        clever(&[("seats", "4")]),
    ];
    let mut rng = Rng::new(1);
    for game in games {
        for _ in 0..20 {
            let mut state = game.start(&mut NoDice);
            while game.turn(&state) != Turn::Over {
                for seat in 0..game.seats {
                    let bits = bits(&game, &state, seat);
                    assert!(active(&bits).all(|bit| bit < INPUTS));
                    assert!(active(&bits).is_sorted() && active(&bits).count() < INPUTS / 2 + 30);
                    let on = |name| on(&game, &state, seat, name);
                    for name in ["last purple number", "lowest area", "round", "turns until the own turn"] {
                        assert_eq!(on(name).len(), 1, "{name}");
                    }
                    assert_eq!(on("own phase").len() + on("somebody else's phase").len(), 1);
                    for name in ["green crosses", "orange points, in fours", "purple points, in threes", "foxes"] {
                        let levels = on(name);
                        assert_eq!(levels, (0..levels.len()).collect::<Vec<_>>(), "{name}");
                    }
                    let faces = (0..DICE).filter(|die| state.face(*die) != 0).count();
                    assert_eq!(on("faces of the dice that lie").len(), faces);
                }
                random_turn(&game, &mut state, &mut rng);
            }
        }
    }
    assert_eq!(WORDS, INPUTS.div_ceil(64), "no word is empty");
}

/// Whatever changes what may be done or scored changes the inputs.
#[test]
fn positions_that_differ_in_what_matters_have_different_inputs() {
    type Change = (&'static str, fn(&mut State));
    let changes: [Change; 17] = [
        ("a yellow cross", |s| s.sheets[0].yellow ^= 1 << 3),
        ("a blue cross", |s| s.sheets[0].blue ^= 1 << 5),
        ("a green cross", |s| s.sheets[0].greens = (s.sheets[0].greens + 1) % 12),
        ("an orange number", |s| s.sheets[0].oranges = (s.sheets[0].oranges + 1) % 12),
        ("four orange points", |s| s.sheets[0].orange_sum = (s.sheets[0].orange_sum + 4) % 97),
        ("a purple number", |s| s.sheets[0].purples = (s.sheets[0].purples + 1) % 12),
        ("three purple points", |s| s.sheets[0].purple_sum = (s.sheets[0].purple_sum + 3) % 67),
        ("the last purple number", |s| s.sheets[0].last = (s.sheets[0].last + 1) % 7),
        ("a re-roll", |s| s.sheets[0].rerolls = (s.sheets[0].rerolls + 1) % 8),
        ("a +1", |s| s.sheets[0].pluses = (s.sheets[0].pluses + 1) % 8),
        ("a fox", |s| s.sheets[0].foxes = (s.sheets[0].foxes + 1) % 6),
        ("a die used for +1", |s| s.sheets[0].used ^= 1 << 2),
        ("a face", |s| s.set_face(4, s.face(4) % 6 + 1)),
        ("a die on the tray", |s| s.tray ^= 1 << 1),
        ("a die in the air", |s| s.air ^= 1 << 5),
        ("the round", |s| s.round = s.round % 6 + 1),
        ("the roll", |s| s.roll = (s.roll + 1) % 4),
    ];
    let game = clever(&[]);
    for (state, seat) in positions(&game, 2, 20) {
        for (what, change) in changes {
            let mut other = state;
            change(&mut other);
            assert_ne!(bits(&game, &state, seat), bits(&game, &other, seat), "{what}");
        }
    }
}
