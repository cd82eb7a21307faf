//! Where rooms lead to: a small room beside a large one is a way out, whatever its size.

use super::leap::Rooms;

/// What is left of a room's worth one jump away from it.
const FADES: f64 = 0.7;
/// Free cells in a line before a wall of one, two and three cells that a run over it takes, at least.
const RUN_UP: [i16; 3] = [3, 4, 6];
/// Free cells in a line behind it that it takes to slow down, at least.
const RUN_OUT: i16 = 4;
/// Jumps that are looked ahead, at most.
const HOPS: usize = 8;

/// By room: the worth of the best room that jumps lead to from it, the less the more jumps that takes. By a way there and
/// back that may be the room itself.
#[must_use]
pub fn scents(rooms: &Rooms, worth: &[f64]) -> Vec<f64> {
    let links = links(rooms);
    let mut scents = vec![0.0; worth.len()];
    for _ in 0..HOPS {
        let mut changed = false;
        for (from, to) in &links {
            let (from, to) = (usize::from(*from), usize::from(*to));
            let found = FADES * f64::max(worth[to], scents[to]);
            if found > scents[from] {
                scents[from] = found;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    scents
}

/// The pairs of rooms that have a thin wall between them, with cells for a run-up before it.
fn links(rooms: &Rooms) -> Vec<(u16, u16)> {
    let mut links = Vec::new();
    for y in 0..rooms.height {
        line(rooms.width, |x| rooms.at(x, y), &mut links);
    }
    for x in 0..rooms.width {
        line(rooms.height, |y| rooms.at(x, y), &mut links);
    }
    links.sort_unstable();
    links.dedup();
    links
}

/// Adds the links along a line of cells.
fn line(length: i16, at: impl Fn(i16) -> u16, links: &mut Vec<(u16, u16)>) {
    // Stretches of one room: the room, its first cell and the one behind its last.
    let mut last: Option<(u16, i16, i16)> = None;
    let mut place = 0;
    while place < length {
        let room = at(place);
        let first = place;
        place += 1;
        if room == 0 {
            continue;
        }
        while place < length && at(place) == room {
            place += 1;
        }
        if let Some((before, start, end)) = last
            && before != room
            && let Some(run_up) = RUN_UP.get((first - end - 1) as usize)
        {
            let (here, there) = (end - start, place - first);
            if here >= *run_up && there >= RUN_OUT {
                links.push((before, room));
            }
            if there >= *run_up && here >= RUN_OUT {
                links.push((room, before));
            }
        }
        last = Some((room, first, place));
    }
}
