//! What others will have done once a plan is some steps old, if they think a little.

use super::Speed;
use super::minimax::Search;
use super::packed::Packed;
use super::plan::Plan;
use super::plane::Plane;
use super::prepare::{capped, seats_of};
use super::rules::{CHOICES, TOP_SPEED};
use super::settings::Settings;
use super::times::Times;
use crate::control::Control;
use crate::game::{Action, MAX_SEATS, NO_ACTION};
use crate::options::Options;

/// Others farther away than this, in columns or rows, are believed to stay where they are.
const NEAR: i16 = 25;
/// How others think: the literature's agent.
const TYPICAL: [(&str, &str); 8] = [
    ("voronoi", "plain"),
    ("hug", "on"),
    ("endgame", "on"),
    ("cap", "3"),
    ("kamikaze", "on"),
    ("reduced", "on"),
    ("window", "40"),
    ("offset", "5"),
];

/// What others are foreseen to have taken after some rounds, and when they may be where from then on.
pub struct Ahead<const W: usize, const H: usize> {
    pub taken: Plane<W, H>,
    pub times: Times,
}

/// How far others are followed in mind.
pub struct Foresight {
    settings: Settings,
    /// Nodes of each of their decisions; none: nobody is followed.
    nodes: u64,
}

impl Foresight {
    pub fn new(nodes: u64) -> Result<Self, String> {
        let pairs = TYPICAL.map(|(key, value)| (key.to_string(), value.to_string()));
        Ok(Self { settings: Settings::from_options(&mut Options::new(pairs))?, nodes })
    }

    /// What others have taken after each of some numbers of rounds, as far as the control allows; self follows a plan.
    pub fn look<const W: usize, const H: usize>(
        &self,
        game: &Speed,
        (root, me, wall): (&Packed<W, H>, usize, u16),
        plan: &Plan,
        checks: &[usize],
        control: &mut Control,
    ) -> Vec<Ahead<W, H>> {
        let others = root.active() & !(1 << me);
        let own = root.heads[me];
        let near = |seat: &usize| {
            let head = root.heads[*seat];
            (head.x - own.x).abs().max((head.y - own.y).abs()) <= NEAR
        };
        let near: Vec<usize> = seats_of(others).filter(near).collect();
        let mut found = Vec::new();
        if self.nodes == 0 || near.is_empty() {
            return found;
        }
        let mut state = *root;
        let mut taken = Plane::EMPTY;
        let rows = root.rows();
        for step in 0..checks.last().copied().unwrap_or(0) {
            let mut joint = [NO_ACTION; MAX_SEATS];
            for seat in near.iter().filter(|seat| state.heads[**seat].active()) {
                let left = control.limit().map_or(u64::MAX, |limit| limit.saturating_sub(control.nodes()));
                if left == 0 || control.look_at_clock().is_err() {
                    return found;
                }
                let head = state.heads[*seat];
                let legal: Vec<Action> =
                    (0..CHOICES as Action).filter(|action| capped(&head, *action, TOP_SPEED)).collect();
                let mut part = control.fork(Some(left.min(self.nodes)));
                let search = Search::new(&self.settings, state, *seat);
                let action = search.run(game, &legal, &mut part, &mut |_| {}).action;
                control.add_nodes(part.nodes());
                if let Some(path) = state.path(*seat, action) {
                    taken.add(&path, 1, rows);
                }
                joint[*seat] = action;
            }
            // Where the plan ends, self drives on somehow.
            let lives = || (0..CHOICES as Action).find(|action| state.survives(me, *action));
            joint[me] = plan.actions.get(step).copied().or_else(lives).unwrap_or(NO_ACTION);
            state.play(&joint);
            if checks.contains(&(step + 1)) {
                // Those who are not followed are where they were; who died in mind comes no more.
                let out = near.iter().filter(|seat| !state.heads[**seat].active()).fold(0, |set, seat| set | 1 << seat);
                found.push(Ahead { taken, times: Times::of(&state, others & !out, Some(wall)) });
            }
        }
        found
    }
}
