//! A player alone on a board that stands still: what it can do, and how it fills a room.

use super::packed::Packed;
use super::plane::Plane;
use super::rules::{CHANGE_NOTHING, Head, SLOW_DOWN, STEPS, TURN_LEFT, TURN_RIGHT, jumps};
use crate::dice::{Dice, Rng};
use crate::game::{Action, MAX_SEATS, NO_ACTION};

/// One choice in so many of a filling is made at random.
const STRAY: u32 = 40;

/// A player on its way, everybody else standing still.
#[derive(Clone, Copy)]
pub struct Walk<const W: usize, const H: usize> {
    pub state: Packed<W, H>,
    pub me: usize,
}

impl<const W: usize, const H: usize> Walk<W, H> {
    pub fn new(root: &Packed<W, H>, me: usize) -> Self {
        let mut state = *root;
        for (_, head) in state.heads.iter_mut().enumerate().filter(|(seat, _)| *seat != me) {
            head.died = head.died.max(1);
        }
        Self { state, me }
    }

    #[must_use]
    pub fn head(&self) -> &Head {
        &self.state.heads[self.me]
    }

    /// Plays an action; false where it kills.
    #[inline]
    pub fn step(&mut self, action: Action) -> bool {
        let mut joint = [NO_ACTION; MAX_SEATS];
        joint[self.me] = action;
        self.state.play(&joint);
        self.state.heads[self.me].active()
    }

    #[inline]
    fn free(&self, x: i16, y: i16) -> bool {
        (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && self.state.open.has(x, y)
    }

    fn neighbours(&self, x: i16, y: i16) -> u32 {
        STEPS.iter().map(|(dx, dy)| u32::from(self.free(x + dx, y + dy))).sum()
    }

    /// Whether the free cells around a cell fall into several groups once the cell is taken, as far as the eight cells
    /// around it tell.
    fn splits(&self, x: i16, y: i16) -> bool {
        const RING: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let free: [bool; 8] = RING.map(|(dx, dy)| self.free(x + dx, y + dy));
        // A group is a run of free cells around the ring that holds a side; corners alone join nothing.
        let sides = (0..8).step_by(2).filter(|side| free[*side]).count();
        let joins = (0..8).step_by(2).filter(|side| free[*side] && free[side + 1] && free[(side + 2) % 8]).count();
        sides >= joins + 2
    }

    /// The size of the largest room that the head can drive into.
    pub fn room(&self) -> u32 {
        let head = &self.state.heads[self.me];
        let rows = self.state.rows();
        let mut left = self.state.open;
        let mut best = 0;
        for (dx, dy) in STEPS {
            let (x, y) = (head.x + dx, head.y + dy);
            if (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && left.has(x, y) {
                let mut seed = Plane::EMPTY;
                seed.set(x, y);
                let mut found = seed.flood(&left, rows);
                found.set(x, y);
                best = best.max(found.count(rows));
                left.drop(&found, 1, rows);
            }
        }
        best
    }

    /// The action of a greedy filling: never into a smaller room, along walls, slowly.
    pub fn greedy(&self, rng: &mut Rng) -> Option<Action> {
        let head = &self.state.heads[self.me];
        if head.speed > 1 {
            return self.brake();
        }
        let mut options: smallvec::SmallVec<[(Action, i16, i16, u32); 3]> = smallvec::SmallVec::new();
        let mut cautious = false;
        for (action, turn) in [(CHANGE_NOTHING, 0), (TURN_LEFT, 3), (TURN_RIGHT, 1)] {
            let (dx, dy) = STEPS[usize::from((head.direction + turn) % 4)];
            let (x, y) = (head.x + dx, head.y + dy);
            if self.free(x, y) {
                cautious |= self.splits(x, y);
                options.push((action, x, y, self.neighbours(x, y)));
            }
        }
        match options[..] {
            [] => return None,
            [only] => return Some(only.0),
            _ => {}
        }
        cautious |= self.splits(head.x, head.y);
        if !cautious && rng.roll(STRAY) == 0 {
            return Some(options[rng.roll(options.len() as u32) as usize].0);
        }
        let mut best = (0, 0, options[0].0);
        for (action, _, _, walls) in &options {
            let room = if cautious {
                let mut next = *self;
                if next.step(*action) { next.room() + 1 } else { 0 }
            } else {
                1
            };
            // More walls first; equals by lot, so that fillings differ.
            let rank = (room, (4 - walls) * 4 + rng.roll(3), *action);
            if (rank.0, rank.1) > (best.0, best.1) {
                best = rank;
            }
        }
        Some(best.2)
    }

    /// Whether an action jumps over something.
    pub fn leaps(&self, action: Action) -> bool {
        let mut head = *self.head();
        head.steer(action);
        let (dx, dy) = STEPS[usize::from(head.direction)];
        let over = |step: u8| {
            let far = i16::from(step) + 1;
            jumps(self.state.round + 1, head.speed, step) && !self.free(head.x + far * dx, head.y + far * dy)
        };
        (0..head.speed).any(over)
    }

    /// Whether all cells that an action drives over are free, in a gap, too.
    pub fn clear(&self, action: Action) -> bool {
        let mut head = *self.head();
        let alive = head.steer(action);
        let (dx, dy) = STEPS[usize::from(head.direction)];
        alive && (1..=i16::from(head.speed)).all(|step| self.free(head.x + step * dx, head.y + step * dy))
    }

    /// The action of a fast head: what leaves most room without a jump, slowing down among equals.
    pub fn brake(&self) -> Option<Action> {
        let mut best: Option<(u32, Action)> = None;
        for action in [SLOW_DOWN, TURN_LEFT, TURN_RIGHT, CHANGE_NOTHING] {
            let mut next = *self;
            if self.clear(action) && next.step(action) {
                let room = next.room() + u32::from(action == SLOW_DOWN) * 8;
                if best.is_none_or(|(known, _)| room > known) {
                    best = Some((room, action));
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// The cells that the head can drive to without a jump.
    pub fn surroundings(&self) -> Plane<W, H> {
        self.state.room(self.me)
    }
}
