use super::data::SPECIES;
use super::game::{Gen1, Info};
use super::sets::{complete, ditto};
use super::vector::{BAR, names};
use crate::dice::Rng;
use crate::game::{Game, Turn, random_turn};
use std::collections::HashSet;

fn vector(state: &<Gen1 as Game>::State, seat: usize) -> Vec<f32> {
    let mut out = vec![f32::NAN; Gen1.feature_count()];
    Gen1.features(state, seat, &mut out);
    out
}

// covers: T17
#[test]
fn every_number_has_a_name_of_its_own_and_is_written() {
    let all: HashSet<_> = names().iter().collect();
    assert_eq!(all.len(), names().len());
    let mut rng = Rng::new(3);
    let mut state = Gen1.start(&mut rng);
    while Gen1.turn(&state) != Turn::Over {
        for seat in 0..2 {
            assert!(vector(&state, seat).iter().all(|number| number.is_finite()));
            let thought = Gen1.sample(&Gen1.info(&state, seat), seat, &mut rng);
            assert_eq!(vector(&thought, seat), vector(&state, seat));
        }
        random_turn(&Gen1, &mut state, &mut rng);
    }
}

// covers: T17
#[test]
fn odds_are_odds_and_bars_have_no_gaps() {
    let mut rng = Rng::new(4);
    for _ in 0..6 {
        let mut state = Gen1.start(&mut rng);
        while Gen1.turn(&state) != Turn::Over {
            random_turn(&Gen1, &mut state, &mut rng);
            let numbers = vector(&state, 1);
            let part = |prefix: &str| -> Vec<f32> {
                names().iter().zip(&numbers).filter(|(name, _)| name.starts_with(prefix)).map(|(_, n)| *n).collect()
            };
            for who in ["own 1", "own 6", "other 1", "other 2", "other 6"] {
                for one_hot in ["species", "level"] {
                    let sum: f32 = part(&format!("{who} {one_hot} ")).iter().sum();
                    assert!((sum - 1.0).abs() < 1e-4, "{who} {one_hot}: {sum}");
                }
                let bar = part(&format!("{who} hp "));
                assert!(bar.len() == BAR && bar.windows(2).all(|pair| pair[0] >= pair[1]), "{bar:?}");
                let known: f32 = part(&format!("{who} knows ")).iter().sum();
                assert!((0.99..4.01).contains(&known), "{who} knows {known} moves");
            }
        }
    }
}

/// Strangers are any species that the limits leave open; the generator's own odds are close to that.
#[test]
fn strangers_are_nearly_as_likely_as_the_generator_makes_them() {
    let mut rng = Rng::new(5);
    let (mut distance, mut positions) = (0.0, 0);
    for _ in 0..30 {
        let mut state = Gen1.start(&mut rng);
        for _ in 0..6 {
            random_turn(&Gen1, &mut state, &mut rng);
        }
        let Info::Mind(mind) = Gen1.info(&state, 0) else { continue };
        let tracker = mind.belief().tracker();
        if tracker.seen == 6 {
            continue;
        }
        let seen: Vec<_> = tracker.other().team[..tracker.seen].iter().map(|pokemon| pokemon.species).collect();
        let may = tracker.own().team.iter().all(|pokemon| pokemon.species != ditto());
        let mut counts = vec![0.0; SPECIES.len()];
        for _ in 0..4000 {
            for species in complete(&seen, may, &mut rng) {
                counts[usize::from(species.0)] += 1.0 / (4000.0 * (6 - seen.len()) as f64);
            }
        }
        let numbers = vector(&state, 0);
        let first = names().iter().position(|name| name.starts_with("other 6 species ")).expect("a sixth");
        let gap = |(index, count): (usize, &f64)| (count - f64::from(numbers[first + index])).abs();
        distance += counts.iter().enumerate().map(gap).sum::<f64>() / 2.0;
        positions += 1;
    }
    assert!(positions > 20 && distance / f64::from(positions) < 0.12, "{distance} in {positions}");
}
