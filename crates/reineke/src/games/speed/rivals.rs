//! How long others will live, and how likely a plan lives longer than all of them.

use super::leap::Rooms;
use super::packed::Packed;
use super::plan::{Mark, Plan};
use super::prepare::seats_of;
use crate::game::MAX_SEATS;
use smallvec::SmallVec;

/// How much of what others have for themselves they use up.
const USED: f64 = 0.9;
/// How surely somebody lives as long as he is expected to.
const SHAPE: i32 = 3;
/// Nobody is taken to be out sooner than this.
const LEAST: f64 = 10.0;

/// The rounds that others are expected to live.
#[derive(Clone, Debug, Default)]
pub struct Rivals(SmallVec<[f64; MAX_SEATS]>);

impl Rivals {
    /// What is free around each of `others`, shared by those who are there.
    pub fn new<const W: usize, const H: usize>(root: &Packed<W, H>, rooms: &Rooms, others: u8) -> Self {
        let share = |room: u16| f64::from(rooms.size[usize::from(room)]) / f64::from(rooms.inside[usize::from(room)]);
        let life = |seat: usize| {
            let head = &root.heads[seat];
            USED * rooms.beside(head.x, head.y).map(share).fold(0.0, f64::max)
        };
        Self(seats_of(others).map(|seat| life(seat).max(LEAST)).collect())
    }

    /// Others who are expected to live so many rounds.
    #[cfg(test)]
    pub fn of(lives: &[f64]) -> Self {
        Self(lives.into())
    }

    #[must_use]
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// How likely all are out within so many rounds.
    #[must_use]
    pub fn out_by(&self, rounds: f64) -> f64 {
        self.0.iter().map(|life| 1.0 / (1.0 + (life / rounds.max(1e-9)).powi(SHAPE))).product()
    }

    /// How likely a plan lives longer than all of them, if it goes on for `beyond` rounds behind its last step; `first` is
    /// what a round counts at its beginning.
    #[must_use]
    pub fn outlived(&self, plan: &Plan, first: f64, beyond: f64) -> f64 {
        let begin = Mark::begin(first);
        let mut marks: SmallVec<[&Mark; 16]> = SmallVec::new();
        if plan.marks.first().is_none_or(|mark| mark.step > 0) {
            marks.push(&begin);
        }
        marks.extend(&plan.marks);
        let (mut life, mut before, mut total) = (0.0, 0.0, 0.0);
        for (number, mark) in marks.iter().enumerate() {
            let rounds = match marks.get(number + 1) {
                Some(next) => (next.step - mark.step) as f64,
                None => (plan.actions.len() - mark.step) as f64 + beyond,
            };
            life += rounds * mark.scale / mark.odds.max(1e-9);
            let out = self.out_by(life);
            total += mark.odds * (out - before);
            before = out;
        }
        total
    }
}
