//! A position: sheets, dice and what is going on.

use super::sheet::Sheet;
use super::tables::DICE;
use crate::dice::chain;
use crate::game::Turn;

pub const MOST_SEATS: usize = 4;
/// Dice on the tray of a solo passive turn.
pub const TRAY: u32 = 3;

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
    pub(super) lanes: u64,
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
    pub(super) fn sheet_mut(&mut self) -> &mut Sheet {
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
    pub(super) fn below(&self, face: u8, set: u8) -> u8 {
        let not_below = ((self.lanes | ONES << 7) - u64::from(face) * ONES) >> 7 & ONES;
        !(not_below.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8 & set
    }

    /// Sends the pool into the air.
    #[inline]
    pub(super) fn throw(&mut self) {
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
    pub(super) fn land_lanes(&mut self, lanes: u64) {
        self.lanes |= lanes & SPREAD[usize::from(self.air)];
        self.air = 0;
        self.landed();
    }

    pub(super) fn land_one(&mut self, face: u8) {
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
    pub(super) fn draw(&mut self, die: u32) {
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

    pub(super) fn enter(&mut self, phase: Phase, seat: u8) {
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

/// Six faces out of one number below 6^6, a byte each.
#[inline]
pub fn faces_of(number: u32) -> u64 {
    u64::from(TRIPLES[(number % 216) as usize]) | u64::from(TRIPLES[(number / 216) as usize]) << 24
}
