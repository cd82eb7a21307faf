//! Out of a room that others share and that has become too small: the jump to where most cells are reached first.

use super::leap::{Leaps, Rooms, Way};
use super::packed::Packed;
use super::times::{Region, Times};
use super::walk::Walk;
use crate::game::Action;

/// Steps of ways that are looked at.
const LIMIT: u32 = 60_000;

/// The best jump in the next gap round: its first action, and the cells that are reached first from there.
pub fn escape<const W: usize, const H: usize>(root: &Packed<W, H>, me: usize) -> Option<(Action, u32)> {
    let others = root.active() & !(1 << me);
    let times = Times::of(root, others, None);
    let rooms = Rooms::new(root, others);
    let mut region = Region::new(&times);
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
