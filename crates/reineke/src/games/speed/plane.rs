//! Sets of cells as bits: floods over whole boards are a few instructions a row.

use crate::wide::{Lanes, widened};

/// A set of cells, `W` words a row. Row `y` stands at index `y + 1`, so that every row has a neighbour above and below;
/// bits outside the board are never set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane<const W: usize, const H: usize>(pub [[u64; H]; W]);

impl<const W: usize, const H: usize> Plane<W, H> {
    pub const EMPTY: Self = Self([[0; H]; W]);

    #[inline]
    #[must_use]
    pub fn has(&self, x: i16, y: i16) -> bool {
        self.0[(x >> 6) as usize % W][(y + 1) as usize] >> (x & 63) & 1 == 1
    }

    #[inline]
    pub fn set(&mut self, x: i16, y: i16) {
        self.0[(x >> 6) as usize % W][(y + 1) as usize] |= 1 << (x & 63);
    }

    #[inline]
    pub fn clear(&mut self, x: i16, y: i16) {
        self.0[(x >> 6) as usize % W][(y + 1) as usize] &= !(1 << (x & 63));
    }

    /// How many cells there are.
    #[inline]
    #[must_use]
    pub fn count(&self, rows: usize) -> u32 {
        self.0.iter().flat_map(|words| &words[1..=rows]).map(|word| word.count_ones()).sum()
    }

    /// The cells, row by row.
    #[cfg(test)]
    pub fn cells(&self, rows: usize) -> impl Iterator<Item = (i16, i16)> + '_ {
        (0..W).flat_map(move |w| {
            (1..=rows).flat_map(move |row| {
                let word = self.0[w][row];
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| ((64 * w + bit) as i16, row as i16 - 1))
            })
        })
    }

    /// The words `w` of `count` rows from index `low` on. Loops over such slices of one length run on whole vectors.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self, w: usize, low: usize, count: usize) -> &[u64] {
        &self.0[w][low..low + count]
    }

    #[inline(always)]
    pub fn rows_mut(&mut self, w: usize, low: usize, count: usize) -> &mut [u64] {
        &mut self.0[w][low..low + count]
    }

    /// The words `w` of the rows from index `at` on, as many as there are lanes.
    #[inline(always)]
    pub fn lanes<L: Lanes>(&self, w: usize, at: usize) -> L {
        L::load(&self.0[w][at..at + L::COUNT])
    }

    #[inline(always)]
    pub fn put<L: Lanes>(&mut self, w: usize, at: usize, lanes: L) {
        lanes.store(&mut self.0[w][at..at + L::COUNT]);
    }

    /// The cells beside the set in these rows.
    #[inline(always)]
    pub fn beside_lanes<L: Lanes>(&self, w: usize, at: usize) -> L {
        let here: L = self.lanes(w, at);
        let beside = self.lanes::<L>(w, at - 1).or(self.lanes(w, at + 1)).or(here.up()).or(here.down());
        match (W, w) {
            (1, _) => beside,
            (_, 0) => beside.or(self.lanes::<L>(1, at).top()),
            _ => beside.or(self.lanes::<L>(0, at).bottom()),
        }
    }

    /// Calls `each` for rows `low` to `low + count − 1` (as indices) with the row's place and the cells beside the set.
    #[inline(always)]
    pub fn beside(&self, w: usize, low: usize, count: usize, mut each: impl FnMut(usize, u64)) {
        let (above, below) = (self.rows(w, low - 1, count), self.rows(w, low + 1, count));
        let here = self.rows(w, low, count);
        if W == 1 {
            for i in 0..count {
                each(i, above[i] | below[i] | here[i] << 1 | here[i] >> 1);
            }
            return;
        }
        debug_assert!(W == 2, "boards are one or two words wide");
        let other = self.rows(1 - w, low, count);
        if w == 0 {
            for i in 0..count {
                each(i, above[i] | below[i] | here[i] << 1 | here[i] >> 1 | other[i] << 63);
            }
        } else {
            for i in 0..count {
                each(i, above[i] | below[i] | here[i] << 1 | here[i] >> 1 | other[i] >> 63);
            }
        }
    }

    /// Moves rows one cell to the right or left.
    #[inline(always)]
    pub fn shift(&mut self, right: bool, low: usize, count: usize) {
        if W == 1 {
            let rows = self.rows_mut(0, low, count);
            if right {
                for row in rows {
                    *row <<= 1;
                }
            } else {
                for row in rows {
                    *row >>= 1;
                }
            }
            return;
        }
        let [first, second] = &mut self.0[..2] else { return };
        let (first, second) = (&mut first[low..low + count], &mut second[low..low + count]);
        if right {
            for i in 0..count {
                second[i] = second[i] << 1 | first[i] >> 63;
                first[i] <<= 1;
            }
        } else {
            for i in 0..count {
                first[i] = first[i] >> 1 | second[i] << 63;
                second[i] >>= 1;
            }
        }
    }

    /// Drops what is not in `other`.
    #[inline(always)]
    pub fn keep(&mut self, other: &Self, low: usize, count: usize) {
        for w in 0..W {
            let other = other.rows(w, low, count);
            self.rows_mut(w, low, count).iter_mut().zip(other).for_each(|(row, other)| *row &= other);
        }
    }

    /// Adds what is in `other`.
    #[inline(always)]
    pub fn add(&mut self, other: &Self, low: usize, count: usize) {
        for w in 0..W {
            let other = other.rows(w, low, count);
            self.rows_mut(w, low, count).iter_mut().zip(other).for_each(|(row, other)| *row |= other);
        }
    }

    /// Drops what is in `other`.
    #[inline(always)]
    pub fn drop(&mut self, other: &Self, low: usize, count: usize) {
        for w in 0..W {
            let other = other.rows(w, low, count);
            self.rows_mut(w, low, count).iter_mut().zip(other).for_each(|(row, other)| *row &= !other);
        }
    }

    /// The rows from `low` to `high` (as indices) without the empty ones at both ends; some row has to have a cell.
    #[inline(always)]
    #[must_use]
    pub fn trim(&self, mut low: usize, mut high: usize) -> (usize, usize) {
        let empty = |index: usize| (0..W).all(|w| self.0[w][index] == 0);
        while low < high && empty(low) {
            low += 1;
        }
        while low < high && empty(high) {
            high -= 1;
        }
        (low, high)
    }

    /// Whether a cell is in both sets.
    #[must_use]
    pub fn meets(&self, other: &Self, rows: usize) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| (1..=rows).any(|row| own[row] & other[row] != 0))
    }

    /// Whether any cell of these rows is in the set.
    #[inline(always)]
    #[must_use]
    pub fn any(&self, low: usize, count: usize) -> bool {
        (0..W).fold(0, |any, w| self.rows(w, low, count).iter().fold(any, |any, row| any | row)) != 0
    }

    /// Whether a cell of one set lies beside, or in, the other.
    #[must_use]
    pub fn touches(&self, other: &Self, rows: usize) -> bool {
        let mut any = 0;
        for w in 0..W {
            let (own, other) = (self.rows(w, 1, rows), other.rows(w, 1, rows));
            self.beside(w, 1, rows, |i, beside| any |= (beside | own[i]) & other[i]);
        }
        any != 0
    }

    /// How many pairs (cell of this set, cell of `other` beside it) there are.
    #[must_use]
    pub fn borders(&self, other: &Self, rows: usize) -> u32 {
        borders(self, other, rows)
    }

    /// The cells of `open` that can be reached from the set, one cell a step.
    #[must_use]
    pub fn flood(&self, open: &Self, rows: usize) -> Self {
        let mut left = *open;
        let mut front = *self;
        loop {
            let mut any = 0;
            let mut next = Self::EMPTY;
            for w in 0..W {
                let (left, next) = (left.rows(w, 1, rows), next.rows_mut(w, 1, rows));
                front.beside(w, 1, rows, |i, beside| {
                    next[i] = beside & left[i];
                    any |= next[i];
                });
            }
            if any == 0 {
                break;
            }
            left.drop(&next, 1, rows);
            front = next;
        }
        let mut reached = *open;
        reached.drop(&left, 1, rows);
        reached
    }

    /// The set, and what can be reached from it over `open` within so many steps, step by step.
    #[must_use]
    pub fn strides(&self, open: &Self, rows: usize, steps: usize) -> Vec<Self> {
        let mut reached = vec![*self];
        for step in 0..steps {
            let (last, mut next) = (reached[step], reached[step]);
            for w in 0..W {
                let (open, next) = (open.rows(w, 1, rows), next.rows_mut(w, 1, rows));
                last.beside(w, 1, rows, |i, beside| next[i] |= beside & open[i]);
            }
            reached.push(next);
        }
        reached
    }
}

widened! {
    /// How many pairs (cell of `own`, cell of `other` beside it) there are.
    borders[const W: usize, const H: usize; L](own: &Plane<W, H>, other: &Plane<W, H>, rows: usize) -> u32 {
        let mut pairs = 0;
        let (mut right, mut left) = (*other, *other);
        right.shift(true, 1, rows);
        left.shift(false, 1, rows);
        for w in 0..W {
            let own = own.rows(w, 1, rows);
            for beside in
                [other.rows(w, 0, rows), other.rows(w, 2, rows), right.rows(w, 1, rows), left.rows(w, 1, rows)]
            {
                pairs += own.iter().zip(beside).map(|(own, beside)| (own & beside).count_ones()).sum::<u32>();
            }
        }
        pairs
    }
}
