//! The flow of a game: rounds, rolls, picks, +1 phases, the tray.

use super::Clever;
use super::sheet::{Bonus, Cross, DICE, Mark, Sheet, WHITE};
use crate::dice::{Dice, chain};
use crate::game::{Action, Turn};

pub const MOST_SEATS: usize = 4;
pub const ROLLS: u8 = 3;
/// Dice on the tray of a solo passive turn.
pub const TRAY: u32 = 3;

pub const CROSS_YELLOW: Action = 32;
pub const CROSS_BLUE: Action = 44;
pub const CROSS_GREEN: Action = 55;
pub const SIX_ORANGE: Action = 56;
pub const SIX_PURPLE: Action = 57;
pub const REROLL: Action = 58;
pub const PASS: Action = 59;
pub const ACTIONS: usize = 60;

/// A 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The bytes of each set of dice.
const SPREAD: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 * DICE {
        let (set, die) = (index / DICE, index % DICE);
        if set >> die & 1 == 1 {
            table[set] |= 0xff << (8 * die);
        }
        index += 1;
    }
    table
};
/// The faces of three dice, a byte each.
const TRIPLES: [u32; 216] = {
    let mut table = [0; 216];
    let mut index = 0;
    while index < 216 {
        let number = index as u32;
        table[index] = (number % 6 + 1) | (number / 6 % 6 + 1) << 8 | (number / 36 + 1) << 16;
        index += 1;
    }
    table
};

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The active seat's dice are in the air or to be picked from.
    Roll,
    /// The +1 actions of a seat.
    Plus,
    /// The solo passive roll, of which the lowest dice go to the tray.
    Lowest,
    /// The solo passive roll of the thesis, of which any dice go to the tray.
    Lots,
    /// The passive pick of a seat.
    Pass,
    /// The round-4 bonus is drawn.
    Draw,
    /// The round-4 bonus is chosen by a seat.
    Four,
    Over,
}

/// A position. A seat with a waiting cross decides on it before its phase goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub sheets: [Sheet; MOST_SEATS],
    /// A byte a die; see [`State::face`].
    lanes: u64,
    /// Sets of dice: in the air (part of the pool), to be picked from, on fields, on the tray, and beside it.
    pub air: u8,
    pub pool: u8,
    pub field: u8,
    pub tray: u8,
    pub rest: u8,
    pub phase: Phase,
    pub round: u8,
    pub active: u8,
    /// Whose phase it is.
    pub seat: u8,
    /// Number of the roll, 1 to 3, and re-rolls of it so far; 0 outside the active turn.
    pub roll: u8,
    pub rerolls: u8,
}

impl State {
    pub(super) const EMPTY: Self = Self {
        sheets: [Sheet::EMPTY; MOST_SEATS],
        lanes: 0,
        air: 0,
        pool: 0,
        field: 0,
        tray: 0,
        rest: 0,
        phase: Phase::Roll,
        round: 1,
        active: 0,
        seat: 0,
        roll: 0,
        rerolls: 0,
    };

    /// The sheet of the seat whose phase it is.
    #[inline]
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[usize::from(self.seat) % MOST_SEATS]
    }

    #[inline]
    fn sheet_mut(&mut self) -> &mut Sheet {
        &mut self.sheets[usize::from(self.seat) % MOST_SEATS]
    }

    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over,
            Phase::Lowest | Phase::Lots => Turn::Chance,
            Phase::Draw if self.sheet().pending().is_none() => Turn::Chance,
            _ if self.air != 0 => Turn::Chance,
            _ => Turn::Seat(usize::from(self.seat)),
        }
    }

    /// What a die shows: 1 to 6; 0 in the air and before the first roll of a round.
    #[inline]
    pub fn face(&self, die: usize) -> u8 {
        (self.lanes >> (8 * die)) as u8
    }

    /// What all dice show.
    #[inline]
    pub fn faces(&self) -> [u8; DICE] {
        let [y, b, g, o, p, w, _, _] = self.lanes.to_le_bytes();
        [y, b, g, o, p, w]
    }

    pub(super) fn set_face(&mut self, die: usize, face: u8) {
        self.lanes = self.lanes & !(0xff << (8 * die)) | u64::from(face) << (8 * die);
    }

    /// Dice of a set that show less than a face.
    #[inline]
    fn below(&self, face: u8, set: u8) -> u8 {
        let not_below = ((self.lanes | ONES << 7) - u64::from(face) * ONES) >> 7 & ONES;
        !(not_below.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8 & set
    }

    /// Sends the pool into the air.
    #[inline]
    fn throw(&mut self) {
        self.air = self.pool;
        self.lanes &= !SPREAD[usize::from(self.pool)];
    }

    /// Gives every die that is in the air its face, all at once.
    #[inline]
    pub fn land(&mut self, faces: [u8; DICE]) {
        let [y, b, g, o, p, w] = faces;
        self.land_lanes(u64::from_le_bytes([y, b, g, o, p, w, 0, 0]));
    }

    #[inline]
    fn land_lanes(&mut self, lanes: u64) {
        self.lanes |= lanes & SPREAD[usize::from(self.air)];
        self.air = 0;
        self.landed();
    }

    fn land_one(&mut self, face: u8) {
        self.set_face(self.air.trailing_zeros() as usize, face);
        self.air &= self.air - 1;
        if self.air == 0 {
            self.landed();
        }
    }

    /// Fills the tray of a solo passive roll as far as no lot decides.
    #[inline]
    fn landed(&mut self) {
        match self.phase {
            Phase::Lowest => self.tray = self.lowest(),
            Phase::Lots if self.pool.count_ones() <= TRAY => self.tray = self.pool,
            Phase::Lots => {}
            _ => return,
        }
        self.fill_tray();
    }

    /// The dice of the pool that are among the three lowest however ties are broken.
    fn lowest(&self) -> u8 {
        if self.pool.count_ones() <= TRAY {
            return self.pool;
        }
        // A nibble for each face: first how many dice show it, then how many show it or less.
        let shown = (0..DICE).map(|die| u32::from(self.pool >> die & 1) << (4 * self.face(die)));
        let up_to = shown.sum::<u32>().wrapping_mul(0x1111_1111);
        let border = ((up_to + 0x0555_5555) & 0x0888_8888).trailing_zeros() as u8 / 4;
        let lowest = self.below(border + 1, self.pool);
        if lowest.count_ones() == TRAY { lowest } else { self.below(border, self.pool) }
    }

    fn fill_tray(&mut self) {
        self.pool &= !self.tray;
        if self.pool == 0 || self.tray.count_ones() >= TRAY {
            self.pool = 0;
            self.rest = 0x3f & !self.tray;
            self.phase = Phase::Pass;
        }
    }

    /// Puts a drawn die on the tray.
    fn draw(&mut self, die: u32) {
        self.tray |= 1 << die;
        self.fill_tray();
    }

    /// The dice of which one is drawn for the tray.
    pub fn lots(&self) -> u8 {
        if self.phase == Phase::Lots {
            return self.pool;
        }
        (2..=7).map(|face| self.below(face, self.pool)).find(|set| *set != 0).unwrap_or(0)
    }

    fn enter(&mut self, phase: Phase, seat: u8) {
        self.phase = phase;
        self.seat = seat;
        self.roll = 0;
        self.rerolls = 0;
    }

    /// A name of the next chance event that does not depend on the choices made.
    pub fn event(&self) -> u64 {
        let lot = if self.air != 0 { self.air.trailing_zeros() } else { 8 + self.tray.count_ones() };
        [self.phase as u8, self.round, self.active, self.roll, self.rerolls, lot as u8]
            .into_iter()
            .fold(0, |key, part| key << 8 | u64::from(part))
    }

    pub fn hash(&self, seats: usize) -> u64 {
        let key = self.lanes | u64::from(self.round) << 48 | (self.phase as u64) << 56;
        let places = [self.air, self.pool, self.field, self.tray, self.rest, self.active, self.seat, self.roll];
        let places = u64::from_le_bytes(places);
        self.sheets[..seats]
            .iter()
            .fold(chain(chain(key, places), u64::from(self.rerolls)), |key, sheet| sheet.chain(key))
    }
}

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
    fn find_four(&self, state: &mut State) {
        while usize::from(state.seat) < self.seats {
            if self.four(state.sheet()) != 0 {
                return;
            }
            state.seat += 1;
        }
        self.begin_turn(state, 0);
    }

    fn begin_turn(&self, state: &mut State, active: u8) {
        state.active = active;
        state.enter(Phase::Roll, active);
        state.roll = 1;
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
                self.finish_roll(state);
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
                self.finish_roll(state);
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

    /// After the last roll the pool goes to the tray; an empty pool ends the turn.
    fn finish_roll(&self, state: &mut State) {
        if state.roll == ROLLS {
            state.tray |= state.pool;
            state.pool = 0;
        }
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

    fn end_plus(&self, state: &mut State) {
        state.sheet_mut().used = 0;
        if self.seats == 1 {
            if state.rest != 0 {
                return self.end_round(state);
            }
            state.enter(if self.thesis { Phase::Lots } else { Phase::Lowest }, 0);
            return self.throw_all(state);
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
            state.enter(Phase::Over, state.active);
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

/// Six faces out of one number below 6^6, a byte each.
#[inline]
fn faces_of(number: u32) -> u64 {
    u64::from(TRIPLES[(number % 216) as usize]) | u64::from(TRIPLES[(number / 216) as usize]) << 24
}

/// The position of the set bit with `n` set bits below it.
#[inline]
fn nth(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
