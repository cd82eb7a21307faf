//! Out of a room that others share and that has become too small: the jump to where most cells are reached first.

use super::fill::Walk;
use super::leap::{Leaps, Rooms, Way};
use super::packed::Packed;
use super::prepare::seats_of;
use super::rules::STEPS;
use crate::game::Action;

/// Far away.
const NEVER: u16 = u16::MAX;
/// Steps of ways that are looked at.
const LIMIT: u32 = 60_000;

/// Rounds until each cell can be driven to, one cell a round.
struct Times {
    width: i16,
    height: i16,
    at: Vec<u16>,
}

impl Times {
    fn index(&self, x: i16, y: i16) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// From several heads at once.
    fn of<const W: usize, const H: usize>(state: &Packed<W, H>, seats: u8) -> Self {
        let (width, height) = (state.width, state.height);
        let mut times = Self { width, height, at: vec![NEVER; width as usize * height as usize] };
        let mut queue: Vec<(i16, i16, u16)> =
            seats_of(seats).map(|seat| (state.heads[seat].x, state.heads[seat].y, 0)).collect();
        let mut next = 0;
        while next < queue.len() {
            let (x, y, time) = queue[next];
            next += 1;
            for (x, y) in STEPS.map(|(dx, dy)| (x + dx, y + dy)) {
                if let Some(index) = times.index(x, y)
                    && times.at[index] == NEVER
                    && state.open.has(x, y)
                {
                    times.at[index] = time + 1;
                    queue.push((x, y, time + 1));
                }
            }
        }
        times
    }

    fn get(&self, x: i16, y: i16) -> u16 {
        self.index(x, y).map_or(0, |index| self.at[index])
    }
}

/// How many cells are reached before anybody else by who stands at a place after so many rounds.
struct Region {
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<(i16, i16, u16)>,
}

impl Region {
    fn size<const W: usize, const H: usize>(
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

/// The best jump in the next gap round: its first action, and the cells that are reached first from there.
pub fn escape<const W: usize, const H: usize>(root: &Packed<W, H>, me: usize) -> Option<(Action, u32)> {
    let others = root.active() & !(1 << me);
    let times = Times::of(root, others);
    let rooms = Rooms::new(root, others);
    let mut region = Region { seen: vec![0; times.at.len()], stamp: 0, queue: Vec::new() };
    let head = root.heads[me];
    let mut ways: Vec<(u32, Way)> = Vec::new();
    let mut landings: Vec<(i16, i16)> = Vec::new();
    Leaps::new(&root.open, &rooms, LIMIT, |landed, way| {
        let place = (landed.x, landed.y);
        let rounds = way.len() as u16;
        if landings.contains(&place) || times.get(landed.x, landed.y) <= rounds {
            return;
        }
        let mut walk = Walk::new(root, me);
        if !way.iter().all(|action| walk.step(*action)) {
            return;
        }
        let size = region.size(&walk.state, &times, landed.x, landed.y, rounds);
        landings.push(place);
        // It has to come to a halt.
        while walk.state.heads[me].speed > 1 {
            let Some(action) = walk.brake() else { return };
            walk.step(action);
        }
        ways.push((size + u32::from(rounds), Way::from_slice(way)));
    })
    .look(head, root.round, 3);
    ways.into_iter().max_by_key(|way| way.0).map(|(worth, way)| (way[0], worth))
}
