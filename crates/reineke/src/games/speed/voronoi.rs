//! Who reaches which cell first, one cell a step, speeds ignored.

use super::packed::Packed;
use super::plane::Plane;
use crate::game::MAX_SEATS;

/// The regions of a position.
pub struct Regions<const W: usize, const H: usize> {
    /// Per seat the cells that it reaches before everybody else.
    pub own: [Plane<W, H>; MAX_SEATS],
    /// The cells that two or more reach first together: battlefronts.
    pub fronts: Plane<W, H>,
    pub(super) rows: usize,
}

impl<const W: usize, const H: usize> Regions<W, H> {
    /// The regions of the players in `seats`.
    #[must_use]
    pub fn of(state: &Packed<W, H>, seats: u8) -> Self {
        let mut fronts = [Plane::EMPTY; MAX_SEATS];
        for seat in (0..state.seats as usize).filter(|seat| seats >> seat & 1 == 1) {
            fronts[seat].set(state.heads[seat].x, state.heads[seat].y);
        }
        let regions = Self { own: [Plane::EMPTY; MAX_SEATS], fronts: Plane::EMPTY, rows: state.rows() };
        regions.grow(state.open, seats, &fronts)
    }

    /// Goes on from regions that are decided: `left` is what nobody has reached, `starts` where each player goes on from.
    #[must_use]
    pub fn grow(self, left: Plane<W, H>, seats: u8, starts: &[Plane<W, H>; MAX_SEATS]) -> Self {
        // Two players and the battlefront are told apart by two bits, up to six by three.
        if seats.count_ones() <= 2 { self.race::<2>(left, seats, starts) } else { self.race::<3>(left, seats, starts) }
    }

    /// One flood for all: a cell carries the number of the player who reached it, in `B` bits, and all ones where several
    /// did. A new cell takes the number of the cells it was reached from if they agree.
    fn race<const B: usize>(mut self, mut left: Plane<W, H>, seats: u8, starts: &[Plane<W, H>; MAX_SEATS]) -> Self {
        let rows = self.rows;
        let (mut front, mut next) = (Front::<W, H, B>::new(), Front::<W, H, B>::new());
        for (number, seat) in (0..MAX_SEATS).filter(|seat| seats >> seat & 1 == 1).enumerate() {
            front.add(&starts[seat], number + 1, rows);
        }
        front.add(&self.fronts, (1 << B) - 1, rows);
        let mut owner = [Plane::<W, H>::EMPTY; B];
        let (mut low, mut high) = front.all.trim(1, rows);
        let mut beside = Beside { set: [[0; H]; B], unset: [[0; H]; B], several: [0; H] };
        let (mut now, mut then) = (&mut front, &mut next);
        loop {
            (low, high) = (low.max(2) - 1, (high + 1).min(rows));
            if !now.step(then, &mut beside, &mut left, &mut owner, low, high + 1 - low) {
                break;
            }
            std::mem::swap(&mut now, &mut then);
            (low, high) = now.all.trim(low, high);
        }
        for (number, seat) in (0..MAX_SEATS).filter(|seat| seats >> seat & 1 == 1).enumerate() {
            take(&owner, number + 1, &mut self.own[seat], rows);
        }
        take(&owner, (1 << B) - 1, &mut self.fronts, rows);
        self
    }

    /// The size of a seat's region.
    #[must_use]
    pub fn size(&self, seat: usize) -> u32 {
        self.own[seat].count(self.rows)
    }

    /// Whether two players meet: their regions, heads included, lie side by side, or border on one battlefront.
    #[must_use]
    pub fn meet(&self, state: &Packed<W, H>, a: usize, b: usize) -> bool {
        let shape = |seat: usize| {
            let mut shape = self.own[seat];
            shape.set(state.heads[seat].x, state.heads[seat].y);
            shape
        };
        let (one, other) = (shape(a), shape(b));
        one.touches(&other, self.rows) || one.flood(&self.fronts, self.rows).touches(&other, self.rows)
    }
}

/// The cells that were reached last, with the bits of their numbers.
struct Front<const W: usize, const H: usize, const B: usize> {
    all: Plane<W, H>,
    /// The cells whose bit is set, and those whose bit is not.
    ones: [Plane<W, H>; B],
    zeros: [Plane<W, H>; B],
}

/// What lies beside a front, per bit of the numbers; kept from step to step to spare its clearing.
struct Beside<const H: usize, const B: usize> {
    set: [[u64; H]; B],
    unset: [[u64; H]; B],
    /// Cells that are reached from cells of different numbers.
    several: [u64; H],
}

impl<const W: usize, const H: usize, const B: usize> Front<W, H, B> {
    fn new() -> Self {
        Self { all: Plane::EMPTY, ones: [Plane::EMPTY; B], zeros: [Plane::EMPTY; B] }
    }

    fn add(&mut self, cells: &Plane<W, H>, number: usize, rows: usize) {
        self.all.add(cells, 1, rows);
        for bit in 0..B {
            let side = if number >> bit & 1 == 1 { &mut self.ones[bit] } else { &mut self.zeros[bit] };
            side.add(cells, 1, rows);
        }
    }

    /// Moves the front by one cell, takes what it reaches out of `left` and notes the numbers. False where nothing was left.
    #[inline]
    fn step(
        &self,
        next: &mut Self,
        beside: &mut Beside<H, B>,
        left: &mut Plane<W, H>,
        owner: &mut [Plane<W, H>; B],
        low: usize,
        size: usize,
    ) -> bool {
        let mut any = 0;
        // The rows that the step after this one looks at beyond those written here.
        for index in [low.saturating_sub(2), low - 1, low + size, (low + size + 1).min(H - 1)] {
            for w in 0..W {
                next.ones.iter_mut().chain(&mut next.zeros).for_each(|plane| plane.0[w][index] = 0);
            }
        }
        for w in 0..W {
            let Beside { set, unset, several } = beside;
            for bit in 0..B {
                let (set, unset, several) = (&mut set[bit][..size], &mut unset[bit][..size], &mut several[..size]);
                self.ones[bit].beside(w, low, size, |i, beside| set[i] = beside);
                self.zeros[bit].beside(w, low, size, |i, beside| unset[i] = beside);
                for i in 0..size {
                    let both = set[i] & unset[i];
                    several[i] = if bit == 0 { both } else { several[i] | both };
                }
            }
            let left = left.rows_mut(w, low, size);
            let reached = next.all.rows_mut(w, low, size);
            for i in 0..size {
                reached[i] = (set[0][i] | unset[0][i]) & left[i];
                any |= reached[i];
                left[i] &= !reached[i];
            }
            for bit in 0..B {
                let owner = owner[bit].rows_mut(w, low, size);
                let (ones, zeros) = (next.ones[bit].rows_mut(w, low, size), next.zeros[bit].rows_mut(w, low, size));
                for i in 0..size {
                    let one = reached[i] & (set[bit][i] | several[i]);
                    owner[i] |= one;
                    ones[i] = one;
                    zeros[i] = reached[i] & !one;
                }
            }
        }
        any != 0
    }
}

/// Adds the cells with a number to a set.
fn take<const W: usize, const H: usize, const B: usize>(
    owner: &[Plane<W, H>; B],
    number: usize,
    cells: &mut Plane<W, H>,
    rows: usize,
) {
    for w in 0..W {
        let cells = cells.rows_mut(w, 1, rows);
        for (i, cell) in cells.iter_mut().enumerate() {
            let mut word = u64::MAX;
            for (bit, owner) in owner.iter().enumerate() {
                let owner = owner.0[w][i + 1];
                word &= if number >> bit & 1 == 1 { owner } else { !owner };
            }
            *cell |= word;
        }
    }
}
