//! The board that searches run on: free cells as bits, no owners. Small enough to copy at every node.

use super::Speed;
use super::plane::Plane;
use super::rules::{GAP_EVERY, Grid, Head, play_round};
use super::state::{State, active, over, shares};
use crate::dice::{Dice, chain, mix};
use crate::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values};
use smallvec::SmallVec;

/// A position without owners: what moves can do from here on, and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<const W: usize, const H: usize> {
    /// The free cells.
    pub open: Plane<W, H>,
    pub width: i16,
    pub height: i16,
    pub seats: u8,
    pub round: u32,
    pub heads: [Head; MAX_SEATS],
    /// A key of the free cells, kept along.
    cells: u64,
}

impl<const W: usize, const H: usize> Packed<W, H> {
    /// Whether boards of this size fit.
    #[must_use]
    pub fn fits(width: i16, height: i16) -> bool {
        width as usize <= 64 * W && (height as usize) + 2 <= H
    }

    #[must_use]
    pub fn new(state: &State) -> Self {
        let board = &state.board;
        let mut packed = Self {
            open: Plane::EMPTY,
            width: board.width,
            height: board.height,
            seats: state.seats,
            round: state.round,
            heads: state.heads,
            cells: 0,
        };
        for (index, cell) in board.cells.iter().enumerate() {
            let (x, y) = (index as i16 % board.width, index as i16 / board.width);
            if *cell == 0 {
                packed.open.set(x, y);
            } else {
                packed.cells ^= mix(u64::from(x as u16) << 16 | u64::from(y as u16));
            }
        }
        packed
    }

    #[inline]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.height as usize
    }

    #[inline]
    #[must_use]
    pub fn heads(&self) -> &[Head] {
        &self.heads[..self.seats as usize]
    }

    #[inline]
    #[must_use]
    pub fn active(&self) -> u8 {
        active(self.heads())
    }

    #[inline]
    #[must_use]
    pub fn over(&self) -> bool {
        over(self.active(), self.seats)
    }

    /// Plays one round; entries of seats that are out are not read.
    #[inline]
    pub fn play(&mut self, actions: &[Action]) {
        self.round += 1;
        let (seats, round) = (self.seats as usize, self.round);
        let mut heads = self.heads;
        let mut grid = Marks { packed: self, crashes: SmallVec::new() };
        play_round(&mut grid, &mut heads[..seats], round, actions);
        self.heads = heads;
    }

    /// A key of everything that matters for what can happen: rounds count by their distance to the next gap.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.motion(self.cells)
    }

    /// A key of a board's key, the heads, and the rounds to the next gap.
    #[must_use]
    pub fn motion(&self, board: u64) -> u64 {
        let mut key = board ^ u64::from(self.round % GAP_EVERY);
        for (seat, head) in self.heads().iter().enumerate().filter(|(_, head)| head.active()) {
            let place = u64::from(head.x as u16) << 16 | u64::from(head.y as u16);
            let motion = u64::from(head.direction) << 8 | u64::from(head.speed);
            key = chain(key, place << 20 | motion << 4 | seat as u64);
        }
        key
    }
}

/// A packed board during one round, with the cells that were entered twice or were taken before.
struct Marks<'a, const W: usize, const H: usize> {
    packed: &'a mut Packed<W, H>,
    crashes: SmallVec<[(i16, i16); 16]>,
}

impl<const W: usize, const H: usize> Grid for Marks<'_, W, H> {
    #[inline]
    fn holds(&self, x: i16, y: i16) -> bool {
        (0..self.packed.width).contains(&x) && (0..self.packed.height).contains(&y)
    }

    #[inline]
    fn mark(&mut self, x: i16, y: i16, _seat: usize) {
        if self.packed.open.has(x, y) {
            self.packed.open.clear(x, y);
            self.packed.cells ^= mix(u64::from(x as u16) << 16 | u64::from(y as u16));
        } else {
            self.crashes.push((x, y));
        }
    }

    #[inline]
    fn crashed(&self, x: i16, y: i16) -> bool {
        self.crashes.contains(&(x, y))
    }
}

/// The game on packed boards, for searches alone: it has the rules and no text.
#[derive(Clone, Copy, Debug)]
pub struct Swift<const W: usize, const H: usize>(pub Speed);

impl<const W: usize, const H: usize> Game for Swift<W, H> {
    type State = Packed<W, H>;
    type Info = Packed<W, H>;

    #[inline]
    fn simultaneous(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn seats(&self) -> usize {
        self.0.seats
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn range(&self) -> (f64, f64) {
        self.0.range()
    }

    fn sum(&self) -> Option<f64> {
        self.0.sum()
    }

    fn start(&self, dice: &mut dyn Dice) -> Packed<W, H> {
        Packed::new(&self.0.start(dice))
    }

    #[inline]
    fn turn(&self, state: &Packed<W, H>) -> Turn {
        let active = state.active();
        if over(active, state.seats) { Turn::Over } else { Turn::Seats(Seats(active)) }
    }

    #[inline]
    fn legal(&self, state: &Packed<W, H>, seat: usize, out: &mut Actions) {
        super::choices(&state.heads[seat], out);
    }

    fn apply(&self, _state: &mut Packed<W, H>, _action: Action, _dice: &mut dyn Dice) {
        unreachable!("everybody moves at once")
    }

    #[inline]
    fn apply_joint(&self, state: &mut Packed<W, H>, actions: &[Action], _dice: &mut dyn Dice) {
        state.play(actions);
    }

    fn outcome(&self, state: &Packed<W, H>) -> Values {
        shares(state.heads())
    }

    #[inline]
    fn hash(&self, state: &Packed<W, H>) -> u64 {
        state.key()
    }

    #[inline]
    fn info(&self, state: &Packed<W, H>, _seat: usize) -> Packed<W, H> {
        *state
    }

    #[inline]
    fn key(&self, state: &Packed<W, H>, _seat: usize) -> u64 {
        state.key()
    }

    #[inline]
    fn sample(&self, info: &Packed<W, H>, _seat: usize, _dice: &mut dyn Dice) -> Packed<W, H> {
        *info
    }

    fn text(&self, state: &Packed<W, H>) -> String {
        format!("{:?}", state.heads())
    }

    fn parse(&self, _text: &str) -> Result<Packed<W, H>, String> {
        Err("packed boards have no text".into())
    }

    fn info_text(&self, info: &Packed<W, H>, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        self.0.action_text(action)
    }
}
