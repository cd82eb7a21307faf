//! Games for learning: every position after a decision with the λ-return that followed it.

use super::features::{self, Bits};
use super::judge::{Judge, MIDDLE, SCALE, Scratch, every, settle};
use super::state::State;
use super::{Clever, alone};
use crate::dice::{Dice, Rng, chain};
use crate::game::{Action, Game, Turn};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How games are played and what is learnt from them.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub games: usize,
    /// How often an action is drawn at random.
    pub stray: f64,
    /// Weight of what came later against what was expected next.
    pub lambda: f32,
    pub seed: u64,
    pub threads: usize,
    /// From 2 on: games at tables of two to so many, every seat as if alone at its table; 1: the game itself.
    pub tables: usize,
}

/// What one game brings.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Positions after decisions, as their deciders saw them, with targets on the scale of the network.
    pub seen: Vec<Bits>,
    pub targets: Vec<f32>,
    pub scores: Vec<f32>,
}

/// Plays the games; lessons come in the order of the games, whatever the threads.
pub fn play(game: &Clever, judge: Option<&Judge>, settings: &Settings) -> Vec<Lesson> {
    let next = AtomicUsize::new(0);
    let parties = parties(game, settings.tables);
    let mut parts: Vec<(usize, Lesson)> = std::thread::scope(|scope| {
        let work = || {
            let mut scratch = Scratch::default();
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= settings.games {
                    return done;
                }
                done.push((index, one(&parties[index % parties.len()], judge, settings, index, &mut scratch)));
            }
        };
        let workers: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game does not panic")).collect()
    });
    parts.sort_by_key(|(index, _)| *index);
    parts.into_iter().map(|(_, lesson)| lesson).collect()
}

/// A game that is played for learning, and in which game each seat sees itself: the same, or its own alone.
struct Party {
    game: Clever,
    seats: Vec<Clever>,
}

/// The games that are played in turn: the game itself, or tables of two to `most`, those of two twice as often.
fn parties(game: &Clever, most: usize) -> Vec<Party> {
    if most < 2 {
        return vec![Party { game: game.clone(), seats: Vec::new() }];
    }
    let party = |seats| {
        let game = Clever { seats, ..game.clone() };
        let seats = (0..seats).map(|seat| alone::seat(&game, seat)).collect();
        Party { game, seats }
    };
    [2].into_iter().chain(2..=most).map(party).collect()
}

impl Party {
    /// The position as the seat to move sees it: the game, the position in it, and the seat's number there.
    fn view<'a>(&'a self, state: &State, seat: usize) -> (&'a Clever, State, usize) {
        match self.seats.get(seat) {
            Some(solo) => (solo, alone::position(&self.game, solo, state), 0),
            None => (&self.game, *state, seat),
        }
    }
}

/// One decision: what was seen after it, what the decider expected then, and what it could have had.
struct Step {
    seen: Bits,
    value: f32,
    best: f32,
}

fn one(party: &Party, judge: Option<&Judge>, settings: &Settings, index: usize, scratch: &mut Scratch) -> Lesson {
    let game = &party.game;
    let mut rng = Rng::new(chain(settings.seed, index as u64));
    let mut state = game.start(&mut rng);
    let mut steps: Vec<Vec<Step>> = (0..game.seats()).map(|_| Vec::with_capacity(64)).collect();
    loop {
        settle(game, &mut state, &mut rng);
        let Turn::Seat(seat) = game.turn(&state) else { break };
        let (seen, view, own) = party.view(&state, seat);
        let mut tried: smallvec::SmallVec<[(Action, State, f32); 16]> = smallvec::SmallVec::new();
        if let Some(judge) = judge {
            judge.look(seen, &view, scratch, |action, after, value| tried.push((action, *after, value)));
        } else {
            every(seen, &view, |action, after| tried.push((action, *after, f32::from(seen.score(after, own)))));
        }
        let mut best = 0;
        for (place, option) in tried.iter().enumerate() {
            if option.2 > tried[best].2 {
                best = place;
            }
        }
        let chosen = if rng.unit() < settings.stray { rng.roll(tried.len() as u32) as usize } else { best };
        let (action, after, value) = tried[chosen];
        steps[seat].push(Step { seen: features::bits(seen, &after, own), value, best: tried[best].2 });
        game.act(&mut state, action);
    }
    let mut lesson = Lesson::default();
    for (seat, steps) in steps.iter().enumerate() {
        let score = f32::from(game.score(&state, seat));
        lesson.scores.push(score);
        let first = lesson.targets.len();
        let mut target = score;
        for step in steps.iter().rev() {
            lesson.targets.push((target - MIDDLE) / SCALE);
            // What came before aims at the best that could be had here; after a stray step the rest does not count.
            target = if judge.is_none() {
                target
            } else if step.value < step.best {
                step.best
            } else {
                (1.0 - settings.lambda) * step.best + settings.lambda * target
            };
        }
        lesson.targets[first..].reverse();
        lesson.seen.extend(steps.iter().map(|step| step.seen));
    }
    lesson
}
