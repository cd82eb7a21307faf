//! The pool: teams that may be, weights by one rule, and draws as the weights say.

use super::analyser::{Analyser, simulate_team};
use super::analyser_tests::named;
use super::battle::Phase;
use super::choice::Menu;
use super::event::Event;
use super::pool::Pool;
use super::sets::kits;
use super::team::Set;
use super::tests::{recorded, replay, teams};
use crate::dice::Rng;

const K: usize = 20;

/// Follows recorded battles with a pool of seat 0; `each` gets the pool and the true team of the other side at every
/// decision.
fn follow(step: usize, mut each: impl FnMut(&mut Pool, &[Set])) {
    for record in recorded("battles.jsonl.gz").step_by(step) {
        let teams =
            [0, 1].map(|side| super::team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"));
        let mut pool = Pool::new(0, &teams[0], K, Rng::new(9));
        replay(&record, |battle, choices, events| {
            pool.choose(choices[0]);
            events.iter().filter_map(|event: &Event| event.seen(0)).for_each(|event| pool.hear(&event));
            if battle.phase == Phase::Move && battle.sides[0].menu() == Menu::Moves {
                pool.asked(battle.sides[0].active.moves, battle.sides[0].active.pp);
            }
            if !battle.phase.over() {
                each(&mut pool, &teams[1]);
            }
        });
    }
}

#[test]
// covers: T6, T9
fn the_pool_keeps_its_size_and_its_teams_stay_possible() {
    let (mut looked, mut spread) = (0, 0);
    follow(12, |pool, truth| {
        let slots = pool.slots().to_vec();
        let analyser = pool.analyser();
        assert_eq!(slots.len(), K);
        for slot in &slots {
            assert!(analyser.is_team_possible(&slot.team));
            // By one rule, whenever it came in: nothing counts twice.
            assert!((slot.log - analyser.value(&slot.team).log()).abs() < 1e-9);
        }
        let odds = pool.odds();
        assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        spread += usize::from(odds.iter().any(|part| (part - 1.0 / K as f64).abs() > 0.01));
        // The truth is possible, its members in the order in which they came.
        let seen: Vec<_> = pool.analyser().belief().members().iter().map(|member| member.species).collect();
        let mut team: Vec<Set> = truth.to_vec();
        team.sort_by_key(|set| seen.iter().position(|one| *one == set.species).unwrap_or(6));
        assert!(pool.analyser().is_team_possible(&team.try_into().expect("six members")));
        looked += 1;
    });
    assert!(looked > 2_000 && spread > 200, "{looked} decisions, {spread} with unequal weights");
}

#[test]
// covers: T10
fn teams_are_drawn_as_often_as_their_part_of_all_weights() {
    let mut done = 0;
    follow(30, |pool, _| {
        let odds = pool.odds();
        let uneven = odds.iter().copied().fold(0.0, f64::max) > 0.06;
        if !uneven || done == 5 {
            return;
        }
        done += 1;
        let (mut rng, mut counts) = (Rng::new(done), vec![0u32; K]);
        for _ in 0..20_000 {
            let (team, index) = pool.draw(&mut rng);
            assert_eq!(team, pool.slots()[index].team);
            counts[index] += 1;
        }
        for (count, odds) in counts.into_iter().zip(odds) {
            let (mean, deviation) = (20_000.0 * odds, (20_000.0 * odds * (1.0 - odds)).sqrt());
            assert!((f64::from(count) - mean).abs() <= 4.5 * deviation + 1.0, "{count}, not {mean}");
        }
    });
    assert_eq!(done, 5);
}

#[test]
// covers: T7, T9
fn weighted_teams_have_sets_as_often_as_the_exact_odds_say() {
    const TEAMS: usize = 2_000;
    let (mut number, mut worst, mut compared) = (0, 0.0f64, 0);
    follow(30, |pool, _| {
        number += 1;
        if number % 40 != 0 {
            return;
        }
        let (analyser, mut rng) = (pool.analyser(), Rng::new(number));
        let drawn: Vec<_> = (0..TEAMS).map(|_| simulate_team(analyser, &mut rng)).collect();
        let most = drawn.iter().map(|(_, log)| *log).fold(f64::MIN, f64::max);
        let sum: f64 = drawn.iter().map(|(_, log)| (log - most).exp()).sum();
        for index in 0..analyser.belief().members().len() {
            for (kit, right) in analyser.belief().posterior(index) {
                let has = |set: &Set| set.moves.iter().all(|id| kit.has(*id));
                let part = |log: f64| (log - most).exp() / sum;
                let found: f64 = drawn.iter().filter(|(team, _)| has(&team[index])).map(|(_, log)| part(*log)).sum();
                let square = |(team, log): &(super::team::Team, f64)| {
                    (part(*log) * (f64::from(u8::from(has(&team[index]))) - found)).powi(2)
                };
                let deviation = drawn.iter().map(square).sum::<f64>().sqrt();
                if right > 0.02 && right < 0.98 {
                    worst = worst.max((found - right).abs() / deviation);
                    compared += 1;
                }
            }
        }
    });
    assert!(compared > 200 && worst < 5.0, "{worst} deviations over {compared} comparisons");
}

#[test]
// covers: T7
fn before_anything_is_known_teams_are_drawn_as_the_generator_does() {
    const TEAMS: usize = 30_000;
    let own = teams(2)[0];
    assert!(own.iter().all(|set| set.species != named("Ditto")));
    let analyser = Analyser::new(0, &own);
    let (mut rng, mut leads, mut sets) = (Rng::new(3), vec![0u32; 146], [0u32; 13]);
    let mut clefables = 0;
    for _ in 0..TEAMS {
        let (team, log) = simulate_team(&analyser, &mut rng);
        assert_eq!(log, 0.0, "nothing is known");
        leads[team[0].species.0 as usize] += 1;
        for set in team.iter().filter(|set| set.species == named("Clefable")) {
            let kit = super::analyser::kit_of(set).expect("a kit of the generator");
            sets[kit] += 1;
            clefables += 1;
        }
    }
    let chi = |counts: &[u32], odds: &dyn Fn(usize) -> f64, all: f64| -> f64 {
        counts
            .iter()
            .enumerate()
            .map(|(place, count)| (f64::from(*count) - all * odds(place)).powi(2) / (all * odds(place)))
            .sum()
    };
    // 145 and 12 degrees of freedom; beyond these once in a thousand times.
    let found = chi(&leads, &|_| 1.0 / 146.0, TEAMS as f64);
    assert!(found < 201.0, "{found}");
    let found = chi(&sets, &|kit| kits(named("Clefable"))[kit].odds, f64::from(clefables));
    assert!(clefables > 1_000 && found < 32.9, "{found} of {clefables}");
}
