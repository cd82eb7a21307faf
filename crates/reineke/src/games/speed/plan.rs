//! A plan of a lone player: what to do until death, and what that is worth.

use crate::game::Action;

/// A step of a plan: what the plan is worth up to it, what every round adds from there on, and how sure it is to get there.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub step: usize,
    pub worth: f64,
    pub scale: f64,
    pub odds: f64,
}

impl Mark {
    /// The beginning of a plan in a room of which so much is for self.
    #[must_use]
    pub fn begin(scale: f64) -> Self {
        Self { step: 0, worth: 0.0, scale, odds: 1.0 }
    }
}

/// What it is to land in a room: how sure that is, and how much of the room is for self then.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    pub odds: f64,
    pub part: f64,
}

/// A list of actions and what it is worth: the rounds that it lives, those behind jumps counting less, and so much less in
/// rooms that others share.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub actions: Vec<Action>,
    pub worth: f64,
    /// What it keeps if others come over the walls soon, in rounds.
    pub keeps: f64,
    /// How likely it lives longer than all others.
    pub outlives: f64,
    /// Where rooms begin.
    pub marks: Vec<Mark>,
}

impl Plan {
    /// Its first steps.
    #[must_use]
    pub fn part(&self, steps: usize) -> Self {
        let marks = self.marks.iter().filter(|mark| mark.step <= steps).copied().collect();
        Self { actions: self.actions[..steps].to_vec(), marks, ..Self::default() }
    }

    /// A mark at some step; `first` is what a round adds at the plan's beginning.
    #[must_use]
    pub fn mark(&self, step: usize, first: f64) -> Mark {
        let last = self.marks.iter().rev().find(|mark| mark.step <= step).copied().unwrap_or(Mark::begin(first));
        Mark { step, worth: last.worth + last.scale * (step - last.step) as f64, ..last }
    }

    /// Adds a mark behind all others, or in place of one at the same step.
    pub fn note(&mut self, mark: Mark) {
        self.marks.retain(|known| known.step < mark.step);
        self.marks.push(mark);
    }

    /// Drops its first action, which has been played. What is left of it has to be valued anew.
    pub fn advance(&mut self) {
        if !self.actions.is_empty() {
            self.actions.remove(0);
        }
    }
}
