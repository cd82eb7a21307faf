//! Games for learning: the same whatever the threads, and their targets against a plain twin.

use super::features::bits;
use super::judge::{Judge, MIDDLE, SCALE, Scratch, settle};
use super::judge_tests::{clever, judge, random};
use super::selfplay::{Lesson, Settings, play};
use super::*;
use crate::dice::{Rng, chain};

const SETTINGS: Settings = Settings { games: 12, stray: 0.1, lambda: 0.7, seed: 5, threads: 1, tables: 1 };

fn same(a: &[Lesson], b: &[Lesson]) -> bool {
    let one = |a: &Lesson, b: &Lesson| a.seen == b.seen && a.targets == b.targets && a.scores == b.scores;
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| one(a, b))
}

#[test]
fn the_lessons_do_not_depend_on_the_threads() {
    for game in [clever(&[]), clever(&[("seats", "3")])] {
        for judge in [None, Some(judge(&game, vec![random(&game, 1)]))] {
            let lessons = play(&game, judge.as_ref(), &SETTINGS);
            for threads in [0, 2, 5, 40] {
                assert!(same(&lessons, &play(&game, judge.as_ref(), &Settings { threads, ..SETTINGS })));
            }
            assert!(!same(&lessons, &play(&game, judge.as_ref(), &Settings { seed: 6, ..SETTINGS })));
        }
    }
}

#[test]
fn a_game_does_not_depend_on_how_many_there_are() {
    let game = clever(&[]);
    let all = play(&game, None, &SETTINGS);
    let few = play(&game, None, &Settings { games: 3, ..SETTINGS });
    assert!(same(&all[..3], &few));
    assert!(play(&game, None, &Settings { games: 0, ..SETTINGS }).is_empty());
}

/// What a seat went through: the inputs after each decision, the value of what was done, and of the best.
type Course = Vec<(features::Bits, f64, f64)>;

/// The same game played plainly: courses and final scores by seat.
fn course(game: &Clever, judge: &Judge, settings: &Settings, index: u64) -> (Vec<Course>, Vec<f64>) {
    let (mut rng, mut scratch) = (Rng::new(chain(settings.seed, index)), Scratch::default());
    let mut state = game.start(&mut rng);
    let mut courses = vec![Course::new(); game.seats];
    loop {
        settle(game, &mut state, &mut rng);
        let Turn::Seat(seat) = game.turn(&state) else { break };
        let mut legal = Actions::new();
        game.legal(&state, seat, &mut legal);
        let options: Vec<(State, f32)> = legal
            .iter()
            .map(|action| {
                let mut after = state;
                game.apply(&mut after, *action, &mut crate::dice::NoDice);
                (after, judge.value(game, &after, seat, &mut scratch))
            })
            .collect();
        let best = options.iter().map(|option| option.1).fold(f32::MIN, f32::max);
        let stray = rng.unit() < settings.stray;
        let (after, value) = if stray {
            options[rng.roll(options.len() as u32) as usize]
        } else {
            *options.iter().find(|option| option.1 == best).unwrap()
        };
        courses[seat].push((bits(game, &after, seat), f64::from(value), f64::from(best)));
        state = after;
    }
    let scores = (0..game.seats).map(|seat| f64::from(game.score(&state, seat))).collect();
    (courses, scores)
}

/// The return of a decision, forwards: the n-step returns, each weighed by (1 - λ) λ^(n-1), up to a stray step or the end.
fn naive(course: &Course, from: usize, lambda: f64, score: f64) -> f64 {
    let (mut sum, mut weight) = (0.0, 1.0);
    for (_, value, best) in &course[from + 1..] {
        if value < best {
            return sum + weight * best;
        }
        sum += weight * (1.0 - lambda) * best;
        weight *= lambda;
    }
    sum + weight * score
}

#[test]
fn the_targets_are_lambda_returns() {
    for game in [clever(&[]), clever(&[("mode", "thesis")]), clever(&[("seats", "2")])] {
        let judge = judge(&game, vec![random(&game, 1)]);
        for (stray, lambda) in [(0.0, 0.0), (0.0, 0.8), (0.15, 0.8), (0.15, 1.0)] {
            let settings = Settings { games: 4, stray, lambda, ..SETTINGS };
            for (index, lesson) in play(&game, Some(&judge), &settings).iter().enumerate() {
                let (courses, scores) = course(&game, &judge, &settings, index as u64);
                assert_eq!(lesson.scores.iter().map(|score| f64::from(*score)).collect::<Vec<_>>(), scores);
                let seen: Vec<_> = courses.iter().flatten().map(|step| step.0).collect();
                assert_eq!(lesson.seen, seen, "seat by seat, in the order of the game");
                let expected = courses.iter().zip(&scores).flat_map(|(course, score)| {
                    (0..course.len()).map(move |from| naive(course, from, f64::from(lambda), *score))
                });
                assert_eq!(lesson.targets.len(), seen.len());
                for (target, expected) in lesson.targets.iter().zip(expected) {
                    let points = f64::from(MIDDLE + SCALE * target);
                    assert!((points - expected).abs() < 1e-2, "{points}, not {expected}");
                }
            }
        }
    }
}

#[test]
fn without_a_judge_the_points_decide_and_the_score_is_the_target() {
    let game = clever(&[("seats", "2")]);
    let settings = Settings { games: 30, stray: 0.0, ..SETTINGS };
    let lessons = play(&game, None, &settings);
    for lesson in &lessons {
        assert_eq!(lesson.scores.len(), 2);
        let of_score = |score: &f32| (score - MIDDLE) / SCALE;
        assert!(lesson.targets.iter().all(|target| lesson.scores.iter().any(|score| of_score(score) == *target)));
        assert_eq!(lesson.targets.last(), lesson.scores.last().map(of_score).as_ref());
    }
    let mean = |lessons: &[Lesson]| lessons.iter().map(|lesson| lesson.scores[0]).sum::<f32>() / lessons.len() as f32;
    let stray = play(&game, None, &Settings { stray: 1.0, ..settings });
    assert!(mean(&lessons) > mean(&stray) + 20.0, "greedy {} against random {}", mean(&lessons), mean(&stray));
}

/// Tables take turns, and every seat sees its own place at its table: nothing of others, the turns to come as they are.
#[test]
fn at_tables_every_seat_learns_as_if_alone() {
    let game = clever(&[]);
    let judge = judge(&game, vec![random(&game, 1)]);
    let first = |name: &str| features::layout().find(|(what, _, _)| *what == name).unwrap().1;
    let (seats, others) = (first("seats, two to four; alone two"), first("somebody else's phase"));
    let lessons = play(&game, Some(&judge), &Settings { games: 8, tables: 4, ..SETTINGS });
    for (lesson, expected) in lessons.iter().zip([2, 2, 3, 4].into_iter().cycle()) {
        assert_eq!(lesson.scores.len(), expected);
        assert_eq!(lesson.seen.len(), lesson.targets.len());
        for bits in &lesson.seen {
            let on: Vec<usize> = features::active(bits).collect();
            assert!(on.contains(&(seats + expected - 2)), "{expected} seats");
            assert!(on.iter().all(|bit| !(others..others + 8).contains(bit)), "alone it is always one's own phase");
        }
        for score in &lesson.scores {
            assert!(lesson.targets.contains(&((score - MIDDLE) / SCALE)));
        }
    }
    let few = play(&game, Some(&judge), &Settings { games: 8, tables: 4, threads: 3, ..SETTINGS });
    assert!(same(&lessons, &few));
}
