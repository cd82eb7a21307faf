//! Alone in a room: the longest way to live, by plans that are kept and improved from round to round.
//!
//! A plan is a list of own actions until death, on the board as it stands. It begins as a greedy filling of the room and
//! is improved by leaving it at some step and filling anew. Where a plan ends, it is tried whether a jump in a gap round
//! shortly before leads to further room.

use super::leap::{Leaps, Rooms, Way};
use super::packed::Packed;
use super::plane::Plane;
use super::rules::{CHANGE_NOTHING, CHOICES, SLOW_DOWN, STEPS, TURN_LEFT, TURN_RIGHT};
use crate::control::{Control, Stopped};
use crate::dice::{Dice, Rng};
use crate::game::{Action, MAX_SEATS, NO_ACTION};

/// How many of a plan's last steps are tried as the beginning of a jump.
const TAIL: usize = 14;
/// One choice in so many of a filling is made at random.
const STRAY: u32 = 40;

/// A player on its way, everybody else standing still.
#[derive(Clone, Copy)]
pub struct Walk<const W: usize, const H: usize> {
    pub state: Packed<W, H>,
    me: usize,
}

impl<const W: usize, const H: usize> Walk<W, H> {
    pub fn new(root: &Packed<W, H>, me: usize) -> Self {
        let mut state = *root;
        for (_, head) in state.heads.iter_mut().enumerate().filter(|(seat, _)| *seat != me) {
            head.died = head.died.max(1);
        }
        Self { state, me }
    }

    /// Plays an action; false where it kills.
    #[inline]
    pub fn step(&mut self, action: Action) -> bool {
        let mut joint = [NO_ACTION; MAX_SEATS];
        joint[self.me] = action;
        self.state.play(&joint);
        self.state.heads[self.me].active()
    }

    #[inline]
    fn free(&self, x: i16, y: i16) -> bool {
        (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && self.state.open.has(x, y)
    }

    fn neighbours(&self, x: i16, y: i16) -> u32 {
        STEPS.iter().map(|(dx, dy)| u32::from(self.free(x + dx, y + dy))).sum()
    }

    /// Whether the free cells around a cell fall into several groups once the cell is taken, as far as the eight cells
    /// around it tell.
    fn splits(&self, x: i16, y: i16) -> bool {
        const RING: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let free: [bool; 8] = RING.map(|(dx, dy)| self.free(x + dx, y + dy));
        // A group is a run of free cells around the ring that holds a side; corners alone join nothing.
        let sides = (0..8).step_by(2).filter(|side| free[*side]).count();
        let joins = (0..8).step_by(2).filter(|side| free[*side] && free[side + 1] && free[(side + 2) % 8]).count();
        sides >= joins + 2
    }

    /// The size of the largest room that the head can drive into.
    fn room(&self) -> u32 {
        let head = &self.state.heads[self.me];
        let rows = self.state.rows();
        let mut left = self.state.open;
        let mut best = 0;
        for (dx, dy) in STEPS {
            let (x, y) = (head.x + dx, head.y + dy);
            if (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && left.has(x, y) {
                let mut seed = Plane::EMPTY;
                seed.set(x, y);
                let mut found = seed.flood(&left, rows);
                found.set(x, y);
                best = best.max(found.count(rows));
                left.drop(&found, 1, rows);
            }
        }
        best
    }

    /// The action of a greedy filling: never into a smaller room, along walls, slowly.
    fn greedy(&self, rng: &mut Rng) -> Option<Action> {
        let head = &self.state.heads[self.me];
        if head.speed > 1 {
            return self.brake();
        }
        let mut options: smallvec::SmallVec<[(Action, i16, i16, u32); 3]> = smallvec::SmallVec::new();
        let mut cautious = false;
        for (action, turn) in [(CHANGE_NOTHING, 0), (TURN_LEFT, 3), (TURN_RIGHT, 1)] {
            let (dx, dy) = STEPS[usize::from((head.direction + turn) % 4)];
            let (x, y) = (head.x + dx, head.y + dy);
            if self.free(x, y) {
                cautious |= self.splits(x, y);
                options.push((action, x, y, self.neighbours(x, y)));
            }
        }
        match options[..] {
            [] => return None,
            [only] => return Some(only.0),
            _ => {}
        }
        cautious |= self.splits(head.x, head.y);
        if !cautious && rng.roll(STRAY) == 0 {
            return Some(options[rng.roll(options.len() as u32) as usize].0);
        }
        let mut best = (0, 0, options[0].0);
        for (action, _, _, walls) in &options {
            let room = if cautious {
                let mut next = *self;
                if next.step(*action) { next.room() + 1 } else { 0 }
            } else {
                1
            };
            // More walls first; equals by lot, so that fillings differ.
            let rank = (room, (4 - walls) * 4 + rng.roll(3), *action);
            if (rank.0, rank.1) > (best.0, best.1) {
                best = rank;
            }
        }
        Some(best.2)
    }

    /// The action of a fast head: what leaves most room, slowing down among equals.
    pub fn brake(&self) -> Option<Action> {
        let mut best: Option<(u32, Action)> = None;
        for action in [SLOW_DOWN, TURN_LEFT, TURN_RIGHT, CHANGE_NOTHING] {
            let mut next = *self;
            if next.step(action) {
                let room = next.room() + u32::from(action == SLOW_DOWN) * 8;
                if best.is_none_or(|(known, _)| room > known) {
                    best = Some((room, action));
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// The cells that the head can drive to without a jump.
    fn surroundings(&self) -> Plane<W, H> {
        self.state.room(self.me)
    }
}

/// A list of actions and what it is worth: the rounds it lives, those in rooms that others share counting less.
#[derive(Clone, Debug, Default)]
struct Plan {
    actions: Vec<Action>,
    worth: f64,
    /// It leaves the room it begins in.
    jumps: bool,
}

/// The best plan so far.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    best: Plan,
}

/// How many steps of ways over a wall are looked at, and their turns: at most steps of a plan, and from where the player is.
const GLANCE: (u32, u32) = (300, 1);
const STARE: (u32, u32) = (20_000, 6);
/// How many steps of a plan before its last are tried as the beginning of a jump.
const TRIES: u32 = 16;
/// What is believed of the room behind a jump, empty or with others inside.
const LANDING: (f64, f64) = (0.9, 0.7);
/// What is left of that for every round until the jump.
const WAITING: (f64, f64) = (0.999, 0.99);
/// In rooms larger than this the filling is improved for long: it counts for most of the room before a jump is preferred.
const LARGE: u32 = 150;
const PATIENCE: f64 = 0.95;
/// What is left of a plan whose first action somebody may crash into.
const CLASH: f64 = 0.5;
/// How often a jump from where the player stands is tried before anything else.
const AT_ONCE: u32 = 4;
/// Jumps that follow each other in one plan, at most.
const JUMPS: u32 = 3;

impl Planner {
    /// The first action of the best plan, and how many rounds it lives. Every eighth step of a plan is a node.
    pub fn decide<const W: usize, const H: usize>(
        &mut self,
        root: &Packed<W, H>,
        me: usize,
        rng: &mut Rng,
        control: &mut Control,
    ) -> (Option<Action>, f64) {
        let others = root.active() & !(1 << me);
        let start = Walk::new(root, me);
        let rooms = Rooms::new(root, others);
        let mut search = Filling { start, rooms: &rooms, alone: 1.0, rng, control };
        let room = start.surroundings().count(root.rows());
        search.alone = left(room, root.reachable(me).count_ones(), 0);
        search.keep(&mut self.best);
        let safety = root.safety(me);
        let floor = if room > LARGE { PATIENCE * f64::from(room) } else { 0.0 };
        let value = |plan: &Plan| match plan.actions.first() {
            Some(first) if safety[usize::from(*first)] < 2 => plan.worth * CLASH,
            _ => plan.worth,
        };
        let better = |plan: &Plan, best: &Plan| value(plan) >= value(best) && (!plan.jumps || value(plan) > floor);
        for _ in 0..AT_ONCE {
            if let Ok(Some(leap)) = search.over(0, &start, STARE)
                && let Ok(plan) = search.land(&[], leap, JUMPS)
                && better(&plan, &self.best)
            {
                self.best = plan;
            }
        }
        while let Ok(plan) = search.vary(&self.best) {
            if better(&plan, &self.best) {
                self.best = plan;
            }
            if self.best.actions.is_empty() {
                break;
            }
        }
        (self.best.actions.first().copied(), self.best.worth)
    }

    /// The first action of the plan has been played.
    pub fn play(&mut self) {
        if !self.best.actions.is_empty() {
            self.best.actions.remove(0);
            self.best.worth -= 1.0;
        }
    }

    /// Something else has been played.
    pub fn forget(&mut self) {
        self.best = Plan::default();
    }
}

/// A way over a wall from step `step` of a plan.
struct Leap<const W: usize, const H: usize> {
    step: usize,
    actions: Way,
    behind: Walk<W, H>,
    /// How much of the room behind the wall is for self.
    share: f64,
    /// What the plan is worth if all of that is used.
    worth: f64,
}

/// The search for plans from one position.
struct Filling<'a, 'c, const W: usize, const H: usize> {
    start: Walk<W, H>,
    rooms: &'a Rooms,
    /// How much of the room at the start is for self.
    alone: f64,
    rng: &'a mut Rng,
    control: &'a mut Control<'c>,
}

impl<const W: usize, const H: usize> Filling<'_, '_, W, H> {
    /// Cuts a plan where the board does not allow it any more.
    fn keep(&mut self, plan: &mut Plan) {
        let mut walk = self.start;
        let lives = plan.actions.iter().take_while(|action| walk.step(**action)).count();
        if lives < plan.actions.len() {
            plan.actions.truncate(lives);
            plan.worth = self.alone * lives as f64;
            plan.jumps = false;
        }
    }

    /// Another plan: leaves the best one at some step and fills anew.
    fn vary(&mut self, best: &Plan) -> Result<Plan, Stopped> {
        self.control.tick()?;
        self.control.look_at_clock()?;
        let mut actions = Vec::with_capacity(best.actions.len() + 32);
        let mut walk = self.start;
        if !best.actions.is_empty() {
            let leave = self.rng.roll(best.actions.len() as u32) as usize;
            for action in &best.actions[..leave] {
                walk.step(*action);
                actions.push(*action);
            }
            if self.rng.roll(4) == 0
                && let Some(leap) = self.over(actions.len(), &walk, GLANCE)?
            {
                return self.land(&actions, leap, JUMPS);
            }
            // Leaves the plan by an action that lives: mostly one of the slow ones.
            let among = if self.rng.roll(8) == 0 { CHOICES as u32 } else { 3 };
            let action = self.rng.roll(among) as Action;
            let mut other = walk;
            if (action != SLOW_DOWN || walk.state.heads[walk.me].speed > 1) && other.step(action) {
                actions.push(action);
                walk = other;
            }
        }
        self.fill(actions, walk, JUMPS)
    }

    /// Fills the room that a walk is in until death, and tries jumps on the way.
    fn fill(&mut self, mut actions: Vec<Action>, mut walk: Walk<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let first = actions.len();
        let mut passed: Vec<Walk<W, H>> = Vec::with_capacity(64);
        while let Some(action) = walk.greedy(self.rng) {
            if actions.len().is_multiple_of(8) {
                self.control.tick()?;
                self.control.look_at_clock()?;
            }
            passed.push(walk);
            if !walk.step(action) {
                break;
            }
            actions.push(action);
        }
        // What was lived through before counts in full; a room that others are in does not.
        let share = if jumps == JUMPS { self.alone } else { 1.0 };
        let lives = share * actions.len() as f64;
        let mut found: Option<Leap<W, H>> = None;
        if jumps > 0 {
            for (index, walk) in passed.iter().enumerate() {
                if index + TAIL < passed.len() && self.rng.roll(passed.len() as u32) >= TRIES {
                    continue;
                }
                let leap = self.over(first + index, walk, GLANCE)?;
                if let Some(leap) = leap
                    && leap.worth > found.as_ref().map_or(lives, |known| known.worth)
                {
                    found = Some(leap);
                }
            }
        }
        let stays = Plan { worth: lives, actions, jumps: jumps < JUMPS };
        let Some(leap) = found else { return Ok(stays) };
        let leaves = self.land(&stays.actions, leap, jumps)?;
        Ok(if leaves.worth > stays.worth { leaves } else { stays })
    }

    /// The best way to jump out of the room at this point, if there is one.
    fn over(
        &mut self,
        step: usize,
        walk: &Walk<W, H>,
        (limit, turns): (u32, u32),
    ) -> Result<Option<Leap<W, H>>, Stopped> {
        self.control.tick()?;
        self.control.look_at_clock()?;
        let head = walk.state.heads[walk.me];
        let here = self.rooms.at(head.x, head.y);
        let mut room: Option<Plane<W, H>> = None;
        let mut best: Option<(f64, f64, Way)> = None;
        let mut seen = smallvec::SmallVec::<[(i16, i16); 16]>::new();
        let mut look = Leaps::new(&walk.state.open, self.rooms, limit, |landed, way| {
            let (x, y) = (landed.x, landed.y);
            if seen.contains(&(x, y)) {
                return;
            }
            seen.push((x, y));
            let there = usize::from(self.rooms.at(x, y));
            let (size, inside) = if there != usize::from(here) && here != 0 {
                (self.rooms.size[there], self.rooms.inside[there])
            } else if room.get_or_insert_with(|| walk.surroundings()).has(x, y) {
                return;
            } else {
                let mut cell = Plane::EMPTY;
                cell.set(x, y);
                let landing = cell.flood(&walk.state.open, walk.state.rows());
                (landing.count(walk.state.rows()), self.rooms.inside[there])
            };
            let until = step + way.len();
            let share = share(size, inside, until);
            let worth = until as f64 + f64::from(size) * share;
            if share > 0.0 && best.as_ref().is_none_or(|known| worth > known.0) {
                best = Some((worth, share, Way::from_slice(way)));
            }
        });
        look.look(head, walk.state.round, turns);
        let steps = look.steps;
        for _ in 0..steps / 64 {
            self.control.tick()?;
        }
        Ok(best.and_then(|(worth, share, actions)| {
            let mut behind = *walk;
            let lives = actions.iter().all(|action| behind.step(*action));
            lives.then_some(Leap { step, actions, behind, share, worth })
        }))
    }

    /// Plays a jump behind the first steps of a plan and fills the room that it leads to.
    fn land(&mut self, plan: &[Action], leap: Leap<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let mut actions = plan[..leap.step].to_vec();
        actions.extend(leap.actions);
        let until = actions.len() as f64;
        let mut plan = self.fill(actions, leap.behind, jumps - 1)?;
        plan.worth = until + leap.share * (plan.worth - until);
        plan.jumps = true;
        Ok(plan)
    }
}

/// How much of a room is for self, in parts of its size, when it is entered after so many rounds: others who are in it now
/// drive on and share it, close the way, or land there too.
fn share(size: u32, inside: u32, rounds: usize) -> f64 {
    let (landing, waiting) = if inside == 0 { (LANDING.0, WAITING.0) } else { (LANDING.1, WAITING.1) };
    left(size, inside, rounds) * landing * waiting.powi(rounds as i32)
}

/// How much of a room that is shared from now on is for self.
fn left(size: u32, inside: u32, rounds: usize) -> f64 {
    let (size, inside) = (f64::from(size), f64::from(inside));
    (size - inside * rounds as f64).max(0.0) / size.max(1.0) / (1.0 + inside)
}
