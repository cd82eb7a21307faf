//! A full position: every cell with its owner, every head, the round.

use super::rules::{Grid, Head, play_round};
use crate::dice::chain;
use crate::game::{Action, MAX_SEATS};

/// The longest side of a board.
pub const MAX_SIDE: i16 = 128;
/// The value of a cell that was entered more than once.
pub const CRASH: i8 = -1;

/// The board with owners: 0 free, seat + 1 a trail, [`CRASH`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub width: i16,
    pub height: i16,
    /// Row by row, from the top.
    pub cells: Vec<i8>,
}

impl Board {
    #[must_use]
    pub fn new(width: i16, height: i16) -> Self {
        Self { width, height, cells: vec![0; width as usize * height as usize] }
    }

    #[inline]
    #[must_use]
    pub fn at(&self, x: i16, y: i16) -> i8 {
        self.cells[self.index(x, y)]
    }

    #[inline]
    #[must_use]
    pub fn index(&self, x: i16, y: i16) -> usize {
        y as usize * self.width as usize + x as usize
    }
}

impl Grid for Board {
    #[inline]
    fn holds(&self, x: i16, y: i16) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    #[inline]
    fn mark(&mut self, x: i16, y: i16, seat: usize) {
        let index = self.index(x, y);
        let cell = &mut self.cells[index];
        *cell = if *cell == 0 { seat as i8 + 1 } else { CRASH };
    }

    #[inline]
    fn crashed(&self, x: i16, y: i16) -> bool {
        self.at(x, y) == CRASH
    }
}

/// A full position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub board: Board,
    /// Rounds played.
    pub round: u32,
    pub seats: u8,
    /// One per seat; absent seats are all zero.
    pub heads: [Head; MAX_SEATS],
}

impl State {
    #[inline]
    #[must_use]
    pub fn heads(&self) -> &[Head] {
        &self.heads[..self.seats as usize]
    }

    /// The seats still in the game, as a set.
    #[inline]
    #[must_use]
    pub fn active(&self) -> u8 {
        active(self.heads())
    }

    /// With one seat the game lasts until that player is out, else until at most one is left.
    #[inline]
    #[must_use]
    pub fn over(&self) -> bool {
        over(self.active(), self.seats)
    }

    /// Plays one round, one entry per seat.
    pub fn play(&mut self, actions: &[Action]) {
        self.round += 1;
        play_round(&mut self.board, &mut self.heads[..self.seats as usize], self.round, actions);
    }

    #[must_use]
    pub fn key(&self) -> u64 {
        let board = &self.board;
        let mut key = chain((board.width as u64) << 16 | board.height as u64, u64::from(self.round));
        for cells in board.cells.chunks(16) {
            // A cell has one of eight values: sixteen of them fit a word.
            key = chain(key, cells.iter().fold(0, |word, cell| word << 4 | (cell & 15) as u64));
        }
        for head in self.heads() {
            let place = u64::from(head.x as u16) << 16 | u64::from(head.y as u16);
            let motion = u64::from(head.direction) << 8 | u64::from(head.speed);
            key = chain(chain(key, place << 16 | motion), u64::from(head.died));
        }
        key
    }
}

/// The seats still in the game, as a set.
#[inline]
#[must_use]
pub fn active(heads: &[Head]) -> u8 {
    heads.iter().enumerate().fold(0, |set, (seat, head)| set | u8::from(head.active()) << seat)
}

/// Whether a game of so many seats is over with these active.
#[inline]
#[must_use]
pub fn over(active: u8, seats: u8) -> bool {
    active.count_ones() <= u32::from(seats > 1)
}

/// The result of a finished game: 1 to the sole survivor; without one, split among those who died last.
#[must_use]
pub fn shares(heads: &[Head]) -> [f64; MAX_SEATS] {
    let last = heads.iter().map(|head| head.died).max().unwrap_or(0);
    let alive = active(heads) != 0;
    let wins = |head: &Head| if alive { head.active() } else { head.died == last };
    let share = 1.0 / heads.iter().filter(|head| wins(head)).count() as f64;
    let mut shares = [0.0; MAX_SEATS];
    for (value, head) in shares.iter_mut().zip(heads) {
        *value = if wins(head) { share } else { 0.0 };
    }
    shares
}
