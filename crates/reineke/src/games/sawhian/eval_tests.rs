//! The evaluations on hand-made positions, and "lanes" against the sum that a learner gathers.

use super::patterns::CODES;
use super::tests::{PASS, SERVER, after, player_1_stuck, position, random_play};
use super::*;
use crate::dice::{NoDice, Rng};
use crate::eval::Evaluator;
use safetensors::tensor::{Dtype, TensorView, serialize};
use std::collections::HashMap;

const SEED: SeedEval = SeedEval { weights: SEED_WEIGHTS, crowding: Crowding::Source, blocked: Blocked::Tuple };

fn with(weights: [f64; 4]) -> SeedEval {
    SeedEval { weights, ..SEED }
}

fn scratch<E: Evaluator<Sawhian>>(eval: &E, state: &State) -> Values {
    crate::eval::judge(&SERVER, eval, &eval.start(&SERVER, state), state)
}

fn turned(values: Values, turns: usize) -> Values {
    std::array::from_fn(|seat| if seat < SEATS { values[(seat + SEATS - turns) % SEATS] } else { 0.0 })
}

// covers: W19
#[test]
fn progress_counts_rows_from_the_own_edge_and_eight_for_a_stone_that_left() {
    let state = position(["d1 d7", "a3", "c7 e1", "g1 f1"], [0, 2, 0, 0], 0);
    assert_eq!(with([1.0, 0.0, 0.0, 0.0]).scores(&state), [8.0, 17.0, 8.0, 3.0]);
}

// covers: W19
#[test]
fn hand_and_points_count_stones() {
    let state = position(["d1 d7", "a3", "", ""], [0, 2, 0, 0], 0);
    assert_eq!(with([0.0, 1.0, 0.0, 0.0]).scores(&state), [5.0, 4.0, 7.0, 7.0]);
    assert_eq!(with([0.0, 0.0, 1.0, 0.0]).scores(&state), [0.0, 2.0, 0.0, 0.0]);
}

// covers: W19
#[test]
fn crowding_looks_at_the_cell_in_front_for_the_player_before_and_player_0_for_nobody() {
    let eval = with([0.0, 0.0, 0.0, 1.0]);
    // Ahead of player 0: player 1 (b2), own (d3), empty (d4, f3), off the board. Of player 1: player 0 (b1), own (b2).
    // Of player 2: player 1 (d6). Of player 3: player 2 (e4).
    let state = position(["b1 d2 d3 f2 g7", "a1 a2 b2 d6", "d7 e4", "g5 f4"], [0; 4], 0);
    assert_eq!(eval.scores(&state), [2.0, 1.0, 1.0, 1.0]);
    let fixed = SeedEval { crowding: Crowding::Fixed, ..eval };
    assert_eq!(fixed.scores(&state), [1.0, 1.0, 0.0, 0.0]);
}

// covers: W10
#[test]
fn the_four_components_have_no_mean_and_equal_standings_are_zero() {
    for (state, _) in random_play(SERVER, 0..10) {
        let values = SEED.value(&SERVER, &(), &state);
        assert!(values.iter().sum::<f64>().abs() < 1e-6);
    }
    let fixed = SeedEval { crowding: Crowding::Fixed, ..SEED };
    for state in [State::START, position(["d3", "c4", "d5", "e4"], [1; 4], 0)] {
        assert_eq!(fixed.value(&SERVER, &(), &state), [0.0; 6]);
    }
}

// covers: W11
#[test]
fn a_finished_game_is_all_or_nothing_and_a_shared_win_is_zero() {
    let over = |points: [u8; 4], alive: u8| State { alive, mover: 4, ..position([""; 4], points, 0) };
    assert_eq!(SEED.result(&SERVER, &over([3, 7, 1, 0], 15)), [-MAX, MAX, -MAX, -MAX, 0.0, 0.0]);
    assert_eq!(SEED.result(&SERVER, &over([3, 5, 1, 0], 0)), [-MAX, MAX, -MAX, -MAX, 0.0, 0.0]);
    assert_eq!(SEED.result(&SERVER, &over([3, 3, 1, 0], 0)), [0.0, 0.0, -MAX, -MAX, 0.0, 0.0]);
    assert_eq!(SEED.result(&SERVER, &over([2, 2, 2, 2], 0)), [0.0; 6]);
    assert_eq!(SEED.result(&PASS, &over([3, 5, 1, 0], 15)), [0.0; 6], "everybody draws in pass mode");
}

#[test]
fn blocking_the_next_player_settles_a_line_unless_it_wins() {
    let before = player_1_stuck();
    let tuple = Some([0.0, -MAX, 0.0, 0.0, 0.0, 0.0]);
    for game in [SERVER, PASS] {
        let next = after(game, &before, "g1");
        assert_eq!(SEED.settle(&game, &before, &next), tuple);
        assert_eq!(SeedEval { blocked: Blocked::Play, ..SEED }.settle(&game, &before, &next), None);
    }
    let free = State { mover: 2, ..before };
    assert_eq!(SEED.settle(&SERVER, &free, &after(SERVER, &free, "g7")), None, "player 3 has moves");
    let mut winning = State { points: [6, 1, 0, 0], hand: [0, 0, 1, 7], ..before };
    winning.stones[0] = 1 << super::tests::cell("g7");
    assert_eq!(SEED.settle(&SERVER, &winning, &after(SERVER, &winning, "g7")), None);
    let mut gone = before;
    SERVER.eliminate(&mut gone, 1);
    assert_eq!(SEED.settle(&SERVER, &gone, &after(SERVER, &gone, "g1")), None, "he was out before");
}

#[test]
fn dephiloper_scores_six_features_against_the_field() {
    let one = |index: usize| {
        let mut weights = [0.0; 6];
        weights[index] = 1.0;
        Dephiloper { weights }
    };
    let mut state = position(["d2 d3", "d4 e4", "", ""], [1, 0, 0, 0], 0);
    SERVER.eliminate(&mut state, 3);
    // Player 0: 5 rows, 1 point, d3 jumps d4, d2 is blocked. Player 1: 9 rows, d4 blocked by e4.
    let scores = [
        [5.0, 9.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0, 0.0],
        [0.0; 4],
        [0.0, 0.0, 0.0, 1.0],
        [1.0, 1.0, 0.0, 0.0],
    ];
    for (index, r) in scores.into_iter().enumerate() {
        let best = |i: usize| (0..4).filter(|j| *j != i).map(|j| r[j]).fold(f64::MIN, f64::max);
        let expected: Vec<f64> = (0..4).map(|i| r[i] - (best(i) + r.iter().sum::<f64>() - r[i]) / 4.0).collect();
        assert_eq!(scratch(&one(index), &state)[..4], expected, "feature {index}");
    }
    let won = State { mover: 4, ..position([""; 4], [7, 0, 0, 0], 0) };
    assert_eq!(scratch(&one(3), &won), [1.0, -0.5, -0.5, -0.5, 0.0, 0.0]);
}

/// Tables of random numbers, in the layout of the file.
fn random_tables(seed: u64) -> (Vec<i16>, Vec<i16>) {
    let mut rng = Rng::new(seed);
    let mut numbers = |count: usize| (0..count).map(|_| rng.roll(801) as i16 - 400).collect();
    (numbers(LINES * CODES), numbers(SCALARS))
}

// covers: W20
#[test]
fn a_sum_kept_along_the_game_equals_one_taken_afresh() {
    let (lanes, scalars) = random_tables(1);
    let eval = Lanes::from_raw(&lanes, &scalars).unwrap();
    for game in [SERVER, PASS] {
        for (mut state, chosen) in random_play(game, 0..20) {
            let (before, memo) = (state, eval.start(&game, &state));
            game.apply(&mut state, chosen as Action, &mut NoDice);
            assert_eq!(eval.step(&game, &memo, &before, &state), eval.start(&game, &state));
            let mut skipped = before;
            game.skip(&mut skipped);
            assert_eq!(eval.step(&game, &memo, &before, &skipped), memo, "nothing moved");
        }
    }
}

#[test]
fn what_a_learner_gathers_adds_up_to_the_logits() {
    let (lanes, mut scalars) = random_tables(2);
    for mobility in [true, false] {
        if !mobility {
            scalars[276..].fill(0);
        }
        let eval = Lanes::from_raw(&lanes, &scalars).unwrap();
        for (state, _) in random_play(SERVER, 0..10) {
            let mut indices = [0; SEATS * INDICES];
            Lanes::indices(&state, &mut indices);
            let gathered: Vec<i32> = indices
                .chunks(INDICES)
                .map(|of_player| {
                    let (lines, rest) = of_player.split_at(LINES);
                    let lines = lines.iter().map(|index| i32::from(lanes[*index as usize])).sum::<i32>();
                    lines + rest.iter().map(|index| i32::from(scalars[*index as usize])).sum::<i32>()
                })
                .collect();
            let logits = eval.logits(&eval.start(&SERVER, &state), &state);
            assert_eq!(logits.to_vec(), gathered.iter().map(|logit| logit - gathered[0]).collect::<Vec<_>>());
            let weights: Vec<f64> = gathered.iter().map(|logit| (f64::from(*logit) / f64::from(UNITS)).exp()).collect();
            let values = scratch(&eval, &state);
            for (value, weight) in values.iter().zip(&weights) {
                assert!((value - weight / weights.iter().sum::<f64>()).abs() < 1e-12);
            }
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn turning_the_board_and_the_players_turns_the_values() {
    let (lanes, scalars) = random_tables(3);
    let eval = Lanes::from_raw(&lanes, &scalars).unwrap();
    let fixed = SeedEval { crowding: Crowding::Fixed, ..SEED };
    for (state, _) in random_play(SERVER, 0..10) {
        for turns in 1..SEATS {
            let image = rotate(&state, turns);
            assert_eq!(scratch(&eval, &image), turned(scratch(&eval, &state), turns));
            assert_eq!(scratch(&Dephiloper::default(), &image), turned(scratch(&Dephiloper::default(), &state), turns));
            let (there, here) = (scratch(&fixed, &image), turned(scratch(&fixed, &state), turns));
            assert!(there.iter().zip(here).all(|(a, b)| (a - b).abs() < 1e-9), "the mean is taken in another order");
        }
    }
}

fn file(lanes: &[i16], shape: [usize; 3], scalars: &[i16], version: &str) -> Vec<u8> {
    let bytes = |numbers: &[i16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let (lanes, count, scalars) = (bytes(lanes), scalars.len(), bytes(scalars));
    let tensors = [
        ("lanes", TensorView::new(Dtype::I16, shape.to_vec(), &lanes).unwrap()),
        ("scalars", TensorView::new(Dtype::I16, vec![count], &scalars).unwrap()),
    ];
    let about = [("format", "reineke-sawhian-lanes"), ("version", version), ("units", "1024")];
    let about: HashMap<String, String> = about.map(|(key, value)| (key.to_string(), value.to_string())).into();
    serialize(tensors, Some(about)).unwrap()
}

#[test]
fn tables_come_from_a_file_and_wrong_ones_are_refused_by_name() {
    let (lanes, scalars) = random_tables(4);
    let read = Lanes::from_safetensors(&file(&lanes, [2, 7, CODES], &scalars, "1")).unwrap();
    let made = Lanes::from_raw(&lanes, &scalars).unwrap();
    for (state, _) in random_play(SERVER, 0..2) {
        assert_eq!(scratch(&read, &state), scratch(&made, &state));
    }
    let error = |bytes: &[u8]| Lanes::from_safetensors(bytes).err().unwrap();
    let flat = error(&file(&lanes, [1, 14, CODES], &scalars, "1"));
    assert_eq!(flat, "tensor lanes: expected I16 [2, 7, 78125], found I16 [1, 14, 78125]");
    let short = error(&file(&lanes, [2, 7, CODES], &scalars[1..], "1"));
    assert_eq!(short, "tensor scalars: expected I16 [332], found I16 [331]");
    let newer = error(&file(&lanes, [2, 7, CODES], &scalars, "2"));
    assert_eq!(newer, "metadata version: expected 1, found 2");
    assert!(error(b"nothing").starts_with("not a safetensors file"));
    let huge = vec![i16::MAX; LINES * CODES];
    let too_much = Lanes::from_raw(&huge, &[i16::MIN; SCALARS]).err().unwrap();
    assert_eq!(too_much, "lanes and scalars: logits may reach 671, at most 511 is allowed");
}
