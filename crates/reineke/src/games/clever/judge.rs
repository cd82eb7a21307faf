//! A value network: the score that a seat may expect after a decision.

use super::Clever;
use super::features::{self, INPUTS};
use super::rules::nth;
use super::state::{Phase, State, faces_of};
use crate::dice::Dice;
use crate::game::{Action, Game, Turn};
use crate::net::Net;
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

    /// What each legal action of the seat to move leads to; `each` gets action, position and value.
    pub fn look(&self, game: &Clever, state: &State, scratch: &mut Scratch, mut each: impl FnMut(Action, &State, f32)) {
        let seat = usize::from(state.seat);
        every(game, state, |action, after| {
            let value = self.value(game, after, seat, scratch);
            each(action, after, value);
        });
    }
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
