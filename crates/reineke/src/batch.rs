//! Many games at once, for learning: every call plays one action in each of them, lets chance happen, and writes what a
//! learner needs into arrays that its caller owns.
//!
//! Each game has its own generator, so that the same seeds give the same games whatever the number of threads. All actions
//! of a call are checked before the first is played.

use crate::dice::{Rng, mix};
use crate::game::Action;
use crate::pool::Pool;
use std::sync::Mutex;

/// Most seats of a game that is played in batches.
pub const MOST_SEATS: usize = 4;
/// Numbers in a row of [`Rows::tallies`]: see [`Tally`].
pub const TALLIES: usize = 4;
/// Games that a thread plays before it asks for more; fewer are not worth a thread.
const SHARE: usize = 256;

/// A game as a batch plays it: one seat to move, chance already done, at most 64 legal actions, small numbers to observe.
///
/// A table may number its actions differently from the game (a *layout*): `decode` and `mask` translate.
pub trait Table: Sync {
    type State: Copy + Send + Sync;

    fn seats(&self) -> usize;
    /// The size of the layout's action space.
    fn actions(&self) -> usize;
    /// How many numbers an observation has.
    fn width(&self) -> usize;

    /// Starts a game; the first seat that has a choice is to move.
    fn deal(&self, rng: &mut Rng) -> Self::State;
    /// Lets chance happen until a seat has a choice or the game is over.
    fn settle(&self, state: &mut Self::State, rng: &mut Rng);
    /// Plays a legal action; then chance.
    fn play(&self, state: &mut Self::State, action: Action, rng: &mut Rng);
    /// The game's legal actions as bits; 0 when it is over.
    fn legal(&self, state: &Self::State) -> u64;
    /// Whether the mover has no choice but to let a turn go by.
    fn forced(&self, legal: u64) -> bool;
    /// The game's action behind one of the layout, if it is legal.
    fn decode(&self, state: &Self::State, legal: u64, action: i64) -> Option<Action>;
    /// What the layout's action is called, legal or not.
    fn name(&self, action: i64) -> String;
    /// Points so far; what only counts at the end, if it has `ended`.
    fn points(&self, state: &Self::State, seat: usize, ended: bool) -> i32;
    /// Whose turn it is.
    fn mover(&self, state: &Self::State) -> usize;
    /// Writes the observation of a seat, [`Table::width`] numbers.
    fn observe(&self, state: &Self::State, seat: usize, out: &mut [u8]);
    /// Writes a 1 for each legal action of the layout and a 0 for the others, [`Table::actions`] numbers.
    fn mask(&self, state: &Self::State, legal: u64, out: &mut [u8]);
}

/// What happens when an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Invalid {
    /// The whole call is refused.
    Refuse,
    /// The game stays as it is, and the mover loses so many points of reward.
    Penalty(f64),
    /// The game ends, and the mover loses so many points of reward.
    Abort(f64),
}

/// How a batch is played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub invalid: Invalid,
    /// What a turn that has to go by costs in reward.
    pub forced: f64,
    /// A game that has ended is followed by a new one in the same call.
    pub autoreset: bool,
    pub threads: usize,
}

/// What is counted about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Actions given, legal or not.
    pub length: i32,
    /// Turns that had to go by.
    pub forced: i32,
    /// Illegal actions.
    pub illegal: i32,
}

/// Where a call writes; every slice holds one row a game.
pub struct Rows<'a> {
    /// `[games, width]`: what the seat to move sees.
    pub observations: &'a mut [u8],
    /// `[games, actions]`.
    pub masks: &'a mut [u8],
    /// `[games, seats]`: points gained.
    pub rewards: &'a mut [f64],
    /// `[games]`: whether the game ended.
    pub over: &'a mut [bool],
    /// `[games, width]`: the last observation of games that ended; other rows stay as they are.
    pub last: &'a mut [u8],
    /// `[games, 4]`: seat 0's score, length, forced turns and illegal actions of games that ended; other rows stay.
    pub tallies: &'a mut [i32],
}

/// One game of a batch.
#[derive(Clone, Debug)]
struct Slot<S> {
    state: S,
    rng: Rng,
    legal: u64,
    points: [i32; MOST_SEATS],
    tally: Tally,
    over: bool,
}

/// An illegal action: which game, and what it would have been.
#[derive(Debug, PartialEq, Eq)]
pub struct Illegal {
    pub game: usize,
    pub action: String,
    pub over: bool,
}

/// Many games of one kind.
pub struct Batch<T: Table> {
    pub table: T,
    settings: Settings,
    slots: Vec<Slot<T::State>>,
    choices: Vec<Option<Action>>,
    pool: Pool,
}

impl<T: Table> Batch<T> {
    /// As many games as there are seeds.
    pub fn new(table: T, settings: Settings, seeds: &[u64]) -> Self {
        assert!(table.seats() <= MOST_SEATS, "a batch has rows for {MOST_SEATS} seats");
        let slots = seeds.iter().map(|seed| Slot::new(&table, Rng::new(*seed))).collect::<Vec<_>>();
        let choices = vec![None; slots.len()];
        let pool = Pool::new(settings.threads.min(slots.len().div_ceil(SHARE)));
        Self { table, settings, slots, choices, pool }
    }

    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Starts a game anew: from a seed, or going on with its generator.
    pub fn reset(&mut self, game: usize, seed: Option<u64>) {
        let rng = seed.map_or_else(|| self.slots[game].rng.clone(), Rng::new);
        self.slots[game] = Slot::new(&self.table, rng);
    }

    /// Puts a position into a game, which goes on with its generator. What is already scored there is not paid again.
    pub fn place(&mut self, game: usize, mut state: T::State) {
        let mut rng = self.slots[game].rng.clone();
        self.table.settle(&mut state, &mut rng);
        self.slots[game] = Slot::from(&self.table, state, rng);
    }

    /// Where a game's generator stands and what has been counted: with the state, everything to go on from.
    pub fn standing(&self, game: usize) -> ([u64; 4], Tally) {
        (self.slots[game].rng.words(), self.slots[game].tally)
    }

    /// Puts a game back to where it stood, chance and counts included.
    pub fn restore(&mut self, game: usize, state: T::State, rng: Rng, tally: Tally) {
        self.slots[game] = Slot { tally, ..Slot::from(&self.table, state, rng) };
    }

    pub fn autoreset(&self) -> bool {
        self.settings.autoreset
    }

    pub fn state(&self, game: usize) -> &T::State {
        &self.slots[game].state
    }

    pub fn legal(&self, game: usize) -> u64 {
        self.slots[game].legal
    }

    /// What a seat has been paid for so far, penalties left out.
    pub fn points(&self, game: usize, seat: usize) -> i32 {
        self.slots[game].points[seat]
    }

    pub fn tally(&self, game: usize) -> Tally {
        self.slots[game].tally
    }

    pub fn over(&self, game: usize) -> bool {
        self.slots[game].over
    }

    /// Writes observations `[games, width]` and masks `[games, actions]` as they are now.
    pub fn observe(&self, observations: &mut [u8], masks: &mut [u8]) {
        let rows = observations.chunks_exact_mut(self.table.width()).zip(masks.chunks_exact_mut(self.table.actions()));
        for (slot, (observation, mask)) in self.slots.iter().zip(rows) {
            slot.observe(&self.table, observation, mask);
        }
    }

    /// Plays one action in each game. If one is illegal and [`Invalid::Refuse`] is set, nothing changes.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), Illegal> {
        assert_eq!(actions.len(), self.slots.len(), "one action a game");
        for (game, (slot, action)) in self.slots.iter().zip(actions).enumerate() {
            let choice = self.table.decode(&slot.state, slot.legal, *action);
            if choice.is_none() && (self.settings.invalid == Invalid::Refuse || slot.over) {
                return Err(Illegal { game, action: self.table.name(*action), over: slot.over });
            }
            self.choices[game] = choice;
        }
        let (table, settings) = (&self.table, &self.settings);
        let games = self.slots.chunks_mut(SHARE).zip(self.choices.chunks(SHARE));
        let parts = Mutex::new(split(rows, table).zip(games));
        self.pool.run(actions.len().div_ceil(SHARE), &|| {
            let part = parts.lock().expect("no holder panics").next();
            let (rows, (slots, choices)) = part.expect("as many parts as pieces of work");
            play_part(table, settings, slots, choices, rows);
        });
        Ok(())
    }
}

/// Cuts rows into parts of [`SHARE`] games.
fn split<'a, T: Table>(rows: Rows<'a>, table: &T) -> impl Iterator<Item = Rows<'a>> {
    let (width, actions) = (table.width() * SHARE, table.actions() * SHARE);
    let observations = rows.observations.chunks_mut(width).zip(rows.masks.chunks_mut(actions));
    let ends =
        rows.over.chunks_mut(SHARE).zip(rows.last.chunks_mut(width)).zip(rows.tallies.chunks_mut(TALLIES * SHARE));
    observations.zip(rows.rewards.chunks_mut(table.seats() * SHARE)).zip(ends).map(
        |(((observations, masks), rewards), ((over, last), tallies))| Rows {
            observations,
            masks,
            rewards,
            over,
            last,
            tallies,
        },
    )
}

fn play_part<T: Table>(
    table: &T,
    settings: &Settings,
    slots: &mut [Slot<T::State>],
    choices: &[Option<Action>],
    rows: Rows<'_>,
) {
    for (game, (slot, choice)) in slots.iter_mut().zip(choices).enumerate() {
        fn row<E>(all: &mut [E], game: usize, size: usize) -> &mut [E] {
            &mut all[game * size..][..size]
        }
        slot.act(table, settings, *choice, row(rows.rewards, game, table.seats()));
        rows.over[game] = slot.over;
        if slot.over {
            table.observe(&slot.state, table.mover(&slot.state), row(rows.last, game, table.width()));
            let Tally { length, forced, illegal } = slot.tally;
            row(rows.tallies, game, TALLIES).copy_from_slice(&[slot.points[0], length, forced, illegal]);
            if settings.autoreset {
                *slot = Slot::new(table, slot.rng.clone());
            }
        }
        slot.observe(table, row(rows.observations, game, table.width()), row(rows.masks, game, table.actions()));
    }
}

impl<S: Copy> Slot<S> {
    fn new<T: Table<State = S>>(table: &T, mut rng: Rng) -> Self {
        let state = table.deal(&mut rng);
        Self::from(table, state, rng)
    }

    fn from<T: Table<State = S>>(table: &T, state: S, rng: Rng) -> Self {
        let legal = table.legal(&state);
        let over = legal == 0;
        let mut points = [0; MOST_SEATS];
        for (seat, points) in points.iter_mut().enumerate().take(table.seats()) {
            *points = table.points(&state, seat, over);
        }
        Self { state, rng, legal, points, tally: Tally::default(), over }
    }

    /// Plays a choice, or treats an illegal one, and pays what it brought.
    fn act<T: Table<State = S>>(
        &mut self,
        table: &T,
        settings: &Settings,
        choice: Option<Action>,
        rewards: &mut [f64],
    ) {
        let mover = table.mover(&self.state);
        let mut fine = 0.0;
        self.tally.length += 1;
        match (choice, settings.invalid) {
            (Some(action), _) => {
                if table.forced(self.legal) {
                    self.tally.forced += 1;
                    fine = settings.forced;
                }
                table.play(&mut self.state, action, &mut self.rng);
                self.legal = table.legal(&self.state);
                self.over = self.legal == 0;
            }
            (None, Invalid::Penalty(penalty)) => {
                self.tally.illegal += 1;
                fine = penalty;
            }
            (None, Invalid::Abort(penalty)) => {
                self.tally.illegal += 1;
                fine = penalty;
                self.legal = 0;
                self.over = true;
            }
            (None, Invalid::Refuse) => unreachable!("refused before anything was played"),
        }
        for (seat, reward) in rewards.iter_mut().enumerate() {
            let points = table.points(&self.state, seat, self.over);
            *reward = f64::from(points - self.points[seat]) - if seat == mover { fine } else { 0.0 };
            self.points[seat] = points;
        }
    }

    fn observe<T: Table<State = S>>(&self, table: &T, observation: &mut [u8], mask: &mut [u8]) {
        table.observe(&self.state, table.mover(&self.state), observation);
        table.mask(&self.state, self.legal, mask);
    }
}

/// Draws one legal action for each row of `masks` `[games, actions]`, uniformly; −1 where there is none.
pub fn sample(masks: &[u8], actions: usize, seed: u64, out: &mut [i64]) {
    for (game, (mask, out)) in masks.chunks_exact(actions).zip(out).enumerate() {
        let (words, rest) = mask.as_chunks::<8>();
        let ones = |word: &[u8]| word.iter().map(|byte| u32::from(*byte)).sum::<u32>();
        let count = words.iter().map(|word| u64::from_le_bytes(*word).count_ones()).sum::<u32>() + ones(rest);
        let drawn = mix(seed ^ mix(game as u64)) >> 32;
        *out = nth(words, rest, ((drawn * u64::from(count)) >> 32) as u32).map_or(-1, |place| place as i64);
    }
}

/// The place of the one among the bytes that has `n` ones before it.
fn nth(words: &[[u8; 8]], rest: &[u8], mut n: u32) -> Option<usize> {
    for (index, word) in words.iter().enumerate() {
        let mut bits = u64::from_le_bytes(*word);
        if n < bits.count_ones() {
            for _ in 0..n {
                bits &= bits - 1;
            }
            return Some(8 * index + bits.trailing_zeros() as usize / 8);
        }
        n -= bits.count_ones();
    }
    let mut ones = rest.iter().enumerate().filter(|(_, byte)| **byte == 1);
    ones.nth(n as usize).map(|(place, _)| 8 * words.len() + place)
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn every_legal_action_is_drawn_equally_often_and_no_other() {
        let mut mask = [0u8; 19];
        for action in [0, 3, 8, 15, 16, 18] {
            mask[action] = 1;
        }
        let mut drawn = vec![0; 60_000];
        sample(&mask.repeat(drawn.len()), mask.len(), 5, &mut drawn);
        for action in 0..19 {
            let count = drawn.iter().filter(|one| **one == action).count();
            let fits = if mask[action as usize] == 1 { (9_600..10_400).contains(&count) } else { count == 0 };
            assert!(fits, "{action}: {count}");
        }
    }

    #[test]
    fn where_nothing_is_legal_nothing_is_drawn() {
        let mut drawn = [7; 2];
        sample(&[0; 20], 10, 1, &mut drawn);
        assert_eq!(drawn, [-1, -1]);
    }
}
