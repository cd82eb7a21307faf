//! What was best before: a search that deepens comes by the same lines again, and cuts more of them where it tries the best
//! first.

use super::rules::CHOICES;
use crate::dice::chain;
use crate::game::Action;

const SLOTS: usize = 1 << 13;
const PLIES: usize = 64;
const NONE: Action = Action::MAX;

/// Best actions by position, and the last ones by ply; none at all where that is switched off.
pub struct Hints(Option<Table>);

struct Table {
    /// A later one takes the place of an earlier one in the same slot.
    slots: Vec<(u64, Action)>,
    last: [Action; PLIES],
}

/// Where somebody is to choose: a key of the position and of what was chosen before, and the ply.
#[derive(Clone, Copy)]
pub struct Place {
    key: u64,
    ply: usize,
}

impl Place {
    /// Where self chooses, `rounds` after the root.
    #[must_use]
    pub fn own(key: u64, rounds: u32) -> Self {
        Self { key, ply: 2 * rounds as usize }
    }

    /// Where the opponent answers an action.
    #[must_use]
    pub fn reply(self, action: Action) -> Self {
        Self { key: chain(self.key, 1 + u64::from(action)), ply: self.ply + 1 }
    }
}

impl Hints {
    #[must_use]
    pub fn new(on: bool) -> Self {
        Self(on.then(|| Table { slots: vec![(0, NONE); SLOTS], last: [NONE; PLIES] }))
    }

    #[must_use]
    pub fn on(&self) -> bool {
        self.0.is_some()
    }

    /// The order in which to try actions: what was best there before, or was so last in that ply, then all others as they
    /// are.
    #[must_use]
    pub fn first(&self, place: Place, mut order: [Action; CHOICES]) -> [Action; CHOICES] {
        let Some(table) = &self.0 else { return order };
        let (known, best) = table.slots[place.key as usize % SLOTS];
        let best = if known == place.key { best } else { table.last[place.ply % PLIES] };
        if let Some(found) = order.iter().position(|action| *action == best) {
            order[..=found].rotate_right(1);
        }
        order
    }

    pub fn note(&mut self, place: Place, best: Action) {
        if let Some(table) = &mut self.0 {
            table.slots[place.key as usize % SLOTS] = (place.key, best);
            table.last[place.ply % PLIES] = best;
        }
    }
}
