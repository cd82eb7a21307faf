//! How likely a final score is, and what each score is worth: its points alone, the win among several.

use super::features::{self, Bits};
use super::judge::Scratch;
use crate::net::Net;
use std::sync::Arc;

/// Scores of which a network tells how likely they are reached: `RUNGS` from `LOWEST` on, `STEP` apart.
pub const RUNGS: usize = 26;
pub const LOWEST: f32 = 100.0;
pub const STEP: f32 = 10.0;

/// Shortfalls that are averaged.
const SHORTFALLS: u8 = 5;

/// How likely each rung is reached or passed.
pub type Reach = [f32; RUNGS];

/// What networks say of a position, averaged.
pub fn reach(nets: &[Arc<Net>], bits: &Bits, scratch: &mut Scratch) -> Reach {
    let mut sum = [0.0; RUNGS];
    for net in nets {
        net.logits_of(features::seen(bits, net), &mut scratch.0, &mut scratch.1);
        sum.iter_mut().zip(&scratch.1).for_each(|(sum, logit)| *sum += 1.0 / (1.0 + (-logit).exp()));
    }
    sum.map(|sum| sum / nets.len() as f32)
}

/// A score that is certain; a rung within half a step counts in part.
pub fn certain(score: u16) -> Reach {
    std::array::from_fn(|rung| ((f32::from(score) - LOWEST) / STEP - rung as f32 + 0.5).clamp(0.0, 1.0))
}

/// The same odds for somebody who will fall short by up to so many points, every shortfall as likely.
pub fn short(reach: &Reach, points: f32) -> Reach {
    std::array::from_fn(|rung| {
        let at = |part: u8| beyond(reach, rung as f32 + points / STEP * f32::from(part) / f32::from(SHORTFALLS - 1));
        (0..SHORTFALLS).map(at).sum::<f32>() / f32::from(SHORTFALLS)
    })
}

/// The odds at a place on the ladder, straight between its rungs and nothing above it.
fn beyond(reach: &Reach, place: f32) -> f32 {
    let at = |rung: usize| reach.get(rung).copied().unwrap_or(0.0);
    let low = place as usize;
    at(low) + (place - low as f32) * (at(low + 1) - at(low))
}

/// What a final score is worth: at each rung and one step beyond both ends, straight between them, level outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim([f32; RUNGS + 2]);

impl Aim {
    /// The score itself.
    pub fn points() -> Self {
        Self(std::array::from_fn(|place| LOWEST + STEP * (place as f32 - 1.0)))
    }

    /// The chance that all others stay below; `points` is the weight of the own score, as part of the ladder, beside it.
    pub fn win(others: &[Reach], points: f32) -> Self {
        Self(std::array::from_fn(|place| {
            let below = match place {
                0 => 0.0,
                1..=RUNGS => others.iter().map(|reach| 1.0 - reach[place - 1]).product(),
                _ => 1.0,
            };
            (1.0 - points) * below + points * place as f32 / (RUNGS + 1) as f32
        }))
    }

    /// Of an exact score.
    pub fn of(&self, score: u16) -> f32 {
        let place = ((f32::from(score) - LOWEST) / STEP + 1.0).clamp(0.0, (RUNGS + 1) as f32);
        let low = (place as usize).min(RUNGS);
        self.0[low] + (place - low as f32) * (self.0[low + 1] - self.0[low])
    }

    /// Of a score that reaches each rung as likely as told.
    pub fn expected(&self, reach: &Reach) -> f32 {
        let (mut value, mut before) = (self.0[0], 1.0);
        for (worth, next) in self.0.windows(2).zip(reach.iter().chain([&0.0])) {
            value += (worth[1] - worth[0]) * f32::midpoint(before, *next);
            before = *next;
        }
        value
    }
}
