//! Who reaches which cell first, one cell a step, speeds ignored.

use super::packed::Packed;
use super::plane::Plane;
use crate::game::MAX_SEATS;
use crate::wide::{Lanes, widened};

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
        regions(state, seats)
    }

    /// Goes on from regions that are decided: `left` is what nobody has reached, `starts` where each player goes on from.
    #[inline(always)]
    #[must_use]
    pub fn grow<L: Lanes>(self, left: Plane<W, H>, seats: u8, starts: &[Plane<W, H>; MAX_SEATS]) -> Self {
        // Two players and the battlefront are told apart by two bits, up to six by three.
        if seats.count_ones() <= 2 {
            self.race::<2, L>(left, seats, starts)
        } else {
            self.race::<3, L>(left, seats, starts)
        }
    }

    /// One flood for all: a cell carries the number of the player who reached it, in `B` bits, and all ones where several
    /// did. A new cell takes the number of the cells it was reached from if they agree.
    #[inline(always)]
    fn race<const B: usize, L: Lanes>(
        mut self,
        mut left: Plane<W, H>,
        seats: u8,
        starts: &[Plane<W, H>; MAX_SEATS],
    ) -> Self {
        let rows = self.rows;
        let (mut front, mut next) = (Front::<W, H, B>::new(), Front::<W, H, B>::new());
        for (number, seat) in (0..MAX_SEATS).filter(|seat| seats >> seat & 1 == 1).enumerate() {
            front.add(&starts[seat], number + 1, rows);
        }
        front.add(&self.fronts, (1 << B) - 1, rows);
        let mut owner = [Plane::<W, H>::EMPTY; B];
        let (mut low, mut high) = front.all.trim(1, rows);
        let (mut now, mut then) = (&mut front, &mut next);
        loop {
            (low, high) = (low.max(2) - 1, (high + 1).min(rows));
            // Whole lanes, moved up where they would end below the last row.
            let size = (high + 1 - low).next_multiple_of(L::COUNT);
            if !now.step::<L>(then, &mut left, &mut owner, (low.min(H - 1 - size), size)) {
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

/// The cells of `left` that one player, who goes on from `mine`, reaches before all others, who go on from `theirs`.
#[inline(always)]
#[must_use]
pub fn hold<const W: usize, const H: usize, L: Lanes>(
    mut left: Plane<W, H>,
    (mine, theirs): (&Plane<W, H>, &Plane<W, H>),
    rows: usize,
) -> Plane<W, H> {
    let mut own = Plane::EMPTY;
    let (mut front, mut next) = ([*mine, *theirs], [Plane::EMPTY; 2]);
    let (mut now, mut then) = (&mut front, &mut next);
    let (mut low, mut high) = (1, rows);
    loop {
        let empty = |index: usize| (0..W).all(|w| now[0].0[w][index] | now[1].0[w][index] == 0);
        while low < high && empty(low) {
            low += 1;
        }
        while low < high && empty(high) {
            high -= 1;
        }
        (low, high) = (low.max(2) - 1, (high + 1).min(rows));
        // Whole lanes, moved up where they would end below the last row.
        let size = (high + 1 - low).next_multiple_of(L::COUNT);
        let first = low.min(H - 1 - size);
        let mut any = L::none();
        for at in (first..first + size).step_by(L::COUNT) {
            for w in 0..W {
                let free: L = left.lanes(w, at);
                let taken = now[1].beside_lanes::<L>(w, at).and(free);
                let got = now[0].beside_lanes::<L>(w, at).and(free).without(taken);
                any = any.or(got);
                left.put(w, at, free.without(got).without(taken));
                then[0].put(w, at, got);
                then[1].put(w, at, taken);
                own.put(w, at, own.lanes::<L>(w, at).or(got));
            }
        }
        if !any.any() {
            return own;
        }
        std::mem::swap(&mut now, &mut then);
    }
}

widened! {
    /// The regions of the players in `seats`.
    regions[const W: usize, const H: usize; L](state: &Packed<W, H>, seats: u8) -> Regions<W, H> {
        let mut fronts = [Plane::EMPTY; MAX_SEATS];
        for seat in (0..state.seats as usize).filter(|seat| seats >> seat & 1 == 1) {
            fronts[seat].set(state.heads[seat].x, state.heads[seat].y);
        }
        let regions = Regions { own: [Plane::EMPTY; MAX_SEATS], fronts: Plane::EMPTY, rows: state.rows() };
        regions.grow::<L>(state.open, seats, &fronts)
    }
}

/// The cells that were reached last, with the bits of their numbers.
struct Front<const W: usize, const H: usize, const B: usize> {
    all: Plane<W, H>,
    /// The cells whose bit is set, and those whose bit is not.
    ones: [Plane<W, H>; B],
    zeros: [Plane<W, H>; B],
}

impl<const W: usize, const H: usize, const B: usize> Front<W, H, B> {
    #[inline(always)]
    fn new() -> Self {
        Self { all: Plane::EMPTY, ones: [Plane::EMPTY; B], zeros: [Plane::EMPTY; B] }
    }

    #[inline(always)]
    fn add(&mut self, cells: &Plane<W, H>, number: usize, rows: usize) {
        self.all.add(cells, 1, rows);
        for bit in 0..B {
            let side = if number >> bit & 1 == 1 { &mut self.ones[bit] } else { &mut self.zeros[bit] };
            side.add(cells, 1, rows);
        }
    }

    /// Moves the front by one cell, takes what it reaches out of `left` and notes the numbers. False where nothing was left.
    /// What the rows beyond hold of earlier fronts does no harm: everything beside it is taken.
    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        next: &mut Self,
        left: &mut Plane<W, H>,
        owner: &mut [Plane<W, H>; B],
        (low, size): (usize, usize),
    ) -> bool {
        let mut any = L::none();
        for at in (low..low + size).step_by(L::COUNT) {
            for w in 0..W {
                let (mut several, mut reached) = (L::none(), L::none());
                let mut ones = [L::none(); B];
                for bit in 0..B {
                    let set: L = self.ones[bit].beside_lanes(w, at);
                    let unset = self.zeros[bit].beside_lanes(w, at);
                    several = several.or(set.and(unset));
                    reached = set.or(unset);
                    ones[bit] = set;
                }
                let free: L = left.lanes(w, at);
                reached = reached.and(free);
                any = any.or(reached);
                left.put(w, at, free.without(reached));
                next.all.put(w, at, reached);
                for bit in 0..B {
                    let one = reached.and(ones[bit].or(several));
                    owner[bit].put(w, at, owner[bit].lanes::<L>(w, at).or(one));
                    next.ones[bit].put(w, at, one);
                    next.zeros[bit].put(w, at, reached.without(one));
                }
            }
        }
        any.any()
    }
}

/// Adds the cells with a number to a set.
#[inline(always)]
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
