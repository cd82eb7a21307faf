//! Who reaches which cell first, one cell a step, speeds ignored.

use super::packed::Packed;
use super::plane::Plane;
use crate::game::MAX_SEATS;

/// The rows of a front that has ended.
const NOWHERE: (usize, usize) = (usize::MAX, 0);

type Active = smallvec::SmallVec<[usize; MAX_SEATS]>;

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
        let mut regions = self;
        let rows = regions.rows;
        let mut players: [usize; MAX_SEATS] = [0; MAX_SEATS];
        let mut count = 0;
        // The last plane is the front of the cells that nobody reached alone.
        let mut fronts = [Plane::<W, H>::EMPTY; MAX_SEATS + 1];
        let mut spans = [NOWHERE; MAX_SEATS + 1];
        for seat in (0..MAX_SEATS).filter(|seat| seats >> seat & 1 == 1) {
            if starts[seat].any(1, rows) {
                fronts[count] = starts[seat];
                spans[count] = starts[seat].trim(1, rows);
                players[count] = seat;
                count += 1;
            }
        }
        if regions.fronts.any(1, rows) {
            fronts[MAX_SEATS] = regions.fronts;
            spans[MAX_SEATS] = regions.fronts.trim(1, rows);
        }
        let mut left = left;
        let mut next = [Plane::<W, H>::EMPTY; MAX_SEATS + 1];
        loop {
            let (mut once, mut twice) = (Plane::<W, H>::EMPTY, Plane::<W, H>::EMPTY);
            let mut all = NOWHERE;
            for player in (0..count).chain([MAX_SEATS]) {
                if spans[player] == NOWHERE {
                    continue;
                }
                let (low, high) = (spans[player].0.max(2) - 1, (spans[player].1 + 1).min(rows));
                spans[player] = (low, high);
                all = (all.0.min(low), all.1.max(high));
                let size = high + 1 - low;
                for w in 0..W {
                    let left = left.rows(w, low, size);
                    let new = next[player].rows_mut(w, low, size);
                    let (once, twice) = (once.rows_mut(w, low, size), twice.rows_mut(w, low, size));
                    fronts[player].beside(w, low, size, |i, beside| {
                        let reached = beside & left[i];
                        new[i] = reached;
                        twice[i] |= once[i] & reached;
                        once[i] |= reached;
                    });
                }
            }
            let (low, size) = (all.0, all.1.wrapping_add(1).wrapping_sub(all.0));
            if all == NOWHERE || !once.any(low, size) {
                return regions;
            }
            left.drop(&once, low, size);
            for player in (0..count).filter(|player| spans[*player] != NOWHERE).collect::<Active>() {
                let (low, high) = spans[player];
                let size = high + 1 - low;
                let own = &mut regions.own[players[player]];
                let mut grown = 0;
                for w in 0..W {
                    let (new, twice) = (next[player].rows(w, low, size), twice.rows(w, low, size));
                    let (front, own) = (fronts[player].rows_mut(w, low, size), own.rows_mut(w, low, size));
                    for i in 0..size {
                        let alone = new[i] & !twice[i];
                        front[i] = alone;
                        own[i] |= alone;
                        grown |= alone;
                    }
                }
                spans[player] = if grown == 0 { NOWHERE } else { fronts[player].trim(low, high) };
            }
            // The common front appears wherever two others meet, and goes on from there.
            if spans[MAX_SEATS] != NOWHERE {
                let (low, high) = spans[MAX_SEATS];
                twice.add(&next[MAX_SEATS], low, high + 1 - low);
            }
            for w in 0..W {
                fronts[MAX_SEATS].rows_mut(w, low, size).copy_from_slice(twice.rows(w, low, size));
            }
            regions.fronts.add(&twice, low, size);
            spans[MAX_SEATS] = if twice.any(low, size) { fronts[MAX_SEATS].trim(all.0, all.1) } else { NOWHERE };
        }
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
