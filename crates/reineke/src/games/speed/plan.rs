//! A plan of a lone player: what to do until death, and what that is worth.

use crate::game::Action;

/// A step of a plan: what the plan is worth up to it, and what every round adds from there on.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub step: usize,
    pub worth: f64,
    pub scale: f64,
}

/// A list of actions and what it is worth: the rounds that it lives, those behind jumps counting less, and so much less in
/// rooms that others share.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub actions: Vec<Action>,
    pub worth: f64,
    /// What it keeps if others come over the walls soon, in rounds.
    pub keeps: f64,
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

    /// What it is worth up to a step, and what a round adds there; `first` is what a round adds at its beginning.
    #[must_use]
    pub fn up_to(&self, step: usize, first: f64) -> (f64, f64) {
        let begin = Mark { step: 0, worth: 0.0, scale: first };
        let mark = self.marks.iter().rev().find(|mark| mark.step <= step).unwrap_or(&begin);
        (mark.worth + mark.scale * (step - mark.step) as f64, mark.scale)
    }

    /// Drops its first action, which has been played.
    pub fn advance(&mut self) {
        if !self.actions.is_empty() {
            self.actions.remove(0);
            self.worth -= 1.0;
            self.marks.retain(|mark| mark.step > 0);
            for mark in &mut self.marks {
                mark.step -= 1;
                mark.worth -= 1.0;
            }
        }
    }
}
