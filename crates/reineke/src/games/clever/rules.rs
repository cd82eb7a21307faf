//! The flow of a game: rounds, rolls, picks, +1 phases, the tray.

use super::Clever;
use super::sheet::{Cross, Mark, Sheet};
use super::state::{Phase, State, faces_of};
use super::tables::{Bonus, WHITE};
use crate::dice::Dice;
use crate::game::Action;

pub const ROLLS: u8 = 3;

pub const CROSS_YELLOW: Action = 32;
pub const CROSS_BLUE: Action = 44;
pub const CROSS_GREEN: Action = 55;
pub const SIX_ORANGE: Action = 56;
pub const SIX_PURPLE: Action = 57;
pub const REROLL: Action = 58;
pub const PASS: Action = 59;
pub const ACTIONS: usize = 60;

impl Clever {
    pub(super) fn begin(&self) -> State {
        let mut state = State::EMPTY;
        self.begin_round(&mut state);
        state
    }

    fn begin_round(&self, state: &mut State) {
        state.lanes = 0;
        (state.air, state.pool, state.field, state.tray, state.rest) = (0, self.dice, 0, 0, 0);
        state.active = 0;
        match state.round {
            1 | 3 => self.everybody(state, Bonus::Reroll),
            2 => self.everybody(state, Bonus::Plus),
            4 if !self.paper.bonuses => {}
            4 if self.thesis => return state.enter(Phase::Draw, 0),
            4 => {
                state.enter(Phase::Four, 0);
                return self.find_four(state);
            }
            _ => {}
        }
        self.begin_turn(state, 0);
    }

    fn everybody(&self, state: &mut State, bonus: Bonus) {
        for sheet in &mut state.sheets[..self.seats] {
            sheet.gain(bonus, &self.paper);
        }
    }

    /// Stays with the next seat that has a choice in round 4; then the first turn begins.
    pub(super) fn find_four(&self, state: &mut State) {
        while usize::from(state.seat) < self.seats {
            if self.four(state.sheet()) != 0 {
                return;
            }
            state.seat += 1;
        }
        self.begin_turn(state, 0);
    }

    pub(super) fn begin_turn(&self, state: &mut State, active: u8) {
        state.active = active;
        if self.place.is_some_and(|place| place.seat != active) {
            return self.begin_tray(state);
        }
        state.enter(Phase::Roll, if self.place.is_some() { 0 } else { active });
        state.roll = 1;
        self.throw_all(state);
    }

    /// The passive turn of a game alone.
    pub(super) fn begin_tray(&self, state: &mut State) {
        state.enter(if self.thesis { Phase::Lots } else { Phase::Lowest }, 0);
        self.throw_all(state);
    }

    fn throw_all(&self, state: &mut State) {
        (state.pool, state.field, state.tray, state.rest) = (self.dice, 0, 0, 0);
        state.throw();
    }

    /// Every box that the round-4 bonus may fill, as action bits.
    fn four(&self, sheet: &Sheet) -> u64 {
        u64::from(sheet.free_yellow(&self.paper)) << CROSS_YELLOW
            | u64::from(sheet.free_blue(&self.paper)) << CROSS_BLUE
            | u64::from(sheet.greens < self.paper.green) << CROSS_GREEN
            | u64::from(sheet.oranges < self.paper.orange) << SIX_ORANGE
            | u64::from(sheet.purples < self.paper.purple) << SIX_PURPLE
    }

    /// The legal actions of the seat to move as bits; 0 where chance moves or nobody.
    #[inline]
    pub fn mask(&self, state: &State) -> u64 {
        let sheet = state.sheet();
        match sheet.pending() {
            Some(Cross::Yellow) => return u64::from(sheet.free_yellow(&self.paper)) << CROSS_YELLOW,
            Some(Cross::Blue) => return u64::from(sheet.free_blue(&self.paper)) << CROSS_BLUE,
            None => {}
        }
        let picks = |dice| sheet.picks(&state.faces(), dice, &self.paper);
        match state.phase {
            Phase::Roll if state.air == 0 => {
                let picks = picks(state.pool);
                picks | u64::from(sheet.rerolls > 0) << REROLL | u64::from(picks == 0) << PASS
            }
            Phase::Plus => picks(self.dice & !sheet.used) | 1 << PASS,
            Phase::Pass => {
                let mut picks = picks(state.tray);
                if picks == 0 && self.seats > 1 {
                    picks = sheet.picks(&state.faces(), state.field, &self.paper);
                }
                picks | 1 << PASS
            }
            Phase::Four => self.four(sheet),
            _ => 0,
        }
    }

    /// Plays a legal action.
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: Action) {
        match action {
            REROLL => {
                state.sheet_mut().rerolls -= 1;
                state.rerolls += 1;
                return state.throw();
            }
            PASS => return self.pass(state),
            CROSS_YELLOW.. => self.cross(state, action),
            _ => self.pick(state, action as u8),
        }
        if !state.sheet_mut().settle(&self.paper) {
            self.go_on(state);
        }
    }

    fn pass(&self, state: &mut State) {
        match state.phase {
            Phase::Roll => {
                finish_roll(state);
                self.go_on(state);
            }
            Phase::Plus => self.end_plus(state),
            _ => self.go_on(state),
        }
    }

    fn cross(&self, state: &mut State, action: Action) {
        let mark = match action {
            CROSS_GREEN => Mark::Green,
            SIX_ORANGE => Mark::Orange(6),
            SIX_PURPLE => Mark::Purple(6),
            CROSS_BLUE.. => Mark::Blue((action - CROSS_BLUE) as u8 + 2),
            _ => Mark::Yellow((action - CROSS_YELLOW) as u8),
        };
        let sheet = state.sheet_mut();
        if sheet.pending().is_some() {
            sheet.serve();
        }
        sheet.mark(mark, &self.paper);
    }

    fn pick(&self, state: &mut State, action: u8) {
        let target = action & 15;
        let die = if action < 16 { usize::from(target.saturating_sub(11)) } else { WHITE };
        let face = state.face(die);
        let mark = match target {
            12 => Mark::Blue(state.face(1) + state.face(WHITE)),
            13 => Mark::Green,
            14 => Mark::Orange(face),
            15 => Mark::Purple(face),
            index => Mark::Yellow(index),
        };
        match state.phase {
            Phase::Roll => {
                state.pool &= !(1 << die);
                state.field |= 1 << die;
                let lower = state.below(face, state.pool);
                state.pool &= !lower;
                state.tray |= lower;
                finish_roll(state);
            }
            Phase::Plus => {
                let sheet = state.sheet_mut();
                sheet.pluses -= 1;
                sheet.used |= 1 << die;
            }
            _ => {}
        }
        state.sheet_mut().mark(mark, &self.paper);
    }

    /// Leaves a phase whose decision has been made, once no cross waits.
    fn go_on(&self, state: &mut State) {
        match state.phase {
            Phase::Roll if state.pool != 0 => {
                state.roll += 1;
                state.rerolls = 0;
                state.throw();
            }
            Phase::Roll if self.thesis && state.round == self.rounds() => state.enter(Phase::Over, state.active),
            Phase::Roll | Phase::Pass => {
                state.enter(Phase::Plus, state.seat);
                self.find_plus(state);
            }
            Phase::Plus => self.find_plus(state),
            Phase::Draw => self.begin_turn(state, 0),
            Phase::Four => {
                state.seat += 1;
                self.find_four(state);
            }
            Phase::Lowest | Phase::Lots | Phase::Over => {}
        }
    }

    /// Stays in a +1 phase only if there is something to choose.
    fn find_plus(&self, state: &mut State) {
        let sheet = state.sheet();
        if sheet.pluses == 0 || sheet.picks(&state.faces(), self.dice & !sheet.used, &self.paper) == 0 {
            self.end_plus(state);
        }
    }

    pub(super) fn end_plus(&self, state: &mut State) {
        state.sheet_mut().used = 0;
        if let Some(place) = self.place {
            if state.active + 1 < place.seats {
                return self.begin_turn(state, state.active + 1);
            }
            return self.end_round(state);
        }
        if self.seats == 1 {
            if state.rest != 0 {
                return self.end_round(state);
            }
            return self.begin_tray(state);
        }
        let next = (state.seat + 1) % self.seats as u8;
        if next != state.active {
            state.enter(Phase::Pass, next);
        } else if usize::from(state.active) + 1 < self.seats {
            self.begin_turn(state, state.active + 1);
        } else {
            self.end_round(state);
        }
    }

    fn end_round(&self, state: &mut State) {
        if state.round == self.rounds() {
            state.enter(Phase::Over, if self.place.is_some() { 0 } else { state.active });
        } else {
            state.round += 1;
            self.begin_round(state);
        }
    }

    /// Plays an outcome of a chance turn.
    pub(super) fn chance_turn(&self, state: &mut State, outcome: Action) {
        if state.air != 0 {
            return state.land_one(outcome as u8 + 1);
        }
        if state.phase != Phase::Draw {
            return state.draw(u32::from(outcome));
        }
        let bonuses = [Bonus::YellowCross, Bonus::BlueCross, Bonus::GreenCross, Bonus::Orange(6), Bonus::PurpleSix];
        let sheet = state.sheet_mut();
        sheet.gain(bonuses[usize::from(outcome)], &self.paper);
        if !sheet.settle(&self.paper) {
            self.go_on(state);
        }
    }

    /// Plays at random to the end; returns the number of decisions. A roll takes one number from the dice.
    pub(super) fn random_game(&self, state: &mut State, dice: &mut dyn Dice) -> u64 {
        let mut decisions = 0;
        loop {
            if state.air != 0 {
                state.land_lanes(faces_of(dice.roll(216 * 216)));
                continue;
            }
            let legal = self.mask(state);
            if legal != 0 {
                decisions += 1;
                self.act(state, nth(legal, dice.roll(legal.count_ones())) as Action);
                continue;
            }
            match state.phase {
                Phase::Over => return decisions,
                Phase::Draw => self.chance_turn(state, dice.roll(5) as Action),
                _ => {
                    let lots = state.lots();
                    state.draw(nth(u64::from(lots), dice.roll(lots.count_ones())));
                }
            }
        }
    }
}

/// After the last roll the pool goes to the tray; an empty pool ends the turn.
fn finish_roll(state: &mut State) {
    if state.roll == ROLLS {
        state.tray |= state.pool;
        state.pool = 0;
    }
}

/// The position of the set bit with `n` set bits below it.
#[inline]
pub fn nth(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
