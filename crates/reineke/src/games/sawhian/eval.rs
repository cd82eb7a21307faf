//! The evaluations of two earlier programs, kept as baselines: four weights per player, and six.

use super::Sawhian;
use super::rules::{BOARD, CELLS, Cells, SEATS, SIDE, State, behind, local};
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, Values};

/// What a won game is worth to the winner of it, and what it costs the others: finite, so that sums stay numbers.
pub const MAX: f64 = 1e9;

/// Weights of progress, hand, points and crowding that the seed's genetic trainer ended with.
pub const SEED_WEIGHTS: [f64; 4] = [1.436, -0.378, -0.541, -0.366];
/// The weights its client used before.
pub const OLD_WEIGHTS: [f64; 4] = [1.645, -1.119, -0.617, 0.692];

/// `PLANES[p][k]`: the cells whose distance from player `p`'s edge, counted from 1, has bit `k` set. Three
/// population counts give the sum of the distances of any number of stones.
const PLANES: [[Cells; 3]; SEATS] = {
    let mut planes = [[0; 3]; SEATS];
    let mut index = 0;
    while index < SEATS * CELLS {
        let (player, cell) = (index / CELLS, index % CELLS);
        let distance = local(cell, player) % SIDE + 1;
        let mut bit = 0;
        while bit < 3 {
            planes[player][bit] |= (distance as u64 >> bit & 1) << cell;
            bit += 1;
        }
        index += 1;
    }
    planes
};

/// How far a player's stones on the board have come, summed, the own edge counting 1.
#[inline]
pub(super) fn progress(state: &State, player: usize) -> u32 {
    let (own, planes) = (state.stones(player), &PLANES[player]);
    (own & planes[0]).count_ones() + 2 * (own & planes[1]).count_ones() + 4 * (own & planes[2]).count_ones()
}

/// Which stones count as crowded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crowding {
    /// As in the source, which compares a tile code (0 empty, 1 player 0, …) with a player number: player `p` counts
    /// his stones behind a stone of player `p − 1`, and player 0 those behind an empty cell.
    #[default]
    Source,
    /// As meant: own stones behind an own stone.
    Fixed,
}

/// What a move is worth that leaves the next player without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocked {
    /// As in the source: the search stops there, the blocked player at `-MAX` and everybody else at 0.
    #[default]
    Tuple,
    /// The game goes on by its rules.
    Play,
}

/// The seed's evaluation: `w0·(8·points + progress) + w1·hand + w2·points + w3·crowded` per player, added from left
/// to right, less the mean of the four.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedEval {
    pub weights: [f64; 4],
    pub crowding: Crowding,
    pub blocked: Blocked,
}

impl Default for SeedEval {
    fn default() -> Self {
        Self { weights: SEED_WEIGHTS, crowding: Crowding::Source, blocked: Blocked::Tuple }
    }
}

impl SeedEval {
    /// The four scores before the mean is taken off.
    #[inline]
    pub fn scores(&self, state: &State) -> [f64; SEATS] {
        let w = &self.weights;
        std::array::from_fn(|player| {
            let (hand, points) = (f64::from(state.hand[player]), f64::from(state.points[player]));
            let way = f64::from(8 * u32::from(state.points[player]) + progress(state, player));
            w[0] * way + w[1] * hand + w[2] * points + w[3] * f64::from(self.crowded(state, player))
        })
    }

    #[inline]
    fn crowded(&self, state: &State, player: usize) -> u32 {
        let crowd = match (self.crowding, player) {
            (Crowding::Fixed, _) => state.stones(player),
            (Crowding::Source, 0) => BOARD & !state.occupied(),
            (Crowding::Source, _) => state.stones(player - 1),
        };
        (state.stones(player) & behind(crowd, player)).count_ones()
    }
}

impl Evaluator<Sawhian> for SeedEval {
    type Memo = ();

    #[inline]
    fn start(&self, _game: &Sawhian, _state: &State) {}

    #[inline]
    fn step(&self, _game: &Sawhian, _memo: &(), _before: &State, _after: &State) {}

    #[inline]
    fn value(&self, _game: &Sawhian, _memo: &(), state: &State) -> Values {
        let [a, b, c, d] = self.scores(state);
        let mean = (a + b + c + d) / 4.0;
        [a - mean, b - mean, c - mean, d - mean, 0.0, 0.0]
    }

    /// The winner `MAX`, the losers `-MAX`; those who share a win, which the source does not know, 0.
    fn result(&self, game: &Sawhian, state: &State) -> Values {
        let mut values = game.outcome(state);
        for value in &mut values[..SEATS] {
            *value = match *value {
                1.0 => MAX,
                0.0 => -MAX,
                _ => 0.0,
            };
        }
        values
    }

    #[inline]
    fn settle(&self, _game: &Sawhian, before: &State, after: &State) -> Option<Values> {
        if after.mover == (before.mover + 1) % SEATS as u8 || self.blocked == Blocked::Play {
            return None;
        }
        let blocked = left_out(before, after)?;
        let mut values = [0.0; MAX_SEATS];
        values[blocked] = -MAX;
        Some(values)
    }
}

/// The player who was next in order after a move and could not take his turn, unless the move ended the game.
fn left_out(before: &State, after: &State) -> Option<usize> {
    let mover = before.mover()?;
    let next = (1..=SEATS).map(|distance| (mover + distance) % SEATS).find(|player| before.alive(*player))?;
    (after.mover().is_some() && after.mover() != Some(next)).then_some(next)
}

/// The evaluation of another tournament program: six features per player, then own score against the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dephiloper {
    /// Weights of progress, points, movable stones, a won game, elimination and blocked stones.
    pub weights: [f64; 6],
}

impl Default for Dephiloper {
    fn default() -> Self {
        Self { weights: [1.488, 10.918, 0.154, 62.35, -96.40, -1.699] }
    }
}

impl Dephiloper {
    /// A player's score by himself; `won` when the game is over and his alone.
    fn score(&self, state: &State, player: usize, won: bool) -> f64 {
        let (own, movable) = (state.stones(player), state.movable(player));
        let features = [
            f64::from(progress(state, player)),
            state.points(player) as f64,
            f64::from(movable.count_ones()),
            f64::from(won),
            f64::from(!state.alive(player)),
            f64::from((own & !movable).count_ones()),
        ];
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// `own − (best other + all others) / 4`.
    fn against_the_field(scores: [f64; SEATS]) -> Values {
        let mut values = [0.0; MAX_SEATS];
        for (player, value) in values.iter_mut().take(SEATS).enumerate() {
            // In order of play from the player himself, so that turning the board gives the same sums to the last bit.
            let others = [1, 2, 3].map(|distance| scores[(player + distance) % SEATS]);
            let best = others.into_iter().fold(f64::NEG_INFINITY, f64::max);
            *value = scores[player] - (best + others.into_iter().sum::<f64>()) / 4.0;
        }
        values
    }
}

impl Evaluator<Sawhian> for Dephiloper {
    type Memo = ();

    fn start(&self, _game: &Sawhian, _state: &State) {}
    fn step(&self, _game: &Sawhian, _memo: &(), _before: &State, _after: &State) {}

    fn value(&self, _game: &Sawhian, _memo: &(), state: &State) -> Values {
        Self::against_the_field(std::array::from_fn(|player| self.score(state, player, false)))
    }

    /// A finished game is scored like any other position, with the feature for a won game.
    fn result(&self, game: &Sawhian, state: &State) -> Values {
        let shares = game.outcome(state);
        Self::against_the_field(std::array::from_fn(|player| self.score(state, player, shares[player] == 1.0)))
    }
}
