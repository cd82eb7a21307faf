//! Out of a room that others share, when it is lost or another is much larger: the jump to where most cells are reached first.

use super::fill::Walk;
use super::leap::{Leaps, Rooms};
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

/// A jump in the next gap round.
pub struct Jump {
    /// The first action on the way to it.
    pub action: Action,
    /// Rounds until it is done.
    pub rounds: u32,
    /// Cells that are reached first from where it lands.
    pub cells: u32,
    /// Nobody else is in the room that it leads to.
    alone: bool,
}

/// What a cell counts behind a jump into a room where others are.
const CONTESTED: f64 = 0.3;

/// The best jump out of a room that is lost.
pub fn escape<const W: usize, const H: usize>(root: &Packed<W, H>, me: usize) -> Option<Jump> {
    best(root, me, |_, _| true, |jump| f64::from(jump.cells + jump.rounds))
}

/// The best jump into another room that is worth more than `own` cells in this one.
pub fn elsewhere<const W: usize, const H: usize>(root: &Packed<W, H>, me: usize, own: u32) -> Option<Jump> {
    let head = root.heads[me];
    let worth = |jump: &Jump| f64::from(jump.cells) * if jump.alone { 1.0 } else { CONTESTED };
    let large = |rooms: &Rooms, room: u16| {
        rooms.size[usize::from(room)] > own && rooms.beside(head.x, head.y).all(|here| here != room)
    };
    best(root, me, large, worth).filter(|jump| worth(jump) > f64::from(own))
}

/// The jump that is worth most among those into rooms that fit.
fn best<const W: usize, const H: usize>(
    root: &Packed<W, H>,
    me: usize,
    fits: impl Fn(&Rooms, u16) -> bool,
    worth: impl Fn(&Jump) -> f64,
) -> Option<Jump> {
    let others = root.active() & !(1 << me);
    let times = Times::of(root, others);
    let rooms = Rooms::new(root, others);
    let mut region = Region { seen: vec![0; times.at.len()], stamp: 0, queue: Vec::new() };
    let mut best: Option<(f64, Jump)> = None;
    let mut landings: Vec<(i16, i16)> = Vec::new();
    Leaps::new(&root.open, &rooms, LIMIT, |landed, way| {
        let place = (landed.x, landed.y);
        let room = rooms.at(landed.x, landed.y);
        let rounds = way.len() as u16;
        if !fits(&rooms, room) || landings.contains(&place) || times.get(landed.x, landed.y) <= rounds {
            return;
        }
        let mut walk = Walk::new(root, me);
        if !way.iter().all(|action| walk.step(*action)) {
            return;
        }
        landings.push(place);
        let cells = region.size(&walk.state, &times, landed.x, landed.y, rounds);
        let alone = rooms.inside[usize::from(room)] == 0;
        let jump = Jump { action: way[0], rounds: u32::from(rounds), cells, alone };
        let value = worth(&jump);
        if best.as_ref().is_none_or(|known| value >= known.0) && halts(walk, me) {
            best = Some((value, jump));
        }
    })
    .look(root.heads[me], root.round, 3);
    best.map(|found| found.1)
}

/// Whether a walk can slow down to speed 1.
fn halts<const W: usize, const H: usize>(mut walk: Walk<W, H>, me: usize) -> bool {
    while walk.state.heads[me].speed > 1 {
        let Some(action) = walk.brake() else { return false };
        walk.step(action);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::speed::Speed;
    use crate::games::speed::rules::SPEED_UP;
    use crate::options::Options;

    /// A room of 48 cells for the first two players, a wall, and one of 56 cells behind it, three rounds before a gap round.
    fn board(seats: usize) -> Packed<1, 66> {
        let mut options = Options::new([("seats".to_string(), seats.to_string())]);
        let game = Speed::from_options(&mut options).expect("options of the game");
        let (head, last) = if seats == 3 { (" 13,7,l,1,0", "4b1x6c") } else { ("", "4b1x7") };
        let free = "6x7";
        let text = format!("14x8 3 0,3,r,1,0 4,7,u,1,0{head} {free}/{free}/{free}/a5x7/{free}/{free}/{free}/{last}");
        Packed::new(&game.parse(&text).expect("a position"))
    }

    #[test]
    fn an_empty_room_that_is_larger_is_jumped_into() {
        let jump = elsewhere(&board(2), 0, 30).expect("a jump over the wall");
        assert_eq!((jump.action, jump.rounds), (SPEED_UP, 3));
        assert!((50..56).contains(&jump.cells), "{} cells of 56", jump.cells);
    }

    #[test]
    fn a_room_that_is_no_larger_is_not() {
        assert!(elsewhere(&board(2), 0, 56).is_none());
    }

    #[test]
    fn a_room_with_others_has_to_be_much_larger() {
        let jump = elsewhere(&board(3), 0, 5).expect("a jump over the wall");
        assert!(!jump.alone && jump.cells < 50);
        assert!(elsewhere(&board(3), 0, jump.cells / 2).is_none());
    }

    #[test]
    fn a_lost_room_is_left_for_whatever_is_larger() {
        let jump = escape(&board(3), 0).expect("a jump");
        assert!(jump.cells > 20, "{} cells", jump.cells);
    }
}
