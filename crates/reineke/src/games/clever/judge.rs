//! A value network: the score that a seat may expect after a decision.

use super::Clever;
use super::features::{self, INPUTS};
use super::rules::nth;
use super::state::{Phase, State, faces_of};
use crate::dice::Dice;
use crate::game::{Action, Game, Turn};
use crate::net::Net;
use smallvec::SmallVec;
use std::sync::Arc;

/// A network says 0 for this score, and 1 for `SCALE` more.
pub const MIDDLE: f32 = 200.0;
pub const SCALE: f32 = 100.0;

/// One or several networks whose judgements are averaged.
#[derive(Clone)]
pub struct Judge(Vec<Arc<Net>>);

/// Room for the layers of a network.
#[derive(Default)]
pub struct Scratch(Vec<f32>, Vec<f32>);

impl Judge {
    /// Refuses networks of another game or layout.
    pub fn new(nets: Vec<Arc<Net>>, game: &Clever) -> Result<Self, String> {
        if nets.is_empty() {
            return Err("no network given".into());
        }
        for net in &nets {
            net.suits(&game.spec(), game.seats, INPUTS)?;
        }
        Ok(Self(nets))
    }

    /// The expected score of a seat; exact once the game is over.
    #[must_use]
    pub fn value(&self, game: &Clever, state: &State, seat: usize, scratch: &mut Scratch) -> f32 {
        if state.phase == Phase::Over {
            return f32::from(game.score(state, seat));
        }
        let bits = features::bits(game, state, seat);
        let sum: f32 =
            self.0.iter().map(|net| net.logit_of(features::active(&bits), &mut scratch.0, &mut scratch.1)).sum();
        MIDDLE + SCALE * sum / self.0.len() as f32
    }

    /// What must be beaten: of two the other's expected score, of more a little above the best. The wider the `spread`,
    /// the more the lesser ones count.
    #[must_use]
    pub fn rivals(&self, game: &Clever, state: &State, seat: usize, spread: f32, scratch: &mut Scratch) -> f32 {
        let others = (0..game.seats).filter(|other| *other != seat);
        let scores: SmallVec<[f32; 3]> = others.map(|other| self.value(game, state, other, scratch)).collect();
        let best = scores.iter().copied().fold(f32::MIN, f32::max);
        best + spread * scores.iter().map(|score| ((score - best) / spread).exp()).sum::<f32>().ln()
    }

    /// What each legal action of the seat to move leads to; `each` gets action, position and value.
    pub fn look(&self, game: &Clever, state: &State, scratch: &mut Scratch, mut each: impl FnMut(Action, &State, f32)) {
        let seat = usize::from(state.seat);
        every(game, state, |action, after| {
            let value = self.value(game, after, seat, scratch);
            each(action, after, value);
        });
    }
}

/// How far the final scores of two equal seats lie apart, as the scale of a logistic curve: at a game's start, and where
/// it is all but over.
const SPREAD: (f32, f32) = (22.0, 3.0);

/// [`SPREAD`] at a position: what is to come varies as the turns that are left.
#[must_use]
pub fn spread(game: &Clever, state: &State) -> f32 {
    let turns = |round: u8, active: u8| f32::from(round - 1) * game.seats as f32 + f32::from(active);
    let all = turns(game.rounds() + 1, 0);
    let left = ((all - turns(state.round, state.active)) / all).sqrt();
    SPREAD.0 * left + SPREAD.1 * (1.0 - left)
}

/// Calls `each` with every legal action of the seat to move, ascending, and the position after it.
pub fn every(game: &Clever, state: &State, mut each: impl FnMut(Action, &State)) {
    let mut mask = game.mask(state);
    while mask != 0 {
        let action = mask.trailing_zeros() as Action;
        mask &= mask - 1;
        let mut after = *state;
        game.act(&mut after, action);
        each(action, &after);
    }
}

/// Lets chance move until somebody decides or the game is over; a roll lands at once.
pub fn settle(game: &Clever, state: &mut State, dice: &mut dyn Dice) {
    while game.turn(state) == Turn::Chance {
        if state.air != 0 {
            state.land_lanes(faces_of(dice.roll(216 * 216)));
        } else if state.phase == Phase::Draw {
            game.chance_turn(state, dice.roll(5) as Action);
        } else {
            let lots = state.lots();
            state.draw(nth(u64::from(lots), dice.roll(lots.count_ones())));
        }
    }
}
