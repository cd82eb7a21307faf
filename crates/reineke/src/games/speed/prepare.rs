//! What is settled before a search begins: what part of the board counts, whom to reckon with, which moves are safe.

use super::packed::Packed;
use super::plane::Plane;
use super::rules::{CHOICES, Head, SLOW_DOWN, SPEED_UP, STEPS, TOP_SPEED, jumps};
use crate::game::{Action, MAX_SEATS, NO_ACTION};

/// The seats of a set.
pub fn seats_of(set: u8) -> impl Iterator<Item = usize> {
    (0..MAX_SEATS).filter(move |seat| set >> seat & 1 == 1)
}

/// The actions of a head that keep its speed within 1 and `cap`; a head faster than `cap` may stay so or slow down.
pub fn capped(head: &Head, action: Action, cap: u8) -> bool {
    match action {
        SPEED_UP => head.speed < cap.min(TOP_SPEED),
        SLOW_DOWN => head.speed > 1,
        _ => usize::from(action) < CHOICES,
    }
}

impl<const W: usize, const H: usize> Packed<W, H> {
    /// The cells that an action marks, or `None` where it kills for certain: off the board or onto a taken cell.
    #[must_use]
    pub fn path(&self, seat: usize, action: Action) -> Option<Plane<W, H>> {
        let mut head = self.heads[seat];
        if !head.steer(action) {
            return None;
        }
        let (dx, dy) = STEPS[usize::from(head.direction)];
        let mut path = Plane::EMPTY;
        let (mut x, mut y) = (head.x, head.y);
        for step in 0..head.speed {
            (x, y) = (x + dx, y + dy);
            if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
                return None;
            }
            if !jumps(self.round + 1, head.speed, step) {
                if !self.open.has(x, y) {
                    return None;
                }
                path.set(x, y);
            }
        }
        Some(path)
    }

    /// Whether an action survives as long as nobody else moves.
    #[must_use]
    pub fn survives(&self, seat: usize, action: Action) -> bool {
        self.path(seat, action).is_some()
    }

    /// How safe each action of a seat is in the coming round: 2 whatever the others do, 1 unless another marks the same
    /// cells, 0 death for certain.
    #[must_use]
    pub fn safety(&self, seat: usize) -> [u8; CHOICES] {
        let mut danger = Plane::<W, H>::EMPTY;
        for other in seats_of(self.active()).filter(|other| *other != seat) {
            for action in 0..CHOICES as Action {
                let mut alone = *self;
                let mut joint = [NO_ACTION; MAX_SEATS];
                joint[other] = action;
                for (_, head) in alone.heads.iter_mut().enumerate().filter(|(seat, _)| *seat != other) {
                    head.died = head.died.max(1);
                }
                alone.play(&joint);
                for w in 0..W {
                    for index in 1..=self.rows() {
                        danger.0[w][index] |= self.open.0[w][index] & !alone.open.0[w][index];
                    }
                }
            }
        }
        std::array::from_fn(|action| match self.path(seat, action as Action) {
            None => 0,
            Some(path) => {
                if path.meets(&danger, self.rows()) {
                    1
                } else {
                    2
                }
            }
        })
    }

    /// How likely each action of a seat ends in a crash with somebody who moves in the same round, if others go on as they
    /// mostly do. Each counts by how much his next action is in `doubt`, from 0 to 1.
    #[must_use]
    pub fn clash(&self, seat: usize, doubt: &[f64; MAX_SEATS]) -> [f64; CHOICES] {
        /// How often each action is played.
        const OFTEN: [f64; CHOICES] = [6.0, 2.0, 2.0, 1.0, 1.0];
        let mut spared = [1.0; CHOICES];
        let own: [Option<Plane<W, H>>; CHOICES] = std::array::from_fn(|action| self.path(seat, action as Action));
        for other in seats_of(self.active()).filter(|other| *other != seat) {
            let mut total = 0.0;
            let mut hits = [0.0; CHOICES];
            for (action, often) in OFTEN.into_iter().enumerate() {
                let Some(path) = self.path(other, action as Action) else { continue };
                total += often;
                for (hit, own) in hits.iter_mut().zip(&own) {
                    if own.is_some_and(|own| own.meets(&path, self.rows())) {
                        *hit += often;
                    }
                }
            }
            if total > 0.0 {
                for (spared, hit) in spared.iter_mut().zip(hits) {
                    *spared *= 1.0 - doubt[other] * hit / total;
                }
            }
        }
        spared.map(|spared| 1.0 - spared)
    }

    /// The cells that a seat can drive to without a jump.
    #[must_use]
    pub fn room(&self, seat: usize) -> Plane<W, H> {
        let mut head = Plane::EMPTY;
        head.set(self.heads[seat].x, self.heads[seat].y);
        head.flood(&self.open, self.rows())
    }

    /// The active opponents that a seat can reach, or that can reach it, without a jump.
    #[must_use]
    pub fn reachable(&self, seat: usize) -> u8 {
        let room = self.room(seat);
        let mut found = 0;
        for other in seats_of(self.active()).filter(|other| *other != seat) {
            let mut head = Plane::EMPTY;
            head.set(self.heads[other].x, self.heads[other].y);
            // Heads side by side share no free cell, yet either can drive into the other's way.
            let mut own = Plane::EMPTY;
            own.set(self.heads[seat].x, self.heads[seat].y);
            if head.touches(&room, self.rows()) || head.touches(&own, self.rows()) {
                found |= 1 << other;
            }
        }
        found
    }

    /// Closes every cell further than `radius` columns or rows from a seat's head. The radius grows until an active
    /// opponent is inside, and then by `offset` more. Returns the opponents inside.
    pub fn window(&mut self, seat: usize, mut radius: i16, offset: i16) -> u8 {
        let (x, y) = (self.heads[seat].x, self.heads[seat].y);
        let others = self.active() & !(1 << seat);
        let distance = |other: usize| (self.heads[other].x - x).abs().max((self.heads[other].y - y).abs());
        if let Some(nearest) = seats_of(others).map(distance).min()
            && nearest > radius
        {
            radius = nearest + offset;
        }
        let inside = seats_of(others).filter(|other| distance(*other) <= radius).fold(0, |set, other| set | 1 << other);
        let columns = (x - radius).max(0)..=(x + radius).min(self.width - 1);
        let rows = (y - radius).max(0)..=(y + radius).min(self.height - 1);
        let mut kept = Plane::EMPTY;
        for y in rows {
            for x in columns.clone() {
                if self.open.has(x, y) {
                    kept.set(x, y);
                }
            }
        }
        self.open = kept;
        inside
    }
}
