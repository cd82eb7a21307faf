//! Who can be where when, one cell a round: the cells that somebody reaches before others do.

use super::packed::Packed;
use super::prepare::seats_of;
use super::rules::STEPS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Far away.
const NEVER: u16 = u16::MAX;

/// Rounds until each cell can be driven to, one cell a round.
pub struct Times {
    width: i16,
    height: i16,
    at: Vec<u16>,
}

impl Times {
    fn index(&self, x: i16, y: i16) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// From several heads at once; a cell of a wall takes `wall` rounds, or is never passed.
    pub fn of<const W: usize, const H: usize>(state: &Packed<W, H>, seats: u8, wall: Option<u16>) -> Self {
        let (width, height) = (state.width, state.height);
        let mut times = Self { width, height, at: vec![NEVER; width as usize * height as usize] };
        let heads = seats_of(seats).map(|seat| state.heads[seat]);
        let mut heap: BinaryHeap<Reverse<(u16, i16, i16)>> = heads.map(|head| Reverse((0, head.x, head.y))).collect();
        while let Some(Reverse((time, x, y))) = heap.pop() {
            for (x, y) in STEPS.map(|(dx, dy)| (x + dx, y + dy)) {
                if let Some(index) = times.index(x, y)
                    && let Some(rounds) = if state.open.has(x, y) { Some(1) } else { wall }
                    && time + rounds < times.at[index]
                {
                    times.at[index] = time + rounds;
                    heap.push(Reverse((time + rounds, x, y)));
                }
            }
        }
        times
    }

    pub fn get(&self, x: i16, y: i16) -> u16 {
        self.index(x, y).map_or(0, |index| self.at[index])
    }
}

/// How many cells are reached before anybody else by who stands at a place after so many rounds.
pub struct Region {
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<(i16, i16, u16)>,
}

impl Region {
    pub fn new(times: &Times) -> Self {
        Self { seen: vec![0; times.at.len()], stamp: 0, queue: Vec::new() }
    }

    pub fn size<const W: usize, const H: usize>(
        &mut self,
        state: &Packed<W, H>,
        others: &Times,
        x: i16,
        y: i16,
        time: u16,
    ) -> u32 {
        self.stamp += 1;
        self.queue.clear();
        self.queue.push((x, y, time));
        let mut next = 0;
        while next < self.queue.len() {
            let (x, y, time) = self.queue[next];
            next += 1;
            for (x, y) in STEPS.map(|(dx, dy)| (x + dx, y + dy)) {
                if let Some(index) = others.index(x, y)
                    && self.seen[index] != self.stamp
                    && state.open.has(x, y)
                    && others.at[index] > time + 1
                {
                    self.seen[index] = self.stamp;
                    self.queue.push((x, y, time + 1));
                }
            }
        }
        next as u32 - 1
    }
}
