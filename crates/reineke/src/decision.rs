//! What a search answers: an action, and why.

use crate::game::{Action, Values};

/// What the search thinks of one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub action: Action,
    /// For the deciding seat.
    pub value: f64,
    /// For every seat, where the search knows it.
    pub values: Option<Values>,
    pub visits: u64,
    /// How often a mixed strategy plays it.
    pub share: f64,
    pub proven: bool,
}

/// An action with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub action: Action,
    pub value: f64,
    /// One entry per legal action, ascending.
    pub choices: Vec<Choice>,
    /// Plies searched completely, or the longest line of a tree.
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    /// The expected course of play, one text a turn.
    pub line: Vec<String>,
    pub proven: bool,
    /// Full positions the decision rests on, with their weights (hidden information).
    pub beliefs: Vec<(String, f64)>,
}

impl Decision {
    /// An action without reasons.
    #[must_use]
    pub fn bare(action: Action) -> Self {
        Self {
            action,
            value: 0.0,
            choices: Vec::new(),
            depth: 0,
            nodes: 0,
            seconds: 0.0,
            line: Vec::new(),
            proven: false,
            beliefs: Vec::new(),
        }
    }
}
