//! From room to room: ways of a lone player that use up a room and then leave it over a wall, again and again.
//!
//! Whoever means to jump needs a run before the wall and has to reach its top speed in a gap round. So a stage
//! of a tour begins with the run: free cells that end in a jump to another room are left alone, the
//! shortest way to it is taken, and then that way is widened, two cells at a time, until it fills the room. Its two
//! ends stay where they are; a way that would get there too late is driven faster on some of its straights.

use super::field::Field;
use super::packed::Packed;
use super::plan::{Landing, Mark, Plan};
use super::rules::{CHANGE_NOTHING, GAP_EVERY, Head, SLOW_DOWN, SPEED_UP, TURN_LEFT, TURN_RIGHT, jumps};
use super::runs::{Run, runs, steered};
use super::sorties::Sortie;
use crate::dice::{Dice, Rng};
use crate::game::Action;
use smallvec::SmallVec;

/// Starts of runs that are looked at in a room, at most.
const STARTS: u32 = 240;
/// Rooms smaller than this are not worth a jump.
const SMALL: u32 = 6;
/// Rooms that one tour visits, at most, and runs that are tried in each.
const STAGES: usize = 40;
const TRIES: usize = 24;
/// Turns on the way to a halt, at most.
const TURNS: usize = 2;

/// What it is worth to enter a room at a cell, by its size and the rounds until then.
pub type Share<'a> = &'a dyn Fn(i16, i16, u32, usize) -> Landing;

/// What may be hoped for behind the room of a cell, in rounds.
pub type Hope<'a> = &'a dyn Fn(i16, i16) -> f64;

/// A room behind a wall, and the runs that lead there.
struct Behind {
    room: u16,
    worth: f64,
    runs: Vec<Run>,
}

/// How far a tour has come.
#[derive(Clone, Copy)]
struct Stand {
    at: usize,
    direction: u8,
    speed: u8,
    round: u32,
    worth: f64,
    steps: usize,
}

/// A tour in the making: a plan and where it has led to.
pub struct Tour<'a> {
    field: Field,
    at: usize,
    direction: u8,
    speed: u8,
    round: u32,
    rng: &'a mut Rng,
    share: Share<'a>,
    hope: Hope<'a>,
    plan: Plan,
    /// What a round adds here, and how sure it is to be here.
    scale: f64,
    odds: f64,
    /// By cell: the room it belongs to in this stage, 0 where nobody asked.
    rooms: Vec<u16>,
    sizes: Vec<u32>,
    sorties: &'a [Sortie],
}

impl<'a> Tour<'a> {
    /// Goes on with a plan from where it leads to.
    pub fn new<const W: usize, const H: usize>(
        (state, head): (&Packed<W, H>, &Head),
        (plan, Mark { scale, odds, .. }): (Plan, Mark),
        rng: &'a mut Rng,
        (share, hope): (Share<'a>, Hope<'a>),
        sorties: &'a [Sortie],
    ) -> Self {
        let field = Field::new(state);
        let at = field.cell(head.x, head.y);
        let rooms = vec![0; field.free.len()];
        let (direction, speed, round) = (head.direction, head.speed, state.round);
        let sizes = Vec::new();
        Self { field, at, direction, speed, round, rng, share, hope, plan, scale, odds, rooms, sizes, sorties }
    }

    /// Goes on until there is nowhere to go; the plan and the cells looked at for it.
    #[must_use]
    pub fn finish(mut self) -> (Plan, usize) {
        if self.speed > 1 && !self.halt() {
            return (self.plan, self.field.effort);
        }
        for _ in 0..STAGES {
            let (step, worth) = (self.plan.actions.len(), self.plan.worth);
            self.plan.note(Mark { step, worth, scale: self.scale, odds: self.odds });
            if !self.stage() {
                self.stay();
                break;
            }
        }
        (self.plan, self.field.effort)
    }

    /// Goes to some cell of the room by the shortest way.
    #[must_use]
    pub fn stroll(mut self) -> (Plan, usize) {
        let cells = self.around();
        if !cells.is_empty() {
            let goal = cells[self.rng.roll(cells.len() as u32) as usize];
            if let Some(way) = self.field.way(self.at, Some(goal), self.rng) {
                self.follow(&way, 0);
            }
        }
        (self.plan, self.field.effort)
    }

    /// Plays an action; false, and nothing played, where it kills.
    fn play(&mut self, action: Action) -> bool {
        let (direction, speed) = steered(self.direction, self.speed, action);
        let round = self.round + 1;
        let cells: SmallVec<[usize; 10]> = (0..speed)
            .filter(|step| !jumps(round, speed, *step))
            .map(|step| self.field.step(self.at, direction, usize::from(step) + 1))
            .collect();
        if cells.iter().any(|cell| !self.field.free[*cell]) {
            return false;
        }
        cells.into_iter().for_each(|cell| self.field.free[cell] = false);
        self.at = self.field.step(self.at, direction, usize::from(speed));
        (self.direction, self.speed, self.round) = (direction, speed, round);
        self.plan.actions.push(action);
        self.plan.worth += self.scale;
        true
    }

    /// Slows down to speed 1 without a crash; false where that cannot be.
    fn halt(&mut self) -> bool {
        let mut ways: Vec<(usize, u8, u8, Vec<Action>)> = vec![(self.at, self.direction, self.speed, Vec::new())];
        while let Some((at, direction, speed, way)) = ways.pop() {
            if speed == 1 {
                return way.into_iter().all(|action| self.play(action));
            }
            let turns = way.iter().filter(|action| **action != SLOW_DOWN).count();
            // The last one is tried first: mostly to slow down.
            let mut options = [TURN_LEFT, TURN_RIGHT, SLOW_DOWN];
            if self.rng.roll(2) == 0 {
                options.swap(0, 1);
            }
            if self.rng.roll(4) == 0 {
                options.rotate_right(1);
            }
            for action in options {
                let (direction, speed) = steered(direction, speed, action);
                let reach = usize::from(speed);
                let clear = |step: usize| self.field.free[self.field.step(at, direction, step)];
                if (action == SLOW_DOWN || turns < TURNS) && (1..=reach).all(clear) {
                    let mut way = way.clone();
                    way.push(action);
                    ways.push((self.field.step(at, direction, reach), direction, speed, way));
                }
            }
        }
        false
    }

    /// Forgets the rooms of the last stage and finds those beside the head; their cells.
    fn around(&mut self) -> Vec<usize> {
        self.rooms.fill(0);
        self.sizes.clear();
        self.sizes.push(0);
        let mut cells = Vec::new();
        for direction in 0..4 {
            let beside = self.field.step(self.at, direction, 1);
            if self.field.free[beside] && self.rooms[beside] == 0 {
                self.label(beside, &mut cells);
            }
        }
        cells
    }

    /// Gives the room around a cell a number and adds its cells to a list.
    fn label(&mut self, cell: usize, cells: &mut Vec<usize>) {
        let name = self.sizes.len() as u16;
        let first = cells.len();
        self.rooms[cell] = name;
        cells.push(cell);
        let mut next = first;
        while next < cells.len() {
            let here = cells[next];
            next += 1;
            for direction in 0..4 {
                let there = self.field.step(here, direction, 1);
                if self.field.free[there] && self.rooms[there] == 0 {
                    self.rooms[there] = name;
                    cells.push(there);
                }
            }
        }
        self.field.effort += next - first;
        self.sizes.push((next - first) as u32);
    }

    fn share(&self, cell: usize, room: u16) -> Landing {
        let (x, y) = self.field.place(cell);
        (self.share)(x, y, self.sizes[usize::from(room)], self.plan.actions.len())
    }

    /// Uses up a room, jumps to the next and comes to a halt there; false, and nothing played, where that cannot be.
    fn stage(&mut self) -> bool {
        let mut rooms = self.exits();
        let (free, stand) = (self.field.free.clone(), self.stand());
        for _ in 0..TRIES {
            let total: f64 = rooms.iter().map(|behind| behind.worth).sum();
            if total <= 0.0 {
                break;
            }
            let mut point = f64::from(self.rng.roll(1 << 24)) / f64::from(1 << 24) * total;
            let chosen = rooms.iter().position(|behind| {
                point -= behind.worth;
                point < 0.0
            });
            let chosen = chosen.unwrap_or(rooms.len() - 1);
            let Behind { room, runs, .. } = &mut rooms[chosen];
            let (room, run) = (*room, runs.swap_remove(self.rng.roll(runs.len() as u32) as usize));
            if runs.is_empty() {
                rooms.remove(chosen);
            }
            if self.take(&run) {
                let landed = self.plan.actions.len();
                if self.halt() {
                    self.land(room, landed);
                    return true;
                }
            }
            self.field.free.copy_from_slice(&free);
            self.go_back(stand);
        }
        false
    }

    /// From its landing on, a tour is in another room.
    fn land(&mut self, room: u16, landed: usize) {
        let Landing { odds, part } = self.share(self.at, room);
        self.odds *= odds;
        let scale = self.odds * part;
        let driven = (self.plan.actions.len() - landed) as f64;
        let worth = self.plan.worth - self.scale * driven;
        self.plan.note(Mark { step: landed, worth, scale, odds: self.odds });
        self.plan.worth = worth + scale * driven;
        self.scale = scale;
    }

    fn stand(&self) -> Stand {
        let (at, direction, speed, round) = (self.at, self.direction, self.speed, self.round);
        Stand { at, direction, speed, round, worth: self.plan.worth, steps: self.plan.actions.len() }
    }

    fn go_back(&mut self, stand: Stand) {
        (self.at, self.direction, self.speed, self.round) = (stand.at, stand.direction, stand.speed, stand.round);
        self.plan.worth = stand.worth;
        self.plan.actions.truncate(stand.steps);
    }

    /// The rooms that a jump leads to from somewhere in this one, with runs that lead there.
    fn exits(&mut self) -> Vec<Behind> {
        let cells = self.around();
        let own = self.sizes.len() as u16;
        let mut rooms: Vec<Behind> = Vec::new();
        let mut found = Vec::new();
        let all = 4 * cells.len() as u32;
        for number in 0..=all.min(STARTS) {
            let (start, direction) = if number == 0 {
                (self.at, self.direction)
            } else {
                let pick = if all > STARTS { self.rng.roll(all) } else { number - 1 };
                (cells[pick as usize / 4], pick as u8 % 4)
            };
            runs(&self.field, start, direction, &mut found);
            for (run, there) in std::mem::take(&mut found) {
                self.offer(run, there, own, &mut rooms);
            }
        }
        self.field.effort += 8 * all.min(STARTS) as usize;
        self.sorties(own, &mut rooms);
        rooms
    }

    /// Adds the sorties from this room that are known and that nothing is in the way of.
    fn sorties(&mut self, own: u16, rooms: &mut Vec<Behind>) {
        let known = self.sorties;
        let here = |sortie: &&Sortie| (1..own).contains(&self.rooms[sortie.run.start]) && sortie.clear(&self.field);
        let found: Vec<&Sortie> = known.iter().filter(here).collect();
        self.field.effort += known.len() / 8 + found.len() * 8;
        for sortie in found {
            self.offer(sortie.run.clone(), sortie.there, own, rooms);
        }
    }

    /// Adds a run to those that lead to its room.
    fn offer(&mut self, run: Run, there: usize, own: u16, rooms: &mut Vec<Behind>) {
        if self.rooms[there] == 0 {
            self.label(there, &mut Vec::new());
        }
        let room = self.rooms[there];
        let size = self.sizes[usize::from(room)];
        if room < own || size < SMALL {
            return;
        }
        if let Some(known) = rooms.iter_mut().find(|known| known.room == room) {
            known.runs.push(run);
        } else {
            let Landing { odds, part } = self.share(there, room);
            let (x, y) = self.field.place(there);
            let worth = f64::from(size) * odds * part + (self.hope)(x, y);
            rooms.push(Behind { room, worth, runs: vec![run] });
        }
    }

    /// Walks to a run through as much of the room as can be, runs and jumps; false where it cannot.
    fn take(&mut self, run: &Run) -> bool {
        let gap = GAP_EVERY as usize;
        let wanted = (usize::from(run.phase) + gap - self.round as usize % gap) % gap;
        let kept: SmallVec<[usize; 24]> =
            run.cells(&self.field).into_iter().filter(|cell| self.field.free[*cell]).collect();
        kept.iter().for_each(|cell| self.field.free[*cell] = false);
        let walk = self.towards(run).map(|way| self.field.widen(&way, way.len() > 1, Some(wanted), self.rng));
        kept.into_iter().for_each(|cell| self.field.free[cell] = true);
        walk.is_some_and(|(way, late)| self.follow(&way, late)) && run.actions.iter().all(|action| self.play(*action))
    }

    /// The shortest way to a run's start that enters it in the run's direction.
    fn towards(&mut self, run: &Run) -> Option<Vec<usize>> {
        if run.start == self.at {
            return (run.direction == self.direction).then(|| vec![run.start]);
        }
        let ahead = self.field.step(run.start, (run.direction + 2) % 4, 1);
        let mut way = if ahead == self.at {
            vec![ahead]
        } else if self.field.free[ahead] {
            self.field.way(self.at, Some(ahead), self.rng)?
        } else {
            return None;
        };
        way.push(run.start);
        Some(way)
    }

    /// Walks along cells at speed 1, but for straights on which `late` rounds are made up for: three cells in two rounds.
    fn follow(&mut self, way: &[usize], mut late: usize) -> bool {
        let mut next = 1;
        while next < way.len() {
            let ahead = |step: usize| self.field.step(self.at, self.direction, step);
            if late > 0 && way[next..].len() >= 3 && (1..=3).all(|step| ahead(step) == way[next + step - 1]) {
                if !self.play(SPEED_UP) || !self.play(SLOW_DOWN) {
                    return false;
                }
                late -= 1;
                next += 3;
                continue;
            }
            let mut actions = [CHANGE_NOTHING, TURN_LEFT, TURN_RIGHT].into_iter();
            let towards = |action: &Action| {
                let (direction, _) = steered(self.direction, self.speed, *action);
                self.field.step(self.at, direction, 1) == way[next]
            };
            if !actions.find(towards).is_some_and(|action| self.play(action)) {
                return false;
            }
            next += 1;
        }
        late == 0
    }

    /// Fills the last room: ends in the farthest cell, then in what is left from there.
    fn stay(&mut self) {
        while let Some(way) = self.field.way(self.at, None, self.rng) {
            let (filled, _) = self.field.widen(&way, false, None, self.rng);
            if !self.follow(&filled, 0) {
                return;
            }
        }
    }
}
