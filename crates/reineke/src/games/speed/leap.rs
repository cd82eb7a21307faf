//! Jumps over walls: every way to the next gap round that lands in another room.

use super::packed::Packed;
use super::plane::Plane;
use super::prepare::seats_of;
use super::rules::{
    CHANGE_NOTHING, GAP_EVERY, GAP_SPEED, Head, SLOW_DOWN, SPEED_UP, STEPS, TOP_SPEED, TURN_LEFT, TURN_RIGHT,
};
use crate::game::Action;

/// The rooms of a board: free cells that hang together.
pub struct Rooms {
    pub width: i16,
    pub height: i16,
    /// The room of each cell, 0 where the cell is taken.
    of: Vec<u16>,
    /// By room: its cells, and the heads of others beside them.
    pub size: Vec<u32>,
    pub inside: Vec<u32>,
}

impl Rooms {
    pub fn new<const W: usize, const H: usize>(state: &Packed<W, H>, others: u8) -> Self {
        let (width, height) = (state.width, state.height);
        let cells = width as usize * height as usize;
        let mut rooms = Self { width, height, of: vec![0; cells], size: vec![0], inside: vec![0] };
        let mut stack = Vec::new();
        for y in 0..height {
            for x in 0..width {
                if rooms.at(x, y) != 0 || !state.open.has(x, y) {
                    continue;
                }
                let label = rooms.size.len() as u16;
                let mut size = 0;
                rooms.put(x, y, label);
                stack.push((x, y));
                while let Some((x, y)) = stack.pop() {
                    size += 1;
                    for (x, y) in STEPS.map(|(dx, dy)| (x + dx, y + dy)) {
                        if rooms.holds(x, y) && rooms.at(x, y) == 0 && state.open.has(x, y) {
                            rooms.put(x, y, label);
                            stack.push((x, y));
                        }
                    }
                }
                rooms.size.push(size);
                rooms.inside.push(0);
            }
        }
        for head in seats_of(others).map(|other| state.heads[other]) {
            let mut beside: Vec<u16> = rooms.beside(head.x, head.y).collect();
            beside.sort_unstable();
            beside.dedup();
            for room in beside {
                rooms.inside[usize::from(room)] += 1;
            }
        }
        rooms
    }

    fn holds(&self, x: i16, y: i16) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    fn put(&mut self, x: i16, y: i16, room: u16) {
        self.of[y as usize * self.width as usize + x as usize] = room;
    }

    /// The room of a cell on the board.
    #[inline]
    #[must_use]
    pub fn at(&self, x: i16, y: i16) -> u16 {
        self.of[y as usize * self.width as usize + x as usize]
    }

    /// By room: the least of what its cells have.
    pub fn least(&self, of: impl Fn(i16, i16) -> u16) -> Vec<u16> {
        let mut least = vec![u16::MAX; self.size.len()];
        for y in 0..self.height {
            for x in 0..self.width {
                let room = &mut least[usize::from(self.at(x, y))];
                *room = of(x, y).min(*room);
            }
        }
        least
    }

    /// The rooms beside a cell, with repetitions.
    pub fn beside(&self, x: i16, y: i16) -> impl Iterator<Item = u16> + '_ {
        let beside = STEPS.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
        beside.filter(|(x, y)| self.holds(*x, *y)).map(|(x, y)| self.at(x, y)).filter(|room| *room != 0)
    }
}

/// The actions to a jump and over it.
pub type Way = smallvec::SmallVec<[Action; GAP_EVERY as usize]>;

/// Looks through the ways from one head to the next gap round.
pub struct Leaps<'a, const W: usize, const H: usize, F> {
    open: Plane<W, H>,
    rooms: &'a Rooms,
    way: Way,
    /// Steps looked at, and how many there may be.
    pub steps: u32,
    limit: u32,
    /// Called with every landing outside: where, how fast, and how one got there.
    found: F,
}

impl<'a, const W: usize, const H: usize, F: FnMut(&Head, &[Action])> Leaps<'a, W, H, F> {
    pub fn new(open: &Plane<W, H>, rooms: &'a Rooms, limit: u32, found: F) -> Self {
        Self { open: *open, rooms, way: Way::new(), steps: 0, limit, found }
    }

    /// Tries all ways with at most so many turns and slowings.
    pub fn look(&mut self, head: Head, round: u32, turns: u32) {
        self.go(head, GAP_EVERY - round % GAP_EVERY, turns);
    }

    fn go(&mut self, from: Head, left: u32, turns: u32) {
        if u32::from(from.speed) + left < u32::from(GAP_SPEED) {
            return;
        }
        for action in [SPEED_UP, CHANGE_NOTHING, TURN_LEFT, TURN_RIGHT, SLOW_DOWN] {
            let bent = u32::from(action != SPEED_UP && action != CHANGE_NOTHING);
            if bent > turns
                || (action == SLOW_DOWN && from.speed == 1)
                || (action == SPEED_UP && from.speed == TOP_SPEED)
            {
                continue;
            }
            if self.steps >= self.limit {
                return;
            }
            self.steps += 1;
            let mut head = from;
            head.steer(action);
            let (dx, dy) = STEPS[usize::from(head.direction)];
            let reach = i16::from(head.speed);
            let (x, y) = (head.x + dx * reach, head.y + dy * reach);
            if !self.rooms.holds(x, y) || !self.open.has(x, y) {
                continue;
            }
            if left == 1 {
                // The jump itself: only its first and last cell are driven on.
                if head.speed >= GAP_SPEED && self.open.has(head.x + dx, head.y + dy) {
                    (head.x, head.y) = (x, y);
                    self.way.push(action);
                    (self.found)(&head, &self.way);
                    self.way.pop();
                }
                continue;
            }
            if (1..reach).any(|step| !self.open.has(head.x + dx * step, head.y + dy * step)) {
                continue;
            }
            (1..=reach).for_each(|step| self.open.clear(head.x + dx * step, head.y + dy * step));
            self.way.push(action);
            let start = (head.x, head.y);
            (head.x, head.y) = (x, y);
            self.go(head, left - 1, turns - bent);
            self.way.pop();
            (1..=reach).for_each(|step| self.open.set(start.0 + dx * step, start.1 + dy * step));
        }
    }
}
