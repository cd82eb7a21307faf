use super::*;
use crate::dice::NoDice;
use crate::games::contract;

fn rps(rock: &str) -> RockPaperScissors {
    RockPaperScissors::from_options(&mut Options::new([("rock".to_string(), rock.to_string())])).unwrap()
}

fn outcomes(game: &RockPaperScissors) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    for first in 0..3 {
        for second in 0..3 {
            let mut state = game.start(&mut NoDice);
            game.apply_joint(&mut state, &[first, second], &mut NoDice);
            let values = game.outcome(&state);
            all.push((values[0], values[1]));
        }
    }
    all
}

#[test]
fn the_contract_holds() {
    contract::check(&rps("1"), 1, 100);
    contract::check(&rps("2"), 2, 100);
}

#[test]
fn paper_beats_rock_beats_scissors_beats_paper() {
    let first: Vec<f64> = outcomes(&rps("1")).into_iter().map(|(first, _)| first).collect();
    assert_eq!(first, [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0]);
}

#[test]
fn a_win_with_rock_counts_what_the_option_says_and_every_outcome_sums_to_zero() {
    let all = outcomes(&rps("2"));
    assert!(all.iter().all(|(first, second)| first + second == 0.0));
    let first: Vec<f64> = all.into_iter().map(|(first, _)| first).collect();
    assert_eq!(first, [0.0, -1.0, 2.0, 1.0, 0.0, -1.0, -2.0, 1.0, 0.0]);
    assert_eq!(rps("2").range(), (-2.0, 2.0));
}

#[test]
fn the_biased_game_is_balanced_by_a_quarter_rock_half_paper_a_quarter_scissors() {
    let all = outcomes(&rps("2"));
    let mix = [0.25, 0.5, 0.25];
    for own in 0..3 {
        let worth: f64 = (0..3).map(|other| mix[other] * all[own * 3 + other].0).sum();
        assert_eq!(worth, 0.0, "{}", NAMES[own]);
    }
}

#[test]
fn the_spec_names_what_is_not_the_default() {
    assert_eq!(rps("1").spec(), "rps");
    assert_eq!(rps("2").spec(), "rps(rock=2)");
}

#[test]
fn features_are_seen_from_the_seat() {
    let game = rps("1");
    let of = |text, seat| {
        let mut out = [9.0; 7];
        game.features(&game.parse(text).unwrap(), seat, &mut out);
        out
    };
    assert_eq!(of("?", 0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(of("rock scissors", 0), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(of("rock scissors", 1), [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn impossible_positions_are_refused() {
    for text in ["", "rock", "rock ?", "rock paper paper", "rock  paper", "lizard rock"] {
        assert_eq!(rps("1").parse(text).unwrap_err(), "not a position of rps, such as ? or rock paper", "{text:?}");
    }
}
