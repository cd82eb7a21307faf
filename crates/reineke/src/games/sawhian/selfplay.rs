//! Games of a search against itself, for learning: positions with what the search thought and how the game ended.

use super::rules::{SEATS, State};
use super::{Lanes, Sawhian, SeedEval};
use crate::control::Control;
use crate::dice::{Dice, NoDice, Rng, chain};
use crate::eval::Evaluator;
use crate::game::{Actions, Game, Turn};
use crate::search::maxn::MaxN;
use crate::search::tree::root_values;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Who judges positions at the leaves.
#[derive(Clone)]
pub enum Judge {
    Seed(SeedEval),
    Lanes(Arc<Lanes>),
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub games: usize,
    /// Plies of max^n behind every move.
    pub depth: u32,
    /// Random plies at the start: up to this many.
    pub opening: u32,
    /// How often a later move is random.
    pub stray: f64,
    pub seed: u64,
    pub threads: usize,
}

/// One position that was searched.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub state: State,
    /// The search's value tuple (zeros where the judge has no probabilities).
    pub value: [f32; SEATS],
    /// Each seat's share of the win in the end.
    pub outcome: [f32; SEATS],
}

/// Plays the games; the samples come in the order of the games, whatever the threads.
pub fn play(game: &Sawhian, judge: &Judge, settings: &Settings) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let mut parts: Vec<(usize, Vec<Sample>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut done = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= settings.games {
                            return done;
                        }
                        let samples = match judge {
                            Judge::Seed(eval) => one(game, eval, settings, index, false),
                            Judge::Lanes(eval) => one(game, eval, settings, index, true),
                        };
                        done.push((index, samples));
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game does not panic")).collect()
    });
    parts.sort_by_key(|(index, _)| *index);
    parts.into_iter().flat_map(|(_, samples)| samples).collect()
}

fn one<E: Evaluator<Sawhian>>(
    game: &Sawhian,
    eval: &E,
    settings: &Settings,
    index: usize,
    values: bool,
) -> Vec<Sample> {
    let mut rng = Rng::new(chain(settings.seed, index as u64));
    let mut state = game.start(&mut NoDice);
    let mut samples: Vec<Sample> = Vec::with_capacity(192);
    let mut opening = rng.roll(settings.opening + 1);
    let tree = MaxN::plain();
    let mut control = Control::endless();
    let mut actions = Actions::new();
    while let Turn::Seat(seat) = game.turn(&state) {
        actions.clear();
        game.legal(&state, seat, &mut actions);
        let stray = opening > 0 || rng.unit() < settings.stray;
        if opening > 0 {
            opening -= 1;
            let action = actions[rng.roll(actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut NoDice);
            continue;
        }
        let (mut best, mut value) = (actions[0], [0.0; SEATS]);
        let tried = root_values(game, eval, &tree, &state, &actions, settings.depth, &mut control);
        let mut top = f64::NEG_INFINITY;
        for (action, tuple) in tried {
            if tuple[seat] > top {
                top = tuple[seat];
                best = action;
                value = std::array::from_fn(|seat| tuple[seat] as f32);
            }
        }
        samples.push(Sample { state, value: if values { value } else { [0.0; SEATS] }, outcome: [0.0; SEATS] });
        if stray {
            best = actions[rng.roll(actions.len() as u32) as usize];
        }
        game.apply(&mut state, best, &mut NoDice);
    }
    let outcome = game.outcome(&state);
    for sample in &mut samples {
        sample.outcome = std::array::from_fn(|seat| outcome[seat] as f32);
    }
    samples
}

/// A position as five numbers: four boards, then hands, points, alive and mover packed into one word.
#[must_use]
pub fn words(state: &State) -> [u64; 5] {
    let mut small = u64::from(state.alive) << 32 | u64::from(state.mover) << 40;
    for player in 0..SEATS {
        small |= u64::from(state.hand[player]) << (4 * player) | u64::from(state.points[player]) << (16 + 4 * player);
    }
    [state.stones[0], state.stones[1], state.stones[2], state.stones[3], small]
}

/// The position behind [`words`].
#[must_use]
pub fn from_words(words: &[u64]) -> State {
    let small = words[4];
    let mut state = State::START;
    state.stones.copy_from_slice(&words[..4]);
    for player in 0..SEATS {
        state.hand[player] = (small >> (4 * player) & 15) as u8;
        state.points[player] = (small >> (16 + 4 * player) & 15) as u8;
    }
    state.alive = (small >> 32) as u8;
    state.mover = (small >> 40) as u8;
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_the_whole_position_and_threads_change_nothing() {
        let settings = Settings { games: 3, depth: 1, opening: 6, stray: 0.1, seed: 5, threads: 1 };
        let judge = Judge::Seed(SeedEval::default());
        let samples = play(&Sawhian::default(), &judge, &settings);
        let again = play(&Sawhian::default(), &judge, &Settings { threads: 2, ..settings });
        assert!(samples.len() > 300);
        for (one, two) in samples.iter().zip(&again) {
            assert_eq!(from_words(&words(&one.state)), one.state);
            assert_eq!((one.state, one.outcome), (two.state, two.outcome));
        }
    }
}
