//! A value network: the score that a seat may expect after a decision, or what its odds make of that score.

use super::features::{self, INPUTS, PLAIN};
use super::odds::{self, Aim, RUNGS, Reach};
use super::rules::nth;
use super::state::{MOST_SEATS, Phase, State, faces_of};
use super::{Clever, alone};
use crate::dice::Dice;
use crate::game::{Action, Game, Turn};
use crate::net::{Head, Net};
use std::sync::Arc;

/// A network says 0 for this score, and 1 for `SCALE` more.
pub const MIDDLE: f32 = 200.0;
pub const SCALE: f32 = 100.0;

/// Log-odds of a win that a point is worth, about, in an even game.
const POINT: f32 = 0.04;

/// One or several networks whose judgements are averaged.
#[derive(Clone)]
pub struct Judge {
    nets: Vec<Arc<Net>>,
    /// What a score is worth, where the networks tell odds.
    aim: Option<Aim>,
    win: bool,
    /// The most seats of tables that the networks have learnt to sit at, alone; 1: the solo game only.
    tables: usize,
}

/// How the win is weighed.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    /// Weight of the own points beside the win, so that what hardly matters is still played well.
    pub points: f32,
    /// The same at the beginning of a game, where the odds of single scores are hardly known; falls with the dice to come.
    pub early: f32,
    /// Points by which the others may fall short of what the networks would reach in their place, over a whole game.
    pub doubt: f32,
}

/// Room for the layers of a network.
#[derive(Default)]
pub struct Scratch(pub(super) Vec<f32>, pub(super) Vec<f32>);

impl Judge {
    /// Refuses networks of another game or layout. Those that tell odds aim at points until told otherwise.
    pub fn new(nets: Vec<Arc<Net>>, game: &Clever) -> Result<Self, String> {
        let Some(head) = nets.first().map(|net| net.head()) else { return Err("no network given".into()) };
        let mut tables = MOST_SEATS;
        for net in &nets {
            let alone = game.seats == 1;
            let seats = if alone { net.seats() } else { game.seats };
            net.suits(&game.spec(), seats, if net.features() == PLAIN { PLAIN } else { INPUTS })?;
            tables = tables.min(if alone { seats } else { 1 });
            if net.head() != head {
                return Err("networks that tell scores and such that tell odds do not mix".into());
            }
            if head == Head::Odds && net.outputs() != RUNGS {
                return Err(format!("the network tells the odds of {} scores, {RUNGS} are wanted", net.outputs()));
            }
        }
        Ok(Self { nets, aim: (head == Head::Odds).then(Aim::points), win: false, tables })
    }

    /// The game in which a seat of several is judged: its own alone if the networks know such tables, or else the solo game.
    #[must_use]
    pub fn alone(&self, game: &Clever, seat: usize) -> Clever {
        if self.tables >= game.seats { alone::seat(game, seat) } else { alone::game(game) }
    }

    /// From now on judges by the win over the seats that are not to move. For networks of the solo game that tell odds;
    /// others go on as before.
    pub fn aim_at_win(&mut self, game: &Clever, state: &State, stakes: Stakes, scratch: &mut Scratch) {
        if self.aim.is_none() {
            return;
        }
        let others = (0..game.seats).filter(|seat| *seat != usize::from(state.seat));
        let mut outlook = |seat| {
            let reach = self.outlook(game, state, seat, scratch);
            odds::short(&reach, stakes.doubt * alone::part_left(game, state, seat))
        };
        let reach: Vec<Reach> = others.map(&mut outlook).collect();
        let left = alone::part_left(game, state, usize::from(state.seat));
        let points = stakes.points + (stakes.early - stakes.points).max(0.0) * left;
        (self.aim, self.win) = (Some(Aim::win(&reach, points)), true);
    }

    /// The odds of a seat that is not to move.
    fn outlook(&self, game: &Clever, state: &State, seat: usize, scratch: &mut Scratch) -> Reach {
        let solo = self.alone(game, seat);
        let mut sum = [0.0; RUNGS];
        let Some(waiting) = alone::waiting(game, &solo, state, seat) else {
            return odds::certain(game.score(state, seat));
        };
        for (state, weight) in waiting {
            let reach = self.reach(&solo, &state, scratch);
            sum.iter_mut().zip(reach).for_each(|(sum, reach)| *sum += weight * reach);
        }
        sum
    }

    /// The odds of who is alone before a roll, or before a decision.
    fn reach(&self, solo: &Clever, state: &State, scratch: &mut Scratch) -> Reach {
        let mut odds = |state: &State| odds::reach(&self.nets, &features::bits(solo, state, 0), scratch);
        if solo.turn(state) != Turn::Seat(0) {
            return odds(state);
        }
        let points = Aim::points();
        let mut best = (f32::MIN, [0.0; RUNGS]);
        every(solo, state, |_, after| {
            let reach = odds(after);
            let expected = points.expected(&reach);
            if expected > best.0 {
                best = (expected, reach);
            }
        });
        best.1
    }

    /// The expected score of a seat, or what it aims at; exact once the game is over.
    #[must_use]
    pub fn value(&self, game: &Clever, state: &State, seat: usize, scratch: &mut Scratch) -> f32 {
        if state.phase == Phase::Over {
            let score = game.score(state, seat);
            return self.aim.as_ref().map_or_else(|| f32::from(score), |aim| aim.of(score));
        }
        let bits = features::bits(game, state, seat);
        if let Some(aim) = &self.aim {
            return aim.expected(&odds::reach(&self.nets, &bits, scratch));
        }
        let mut sum = 0.0;
        for net in &self.nets {
            net.logits_of(features::seen(&bits, net), &mut scratch.0, &mut scratch.1);
            sum += scratch.1[0];
        }
        MIDDLE + SCALE * sum / self.nets.len() as f32
    }

    /// Whether a value is at most so many points below another, the best.
    #[must_use]
    pub fn near(&self, value: f32, best: f32, points: f32) -> bool {
        if !self.win {
            return value >= best - points;
        }
        let logit = |chance: f32| (chance / (1.0 - chance)).ln();
        logit(value) >= logit(best) - POINT * points
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
