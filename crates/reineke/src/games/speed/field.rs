//! A board as a list of cells: ways through a room, and ways that use it up.

use super::packed::Packed;
use super::rules::{GAP_EVERY, TOP_SPEED};
use crate::dice::{Dice, Rng};

/// One way in so many leaves its room as soon as it can, and one more at some time before the room is used up.
const HURRY: u32 = 4;
/// A way of the latter kind gets at most so many steps longer.
const DETOUR: u32 = 200;
/// No cell.
const NOWHERE: u16 = u16::MAX;

/// Taken cells around the board: nobody moves further in a round. Rows share them, each what follows it.
const BORDER: usize = TOP_SPEED as usize;

/// A board with a border of taken cells, one number a cell.
pub struct Field {
    stride: usize,
    pub free: Vec<bool>,
    /// Cells looked at so far.
    pub effort: usize,
}

impl Field {
    #[must_use]
    pub fn new<const W: usize, const H: usize>(state: &Packed<W, H>) -> Self {
        let stride = state.width as usize + BORDER;
        let mut field = Self { stride, free: vec![false; stride * (state.height as usize + 2 * BORDER)], effort: 0 };
        for y in 0..state.height {
            for x in 0..state.width {
                let cell = field.cell(x, y);
                field.free[cell] = state.open.has(x, y);
            }
        }
        field
    }

    #[must_use]
    pub fn cell(&self, x: i16, y: i16) -> usize {
        (y as usize + BORDER) * self.stride + x as usize
    }

    #[must_use]
    pub fn place(&self, cell: usize) -> (i16, i16) {
        ((cell % self.stride) as i16, (cell / self.stride) as i16 - BORDER as i16)
    }

    /// The cell some steps away in a direction, at most as many as the border is wide.
    #[inline]
    #[must_use]
    pub fn step(&self, cell: usize, direction: u8, steps: usize) -> usize {
        match direction {
            0 => cell - steps * self.stride,
            1 => cell + steps,
            2 => cell + steps * self.stride,
            _ => cell - steps,
        }
    }

    /// The shortest way to a cell, or to the farthest one where none is given, both ends in it.
    pub fn way(&mut self, from: usize, goal: Option<usize>, rng: &mut Rng) -> Option<Vec<usize>> {
        let mut before = vec![NOWHERE; self.free.len()];
        let mut queue = vec![from];
        before[from] = from as u16;
        let mut next = 0;
        let turn = rng.roll(4) as u8;
        while next < queue.len() {
            let here = queue[next];
            next += 1;
            if goal == Some(here) {
                break;
            }
            for direction in 0..4 {
                let there = self.step(here, (direction + turn) % 4, 1);
                if self.free[there] && before[there] == NOWHERE {
                    before[there] = here as u16;
                    queue.push(there);
                }
            }
        }
        self.effort += next;
        let goal = goal.unwrap_or(queue[queue.len() - 1]);
        if before[goal] == NOWHERE || goal == from {
            return None;
        }
        let mut way = vec![goal];
        while way[way.len() - 1] != from {
            way.push(usize::from(before[way[way.len() - 1]]));
        }
        way.reverse();
        Some(way)
    }

    /// Widens a way two cells at a time as far as the room allows; its ends, and with `straight` its last step, stay.
    /// `wanted` is its length in rounds modulo the gap, where that matters; such a way may also stop sooner, by lot. Beside
    /// the way it returns by how many rounds that is too late.
    pub fn widen(
        &mut self,
        way: &[usize],
        straight: bool,
        wanted: Option<usize>,
        rng: &mut Rng,
    ) -> (Vec<usize>, usize) {
        let gap = GAP_EVERY as usize;
        let mut taken: Vec<usize> = way.iter().copied().filter(|cell| self.free[*cell]).collect();
        for cell in &taken {
            self.free[*cell] = false;
        }
        // A chain: each cell with the place of the next.
        let mut chain: Vec<(usize, u32)> = way.iter().zip(1..).map(|(cell, next)| (*cell, next)).collect();
        let mut steps = way.len() - 1;
        let limit = match rng.roll(HURRY) {
            0 if wanted.is_some() => way.len(),
            1 if wanted.is_some() => way.len() + rng.roll(DETOUR) as usize,
            _ => usize::MAX,
        };
        let mut edges: Vec<u32> = (0..(steps - usize::from(straight)) as u32).collect();
        if rng.roll(2) == 0 {
            edges.reverse();
        }
        let side = rng.roll(2) as u8;
        let mut widened: Vec<(u32, u32)> = Vec::new();
        while let Some(edge) = edges.pop() {
            if steps >= limit && wanted.is_some_and(|wanted| steps % gap == wanted || steps >= limit + 2 * gap) {
                break;
            }
            let (here, next) = chain[edge as usize];
            let there = chain[next as usize].0;
            // Above or below an edge that lies, left or right of one that stands.
            let base = u8::from(here.abs_diff(there) != 1);
            let beside = [side, 1 - side].map(|side| base + 2 * side);
            let beside = beside.map(|direction| (self.step(here, direction, 1), self.step(there, direction, 1)));
            if let Some((a, b)) = beside.into_iter().find(|(a, b)| self.free[*a] && self.free[*b]) {
                let new = chain.len() as u32;
                chain.extend([(a, new + 1), (b, next)]);
                chain[edge as usize].1 = new;
                widened.push((edge, next));
                steps += 2;
                edges.extend([new + 1, edge, new]);
                for cell in [a, b] {
                    self.free[cell] = false;
                    taken.push(cell);
                }
            }
        }
        self.effort += taken.len() * 2;
        for cell in taken {
            self.free[cell] = true;
        }
        let mut late = wanted.map_or(0, |wanted| (steps + gap - wanted) % gap);
        if late.is_multiple_of(2) && late / 2 <= widened.len() {
            for _ in 0..late / 2 {
                let (edge, next) = widened.pop().expect("counted");
                chain[edge as usize].1 = next;
                steps -= 2;
            }
            late = 0;
        }
        let mut at = 0;
        let cells = (0..=steps)
            .map(|_| {
                let (cell, next) = chain[at as usize];
                at = next;
                cell
            })
            .collect();
        (cells, late)
    }
}
