//! The transposition table: what is known of positions already searched.
//!
//! An entry serves only a search of the same depth, so that the table changes how fast a value is found, never the value.

use crate::game::{Action, NO_ACTION, Values};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true value is at least this (for the searching seat).
    Lower,
    /// The true value is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: u64,
    pub depth: u32,
    pub bound: Bound,
    /// No heuristic judgement went into the value.
    pub proven: bool,
    pub action: Action,
    pub values: Values,
}

/// A direct-mapped table with a fixed number of slots.
pub struct Table {
    slots: Vec<Entry>,
    mask: u64,
}

const EMPTY: Entry =
    Entry { key: 0, depth: u32::MAX, bound: Bound::Exact, proven: false, action: NO_ACTION, values: [0.0; 6] };

impl Table {
    /// A table of `2^bits` slots.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self { slots: vec![EMPTY; 1 << bits], mask: (1 << bits) - 1 }
    }

    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.slots[(key & self.mask) as usize];
        (entry.key == key && entry.depth != u32::MAX).then_some(entry)
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        let slot = &mut self.slots[(entry.key & self.mask) as usize];
        *slot = entry;
    }
}
