//! What scores are worth to somebody who wants to win, by networks made by hand.

use super::alone;
use super::judge::{Judge, Scratch, Stakes, settle};
use super::judge_tests::{clever, judge, network, positions, random};
use super::odds::{Aim, LOWEST, RUNGS, Reach, STEP, certain, short};
use super::player::Player;
use super::*;
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{NoDice, Rng};
use crate::game::View;
use crate::models;
use crate::net::Net;
use crate::search::Searcher;
use std::sync::Arc;

const STAKES: Stakes = Stakes { points: 0.002, early: 0.0, doubt: 0.0 };

fn win(others: &[Reach]) -> Aim {
    Aim::win(others, STAKES.points)
}

/// An S-curve around a score; the narrower, the surer.
fn around(score: f32, width: f32) -> Reach {
    std::array::from_fn(|rung| 1.0 / (1.0 + ((LOWEST + STEP * rung as f32 - score) / width).exp()))
}

/// A network of the solo game: scores around 200, surely; a second re-roll makes them unsure, five greens bring 60 points,
/// five oranges cost as many.
fn daring_net() -> Net {
    let first = |name: &str| features::layout().find(|(what, _, _)| *what == name).unwrap().1;
    let mut weights = vec![0.0; features::INPUTS * RUNGS];
    let below: Vec<f32> = (0..RUNGS).map(|rung| (200.0 - LOWEST - STEP * rung as f32) / 5.0).collect();
    for (rung, below) in below.iter().enumerate() {
        weights[(first("re-rolls held") + 1) * RUNGS + rung] = -0.8 * below;
        weights[(first("green crosses") + 4) * RUNGS + rung] = 60.0 / 5.0;
        weights[(first("orange numbers") + 4) * RUNGS + rung] = -60.0 / 5.0;
    }
    network("clever", 1, features::INPUTS, "odds", &[(weights, below)])
}

fn daring() -> Judge {
    judge(&clever(&[]), vec![daring_net()])
}

/// A player by that network among several.
fn player(name: &str, game: &Clever, rolls: &str) -> Player {
    models::put(name, daring_net());
    let options = [("model", name), ("solo", "on"), ("rolls", rolls), ("doubt", "0"), ("early", "0")];
    let options = options.map(|(key, value)| (key.to_string(), value.to_string()));
    Player::from_options(&mut Options::new(options), game, 1).unwrap()
}

fn decide(player: &mut Player, game: &Clever, state: &State, seat: usize) -> Decision {
    player.decide(game, &View::of(game, state, seat), &mut Control::endless(), &mut |_| {})
}

#[test]
fn points_are_worth_themselves() {
    let aim = Aim::points();
    for score in [95, 100, 103, 228, 340] {
        assert!((aim.of(score) - f32::from(score)).abs() < 1e-3, "{score}: {}", aim.of(score));
        assert!((aim.expected(&certain(score)) - f32::from(score)).abs() < 1e-3, "{score}");
    }
    assert!((aim.expected(&around(233.0, 8.0)) - 233.0).abs() < 0.1);
}

#[test]
fn a_win_is_as_likely_as_all_others_are_below() {
    let one = win(&[certain(200)]);
    assert!(one.of(150) < 0.002 && (one.of(200) - 0.5).abs() < 0.002 && one.of(250) > 0.998);
    let even = win(&[around(230.0, 15.0)]);
    assert!((even.expected(&around(230.0, 15.0)) - 0.5).abs() < 0.005);
    let [near, far] = [around(230.0, 15.0), around(180.0, 5.0)];
    let [both, two] = [win(&[near, far]), win(&[near, near])];
    for score in [180, 200, 230, 260] {
        assert!((both.of(score) - even.of(score) * win(&[far]).of(score)).abs() < 0.004, "{score}");
        assert!((two.of(score) - even.of(score).powi(2)).abs() < 0.004, "{score}");
    }
}

#[test]
fn more_points_are_never_worth_less() {
    for aim in [Aim::points(), win(&[around(150.0, 3.0)]), win(&[certain(290), around(200.0, 30.0)])] {
        assert!((90..360).all(|score| aim.of(score) <= aim.of(score + 1)));
        assert!((95..340).all(|score| aim.of(score) < aim.of(score + 10)), "what hardly matters still counts");
    }
}

#[test]
fn doubt_spreads_the_others_towards_lower_scores() {
    let sure = around(240.0, 2.0);
    assert!(short(&sure, 0.0).iter().zip(sure).all(|(same, sure)| (same - sure).abs() < 1e-5));
    let doubted = short(&sure, 80.0);
    for (score, wanted) in [(150, 1.0), (170, 0.8), (190, 0.6), (210, 0.4), (230, 0.2), (250, 0.0)] {
        let rung = usize::from((score - 100) as u8) / 10;
        assert!((doubted[rung] - wanted).abs() < 0.02, "{score}: {}", doubted[rung]);
    }
}

#[test]
fn ahead_the_safe_position_is_better_and_behind_the_bold_one() {
    let (game, solo, mut scratch) = (clever(&[("seats", "2")]), clever(&[]), Scratch::default());
    let mut judge = daring();
    let mut values = |greens: u8, oranges: u8| {
        let mut state = game.start(&mut NoDice);
        (state.sheets[1].greens, state.sheets[1].oranges) = (greens, oranges);
        judge.aim_at_win(&game, &state, STAKES, &mut scratch);
        [1, 2].map(|rerolls| {
            state.sheets[0].rerolls = rerolls;
            judge.value(&solo, &alone::position(&game, &solo, &state), 0, &mut scratch)
        })
    };
    let [[safe, bold], [sure, wild]] = [values(0, 5), values(5, 0)];
    assert!(safe > 0.98 && bold < 0.95, "ahead: {safe}, {bold}");
    assert!(sure < 0.02 && wild > 0.05, "behind: {sure}, {wild}");
}

#[test]
fn ahead_it_plays_the_safe_action_and_behind_the_bold_one() {
    let game = clever(&[("seats", "2")]);
    let mut player = player("safe and bold", &game, "0");
    let dice = "3p/5p/1p/6p/2p/4p";
    let mut action = |greens: u8, oranges: u8| {
        let empty = "000000000000|00000000000|0|||1+0+0||";
        let mut state = game.parse(&format!("1.0.roll1 {dice} {empty} {empty}")).unwrap();
        (state.sheets[1].greens, state.sheets[1].oranges) = (greens, oranges);
        state.sheets[0].rerolls = 2;
        decide(&mut player, &game, &state, 0).action
    };
    // A re-roll gives up what makes scores unsure.
    assert_eq!(action(0, 5), REROLL);
    assert_ne!(action(5, 0), REROLL);
}

#[test]
fn whole_games_are_played_for_the_win() {
    for seats in 2..=4 {
        let game = clever(&[("seats", &seats.to_string())]);
        let mut player = player("whole games for the win", &game, "2");
        let (mut state, mut rng) = (game.start(&mut NoDice), Rng::new(9));
        loop {
            settle(&game, &mut state, &mut rng);
            let Turn::Seat(seat) = game.turn(&state) else { break };
            let decision = decide(&mut player, &game, &state, seat);
            assert!(game.allowed(&state, seat, decision.action), "{}", game.text(&state));
            assert!((0.0..=1.0).contains(&decision.value), "{}", decision.value);
            game.apply(&mut state, decision.action, &mut NoDice);
        }
    }
}

#[test]
fn alone_and_among_value_networks_nothing_changes() {
    let (game, solo, mut scratch) = (clever(&[("seats", "2")]), clever(&[]), Scratch::default());
    let mut state = game.start(&mut NoDice);
    let position = alone::position(&game, &solo, &state);
    state.sheets[1].greens = 11;
    let mut plain = judge(&solo, vec![random(&solo, 1)]);
    let before = plain.value(&solo, &position, 0, &mut scratch);
    plain.aim_at_win(&game, &state, STAKES, &mut scratch);
    assert_eq!(plain.value(&solo, &position, 0, &mut scratch), before);
    assert!((daring().value(&solo, &position, 0, &mut scratch) - 200.0).abs() < 0.5, "points, where nobody else plays");
}

#[test]
fn the_own_score_of_a_finished_game_is_weighed_exactly() {
    let (game, solo, mut scratch) = (clever(&[("seats", "2")]), clever(&[]), Scratch::default());
    let (mut judge, mut state) = (daring(), solo.start(&mut NoDice));
    solo.play_out(&mut state, &mut Rng::new(4));
    assert_eq!(judge.value(&solo, &state, 0, &mut scratch), f32::from(solo.score(&state, 0)).max(LOWEST - STEP));
    judge.aim_at_win(&game, &game.start(&mut NoDice), STAKES, &mut scratch);
    assert!(judge.value(&solo, &state, 0, &mut scratch) < 0.01, "{} against about 200", solo.score(&state, 0));
}

#[test]
fn early_on_points_may_count_and_at_last_the_win() {
    let (game, solo, mut scratch) = (clever(&[("seats", "2")]), clever(&[]), Scratch::default());
    let mut judge = daring();
    // By how much safety is better for somebody ahead; the points are the same.
    let mut gap = |round: u8, early: f32| {
        let mut state = State { round, ..game.start(&mut NoDice) };
        state.sheets[1].oranges = 5;
        judge.aim_at_win(&game, &state, Stakes { early, ..STAKES }, &mut scratch);
        let [safe, bold] = [1, 2].map(|rerolls| {
            state.sheets[0].rerolls = rerolls;
            judge.value(&solo, &alone::position(&game, &solo, &state), 0, &mut scratch)
        });
        safe - bold
    };
    assert!(gap(1, 1.0) < 0.3 * gap(1, 0.0), "{} and {}", gap(1, 1.0), gap(1, 0.0));
    assert!(gap(6, 1.0) > 0.9 * gap(6, 0.0), "{} and {}", gap(6, 1.0), gap(6, 0.0));
}

#[test]
fn what_is_near_the_best_is_told_by_points_or_by_odds() {
    let (game, mut scratch) = (clever(&[("seats", "2")]), Scratch::default());
    let mut judge = daring();
    assert!(judge.near(195.0, 200.0, 5.0) && !judge.near(194.0, 200.0, 5.0));
    judge.aim_at_win(&game, &game.start(&mut NoDice), STAKES, &mut scratch);
    assert!(judge.near(0.46, 0.5, 5.0) && !judge.near(0.44, 0.5, 5.0));
    assert!(judge.near(0.989, 0.99, 5.0) && !judge.near(0.985, 0.99, 5.0), "few losses or twice as many");
}

#[test]
fn networks_of_another_ladder_or_kind_are_refused() {
    let solo = clever(&[]);
    let inputs = features::INPUTS;
    let odds = |rungs: usize| network("clever", 1, inputs, "odds", &[(vec![0.0; inputs * rungs], vec![0.0; rungs])]);
    let refused = |nets: Vec<Net>| Judge::new(nets.into_iter().map(Arc::new).collect(), &solo).err().unwrap();
    assert_eq!(refused(vec![odds(3)]), format!("the network tells the odds of 3 scores, {RUNGS} are wanted"));
    let mixed = "networks that tell scores and such that tell odds do not mix";
    assert_eq!(refused(vec![odds(RUNGS), random(&solo, 1)]), mixed);
    assert_eq!(refused(vec![random(&solo, 1), odds(RUNGS)]), mixed);
}

#[test]
fn whoever_waits_has_the_dice_to_come_that_the_game_still_brings() {
    for seats in 2..=4 {
        let game = clever(&[("seats", &seats.to_string())]);
        let solo = alone::game(&game);
        for (state, seat) in positions(&game, 3, 20) {
            for other in (0..seats).filter(|other| *other != seat) {
                let Some(waiting) = alone::waiting(&game, &solo, &state, other) else {
                    assert!(state.round == game.rounds() && usize::from(state.active) + 1 == seats);
                    continue;
                };
                let dice = waiting.iter().map(|(solo, weight)| {
                    assert_eq!(solo.sheets[0], state.sheets[other]);
                    assert!(solo.air != 0 && (0.0..=1.0).contains(weight));
                    weight * (4.0 * f32::from(6 - solo.round) + if solo.phase == Phase::Roll { 4.0 } else { 1.0 })
                });
                let dice: f32 = dice.sum();
                assert!(
                    (dice - to_come(&game, &state, other).min(24.0)).abs() < 1e-3,
                    "{}: {other}",
                    game.text(&state)
                );
            }
        }
    }
}

/// The dice that a seat that is not to move will take: three in every own turn, one in every other's.
fn to_come(game: &Clever, state: &State, seat: usize) -> f32 {
    let mut dice = 0;
    for round in usize::from(state.round)..=usize::from(game.rounds()) {
        for active in 0..game.seats {
            let now = (round, active) == (usize::from(state.round), usize::from(state.active));
            let past = (round, active) < (usize::from(state.round), usize::from(state.active));
            let after = |seat: usize| (seat + game.seats - active) % game.seats;
            let taken = state.phase != Phase::Four && after(seat) < after(usize::from(state.seat));
            dice += match () {
                () if past || (now && taken) => 0,
                () if active == seat => 3,
                () => 1,
            };
        }
    }
    dice as f32
}
