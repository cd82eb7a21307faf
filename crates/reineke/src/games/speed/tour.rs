//! From room to room: ways of a lone player that use up a room and then leave it over a wall, again and again.
//!
//! Whoever means to jump needs a run before the wall and has to reach its top speed in a gap round. So a stage
//! of a tour begins with the run: free cells that end in a jump to another room are left alone, the
//! shortest way to it is taken, and then that way is widened, two cells at a time, until it fills the room. Its two
//! ends stay where they are, and of three widenings in a row one gets there in the right round.

use super::field::Field;
use super::packed::Packed;
use super::plan::{Mark, Plan};
use super::rules::{CHANGE_NOTHING, GAP_EVERY, Head, SLOW_DOWN, SPEED_UP, TURN_LEFT, TURN_RIGHT, jumps};
use crate::dice::{Dice, Rng};
use crate::game::Action;
use smallvec::SmallVec;

/// What is done from a walk at speed 1 to a jump, which is the last action; where there are turns, also the other way round.
const RUNS: [&[Action]; 21] = [
    &[UP, UP],
    &[UP, ON, UP],
    &[UP, UP, ON],
    &[UP, UP, UP],
    &[UP, ON, UP, UP],
    &[UP, UP, UP, ON],
    &[UP, UP, UP, UP],
    &[UP, UP, UP, UP, UP],
    &[UP, UP, UP, UP, UP, UP],
    &[UP, TURN_RIGHT, UP],
    &[UP, UP, TURN_RIGHT],
    &[UP, ON, UP, TURN_RIGHT],
    &[UP, TURN_RIGHT, UP, UP],
    &[UP, UP, TURN_RIGHT, UP],
    &[UP, UP, UP, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, UP, UP],
    &[UP, UP, UP, UP, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, TURN_LEFT],
    &[UP, TURN_RIGHT, UP, TURN_RIGHT],
    &[UP, TURN_RIGHT, UP, TURN_LEFT],
];
const UP: Action = SPEED_UP;
const ON: Action = CHANGE_NOTHING;
/// Free cells straight ahead that every one of them needs.
const STRAIGHT: usize = 2;
/// Starts of runs that are looked at in a room, at most.
const STARTS: u32 = 240;
/// Rooms smaller than this are not worth a jump.
const SMALL: u32 = 6;
/// Rooms that one tour visits, at most, and runs that are tried in each.
const STAGES: usize = 40;
const TRIES: usize = 3;
/// Turns on the way to a halt, at most.
const TURNS: usize = 2;

/// How much of a room is for self that is entered at a cell, by its size and the rounds until then.
pub type Share<'a> = &'a dyn Fn(i16, i16, u32, usize) -> f64;

/// A way over a wall.
#[derive(Clone)]
struct Run {
    start: usize,
    direction: u8,
    actions: SmallVec<[Action; 6]>,
    /// All that it drives on, from `start` to the landing.
    cells: SmallVec<[usize; 24]>,
}

/// A room behind a wall, and one of the runs that lead there.
struct Behind {
    room: u16,
    worth: f64,
    runs: u32,
    run: Run,
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
    plan: Plan,
    scale: f64,
    /// By cell: the room it belongs to in this stage, 0 where nobody asked.
    rooms: Vec<u16>,
    sizes: Vec<u32>,
}

impl<'a> Tour<'a> {
    /// Goes on with a plan from where it leads to; a round there adds `scale` to what the plan is worth.
    pub fn new<const W: usize, const H: usize>(
        (state, head): (&Packed<W, H>, &Head),
        (plan, scale): (Plan, f64),
        rng: &'a mut Rng,
        share: Share<'a>,
    ) -> Self {
        let field = Field::new(state);
        let at = field.cell(head.x, head.y);
        let rooms = vec![0; field.free.len()];
        let (direction, speed, round) = (head.direction, head.speed, state.round);
        Self { field, at, direction, speed, round, rng, share, plan, scale, rooms, sizes: Vec::new() }
    }

    /// Goes on until there is nowhere to go; the plan and the cells looked at for it.
    #[must_use]
    pub fn finish(mut self) -> (Plan, usize) {
        for _ in 0..STAGES {
            if self.speed > 1 && !self.halt() {
                break;
            }
            self.plan.marks.push(Mark { step: self.plan.actions.len(), worth: self.plan.worth, scale: self.scale });
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
                self.follow(&way);
            }
        }
        (self.plan, self.field.effort)
    }

    /// Plays an action; false, and nothing played, where it kills.
    fn play(&mut self, action: Action) -> bool {
        let (direction, speed) = steered(self.direction, self.speed, action);
        let round = self.round + 1;
        if usize::from(speed) > self.field.edge(self.at, direction) {
            return false;
        }
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
                if (action == SLOW_DOWN || turns < TURNS)
                    && reach <= self.field.edge(at, direction)
                    && (1..=reach).all(clear)
                {
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

    fn share(&self, cell: usize, room: u16) -> f64 {
        let (x, y) = self.field.place(cell);
        (self.share)(x, y, self.sizes[usize::from(room)], self.plan.actions.len())
    }

    /// Uses up a room and jumps to the next; false where no jump can be.
    fn stage(&mut self) -> bool {
        let mut rooms = self.exits();
        for _ in 0..TRIES {
            let total: f64 = rooms.iter().map(|behind| behind.worth).sum();
            if total <= 0.0 {
                return false;
            }
            let mut point = f64::from(self.rng.roll(1 << 24)) / f64::from(1 << 24) * total;
            let chosen = rooms.iter().position(|behind| {
                point -= behind.worth;
                point < 0.0
            });
            let Behind { room, run, .. } = rooms.remove(chosen.unwrap_or(rooms.len() - 1));
            if self.take(&run) {
                self.scale *= self.share(self.at, room);
                return true;
            }
        }
        false
    }

    /// The rooms that a jump leads to from somewhere in this one, each with a run by lot.
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
            let edge = self.field.edge(start, direction);
            if edge < STRAIGHT || (1..=STRAIGHT).any(|steps| !self.field.free[self.field.step(start, direction, steps)])
            {
                continue;
            }
            for (actions, other) in RUNS.into_iter().flat_map(|actions| [(actions, false), (actions, true)]) {
                if (other && straight(actions)) || !self.fits(start, actions.len()) {
                    continue;
                }
                let Some(run) = self.run(start, direction, actions, other) else { continue };
                let there = run.cells[run.cells.len() - 1];
                if self.rooms[there] == 0 {
                    found.clear();
                    self.label(there, &mut found);
                }
                let room = self.rooms[there];
                let size = self.sizes[usize::from(room)];
                if room < own || size < SMALL {
                    continue;
                }
                if let Some(known) = rooms.iter_mut().find(|known| known.room == room) {
                    known.runs += 1;
                    if self.rng.roll(known.runs) == 0 {
                        known.run = run;
                    }
                } else {
                    rooms.push(Behind { room, worth: f64::from(size) * self.share(there, room), runs: 1, run });
                }
            }
        }
        self.field.effort += 8 * all.min(STARTS) as usize;
        rooms
    }

    /// A run from a cell, if nothing is in its way; with turns the `other` way round.
    fn run(&self, start: usize, direction: u8, actions: &[Action], other: bool) -> Option<Run> {
        let (mut at, mut direction, mut speed) = (start, direction, 1);
        let mut run = Run { start, direction, actions: SmallVec::new(), cells: SmallVec::new() };
        run.cells.push(start);
        for (number, action) in actions.iter().enumerate() {
            let action = match *action {
                TURN_RIGHT if other => TURN_LEFT,
                TURN_LEFT if other => TURN_RIGHT,
                action => action,
            };
            (direction, speed) = steered(direction, speed, action);
            let reach = usize::from(speed);
            if reach > self.field.edge(at, direction) {
                return None;
            }
            let jump = number + 1 == actions.len();
            for step in (1..=reach).filter(|step| !jump || *step == 1 || *step == reach) {
                let cell = self.field.step(at, direction, step);
                if !self.field.free[cell] {
                    return None;
                }
                run.cells.push(cell);
            }
            at = self.field.step(at, direction, reach);
            run.actions.push(action);
        }
        Some(run)
    }

    /// Whether a walk from here to a cell can be followed by so many rounds of which the last is a gap round: every walk
    /// to a cell takes an odd number of steps, or every one an even number.
    fn fits(&self, cell: usize, rounds: usize) -> bool {
        let ((x, y), (here_x, here_y)) = (self.field.place(cell), self.field.place(self.at));
        ((x + y + here_x + here_y) as usize + self.round as usize + rounds).is_multiple_of(2)
    }

    /// Walks to a run through as much of the room as can be, runs and jumps; false, and nothing played, where it cannot.
    fn take(&mut self, run: &Run) -> bool {
        let gap = GAP_EVERY as usize;
        let wanted = (gap - (self.round as usize + run.actions.len()) % gap) % gap;
        let kept: SmallVec<[usize; 24]> = run.cells.iter().copied().filter(|cell| self.field.free[*cell]).collect();
        kept.iter().for_each(|cell| self.field.free[*cell] = false);
        let walk = self.towards(run).and_then(|way| self.field.widen(&way, way.len() > 1, Some(wanted), self.rng));
        kept.into_iter().for_each(|cell| self.field.free[cell] = true);
        walk.is_some_and(|walk| self.follow(&walk)) && run.actions.iter().all(|action| self.play(*action))
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

    /// Walks along cells at speed 1.
    fn follow(&mut self, way: &[usize]) -> bool {
        way[1..].iter().all(|cell| {
            let mut actions = [CHANGE_NOTHING, TURN_LEFT, TURN_RIGHT].into_iter();
            let towards = |action: &Action| {
                let (direction, _) = steered(self.direction, self.speed, *action);
                self.field.step(self.at, direction, 1) == *cell
            };
            actions.find(towards).is_some_and(|action| self.play(action))
        })
    }

    /// Fills the last room: ends in the farthest cell, then in what is left from there.
    fn stay(&mut self) {
        while let Some(way) = self.field.way(self.at, None, self.rng) {
            let filled = self.field.widen(&way, false, None, self.rng);
            if !filled.is_some_and(|way| self.follow(&way)) {
                return;
            }
        }
    }
}

/// Whether nothing of this is a turn.
fn straight(actions: &[Action]) -> bool {
    actions.iter().all(|action| *action != TURN_LEFT && *action != TURN_RIGHT)
}

/// The direction and the speed after an action.
fn steered(direction: u8, speed: u8, action: Action) -> (u8, u8) {
    let mut head = Head { direction, speed, ..Head::default() };
    head.steer(action);
    (head.direction, head.speed)
}
