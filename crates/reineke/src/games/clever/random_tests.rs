//! What holds in every game, checked by playing at random.

use super::rules::nth;
use super::*;
use crate::dice::{NoDice, Rng};
use crate::game::{draw, random_turn};

fn clever(seats: &str) -> Clever {
    Clever::from_options(&mut Options::new([("seats".into(), seats.into())])).unwrap()
}

fn thesis() -> Clever {
    Clever::from_options(&mut Options::new([("mode".into(), "thesis".into())])).unwrap()
}

/// Mean of a sample and its standard error.
fn mean(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    (mean, (variance / n).sqrt())
}

// covers: G1 G19
#[test]
fn random_play_scores_64_points_on_average() {
    let (game, mut rng) = (clever("1"), Rng::new(1));
    let scores: Vec<f64> = (0..20_000)
        .map(|_| {
            let mut state = game.start(&mut NoDice);
            game.play_out(&mut state, &mut rng);
            game.outcome(&state)[0]
        })
        .collect();
    let (mean, error) = mean(&scores);
    assert!((mean - 64.4).abs() < 4.0 * error, "{mean} ± {error}");
}

/// The quick play-out and turn by turn play draw differently but are the same game.
#[test]
fn a_play_out_scores_like_random_turns() {
    for game in [clever("1"), clever("2"), thesis()] {
        let mut rng = Rng::new(2);
        let mut slow = Vec::new();
        let mut fast = Vec::new();
        let (mut turns, mut decisions) = (Vec::new(), Vec::new());
        for _ in 0..2_000 {
            let (mut state, mut count) = (game.start(&mut NoDice), 0);
            while game.turn(&state) != Turn::Over {
                count += u32::from(game.turn(&state) != Turn::Chance);
                random_turn(&game, &mut state, &mut rng);
            }
            slow.push(f64::from(game.score(&state, 0)));
            turns.push(f64::from(count));
            let mut state = game.start(&mut NoDice);
            decisions.push(game.play_out(&mut state, &mut rng) as f64);
            fast.push(f64::from(game.score(&state, 0)));
        }
        for (a, b) in [(mean(&slow), mean(&fast)), (mean(&turns), mean(&decisions))] {
            assert!((a.0 - b.0).abs() < 4.0 * a.1.hypot(b.1), "{a:?} and {b:?} in {}", game.spec());
        }
    }
}

// covers: G1 G3 G5
#[test]
fn scores_never_fall_and_nothing_exceeds_its_bounds() {
    let mut rng = Rng::new(3);
    for game in [clever("1"), clever("2"), clever("3"), clever("4"), thesis()] {
        for _ in 0..50 {
            let mut state = game.start(&mut NoDice);
            let mut picks = [0; MOST_SEATS];
            while game.turn(&state) != Turn::Over {
                let before = state;
                let action = match game.turn(&state) {
                    Turn::Seat(_) => nth(game.mask(&state), rng.roll(game.mask(&state).count_ones())) as Action,
                    _ => draw(&game, &state, &mut rng),
                };
                if let Turn::Seat(seat) = game.turn(&state) {
                    picks[seat] += u32::from(action < CROSS_YELLOW && state.phase != Phase::Plus);
                }
                game.apply(&mut state, action, &mut NoDice);
                for seat in 0..game.seats {
                    let (old, new) = (&before.sheets[seat], &state.sheets[seat]);
                    assert!(game.score(&state, seat) >= game.score(&before, seat), "{}", game.text(&before));
                    assert!(old.yellow & !new.yellow == 0 && old.blue & !new.blue == 0);
                    assert!(new.rerolls <= 7 && new.pluses <= 7 && new.foxes <= 5);
                    assert!(new.marks() <= 56);
                    let earned = |kind| new.earned().filter(|bonus| *bonus == kind).count();
                    assert_eq!(usize::from(new.foxes), earned(Bonus::Fox));
                }
            }
            assert_eq!(state.round, game.rounds());
            if game.seats == 1 {
                assert!(picks[0] <= 24 && game.score(&state, 0) <= 334);
            }
        }
    }
}

// covers: G3
#[test]
fn passing_always_advances() {
    for game in [clever("1"), clever("3"), thesis()] {
        let (mut state, mut rng, mut turns) = (game.start(&mut NoDice), Rng::new(4), 0);
        while game.turn(&state) != Turn::Over {
            let action = match game.turn(&state) {
                Turn::Chance => draw(&game, &state, &mut rng),
                _ if game.allowed(&state, 0, PASS) => PASS,
                _ => game.mask(&state).trailing_zeros() as Action,
            };
            game.apply(&mut state, action, &mut NoDice);
            turns += 1;
            assert!(turns < 1_000, "{}", game.text(&state));
        }
    }
}
