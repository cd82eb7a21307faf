//! The measures of beliefs, on a small scale.

use super::game::Gen1;
use super::rejection::{Shown, accepted};
use super::study::{chosen, score};
use crate::dice::{Dice, Rng};
use crate::game::{Actions, Game, Turn};

/// A battle of choices at random.
fn played(seed: u64) -> super::game::State {
    let (game, mut rng) = (Gen1, Rng::new(seed));
    let mut state = game.start(&mut rng);
    loop {
        let pick = |state: &super::game::State, seat: usize, rng: &mut Rng| {
            let mut legal = Actions::new();
            game.legal(state, seat, &mut legal);
            legal[rng.roll(legal.len() as u32) as usize]
        };
        match game.turn(&state) {
            Turn::Over => return state,
            Turn::Seat(seat) => {
                let action = pick(&state, seat, &mut rng);
                game.apply(&mut state, action, &mut rng);
            }
            _ => {
                let actions = [0, 1].map(|seat| pick(&state, seat, &mut rng));
                game.apply_joint(&mut state, &actions, &mut rng);
            }
        }
    }
}

#[test]
// covers: T6
fn no_truth_is_ruled_out_in_fresh_battles() {
    for seed in 0..30 {
        let state = played(seed);
        let found = score(&state);
        assert_eq!(found["turns"], state.battle.turn);
        for seat in found["seats"].as_array().expect("two seats") {
            assert_eq!(seat["ruled_out"], serde_json::json!([0, 0, 0]), "seed {seed}");
            assert!(seat["looked"][0].as_u64() > Some(20));
            let open: u64 = seat["turns"].as_array().expect("turns").iter().filter_map(|turn| turn[0].as_u64()).sum();
            assert_eq!(Some(open), seat["open"].as_u64());
        }
    }
}

#[test]
fn choices_are_found_with_their_options() {
    let found = chosen(&played(3));
    assert!(found.len() > 20);
    for one in &found {
        assert!((2..=5).contains(&one.options.len()) && one.taken < one.options.len(), "{one:?}");
    }
    assert!(found.iter().any(|one| one.taken + 1 == one.options.len()), "somebody switches");
}

#[test]
// covers: T7
fn the_generators_teams_have_sets_as_often_as_the_exact_odds_say() {
    let shown: Vec<Shown> = (0..24).map(|number| Shown::draw(number, 5)).filter(|one| one.members.len() < 3).collect();
    let mut compared = 0;
    for (number, one) in shown.iter().enumerate() {
        let (drawn, found) = accepted(one, 300, 20_000, number as u64);
        assert!(drawn >= found.count && (found.count >= 300 || drawn == 20_000));
        let believed = one.believed(10, 3);
        assert_eq!(believed.count, 10);
        for (index, counts) in found.kits.iter().enumerate() {
            for ((_, odds), count) in one.belief().posterior(index).iter().zip(counts) {
                let all = found.count as f64;
                let deviation = (odds * (1.0 - odds) * all).sqrt();
                assert!((*count as f64 - odds * all).abs() <= 4.5 * deviation + 1e-6, "{count} of {all}, not {odds}");
                compared += usize::from(deviation > 1.0);
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
// covers: T7
fn the_generators_teams_have_members_as_often_as_the_belief_draws_them() {
    const TEAMS: u64 = 40_000;
    // Butterfree leads, Machamp is somewhere behind it; each has shown a move.
    let shown = Shown::draw(3, 9);
    assert_eq!(shown.members.len(), 2);
    let (found, drawn) = (accepted(&shown, TEAMS, 60 * TEAMS, 1).1, shown.believed(TEAMS as usize, 2));
    assert_eq!((found.count, drawn.count), (TEAMS, TEAMS));
    let squares: Vec<f64> = found
        .species
        .iter()
        .zip(&drawn.species)
        .filter(|(there, here)| *there + *here > 100)
        .map(|(there, here)| (*there as f64 - *here as f64).powi(2) / (*there + *here) as f64)
        .collect();
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    assert!(squares.len() > 120 && mean < 1.5, "{mean} over {} species", squares.len());
}
